/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/demand.h: cores of a node that its partition keeps from a job.
 */
#include "slurm/reserve/demand/demand.h"

#include "slurm/common/given.h"
#include "slurm/reserve/demand/socket.h"
#include "slurm/reserve/resource/max_cpus.h"

/*
 * Has some node fewer CPUs under the limit than the job asks for?  Where the
 * limit does not bound select, it may give that node more than was planned.
 */
static bool _is_overrun(const struct fts_build *build, const job_record_t *job)
{
	const struct ft_snapshot *snapshot = build->snapshot;
	uint32_t cap = fts_build_cap(build, job->part_ptr);
	bitstr_t *nodes = job->part_ptr->node_bitmap;
	int64_t cpus;

	if (FTS_SOCKET_LIMIT_BOUNDS || cap == FT_NO_INDEX || !nodes)
		return false;
	for (int64_t i = fts_bit_next(nodes, 0); i >= 0;
	     i = fts_bit_next(nodes, i + 1)) {
		cpus = snapshot->capacity[i * snapshot->resource_count + cap] *
		       snapshot->node[i].threads;
		if (cpus && cpus < job->details->min_cpus)
			return true;
	}
	return false;
}

/*
 * A partition may keep CPUs of each socket from its jobs.  With fewer threads
 * of each core Slurm counts the limit in other cores, and where sockets are
 * wished, or given out whole, they matter one by one.
 */
static bool _limits_sockets(const struct fts_build *build,
			    const job_record_t *job, struct fts_demand *demand)
{
	if (!fts_given32(FTS_MAX_CPUS_PER_SOCKET(job->part_ptr)))
		return false;
	if (build->sockets || demand->whole || fts_socket_wished(job) ||
	    (demand->threads &&
	     demand->threads * demand->unit != demand->survey->most_threads))
		fts_demand_refuse(demand, "MaxCPUsPerSocket, of whole nodes, "
					  "sockets or parts of cores");
	else if (_is_overrun(build, job))
		fts_demand_refuse(demand, "MaxCPUsPerSocket, of more CPUs than "
					  "a node has under it");
	else
		demand->partial = "more CPUs of a socket than MaxCPUsPerSocket "
				  "leaves beside others of its partition";
	return true;
}

/*
 * A partition may keep CPUs of its nodes from its jobs.  What a job of whole
 * nodes may then have is not known.
 */
void fts_demand_limit_cpus(struct fts_build *build, const job_record_t *job,
			   struct fts_demand *demand)
{
	uint32_t limit = job->part_ptr->max_cpus_per_node;
	uint32_t cap = fts_build_cap(build, job->part_ptr);

	if (_limits_sockets(build, job, demand) && !fts_given32(limit)) {
		if (cap != FT_NO_INDEX && !demand->unknown)
			demand->per_core[cap] = 1;
		demand->loose = cap;
		return;
	}
	if (!fts_given32(limit))
		return;
	if (cap != FT_NO_INDEX && !demand->whole &&
	    (!demand->threads ||
	     demand->threads * demand->unit == demand->survey->most_threads)) {
		demand->per_core[cap] = 1;
		return;
	}
	if (cap != FT_NO_INDEX && !demand->whole)
		demand->cap = cap;
	else
		fts_demand_refuse(demand, "MaxCPUsPerNode, of whole nodes");
	demand->most_tasks = MIN(demand->most_tasks, limit / demand->cpus);
}
