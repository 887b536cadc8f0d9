/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_history - what becomes of the starts that jobs are shown, kept on disk.
 *
 * After a cycle what has changed of its promises is written down as lines of
 * core/plan/history.h, without any lock of slurmctld; a thread of its own
 * appends them to a file beside the published plan, of bounded size.  A cycle
 * adds at most a bounded number of lines, and says how many are missing.
 * Belongs to the scheduler's thread.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_HISTORY_H
#define FT_SLURM_RESERVE_PROMISE_HISTORY_H

#include <stdbool.h>

#include "core/base/text.h"
#include "core/queue/schedule_option.h"
#include "slurm/reserve/promise/promise.h"

struct fts_publish_writer;

struct fts_history {
	struct fts_publish_writer *writer; /* NULL: nothing was written yet */
	struct ft_text text;		   /* lines to be written */
	uint32_t lost;			   /* lines that found no room */
};

/*
 * Notes how the cycle, which was judged and applied, differs from the book of
 * the one before.  started: of each candidate, true if it runs now.  Takes no
 * lock.
 */
extern void fts_history_note(struct fts_history *history,
			     const struct ft_schedule_options *options,
			     const struct fts_promise_book *book,
			     const struct fts_cycle *cycle,
			     const bool *started);

/* Notes a start in all likelihood of a promise of the book. */
extern void fts_history_likely(struct fts_history *history,
			       const struct fts_promise_book *book,
			       const struct fts_promise *promise,
			       int64_t start);

/* Notes a start of job i of the cycle, which holds none. */
extern void fts_history_unheld(struct fts_history *history,
			       const struct ft_schedule_options *options,
			       const struct fts_cycle *cycle, uint32_t i,
			       int64_t start);

/* Hands what was noted to the thread, if that is idle.  dir:
 * StateSaveLocation. */
extern void fts_history_write(struct fts_history *history,
			      const struct ft_schedule_options *options,
			      const char *dir);

/* Writes what there is, and waits for that. */
extern void fts_history_fini(struct fts_history *history,
			     const struct ft_schedule_options *options,
			     const char *dir);

#endif
