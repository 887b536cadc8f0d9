/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_quota_read - accounts with their quotas and usage, and waiting jobs,
 * out of a JSON file; quotas out of a policy file.
 *
 * Computes nothing.  Refuses a file with a mistake, naming file and place.
 */
#ifndef FT_SFAIR_TREE_QUOTA_FILE_H
#define FT_SFAIR_TREE_QUOTA_FILE_H

#include "core/base/err.h"
#include "core/quota/quota_tree.h"

struct sfair_quotas {
	struct ft_quota_tree tree;
	struct ft_quota_job *job;
	uint32_t job_count;
	bool ordered; /* jobs stand in their order already */
};

/* Both 0 or -errno with err; free after an error as well. */
extern int sfair_quota_read(const char *path, struct sfair_quotas *quota,
			    struct ft_err *err);
/* Lines QUOTA[/dept/group] CPUH=.. MEMMBH=.. DISKMBH=..; others are skipped. */
extern int sfair_quota_policy(const char *path, struct sfair_quotas *quota,
			      struct ft_err *err);
extern void sfair_quota_free(struct sfair_quotas *quota);

/* "cpu", "mem", "disk": names of the kinds in JSON. */
extern const char *const sfair_quota_kinds[FT_QUOTA_KINDS];

#endif
