/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See block.h.
 */
#include "core/board/block.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { MOST = UINT8_MAX };

extern uint8_t ft_block_up(int64_t amount, int64_t unit)
{
	if (amount <= 0)
		return 0;
	amount = amount / unit + (amount % unit != 0);
	return amount > MOST ? MOST : (uint8_t) amount;
}

extern uint8_t ft_block_down(int64_t amount, int64_t unit)
{
	amount = amount > 0 ? amount / unit : 0;
	return amount > MOST ? MOST : (uint8_t) amount;
}

/* Cores, and the GRES that the fewest nodes have. */
static void _choose_sieves(struct ft_board *board)
{
	uint32_t fewest = UINT32_MAX, scarce = FT_CORES;

	for (uint32_t r = FT_FIRST_GRES; r < board->resource_count; r++) {
		uint32_t have = 0;

		for (uint32_t n = 0; n < board->node_count; n++)
			have += ft_board_capacity(board, n)[r] > 0;
		if (have && (have < fewest)) {
			fewest = have;
			scarce = r;
		}
	}
	board->sieve_count = 1 + (scarce != FT_CORES);
	board->sieve[0] = FT_CORES;
	board->sieve[1] = scarce;
	for (uint32_t i = 0; i < board->sieve_count; i++) {
		int64_t most = 1;

		for (uint32_t n = 0; n < board->node_count; n++) {
			int64_t have =
				ft_board_capacity(board, n)[board->sieve[i]];

			most = have > most ? have : most;
		}
		board->sieve_unit[i] = (most + MOST - 1) / MOST;
	}
}

/* Rows of all slots of all sieves and blocks. */
static size_t _block_rows(const struct ft_board *board)
{
	return (size_t) board->block_count * board->sieve_count * FT_SLOTS;
}

/* Of the sieve in the block, the first of these rows. */
static uint8_t *_block_row(const struct ft_board *board, uint8_t *of,
			   uint32_t block, uint32_t sieve)
{
	return of + ((size_t) block * board->sieve_count + sieve) * FT_SLOTS *
			    FT_BLOCK;
}

static uint8_t *_wide_row(const struct ft_board *board, uint32_t block,
			  uint32_t sieve)
{
	return board->wide + ((size_t) block * board->sieve_count + sieve) *
				     (FT_SLOTS / FT_WIDE) * FT_BLOCK;
}

extern int ft_block_init(struct ft_board *board)
{
	size_t words = (size_t) board->block_count * FT_SLOTS;

	_choose_sieves(board);
	board->low = calloc(_block_rows(board), FT_BLOCK);
	board->high = calloc(_block_rows(board), FT_BLOCK);
	board->wide = calloc(_block_rows(board) / FT_WIDE, FT_BLOCK);
	board->idle = calloc(words, sizeof(uint64_t));
	board->ever = calloc(words, sizeof(uint64_t));
	if (!board->low || !board->high || !board->wide || !board->idle ||
	    !board->ever)
		return -ENOMEM;
	for (uint32_t n = 0; n < board->node_count; n++)
		ft_block_update(board, n, board->now, FT_NEVER);
	return 0;
}

extern void ft_block_fini(struct ft_board *board)
{
	free(board->low);
	free(board->high);
	free(board->wide);
	free(board->idle);
	free(board->ever);
}

/* Of one node in one slot. */
struct look {
	int64_t least[FT_SIEVES], most[FT_SIEVES];
	bool idle, ever;
};

static void _look_step(const struct ft_board *board, const int64_t *state,
		       struct look *look)
{
	bool empty = !state[FT_STATE_USERS];

	look->idle &= empty;
	look->ever |= empty;
	for (uint32_t i = 0; i < board->sieve_count; i++) {
		int64_t free = state[FT_STATE_FREE + board->sieve[i]];

		look->least[i] = free < look->least[i] ? free : look->least[i];
		look->most[i] = free > look->most[i] ? free : look->most[i];
	}
}

static void _write_slot(struct ft_board *board, uint32_t node, uint32_t slot,
			const struct look *look)
{
	uint32_t block = node / FT_BLOCK, lane = node % FT_BLOCK;
	size_t word = (size_t) block * FT_SLOTS + slot;
	uint64_t bit = UINT64_C(1) << lane;

	board->idle[word] &= ~bit;
	board->ever[word] &= ~bit;
	board->idle[word] |= look->idle ? bit : 0;
	board->ever[word] |= look->ever ? bit : 0;
	for (uint32_t i = 0; i < board->sieve_count; i++) {
		size_t at = (size_t) slot * FT_BLOCK + lane;
		int64_t unit = board->sieve_unit[i];

		_block_row(board, board->low, block, i)[at] =
			ft_block_up(look->least[i], unit);
		_block_row(board, board->high, block, i)[at] =
			ft_block_up(look->most[i], unit);
	}
}

/* The wide slots that have these. */
static void _write_wide(struct ft_board *board, uint32_t node, uint32_t slot,
			uint32_t last)
{
	uint32_t block = node / FT_BLOCK, lane = node % FT_BLOCK;

	for (uint32_t i = 0; i < board->sieve_count; i++) {
		const uint8_t *row =
			_block_row(board, board->low, block, i) + lane;
		uint8_t *wide = _wide_row(board, block, i) + lane;

		for (uint32_t w = slot / FT_WIDE; w <= last / FT_WIDE; w++) {
			const uint8_t *at =
				row + (size_t) w * FT_WIDE * FT_BLOCK;
			uint8_t least = *at;

			for (uint32_t s = 1; s < FT_WIDE; s++) {
				at += FT_BLOCK;
				least = *at < least ? *at : least;
			}
			wide[(size_t) w * FT_BLOCK] = least;
		}
	}
}

extern void ft_block_update(struct ft_board *board, uint32_t node,
			    int64_t start, int64_t end)
{
	const struct ft_profile *profile = &board->lane[node].profile;
	uint32_t kinds = board->resource_count;
	uint32_t first = ft_board_slot(board, start), slot = first;
	uint32_t last = ft_board_slot(board, end == FT_NEVER ? end : end - 1);
	uint32_t step =
		ft_profile_find(profile, ft_board_slot_start(board, slot));

	for (; slot <= last; slot++) {
		int64_t until = slot + 1 < FT_SLOTS
					? ft_board_slot_start(board, slot + 1)
					: FT_NEVER;
		struct look look = {.least = {INT64_MAX, INT64_MAX},
				    .idle = true};

		for (;; step++) {
			_look_step(board,
				   ft_profile_state(profile, kinds, step),
				   &look);
			if (ft_profile_end(profile, step) >= until)
				break;
		}
		if ((step + 1 < profile->count) &&
		    (ft_profile_end(profile, step) == until))
			step++;
		if (board->node[node].available_from >= until)
			look = (struct look){0};
		_write_slot(board, node, slot, &look);
	}
	_write_wide(board, node, first, last);
}

/* All of them: these rows lie one after the other as those of slots do. */
static void _renew_wide(struct ft_board *board)
{
	for (size_t row = 0; row < _block_rows(board); row += FT_WIDE) {
		const uint8_t *low = board->low + row * FT_BLOCK;
		uint8_t *wide = board->wide + row / FT_WIDE * FT_BLOCK;

		memcpy(wide, low, FT_BLOCK);
		for (int s = 1; s < FT_WIDE; s++) {
			low += FT_BLOCK;
			for (int i = 0; i < FT_BLOCK; i++)
				wide[i] = low[i] < wide[i] ? low[i] : wide[i];
		}
	}
}

extern void ft_block_shift(struct ft_board *board, uint32_t slots)
{
	uint32_t kept = slots < FT_SLOTS ? FT_SLOTS - slots : 0;

	for (size_t row = 0; kept && (row < _block_rows(board));
	     row += FT_SLOTS)
		for (int i = 0; i < 2; i++) {
			uint8_t *at =
				(i ? board->high : board->low) + row * FT_BLOCK;

			memmove(at, at + (size_t) slots * FT_BLOCK,
				(size_t) kept * FT_BLOCK);
		}
	for (uint32_t b = 0; kept && (b < board->block_count); b++) {
		uint64_t *idle = board->idle + (size_t) b * FT_SLOTS;
		uint64_t *ever = board->ever + (size_t) b * FT_SLOTS;

		memmove(idle, idle + slots, kept * sizeof(*idle));
		memmove(ever, ever + slots, kept * sizeof(*ever));
	}
	/* What was the last slot had no end. */
	kept = kept ? kept - 1 : 0;
	for (uint32_t n = 0; n < board->node_count; n++)
		ft_block_update(board, n, ft_board_slot_start(board, kept),
				FT_NEVER);
	_renew_wide(board);
}

#ifdef __SSE2__
static uint64_t _enough(const uint8_t *byte, uint8_t least)
{
	__m128i bar = _mm_set1_epi8((char) least);
	uint64_t bits = 0;

	for (int i = 0; i < FT_BLOCK; i += 16) {
		__m128i value = _mm_loadu_si128((const __m128i *) (byte + i));
		__m128i fits = _mm_cmpeq_epi8(_mm_max_epu8(value, bar), value);

		bits |= (uint64_t) (uint32_t) _mm_movemask_epi8(fits) << i;
	}
	return bits;
}
#else
static uint64_t _enough(const uint8_t *byte, uint8_t least)
{
	uint64_t bits = 0;

	for (int i = 0; i < FT_BLOCK; i++)
		bits |= (uint64_t) (byte[i] >= least) << i;
	return bits;
}
#endif

/* Nodes that can take it through all slots of a wide one. */
static uint64_t _wide_mask(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t block,
			   uint32_t wide)
{
	uint64_t mask = UINT64_MAX;

	for (uint32_t i = 0; i < board->sieve_count; i++)
		if (pattern->need[i])
			mask &= _enough(_wide_row(board, block, i) +
						(size_t) wide * FT_BLOCK,
					pattern->need[i]);
	return mask;
}

/* Nodes that can take it in the slot, by its least or by its most. */
static uint64_t _slot_mask(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t block,
			   uint32_t slot, bool most)
{
	uint64_t mask = UINT64_MAX;

	if (pattern->whole)
		return (most ? board->ever
			     : board->idle)[(size_t) block * FT_SLOTS + slot];
	for (uint32_t i = 0; i < board->sieve_count; i++)
		if (pattern->need[i])
			mask &= _enough(
				_block_row(board,
					   most ? board->high : board->low,
					   block, i) +
					(size_t) slot * FT_BLOCK,
				pattern->need[i]);
	return mask;
}

/* Of the mask's nodes, those that can take it through all slots [slot, end). */
static uint64_t _through_mask(const struct ft_board *board,
			      const struct ft_pattern *pattern, uint32_t block,
			      uint32_t slot, uint32_t end, uint64_t mask)
{
	uint32_t wide = (slot + FT_WIDE - 1) / FT_WIDE,
		 wide_end = end / FT_WIDE;

	if (pattern->whole || (wide >= wide_end))
		wide = wide_end = end / FT_WIDE + 1;
	for (uint32_t w = wide; mask && (w < wide_end); w++)
		mask &= _wide_mask(board, pattern, block, w);
	for (; mask && (slot < end); slot++) {
		if (slot == wide * FT_WIDE)
			slot = wide_end * FT_WIDE;
		if (slot < end)
			mask &= _slot_mask(board, pattern, block, slot, false);
	}
	return mask;
}

extern uint64_t ft_block_mask(const struct ft_board *board,
			      const struct ft_pattern *pattern, uint32_t block,
			      uint32_t slot)
{
	int64_t length = INT64_C(1) << board->shift;
	int64_t whole = pattern->duration / length;
	uint64_t mask = pattern->roster[block];

	if (mask)
		mask &= _slot_mask(board, pattern, block, slot, true);
	if (mask && whole && (pattern->duration % length) &&
	    (slot + whole < FT_SLOTS))
		mask &= _slot_mask(board, pattern, block,
				   slot + (uint32_t) whole, true);
	if (whole > FT_SLOTS - slot)
		whole = FT_SLOTS - slot;
	return _through_mask(board, pattern, block, slot + 1,
			     slot + (uint32_t) whole, mask);
}
