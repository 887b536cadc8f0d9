/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See nodes/topology.h.
 */
#include "slurm/reserve/nodes/topology.h"

#include <stdlib.h>

#include "slurm/reserve/resource/exclusive.h"

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
			build->topology.leaves_overlap = true;
		build->snapshot->node[n].leaf = leaf;
	}
}

/*
 * The rest of the node's segment gets its number.  What is in a segment that
 * has one already, since two overlap, joins that.
 */
static void _set_segment(struct fts_build *build, uint32_t node,
			 uint32_t number)
{
	struct ft_node *list = build->snapshot->node;
	bitstr_t *nodes = bit_alloc(node_record_count);
	uint32_t count = build->snapshot->node_count;

	bit_set(nodes, node);
	fts_segments_widen(nodes);
	for (int64_t n = fts_bit_next(nodes, 0); n >= 0 && n < count;
	     n = fts_bit_next(nodes, n + 1)) {
		uint32_t former = list[n].segment;

		list[n].segment = number;
		for (uint32_t i = 0; former && i < count; i++)
			if (list[i].segment == former)
				list[i].segment = number;
	}
	FREE_NULL_BITMAP(nodes);
}

/* Each block is one, and each node of none: numbers are those that
 * _set_segment() would give. */
static void _set_block_segments(struct fts_build *build)
{
	struct ft_node *list = build->snapshot->node;
	uint32_t *number = calloc((size_t) build->topology.block_count + 1,
				  sizeof(*number));

	build->failed |= !number;
	for (uint32_t n = 0; number && n < build->snapshot->node_count; n++) {
		uint32_t leaf = list[n].leaf;

		if (leaf && !number[leaf])
			number[leaf] = n + 1;
		list[n].segment = leaf ? number[leaf] : n + 1;
	}
	free(number);
}

/* Costs nothing until a job wants any. */
static void _set_segments(struct fts_build *build)
{
	build->topology.segmented = !build->linear && fts_segments_kept();
	if (!build->topology.segmented || !build->marks->segments)
		return;
	if (build->topology.block_size && !build->topology.leaves_overlap) {
		_set_block_segments(build);
		return;
	}
	for (uint32_t n = 0; n < build->snapshot->node_count; n++)
		if (node_record_table_ptr[n] &&
		    !build->snapshot->node[n].segment)
			_set_segment(build, n, n + 1);
}

bool fts_segments_wanted(const struct fts_build *build, const job_record_t *job)
{
	bool wanted = build->topology.segmented && FTS_WANTS_SEGMENTS(job);

	if (wanted)
		fts_marks_segments(build->marks);
	return wanted;
}

static void _set_switches(struct fts_build *build)
{
	uint32_t count;
	struct fts_switch *list = fts_switches(&count);

	if (count)
		build->topology.root = fts_build_alloc(
			build, count * sizeof(*build->topology.root));
	for (uint32_t i = 0; build->topology.root && i < count; i++) {
		if (!list[i].nodes)
			continue;
		if (list[i].leaf)
			_set_leaves(build, build->topology.leaf_count = i + 1,
				    list[i].nodes);
		if (list[i].root)
			build->topology.root[build->topology.root_count++] =
				fts_build_set(build, list[i].nodes);
	}
	fts_switches_free(list, count);
}

/* Those of the nodes, or those that are on no leaf. */
static void _add_root(struct fts_build *build, bool leaf)
{
	struct ft_node_set *set = ft_snapshot_set(build->snapshot);

	build->failed |= !set;
	for (uint32_t n = 0; set && n < build->snapshot->node_count; n++)
		if (node_record_table_ptr[n] &&
		    (build->snapshot->node[n].leaf != 0) == leaf)
			ft_node_set_add(set, n);
	if (set && ft_node_set_count(set))
		build->topology.root[build->topology.root_count++] = set;
}

/* A job is on nodes of blocks, or on others. */
static bool _set_blocks(struct fts_build *build)
{
	enum { ROOTS = 2 };
	struct fts_blocks blocks;

	if (build->linear || !fts_blocks(&blocks))
		return false;
	build->topology.block_size = blocks.size;
	build->topology.block_levels = blocks.levels;
	build->topology.block_count = blocks.count;
	for (uint32_t i = 0; i < blocks.count; i++)
		if (blocks.nodes[i])
			_set_leaves(build, i + 1, blocks.nodes[i]);
	xfree(blocks.nodes);
	build->topology.root =
		fts_build_alloc(build, ROOTS * sizeof(*build->topology.root));
	if (!build->topology.root)
		return true;
	_add_root(build, true);
	_add_root(build, false);
	return true;
}

void fts_build_switches(struct fts_build *build)
{
	if (!_set_blocks(build))
		_set_switches(build);
	_set_segments(build);
}

/* The lowest from `from` on, or -1. */
static int _level_above(uint32_t levels, int from)
{
	for (int l = from; l < 32; l++)
		if (levels >> l & 1)
			return l;
	return -1;
}

static int _level_below(uint32_t levels, int from)
{
	while (from > 0 && !(levels >> from & 1))
		from--;
	return from > 0 ? from : 0;
}

void fts_block_limit(const struct fts_build *build, uint32_t nodes,
		     uint32_t *ret_leaves, uint32_t *ret_level)
{
	uint64_t size = build->topology.block_size;
	int wanted = 0, level, below = 0;
	uint32_t most;

	while (size << wanted < nodes)
		wanted++;
	level = _level_above(build->topology.block_levels, wanted);
	if (wanted)
		below = _level_below(build->topology.block_levels, wanted - 1);
	most = (uint32_t) ((nodes + (size << below) - 1) / (size << below));
	*ret_leaves = 1;
	if (level >= 0 && UINT64_C(1) << (level - below) <= most) {
		*ret_level = (uint32_t) level;
	} else if (level >= 0) {
		*ret_level = (uint32_t) wanted;
	} else {
		*ret_level = (uint32_t) below;
		*ret_leaves =
			(uint64_t) most << below < build->topology.block_count
				? most
				: 0;
	}
}

bool fts_switch_counts(const struct fts_build *build, const job_record_t *job)
{
	if (build->topology.block_size)
		return true;
	if (!build->topology.root_count || job->details->contiguous ||
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

	if (!leaves || leaves == NO_VAL || build->topology.block_size ||
	    !fts_switch_counts(build, job))
		return 0;
	/* There slurmctld takes more than one for none. */
	return leaves > 1 && _parameter("dragonfly") ? 0 : leaves;
}

bool fts_switch_wish(const struct fts_build *build, const job_record_t *job,
		     uint32_t *ret_level)
{
	*ret_level = 0;
	if (!build->options->few_switches || build->topology.leaf_count < 2 ||
	    build->topology.leaves_overlap || build->topology.block_size ||
	    !fts_switch_counts(build, job))
		return false;
	/* All together are no more than may be, with what is on none. */
	while ((build->topology.leaf_count - 1) >> *ret_level >=
	       FT_LEAVES_MAX - 1)
		++*ret_level;
	return *ret_level <= FT_LEAF_LEVEL_MAX;
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
	       (job->bit_flags & SPREAD_JOB ? 4u : 0u) |
	       (FTS_WANTS_SEGMENTS(job) ? 8u : 0u);
}
