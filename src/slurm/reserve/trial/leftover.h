/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_leftover - what this cycle's starts leave of their places in the plan.
 *
 * A job may get less than it was planned with, or run elsewhere: GPUs of no
 * type are planned as one of each, and slurmctld's selection may prefer other
 * nodes.  A job that stands behind it, and that was planned for later because
 * of it, could have what is left now.  In its turn it is tried there; if that
 * fails, the next plan may find more, and until then no job further behind
 * takes it.  Refuses to start anything: cycle/apply.c does.
 */
#ifndef FT_SLURM_RESERVE_TRIAL_LEFTOVER_H
#define FT_SLURM_RESERVE_TRIAL_LEFTOVER_H

#include "slurm/common/compat.h"

#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/trial/room.h"

/* Of one cycle.  Begin with all zero but room. */
struct fts_leftover {
	struct fts_room *room;
	/* Nodes of which something is left; those on which a job that waits is
	 * to have it; NULL: none. */
	struct ft_node_set *nodes, *wished;
	const struct ft_request *vain;	 /* these had no use for what is left */
	const struct ft_request *wisher; /* the last for which it was kept */
	int64_t from_us, spent_us;
	uint32_t looks;
	int64_t *least;
	bool kept; /* a job was kept off such nodes */
};

extern void fts_leftover_close(struct fts_leftover *leftover);

/*
 * A job has started, and has less of the node than the plan gave it.  Out of
 * memory nothing is noted, and no job is kept off.
 */
extern void fts_leftover_add(struct fts_leftover *leftover, uint32_t node);

/*
 * As that, of all nodes of the job of that index, which has started where it
 * was planned; what it has of them is in the room from now on.  Is anything
 * left?  Locks: those of fts_hold.
 */
extern bool fts_leftover_ran(struct fts_leftover *leftover, uint32_t index,
			     const job_record_t *job);

/*
 * The first of a waiting job's requests that what is left might do for, or how
 * many these are.  Once that has taken some milliseconds of a cycle the answer
 * is none, and all is kept for such jobs.
 */
extern uint32_t fts_leftover_fits(struct fts_leftover *leftover,
				  uint32_t index);

/* It did not start: what might do for that request is kept. */
extern void fts_leftover_wish(struct fts_leftover *leftover, uint32_t index,
			      uint32_t request);

/* Is a job further behind to be kept off the node in this cycle? */
extern bool fts_leftover_wished(struct fts_leftover *leftover, uint32_t node);

/* Off any of its planned nodes? */
extern bool fts_leftover_keeps(struct fts_leftover *leftover,
			       const struct ft_placement *placement);

#endif
