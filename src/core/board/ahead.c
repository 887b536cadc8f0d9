/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ahead.h.
 */
#include "core/board/ahead.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/base/planted.h"
#include "core/board/instant.h"
#include "core/board/pick.h"

/* What a search is made of. */
struct aim {
	const struct ft_pattern *pattern;
	const struct ft_regard *regard;
	uint32_t first, last;	  /* slots of starts */
	uint32_t end;		  /* slots from there on are of no matter */
	uint32_t sieve;		  /* which it is ruled out by */
	bool crosses;		  /* it is there when its first slot ends */
	uint32_t count[FT_SLOTS]; /* nodes that may take it */
	int16_t room[FT_BLOCK];	  /* units that others may have */
};

/* Units of each node that may be taken when the job is there. */
static void _set_room(const struct ft_board *board, struct aim *aim,
		      uint32_t block)
{
	uint32_t resource = board->sieve[aim->sieve];

	memset(aim->room, 0, sizeof(aim->room));
	for (uint32_t i = 0; !aim->pattern->whole && (i < FT_BLOCK); i++) {
		uint32_t node = block * FT_BLOCK + i;
		int64_t room;

		if (node >= board->node_count)
			break;
		room = ft_board_capacity(board, node)[resource] -
		       ft_pattern_amount(board, aim->pattern, node)[resource];
		aim->room[i] = (int16_t) (room / board->sieve_unit[aim->sieve]);
	}
}

/* Adds what stands to the sums of the slots that it covers in full, or of
 * those whose last second it covers if that is when the job is there. */
static void _add_slips(struct ft_board *board, const struct aim *aim,
		       uint32_t node)
{
	const struct ft_lane *lane = &board->lane[node];
	int16_t *sum = board->sum + node % FT_BLOCK;
	int64_t length = INT64_C(1) << board->shift;
	bool whole = aim->pattern->whole;

	for (uint32_t i = 0; i < lane->count; i++) {
		const struct ft_slip *slip = &lane->slip[i];
		int64_t from = slip->start + (aim->crosses ? 0 : length - 1);
		int64_t first = (from >> board->shift) - board->base;
		int64_t end = (slip->end >> board->shift) - board->base;
		int16_t units = whole ? 1 : slip->unit[aim->sieve];

		first = first < 0 ? 0 : first;
		if ((first >= aim->end) || (end <= first) ||
		    ft_regard_passes(board, aim->regard, slip))
			continue;
		sum[first * FT_BLOCK] =
			(int16_t) (sum[first * FT_BLOCK] + units);
		if (end < aim->end)
			sum[end * FT_BLOCK] =
				(int16_t) (sum[end * FT_BLOCK] - units);
	}
}

/* Adds the sums of a slot to those before: which nodes have room there. */
#ifdef __SSE2__
static uint64_t _sum_slot(int16_t *sum, const int16_t *room, int16_t *so_far)
{
	uint64_t full = 0;

	for (int i = 0; i < FT_BLOCK; i += 16) {
		__m128i *low = (__m128i *) (so_far + i);
		__m128i *at = (__m128i *) (sum + i);
		const __m128i *bar = (const __m128i *) (room + i);
		__m128i a = _mm_add_epi16(_mm_loadu_si128(low),
					  _mm_loadu_si128(at));
		__m128i b = _mm_add_epi16(_mm_loadu_si128(low + 1),
					  _mm_loadu_si128(at + 1));
		__m128i over = _mm_packs_epi16(
			_mm_cmpgt_epi16(a, _mm_loadu_si128(bar)),
			_mm_cmpgt_epi16(b, _mm_loadu_si128(bar + 1)));

		_mm_storeu_si128(low, a);
		_mm_storeu_si128(low + 1, b);
		full |= (uint64_t) (uint32_t) _mm_movemask_epi8(over) << i;
	}
	return ~full;
}
#else
static uint64_t _sum_slot(int16_t *sum, const int16_t *room, int16_t *so_far)
{
	uint64_t mask = 0;

	for (int i = 0; i < FT_BLOCK; i++) {
		so_far[i] = (int16_t) (so_far[i] + sum[i]);
		mask |= (uint64_t) (so_far[i] <= room[i]) << i;
	}
	return mask;
}
#endif

/* Nodes that have room when a slot ends, for each, become those that have it
 * whenever a slot ends that the job is in if it starts in that one. */
static void _join_words(const struct ft_board *board, const struct aim *aim,
			uint64_t *word)
{
	uint64_t width = (uint64_t) aim->pattern->duration >> board->shift;

	for (uint64_t done = 1, by; done < width; done += by) {
		by = done < width - done ? done : width - done;
		for (uint64_t s = 0; s + by < aim->end; s++)
			word[s] &= word[s + by];
	}
}

/* Which nodes of the block may take it, for each slot of starts. */
static void _mask_block(struct ft_board *board, struct aim *aim, uint32_t block)
{
	uint64_t *mask = board->mask + (size_t) block * FT_SLOTS;
	uint64_t roster = aim->pattern->roster[block];
	int16_t so_far[FT_BLOCK] = {0};

	memset(board->sum, 0, (size_t) aim->end * FT_BLOCK * sizeof(int16_t));
	_set_room(board, aim, block);
	for (uint64_t left = roster; left; left &= left - 1)
		_add_slips(board, aim,
			   block * FT_BLOCK + (uint32_t) __builtin_ctzll(left));
	for (uint32_t s = 0; s < aim->end; s++)
		mask[s] = roster & _sum_slot(board->sum + (size_t) s * FT_BLOCK,
					     aim->room, so_far);
	if (aim->crosses)
		_join_words(board, aim, mask);
	for (uint32_t s = aim->first; s <= aim->last; s++)
		aim->count[s] += ft_node_set_bits(mask[s]);
	board->steps += FT_BLOCK * FT_STEP_NODE;
}

static uint32_t _list_ahead(struct ft_board *board, const struct aim *aim,
			    uint32_t slot)
{
	uint32_t count = 0;

	for (uint32_t b = 0; b < board->block_count; b++) {
		uint64_t mask = 0;

		if (aim->pattern->roster[b])
			mask = board->mask[(size_t) b * FT_SLOTS + slot];
		for (; mask; mask &= mask - 1)
			board->list[count++] =
				b * FT_BLOCK + (uint32_t) __builtin_ctzll(mask);
	}
	return count;
}

static int64_t _search_ahead(struct ft_board *board, const struct aim *aim,
			     uint32_t slot, struct ft_span span)
{
	int64_t begin = ft_board_slot_start(board, slot);
	int64_t last = ft_board_slot_start(board, slot + 1) - 1;
	uint32_t listed, most;
	int64_t start;

	span.from = span.from > begin ? span.from : begin;
	span.limit = span.limit < last ? span.limit : last;
	listed = _list_ahead(board, aim, slot);
	start = ft_instant_find(board, aim->pattern, aim->regard, listed, span,
				&most);
	if (start != FT_NEVER) {
		ft_instant_pick(board, aim->pattern, aim->regard, listed, start,
				UINT32_MAX);
		ft_pick_best(board, aim->pattern, start, aim->pattern->nodes);
	}
	return start;
}

/* The slot after all that the job is in if it starts in slot `last`. */
static uint32_t _matter_end(const struct ft_board *board,
			    const struct ft_pattern *pattern, uint32_t last)
{
	int64_t end = last + (pattern->duration >> board->shift) + 1;

	return end < FT_SLOTS ? (uint32_t) end : FT_SLOTS;
}

extern int64_t ft_ahead_start(struct ft_board *board,
			      const struct ft_pattern *pattern,
			      const struct ft_regard *regard, int64_t from,
			      int64_t limit)
{
	struct aim aim = {.pattern = pattern, .regard = regard};
	int64_t start = FT_NEVER;

	board->count.searches++;
	if (from < board->now)
		from = board->now;
	if (limit > ft_board_limit(board))
		limit = ft_board_limit(board);
	if ((pattern->roster_count < pattern->nodes) || (from > limit))
		return FT_NEVER;
	if (pattern->claim_count) {
		ft_regard_gather(board, regard, pattern);
		from = ft_regard_start(board, regard, pattern, from, limit);
		if (from == FT_NEVER)
			return FT_NEVER;
	}
	aim.first = ft_board_slot(board, from);
	aim.last = FT_PLANTED(24) ? aim.first : ft_board_slot(board, limit);
	aim.crosses = pattern->duration >> board->shift;
	aim.end = _matter_end(board, pattern, aim.last);
	aim.sieve = (board->sieve_count > 1) && pattern->need[1];
	for (uint32_t b = 0; b < board->block_count; b++)
		if (pattern->roster[b])
			_mask_block(board, &aim, b);
	for (uint32_t s = aim.first; (start == FT_NEVER) && (s <= aim.last);
	     s++)
		if (aim.count[s] >= pattern->nodes)
			start = _search_ahead(board, &aim, s,
					      (struct ft_span){from, limit});
	return start;
}
