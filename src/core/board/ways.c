/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ways.h.
 */
#include "core/board/ways.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/planted.h"
#include "core/board/pattern.h"
#include "core/board/record.h"
#include "core/board/stand.h"
#include "core/board/sweep.h"

/* Is it an earlier one's too? */
static bool _is_twin(const struct ft_way *way, uint32_t i)
{
	for (uint32_t k = 0; k < i; k++)
		if (way[k].pattern == way[i].pattern)
			return true;
	return false;
}

extern int ft_ways_set(struct ft_board *board, uint32_t job,
		       const struct ft_request *request, uint32_t count,
		       bool now_only)
{
	struct ft_record *record = &board->record[job];
	struct ft_way *way = calloc(count, sizeof(*way));

	if (!way)
		return board->rc = -ENOMEM;
	free(record->way);
	record->way = way;
	record->way_count = count;
	record->request = 0;
	for (uint32_t i = 0; i < count; i++) {
		way[i].pattern = ft_pattern_of(board, &request[i], now_only);
		if (way[i].pattern == FT_NO_INDEX)
			return board->rc = -ENOMEM;
		way[i].twin = _is_twin(way, i);
	}
	record->pattern = way->pattern;
	if (count > 1)
		return 0;
	free(way);
	record->way = NULL;
	return 0;
}

extern int ft_ways_copy(struct ft_board *board, uint32_t job, uint32_t other)
{
	const struct ft_record *from = &board->record[other];
	struct ft_record *to = &board->record[job];
	size_t size = from->way_count * sizeof(*to->way);

	if (from->way) {
		to->way = malloc(size);
		if (!to->way)
			return board->rc = -ENOMEM;
		memcpy(to->way, from->way, size);
	}
	to->way_count = from->way_count;
	to->pattern = ft_record_way(from, 0);
	return 0;
}

extern bool ft_ways_same(struct ft_board *board, uint32_t job,
			 const struct ft_request *request, uint32_t count,
			 bool now_only)
{
	if (board->record[job].way_count != count)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t pattern = ft_pattern_of(board, &request[i], now_only);

		if (pattern != ft_record_way(&board->record[job], i))
			return false;
	}
	return true;
}

extern void ft_ways_take(struct ft_board *board, uint32_t job, uint32_t way)
{
	struct ft_record *record = &board->record[job];

	record->pattern = ft_record_way(record, way);
	record->request = way;
}

extern int64_t ft_ways_sweep(struct ft_board *board, uint32_t job, int64_t from,
			     int64_t limit)
{
	const struct ft_record *record = &board->record[job];
	uint32_t best = 0, last = 0;
	int64_t found = FT_NEVER;

	for (uint32_t i = 0; i < record->way_count; i++) {
		uint32_t p = ft_record_way(record, i);
		int64_t until = ft_record_limit(board, job, p), start;

		if (ft_record_twin(record, i))
			continue;
		until = until < limit ? until : limit;
		if ((found != FT_NEVER) && (found <= until))
			until = found - 1;
		start = ft_sweep_start(board, &board->pattern[p], from, until);
		last = i;
		if (start == FT_NEVER)
			continue;
		found = start;
		best = i;
		if (FT_PLANTED(46))
			break;
	}
	if (found == FT_NEVER)
		return FT_NEVER;
	ft_ways_take(board, job, best);
	/* What was looked at since took the place of its nodes. */
	if (last != best)
		ft_sweep_start(board, &board->pattern[record->pattern], found,
			       found);
	return found;
}

extern void ft_ways_wake_again(struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];

	for (uint32_t i = 0; i < record->way_count; i++)
		if (!ft_record_twin(record, i))
			ft_stand_wake_again(board, ft_record_way(record, i));
}
