/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_queue_watch - the effective queue time of each job in slurmctld.
 *
 * Looks at pending jobs whenever a walk meets them or gives one a
 * priority, and keeps core/queue_time's book of it; the book is guarded by
 * the job lock.  The file StateSaveLocation/priority_queue_time holds it over
 * restarts; one that is damaged is set aside, and named in one log line.
 *
 * A job is barred by what Slurm's own state says: limits as they stand,
 * holds (priority 0), dependencies, begin times, partitions that start
 * nothing, and fairshare's blocks.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_QUEUE_WATCH_H
#define FT_SLURM_FAIRTREE_PRIORITY_QUEUE_WATCH_H

#include "core/priority/queue_time.h"
#include "slurm/fairtree/priority/limit_room.h"

struct fts_queue_watch {
	struct ft_queue_book book;
	struct fts_limit_rooms rooms; /* of the walk that goes on */
};

extern void fts_queue_watch_fini(struct fts_queue_watch *watch);

/*
 * The seconds that the job has waited, by what its clock shows now if it is
 * pending, or showed when it started.  Caller holds job (write), part (read),
 * assoc and qos (read).
 */
extern int64_t fts_queue_watch_look(struct fts_queue_watch *watch,
				    const struct ft_accrual_policy *policy,
				    const job_record_t *job, time_t now);

/* Around a walk over all jobs.  end: drops the clocks of jobs that are gone.
 * Caller holds job (write). */
extern void fts_queue_watch_begin(struct fts_queue_watch *watch);
extern void fts_queue_watch_end(struct fts_queue_watch *watch);

/* Out of the file in dir, if there is one.  Before others know
 * the watch. */
extern void fts_queue_watch_load(struct fts_queue_watch *watch,
				 const char *dir);

/*
 * After a walk that began then: into the file in dir.  Takes job (read) for
 * the copy.  A failure is logged and leaves the former file.
 */
extern void fts_queue_watch_save(struct fts_queue_watch *watch, const char *dir,
				 time_t begun);

#endif
