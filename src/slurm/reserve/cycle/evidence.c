/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See evidence.h.
 */
#include "slurm/common/compat.h"

#include "core/snapshot/snapshot.h"
#include "slurm/common/state_file.h"
#include "slurm/reserve/cycle/evidence.h"

static bool _due(const struct fts_evidence *evidence, int64_t now_us)
{
	return !evidence->written ||
	       now_us - evidence->written_us >=
		       FTS_EVIDENCE_SECONDS * INT64_C(1000000);
}

void fts_evidence_look(struct fts_evidence *evidence,
		       const struct ft_snapshot *snapshot, const char *dir,
		       bool refused, int64_t now_us)
{
	bool mapped = slurm_conf.debug_flags & DEBUG_FLAG_BACKFILL_MAP;
	bool first = refused && _due(evidence, now_us);
	struct ft_err err = {.text = "the snapshot cannot be written"};
	char *path;

	if (first)
		*evidence = (struct fts_evidence){true, now_us};
	if (!first && !mapped)
		return;
	path = xstrdup_printf("%s/sched_reserve.snapshot", dir);
	/* It tells of jobs that others may not see: PrivateData. */
	if (fts_state_file_open(path) ||
	    ft_snapshot_write(snapshot, path, &err))
		error("sched/reserve: %s", err.text);
	else if (first)
		error("sched/reserve: the snapshot that could not be planned "
		      "is kept in %s",
		      path);
	xfree(path);
}
