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
	static const struct fts_topology none = {.name = NULL};
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
		calloc((size_t) topology->blocks.count + 1, sizeof(*number));

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
	if (topology->blocks.size && !topology->leaves_overlap) {
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
		topology->blocks = (struct ft_blocks){
			blocks.size, blocks.levels, blocks.count};
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

/* Those of the only topology.  Where there are several the partition decides
 * about a job: then only that there are blocks is told. */
static void _tell_blocks(struct fts_build *build)
{
	struct ft_blocks *told = &build->cycle->blocks;

	for (uint32_t i = 0; i < build->topology_count; i++)
		if (build->topology[i].blocks.size)
			*told = build->topology[i].blocks;
	if (build->topology_count > 1)
		told->size = 0;
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
	_tell_blocks(build);
}

void fts_block_demand(const struct fts_topology *topology,
		      const job_record_t *job, uint32_t nodes,
		      struct fts_demand *demand)
{
	const struct ft_blocks *all = &topology->blocks;
	struct ft_segment_wish segments = {
		.nodes = FTS_SEGMENT_NODES(job),
		.apart = FTS_SEGMENTS_APART(job),
		.joined = FTS_SEGMENTS_JOINED(job),
	};
	uint32_t blocks;

	if (!ft_segments_count(&segments, nodes)) {
		ft_blocks_allowed(all, nodes, &demand->blocks,
				  &demand->block_level);
		return;
	}
	ft_blocks_allowed(all, segments.nodes, &blocks, &demand->bundle_level);
	if (nodes % segments.nodes ||
	    (segments.nodes > all->size && !FTS_SEGMENTS_SPAN))
		fts_demand_refuse(demand, "segments that no job can have");
	else if (blocks != 1 || demand->required || demand->group_count)
		fts_demand_refuse(demand, "segments of several blocks, or of "
					  "nodes that it names or counts");
	if (demand->unknown)
		return;
	demand->bundle = segments.nodes;
	demand->bundle_apart = segments.apart;
	demand->want_nodes = nodes;
	demand->blocks =
		segments.joined &&
		ft_blocks_join(all, nodes, &segments, &demand->block_level);
}

bool fts_switch_counts(const struct fts_build *build, const job_record_t *job)
{
	const struct fts_topology *topology = fts_topology_of(build, job);

	if (topology->blocks.size)
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
	    fts_topology_of(build, job)->blocks.size ||
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
	    topology->leaves_overlap || topology->blocks.size ||
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
