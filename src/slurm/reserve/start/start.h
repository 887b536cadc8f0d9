/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_start - starts one job on its planned nodes.
 *
 * The start goes through slurmctld's own select_nodes, which tests everything
 * again and has the last word; it is kept to the planned nodes by excluding
 * all others for the time of the call.
 */
#ifndef FT_SLURM_RESERVE_START_START_H
#define FT_SLURM_RESERVE_START_START_H

#include "slurm/common/compat.h"

#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/start/answer.h"
#include "slurm/reserve/nodes/free_cores.h"
#include "slurm/reserve/resource/gres_type.h"

/* How the plan wants it. */
struct fts_start {
	const bitstr_t *nodes;	 /* as many bits as there are nodes */
	const char *reservation; /* to run in; NULL: as the job stands */
	uint32_t minutes;	 /* its limit; 0: as the job stands */
	bool soft; /* only while nodes are chosen: then it has its own again */
	/* NULL: as slurmctld likes, on any of the nodes.  Else: so, and placed
	 * like that, with the cores that are free now. */
	const struct fts_manner *manner;
	const struct ft_placement *placement;
	struct fts_cores *cores;
	struct fts_types *types;
	uint32_t index; /* of the job in the snapshot */
	/* NULL: none.  Running jobs that must leave first: if it cannot start
	 * yet, *suffice says whether it could without them. */
	fts_list_t victims;
	bool *suffice;
	/* With victims; NULL: it may start beside them.  Else it is not
	 * started, and *early says whether there is room beside them. */
	bool *early;
	bool ask; /* that is all there is to know: it is not started */
	/* NULL: start it.  Else it is not started: what would it get? */
	struct fts_answer *answer;
	uint32_t
		exactly; /* on so many nodes, no fewer; 0: as slurmctld likes */
	bool counted; /* these have its counts of features: it is not to count
		       */
	bool prefer;  /* --prefer counts, and not --constraint */
	const char *licence; /* as fts_manner.licence */
	uint32_t flag; /* SLURMDB_JOB_FLAG_SCHED, or SLURMDB_JOB_FLAG_BACKFILL
			* if the job passes others that wait */
};

/*
 * job: pending, with part_ptr set to the planned partition.
 *
 * Returns 0 (it runs, its launch or its srun is under way), or slurmctld's
 * error code: then the job is as it was, except that a reason stays which
 * slurmctld gives by itself (a limit, a burst buffer, a hold).  No job is
 * killed for it, whatever slurmctld could preempt.  An array head becomes the
 * started task; the other tasks stay behind the head's id in a new record.
 * Locks: those of fts_hold.
 */
extern int fts_schedule_start(job_record_t *job, const struct fts_start *start);

/* True if code says that a limit of association or QOS is in the way. */
extern bool fts_start_limited(int code);

/* True if code blames no plan: fed lock, burst buffer, hold. */
extern bool fts_start_postponed(int code);

#endif
