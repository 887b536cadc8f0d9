/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_quota_standing - which accounts are within quota and which place each
 * waiting job has, made of the ledger's newest period; looked up by the
 * ledger's numbers.
 *
 * Made once, then never changed, so that any thread may ask it.  What an
 * account has used under a path that no association leads to any more still
 * counts for the accounts above.
 */
#ifndef FT_CORE_LEDGER_QUOTA_STANDING_H
#define FT_CORE_LEDGER_QUOTA_STANDING_H

#include "core/ledger/ledger.h"
#include "core/quota/quota_place.h"
#include "core/quota/quota_tree.h"

/* A waiting job. */
struct ft_quota_ballot {
	uint32_t job_id;
	uint32_t path; /* number in the ledger's periods */
	int64_t submit;
};

struct ft_quota_standing;

/* policy: quotas by account.  NULL: out of memory. */
extern struct ft_quota_standing *
ft_quota_standing_new(const struct ft_quota_tree *policy,
		      const struct ft_ledger_periods *periods,
		      const struct ft_quota_ballot *ballot, uint32_t count);
extern void ft_quota_standing_free(struct ft_quota_standing *standing);

/* Of a job, in [0, 1].  One with a path newer than the standing is last. */
extern double ft_quota_standing_factor(const struct ft_quota_standing *standing,
				       uint32_t job_id, uint32_t path);

/*
 * Of a path as text, in (0, 1]: 1 where all accounts on it have high priority;
 * one in low priority takes 1/2 at the first level, 1/4 at the second, and so
 * on.
 */
extern double ft_quota_standing_class(const struct ft_quota_standing *standing,
				      const char *path);

#endif
