/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A job of one request that may use any node of a snapshot, one task on each
 * that it gets.  Refuses to know what else a test asks for.
 */
#ifndef FT_TESTSUITE_UNIT_ASK_NODES_H
#define FT_TESTSUITE_UNIT_ASK_NODES_H

#include "core/snapshot/snapshot.h"

/* Its id is its number, from 1 on. */
static inline struct ft_job *ask_nodes(struct ft_snapshot *snapshot,
				       uint32_t nodes, int64_t lasts,
				       const int64_t *per_node, int64_t queued)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);
	struct ft_node_set *all = ft_snapshot_set(snapshot);

	ft_node_set_fill(all);
	job->job_id = snapshot->job_count;
	job->reserve = true;
	job->queued = queued;
	job->request_count = 1;
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	*job->request = (struct ft_request){
		.duration = lasts,
		.end_by = FT_NEVER,
		.min_nodes = nodes,
		.max_nodes = nodes,
		.min_tasks_node = 1,
		.max_tasks_node = 1,
		.per_node = per_node,
		.eligible = all,
	};
	return job;
}

#endif
