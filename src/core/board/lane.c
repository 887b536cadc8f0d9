/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See lane.h.
 */
#include "core/board/lane.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 8 };

extern uint32_t ft_lane_find(const struct ft_lane *lane, int32_t start)
{
	uint32_t low = 0, high = lane->count;

	while (low < high) {
		uint32_t half = low + (high - low) / 2;

		if (lane->slip[half].start < start)
			low = half + 1;
		else
			high = half;
	}
	return low;
}

extern int ft_lane_put(struct ft_lane *lane, const struct ft_slip *slip)
{
	uint32_t at = ft_lane_find(lane, slip->start);

	if (lane->count == lane->room) {
		uint32_t room = lane->room ? lane->room * 2 : FIRST_ROOM;
		struct ft_slip *grown =
			realloc(lane->slip, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		lane->slip = grown;
		lane->room = room;
	}
	memmove(&lane->slip[at + 1], &lane->slip[at],
		(lane->count - at) * sizeof(*slip));
	lane->slip[at] = *slip;
	lane->count++;
	return 0;
}

extern struct ft_slip *ft_lane_slip(const struct ft_lane *lane, uint32_t job,
				    int32_t start)
{
	for (uint32_t i = ft_lane_find(lane, start);
	     (i < lane->count) && (lane->slip[i].start == start); i++)
		if (lane->slip[i].job == job)
			return &lane->slip[i];
	return NULL;
}

extern void ft_lane_drop(struct ft_lane *lane, struct ft_slip *slip)
{
	lane->count--;
	memmove(slip, slip + 1,
		(size_t) (lane->slip + lane->count - slip) * sizeof(*slip));
}

extern void ft_lane_fini(struct ft_lane *lane)
{
	free(lane->slip);
	ft_profile_fini(&lane->profile);
	*lane = (struct ft_lane){0};
}
