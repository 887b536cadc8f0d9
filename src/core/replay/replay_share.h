/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_share - fairshare in a replay: how much each one used, and what
 * factor each job has of that.
 *
 * Beside the models of a tree (fairshare.h) there are Maui's targets and the
 * votes of 'fair que'.  Both are given what the shares promise: a target is an
 * account's or user's part of them in percent, a quota that part of what the
 * machine can deliver in an accounting period.  Refuses to keep usage by
 * anything but accounts and users.
 */
#ifndef FT_CORE_REPLAY_REPLAY_SHARE_H
#define FT_CORE_REPLAY_REPLAY_SHARE_H

#include "core/fairshare/fairshare.h"
#include "core/replay/population.h"
#include "core/replay/replay_quota.h"
#include "core/replay/replay_target.h"

struct ft_replay_share_setup {
	const struct ft_population *population;
	struct ft_fairshare_policy policy; /* also FT_MODEL_QUOTA */
	bool targets;			   /* Maui's, whatever policy says */
	int64_t half_life;		   /* seconds; 0: none */
	int64_t period; /* seconds from one look at usage to the next */
};

struct ft_replay_share {
	struct ft_replay_share_setup setup;
	struct ft_share_tree tree;
	uint32_t *node; /* of each vertex, its place in the tree */
	struct ft_replay_target target;
	struct ft_replay_quota quota;
	int64_t looked; /* when factors were computed last */
	double per_second;
};

/* 0 or -ENOMEM.  To be freed in both cases. */
extern int ft_replay_share_init(struct ft_replay_share *share,
				const struct ft_replay_share_setup *setup,
				int64_t processors);
extern void ft_replay_share_free(struct ft_replay_share *share);

/* Since the last step the job had so many processors.  0 or -ENOMEM. */
extern int ft_replay_share_use(struct ft_replay_share *share, uint32_t job,
			       int64_t processors, int64_t seconds);

/*
 * Time is now, and all use up to it has been told: lets usage decay and
 * computes factors where it is time.  0 or -ENOMEM.
 */
extern int ft_replay_share_step(struct ft_replay_share *share, int64_t now);

/* These jobs wait: before their factors are asked for.  0 or -ENOMEM. */
extern int ft_replay_share_queue(struct ft_replay_share *share,
				 const uint32_t *job, uint32_t count);

/* In [0, 1]. */
extern double ft_replay_share_factor(const struct ft_replay_share *share,
				     uint32_t job);

#endif
