/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_class.h.
 */
#include "slurm/quota_class.h"

#include "slurm/credential_cache.h"
#include "slurm/job_cursor.h"

enum { APPLY_SLICE = 4096 };

struct slice {
	const struct ft_quota_standing *standing;
	uint32_t at, from, to; /* positions in assoc_mgr's list */
};

static int _apply(void *x, void *arg)
{
	slurmdb_assoc_rec_t *assoc = x;
	struct slice *slice = arg;
	char path[FTS_PATH_BYTES];

	if (slice->at++ < slice->from)
		return 0;
	if (assoc->user && assoc->usage) {
		fts_credential_path(assoc, path);
		assoc->usage->fs_factor =
			ft_quota_standing_class(slice->standing, path);
	}
	return slice->at == slice->to ? -1 : 0;
}

void fts_quota_class_apply(const struct ft_quota_standing *standing)
{
	assoc_mgr_lock_t locks = {.assoc = WRITE_LOCK};
	struct slice slice = {.standing = standing};

	do {
		slice.at = 0;
		slice.to = slice.from + APPLY_SLICE;
		assoc_mgr_lock(&locks);
		if (assoc_mgr_assoc_list)
			list_for_each(assoc_mgr_assoc_list, _apply, &slice);
		assoc_mgr_unlock(&locks);
		slice.from = slice.to;
		if (slice.at == slice.to)
			fts_job_cursor_pause();
	} while (slice.at == slice.to);
}
