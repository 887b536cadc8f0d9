/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See cycle/completing.h.
 */
#include "slurm/common/compat.h"

#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/common/lock.h"
#include "slurm/reserve/cycle/completing.h"

bool fts_completing_stops(bool by_partition)
{
	slurmctld_lock_t job_read = {.job = READ_LOCK};
	bool completing;

	if (by_partition)
		return false;
	fts_lock_take(job_read, "completing");
	completing = job_is_completing(NULL);
	fts_lock_drop(job_read);
	return completing;
}

bitstr_t *fts_completing_nodes(bool by_partition)
{
	bitstr_t *nodes;

	if (!by_partition || !slurm_conf.complete_wait)
		return NULL;
	nodes = bit_alloc(node_record_count);
	if (!job_is_completing(nodes))
		FREE_NULL_BITMAP(nodes);
	return nodes;
}

static bool _delays_partition(const bitstr_t *nodes, const char *name)
{
	const part_record_t *partition = find_part_record((char *) name);

	return partition && partition->node_bitmap &&
	       bit_size((bitstr_t *) nodes) ==
		       bit_size(partition->node_bitmap) &&
	       bit_overlap_any((bitstr_t *) nodes, partition->node_bitmap);
}

bool fts_completing_delays(const bitstr_t *nodes,
			   const struct fts_candidate *candidate,
			   uint32_t request)
{
	uint32_t parts = candidate->part_count + 1;
	bool delays = false;

	if (!nodes)
		return false;
	if (!candidate->part_count)
		return _delays_partition(nodes, candidate->partition[request]);
	for (uint32_t p = 0; !delays && p < parts; p++)
		delays = _delays_partition(
			nodes,
			candidate->component[(size_t) request * parts + p]
				.partition);
	return delays;
}
