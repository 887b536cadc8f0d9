/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See exceed.h.
 *
 * As many as fit are let in again in their order, committed ones before all
 * others.
 */
#include "core/board/exceed.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/planted.h"
#include "core/board/claim.h"
#include "core/board/record.h"
#include "core/board/stand.h"
#include "core/board/wait.h"

static bool _claim_stands(const struct ft_cap *cap,
			  const struct ft_gauge *gauge,
			  const struct ft_gauge_use *use)
{
	/* One that has no end lasts as long as counts. */
	int64_t duration =
		use->end == FT_NEVER ? FT_GAUGE_LONGEST : use->end - use->start;

	return ft_gauge_start_by(gauge, &cap->limit, use->count, duration,
				 use->start, use->start) == use->start;
}

/* Do both count at one time? */
static bool _uses_meet(const struct ft_gauge_use *a,
		       const struct ft_gauge_use *b)
{
	return (a->kind == FT_LIMIT_SPENT) ||
	       ((a->start < b->end) && (b->start < a->end));
}

/* May the booking have to go? */
static bool _may_go(const struct ft_board *board,
		    const struct ft_exceed *exceed, const struct ft_slip *slip,
		    const struct ft_gauge_use *use,
		    const struct ft_gauge_use *other)
{
	return (slip->job != exceed->job) &&
	       ft_regard_passes(board, exceed->regard, slip) &&
	       (!use || _uses_meet(use, other));
}

/* Bookings that may have to go, in order, in board->clash; what all others use
 * of it, in its scratch. */
static void _list_claimants(struct ft_board *board,
			    const struct ft_exceed *exceed, uint32_t c,
			    const struct ft_gauge_use *use)
{
	static const uint64_t behind = UINT64_C(1) << 63;
	struct ft_cap *cap = &board->cap[c];
	const struct ft_lane *lane = &cap->lane;
	struct ft_gauge_use *stay =
		calloc((size_t) lane->count + 1, sizeof(*stay));
	uint32_t count = 0;

	for (uint32_t i = 0; stay && (i < lane->count); i++) {
		const struct ft_slip *slip = &lane->slip[i];
		uint64_t key = slip->key / 2;

		stay[count] = ft_claim_booked(board, slip->job, c);
		if (!_may_go(board, exceed, slip, use, &stay[count])) {
			count++;
			continue;
		}
		if (!ft_record_committed(board, slip->job))
			key |= behind;
		if (ft_heap_push(&board->clash, key, slip->job))
			board->rc = -ENOMEM;
	}
	if (!stay || ft_gauge_sum(&cap->scratch, stay, count))
		board->rc = -ENOMEM;
	free(stay);
	board->steps += lane->count;
}

static void _readmit_claims(struct ft_board *board,
			    const struct ft_exceed *exceed, uint32_t c)
{
	struct ft_cap *cap = &board->cap[c];

	while (board->clash.count && !board->rc) {
		uint32_t job = ft_heap_pop(&board->clash).value;
		struct ft_gauge_use use;

		/* A guest that has lost another part of it. */
		if (board->record[job].start == FT_NEVER)
			continue;
		use = ft_claim_booked(board, job, c);
		if (exceed->until && !_claim_stands(cap, &cap->scratch, &use) &&
		    ft_wait_until(board, job, exceed->until))
			use = ft_claim_booked(board, job, c);
		if (_claim_stands(cap, &cap->scratch, &use)) {
			if (ft_gauge_take(&cap->scratch, &use))
				board->rc = -ENOMEM;
			continue;
		}
		if (exceed->pushes)
			ft_wait_push(board, job, exceed->until);
		ft_record_displace(board, job, true, exceed->cause);
		board->count.displaced++;
		if (ft_heap_push(&board->mend, board->record[job].key, job))
			board->rc = -ENOMEM;
	}
	board->clash.count = 0;
}

extern void ft_exceed_clear(struct ft_board *board,
			    const struct ft_exceed *exceed, uint32_t cap,
			    const struct ft_gauge_use *use)
{
	/* Where there is room for it beside all, there is for all. */
	if (FT_PLANTED(33) ||
	    _claim_stands(&board->cap[cap], &board->cap[cap].gauge, use))
		return;
	_list_claimants(board, exceed, cap, use);
	if (ft_gauge_take(&board->cap[cap].scratch, use))
		board->rc = -ENOMEM;
	_readmit_claims(board, exceed, cap);
}

/* Is more of it used at some time to come than there is? */
static bool _is_exceeded(const struct ft_board *board, const struct ft_cap *cap)
{
	const struct ft_gauge *gauge = &cap->gauge;

	for (uint32_t i = 0; i < gauge->count; i++)
		if (((i + 1 == gauge->count) ||
		     (gauge->step[i + 1].time > board->now)) &&
		    (gauge->step[i].level > cap->limit.total))
			return true;
	return false;
}

static void _settle_cap(struct ft_board *board, uint32_t c)
{
	static const struct ft_regard runs = {.runs = true,
					      .self = FT_NO_INDEX};
	const struct ft_exceed exceed = {
		.regard = &runs, .job = FT_NO_INDEX, .cause = FT_CAUSE_LIMIT};
	struct ft_cap *cap = &board->cap[c];
	bool more = cap->told > cap->limit.total;

	cap->limit.total = cap->told;
	if (more && !FT_PLANTED(34))
		ft_stand_wake_limit(board, c);
	if (FT_PLANTED(35) || !_is_exceeded(board, cap))
		return;
	_list_claimants(board, &exceed, c, NULL);
	_readmit_claims(board, &exceed, c);
}

extern void ft_exceed_settle(struct ft_board *board)
{
	if (!board->cap_doubt)
		return;
	board->cap_doubt = false;
	for (uint32_t c = 0; c < board->cap_count; c++) {
		struct ft_cap *cap = &board->cap[c];

		if ((cap->list == board->cap_list) &&
		    ((cap->told != cap->limit.total) || cap->grown))
			_settle_cap(board, c);
		cap->grown = false;
	}
}
