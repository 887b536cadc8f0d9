/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sets up the index of gaps: see gap.h.  Says which shapes it serves, and
 * parts the nodes into kinds that no such shape, and no rule of choice but
 * the lowest index, tells apart.
 *
 * Serves shapes that are exclusive, take a fixed number of nodes, may enter no
 * closure, require no node, need no neighbours, have no further parts, and
 * neither rely on nodes that others change nor change those that others rely
 * on.
 */
#include <errno.h>
#include <stdlib.h>

#include "core/search/gap.h"

static bool _suits_kind(const struct ft_shape *shape)
{
	return !shape->part_count && shape->request->exclusive &&
	       (shape->low == shape->high) && !shape->access->closure_count &&
	       !shape->roster->required_count && !ft_shape_tied(shape) &&
	       !shape->change;
}

struct item {
	uint64_t weight;
	int64_t cores;
	uint32_t node;
	uint32_t kind;
};

/* By weight, then by cores. */
static int _by_weight(const void *x, const void *y)
{
	const struct item *a = x, *b = y;

	if (a->weight != b->weight)
		return a->weight < b->weight ? -1 : 1;
	return (a->cores > b->cores) - (a->cores < b->cores);
}

static int _by_cores(const void *x, const void *y)
{
	const struct item *a = x, *b = y;

	return (a->cores > b->cores) - (a->cores < b->cores);
}

static struct item _item(const struct ft_snapshot *snapshot, uint32_t node)
{
	size_t at = (size_t) node * snapshot->resource_count + FT_CORES;

	return (struct item){
		.weight = snapshot->node[node].weight,
		.cores = snapshot->capacity[at],
		.node = node,
	};
}

/*
 * Nodes of one weight and size are of one kind at first.  Runs of such nodes
 * are the rule, so that few items are to be sorted.
 */
static int _first_kinds(struct ft_gaps *gaps)
{
	const struct ft_snapshot *snapshot = gaps->machine->snapshot;
	uint32_t nodes = snapshot->node_count, runs = 0;
	struct item *item = calloc((size_t) nodes + 1, sizeof(*item));

	if (!item)
		return -ENOMEM;
	for (uint32_t n = 0; n < nodes; n++) {
		item[runs] = _item(snapshot, n);
		runs += !runs || _by_weight(&item[runs - 1], &item[runs]);
	}
	qsort(item, runs, sizeof(*item), _by_weight);
	for (uint32_t i = 0; i < runs; i++) {
		uint32_t n = item[i].node;
		struct item next = item[i];

		gaps->kind_count += !i || _by_weight(&item[i - 1], &item[i]);
		do {
			gaps->kind[n++] = gaps->kind_count - 1;
			if (n < nodes)
				next = _item(snapshot, n);
		} while ((n < nodes) && !_by_weight(&item[i], &next));
	}
	free(item);
	return 0;
}

/* Nodes of the roster part from those of their kind that are not in it. */
static void _split_kinds(struct ft_gaps *gaps, const struct ft_roster *roster,
			 uint32_t *fresh)
{
	uint32_t known = gaps->kind_count;

	for (uint32_t i = 0; i < known; i++)
		fresh[i] = FT_NO_INDEX;
	for (uint32_t i = 0; i < roster->count; i++) {
		uint32_t *kind = &gaps->kind[roster->node[i]];

		if (fresh[*kind] == FT_NO_INDEX)
			fresh[*kind] = gaps->kind_count++;
		*kind = fresh[*kind];
	}
}

/*
 * Numbers the kinds in use from 0 on.  With used, nodes that are not used
 * have no kind.
 */
static void _number_kinds(struct ft_gaps *gaps, uint32_t *fresh,
			  const bool *used)
{
	uint32_t nodes = gaps->machine->snapshot->node_count;

	for (uint32_t i = 0; i < gaps->kind_count; i++)
		fresh[i] = FT_NO_INDEX;
	gaps->kind_count = 0;
	for (uint32_t n = 0; n < nodes; n++) {
		uint32_t kind = gaps->kind[n];

		gaps->kind[n] = FT_NO_INDEX;
		if (used && !used[n])
			continue;
		if (fresh[kind] == FT_NO_INDEX)
			fresh[kind] = gaps->kind_count++;
		gaps->kind[n] = fresh[kind];
	}
}

/* Rosters that indexed shapes use. */
static bool *_rosters_in_use(const struct ft_shape_table *table)
{
	bool *in_use =
		calloc((size_t) table->roster_count + 1, sizeof(*in_use));

	for (uint32_t i = 0; in_use && (i < table->shape_count); i++)
		if (table->shape[i].indexed)
			in_use[table->shape[i].roster->index] = true;
	return in_use;
}

static int _part_nodes(struct ft_gaps *gaps, const struct ft_shape_table *table,
		       const bool *in_use)
{
	size_t nodes = gaps->machine->snapshot->node_count;
	bool *used = calloc(nodes + 1, sizeof(*used));
	/* A split makes at most twice as many numbers as there are nodes. */
	uint32_t *fresh = calloc(2 * nodes + 1, sizeof(*fresh));
	int rc = -ENOMEM;

	if (!used || !fresh || _first_kinds(gaps))
		goto out;
	for (uint32_t i = 0; i < table->roster_count; i++) {
		const struct ft_roster *roster = table->roster[i];

		if (!in_use[i])
			continue;
		_split_kinds(gaps, roster, fresh);
		_number_kinds(gaps, fresh, NULL);
		for (uint32_t j = 0; j < roster->count; j++)
			used[roster->node[j]] = true;
	}
	_number_kinds(gaps, fresh, used);
	rc = 0;
out:
	free(used);
	free(fresh);
	return rc;
}

/* Ranks of the kinds, by one of their nodes each. */
static int _rank_kinds(struct ft_gaps *gaps)
{
	const struct ft_snapshot *snapshot = gaps->machine->snapshot;
	uint32_t kinds = gaps->kind_count, rank = 0;
	struct item *item = calloc((size_t) kinds + 1, sizeof(*item));

	gaps->rank = calloc((size_t) kinds + 1, sizeof(*gaps->rank));
	if (!item || !gaps->rank) {
		free(item);
		return -ENOMEM;
	}
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		uint32_t kind = gaps->kind[n];

		if (kind == FT_NO_INDEX)
			continue;
		item[kind] = _item(snapshot, n);
		item[kind].kind = kind;
	}
	qsort(item, kinds, sizeof(*item), _by_weight);
	for (uint32_t i = 0; i < kinds; i++) {
		rank += i && (item[i - 1].weight != item[i].weight);
		gaps->rank[item[i].kind].weight = rank;
	}
	qsort(item, kinds, sizeof(*item), _by_cores);
	rank = 0;
	for (uint32_t i = 0; i < kinds; i++) {
		rank += i && (item[i - 1].cores != item[i].cores);
		gaps->rank[item[i].kind].cores = rank;
	}
	free(item);
	return 0;
}

static int _allow_kinds(struct ft_gaps *gaps,
			const struct ft_shape_table *table, const bool *in_use)
{
	gaps->allows =
		calloc((size_t) table->roster_count * gaps->kind_count + 1,
		       sizeof(*gaps->allows));
	if (!gaps->allows)
		return -ENOMEM;
	for (uint32_t i = 0; i < table->roster_count; i++) {
		const struct ft_roster *roster = table->roster[i];
		bool *allows = gaps->allows + (size_t) i * gaps->kind_count;

		for (uint32_t j = 0; in_use[i] && (j < roster->count); j++)
			allows[gaps->kind[roster->node[j]]] = true;
	}
	return 0;
}

static int _alloc_kind(struct ft_gaps *gaps)
{
	size_t nodes = (size_t) gaps->machine->snapshot->node_count + 1;

	gaps->kind = calloc(nodes, sizeof(*gaps->kind));
	gaps->open = calloc(nodes, sizeof(*gaps->open));
	gaps->taken = calloc(nodes, sizeof(*gaps->taken));
	gaps->mark = calloc(nodes / 64 + 1, sizeof(*gaps->mark));
	gaps->run = calloc(3 * nodes, sizeof(*gaps->run));
	gaps->pinned = calloc(nodes, sizeof(*gaps->pinned));
	return (gaps->kind && gaps->open && gaps->taken && gaps->mark &&
		gaps->run && gaps->pinned)
		       ? 0
		       : -ENOMEM;
}

extern int ft_gaps_init(struct ft_gaps *gaps, struct ft_shape_table *table,
			const struct ft_timeline *timeline)
{
	bool *in_use;
	int rc;

	*gaps = (struct ft_gaps){.machine = &table->machine,
				 .shortest = FT_NEVER,
				 .found = FT_NEVER};
	for (uint32_t i = 0; i < table->shape_count; i++) {
		struct ft_shape *shape = &table->shape[i];

		shape->indexed = shape->possible && !shape->flexible &&
				 !shape->wants && _suits_kind(shape);
		if (!shape->indexed)
			continue;
		gaps->access = shape->access;
		if (shape->duration < gaps->shortest)
			gaps->shortest = shape->duration;
	}
	if (!gaps->access)
		return 0;
	in_use = _rosters_in_use(table);
	rc = in_use ? _alloc_kind(gaps) : -ENOMEM;
	if (!rc)
		rc = _part_nodes(gaps, table, in_use);
	if (!rc)
		rc = _rank_kinds(gaps);
	if (!rc)
		rc = _allow_kinds(gaps, table, in_use);
	if (!rc)
		rc = ft_idle_init(&gaps->idle, timeline, gaps->access,
				  gaps->kind, gaps->kind_count);
	if (!rc)
		rc = ft_gaps_fill(gaps, timeline);
	free(in_use);
	/* Without memory there is no index: nothing may be taken from it. */
	if (rc)
		gaps->access = NULL;
	return rc;
}

extern uint64_t ft_gaps_idle(const struct ft_gaps *gaps,
			     const struct ft_shape *shape, int64_t time)
{
	const bool *allows =
		gaps->allows + (size_t) shape->roster->index * gaps->kind_count;

	return ft_idle_count(&gaps->idle, allows, time);
}

extern void ft_gaps_fini(struct ft_gaps *gaps)
{
	ft_gaps_clear(gaps);
	ft_idle_fini(&gaps->idle);
	free(gaps->open);
	free(gaps->taken);
	free(gaps->mark);
	free(gaps->cut);
	free(gaps->run);
	free(gaps->pinned);
	free(gaps->kind);
	free(gaps->rank);
	free(gaps->allows);
	*gaps = (struct ft_gaps){0};
}
