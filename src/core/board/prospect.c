/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See prospect.h.
 */
#include "core/board/prospect.h"

#include <errno.h>

#include "core/base/planted.h"
#include "core/board/record.h"
#include "core/board/ways.h"

/* Keys of jobs are above those of patterns with losers. */
static const uint64_t above_losers = UINT64_C(1) << 40;

/* Did anything change since its first job was looked at in vain? */
static bool _pattern_open(const struct ft_board *board,
			  const struct ft_pattern *pattern)
{
	/* Those that can start now do. */
	if (pattern->now_only)
		return false;
	if (FT_PLANTED(27))
		return pattern->waiting.count && !pattern->tried;
	return pattern->waiting.count && (pattern->tried != board->freed + 1);
}

static void _push_pattern(struct ft_board *board, uint32_t p, bool losers)
{
	const struct ft_pattern *pattern = &board->pattern[p];
	uint64_t key = pattern->waiting.item[0].key;

	if (!pattern->losers != !losers)
		return;
	if (losers) {
		uint64_t area = (uint64_t) pattern->nodes *
				(uint64_t) pattern->duration;

		key = area < above_losers ? above_losers - area : 0;
	}
	if (ft_heap_push(&board->clash, key, p))
		board->rc = -ENOMEM;
}

/*
 * The first that finds a place gets it.  One that has times of its own says
 * nothing of those behind it.
 */
static bool _promise_first(struct ft_board *board, uint32_t p)
{
	struct ft_pattern *pattern = &board->pattern[p];

	for (uint32_t i = 0; i < pattern->waiting.count; i++) {
		uint32_t job = pattern->waiting.item[i].value;
		const struct ft_record *record = &board->record[job];
		int64_t start =
			ft_ways_sweep(board, job, record->not_before, FT_NEVER);

		if (start != FT_NEVER) {
			ft_record_place(board, job, start, FT_CAUSE_FOUND);
			return true;
		}
		if ((record->not_before <= board->now) &&
		    (record->end_by == FT_NEVER))
			break;
	}
	pattern->tried = board->freed + 1;
	return false;
}

/* Patterns with losers, which have precedence, or those without. */
static bool _work_patterns(struct ft_board *board, bool losers, uint64_t end)
{
	bool done;

	board->clash.count = 0;
	for (uint32_t p = 0; p < board->pattern_count; p++)
		if (_pattern_open(board, &board->pattern[p]))
			_push_pattern(board, p, losers);
	/* One at least, so that any number of steps leads to an end. */
	while (board->clash.count && !board->rc &&
	       (board->slip_count < board->slip_max)) {
		uint32_t p = ft_heap_pop(&board->clash).value;

		if (_promise_first(board, p) &&
		    _pattern_open(board, &board->pattern[p]))
			_push_pattern(board, p, losers);
		if (board->steps >= end)
			break;
	}
	done = !board->clash.count;
	board->clash.count = 0;
	return done;
}

extern bool ft_prospect_work(struct ft_board *board, uint64_t steps)
{
	uint64_t end = board->steps + steps;

	if (!board->looking || (board->slip_count >= board->slip_max))
		return true;
	board->steps += board->pattern_count / FT_STEP_NODE;
	if (!_work_patterns(board, true, end) ||
	    !_work_patterns(board, false, end))
		/* As many stand now as may. */
		return !board->rc && (board->slip_count >= board->slip_max);
	board->looking = false;
	return true;
}
