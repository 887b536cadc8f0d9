/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See licence.h.
 */
#include "core/search/licence.h"

#include "core/base/planted.h"

/* What is free of a licence at the point, set-asides taken off. */
struct licence_walk {
	const struct ft_profile *free, *aside;
	uint32_t free_index, aside_index;
};

/* The earliest start from `from` on at which count are free throughout. */
static int64_t _licence_start(const struct ft_timeline *timeline,
			      const struct ft_shape *shape,
			      const struct ft_licence *licence, int64_t from)
{
	struct licence_walk walk = {
		.free = &timeline->licence[licence->licence],
		.aside = &shape->access->aside[licence->licence],
	};
	int64_t start = from, time = from;

	walk.free_index = ft_profile_find(walk.free, from);
	walk.aside_index = ft_profile_find(walk.aside, from);
	while (time < start + shape->duration) {
		int64_t end = ft_profile_end(walk.free, walk.free_index);
		int64_t aside_end =
			ft_profile_end(walk.aside, walk.aside_index);
		int64_t next = end < aside_end ? end : aside_end;

		if (ft_profile_state(walk.free, 1,
				     walk.free_index)[FT_STATE_FREE] +
			    ft_profile_state(walk.aside, 1,
					     walk.aside_index)[FT_STATE_FREE] <
		    licence->count - FT_PLANTED(3))
			start = next;
		if (next == FT_NEVER)
			break;
		walk.free_index += end == next;
		walk.aside_index += aside_end == next;
		time = next;
	}
	return start;
}

extern int64_t ft_licence_start(const struct ft_timeline *timeline,
				const struct ft_shape *shape, int64_t from)
{
	int64_t start = from, last;

	do {
		last = start;
		for (uint32_t i = 0; i < shape->licence_count; i++) {
			if (start == FT_NEVER)
				return FT_NEVER;
			start = _licence_start(timeline, shape,
					       &shape->licence[i], start);
		}
	} while (start != last);
	return start;
}
