/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A small machine on a board, with runs that jobs may take, for tests.  Nodes
 * of four cores.  Refuses to know what a plan of it should be.
 */
#ifndef FT_TESTSUITE_UNIT_STANDING_MACHINE_H
#define FT_TESTSUITE_UNIT_STANDING_MACHINE_H

#include <criterion/criterion.h>

#include "ask_nodes.h"
#include "standing_planner.h"

enum { NOW = 1000, CORES = 4, LEAVE = 40, LONG = 5000 };

static inline const int64_t *cores(struct ft_snapshot *snapshot, int64_t count)
{
	int64_t *amount = ft_snapshot_alloc(snapshot, 2 * sizeof(*amount));

	amount[FT_CORES] = count;
	return amount;
}

static inline struct ft_snapshot *machine(uint32_t nodes, int64_t now)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(nodes, 2, 0);

	snapshot->now = now;
	snapshot->window_end = now + 100000;
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	snapshot->policy.commit = 3600;
	for (uint32_t n = 0; n < nodes; n++)
		snapshot->capacity[2 * n + FT_CORES] = CORES;
	return snapshot;
}

/* On so many nodes from the first on; it may be taken. */
static inline struct ft_run *add_run(struct ft_snapshot *snapshot,
				     uint32_t first, uint32_t count,
				     int64_t amount)
{
	struct ft_run *run = ft_snapshot_add_run(snapshot);

	run->job_id = 100 + snapshot->run_count;
	run->end = NOW + LONG;
	run->class = 1;
	run->leave = LEAVE;
	run->gone = snapshot->now + LEAVE;
	run->share_count = count;
	run->share = ft_snapshot_alloc(snapshot, count * sizeof(*run->share));
	for (uint32_t i = 0; i < count; i++)
		run->share[i] = (struct ft_share){
			.node = first + i, .amount = cores(snapshot, amount)};
	return run;
}

/* Of so many cores on each of its nodes; takes: classes. */
static inline struct ft_job *add_job(struct ft_snapshot *snapshot,
				     uint32_t nodes, int64_t amount,
				     uint64_t takes)
{
	struct ft_job *job =
		ask_nodes(snapshot, nodes, 600, cores(snapshot, amount), NOW);

	job->request->takes = takes;
	return job;
}

#endif
