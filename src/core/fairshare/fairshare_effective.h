/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_effective - the classic fairshare: effective usage against shares.
 *
 * A user's effective usage blends its own usage with that of its account, so
 * that unused shares of an account go to its users first.  Formula: Slurm's
 * classic_fair_share.html; DEPTH_OBLIVIOUS: priority/multifactor(22.05),
 * where a deep tree does not press all factors towards the middle.  Law
 * (tested): more usage never raises a factor.
 */
#ifndef FT_CORE_FAIRSHARE_FAIRSHARE_EFFECTIVE_H
#define FT_CORE_FAIRSHARE_FAIRSHARE_EFFECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/fairshare/share_tree.h"

enum ft_effective_kind {
	FT_EFFECTIVE_BLEND,	/* with the usage of the account */
	FT_EFFECTIVE_OBLIVIOUS, /* the same with DEPTH_OBLIVIOUS */
	FT_EFFECTIVE_ACTUAL,	/* own usage alone: the simplified formula of
				 * the Flux wiki (seed 002) */
};

/*
 * norm: own part of all usage; parent: effective usage of the nearest
 * ancestor with shares.  level_shares 0: none has shares, and all inherit.
 */
extern long double ft_effective_usage(long double norm, long double parent,
				      uint32_t shares_raw,
				      uint32_t level_shares);

/* What DEPTH_OBLIVIOUS needs to know. */
struct ft_effective_ratio {
	long double norm; /* own part of all usage */
	double shares;	  /* own normalised shares */
	long double parent_effective;
	double parent_shares;
	long double siblings_norm; /* sum over all siblings with shares of
				    * their own, this one included */
};

/*
 * R = r_p * r_l^k and effective usage R * shares, where r_p is the parent's
 * usage over its shares, r_l the own ratio against the siblings', and k falls
 * from 1 towards 0 when r_l would hide that the parent is far off its share.
 * norm itself if any input is 0.
 */
extern long double ft_effective_oblivious(const struct ft_effective_ratio *in);

/*
 * 2^-(effective/shares/damping), in [0, 1]; 0 without shares or when
 * effective is FT_SHARE_UNSET.  damping: 1 or more.
 */
extern double ft_effective_factor(long double effective, long double shares,
				  uint16_t damping);

/*
 * First half of a pass: usage_norm and usage_efctv of every account, from
 * the usage of before this pass's decay and charges; users become
 * FT_SHARE_UNSET.  The root's usage_efctv is 1.
 */
extern void ft_effective_accounts(struct ft_share_tree *tree,
				  enum ft_effective_kind kind);

enum ft_effective_event_type {
	FT_EFFECTIVE_CHARGE, /* amount is booked on node and upwards */
	FT_EFFECTIVE_TOUCH,  /* node's factor is needed */
};

struct ft_effective_event {
	enum ft_effective_event_type type;
	uint32_t node; /* index */
	long double amount;
};

/*
 * Second half: plays what happens to the jobs in the order of the job list.
 * A user's usage is looked at when the first of its jobs is: that is what
 * multifactor does, and without it the two could not be compared.  A user
 * without shares of its own is never looked at, since its account counts.
 */
extern void ft_effective_replay(struct ft_share_tree *tree,
				const struct ft_effective_event *event,
				size_t count, enum ft_effective_kind kind);

#endif
