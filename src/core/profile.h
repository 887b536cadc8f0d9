/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_profile - what is free of one node, or of one licence, over time.
 *
 * A step function: a point holds from its time to the next point's, the last
 * one for ever.  Neighbours differ.  Refuses to judge: amounts below 0 are
 * kept (running jobs may hold more than there is).
 */
#ifndef FT_CORE_PROFILE_H
#define FT_CORE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A point is 2 + kinds numbers: its time, its users, and what is free. */
enum { FT_POINT_TIME, FT_POINT_USERS, FT_POINT_FREE };

/* Added to the users by one who wants no other beside it. */
#define FT_USER_WHOLE (INT64_C(1) << 32)

struct ft_profile {
	int64_t *point;
	uint32_t count, size; /* in points */
};

/* One taker; amount NULL takes nothing but counts as a user. */
struct ft_use {
	int64_t start, end; /* end FT_NEVER: for ever */
	const int64_t *amount;
	int64_t users;
};

static inline const int64_t *ft_profile_at(const struct ft_profile *profile,
					   uint32_t kinds, uint32_t index)
{
	return profile->point + (size_t) index * (FT_POINT_FREE + kinds);
}

/* 0 or -ENOMEM.  Everything is free from time on. */
extern int ft_profile_init(struct ft_profile *profile, uint32_t kinds,
			   int64_t time, const int64_t *capacity);
extern int ft_profile_copy(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_profile *from);
extern void ft_profile_fini(struct ft_profile *profile);

/* The point that holds at time; the first one for any time before it. */
extern uint32_t ft_profile_find(const struct ft_profile *profile,
				uint32_t kinds, int64_t time);

/* 0 or -ENOMEM (then nothing has changed).  give undoes take. */
extern int ft_profile_take(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_use *use);
extern int ft_profile_give(struct ft_profile *profile, uint32_t kinds,
			   const struct ft_use *use);

/* Forgets what was before time. */
extern void ft_profile_trim(struct ft_profile *profile, uint32_t kinds,
			    int64_t time);

#endif
