/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_switch.h.
 */
#include "slurm/schedule_switch.h"

static bool _parameter(const char *word)
{
	return xstrcasestr(slurm_conf.topology_param, word);
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
	uint32_t count;
	struct fts_switch *list = fts_switches(&count);

	if (count)
		build->root =
			fts_build_alloc(build, count * sizeof(*build->root));
	for (uint32_t i = 0; build->root && i < count; i++) {
		if (!list[i].nodes)
			continue;
		if (list[i].leaf)
			_set_leaves(build, i + 1, list[i].nodes);
		if (list[i].root)
			build->root[build->root_count++] =
				fts_build_set(build, list[i].nodes);
	}
	fts_switches_free(list, count);
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
