/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See profile.h.
 */
#include "core/timeline/profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/snapshot/snapshot.h"

static size_t _width(uint32_t kinds)
{
	return FT_STATE_FREE + (size_t) kinds;
}

/* Times and states share one piece of memory, the times first. */
static int _alloc_step(struct ft_profile *profile, uint32_t kinds,
		       uint32_t size)
{
	profile->time = malloc((1 + _width(kinds)) * size * sizeof(int64_t));
	if (!profile->time)
		return -ENOMEM;
	profile->state = profile->time + size;
	profile->size = size;
	return 0;
}

extern int ft_profile_init(struct ft_profile *profile, uint32_t kinds,
			   int64_t time, const int64_t *capacity)
{
	if (_alloc_step(profile, kinds, 4))
		return -ENOMEM;
	profile->count = 1;
	profile->time[0] = time;
	profile->state[FT_STATE_USERS] = 0;
	memcpy(profile->state + FT_STATE_FREE, capacity,
	       kinds * sizeof(*capacity));
	return 0;
}

extern int ft_profile_copy(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_profile *from)
{
	if (_alloc_step(profile, kinds, from->size))
		return -ENOMEM;
	profile->count = from->count;
	memcpy(profile->time, from->time, from->count * sizeof(int64_t));
	memcpy(profile->state, from->state,
	       from->count * _width(kinds) * sizeof(int64_t));
	return 0;
}

extern void ft_profile_fini(struct ft_profile *profile)
{
	free(profile->time);
	profile->time = NULL;
}

extern uint32_t ft_profile_find(const struct ft_profile *profile, int64_t time)
{
	const int64_t *low = profile->time;
	uint32_t count = profile->count;

	/* The last step at or before time lies in [low, low + count). */
	while (count > 1) {
		uint32_t half = count / 2;

		low += low[half] <= time ? half : 0;
		count -= half;
	}
	return (uint32_t) (low - profile->time);
}

extern void ft_profile_foresee(const struct ft_profile *profile, uint32_t kinds,
			       int64_t time)
{
	enum { STEPS = 12, NUMBERS = 8 }; /* so many fill a cache line */
	uint32_t index = ft_profile_find(profile, time);
	const int64_t *state = ft_profile_state(profile, kinds, index);

	for (uint32_t i = 0; i < STEPS * (FT_STATE_FREE + kinds); i += NUMBERS)
		__builtin_prefetch(state + i);
	__builtin_prefetch(&profile->time[index] + NUMBERS);
}

extern int64_t ft_profile_end(const struct ft_profile *profile, uint32_t index)
{
	if (index + 1 >= profile->count)
		return FT_NEVER;
	return profile->time[index + 1];
}

/* Room for two more steps. */
static int _reserve_step(struct ft_profile *profile, uint32_t kinds)
{
	struct ft_profile larger = *profile;

	if (profile->count + 2 <= profile->size)
		return 0;
	if (_alloc_step(&larger, kinds, profile->size * 2))
		return -ENOMEM;
	memcpy(larger.time, profile->time, profile->count * sizeof(int64_t));
	memcpy(larger.state, profile->state,
	       profile->count * _width(kinds) * sizeof(int64_t));
	ft_profile_fini(profile);
	*profile = larger;
	return 0;
}

/* Copies the steps from index on to those from `to` on. */
static void _shift_step(struct ft_profile *profile, uint32_t kinds,
			uint32_t index, uint32_t to)
{
	size_t count = profile->count - index, width = _width(kinds);

	memmove(profile->time + to, profile->time + index,
		count * sizeof(int64_t));
	memmove(profile->state + to * width, profile->state + index * width,
		count * width * sizeof(int64_t));
}

/* Returns the index of the step that begins at time, made if need be. */
static uint32_t _split_step(struct ft_profile *profile, uint32_t kinds,
			    int64_t time)
{
	uint32_t index = ft_profile_find(profile, time);

	if (profile->time[index] >= time)
		return index;
	_shift_step(profile, kinds, index, index + 1);
	profile->count++;
	profile->time[index + 1] = time;
	return index + 1;
}

/* Drops the step if nothing changes at it. */
static void _merge_step(struct ft_profile *profile, uint32_t kinds,
			uint32_t index)
{
	size_t width = _width(kinds);
	const int64_t *state = profile->state + index * width;

	if (!index || (index >= profile->count) ||
	    memcmp(state, state - width, width * sizeof(*state)))
		return;
	_shift_step(profile, kinds, index + 1, index);
	profile->count--;
}

static int _change_step(struct ft_profile *profile, uint32_t kinds,
			const struct ft_use *use, int64_t sign)
{
	uint32_t first, end;

	if (use->end <= profile->time[0])
		return 0;
	if (_reserve_step(profile, kinds))
		return -ENOMEM;
	first = _split_step(profile, kinds, use->start);
	end = (use->end == FT_NEVER) ? profile->count
				     : _split_step(profile, kinds, use->end);
	for (uint32_t i = first; i < end; i++) {
		int64_t *state = profile->state + i * _width(kinds);

		state[FT_STATE_USERS] += sign * use->users;
		for (uint32_t k = 0; use->amount && (k < kinds); k++)
			state[FT_STATE_FREE + k] -= sign * use->amount[k];
	}
	_merge_step(profile, kinds, end);
	_merge_step(profile, kinds, first);
	return 0;
}

extern int ft_profile_take(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_use *use)
{
	return _change_step(profile, kinds, use, 1);
}

extern int ft_profile_give(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_use *use)
{
	return _change_step(profile, kinds, use, -1);
}

extern void ft_profile_trim(struct ft_profile *profile, uint32_t kinds,
			    int64_t time)
{
	uint32_t index = ft_profile_find(profile, time);

	if (!index)
		return;
	_shift_step(profile, kinds, index, 0);
	profile->count -= index;
}
