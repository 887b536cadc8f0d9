/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_used_limit - what of a QOS's limits a user or an account has used.
 *
 * For list_find_first(); caller holds qos (read).
 */
#ifndef FT_SLURM_COMMON_USED_LIMIT_H
#define FT_SLURM_COMMON_USED_LIMIT_H

#include "slurm/common/compat.h"

static inline int fts_used_by_user(void *used, void *uid)
{
	return ((slurmdb_used_limits_t *) used)->uid == *(uint32_t *) uid;
}

static inline int fts_used_by_account(void *used, void *account)
{
	return !xstrcmp(((slurmdb_used_limits_t *) used)->acct, account);
}

/* LimitFactor of the first of two QOS that has one; either may be NULL; -1:
 * none has. */
static inline double fts_limit_factor(const slurmdb_qos_rec_t *one,
				      const slurmdb_qos_rec_t *two)
{
	if (one && !fuzzy_equal(one->limit_factor, INFINITE))
		return one->limit_factor;
	if (two && !fuzzy_equal(two->limit_factor, INFINITE))
		return two->limit_factor;
	return -1;
}

#endif
