/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_show - what users see of a planned cycle: start, nodes and
 * reason of each job that waits; jobs that left the plan lose theirs.
 *
 * Refuses to start anything: see cycle/apply.h.
 */
#ifndef FT_SLURM_RESERVE_START_SHOW_H
#define FT_SLURM_RESERVE_START_SHOW_H

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/promise.h"
#include "slurm/reserve/promise/refusal.h"
#include "slurm/reserve/start/estimate.h"
#include "slurm/reserve/start/report.h"

struct fts_show {
	struct fts_hold *hold;
	const struct fts_cycle *cycle;
	struct fts_refusals *refusals;
	const bool *started; /* flags of the candidates that run now */
	struct fts_report *report;
	struct fts_estimates estimates; /* fts_estimates_make() */
};

/* book: what the last cycle showed.  Takes and gives up the hold's locks. */
extern void fts_schedule_show(const struct fts_show *show,
			      const struct fts_promise_book *book);

#endif
