/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_layout - is slurmctld laid out as the headers say that the plugin was
 * built with?
 *
 * slurmctld refuses a plugin of another version number, but the same number
 * may have another layout: a vendor's patch, a branch between two releases.
 * Such a plugin would read and write at wrong places.  Refuses to mend
 * anything: a difference is named, and the caller must not go on.
 */
#ifndef FT_SLURM_COMMON_LAYOUT_H
#define FT_SLURM_COMMON_LAYOUT_H

#include "core/base/err.h"
#include "slurm/common/compat.h"

/* Kinds of records that fts_layout_records has seen, as bits. */
enum fts_layout_kind {
	FTS_LAYOUT_JOB = 1,
	FTS_LAYOUT_PART = 2,
	FTS_LAYOUT_NODE = 4,
	FTS_LAYOUT_ASSOC = 8,
	FTS_LAYOUT_QOS = 16,
};

/*
 * What can be told when the plugin is loaded, without a lock: the sizes of
 * slurmctld's data and, from 24.05 on, a job and a partition of its making.
 * 0, or -EPROTO with both sizes in err.
 */
extern int fts_layout_check(struct ft_err *err);

/*
 * The first record of each list that has one and whose kind is not in *seen
 * yet; it then is.  0 or -EPROTO.  Takes slurmctld's lock of jobs, nodes and
 * partitions (read), then assoc_mgr's of associations and QOS (read).
 */
extern int fts_layout_records(uint32_t *seen, struct ft_err *err);

/* 0, or -EPROTO if this job is of another size.  Caller holds job (read). */
extern int fts_layout_job(const job_record_t *job_ptr, struct ft_err *err);

#endif
