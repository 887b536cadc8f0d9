/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/gpu_cores.h.
 */
#include "slurm/reserve/resource/gpu_cores.h"

#include "slurm/reserve/build/job_wish.h"
#include "slurm/reserve/build/demand.h"
#include "slurm/reserve/resource/dimension.h"
#include "slurm/reserve/resource/oversubscribe.h"

static uint32_t _open_columns(struct fts_build *build, uint32_t count)
{
	build->open = FT_NO_INDEX;
	for (int i = 0; i < node_record_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];

		if (!build->linear && !build->sockets && node &&
		    FTS_KEPT_CORES(node)) {
			build->open = count;
			return count + 1;
		}
	}
	return count;
}

/* What is kept of a node that has not told yet which cores these are. */
static int64_t _kept(const struct fts_build *build, const node_record_t *node,
		     const int64_t *capacity)
{
	uint32_t gpu = fts_build_kind(build, gres_build_id("gpu"), 0);

	return gpu == FT_NO_INDEX ? 0 : FTS_KEPT_CORES(node) * capacity[gpu];
}

static bool _is_open(const node_record_t *node, int64_t core)
{
	bitstr_t *open = FTS_OPEN_CORES(node);

	return !open || core >= bit_size(open) || bit_test(open, core);
}

static void _open_capacity(struct fts_build *build, const node_record_t *node,
			   int64_t *capacity)
{
	bitstr_t *usable = node->node_spec_bitmap;
	/* as the snapshot counts them: those of all rows */
	int64_t cores =
		capacity[FT_CORES] * fts_build_node_rows(build, node->index);
	int64_t count = 0;

	if (build->open == FT_NO_INDEX)
		return;
	capacity[build->open] = cores;
	if (!FTS_OPEN_CORES(node)) {
		capacity[build->open] -=
			MIN(_kept(build, node, capacity), cores);
		return;
	}
	for (int64_t i = 0; i < node->tot_cores; i++)
		count += _is_open(node, i) &&
			 (!usable || i >= bit_size(usable) ||
			  bit_test(usable, i));
	capacity[build->open] = count;
}

static void _open_held(struct fts_build *build, struct fts_held *held)
{
	const node_record_t *record = node_record_table_ptr[held->node];
	bitstr_t *cores = held->job->job_resrcs->core_bitmap;
	int64_t first = held->first, *amount = held->amount;

	if (build->open == FT_NO_INDEX || !record)
		return;
	amount[build->open] = 0;
	for (int64_t i = 0;
	     i < record->tot_cores && cores && first + i < bit_size(cores); i++)
		amount[build->open] +=
			bit_test(cores, first + i) && _is_open(record, i);
}

/* Least number of cores that one of these nodes keeps for each GPU. */
static uint32_t _kept_cores(const struct ft_node_set *nodes)
{
	uint32_t least = UINT32_MAX;

	for (uint32_t i = ft_node_set_next(nodes, 0); i < nodes->size;
	     i = ft_node_set_next(nodes, i + 1))
		if (node_record_table_ptr[i])
			least = MIN(least,
				    FTS_KEPT_CORES(node_record_table_ptr[i]));
	return least == UINT32_MAX ? 0 : least;
}

void fts_open_cores_only(uint32_t node, bitstr_t *cores)
{
	const node_record_t *record = node_record_table_ptr[node];

	for (int64_t i = 0; FTS_OPEN_CORES(record) && i < bit_size(cores); i++)
		if (!_is_open(record, i))
			bit_clear(cores, i);
}

/*
 * Cores that are kept for GPUs are for jobs that have some: the others take one
 * of the rest with each core.
 */
static void _open_wanted(struct fts_build *build, job_record_t *job,
			 struct fts_demand *demand)
{
	if (build->open == FT_NO_INDEX)
		return;
	if (!fts_job_wants_gpus(job))
		demand->per_core[build->open] = 1;
	else if (demand->eligible) {
		demand->kept_each = _kept_cores(demand->eligible);
		demand->partial = "cores that are kept for GPUs";
	}
}

const struct fts_dimension fts_gpu_cores = {
	.columns = _open_columns,
	.capacity = _open_capacity,
	.held = _open_held,
	.wanted = _open_wanted,
};
