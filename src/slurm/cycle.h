/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_cycle - one scheduling cycle, from snapshot to apply.
 *
 * Holds no pointer into the controller: a job is found again by its key and
 * compared with the hash that was taken with the snapshot.
 */
#ifndef FT_SLURM_CYCLE_H
#define FT_SLURM_CYCLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/schedule.h"
#include "core/schedule_option.h"
#include "core/snapshot.h"

/* Who job i of the snapshot is. */
struct fts_candidate {
	uint32_t job_id; /* of the record found at snapshot (array head too) */
	uint32_t array_job_id;	/* 0: no array */
	uint32_t array_task_id; /* NO_VAL: the unsplit head, or no array */
	uint32_t restart_count;
	int64_t submitted; /* when: survives any update */
	uint64_t hash;	   /* fts_schedule_hash() at snapshot */
	bool modelled;	   /* false: planned conservatively as whole nodes */
	uint32_t copy; /* n-th task planned of the same unsplit array head */
	uint32_t request_count;
	char **partition; /* name for each request of the snapshot's job */
	/* Of each request, the reservation that job->resv_ptr must point to
	 * while it starts (one of a list, or a magnetic one); NULL: leave. */
	char **reservation;
	/* Of each request: how many tasks every node gets.  When select_nodes
	 * starts the job, details->ntasks_per_node must be this (and be put
	 * back afterwards), or it would spread the tasks otherwise than
	 * planned; 0: leave it alone. */
	uint16_t *tasks_per_node;
	/* Of each request: its nodes are those of --prefer, which must be the
	 * features in use while it starts. */
	bool *prefer;
};

struct fts_cycle {
	struct ft_snapshot *snapshot;
	struct fts_candidate *candidate; /* snapshot->job_count of them */
	uint32_t unmodelled;		 /* candidates that are not modelled */
	uint32_t pending; /* pending job records seen (array head: 1) */
	int64_t wake;	  /* plan again at this time even if nothing changes:
			   * FT_NEVER, or when a guess or a wait runs out */
	uint32_t disk;	  /* the resource that --tmp is planned as, rsv_disk;
			   * FT_NO_INDEX: it is none */
	/* of the node records, to index snapshot->node by */
	char **node_name; /* snapshot->node_count; NULL: no node there */
	struct ft_schedule *schedule; /* set by the planner */
};

#endif
