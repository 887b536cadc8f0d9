/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_core_tasks - how many tasks a core carries, told for a while.
 *
 * A job whose tasks have GRES each and use some threads of a core only
 * (--gpus-per-task=1 --hint=nomultithread) is never started on a node where
 * several of its tasks would be, by whichever scheduler, since select/cons_tres
 * counts wrongly (FTS_GRES_TASKS_MISCOUNTED).  It does not where
 * --ntasks-per-core says what follows from threads and CPUs of a task anyway.
 */
#ifndef FT_SLURM_RESERVE_START_CORE_TASKS_H
#define FT_SLURM_RESERVE_START_CORE_TASKS_H

#include "slurm/common/compat.h"

struct fts_core_tasks {
	bool told;
	uint16_t asked;
};

/*
 * Tells it if that is needed; cpus: of a task.  threads: of a core of the nodes
 * that the job may start on.  Locks: job write, until it is undone.
 */
extern void fts_core_tasks_tell(struct fts_core_tasks *tasks, job_record_t *job,
				uint16_t cpus, uint16_t threads);
/* In the job, or in the rest of the array that it was split from. */
extern void fts_core_tasks_undo(const struct fts_core_tasks *tasks,
				job_record_t *job);

#endif
