/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See reach.h.
 */
#include "core/board/reach.h"

#include <errno.h>
#include <stdlib.h>

#include "core/board/fit.h"
#include "core/board/leaf.h"
#include "core/board/record.h"
#include "core/board/regard.h"
#include "core/board/spread.h"
#include "core/board/stand.h"
#include "core/board/state.h"

/* Is a core free of the node, beside the runs that stay? */
static bool _has_core(const struct ft_board *board,
		      const struct ft_reach *reach, uint32_t node)
{
	const struct ft_lane *lane = &board->lane[node];
	int64_t left = ft_board_capacity(board, node)[FT_CORES];
	int32_t now = ft_board_second(board, board->now);
	const struct ft_regard regard = {.gone = reach->gone,
					 .gone_count = reach->gone_count};

	for (uint32_t i = 0; (i < lane->count) && (lane->slip[i].start <= now);
	     i++) {
		uint32_t job = lane->slip[i].job;

		if ((board->record[job].state != FT_RECORD_RUNNING) ||
		    (lane->slip[i].end <= now) || ft_regard_gone(&regard, job))
			continue;
		if (lane->slip[i].flags & FT_SLIP_WHOLE)
			return false;
		left -= ft_stand_use(board, job, node).amount[FT_CORES];
	}
	return left > 0;
}

extern int ft_reach_init(struct ft_reach *reach, const struct ft_board *board,
			 const enum ft_gone *gone, uint32_t gone_count)
{
	*reach = (struct ft_reach){.gone = gone, .gone_count = gone_count};
	/* Both in one. */
	reach->node =
		calloc((size_t) board->block_count + board->resource_count + 1,
		       sizeof(*reach->node));
	if (!reach->node)
		return -ENOMEM;
	reach->rest = (int64_t *) (reach->node + board->block_count);
	for (uint32_t n = 0; n < board->node_count; n++)
		if (board->coreless || _has_core(board, reach, n))
			reach->node[n / FT_BLOCK] |= UINT64_C(1)
						     << n % FT_BLOCK;
	return 0;
}

extern void ft_reach_fini(struct ft_reach *reach)
{
	free(reach->node);
	reach->node = NULL;
	reach->rest = NULL;
}

/* What the node adds: itself, or tasks. */
static int64_t _reach_node(struct ft_board *board,
			   const struct ft_regard *regard,
			   const struct ft_pattern *pattern, uint32_t node)
{
	int64_t now = board->now, last;
	const struct ft_profile *profile = ft_regard_node(
		board, regard, node, now, now + pattern->duration);

	if (!ft_fit_at(board, pattern, node, profile, now))
		return 0;
	return pattern->collective ? ft_spread_tasks(board, pattern, node,
						     profile, now, &last)
				   : 1;
}

/* The same of one that is bound to leaf switches: nodes count together. */
static int64_t _reach_leaves(struct ft_board *board,
			     const struct ft_regard *regard,
			     const struct ft_pattern *pattern,
			     const struct ft_reach *reach)
{
	board->pick_count = 0;
	for (uint32_t n = 0; n < board->node_count; n++) {
		int64_t tasks = 0;

		if (ft_bit(pattern->roster, n) && ft_bit(reach->node, n))
			tasks = _reach_node(board, regard, pattern, n);
		if (tasks)
			board->pick[board->pick_count++] =
				(struct ft_candidate){.first = board->now,
						      .last = board->now,
						      .node = n,
						      .tasks =
							      (uint32_t) tasks};
	}
	return ft_leaf_short(board, pattern) * ft_pattern_part(pattern);
}

/* What the pattern lacks of what it wants, among all nodes. */
static int64_t _reach_want(struct ft_board *board,
			   const struct ft_regard *regard,
			   const struct ft_pattern *pattern,
			   const struct ft_reach *reach)
{
	int64_t lack = ft_pattern_want(pattern);

	if (ft_leaf_binds(pattern))
		return _reach_leaves(board, regard, pattern, reach);
	for (uint32_t b = 0; (b < board->block_count) && (lack > 0); b++) {
		uint64_t word = pattern->roster[b] & reach->node[b];

		for (; word && (lack > 0); word &= word - 1) {
			uint32_t bit = (uint32_t) __builtin_ctzll(word);

			lack -= _reach_node(board, regard, pattern,
					    b * FT_BLOCK + bit);
		}
	}
	return lack > 0 ? lack : 0;
}

static uint32_t _reach_way(struct ft_board *board, uint32_t job, uint32_t p,
			   const struct ft_reach *reach)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_pattern *pattern = &board->pattern[p];
	struct ft_regard regard = {
		.over = record->key,
		.self = job,
		.tier = ft_record_tier(board, job),
		.above = true,
		.gone = reach->gone,
		.gone_count = reach->gone_count,
		.rest = reach->rest,
		.whole = pattern->whole,
	};
	int64_t now = board->now, part = ft_pattern_part(pattern), lack;

	if ((now < record->not_before) ||
	    (ft_record_limit(board, job, p) < now))
		return UINT32_MAX;
	lack = _reach_want(board, &regard, pattern, reach);
	if (lack)
		return (uint32_t) ((lack + part - 1) / part);
	/* Others giving way would do, for which it takes no runs. */
	regard.gone_count = 0;
	if (!_reach_want(board, &regard, pattern, reach))
		return 1;
	regard.gone_count = reach->gone_count;
	ft_regard_gather(board, &regard, pattern);
	return ft_regard_start(board, &regard, pattern, now, now) == FT_NEVER
		       ? UINT32_MAX
		       : 0;
}

extern uint32_t ft_reach_lack(struct ft_board *board, uint32_t job,
			      const struct ft_reach *reach)
{
	const struct ft_record *record = &board->record[job];
	uint32_t least = UINT32_MAX;

	for (uint32_t i = 0; least && (i < record->way_count); i++) {
		uint32_t lack;

		if (ft_record_twin(record, i))
			continue;
		lack = _reach_way(board, job, ft_record_way(record, i), reach);
		least = lack < least ? lack : least;
	}
	return least;
}
