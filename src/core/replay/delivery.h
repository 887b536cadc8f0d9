/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_delivery - what accounts and users got of a machine over time, against
 * what their shares promise.
 *
 * A party is a user, or an account with the users right below it.  Its promise
 * is its part of the shares (Slurm's, the product down from the root).  What
 * is due to it follows what it asks for: at each instant the processors go to
 * parties that run or wait, by their shares, and none gets more than it asks
 * for, so that what one leaves the others share (weighted max-min fairness).
 *
 * Error of a window of time: over all parties of a kind that ran or waited in
 * it, the sum of the squares of (their part of what was delivered - their part
 * of the promises among them); miss: the same against what was due.  Refuses
 * to count windows in which nothing was delivered, and knows no jobs.
 */
#ifndef FT_CORE_REPLAY_DELIVERY_H
#define FT_CORE_REPLAY_DELIVERY_H

#include "core/replay/population.h"

enum { FT_DELIVERY_WINDOW = 7 * 24 * 3600 }; /* unless asked otherwise */

enum ft_party_kind { FT_PARTY_ACCOUNT, FT_PARTY_USER, FT_PARTY_KINDS };

struct ft_party {
	uint32_t vertex; /* of the population */
	double promised; /* [0, 1]: of all shares */
	/* Over the whole time, in processor-seconds. */
	double delivered, due;
	/* Mean over the windows in which it ran or waited, of its square. */
	double error, miss;
	uint32_t windows;
};

struct ft_delivery_window {
	int64_t end;
	double error[FT_PARTY_KINDS], miss[FT_PARTY_KINDS];
};

struct ft_delivery_kind {
	struct ft_party *party; /* as they stand in the population */
	uint32_t count;
	uint32_t *of;	  /* party of each vertex; UINT32_MAX: none */
	uint32_t *asking; /* which run or wait now */
	uint32_t asking_count;
	/* Of each party: processors now, processor-seconds in this window. */
	double *wanted, *had, *got, *due;
	bool *present;
	double all_got, all_due;
};

struct ft_delivery {
	struct ft_delivery_kind kind[FT_PARTY_KINDS];
	struct ft_delivery_window *window;
	uint32_t window_count, window_size;
	/* What each account got of each window less its part of the promises,
	 * window by window; NAN: it neither ran nor waited. */
	float *off;
	int64_t window_seconds;
	int64_t window_end; /* INT64_MIN: nothing has begun */
	double processors;
};

/*
 * window: seconds; 0: FT_DELIVERY_WINDOW.  0 or -ENOMEM.  To be freed in both
 * cases; every field zero is empty.
 */
extern int ft_delivery_init(struct ft_delivery *delivery,
			    const struct ft_population *population,
			    int64_t processors, int64_t window);
extern void ft_delivery_free(struct ft_delivery *delivery);

/*
 * Since the last step a user below leaf (a vertex) asked for so many
 * processors, and had them or waited.
 */
extern void ft_delivery_ask(struct ft_delivery *delivery, uint32_t leaf,
			    int64_t processors, bool had);

/*
 * It is now, seconds after the last step, and all that asked have been told.
 * 0 or -ENOMEM.
 */
extern int ft_delivery_step(struct ft_delivery *delivery, int64_t seconds,
			    int64_t now);

/* Means over all windows; 0 without any. */
extern double ft_delivery_error(const struct ft_delivery *delivery,
				enum ft_party_kind kind);
extern double ft_delivery_miss(const struct ft_delivery *delivery,
			       enum ft_party_kind kind);

#endif
