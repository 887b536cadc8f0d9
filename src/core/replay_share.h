/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_share - fairshare in a replay: who used how much, what factor that
 * gives, and how far what was delivered is from what was promised.
 *
 * Logs name users and no accounts, so accounts are made up: four divisions
 * with 1, 2, 3 and 4 shares, four groups in each with the same, and users with
 * one share each, spread over the groups by their number.
 *
 * Error of a window of time: over all groups that ran or waited in it, the sum
 * of the squares of (part of the processor-seconds delivered to them - part of
 * the shares among them); of users the same.  Refuses windows without use.
 */
#ifndef FT_CORE_REPLAY_SHARE_H
#define FT_CORE_REPLAY_SHARE_H

#include "core/fairshare.h"
#include "core/share_tree.h"
#include "core/workload.h"

enum { FT_REPLAY_ACCOUNTS = 20, FT_REPLAY_WINDOW = 7 * 24 * 3600 };

struct ft_replay_share_setup {
	struct ft_fairshare_policy policy;
	int64_t half_life; /* seconds; 0: none */
	int64_t period;	   /* seconds from one look at usage to the next */
};

struct ft_replay_window {
	int64_t end;
	double group_error, user_error; /* sums of squares */
};

struct ft_replay_share {
	struct ft_replay_share_setup setup;
	struct ft_share_tree tree;
	uint32_t *leaf; /* of each of the workload's jobs */
	int64_t looked; /* when factors were computed last */
	int64_t charged;
	double per_second;
	/* Of this window, for each node of the tree. */
	double *used;
	bool *present;
	int64_t window_end;
	struct ft_replay_window *window;
	uint32_t window_count, window_size;
};

/* 0 or -ENOMEM.  To be freed in both cases. */
extern int ft_replay_share_init(struct ft_replay_share *share,
				const struct ft_replay_share_setup *setup,
				const struct ft_workload *workload);
extern void ft_replay_share_free(struct ft_replay_share *share);

/* The job had so many processors since the last step; 0: it waited. */
extern void ft_replay_share_use(struct ft_replay_share *share, uint32_t job,
				int64_t processors, int64_t seconds);

/*
 * Time is now, and all use up to it has been told: ends windows, lets usage
 * decay and computes factors where it is time.  0 or -ENOMEM.
 */
extern int ft_replay_share_step(struct ft_replay_share *share, int64_t now);

/* In [0, 1]. */
extern double ft_replay_share_factor(const struct ft_replay_share *share,
				     uint32_t job);

#endif
