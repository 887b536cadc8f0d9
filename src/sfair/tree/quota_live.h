/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_quota_live - quotas, usage and queue of a running site with
 * model=quota: out of slurm.conf, its policy file, the ledger that the plugin
 * last saved, and the jobs that slurmctld tells of.
 */
#ifndef FT_SFAIR_TREE_QUOTA_LIVE_H
#define FT_SFAIR_TREE_QUOTA_LIVE_H

#include "core/ledger/ledger_file.h"
#include "core/priority/site_policy.h"
#include "sfair/tree/quota_file.h"

struct sfair_quota_live {
	struct ft_ledger_image image;
	struct ft_site_policy policy;
};

/* conf: path of slurm.conf.  0 or -errno with err; free after an error too. */
extern int sfair_quota_live_read(const char *conf,
				 struct sfair_quota_live *live,
				 struct ft_err *err);
extern void sfair_quota_live_free(struct sfair_quota_live *live);

/*
 * Accounts, not judged, with what they used in a period (0: the open one) and
 * their quotas of now.  0 or -ENOMEM; tree is to be released by fini.
 */
extern int sfair_quota_live_period(const struct sfair_quota_live *live,
				   uint32_t period, struct ft_quota_tree *tree);

/*
 * Adds the jobs that wait, as far as slurmctld tells the user of them, the
 * first to run first; held ones are left out.  0 or -errno with err.
 */
extern int sfair_quota_live_jobs(const char *conf, struct sfair_quotas *quota,
				 struct ft_err *err);

#endif
