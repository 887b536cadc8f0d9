/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_diag - sdiag's backfill section.
 *
 * Fills Slurm's counters with what they say: a job counts as backfilled only
 * if it was started ahead of one that waits; the time of a cycle is what it
 * worked, pauses included, since nothing is held in them.
 */
#ifndef FT_SLURM_SCHEDULE_DIAG_H
#define FT_SLURM_SCHEDULE_DIAG_H

#include <time.h>

#include "slurm/schedule_apply.h"

/* Takes and gives up the hold's locks. */
extern void fts_schedule_diag(struct fts_hold *hold,
			      const struct fts_cycle *cycle,
			      const struct fts_report *report, int64_t took_us,
			      time_t began_at);

#endif
