/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_disk - temporary disk space of nodes (--tmp), with rsv_disk.
 *
 * To Slurm --tmp says which nodes will do; here it is used up.
 */
#include "slurm/reserve/resource/dimension.h"

#include "slurm/reserve/build/demand.h"

static uint32_t _disk_columns(struct fts_build *build, uint32_t count)
{
	build->cycle->disk = build->options->disk ? count : FT_NO_INDEX;
	return build->options->disk ? count + 1 : count;
}

static void _disk_capacity(struct fts_build *build, const node_record_t *node,
			   int64_t *capacity)
{
	if (build->cycle->disk != FT_NO_INDEX)
		capacity[build->cycle->disk] = node->tmp_disk;
}

static void _disk_held(struct fts_build *build, struct fts_held *held)
{
	if (build->cycle->disk != FT_NO_INDEX && held->job->details)
		held->amount[build->cycle->disk] =
			held->job->details->pn_min_tmp_disk;
}

static void _disk_wanted(struct fts_build *build, job_record_t *job,
			 struct fts_demand *demand)
{
	if (build->cycle->disk != FT_NO_INDEX)
		demand->per_node[build->cycle->disk] =
			job->details->pn_min_tmp_disk;
}

const struct fts_dimension fts_disk = {
	.columns = _disk_columns,
	.capacity = _disk_capacity,
	.held = _disk_held,
	.wanted = _disk_wanted,
};
