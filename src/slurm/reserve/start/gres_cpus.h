/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_gres_cpus - GRES of a job's tasks without the CPUs that they bring, for a
 * while.
 *
 * The CPUs of a task are those that its GRES bring, whichever of the two is
 * asked.  But of GRES that bring CPUs select/cons_tres loses count, for good,
 * of those that are not near to enough of the cores that it looks at first; so
 * a job that is shown just its planned cores would be refused if they are of
 * another socket than its GRES.  While select_nodes runs such a job has tasks
 * of several CPUs, with GRES that bring none; what was asked is then written
 * back, in the job, in the rest of its array, and in what was given out.
 */
#ifndef FT_SLURM_RESERVE_START_GRES_CPUS_H
#define FT_SLURM_RESERVE_START_GRES_CPUS_H

#include "slurm/common/compat.h"

struct fts_brought;

struct fts_gres_cpus {
	uint32_t count;
	struct fts_brought *brought; /* of each GRES in the job's list */
	uint16_t asked_cpus, task_cpus;
	uint32_t min_cpus;
	char *text;
};

/* cpus: of a task.  Locks: job write, until it is undone. */
extern void fts_gres_cpus_set(struct fts_gres_cpus *gres_cpus,
			      job_record_t *job, uint16_t cpus);
/* In the job, or in the rest of the array that it was split from. */
extern void fts_gres_cpus_undo(const struct fts_gres_cpus *gres_cpus,
			       job_record_t *job);
extern void fts_gres_cpus_free(struct fts_gres_cpus *gres_cpus);

#endif
