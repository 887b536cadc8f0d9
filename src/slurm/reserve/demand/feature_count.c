/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/feature_count.h.
 *
 * slurmctld picks nodes for one count after the other and never goes back, so
 * that nodes with several of the features may be picked for the wrong one.
 * The plan spreads them over all; at the start slurmctld gets just its nodes
 * and is not asked to count (fts_manner.counted).
 */
#include "slurm/reserve/demand/feature_count.h"

#include "slurm/reserve/build/feature.h"

static const struct ft_node_set *_share_bits(struct fts_build *build,
					     bitstr_t *nodes)
{
	struct ft_node_set *set = fts_build_scratch(build);
	struct fts_shared *shared;

	if (!set)
		return NULL;
	for (int64_t i = fts_bit_next(nodes, 0); i >= 0 && i < set->size;
	     i = fts_bit_next(nodes, i + 1))
		ft_node_set_add(set, (uint32_t) i);
	shared = fts_build_share_set(build, set);
	return shared ? (const void *) shared->data : NULL;
}

/* Different nodes for each count. */
static uint32_t _list_apart(struct fts_build *build, fts_list_t features,
			    bitstr_t *nodes, bitstr_t *all,
			    struct fts_group *group)
{
	uint32_t n = 0;
	bitstr_t *own;

	while (n < FTS_GROUPS_MAX &&
	       (own = fts_feature_counted(features, n, &group[n].count))) {
		bit_and(own, nodes);
		bit_or(all, own);
		group[n++].nodes = _share_bits(build, own);
		FREE_NULL_BITMAP(own);
	}
	return n;
}

/* The same nodes for all counts. */
static uint32_t _list_same(struct fts_build *build, fts_list_t features,
			   bitstr_t *nodes, bitstr_t *all,
			   struct fts_group *group)
{
	uint32_t count = 0;
	bitstr_t *own;

	bit_or(all, nodes);
	for (uint32_t n = 0; (own = fts_feature_counted(features, n, &count));
	     n++) {
		group->count = MAX(group->count, count);
		bit_and(all, own);
		FREE_NULL_BITMAP(own);
	}
	group->nodes = _share_bits(build, all);
	return 1;
}

static uint32_t _sum_count(const struct fts_group *group, uint32_t count)
{
	uint32_t sum = 0;

	for (uint32_t g = 0; g < count; g++)
		sum += group[g].count;
	return sum;
}

const struct fts_group *fts_build_groups(struct fts_build *build,
					 const job_record_t *job,
					 fts_list_t features, bitstr_t *nodes,
					 uint32_t *ret_count)
{
	const job_details_t *details = job->details;
	struct fts_group group[FTS_GROUPS_MAX];
	bitstr_t *all = bit_alloc(bit_size(nodes));
	struct fts_feature_traits traits;
	uint32_t count, sum;

	memset(group, 0, sizeof(group));
	fts_feature_traits(features, &traits);
	fts_feature_uncounted(features, nodes);
	count = traits.bracketed
			? _list_apart(build, features, nodes, all, group)
			: _list_same(build, features, nodes, all, group);
	sum = _sum_count(group, count);
	if (details->min_nodes <= sum && details->max_nodes <= sum)
		bit_and(nodes, all);
	FREE_NULL_BITMAP(all);
	*ret_count = count;
	return build->failed
		       ? NULL
		       : fts_build_same(build, group, count * sizeof(*group));
}

/* Of the set: those of it that are wanted by name and not yet counted. */
static uint32_t _named(struct ft_node_set *left, const struct fts_group *group,
		       struct ft_node_set *taken)
{
	uint32_t found = 0;

	for (uint32_t i = ft_node_set_next(left, 0);
	     i < left->size && found < group->count;
	     i = ft_node_set_next(left, i + 1)) {
		if (!ft_node_set_has(group->nodes, i))
			continue;
		ft_node_set_drop(left, i);
		if (taken)
			ft_node_set_add(taken, i);
		found++;
	}
	return found;
}

uint32_t fts_group_nodes(const struct fts_demand *demand)
{
	uint32_t sum = _sum_count(demand->group, demand->group_count);
	struct ft_node_set *left;

	if (!demand->required)
		return sum;
	left = ft_node_set_copy(demand->required);
	for (uint32_t g = 0; left && g < demand->group_count; g++)
		_named(left, &demand->group[g], NULL);
	if (left)
		sum += ft_node_set_count(left);
	ft_node_set_free(left);
	return sum;
}

static const struct ft_node_set *_share_set(struct fts_build *build,
					    const struct ft_node_set *set)
{
	struct fts_shared *shared = fts_build_share_set(build, set);

	return shared ? (const void *) shared->data : NULL;
}

/* Nodes of a part, and those of them that it must have. */
static void _set_nodes(struct fts_build *build, const struct fts_group *group,
		       struct ft_node_set *left, struct ft_request *part)
{
	struct ft_node_set *set = fts_build_scratch(build);

	part->min_nodes = part->max_nodes = group->count;
	if (!set)
		return;
	ft_node_set_or(set, part->eligible);
	ft_node_set_and(set, group->nodes);
	part->eligible = _share_set(build, set);
	part->required = NULL;
	set = left ? fts_build_scratch(build) : NULL;
	if (set && _named(left, group, set))
		part->required = _share_set(build, set);
}

/* What counts for the whole job counts for its first part. */
static void _strip(struct ft_request *part)
{
	part->licence_count = 0;
	part->licence = NULL;
	part->not_before = 0;
	part->end_by = FT_NEVER;
	part->apart = true;
}

void fts_group_divide(struct fts_build *build, const struct fts_demand *demand,
		      struct ft_request *request)
{
	struct ft_node_set *left =
		demand->required ? ft_node_set_copy(demand->required) : NULL;
	uint32_t sum = _sum_count(demand->group, demand->group_count);
	struct ft_request part[FTS_GROUPS_MAX + 1];
	uint32_t count = demand->group_count;

	memset(part, 0, sizeof(part));
	request->least = request->step = 0;
	for (uint32_t g = 0; g < count; g++) {
		memcpy(&part[g], request, sizeof(part[g]));
		_set_nodes(build, &demand->group[g], left, &part[g]);
	}
	if (request->min_nodes > sum) {
		struct fts_group rest = {.nodes = request->eligible,
					 .count = request->min_nodes - sum};

		memcpy(&part[count], request, sizeof(part[count]));
		_set_nodes(build, &rest, left, &part[count++]);
	}
	for (uint32_t g = 1; g < count; g++)
		_strip(&part[g]);
	memcpy(request, &part[0], sizeof(*request));
	request->part_count = count - 1;
	if (count > 1)
		request->part = fts_build_same(build, &part[1],
					       (count - 1) * sizeof(*part));
	ft_node_set_free(left);
}
