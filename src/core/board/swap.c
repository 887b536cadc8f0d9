/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See swap.h.
 */
#include "core/board/swap.h"

#include "core/base/planted.h"
#include "core/board/fit.h"
#include "core/board/record.h"
#include "core/board/regard.h"
#include "core/board/stand.h"
#include "core/board/sweep.h"

/* Nodes that are looked at, and those that are tried. */
enum { LOOKS = 256, TRIES = 6 };

/* Which jobs must go, and where each went. */
struct swap {
	uint32_t node, count, moved;
	uint32_t job[FT_BOARD_SWAPS], to[FT_BOARD_SWAPS];
};

/* Bookings of the node in the job's way; false if too many, or one that does
 * not move. */
static bool _list_others(struct ft_board *board, uint32_t job,
			 struct swap *swap)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_lane *lane = &board->lane[swap->node];
	struct ft_regard regard = {.over = record->key, .self = FT_NO_INDEX};
	int32_t end = ft_board_second(board, record->end);
	int32_t start = ft_board_second(board, record->start);

	swap->count = swap->moved = 0;
	for (uint32_t i = 0; (i < lane->count) && (lane->slip[i].start < end);
	     i++) {
		const struct ft_slip *slip = &lane->slip[i];

		if ((slip->end <= start) ||
		    !ft_regard_passes(board, &regard, slip))
			continue;
		if ((swap->count == FT_BOARD_SWAPS) ||
		    (board->record[slip->job].state != FT_RECORD_PROMISED) ||
		    board->record[slip->job].tasks ||
		    (board->origin + slip->start <= board->now))
			return false;
		swap->job[swap->count++] = slip->job;
	}
	return swap->count > 0;
}

static void _replace_node(struct ft_board *board, uint32_t job, uint32_t from,
			  uint32_t to)
{
	struct ft_record *record = &board->record[job];
	uint32_t i = 0;

	while (record->node[i] != from)
		i++;
	ft_stand_drop_node(board, job, from);
	record->node[i] = to;
	ft_stand_put_node(board, job, to);
}

/* A node for the job at its own start, other than its own. */
static bool _find_other(struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];
	bool found;

	for (uint32_t i = 0; i < record->node_count; i++)
		board->mark[record->node[i]] = true;
	found = ft_sweep_at(board, &board->pattern[record->pattern],
			    record->start, 1);
	for (uint32_t i = 0; i < record->node_count; i++)
		board->mark[record->node[i]] = false;
	return found;
}

static bool _move_others(struct ft_board *board, struct swap *swap)
{
	for (; swap->moved < swap->count; swap->moved++) {
		uint32_t job = swap->job[swap->moved];

		if (!_find_other(board, job))
			return false;
		swap->to[swap->moved] = board->pick[0].node;
		_replace_node(board, job, swap->node, board->pick[0].node);
	}
	return true;
}

static void _move_back(struct ft_board *board, struct swap *swap)
{
	while (swap->moved) {
		swap->moved--;
		_replace_node(board, swap->job[swap->moved],
			      swap->to[swap->moved], swap->node);
	}
}

static bool _try_node(struct ft_board *board, uint32_t job, struct swap *swap)
{
	const struct ft_record *record = &board->record[job];

	/* Others' new places must not need the node: it is theirs still. */
	if (!_move_others(board, swap) ||
	    !ft_fit_at(board, &board->pattern[record->pattern], swap->node,
		       &board->lane[swap->node].profile, record->start)) {
		if (!FT_PLANTED(26))
			_move_back(board, swap);
		return false;
	}
	for (uint32_t i = 0; i < swap->count; i++) {
		ft_record_tell(board, swap->job[i], FT_CAUSE_SWAP);
		ft_record_ask(board, swap->job[i]);
	}
	ft_record_gain(board, job, swap->node);
	return true;
}

static bool _has_node(const struct ft_record *record, uint32_t node)
{
	for (uint32_t i = 0; i < record->node_count; i++)
		if (record->node[i] == node)
			return true;
	return false;
}

/* Would the job fit there, without those behind it? */
static bool _may_swap(struct ft_board *board, uint32_t job, struct swap *swap)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_pattern *pattern = &board->pattern[record->pattern];
	struct ft_regard regard = {.over = record->key, .self = job};

	if (!ft_bit(pattern->roster, swap->node) ||
	    _has_node(record, swap->node) || !_list_others(board, job, swap))
		return false;
	board->steps += FT_STEP_LOOK;
	return ft_fit_at(board, pattern, swap->node,
			 ft_regard_node(board, &regard, swap->node,
					record->start, record->end),
			 record->start);
}

extern bool ft_swap_node(struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];
	uint32_t nodes = board->node_count, tries = 0;
	struct swap swap = {.node = (uint32_t) ((uint64_t) job * 7919 % nodes)};

	if (record->tasks ||
	    (record->node_count + 1 != board->pattern[record->pattern].nodes))
		return false;
	for (uint32_t i = 0; (i < LOOKS) && (i < nodes) && (tries < TRIES);
	     i++) {
		if (_may_swap(board, job, &swap)) {
			tries++;
			if (_try_node(board, job, &swap))
				return true;
		}
		swap.node = swap.node + 1 < nodes ? swap.node + 1 : 0;
	}
	return false;
}
