/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See profile.h.
 */
#include "core/profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/snapshot.h"

static int64_t *_at(const struct ft_profile *profile, uint32_t kinds,
		    uint32_t index)
{
	return profile->point + (size_t) index * (FT_POINT_FREE + kinds);
}

static size_t _bytes(uint32_t kinds, uint32_t count)
{
	return (size_t) count * (FT_POINT_FREE + kinds) * sizeof(int64_t);
}

extern int ft_profile_init(struct ft_profile *profile, uint32_t kinds,
			   int64_t time, const int64_t *capacity)
{
	profile->size = 4;
	profile->count = 1;
	profile->point = calloc(1, _bytes(kinds, profile->size));
	if (!profile->point)
		return -ENOMEM;
	profile->point[FT_POINT_TIME] = time;
	memcpy(profile->point + FT_POINT_FREE, capacity,
	       kinds * sizeof(*capacity));
	return 0;
}

extern int ft_profile_copy(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_profile *from)
{
	*profile = *from;
	profile->point = malloc(_bytes(kinds, from->size));
	if (!profile->point)
		return -ENOMEM;
	memcpy(profile->point, from->point, _bytes(kinds, from->count));
	return 0;
}

extern void ft_profile_fini(struct ft_profile *profile)
{
	free(profile->point);
	profile->point = NULL;
}

extern uint32_t ft_profile_find(const struct ft_profile *profile,
				uint32_t kinds, int64_t time)
{
	size_t width = FT_POINT_FREE + kinds;
	const int64_t *point = profile->point;
	uint32_t low = 0, count = profile->count;

	/* The last point at or before time lies in [low, low + count). */
	while (count > 1) {
		uint32_t half = count / 2;

		if (point[(low + half) * width] <= time)
			low += half;
		count -= half;
	}
	return low;
}

/* Room for two more points. */
static int _reserve(struct ft_profile *profile, uint32_t kinds)
{
	uint32_t size = profile->size * 2;
	int64_t *point;

	if (profile->count + 2 <= profile->size)
		return 0;
	point = realloc(profile->point, _bytes(kinds, size));
	if (!point)
		return -ENOMEM;
	profile->point = point;
	profile->size = size;
	return 0;
}

/* Returns the index of the point at time, made if need be. */
static uint32_t _split(struct ft_profile *profile, uint32_t kinds, int64_t time)
{
	uint32_t index = ft_profile_find(profile, kinds, time);
	int64_t *point = _at(profile, kinds, index);
	size_t width = FT_POINT_FREE + kinds;

	if (point[FT_POINT_TIME] >= time)
		return index;
	memmove(point + width, point, _bytes(kinds, profile->count - index));
	profile->count++;
	point[width + FT_POINT_TIME] = time;
	return index + 1;
}

/* Drops the point if nothing changes at it. */
static void _merge(struct ft_profile *profile, uint32_t kinds, uint32_t index)
{
	size_t width = FT_POINT_FREE + kinds;
	int64_t *point = _at(profile, kinds, index);

	if (!index || (index >= profile->count) ||
	    memcmp(point + FT_POINT_USERS, point - width + FT_POINT_USERS,
		   (width - FT_POINT_USERS) * sizeof(*point)))
		return;
	memmove(point, point + width,
		_bytes(kinds, profile->count - index - 1));
	profile->count--;
}

static int _change(struct ft_profile *profile, uint32_t kinds,
		   const struct ft_use *use, int64_t sign)
{
	uint32_t first, end;

	if (use->end <= profile->point[FT_POINT_TIME])
		return 0;
	if (_reserve(profile, kinds))
		return -ENOMEM;
	first = _split(profile, kinds, use->start);
	end = (use->end == FT_NEVER) ? profile->count
				     : _split(profile, kinds, use->end);
	for (uint32_t i = first; i < end; i++) {
		int64_t *point = _at(profile, kinds, i);

		point[FT_POINT_USERS] += sign * use->users;
		for (uint32_t k = 0; use->amount && (k < kinds); k++)
			point[FT_POINT_FREE + k] -= sign * use->amount[k];
	}
	_merge(profile, kinds, end);
	_merge(profile, kinds, first);
	return 0;
}

extern int ft_profile_take(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_use *use)
{
	return _change(profile, kinds, use, 1);
}

extern int ft_profile_give(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_use *use)
{
	return _change(profile, kinds, use, -1);
}

extern void ft_profile_trim(struct ft_profile *profile, uint32_t kinds,
			    int64_t time)
{
	uint32_t index = ft_profile_find(profile, kinds, time);

	if (!index)
		return;
	profile->count -= index;
	memmove(profile->point, _at(profile, kinds, index),
		_bytes(kinds, profile->count));
}
