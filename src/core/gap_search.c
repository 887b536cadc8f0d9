/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sets up the index of gaps and searches it: see gap.h.
 *
 * Serves shapes that are exclusive, take a fixed number of nodes, may enter no
 * closure, require no node and need no neighbours.
 */
#include <errno.h>
#include <stdlib.h>

#include "core/choice.h"
#include "core/gap.h"
#include "core/licence.h"

static bool _suits(const struct ft_shape *shape)
{
	return shape->request->exclusive && (shape->low == shape->high) &&
	       !shape->access->closure_count &&
	       !shape->roster->required_count && !shape->request->contiguous;
}

/* To give nodes of one weight and size one kind at first. */
struct rank {
	uint64_t weight;
	int64_t cores;
	uint32_t node;
};

static int _by_rank(const void *x, const void *y)
{
	const struct rank *a = x, *b = y;

	if (a->weight != b->weight)
		return a->weight < b->weight ? -1 : 1;
	return (a->cores > b->cores) - (a->cores < b->cores);
}

static int _rank_nodes(struct ft_gaps *gaps)
{
	const struct ft_snapshot *snapshot = gaps->machine->snapshot;
	uint32_t nodes = snapshot->node_count;
	struct rank *rank = calloc((size_t) nodes + 1, sizeof(*rank));

	if (!rank)
		return -ENOMEM;
	for (uint32_t n = 0; n < nodes; n++)
		rank[n] = (struct rank){
			.weight = snapshot->node[n].weight,
			.cores = snapshot->capacity[(size_t) n *
						    snapshot->resource_count],
			.node = n,
		};
	qsort(rank, nodes, sizeof(*rank), _by_rank);
	for (uint32_t i = 0; i < nodes; i++) {
		gaps->kind_count += !i || _by_rank(&rank[i - 1], &rank[i]);
		gaps->kind[rank[i].node] = gaps->kind_count - 1;
	}
	free(rank);
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
		gaps->sample[gaps->kind[n]] = n;
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

static int _make_kinds(struct ft_gaps *gaps, const struct ft_shape_table *table,
		       const bool *in_use)
{
	size_t nodes = gaps->machine->snapshot->node_count;
	bool *used = calloc(nodes + 1, sizeof(*used));
	/* A split makes at most twice as many numbers as there are nodes. */
	uint32_t *fresh = calloc(2 * nodes + 1, sizeof(*fresh));
	int rc = -ENOMEM;

	if (!used || !fresh || _rank_nodes(gaps))
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

static int _alloc(struct ft_gaps *gaps)
{
	size_t nodes = (size_t) gaps->machine->snapshot->node_count + 1;

	gaps->kind = calloc(nodes, sizeof(*gaps->kind));
	gaps->sample = calloc(nodes, sizeof(*gaps->sample));
	gaps->open = calloc(nodes, sizeof(*gaps->open));
	gaps->run = calloc(nodes, sizeof(*gaps->run));
	return (gaps->kind && gaps->sample && gaps->open && gaps->run)
		       ? 0
		       : -ENOMEM;
}

extern int ft_gaps_init(struct ft_gaps *gaps, struct ft_shape_table *table,
			const struct ft_timeline *timeline)
{
	bool *in_use;
	int rc;

	*gaps = (struct ft_gaps){.machine = &table->machine,
				 .shortest = FT_NEVER};
	for (uint32_t i = 0; i < table->shape_count; i++) {
		struct ft_shape *shape = &table->shape[i];

		shape->indexed = shape->possible && _suits(shape);
		if (!shape->indexed)
			continue;
		gaps->access = shape->access;
		if (shape->request->duration < gaps->shortest)
			gaps->shortest = shape->request->duration;
	}
	if (!gaps->access)
		return 0;
	in_use = _rosters_in_use(table);
	rc = in_use ? _alloc(gaps) : -ENOMEM;
	if (!rc)
		rc = _make_kinds(gaps, table, in_use);
	if (!rc)
		rc = _allow_kinds(gaps, table, in_use);
	if (!rc)
		rc = ft_gaps_fill(gaps, timeline);
	free(in_use);
	return rc;
}

/* One search: goes through the gaps in the order of their starts. */
struct sweep {
	struct ft_gaps *gaps;
	const struct ft_shape *shape;
	const bool *allows;
	uint32_t slot, at; /* the next gap */
	uint64_t nodes;	   /* of the open gaps */
	bool heap;	   /* the open gaps are a heap by end */
};

/* Can no gap of the block serve a start at now or later? */
static bool _useless(const struct sweep *sweep, const struct ft_gap_slot *slot,
		     int64_t now)
{
	int64_t duration = sweep->shape->request->duration;

	return (slot->longest < duration) || (slot->latest < now + duration);
}

static const struct ft_gap *_next(struct sweep *sweep, int64_t now)
{
	const struct ft_gaps *gaps = sweep->gaps;
	const struct ft_gap_slot *slot = gaps->slot + sweep->slot;
	const struct ft_gap_slot *end = gaps->slot + gaps->slot_count;

	if ((slot < end) && (sweep->at < slot->block->count) && sweep->at)
		return &slot->block->gap[sweep->at];
	if ((slot < end) && sweep->at)
		slot++;
	while ((slot < end) && _useless(sweep, slot, now))
		slot++;
	sweep->slot = (uint32_t) (slot - gaps->slot);
	sweep->at = 0;
	return slot < end ? &slot->block->gap[0] : NULL;
}

static void _sink(struct ft_gap_open *heap, uint32_t count, uint32_t at)
{
	struct ft_gap_open entry = heap[at];

	for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
		if ((child + 1 < count) &&
		    (heap[child + 1].end < heap[child].end))
			child++;
		if (heap[child].end >= entry.end)
			break;
		heap[at] = heap[child];
	}
	heap[at] = entry;
}

static void _open(struct sweep *sweep, const struct ft_gap *gap)
{
	struct ft_gap_open *heap = sweep->gaps->open;
	uint32_t at = sweep->gaps->open_count++;

	sweep->nodes += gap->count;
	for (; sweep->heap && at && (heap[(at - 1) / 2].end > gap->end);
	     at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = (struct ft_gap_open){
		.end = gap->end,
		.start = gap->start,
		.kind = gap->kind,
		.count = gap->count,
		.node = gap->node,
	};
}

/* Opens all gaps that begin by now and are long enough from now on. */
static void _open_by(struct sweep *sweep, int64_t now)
{
	int64_t end = now + sweep->shape->request->duration;
	const struct ft_gap *gap;

	while ((gap = _next(sweep, now)) && (gap->start <= now)) {
		if ((gap->end >= end) && sweep->allows[gap->kind])
			_open(sweep, gap);
		sweep->at++;
	}
}

/* Closes those that end too soon for a start now. */
static void _close_by(struct sweep *sweep, int64_t now)
{
	int64_t end = now + sweep->shape->request->duration;
	struct ft_gap_open *heap = sweep->gaps->open;
	uint32_t *count = &sweep->gaps->open_count;

	if (!sweep->heap)
		for (uint32_t at = *count / 2; at-- > 0;)
			_sink(heap, *count, at);
	sweep->heap = true;
	while (*count && (heap[0].end < end)) {
		sweep->nodes -= heap[0].count;
		heap[0] = heap[--*count];
		if (*count)
			_sink(heap, *count, 0);
	}
}

/* The next start at which more is open; FT_NEVER if there is none. */
static int64_t _next_start(struct sweep *sweep, int64_t now)
{
	int64_t duration = sweep->shape->request->duration;
	const struct ft_gap *gap;

	for (; (gap = _next(sweep, now)); sweep->at++)
		if (sweep->allows[gap->kind] &&
		    ((gap->end == FT_NEVER) ||
		     (gap->end - gap->start >= duration)))
			return gap->start;
	return FT_NEVER;
}

extern int64_t ft_gaps_start(struct ft_gaps *gaps,
			     const struct ft_timeline *timeline,
			     const struct ft_shape *shape, int64_t from,
			     int64_t limit)
{
	struct sweep sweep = {
		.gaps = gaps,
		.shape = shape,
		.allows = gaps->allows +
			  (size_t) shape->roster->index * gaps->kind_count,
	};
	uint64_t wanted = shape->tasks / shape->low;
	int64_t now = from, next;

	gaps->open_count = 0;
	if (limit > FT_NEVER / 2)
		limit = FT_NEVER / 2;
	for (; now <= limit; now = next) {
		if (now > from)
			_close_by(&sweep, now);
		_open_by(&sweep, now);
		next = now;
		if (sweep.nodes >= wanted) {
			next = ft_licence_start(timeline, shape, now);
			if (next == now)
				return now;
		}
		if (next == now)
			next = _next_start(&sweep, now);
	}
	return FT_NEVER;
}

/* The order of choice among open gaps, but for the nodes' indices. */
static int _order(const struct ft_gaps *gaps, const struct ft_gap_open *a,
		  const struct ft_gap_open *b)
{
	const struct ft_snapshot *snapshot = gaps->machine->snapshot;
	uint32_t one = gaps->sample[a->kind], two = gaps->sample[b->kind];
	uint64_t weight = snapshot->node[one].weight;
	uint64_t other = snapshot->node[two].weight;
	int64_t cores, others;

	if (weight != other)
		return weight < other ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	cores = snapshot->capacity[(size_t) one * snapshot->resource_count];
	others = snapshot->capacity[(size_t) two * snapshot->resource_count];
	return (cores > others) - (cores < others);
}

static void _sink_best(struct ft_gaps *gaps, uint32_t at)
{
	struct ft_gap_open *heap = gaps->open, entry = heap[at];
	uint32_t count = gaps->open_count;

	for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
		if ((child + 1 < count) &&
		    (_order(gaps, &heap[child + 1], &heap[child]) < 0))
			child++;
		if (_order(gaps, &heap[child], &entry) >= 0)
			break;
		heap[at] = heap[child];
	}
	heap[at] = entry;
}

static uint32_t _put_nodes(const struct ft_gap_open *open,
			   const struct ft_shape *shape, struct ft_pick *pick)
{
	for (uint32_t i = 0; i < open->count; i++)
		pick[i] = (struct ft_pick){
			.since = open->start,
			.until = open->end,
			.node = open->node[i],
			.tasks = shape->low,
		};
	return open->count;
}

extern uint32_t ft_gaps_choose(struct ft_gaps *gaps,
			       const struct ft_shape *shape,
			       struct ft_pick *pick)
{
	uint32_t wanted = (uint32_t) (shape->tasks / shape->low), count = 0;

	for (uint32_t at = gaps->open_count / 2; at-- > 0;)
		_sink_best(gaps, at);
	while (count < wanted) {
		struct ft_gap_open best = gaps->open[0];
		uint32_t first = count;

		/* All that are equal but for the index of their nodes. */
		do {
			count +=
				_put_nodes(&gaps->open[0], shape, pick + count);
			gaps->open[0] = gaps->open[--gaps->open_count];
			if (gaps->open_count)
				_sink_best(gaps, 0);
		} while (gaps->open_count &&
			 !_order(gaps, &gaps->open[0], &best));
		if (count > wanted)
			ft_choice_lowest(pick + first, count - first,
					 wanted - first);
	}
	ft_choice_sort(pick, wanted);
	return wanted;
}
