/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_quota - the quotas and votes of 'fair que' in a replay.
 *
 * The quota of an account or user is its part of the shares, of all that the
 * machine can deliver in an accounting period of 30 days; each begins with
 * nothing used.  Refuses quotas of memory and disk.
 */
#ifndef FT_CORE_REPLAY_REPLAY_QUOTA_H
#define FT_CORE_REPLAY_REPLAY_QUOTA_H

#include "core/replay/population.h"
#include "core/quota/quota_place.h"

enum { FT_REPLAY_QUOTA_PERIOD = 30 * 24 * 3600 };

struct ft_replay_quota {
	const struct ft_population *population;
	struct ft_quota *quota; /* of each vertex, judged at the last look */
	double *used;		/* hours in this period, of each leaf */
	struct ft_quota_place place;
	struct ft_quota_job *job;
	uint32_t *order, room;
	int64_t period_end; /* INT64_MIN: none has begun */
};

/* 0 or -ENOMEM; to be freed in both cases. */
extern int ft_replay_quota_init(struct ft_replay_quota *quota,
				const struct ft_population *population,
				int64_t processors);
extern void ft_replay_quota_free(struct ft_replay_quota *quota);

extern void ft_replay_quota_charge(struct ft_replay_quota *quota, uint32_t leaf,
				   double processor_seconds);

/* Ends periods, and judges which accounts are within quota. */
extern void ft_replay_quota_look(struct ft_replay_quota *quota, int64_t now);

/* The votes of all jobs that wait; jobs have the order of their submission.  0
 * or -ENOMEM. */
extern int ft_replay_quota_vote(struct ft_replay_quota *quota,
				const uint32_t *job, uint32_t count);

/* Of a job that had its vote, in (0, 1]. */
extern double ft_replay_quota_factor(const struct ft_replay_quota *quota,
				     uint32_t job);

#endif
