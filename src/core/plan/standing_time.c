/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_state.h: how long a board may take to follow a snapshot.
 *
 * Refuses to find out whose jobs take the time: a plan of the whole queue gives
 * each owner a share of it (core/search/watch.h), and follows if it is over.
 */
#include <errno.h>

#include "core/plan/standing_state.h"

/* Of the time that one owner has in a fresh plan: what follows from events of
 * some owners, none of which had more. */
enum { OWNERS = 4 };

static bool _has_bounds(const struct ft_halt *halt)
{
	return halt && halt->clock && halt->user_us;
}

extern void ft_standing_time_begin(struct ft_standing *standing,
				   const struct ft_halt *halt)
{
	standing->halt = halt;
	standing->until_us = INT64_MAX;
	if (_has_bounds(halt))
		standing->until_us =
			halt->clock(halt->context) + OWNERS * halt->user_us;
}

extern int ft_standing_time_check(const struct ft_standing *standing,
				  struct ft_err *err)
{
	const struct ft_halt *halt = standing->halt;

	if (halt && halt->wanted && halt->wanted(halt->context))
		return -ECANCELED;
	if (_has_bounds(halt) &&
	    (halt->clock(halt->context) >= standing->until_us))
		return ft_fail(err, -EAGAIN,
			       "what follows from events takes too long");
	return 0;
}

extern int ft_standing_before(const struct ft_standing *standing, uint64_t key,
			      struct ft_err *err)
{
	int rc = 0;

	while (!ft_board_before(standing->board, key, FT_STANDING_SLICE, &rc) &&
	       !rc)
		rc = ft_standing_time_check(standing, err);
	return rc;
}

extern struct ft_halt ft_standing_time_guest(const struct ft_standing *standing)
{
	struct ft_halt halt = {0};
	int64_t left;

	if (standing->halt)
		halt = *standing->halt;
	if (!_has_bounds(&halt))
		return halt;
	left = standing->until_us - halt.clock(halt.context);
	if (left > halt.user_us)
		left = halt.user_us;
	/* 0 would be no bound */
	if (left < 1)
		left = 1;
	if (!halt.plan_us || (left < halt.plan_us))
		halt.plan_us = left;
	return halt;
}
