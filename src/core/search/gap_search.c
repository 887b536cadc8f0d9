/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Searches the index of gaps, and chooses among those that are open: see
 * gap.h.  Never changes the index.
 *
 * A start is where the search begins or where a gap begins.  So the gaps that
 * are open at first are opened, then the bins are gone through together, by
 * start, until those that are open have nodes enough.
 */
#include "core/search/gap.h"

#include <stddef.h>
#include <string.h>

#include "core/search/licence.h"
#include "core/base/planted.h"

/* The next gap of a bin that could serve. */
struct cursor {
	int64_t start; /* its start; FT_NEVER: there is none up to the limit;
			* at first the time aimed at */
	const struct ft_gap_slot *slot, *end;
	uint32_t at;
};

/* One search. */
struct sweep {
	struct ft_gaps *gaps;
	const bool *allows;
	int64_t duration, limit;
	uint64_t nodes; /* of the open gaps */
	bool heap;	/* the open gaps are a heap by end */
	uint32_t cursor_count;
	struct cursor cursor[FT_GAP_BINS];
};

extern uint32_t ft_gaps_wanted(const struct ft_shape *shape)
{
	return (uint32_t) (shape->tasks / shape->low);
}

static void _step_gap(struct cursor *cursor)
{
	if (++cursor->at < cursor->slot->block->count)
		return;
	cursor->slot++;
	cursor->at = 0;
}

/* Has the processor fetch what a search reads of a block. */
static void _foresee_gap(const struct ft_gap_block *block)
{
	enum { LINE = 64 };
	const char *first = (const char *) block;

	for (size_t i = 0; i < offsetof(struct ft_gap_block, nodes); i += LINE)
		__builtin_prefetch(first + i);
}

/* To the last block of the bin that begins before time, if there is one. */
static void _aim(struct cursor *cursor, const struct ft_gap_bin *bin,
		 int64_t time)
{
	cursor->end = bin->slot + bin->slot_count;
	cursor->start = time;
	cursor->slot = bin->slot + ft_gap_slot_before(bin, time);
	_foresee_gap(cursor->slot->block);
}

/* To the first gap of the bin that starts at the time aimed at or later. */
static void _seek(struct cursor *cursor)
{
	const struct ft_gap_block *block = cursor->slot->block;

	cursor->at = ft_gap_block_before(block, cursor->start);
	if (cursor->at == block->count) {
		cursor->slot++;
		cursor->at = 0;
	}
}

static void _sink_gap(struct ft_gap_open *heap, uint32_t count, uint32_t at)
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

/* Opens the gap that the cursor stands at. */
static void _open_gap(struct sweep *sweep, const struct cursor *cursor)
{
	const struct ft_gap_block *block = cursor->slot->block;
	const struct ft_gap_nodes *nodes = &block->nodes[cursor->at];
	int64_t end = block->end[cursor->at];
	struct ft_gap_open *heap = sweep->gaps->open;
	uint32_t at = sweep->gaps->open_count++;

	sweep->nodes += nodes->count;
	for (; sweep->heap && at && (heap[(at - 1) / 2].end > end);
	     at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = (struct ft_gap_open){
		.end = end,
		.start = block->start[cursor->at],
		.kind = block->kind[cursor->at],
		.count = nodes->count,
		.node = nodes->node,
	};
}

/* Closes those that end too soon for a start now. */
static void _close_by(struct sweep *sweep, int64_t now)
{
	int64_t end = now + sweep->duration - FT_PLANTED(6);
	struct ft_gap_open *heap = sweep->gaps->open;
	uint32_t *count = &sweep->gaps->open_count;

	if (!sweep->heap)
		for (uint32_t at = *count / 2; at-- > 0;)
			_sink_gap(heap, *count, at);
	sweep->heap = true;
	while (*count && (heap[0].end < end)) {
		sweep->nodes -= heap[0].count;
		heap[0] = heap[--*count];
		if (*count)
			_sink_gap(heap, *count, 0);
	}
}

/* Is the gap long enough for the shape? */
static bool _holds(const struct sweep *sweep, const struct ft_gap_block *block,
		   uint32_t at)
{
	return (block->end[at] == FT_NEVER) ||
	       (block->end[at] - block->start[at] >= sweep->duration);
}

/* On to the bin's next gap that could serve. */
static void _settle_gap(struct sweep *sweep, struct cursor *cursor)
{
	const bool *allows = sweep->allows;

	for (; cursor->slot < cursor->end; cursor->slot++, cursor->at = 0) {
		const struct ft_gap_block *block = cursor->slot->block;
		uint32_t count = block->count, at = cursor->at;

		if (cursor->slot->start > sweep->limit)
			break;
		while ((at < count) &&
		       (!allows[block->kind[at]] || !_holds(sweep, block, at)))
			at++;
		if (at == count)
			continue;
		cursor->at = at;
		cursor->start = block->start[at];
		if (cursor->start > sweep->limit)
			break;
		return;
	}
	cursor->start = FT_NEVER;
}

/* The bins are a heap by the starts of their next gaps. */
static void _sink_cursor(struct sweep *sweep, uint32_t at)
{
	struct cursor *heap = sweep->cursor, entry = heap[at];
	uint32_t count = sweep->cursor_count;

	for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
		if ((child + 1 < count) &&
		    (heap[child + 1].start < heap[child].start))
			child++;
		if (heap[child].start >= entry.start)
			break;
		heap[at] = heap[child];
	}
	heap[at] = entry;
}

/* Opens what is open at `from`, and leaves the cursor after that. */
static void _begin_bin(struct sweep *sweep, struct cursor *cursor, int64_t from)
{
	int64_t end = from + sweep->duration;

	for (_seek(cursor); cursor->slot < cursor->end; _step_gap(cursor)) {
		const struct ft_gap_block *block = cursor->slot->block;

		if (block->start[cursor->at] > from)
			break;
		if ((block->end[cursor->at] >= end) &&
		    sweep->allows[block->kind[cursor->at]])
			_open_gap(sweep, cursor);
	}
	_settle_gap(sweep, cursor);
}

static void _begin_gap(struct sweep *sweep, int64_t from)
{
	const struct ft_gap_bin *bin = sweep->gaps->bin;
	int64_t end = from + sweep->duration;
	uint32_t count = 0;

	/* First all are aimed at, so that they are fetched together. */
	for (uint32_t b = ft_gap_bin(sweep->duration); b < FT_GAP_BINS; b++) {
		int64_t limit = ft_gap_bin_limit(b);

		/* What begins before that has ended by then. */
		if (bin[b].slot_count)
			_aim(&sweep->cursor[count++], &bin[b],
			     limit < end ? end - limit : 0);
	}
	for (uint32_t i = 0; i < count; i++) {
		struct cursor cursor = sweep->cursor[i];

		_begin_bin(sweep, &cursor, from);
		if (cursor.start != FT_NEVER)
			sweep->cursor[sweep->cursor_count++] = cursor;
	}
	for (uint32_t at = sweep->cursor_count / 2; at-- > 0;)
		_sink_cursor(sweep, at);
}

/* Opens all gaps that begin by now. */
static void _open_by(struct sweep *sweep, int64_t now)
{
	uint32_t room = sweep->gaps->machine->snapshot->node_count;
	struct cursor *first = sweep->cursor;

	while (sweep->cursor_count && (first->start <= now)) {
		int64_t end = first->slot->block->end[first->at];

		/* Those open now have no node in common, so there is room. */
		if (sweep->gaps->open_count == room)
			_close_by(sweep, now);
		if (end >= now + sweep->duration)
			_open_gap(sweep, first);
		_step_gap(first);
		_settle_gap(sweep, first);
		if (first->start == FT_NEVER)
			*first = sweep->cursor[--sweep->cursor_count];
		if (sweep->cursor_count)
			_sink_cursor(sweep, 0);
	}
}

static int64_t _sweep_gap(struct sweep *sweep,
			  const struct ft_timeline *timeline,
			  const struct ft_shape *shape, int64_t from)
{
	uint64_t wanted = ft_gaps_wanted(shape);
	int64_t now = from, next;

	for (_begin_gap(sweep, from); now <= sweep->limit;
	     _open_by(sweep, now)) {
		/* Those that end too soon are closed only when it matters. */
		if ((sweep->nodes >= wanted) && (now > from))
			_close_by(sweep, now);
		if (sweep->nodes >= wanted) {
			next = ft_licence_start(timeline, shape, now);
			if ((next == now) || (next > sweep->limit))
				return next == now ? now : FT_NEVER;
			now = next;
			continue;
		}
		if (!sweep->cursor_count)
			return FT_NEVER;
		now = sweep->cursor[0].start;
	}
	return FT_NEVER;
}

static void _set_up(struct sweep *sweep, struct ft_gaps *gaps,
		    const struct ft_shape *shape, int64_t limit)
{
	sweep->gaps = gaps;
	sweep->allows =
		gaps->allows + (size_t) shape->roster->index * gaps->kind_count;
	sweep->duration = shape->duration;
	sweep->limit = limit < FT_NEVER / 2 ? limit : FT_NEVER / 2;
	sweep->nodes = 0;
	sweep->heap = false;
	sweep->cursor_count = 0;
	gaps->open_count = 0;
	gaps->shape = shape;
	gaps->found = FT_NEVER;
}

extern int64_t ft_gaps_start(struct ft_gaps *gaps,
			     const struct ft_timeline *timeline,
			     const struct ft_shape *shape, int64_t from,
			     int64_t limit)
{
	struct sweep sweep;

	_set_up(&sweep, gaps, shape, limit);
	if (from <= sweep.limit)
		gaps->found = _sweep_gap(&sweep, timeline, shape, from);
	return gaps->found;
}

/* Those of the gap's nodes that are marked; returns how many there are. */
static uint32_t _marked(const struct ft_gaps *gaps,
			const struct ft_gap_open *gap, uint32_t *ret_node)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < gap->count; i++) {
		uint32_t node = gap->node[i];

		ret_node[count] = node;
		count += (uint32_t) (gaps->mark[node / 64] >> (node % 64) & 1);
	}
	return count;
}

extern bool ft_gaps_pin(struct ft_gaps *gaps, const struct ft_shape *shape,
			const struct ft_booking *booking)
{
	const struct ft_share *share = booking->share;
	uint32_t count = booking->share_count, found = 0;
	struct sweep sweep;

	if ((gaps->shape != shape) || (gaps->found != booking->start)) {
		_set_up(&sweep, gaps, shape, booking->start);
		_begin_gap(&sweep, booking->start);
	}
	for (uint32_t i = 0; i < count; i++)
		gaps->mark[share[i].node / 64] |= UINT64_C(1)
						  << (share[i].node % 64);
	gaps->taken_count = 0;
	for (uint32_t i = 0; (i < gaps->open_count) && (found < count); i++) {
		struct ft_gap_open taken = gaps->open[i];

		taken.count = _marked(gaps, &taken, gaps->pinned + found);
		taken.node = gaps->pinned + found;
		found += taken.count;
		if (taken.count)
			gaps->taken[gaps->taken_count++] = taken;
	}
	for (uint32_t i = 0; i < count; i++)
		gaps->mark[share[i].node / 64] = 0;
	return found == count;
}

/* Since when its nodes are empty; no time before now. */
static int64_t _gap_since(const struct ft_gaps *gaps,
			  const struct ft_gap_open *gap)
{
	int64_t now = gaps->machine->snapshot->now;

	return gap->start > now ? gap->start : now;
}

/* The order of choice among open gaps, but for the nodes' indices. */
static int _order_gap(const struct ft_gaps *gaps, const struct ft_gap_open *a,
		      const struct ft_gap_open *b)
{
	const struct ft_gap_rank *one = &gaps->rank[a->kind];
	const struct ft_gap_rank *two = &gaps->rank[b->kind];

	if (one->weight != two->weight)
		return one->weight < two->weight ? -1 : 1;
	if ((gaps->shape->request->place == FT_PLACE_BUSY) &&
	    (_gap_since(gaps, a) != _gap_since(gaps, b)))
		return _gap_since(gaps, a) > _gap_since(gaps, b) ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	return (one->cores > two->cores) - (one->cores < two->cores);
}

static void _sink_best(struct ft_gaps *gaps, uint32_t at)
{
	struct ft_gap_open *heap = gaps->open, entry = heap[at];
	uint32_t count = gaps->open_count;

	for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
		if ((child + 1 < count) &&
		    (_order_gap(gaps, &heap[child + 1], &heap[child]) < 0))
			child++;
		if (_order_gap(gaps, &heap[child], &entry) >= 0)
			break;
		heap[at] = heap[child];
	}
	heap[at] = entry;
}

/* Moves the best open gap to those taken. */
static const struct ft_gap_open *_take_best(struct ft_gaps *gaps)
{
	struct ft_gap_open *taken = &gaps->taken[gaps->taken_count++];

	*taken = gaps->open[0];
	__builtin_prefetch(taken->node);
	gaps->open[0] = gaps->open[--gaps->open_count];
	if (gaps->open_count)
		_sink_best(gaps, 0);
	return taken;
}

/* How many of the gap's nodes come before the given one: low to high. */
static uint32_t _before_gap(const struct ft_gap_open *gap, uint32_t node,
			    uint32_t low, uint32_t high)
{
	const uint32_t *first = gap->node + low;
	uint32_t count = high - low;

	/* Without branches, which could not be predicted. */
	for (uint32_t half; count > 1; count -= half) {
		half = count / 2;
		first += first[half - 1] < node ? half : 0;
	}
	return (uint32_t) (first - gap->node) + (count && (*first < node));
}

/* Where to divide several gaps' nodes, so many of them being known. */
struct divide {
	uint32_t first, last;	/* the node lies in (first, last] */
	uint32_t fewer, enough; /* how many come before these */
};

/* By proportion, and by halves in turn in case nodes are not spread evenly. */
static uint32_t _guess_gap(const struct divide *divide, uint32_t wanted,
			   bool half)
{
	uint64_t span = divide->last - divide->first;

	if (half)
		return divide->first + (uint32_t) (span + 1) / 2;
	span = span * (wanted - divide->fewer) /
	       (divide->enough - divide->fewer);
	return divide->first + (span ? (uint32_t) span : 1);
}

/*
 * Leaves the lowest `wanted` nodes of several gaps that are equally good: the
 * node before which there are so many of them is found step by step.
 */
static void _leave_lowest(struct ft_gaps *gaps, struct ft_gap_open *gap,
			  uint32_t count, uint32_t wanted)
{
	/* Of each gap: fewest and most nodes before that node; what it is. */
	uint32_t *low = gaps->run, *high = low + count, *here = high + count;
	struct divide divide = {.first = UINT32_MAX};
	bool half = false;

	for (uint32_t i = 0; i < count; i++) {
		low[i] = 0;
		high[i] = gap[i].count;
		divide.enough += high[i];
		if (gap[i].node[0] < divide.first)
			divide.first = gap[i].node[0];
		if (gap[i].node[high[i] - 1] >= divide.last)
			divide.last = gap[i].node[high[i] - 1] + 1;
	}
	for (uint32_t sum = 0; sum != wanted; half = !half) {
		uint32_t node = _guess_gap(&divide, wanted, half);

		sum = 0;
		for (uint32_t i = 0; i < count; i++) {
			here[i] = _before_gap(&gap[i], node, low[i], high[i]);
			sum += here[i];
		}
		memcpy(sum < wanted ? low : high, here, count * sizeof(*here));
		if (sum < wanted) {
			divide.first = node;
			divide.fewer = sum;
		} else {
			divide.last = node;
			divide.enough = sum;
		}
	}
	for (uint32_t i = 0; i < count; i++)
		gap[i].count = here[i];
}

/* The nodes of what is taken, in order. */
static void _put_shares(struct ft_gaps *gaps, uint32_t tasks,
			struct ft_share *share)
{
	uint32_t first = UINT32_MAX, last = 0;

	for (uint32_t i = 0; i < gaps->taken_count; i++) {
		const struct ft_gap_open *taken = &gaps->taken[i];

		if (!taken->count)
			continue;
		if (taken->node[0] / 64 < first)
			first = taken->node[0] / 64;
		if (taken->node[taken->count - 1] / 64 > last)
			last = taken->node[taken->count - 1] / 64;
		for (uint32_t j = 0; j < taken->count; j++)
			gaps->mark[taken->node[j] / 64] |=
				UINT64_C(1) << (taken->node[j] % 64);
	}
	for (uint32_t word = first; word <= last; word++) {
		uint64_t bits = gaps->mark[word];

		gaps->mark[word] = 0;
		for (; bits; bits &= bits - 1, share++) {
			share->node =
				word * 64 + (uint32_t) __builtin_ctzll(bits);
			share->tasks = tasks;
		}
	}
}

extern void ft_gaps_choose(struct ft_gaps *gaps, struct ft_share *share)
{
	const struct ft_shape *shape = gaps->shape;
	uint32_t left = ft_gaps_wanted(shape);

	gaps->taken_count = 0;
	for (uint32_t at = gaps->open_count / 2; at-- > 0;)
		_sink_best(gaps, at);
	while (left) {
		uint32_t first = gaps->taken_count;
		const struct ft_gap_open *best = _take_best(gaps);
		uint64_t count = best->count;

		/* All that are equal but for the index of their nodes. */
		while (gaps->open_count &&
		       !_order_gap(gaps, &gaps->open[0], best))
			count += _take_best(gaps)->count;
		if (count > left) {
			_leave_lowest(gaps, &gaps->taken[first],
				      gaps->taken_count - first, left);
			count = left;
		}
		left -= (uint32_t) count;
	}
	_put_shares(gaps, shape->low, share);
}
