/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_evidence - what a cycle is planned from, written to a file for offline
 * replay.
 *
 * One that the planner refuses is a defect to report: it is written whatever
 * DebugFlags say, but not cycle after cycle.  Refuses to let a later refusal
 * push out the first within an hour: it may be but what the first has led to.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_EVIDENCE_H
#define FT_SLURM_RESERVE_CYCLE_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/snapshot/snapshot.h"

/* Seconds until another one that is refused may be written. */
enum { FTS_EVIDENCE_SECONDS = 3600 };

struct fts_evidence {
	bool written;
	int64_t written_us; /* when one that was refused was, steadily */
};

/*
 * now_us: of a clock that is not set.  A failure is logged.  Takes no lock;
 * call with none.
 */
extern void fts_evidence_look(struct fts_evidence *evidence,
			      const struct ft_snapshot *snapshot,
			      const char *dir, bool refused, int64_t now_us);

#endif
