/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_quota_report - what each account used in each accounting period, the
 * oldest first, and what it owes for that.  Accounts without use are left out.
 */
#ifndef FT_SFAIR_TREE_QUOTA_REPORT_H
#define FT_SFAIR_TREE_QUOTA_REPORT_H

#include "sfair/tree/quota_live.h"

/* rate: what an hour of each kind costs, NULL: not asked.  0 or -ENOMEM. */
extern int sfair_quota_report(const struct sfair_quota_live *live,
			      const double *rate, bool json);

#endif
