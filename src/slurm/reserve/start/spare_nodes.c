/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/spare_nodes.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>

#include "src/slurmctld/slurmctld.h"

#include "core/timeline/segment.h"

#include "slurm/reserve/start/planned.h"
#include "slurm/reserve/start/spare_nodes.h"

static const struct ft_request *_spare_request(const struct fts_cycle *cycle,
					       uint32_t index)
{
	return &cycle->snapshot->job[index]
			.request[cycle->schedule->placement[index].request];
}

/* One of the two wants its segments for itself: no node of them is left. */
static int _drop_segments(const struct fts_cycle *cycle,
			  const struct ft_placement *other,
			  struct ft_node_set *nodes)
{
	struct ft_node_set *segments =
		ft_node_set_new(cycle->snapshot->node_count);
	int rc;

	if (!segments)
		return -ENOMEM;
	for (uint32_t s = 0; s < other->share_count; s++)
		ft_node_set_add(segments, other->share[s].node);
	rc = ft_segments_widen(cycle->snapshot, segments);
	ft_node_set_and_not(nodes, segments);
	ft_node_set_free(segments);
	return rc;
}

/*
 * Leaves what no other job is planned on before that time, nor in a segment
 * that the job or the other one has to itself.  Nothing if out of memory.
 */
static void _drop_planned(const struct fts_cycle *cycle, uint32_t index,
			  int64_t end, struct ft_node_set *nodes)
{
	bool alone = ft_segment_wanted(_spare_request(cycle, index));
	int rc = 0;

	for (uint32_t i = 0; !rc && i < cycle->snapshot->job_count; i++) {
		const struct ft_placement *other;

		other = &cycle->schedule->placement[i];
		if (i == index || other->verdict != FT_PLACED ||
		    other->start >= end)
			continue;
		for (uint32_t s = 0; s < other->share_count; s++)
			ft_node_set_drop(nodes, other->share[s].node);
		if (alone || ft_segment_wanted(_spare_request(cycle, i)))
			rc = _drop_segments(cycle, other, nodes);
	}
	if (rc)
		ft_node_set_clear(nodes);
}

bitstr_t *fts_spare_nodes_find(const struct fts_cycle *cycle, uint32_t index,
			       bool own)
{
	const struct ft_placement *placement =
		&cycle->schedule->placement[index];
	bitstr_t *nodes = bit_alloc(node_record_count);
	struct ft_node_set *spare =
		ft_node_set_copy(_spare_request(cycle, index)->eligible);

	if (!spare)
		return nodes;
	_drop_planned(cycle, index, placement->start + placement->duration,
		      spare);
	for (uint32_t s = 0; own && s < placement->share_count; s++)
		ft_node_set_add(spare, placement->share[s].node);
	for (uint32_t i = 0; i < spare->size; i++)
		if (ft_node_set_has(spare, i) && fts_cycle_same_node(cycle, i))
			bit_set(nodes, i);
	ft_node_set_free(spare);
	return nodes;
}

bool fts_spare_nodes_wanted(const struct fts_cycle *cycle, uint32_t index)
{
	const struct ft_placement *placement =
		&cycle->schedule->placement[index];
	struct ft_node_set *nodes =
		ft_node_set_new(cycle->snapshot->node_count);
	bool wanted = false;

	if (!nodes)
		return true;
	for (uint32_t s = 0; s < placement->share_count; s++)
		ft_node_set_add(nodes, placement->share[s].node);
	_drop_planned(cycle, index, placement->start + placement->duration,
		      nodes);
	for (uint32_t s = 0; !wanted && s < placement->share_count; s++)
		wanted = !ft_node_set_has(nodes, placement->share[s].node);
	ft_node_set_free(nodes);
	return wanted;
}

/* A reconfigure may have left fewer nodes than the snapshot has. */
static bool _touches_nodes(const struct ft_run *run, const bitstr_t *nodes)
{
	for (uint32_t s = 0; s < run->share_count; s++) {
		uint32_t node = run->share[s].node;

		if (node < bit_size((bitstr_t *) nodes) &&
		    bit_test((bitstr_t *) nodes, node))
			return true;
	}
	return false;
}

bool fts_spare_nodes_grew(const struct fts_cycle *cycle, const bitstr_t *nodes)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;

	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		const struct ft_run *run = &snapshot->run[i];
		const job_record_t *job;

		if (!run->job_id || !_touches_nodes(run, nodes))
			continue;
		job = find_job_record(run->job_id);
		if (!job || !(IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)))
			return true;
	}
	return false;
}
