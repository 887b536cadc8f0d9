/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See floor.h.
 */
#include "core/timeline/floor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/base/array.h"

enum { HALF_HOUR = 1800, COARSER = 4, SPANS = 24, MOST = UINT8_MAX, WORD = 64 };

/* What is written at a time. */
enum { DRAFT_NODES = 64, DRAFT_SPANS = 64 };

/*
 * A level that would need more than this gets spans twice as wide, and so does
 * one of more rows than its nodes are worth: a few nodes are looked at as soon
 * as a row is made, and a job without a time limit is one of a year.
 */
static const size_t bytes_max = (size_t) 48 << 20;
static const size_t rows_of_word = 1024; /* for each word of nodes */

static uint8_t _block_byte(const struct ft_floor_watch *watch, int64_t free)
{
	int64_t units;

	if (free <= 0)
		return 0;
	if (watch->unit == 1)
		return free > MOST ? MOST : (uint8_t) free;
	units = free / watch->unit + (free % watch->unit != 0);
	return units > MOST ? MOST : (uint8_t) units;
}

/* The most that any node has of each resource. */
static void _block_largest(const struct ft_snapshot *snapshot,
			   int64_t *ret_largest)
{
	uint32_t count = snapshot->resource_count;

	memset(ret_largest, 0, count * sizeof(*ret_largest));
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		const int64_t *capacity =
			snapshot->capacity + (size_t) n * count;

		for (uint32_t r = 0; r < count; r++)
			if (capacity[r] > ret_largest[r])
				ret_largest[r] = capacity[r];
	}
}

/* The resource of which the shape takes the largest part. */
static uint32_t _scarcest(const struct ft_shape *shape, const int64_t *largest,
			  uint32_t count)
{
	double part = 0;
	uint32_t scarcest = FT_CORES;

	for (uint32_t r = 0; r < count; r++) {
		if (!largest[r] ||
		    ((double) shape->low_cost[r] / (double) largest[r] <= part))
			continue;
		part = (double) shape->low_cost[r] / (double) largest[r];
		scarcest = r;
	}
	return scarcest;
}

/* Watches cores, and what is the scarcest for one shape in SOME. */
static void _watch(struct ft_floor *floor, const struct ft_shape_table *table)
{
	enum { SOME = 50 };
	uint32_t count = floor->snapshot->resource_count;
	uint32_t shapes[count];
	int64_t largest[count];

	_block_largest(floor->snapshot, largest);
	memset(shapes, 0, sizeof(shapes));
	for (uint32_t i = 0; i < table->shape_count; i++)
		shapes[_scarcest(&table->shape[i], largest, count)]++;
	for (uint32_t r = 0; r < count; r++) {
		if (!largest[r] || (floor->watch_count == FT_FLOOR_WATCHES) ||
		    ((r != FT_CORES) &&
		     (shapes[r] <= table->shape_count / SOME)))
			continue;
		floor->watch[floor->watch_count++] = (struct ft_floor_watch){
			.resource = r,
			.unit = largest[r] / MOST + (largest[r] % MOST != 0),
		};
	}
}

/* Least and most are the same on an empty machine. */
static void _fill_empty(struct ft_floor *floor)
{
	const struct ft_snapshot *snapshot = floor->snapshot;

	for (uint32_t p = 0; p < 2 * floor->watch_count; p++) {
		const struct ft_floor_watch *watch =
			&floor->watch[p % floor->watch_count];
		uint8_t *lane = floor->empty + (size_t) p * floor->lanes;

		for (uint32_t n = 0; n < snapshot->node_count; n++)
			lane[n] = _block_byte(
				watch,
				snapshot->capacity
					[(size_t) n * snapshot->resource_count +
					 watch->resource]);
	}
}

extern int ft_floor_init(struct ft_floor *floor,
			 const struct ft_shape_table *table)
{
	const struct ft_snapshot *snapshot = table->machine.snapshot;

	*floor = (struct ft_floor){
		.snapshot = snapshot,
		.origin = snapshot->now,
		.lanes = (snapshot->node_count / WORD + 1) * WORD,
	};
	_watch(floor, table);
	for (uint32_t i = 0; i < FT_FLOOR_LEVELS; i++) {
		struct ft_floor_level *level = &floor->level[i];

		level->width = i ? COARSER * level[-1].width : HALF_HOUR;
		/* Only short jobs gain by the most. */
		level->planes = (i ? 1 : 2) * floor->watch_count;
	}
	floor->empty =
		calloc(2 * (size_t) floor->watch_count + 1, floor->lanes);
	floor->draft = malloc((size_t) 2 * FT_FLOOR_WATCHES * DRAFT_SPANS *
			      DRAFT_NODES);
	if (!floor->empty || !floor->draft)
		return -ENOMEM;
	_fill_empty(floor);
	return 0;
}

static void _drop_rows(struct ft_floor_level *level, uint32_t first)
{
	for (; (level->first < first) && (level->first < level->end);
	     level->first++)
		free(level->row[level->first]);
}

extern void ft_floor_fini(struct ft_floor *floor)
{
	for (uint32_t i = 0; i < FT_FLOOR_LEVELS; i++) {
		_drop_rows(&floor->level[i], UINT32_MAX);
		free(floor->level[i].row);
	}
	free(floor->empty);
	free(floor->draft);
	*floor = (struct ft_floor){0};
}

static uint32_t _block_span(const struct ft_floor *floor,
			    const struct ft_floor_level *level, int64_t time)
{
	int64_t span = (time - floor->origin) / level->width;

	if (time < floor->origin)
		return 0;
	return span > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t) span;
}

static int64_t _start_block(const struct ft_floor *floor,
			    const struct ft_floor_level *level, uint32_t span)
{
	return floor->origin + (int64_t) span * level->width;
}

static size_t _row_bytes(const struct ft_floor *floor,
			 const struct ft_floor_level *level)
{
	return (size_t) level->planes * floor->lanes;
}

/* Puts into one row what holds for it and for another. */
static void _merge_block(const struct ft_floor *floor,
			 const struct ft_floor_level *level, uint8_t *row,
			 const uint8_t *other)
{
	size_t least = (size_t) floor->watch_count * floor->lanes;

	for (size_t i = 0; i < _row_bytes(floor, level); i++)
		if ((i < least) == (other[i] < row[i]))
			row[i] = other[i];
}

/*
 * Every two spans become one.  What is missing of a pair has been forgotten,
 * or is yet to come and then empty.
 */
static void _coarsen(const struct ft_floor *floor, struct ft_floor_level *level)
{
	uint32_t first = level->first / 2, end = (level->end + 1) / 2;

	for (uint32_t r = first; r < end; r++) {
		uint8_t *one = 2 * r < level->first ? NULL : level->row[2 * r];
		uint8_t *two =
			2 * r + 1 < level->end ? level->row[2 * r + 1] : NULL;

		if (one)
			_merge_block(floor, level, one,
				     two ? two : floor->empty);
		if (one)
			free(two);
		level->row[r] = one ? one : two;
	}
	level->first = first;
	level->end = end;
	level->width *= 2;
}

static int _append_block(const struct ft_floor *floor,
			 struct ft_floor_level *level)
{
	uint8_t *fresh;

	if (!FT_ARRAY_GROW(level->row, level->end, level->room))
		return -ENOMEM;
	fresh = malloc(_row_bytes(floor, level) + 1);
	if (!fresh)
		return -ENOMEM;
	memcpy(fresh, floor->empty, _row_bytes(floor, level));
	level->row[level->end++] = fresh;
	return 0;
}

/* Makes rows for times before end; may make spans wider. */
static int _reach_block(const struct ft_floor *floor,
			struct ft_floor_level *level, int64_t end)
{
	size_t most = bytes_max / (_row_bytes(floor, level) + 1) + WORD;

	if (most > floor->lanes / WORD * rows_of_word)
		most = floor->lanes / WORD * rows_of_word;
	for (;;) {
		uint32_t last = _block_span(floor, level, end - 1);

		if (last < level->end)
			return 0;
		if (last - level->first >= most)
			_coarsen(floor, level);
		else if (_append_block(floor, level))
			return -ENOMEM;
	}
}

/* The bounds of what is free of each watched resource within one span. */
struct bounds {
	int64_t least[FT_FLOOR_WATCHES], most[FT_FLOOR_WATCHES];
};

/* From the step on, up to time; returns the step that the next span is in. */
static uint32_t _bound(const struct ft_floor *floor,
		       const struct ft_profile *profile, uint32_t step,
		       int64_t time, struct bounds *bounds)
{
	uint32_t kinds = floor->snapshot->resource_count;

	for (uint32_t w = 0; w < floor->watch_count; w++) {
		bounds->least[w] = INT64_MAX;
		bounds->most[w] = INT64_MIN;
	}
	for (;; step++) {
		const int64_t *state =
			ft_profile_state(profile, kinds, step) + FT_STATE_FREE;

		for (uint32_t w = 0; w < floor->watch_count; w++) {
			int64_t free = state[floor->watch[w].resource];

			if (free < bounds->least[w])
				bounds->least[w] = free;
			if (free > bounds->most[w])
				bounds->most[w] = free;
		}
		if (ft_profile_end(profile, step) >= time)
			break;
	}
	return step + (ft_profile_end(profile, step) == time);
}

/* The bytes of one node for each plane, and for how many spans they hold. */
struct stretch {
	uint8_t byte[2 * FT_FLOOR_WATCHES];
	uint32_t end; /* the span after them, at most that asked for */
};

/* From the span on, which begins in the step; moves the step on. */
static struct stretch _stretch_block(const struct ft_floor *floor,
				     const struct ft_floor_level *level,
				     const struct ft_profile *profile,
				     uint32_t *step, uint32_t span,
				     uint32_t end)
{
	struct stretch stretch = {.end = span + 1};
	struct bounds bounds;

	*step = _bound(floor, profile, *step,
		       _start_block(floor, level, span + 1), &bounds);
	for (uint32_t w = 0; w < floor->watch_count; w++) {
		stretch.byte[w] =
			_block_byte(&floor->watch[w], bounds.least[w]);
		stretch.byte[floor->watch_count + w] =
			_block_byte(&floor->watch[w], bounds.most[w]);
	}
	/* Whole spans within one step are all the same. */
	if (profile->time[*step] <= _start_block(floor, level, span)) {
		uint32_t last = _block_span(floor, level,
					    ft_profile_end(profile, *step));

		if (last > stretch.end)
			stretch.end = last < end ? last : end;
		if (ft_profile_end(profile, *step) ==
		    _start_block(floor, level, stretch.end))
			(*step)++;
	}
	return stretch;
}

/* Drafts the bytes of one node: [plane][span][nodes of the draft]. */
static void _draft(const struct ft_floor *floor,
		   const struct ft_floor_level *level,
		   const struct ft_profile *profile, uint8_t *draft,
		   uint32_t first, uint32_t end)
{
	uint32_t step =
		ft_profile_find(profile, _start_block(floor, level, first));

	for (uint32_t span = first; span < end;) {
		struct stretch stretch =
			_stretch_block(floor, level, profile, &step, span, end);

		for (; span < stretch.end; span++)
			for (uint32_t p = 0; p < level->planes; p++)
				draft[(p * DRAFT_SPANS + span - first) *
				      DRAFT_NODES] = stretch.byte[p];
	}
}

/* Row by row, since neighbouring nodes lie together in each. */
static void _write_block(const struct ft_floor *floor,
			 const struct ft_floor_level *level,
			 const uint32_t *node, uint32_t count, uint32_t first,
			 uint32_t end)
{
	for (uint32_t span = first; span < end; span++) {
		for (uint32_t p = 0; p < level->planes; p++) {
			const uint8_t *draft =
				floor->draft +
				(p * DRAFT_SPANS + span - first) * DRAFT_NODES;
			uint8_t *lane =
				level->row[span] + (size_t) p * floor->lanes;

			for (uint32_t i = 0; i < count; i++)
				lane[node[i]] = draft[i];
		}
	}
}

static void _note_block(const struct ft_floor *floor,
			const struct ft_floor_level *level,
			const struct ft_profile *profile, const uint32_t *node,
			uint32_t count, uint32_t first, uint32_t end)
{
	for (uint32_t done = 0, part; done < count; done += part) {
		part = count - done < DRAFT_NODES ? count - done : DRAFT_NODES;
		for (uint32_t i = 0; i < part; i++)
			_draft(floor, level, &profile[node[done + i]],
			       floor->draft + i, first, end);
		_write_block(floor, level, node + done, part, first, end);
	}
}

extern int ft_floor_note(struct ft_floor *floor,
			 const struct ft_profile *profile, const uint32_t *node,
			 uint32_t count, int64_t start, int64_t end)
{
	bool endless = end == FT_NEVER;

	for (uint32_t i = 0; i < FT_FLOOR_LEVELS; i++) {
		struct ft_floor_level *level = &floor->level[i];
		uint32_t span, last, next;

		if (endless)
			end = _start_block(floor, level, level->end);
		if (end <= start)
			continue;
		if (end <= _start_block(floor, level, level->first))
			continue;
		if (_reach_block(floor, level, end))
			return -ENOMEM;
		span = _block_span(floor, level, start);
		if (span < level->first)
			span = level->first;
		last = _block_span(floor, level, end - 1);
		for (; span <= last; span = next) {
			next = last + 1 - span < DRAFT_SPANS
				       ? last + 1
				       : span + DRAFT_SPANS;
			_note_block(floor, level, profile, node, count, span,
				    next);
		}
	}
	return 0;
}

extern void ft_floor_trim(struct ft_floor *floor, int64_t time)
{
	for (uint32_t i = 0; i < FT_FLOOR_LEVELS; i++) {
		struct ft_floor_level *level = &floor->level[i];

		_drop_rows(level, _block_span(floor, level, time));
	}
}

extern struct ft_floor_need ft_floor_need(const struct ft_floor *floor,
					  const struct ft_machine *machine,
					  const struct ft_shape *shape)
{
	const struct ft_roster *roster = shape->roster;
	uint32_t count = floor->snapshot->resource_count, i = 0;
	struct ft_floor_need need = {.whole = shape->request->exclusive};
	int64_t duration = shape->duration, spans;

	for (uint32_t w = 0; w < floor->watch_count; w++) {
		const struct ft_floor_watch *watch = &floor->watch[w];
		int64_t least = INT64_MAX;

		for (uint32_t k = 0; k < machine->kind_count; k++) {
			int64_t cost = shape->low_cost[(size_t) k * count +
						       watch->resource];

			if (cost < least)
				least = cost;
		}
		least /= watch->unit;
		need.least[w] = least > MOST ? MOST : (uint8_t) least;
	}
	while ((i + 1 < FT_FLOOR_LEVELS) &&
	       (duration / floor->level[i].width >= SPANS))
		i++;
	need.level = &floor->level[i];
	spans = duration / need.level->width - 1;
	need.spans = spans > MOST ? MOST : spans < 0 ? 0 : (uint32_t) spans;
	spans = (duration - 1) / need.level->width;
	need.last = spans > MOST ? 0 : (uint32_t) spans;
	if (roster->count) {
		need.word = roster->node[0] / WORD;
		need.word_end = roster->node[roster->count - 1] / WORD + 1;
	}
	return need;
}

extern uint32_t ft_floor_row(const struct ft_floor *floor,
			     const struct ft_floor_need *need, int64_t time)
{
	return _block_span(floor, need->level, time);
}

extern int64_t ft_floor_row_end(const struct ft_floor *floor,
				const struct ft_floor_need *need, uint32_t row)
{
	if (row >= need->level->end)
		return FT_NEVER;
	return _start_block(floor, need->level, row + 1);
}

typedef uint8_t lane_t __attribute__((vector_size(32), aligned(1)));

/* The lanes of one plane, and what none of them must fall below. */
struct bar {
	const uint8_t *lane;
	const uint8_t *own; /* a least for each lane; NULL: the same for all */
	uint8_t least;
};

/* The bars of the row; one that is not there rules out nothing. */
static uint32_t _set_bars(const struct ft_floor *floor,
			  const struct ft_floor_need *need, uint32_t row,
			  bool most, struct bar *bar)
{
	const struct ft_floor_level *level = need->level;
	uint32_t bars = 0;

	if ((row < level->first) || (row >= level->end) ||
	    (most && (level->planes == floor->watch_count)))
		return 0;
	for (uint32_t w = 0; w < floor->watch_count; w++) {
		size_t plane = most ? floor->watch_count + w : w;
		bool own =
			need->whole && (floor->watch[w].resource == FT_CORES);

		if (!need->least[w] && !own)
			continue;
		bar[bars++] = (struct bar){
			.lane = level->row[row] + plane * floor->lanes,
			.own = own ? floor->empty + plane * floor->lanes : NULL,
			.least = need->least[w],
		};
	}
	return bars;
}

static inline __attribute__((always_inline)) void
_step(const struct bar *bar, uint32_t bars, uint8_t rows, uint8_t *run,
      uint32_t lane, uint32_t end)
{
	for (; lane < end; lane += sizeof(lane_t)) {
		lane_t length = *(const lane_t *) (run + lane);

		length += (lane_t) (length < rows) & 1;
		for (uint32_t b = 0; b < bars; b++) {
			lane_t free = *(const lane_t *) (bar[b].lane + lane);

			length &= (lane_t) (free >= bar[b].least);
			if (bar[b].own)
				length &= (lane_t) (free >=
						    *(const lane_t
							      *) (bar[b].own +
								  lane));
		}
		*(lane_t *) (run + lane) = length;
	}
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void
_step_wide(const struct bar *bar, uint32_t bars, uint8_t rows, uint8_t *run,
	   uint32_t lane, uint32_t end)
{
	_step(bar, bars, rows, run, lane, end);
}
#endif

extern void ft_floor_step(const struct ft_floor *floor,
			  const struct ft_floor_need *need, uint32_t row,
			  uint8_t *run)
{
	struct bar bar[FT_FLOOR_WATCHES];
	uint32_t bars = _set_bars(floor, need, row, false, bar);
	uint32_t lane = need->word * WORD, end = need->word_end * WORD;

#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2")) {
		_step_wide(bar, bars, (uint8_t) need->spans, run, lane, end);
		return;
	}
#endif
	_step(bar, bars, (uint8_t) need->spans, run, lane, end);
}

/* Which of 64 bytes are at least as large? */
#ifdef __SSE2__
static uint64_t _at_least(const uint8_t *byte, const uint8_t *own,
			  uint8_t least)
{
	__m128i bar = _mm_set1_epi8((char) least);
	uint64_t bits = 0;

	for (int i = 0; i < WORD; i += 16) {
		__m128i value = _mm_loadu_si128((const __m128i *) (byte + i));
		__m128i enough;

		if (own)
			bar = _mm_loadu_si128((const __m128i *) (own + i));
		enough = _mm_cmpeq_epi8(_mm_max_epu8(value, bar), value);
		bits |= (uint64_t) (uint32_t) _mm_movemask_epi8(enough) << i;
	}
	return bits;
}
#else
static uint64_t _at_least(const uint8_t *byte, const uint8_t *own,
			  uint8_t least)
{
	uint64_t bits = 0;

	for (int i = 0; i < WORD; i++)
		bits |= (uint64_t) (byte[i] >= (own ? own[i] : least)) << i;
	return bits;
}
#endif

extern uint32_t ft_floor_select(const struct ft_floor *floor,
				const struct ft_floor_need *need, uint32_t row,
				const uint8_t *run,
				const struct ft_front *front,
				const struct ft_node_set *set, uint64_t *word)
{
	int64_t end = ft_floor_row_end(floor, need, row) - 1 - floor->origin;
	struct bar bar[2 * FT_FLOOR_WATCHES];
	uint32_t bars = _set_bars(floor, need, row, true, bar), count = 0;

	if (need->last > need->spans)
		bars += _set_bars(floor, need, row + need->last, true,
				  bar + bars);
	for (uint32_t i = need->word; i < need->word_end; i++) {
		size_t at = (size_t) i * WORD;
		uint64_t bits = set->word[i];

		if (bits && need->spans)
			bits &= _at_least(run + at, NULL,
					  (uint8_t) need->spans);
		if (bits && front)
			bits &= ft_front_open(front, i * WORD, end);
		for (uint32_t b = 0; bits && (b < bars); b++)
			bits &= _at_least(bar[b].lane + at,
					  bar[b].own ? bar[b].own + at : NULL,
					  bar[b].least);
		word[i] = bits;
		count += ft_node_set_bits(bits);
	}
	return count;
}
