/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See regard.h.
 */
#include "core/board/regard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/claim.h"
#include "core/board/fit.h"
#include "core/board/stand.h"

struct period {
	int64_t from, limit; /* starts */
};

/* Everything is free from now on. */
static void _clear_scratch(const struct ft_board *board,
			   struct ft_profile *scratch, uint32_t kinds,
			   const int64_t *capacity)
{
	scratch->count = 1;
	scratch->time[0] = board->now;
	scratch->state[FT_STATE_USERS] = 0;
	memcpy(scratch->state + FT_STATE_FREE, capacity,
	       kinds * sizeof(*capacity));
}

/* What the booking has, but for cores that it leaves. */
static struct ft_use _counted_use(const struct ft_board *board,
				  const struct ft_regard *regard, uint32_t job,
				  uint32_t node)
{
	struct ft_use use = ft_stand_use(board, job, node);

	if (ft_regard_gone(regard, job) == FT_GONE_CORES) {
		memcpy(regard->rest, use.amount,
		       board->resource_count * sizeof(*regard->rest));
		regard->rest[FT_CORES] = 0;
		use.amount = regard->rest;
	}
	return use;
}

extern const struct ft_profile *ft_regard_node(struct ft_board *board,
					       const struct ft_regard *regard,
					       uint32_t node, int64_t from,
					       int64_t until)
{
	const struct ft_lane *lane = &board->lane[node];
	struct ft_profile *scratch = &board->scratch;
	int32_t begin = ft_board_second(board, from);
	int32_t end = ft_board_second(board, until);

	if (regard->all)
		return &lane->profile;
	_clear_scratch(board, scratch, board->resource_count,
		       ft_board_capacity(board, node));
	for (uint32_t i = 0; (i < lane->count) && (lane->slip[i].start < end);
	     i++) {
		const struct ft_slip *slip = &lane->slip[i];
		struct ft_use use;

		if ((slip->end <= begin) ||
		    ft_regard_passes(board, regard, slip))
			continue;
		use = _counted_use(board, regard, slip->job, node);
		if (ft_profile_take(scratch, board->resource_count, &use))
			board->rc = -ENOMEM;
		if (ft_stand_hold(board, slip->job, node, &use) &&
		    ft_profile_take(scratch, board->resource_count, &use))
			board->rc = -ENOMEM;
		board->steps++;
	}
	board->steps += 1 + lane->count / FT_BLOCK;
	return scratch;
}

extern const struct ft_profile *
ft_regard_licence(struct ft_board *board, const struct ft_regard *regard,
		  uint32_t licence)
{
	const struct ft_lane *lane = &board->licence[licence];
	struct ft_profile *scratch = &board->scratch_licence;

	if (regard->all)
		return &lane->profile;
	_clear_scratch(board, scratch, 1,
		       &board->machine->licence_total[licence]);
	for (uint32_t i = 0; i < lane->count; i++) {
		const struct ft_slip *slip = &lane->slip[i];
		struct ft_use use;

		if (ft_regard_passes(board, regard, slip))
			continue;
		use = ft_stand_licence(board, slip->job, licence);
		if (ft_profile_take(scratch, 1, &use))
			board->rc = -ENOMEM;
	}
	board->steps += lane->count;
	return scratch;
}

extern void ft_regard_limit(struct ft_board *board,
			    const struct ft_regard *regard, uint32_t cap,
			    struct ft_gauge *gauge)
{
	const struct ft_lane *lane = &board->cap[cap].lane;
	struct ft_gauge_use *use =
		calloc((size_t) lane->count + 1, sizeof(*use));
	uint32_t count = 0;

	for (uint32_t i = 0; use && (i < lane->count); i++)
		if (!ft_regard_passes(board, regard, &lane->slip[i]))
			use[count++] =
				ft_claim_booked(board, lane->slip[i].job, cap);
	if (!use || ft_gauge_sum(gauge, use, count))
		board->rc = -ENOMEM;
	free(use);
	board->steps += lane->count;
}

extern void ft_regard_gather(struct ft_board *board,
			     const struct ft_regard *regard,
			     const struct ft_pattern *pattern)
{
	for (uint32_t i = 0; i < pattern->claim_count; i++) {
		uint32_t cap = pattern->claim[i].limit;

		ft_regard_limit(board, regard, cap, &board->cap[cap].scratch);
	}
}

/* By claim i alone. */
static int64_t _claim_start(const struct ft_board *board,
			    const struct ft_regard *regard,
			    const struct ft_pattern *pattern, uint32_t i,
			    struct period period)
{
	const struct ft_cap *cap = &board->cap[pattern->claim[i].limit];

	if (FT_PLANTED(36))
		return period.from;
	return ft_gauge_start_by(regard->all ? &cap->gauge : &cap->scratch,
				 &cap->limit, pattern->claim[i].count,
				 pattern->duration, period.from, period.limit);
}

/* By licence i, or the claim that comes so many after the last licence. */
static int64_t _one_start(struct ft_board *board,
			  const struct ft_regard *regard,
			  const struct ft_pattern *pattern, uint32_t i,
			  struct period period)
{
	const struct ft_profile *profile;

	if (i >= pattern->licence_count)
		return _claim_start(board, regard, pattern,
				    i - pattern->licence_count, period);
	profile = ft_regard_licence(board, regard, pattern->licence[i].licence);
	return ft_fit_licence(pattern, i, profile, period.from, period.limit);
}

/* By all from that one on: until they agree. */
static int64_t _agreed_start(struct ft_board *board,
			     const struct ft_regard *regard,
			     const struct ft_pattern *pattern, uint32_t first,
			     struct period period)
{
	uint32_t count = pattern->licence_count + pattern->claim_count;
	uint32_t same = first, i = first;

	while (same < count) {
		int64_t start = _one_start(board, regard, pattern, i, period);

		if (start == FT_NEVER)
			return FT_NEVER;
		same = start == period.from ? same + 1 : first + 1;
		period.from = start;
		i = i + 1 < count ? i + 1 : first;
	}
	return period.from;
}

extern int64_t ft_regard_start(struct ft_board *board,
			       const struct ft_regard *regard,
			       const struct ft_pattern *pattern, int64_t from,
			       int64_t limit)
{
	return _agreed_start(board, regard, pattern, 0,
			     (struct period){from, limit});
}

extern int64_t ft_regard_limits(struct ft_board *board,
				const struct ft_regard *regard,
				const struct ft_pattern *pattern, int64_t from,
				int64_t limit)
{
	return _agreed_start(board, regard, pattern, pattern->licence_count,
			     (struct period){from, limit});
}
