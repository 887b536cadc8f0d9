/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_class.h.
 */
#include "slurm/fairtree/usage/quota_class.h"

#include "slurm/fairtree/usage/assoc_walk.h"
#include "slurm/fairtree/usage/credential_cache.h"

static void _show_account(slurmdb_assoc_rec_t *assoc, void *arg)
{
	const struct ft_quota_standing *standing = arg;
	char path[FTS_PATH_BYTES];

	if (!assoc->user || !assoc->usage)
		return;
	fts_credential_path(assoc, path);
	assoc->usage->fs_factor = ft_quota_standing_class(standing, path);
}

void fts_quota_class_apply(const struct ft_quota_standing *standing)
{
	fts_assoc_each(_show_account, (void *) standing);
}
