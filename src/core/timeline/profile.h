/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_profile - what is free of one node, or of one licence, over time.
 *
 * A step function: a state holds from its time to the next one's, the last
 * one for ever.  Neighbours differ.  Refuses to judge: amounts below 0 are
 * kept (running jobs may hold more than there is).
 */
#ifndef FT_CORE_TIMELINE_PROFILE_H
#define FT_CORE_TIMELINE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A state is 1 + kinds numbers: its users, and what is free. */
enum { FT_STATE_USERS, FT_STATE_FREE };

/* Added to the users by a job that wants no other beside it. */
#define FT_USER_WHOLE (INT64_C(1) << 32)

/* Times apart from states, since searches read many more of them. */
struct ft_profile {
	int64_t *time;
	int64_t *state;
	uint32_t count, size; /* in steps */
};

/* One taker; amount NULL takes nothing but counts as a user. */
struct ft_use {
	int64_t start, end; /* end FT_NEVER: for ever */
	const int64_t *amount;
	int64_t users;
};

static inline const int64_t *ft_profile_state(const struct ft_profile *profile,
					      uint32_t kinds, uint32_t index)
{
	return profile->state + (size_t) index * (FT_STATE_FREE + kinds);
}

/*
 * Have the processor fetch what a search of the profile will read: first the
 * times at which ft_profile_find looks, then what holds from a time on.
 */
static inline void ft_profile_foresee_find(const struct ft_profile *profile)
{
	enum { PARTS = 8 };

	for (uint32_t i = 1; i < PARTS; i++)
		__builtin_prefetch(
			&profile->time[(size_t) profile->count * i / PARTS]);
}

extern void ft_profile_foresee(const struct ft_profile *profile, uint32_t kinds,
			       int64_t time);

/* 0 or -ENOMEM.  Everything is free from time on. */
extern int ft_profile_init(struct ft_profile *profile, uint32_t kinds,
			   int64_t time, const int64_t *capacity);
extern int ft_profile_copy(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_profile *from);
extern void ft_profile_fini(struct ft_profile *profile);

/* The step that holds at time; the first one for any time before it. */
extern uint32_t ft_profile_find(const struct ft_profile *profile, int64_t time);

/* When the step ends; FT_NEVER for the last one. */
extern int64_t ft_profile_end(const struct ft_profile *profile, uint32_t index);

/* 0 or -ENOMEM (then nothing has changed).  give undoes take. */
extern int ft_profile_take(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_use *use);
extern int ft_profile_give(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_use *use);
/* One of these two. */
typedef int ft_profile_change_fn(struct ft_profile *profile, uint32_t kinds,
				 const struct ft_use *use);

/* Forgets what was before time. */
extern void ft_profile_trim(struct ft_profile *profile, uint32_t kinds,
			    int64_t time);

#endif
