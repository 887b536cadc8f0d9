/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_target - Maui's fairshare in a replay: usage in windows of a day,
 * and a target for each account and user.
 *
 * A target is what the shares promise, in percent.  Windows count less by as
 * much as usage decays with the half-life, and those older than four half-lives
 * not at all.  Refuses floors, ceilings and caps: no log has any.
 */
#ifndef FT_CORE_REPLAY_REPLAY_TARGET_H
#define FT_CORE_REPLAY_REPLAY_TARGET_H

#include "core/maui/fairshare_window.h"
#include "core/replay/population.h"

struct ft_replay_target {
	const struct ft_population *population;
	struct ft_fs_history history;
	struct ft_fs_span span;
	double *promised; /* of each vertex, percent */
	double *delta;	  /* of each vertex, percentage points */
};

/* half_life: seconds, 0: usage counts for ever.  0 or -ENOMEM; to be freed in
 * both cases. */
extern int ft_replay_target_init(struct ft_replay_target *target,
				 const struct ft_population *population,
				 int64_t half_life);
extern void ft_replay_target_free(struct ft_replay_target *target);

/* Of the user at a leaf, in the window that is open.  0 or -ENOMEM. */
extern int ft_replay_target_charge(struct ft_replay_target *target,
				   uint32_t leaf, double amount);

/* Opens the window that now falls into.  0 or -ENOMEM. */
extern int ft_replay_target_roll(struct ft_replay_target *target, int64_t now);

/* Works out how far each credential is from its target. */
extern void ft_replay_target_look(struct ft_replay_target *target);

/* Of the user at a leaf and its account, in [0, 1]; 1/2: both on target. */
extern double ft_replay_target_factor(const struct ft_replay_target *target,
				      uint32_t leaf);

#endif
