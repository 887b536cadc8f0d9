/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_publish - the plan as a file that people's commands read.
 *
 * After a cycle the text of core/plan/outlook.h is made on the scheduler's
 * thread, from the plan that was kept, without any lock of slurmctld; a thread
 * of its own writes it, since the file may be on a disk that does not answer.
 * Refuses to replace a file that is no such plan.  Belongs to the scheduler's
 * thread.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_PUBLISH_H
#define FT_SLURM_RESERVE_PROMISE_PUBLISH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/queue/schedule_option.h"
#include "slurm/reserve/promise/promise.h"

struct fts_likely;
struct fts_publish_writer;

struct fts_publish {
	struct fts_publish_writer *writer; /* NULL: nothing was written yet */
	bool changed;	    /* a cycle was applied since the text was made */
	uint32_t sum;	    /* of the text that was handed over last */
	size_t size;	    /* and its size; 0: none was */
	int64_t written_us; /* when that was, by fts_lock_clock() */
	int64_t ended_us;   /* when a text was made last */
	int64_t rest_us;    /* least pause after that */
};

/*
 * Publishes the book, if it changed, by rsv_publish and rsv_publish_period, and
 * less often if that takes long.  dir: StateSaveLocation.  likely: NULL, no
 * such starts are known.  Takes no lock of slurmctld.
 */
extern void fts_publish(struct fts_publish *publish,
			const struct ft_schedule_options *options,
			const char *dir, const struct fts_promise_book *book,
			const struct fts_likely *likely);

/* Waits for what is being written. */
extern void fts_publish_fini(struct fts_publish *publish);

#endif
