/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See claim.h.
 */
#include "core/board/claim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

static uint64_t _hash_limit(const struct ft_limit *limit)
{
	return ft_index_mix(limit->name, (uint64_t) limit->kind);
}

/* One of that name which is not in the new list yet. */
static uint32_t _find_cap(const struct ft_board *board,
			  const struct ft_limit *limit)
{
	size_t at = SIZE_MAX;
	uint32_t c;

	while ((c = ft_index_map_next(&board->caps, _hash_limit(limit), &at)) !=
	       UINT32_MAX) {
		const struct ft_cap *cap = &board->cap[c];

		if ((cap->list != board->cap_list) &&
		    (cap->limit.name == limit->name) &&
		    (cap->limit.kind == limit->kind))
			return c;
	}
	return FT_NO_INDEX;
}

static uint32_t _new_cap_number(struct ft_board *board,
				const struct ft_limit *limit)
{
	uint32_t c = board->cap_count;

	if (!ft_array_grow((void **) &board->cap, c, &board->cap_room,
			   sizeof(*board->cap)) ||
	    ft_index_map_put(&board->caps, _hash_limit(limit), c))
		return FT_NO_INDEX;
	board->cap[c] = (struct ft_cap){.limit = *limit};
	board->cap_count++;
	return c;
}

extern int ft_claim_limits(struct ft_board *board, const struct ft_limit *limit,
			   uint32_t count)
{
	uint32_t *inside =
		realloc(board->cap_inside, (count + 1) * sizeof(*inside));

	if (!inside)
		return board->rc = -ENOMEM;
	board->cap_inside = inside;
	board->cap_list++;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t c = _find_cap(board, &limit[i]);

		if (c == FT_NO_INDEX)
			c = _new_cap_number(board, &limit[i]);
		if (c == FT_NO_INDEX)
			return board->rc = -ENOMEM;
		inside[i] = c;
		board->cap[c].list = board->cap_list;
		board->cap[c].outside = i;
		board->cap[c].told = limit[i].total;
		board->cap_doubt |= limit[i].total != board->cap[c].limit.total;
	}
	return 0;
}

extern void ft_claim_fini(struct ft_board *board)
{
	for (uint32_t c = 0; c < board->cap_count; c++) {
		ft_lane_fini(&board->cap[c].lane);
		ft_gauge_fini(&board->cap[c].gauge);
		ft_gauge_fini(&board->cap[c].scratch);
		ft_gauge_fini(&board->cap[c].running);
		free(board->cap[c].pattern);
	}
	free(board->cap);
	free(board->cap_inside);
	ft_index_map_fini(&board->caps);
}

extern struct ft_claim *ft_claim_copy(const struct ft_board *board,
				      const struct ft_claim *claim,
				      uint32_t count)
{
	struct ft_claim *copy = calloc((size_t) count + 1, sizeof(*copy));

	for (uint32_t i = 0; copy && (i < count); i++)
		copy[i] = (struct ft_claim){board->cap_inside[claim[i].limit],
					    claim[i].count};
	if (copy)
		qsort(copy, count, sizeof(*copy), ft_claim_order);
	return copy;
}

extern const struct ft_claim *ft_claim_list(const struct ft_board *board,
					    uint32_t job, uint32_t *ret_count)
{
	const struct ft_record *record = &board->record[job];

	if (record->claim || (record->pattern == FT_NO_INDEX)) {
		*ret_count = record->claim ? record->claim_count : 0;
		return record->claim;
	}
	*ret_count = board->pattern[record->pattern].claim_count;
	return board->pattern[record->pattern].claim;
}

static const struct ft_claim *_find_in(const struct ft_claim *list,
				       uint32_t count, uint32_t cap)
{
	while (count--)
		if (list[count].limit == cap)
			return &list[count];
	return NULL;
}

static const struct ft_claim *_find_claim(const struct ft_board *board,
					  uint32_t job, uint32_t cap)
{
	uint32_t count;
	const struct ft_claim *list = ft_claim_list(board, job, &count);

	return _find_in(list, count, cap);
}

/* Do the claims, which count by the last list, say what the board's own do? */
static bool _says_same(const struct ft_board *board, const struct ft_claim *own,
		       uint32_t own_count, const struct ft_claim *claim,
		       uint32_t count)
{
	if ((own_count != count) || (count && !claim))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const struct ft_claim *mine = _find_in(
			own, own_count, board->cap_inside[claim[i].limit]);

		if (!mine || (mine->count != claim[i].count))
			return false;
	}
	return true;
}

extern bool ft_claim_same(const struct ft_board *board, uint32_t job,
			  const struct ft_claim *claim, uint32_t count)
{
	uint32_t own_count;
	const struct ft_claim *own = ft_claim_list(board, job, &own_count);

	return _says_same(board, own, own_count, claim, count);
}

extern bool ft_claim_pattern(const struct ft_board *board,
			     const struct ft_pattern *pattern,
			     const struct ft_claim *claim, uint32_t count)
{
	return _says_same(board, pattern->claim, pattern->claim_count, claim,
			  count);
}

extern struct ft_gauge_use ft_claim_use(const struct ft_board *board,
					uint32_t job,
					const struct ft_claim *claim)
{
	return (struct ft_gauge_use){
		.kind = board->cap[claim->limit].limit.kind,
		.start = board->record[job].start,
		.end = board->record[job].end,
		.count = claim->count,
	};
}

extern struct ft_gauge_use ft_claim_booked(const struct ft_board *board,
					   uint32_t job, uint32_t cap)
{
	const struct ft_claim none = {.limit = cap};
	const struct ft_claim *claim = _find_claim(board, job, cap);

	return ft_claim_use(board, job, claim ? claim : &none);
}

/* A change of a limit's sums by one use. */
typedef int change_fn(struct ft_gauge *gauge, const struct ft_gauge_use *use);

static void _change_sums(struct ft_board *board, uint32_t job,
			 change_fn *change)
{
	uint32_t count;
	const struct ft_claim *list = ft_claim_list(board, job, &count);

	for (uint32_t i = 0; i < count; i++) {
		struct ft_gauge_use use = ft_claim_use(board, job, &list[i]);

		if (change(&board->cap[list[i].limit].gauge, &use))
			board->rc = -ENOMEM;
	}
	board->steps += count;
}

extern void ft_claim_give(struct ft_board *board, uint32_t job)
{
	_change_sums(board, job, ft_gauge_give);
}

extern void ft_claim_take(struct ft_board *board, uint32_t job)
{
	_change_sums(board, job, ft_gauge_take);
}

extern void ft_claim_put(struct ft_board *board, uint32_t job,
			 const struct ft_slip *slip)
{
	uint32_t count;
	const struct ft_claim *list = ft_claim_list(board, job, &count);

	for (uint32_t i = 0; i < count; i++)
		if (ft_lane_put(&board->cap[list[i].limit].lane, slip))
			board->rc = -ENOMEM;
	ft_claim_take(board, job);
}

static struct ft_slip *_find_slip(struct ft_board *board, uint32_t job,
				  uint32_t cap)
{
	return ft_lane_slip(&board->cap[cap].lane, job,
			    ft_board_second(board, board->record[job].start));
}

extern void ft_claim_drop(struct ft_board *board, uint32_t job)
{
	uint32_t count;
	const struct ft_claim *list = ft_claim_list(board, job, &count);

	ft_claim_give(board, job);
	for (uint32_t i = 0; i < count; i++) {
		struct ft_slip *slip = _find_slip(board, job, list[i].limit);

		if (slip)
			ft_lane_drop(&board->cap[list[i].limit].lane, slip);
	}
}

extern void ft_claim_rank(struct ft_board *board, uint32_t job, uint64_t key)
{
	uint32_t count;
	const struct ft_claim *list = ft_claim_list(board, job, &count);

	for (uint32_t i = 0; i < count; i++) {
		struct ft_slip *slip = _find_slip(board, job, list[i].limit);

		if (slip)
			slip->key = key;
	}
}

extern void ft_claim_subscribe(struct ft_board *board, uint32_t pattern)
{
	const struct ft_pattern *of = &board->pattern[pattern];

	for (uint32_t i = 0; i < of->claim_count; i++) {
		struct ft_cap *cap = &board->cap[of->claim[i].limit];

		if (!ft_array_grow((void **) &cap->pattern, cap->pattern_count,
				   &cap->pattern_room, sizeof(*cap->pattern))) {
			board->rc = -ENOMEM;
			return;
		}
		cap->pattern[cap->pattern_count++] = pattern;
	}
}
