/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_switch.h.
 */
#include "slurm/schedule_switch.h"

#include "src/common/slurm_topology.h"

static bool _parameter(const char *word)
{
	return xstrcasestr(slurm_conf.topology_param, word);
}

/* Is the switch below no other one? */
static bool _is_root(int i)
{
	for (int j = 0; j < switch_record_cnt; j++) {
		const switch_record_t *other = &switch_record_table[j];

		for (uint16_t c = 0; c < other->num_switches; c++)
			if (other->switch_index[c] == i)
				return false;
	}
	return true;
}

/* A node on two leaves counts for the last one. */
static void _set_leaves(struct fts_build *build, uint32_t leaf, bitstr_t *nodes)
{
	for (int64_t n = fts_bit_next(nodes, 0);
	     n >= 0 && n < build->snapshot->node_count;
	     n = fts_bit_next(nodes, n + 1)) {
		if (build->snapshot->node[n].leaf)
			build->leaves_overlap = true;
		build->snapshot->node[n].leaf = leaf;
	}
}

void fts_build_switches(struct fts_build *build)
{
	if (switch_record_cnt < 1 || !switch_record_table)
		return;
	build->root = fts_build_alloc(build, (size_t) switch_record_cnt *
						     sizeof(*build->root));
	for (int i = 0; build->root && i < switch_record_cnt; i++) {
		const switch_record_t *record = &switch_record_table[i];

		if (!record->node_bitmap)
			continue;
		if (!record->level)
			_set_leaves(build, (uint32_t) i + 1,
				    record->node_bitmap);
		if (_is_root(i))
			build->root[build->root_count++] =
				fts_build_set(build, record->node_bitmap);
	}
}

bool fts_switch_counts(const struct fts_build *build, const job_record_t *job)
{
	if (!build->root_count || job->details->contiguous ||
	    (job->bit_flags & SPREAD_JOB))
		return false;
	if (!build->linear && ((build->cr_type & CR_LLN) ||
			       (job->part_ptr->flags & PART_FLAG_LLN)))
		return false;
	return job->req_switch || !_parameter("TopoOptional");
}

uint32_t fts_switch_leaves(const struct fts_build *build,
			   const job_record_t *job)
{
	uint32_t leaves = job->req_switch;

	if (!leaves || leaves == NO_VAL || !fts_switch_counts(build, job))
		return 0;
	/* There slurmctld takes more than one for none. */
	return leaves > 1 && _parameter("dragonfly") ? 0 : leaves;
}

int64_t fts_switch_patience(const struct fts_build *build, job_record_t *job)
{
	if (!job->wait4switch_start)
		job->wait4switch_start = build->now;
	return (int64_t) job->wait4switch_start + job->wait4switch;
}

uint64_t fts_switch_key(const job_record_t *job)
{
	return (job->req_switch ? 1u : 0u) |
	       (job->details->contiguous ? 2u : 0u) |
	       (job->bit_flags & SPREAD_JOB ? 4u : 0u);
}
