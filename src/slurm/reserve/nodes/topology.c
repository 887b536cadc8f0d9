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

const struct fts_topology *fts_topology_of(const struct fts_build *build,
					   const job_record_t *job)
{
	static const struct fts_topology none = {.block_size = 0};
	uint32_t number =
		job->part_ptr ? FTS_TOPOLOGY_NUMBER(job->part_ptr) : 0;

	return number < build->topology_count ? &build->topology[number]
					      : &none;
}

/*
 * Numbers for so many leaves.  Those that are neighbours by their bits above
 * some level have the same bits as if the numbers began at 1.
 */
static void _number_leaves(struct fts_build *build,
			   struct fts_topology *topology, uint32_t count)
{
	uint64_t size = 1;

	while (size < count)
		size <<= 1;
	topology->first =
		(uint32_t) ((build->last_leaf + size - 1) / size * size);
	build->last_leaf = topology->first + count;
}

/* A node on two leaves counts for the last one. */
static void _set_leaves(struct fts_build *build, struct fts_topology *topology,
			uint32_t leaf, bitstr_t *nodes)
{
	for (int64_t n = fts_bit_next(nodes, 0);
	     n >= 0 && n < build->snapshot->node_count;
	     n = fts_bit_next(nodes, n + 1)) {
		uint32_t *of = &build->snapshot->node[n].leaf;

		if (topology->nodes && !bit_test(topology->nodes, n))
			continue;
		if (*of && *of <= topology->first) {
			topology->shared = true;
			continue;
		}
		if (*of)
			topology->leaves_overlap = true;
		*of = topology->first + leaf;
	}
}

/*
 * The rest of the node's segment gets its number.  What is in a segment that
 * has one already, since two overlap, joins that.
 */
static void _set_segment(struct fts_build *build,
			 const struct fts_topology *topology, uint32_t node)
{
	struct ft_node *list = build->snapshot->node;
	bitstr_t *nodes = bit_alloc(node_record_count);
	uint32_t count = build->snapshot->node_count;

	bit_set(nodes, node);
	fts_segments_widen((uint32_t) (topology - build->topology), nodes);
	for (int64_t n = fts_bit_next(nodes, 0); n >= 0 && n < count;
	     n = fts_bit_next(nodes, n + 1)) {
		uint32_t former = list[n].segment;

		list[n].segment = node + 1;
		for (uint32_t i = 0; former && i < count; i++)
			if (list[i].segment == former)
				list[i].segment = node + 1;
	}
	FREE_NULL_BITMAP(nodes);
}

/* Is it a node that the topology is for? */
static bool _is_for_node(const struct fts_topology *topology, uint32_t node)
{
	return node_record_table_ptr[node] &&
	       (!topology->nodes || bit_test(topology->nodes, node));
}

/* Each block is one, and each node of none: numbers are those that
 * _set_segment() would give. */
static void _set_block_segments(struct fts_build *build,
				const struct fts_topology *topology)
{
	struct ft_node *list = build->snapshot->node;
	uint32_t *number =
		calloc((size_t) topology->block_count + 1, sizeof(*number));

	build->failed |= !number;
	for (uint32_t n = 0; number && n < build->snapshot->node_count; n++) {
		uint32_t leaf = list[n].leaf;

		if (!_is_for_node(topology, n))
			continue;
		leaf -= leaf ? topology->first : 0;
		if (leaf && !number[leaf])
			number[leaf] = n + 1;
		list[n].segment = leaf ? number[leaf] : n + 1;
	}
	free(number);
}

/* Costs nothing until a job wants any. */
static void _set_segments(struct fts_build *build,
			  struct fts_topology *topology)
{
	topology->segmented =
		!build->linear &&
		fts_segments_kept((uint32_t) (topology - build->topology));
	if (!topology->segmented || !build->marks->segments)
		return;
	if (topology->block_size && !topology->leaves_overlap) {
		_set_block_segments(build, topology);
		return;
	}
	for (uint32_t n = 0; n < build->snapshot->node_count; n++)
		if (_is_for_node(topology, n) &&
		    !build->snapshot->node[n].segment)
			_set_segment(build, topology, n);
}

bool fts_segments_wanted(const struct fts_build *build, const job_record_t *job)
{
	bool wanted = fts_topology_of(build, job)->segmented &&
		      FTS_WANTS_SEGMENTS(job);

	if (wanted)
		fts_marks_segments(build->marks);
	return wanted;
}

static void _set_switches(struct fts_build *build,
			  struct fts_topology *topology)
{
	uint32_t count;
	struct fts_switch *list = fts_switches(topology->name, &count);

	if (count)
		topology->root =
			fts_build_alloc(build, count * sizeof(*topology->root));
	_number_leaves(build, topology, count);
	for (uint32_t i = 0; topology->root && i < count; i++) {
		if (!list[i].nodes)
			continue;
		if (list[i].leaf)
			_set_leaves(build, topology,
				    topology->leaf_count = i + 1,
				    list[i].nodes);
		if (list[i].root)
			topology->root[topology->root_count++] =
				fts_build_set(build, list[i].nodes);
	}
	topology->leaves_overlap |= topology->shared;
	fts_switches_free(list, count);
}

/* Those of the nodes, or those that are on no leaf. */
static void _add_root(struct fts_build *build, struct fts_topology *topology,
		      bool leaf)
{
	struct ft_node_set *set = ft_snapshot_set(build->snapshot);

	build->failed |= !set;
	for (uint32_t n = 0; set && n < build->snapshot->node_count; n++)
		if (_is_for_node(topology, n) &&
		    (build->snapshot->node[n].leaf != 0) == leaf)
			ft_node_set_add(set, n);
	if (set && ft_node_set_count(set))
		topology->root[topology->root_count++] = set;
}

/* A job is on nodes of blocks, or on others. */
static bool _set_blocks(struct fts_build *build, struct fts_topology *topology)
{
	enum { ROOTS = 2 };
	struct fts_blocks blocks;

	if (build->linear || !fts_blocks(topology->name, &blocks))
		return false;
	_number_leaves(build, topology, blocks.count);
	for (uint32_t i = 0; i < blocks.count; i++)
		if (blocks.nodes[i])
			_set_leaves(build, topology, i + 1, blocks.nodes[i]);
	topology->root =
		fts_build_alloc(build, ROOTS * sizeof(*topology->root));
	if (topology->root && !topology->shared) {
		topology->block_size = blocks.size;
		topology->block_levels = blocks.levels;
		topology->block_count = blocks.count;
		_add_root(build, topology, true);
		_add_root(build, topology, false);
	}
	fts_blocks_free(&blocks);
	return true;
}

/* Caller frees ->nodes of each, if there are several. */
static void _find_topologies(struct fts_build *build)
{
	enum { MOST = 1000 }; /* what slurmctld does not know is -1 */
	fts_list_iterator_t iterator = list_iterator_create(part_list);
	const part_record_t *part;
	uint32_t count = 1;

	while ((part = list_next(iterator)))
		if (FTS_TOPOLOGY_NUMBER(part) < MOST)
			count = MAX(count, FTS_TOPOLOGY_NUMBER(part) + 1);
	build->topology =
		fts_build_alloc(build, count * sizeof(*build->topology));
	build->topology_count = build->topology ? count : 0;
	list_iterator_reset(iterator);
	while ((part = list_next(iterator))) {
		uint32_t number = FTS_TOPOLOGY_NUMBER(part);
		struct fts_topology *topology = &build->topology[number];

		if (number >= build->topology_count)
			continue;
		topology->name = number ? FTS_TOPOLOGY_NAME(part) : NULL;
		if (count > 1 && !topology->nodes)
			topology->nodes = bit_alloc(node_record_count);
		if (topology->nodes && part->node_bitmap)
			bit_or(topology->nodes, part->node_bitmap);
	}
	list_iterator_destroy(iterator);
}

void fts_build_switches(struct fts_build *build)
{
	_find_topologies(build);
	for (uint32_t i = 0; i < build->topology_count; i++) {
		struct fts_topology *topology = &build->topology[i];

		if (build->topology_count > 1 && !topology->nodes)
			continue; /* no partition is of it */
		if (!_set_blocks(build, topology))
			_set_switches(build, topology);
		_set_segments(build, topology);
		FREE_NULL_BITMAP(topology->nodes);
	}
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

/* So many blocks, at least, hold so many nodes: 1 << that. */
static int _level_for(const struct fts_topology *topology, uint64_t nodes)
{
	int level = 0;

	while ((uint64_t) topology->block_size << level < nodes)
		level++;
	return level;
}

/*
 * On how many blocks, each of 1 << *ret_level base blocks in a row, so many
 * nodes are; 0: on any.
 */
static void _blocks_allowed(const struct fts_topology *topology, uint32_t nodes,
			    uint32_t *ret_leaves, uint32_t *ret_level)
{
	uint64_t size = topology->block_size;
	int wanted = _level_for(topology, nodes), level, below = 0;
	uint32_t most;

	level = _level_above(topology->block_levels, wanted);
	if (wanted)
		below = _level_below(topology->block_levels, wanted - 1);
	most = (uint32_t) ((nodes + (size << below) - 1) / (size << below));
	*ret_leaves = 1;
	if (level >= 0 && UINT64_C(1) << (level - below) <= most) {
		*ret_level = (uint32_t) level;
	} else if (level >= 0) {
		*ret_level = (uint32_t) wanted;
	} else {
		*ret_level = (uint32_t) below;
		*ret_leaves = (uint64_t) most << below < topology->block_count
				      ? most
				      : 0;
	}
}

/* Of segments that share one block, the size of which is configured. */
static void _join_segments(const struct fts_topology *topology,
			   const job_record_t *job, uint32_t nodes,
			   struct fts_demand *demand)
{
	uint64_t size = topology->block_size, room = nodes;
	int level;

	if (FTS_SEGMENTS_APART(job))
		room = (demand->bundle + size - 1) / size * size *
		       (nodes / demand->bundle);
	level = _level_above(topology->block_levels,
			     _level_for(topology, room));
	if (level < 0) /* the whole topology is one */
		return;
	demand->blocks = 1;
	demand->block_level = (uint32_t) level;
}

void fts_block_demand(const struct fts_topology *topology,
		      const job_record_t *job, uint32_t nodes,
		      struct fts_demand *demand)
{
	uint32_t segment = FTS_SEGMENT_NODES(job), blocks;

	if (!segment || (segment == nodes && !FTS_SEGMENTS_JOINED(job))) {
		_blocks_allowed(topology, nodes, &demand->blocks,
				&demand->block_level);
		return;
	}
	_blocks_allowed(topology, segment, &blocks, &demand->bundle_level);
	if (nodes % segment ||
	    (segment > topology->block_size && !FTS_SEGMENTS_SPAN))
		fts_demand_refuse(demand, "segments that no job can have");
	else if (blocks != 1 || demand->required || demand->group_count)
		fts_demand_refuse(demand, "segments of several blocks, or of "
					  "nodes that it names or counts");
	if (demand->unknown)
		return;
	demand->bundle = segment;
	demand->bundle_apart = FTS_SEGMENTS_APART(job);
	demand->want_nodes = nodes;
	if (FTS_SEGMENTS_JOINED(job))
		_join_segments(topology, job, nodes, demand);
}

bool fts_switch_counts(const struct fts_build *build, const job_record_t *job)
{
	const struct fts_topology *topology = fts_topology_of(build, job);

	if (topology->block_size)
		return true;
	if (!topology->root_count || job->details->contiguous ||
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

	if (!leaves || leaves == NO_VAL ||
	    fts_topology_of(build, job)->block_size ||
	    !fts_switch_counts(build, job))
		return 0;
	/* There slurmctld takes more than one for none. */
	return leaves > 1 && _parameter("dragonfly") ? 0 : leaves;
}

bool fts_switch_wish(const struct fts_build *build, const job_record_t *job,
		     uint32_t *ret_level)
{
	const struct fts_topology *topology = fts_topology_of(build, job);

	*ret_level = 0;
	if (!build->options->few_switches || topology->leaf_count < 2 ||
	    topology->leaves_overlap || topology->block_size ||
	    !fts_switch_counts(build, job))
		return false;
	/* All together are no more than may be, with what is on none. */
	while ((topology->leaf_count - 1) >> *ret_level >= FT_LEAVES_MAX - 1)
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
	uint64_t segment = job->details ? FTS_SEGMENT_NODES(job) : 0;

	return (job->req_switch ? 1u : 0u) |
	       (job->details->contiguous ? 2u : 0u) |
	       (job->bit_flags & SPREAD_JOB ? 4u : 0u) |
	       (FTS_WANTS_SEGMENTS(job) ? 8u : 0u) |
	       (FTS_SEGMENTS_APART(job) ? 16u : 0u) |
	       (FTS_SEGMENTS_JOINED(job) ? 32u : 0u) | segment << 6 |
	       (job->part_ptr
			? (uint64_t) FTS_TOPOLOGY_NUMBER(job->part_ptr) << 24
			: 0);
}
