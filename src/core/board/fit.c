/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fit.h.
 */
#include "core/board/fit.h"

/* Does the state suffice with what the use has of it? */
static bool _state_without(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t node,
			   const int64_t *state, const struct ft_use *use)
{
	int64_t users = state[FT_STATE_USERS] - use->users;
	const int64_t *amount;

	if (pattern->whole)
		return !users;
	if (users >= FT_USER_WHOLE)
		return false;
	amount = ft_pattern_amount(board, pattern, node);
	for (uint32_t r = 0; r < board->resource_count; r++)
		if (amount[r] > state[FT_STATE_FREE + r] + use->amount[r])
			return false;
	return true;
}

extern bool ft_fit_state(const struct ft_board *board,
			 const struct ft_pattern *pattern, uint32_t node,
			 const int64_t *state)
{
	const int64_t *amount;

	if (pattern->whole)
		return !state[FT_STATE_USERS];
	if (state[FT_STATE_USERS] >= FT_USER_WHOLE)
		return false;
	amount = ft_pattern_amount(board, pattern, node);
	for (uint32_t r = 0; r < board->resource_count; r++)
		if (amount[r] > state[FT_STATE_FREE + r])
			return false;
	return true;
}

static bool _marks_let(const struct ft_board *board, const struct ft_mark *mark,
		       uint32_t count, uint32_t node, const int64_t *state)
{
	const int64_t *have = ft_board_capacity(board, node);

	for (uint32_t i = 0; i < count; i++) {
		uint32_t kind = mark[i].kind;
		int64_t worn[FT_MARK_SIZE];

		for (uint32_t k = 0; k < FT_MARK_SIZE; k++)
			worn[k] = have[kind + k] -
				  state[FT_STATE_FREE + kind + k];
		if (!ft_mark_alone(&mark[i], worn) && !FT_PLANTED(62))
			return false;
	}
	return true;
}

extern bool ft_fit_company(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t node,
			   const int64_t *state)
{
	return _marks_let(board, pattern->mark, pattern->mark_count, node,
			  state);
}

extern bool ft_fit_company_until(const struct ft_board *board,
				 const struct ft_mark *mark, uint32_t count,
				 uint32_t node,
				 const struct ft_profile *profile, int64_t from,
				 int64_t until)
{
	uint32_t step = ft_profile_find(profile, from);

	for (;
	     count && (step < profile->count) && (profile->time[step] < until);
	     step++)
		if (!_marks_let(board, mark, count, node,
				ft_profile_state(profile, board->resource_count,
						 step)))
			return false;
	return true;
}

/* Does the step suffice, but for what the pattern wants at its start? */
static bool _step_fits(const struct ft_board *board,
		       const struct ft_pattern *pattern, uint32_t node,
		       const struct ft_profile *profile, uint32_t step)
{
	const int64_t *state =
		ft_profile_state(profile, board->resource_count, step);

	return ft_fit_state(board, pattern, node, state) &&
	       ft_fit_company(board, pattern, node, state);
}

extern bool ft_fit_wants(const struct ft_board *board,
			 const struct ft_pattern *pattern, uint32_t node,
			 const int64_t *state)
{
	const int64_t *want;

	if (!pattern->want || FT_PLANTED(58))
		return true;
	want = pattern->want +
	       (size_t) board->node[node].kind * board->resource_count;
	for (uint32_t r = 0; r < board->resource_count; r++)
		if (want[r] > state[FT_STATE_FREE + r])
			return false;
	return true;
}

/* When the first closed time that ends after `from` begins and ends. */
static struct ft_closed _next_closed(const struct ft_board *board,
				     const struct ft_pattern *pattern,
				     uint32_t node, int64_t from)
{
	const struct ft_access *access = pattern->access;
	uint32_t outside = board->node[node].outside;

	for (uint32_t i = access->first[outside];
	     i < access->first[outside + 1]; i++)
		if (access->closed[i].end > from)
			return access->closed[i];
	return (struct ft_closed){FT_NEVER, FT_NEVER};
}

/*
 * From which step on, at `from` or later, the state suffices; the time is moved
 * there.  False: never up to limit.
 */
static bool _skip_steps(const struct ft_board *board,
			const struct ft_pattern *pattern, uint32_t node,
			const struct ft_profile *profile, uint32_t *step,
			int64_t *from, int64_t limit)
{
	while (!_step_fits(board, pattern, node, profile, *step)) {
		*from = ft_profile_end(profile, *step);
		if (*from > limit)
			return false;
		++*step;
	}
	return true;
}

/* As ft_fit_span, but for what the pattern wants at its start. */
static bool _lasting_span(const struct ft_board *board,
			  const struct ft_pattern *pattern, uint32_t node,
			  const struct ft_profile *profile, int64_t from,
			  int64_t limit, struct ft_candidate *span)
{
	struct ft_closed closed;
	uint32_t step;
	int64_t until;

	if (from < board->node[node].available_from)
		from = board->node[node].available_from;
	if (from > limit)
		return false;
	closed = _next_closed(board, pattern, node, from);
	step = ft_profile_find(profile, from);
again:
	if (!_skip_steps(board, pattern, node, profile, &step, &from, limit))
		return false;
	if (closed.end <= from)
		closed = _next_closed(board, pattern, node, from);
	if (closed.start < from + pattern->duration) {
		from = closed.end;
		if (from > limit)
			return false;
		while (ft_profile_end(profile, step) <= from)
			step++;
		goto again;
	}
	/* How long it suffices: no longer than matters. */
	until = limit + pattern->duration;
	until = closed.start < until ? closed.start : until;
	while (ft_profile_end(profile, step) < until) {
		int64_t end = ft_profile_end(profile, step);

		step++;
		if (_step_fits(board, pattern, node, profile, step))
			continue;
		if (end >= from + pattern->duration) {
			until = end;
			break;
		}
		from = end;
		goto again;
	}
	until -= pattern->duration;
	/* Whole: what it had of another pattern's would count in its choice. */
	*span = (struct ft_candidate){.node = node,
				      .first = from,
				      .last = until < limit ? until : limit};
	return true;
}

static bool _step_wanted(const struct ft_board *board,
			 const struct ft_pattern *pattern, uint32_t node,
			 const struct ft_profile *profile, uint32_t step)
{
	return ft_fit_wants(
		board, pattern, node,
		ft_profile_state(profile, board->resource_count, step));
}

/* Leaves of the span the first starts at which what the pattern wants is free;
 * false if there are none. */
static bool _wanted_starts(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t node,
			   const struct ft_profile *profile,
			   struct ft_candidate *span)
{
	uint32_t step = ft_profile_find(profile, span->first);

	while (!_step_wanted(board, pattern, node, profile, step)) {
		span->first = ft_profile_end(profile, step++);
		if (span->first > span->last)
			return false;
	}
	while (ft_profile_end(profile, step) <= span->last)
		if (!_step_wanted(board, pattern, node, profile, ++step)) {
			span->last = profile->time[step] - 1;
			break;
		}
	return true;
}

extern bool ft_fit_span(const struct ft_board *board,
			const struct ft_pattern *pattern, uint32_t node,
			const struct ft_profile *profile, int64_t from,
			int64_t limit, struct ft_candidate *span)
{
	while (_lasting_span(board, pattern, node, profile, from, limit,
			     span)) {
		from = span->last + 1;
		if (!pattern->want ||
		    _wanted_starts(board, pattern, node, profile, span))
			return true;
	}
	return false;
}

extern bool ft_fit_at(const struct ft_board *board,
		      const struct ft_pattern *pattern, uint32_t node,
		      const struct ft_profile *profile, int64_t start)
{
	struct ft_candidate span;

	return ft_fit_span(board, pattern, node, profile, start, start, &span);
}

extern bool ft_fit_without(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t node,
			   int64_t start, const struct ft_use *use)
{
	const struct ft_profile *profile = &board->lane[node].profile;
	int64_t end = start + pattern->duration;
	uint32_t step = ft_profile_find(profile, start);

	if ((start < board->node[node].available_from) ||
	    (_next_closed(board, pattern, node, start).start < end))
		return false;
	for (;; step++) {
		const int64_t *state =
			ft_profile_state(profile, board->resource_count, step);
		int64_t from = profile->time[step];
		int64_t until = ft_profile_end(profile, step);
		int64_t last = until < end ? until : end;

		/* Where it has but a part of the step the rest has to do. */
		from = from > start ? from : start;
		if (!ft_fit_state(board, pattern, node, state) &&
		    ((from < use->start) || (last > use->end) ||
		     !_state_without(board, pattern, node, state, use)))
			return false;
		if (until >= end)
			return true;
	}
}

extern void ft_fit_end(const struct ft_board *board,
		       const struct ft_pattern *pattern,
		       const struct ft_profile *profile, int64_t start,
		       struct ft_candidate *candidate)
{
	uint32_t kinds = board->resource_count;
	int64_t end = start + pattern->duration;
	int64_t most = end + pattern->duration;
	uint32_t step = ft_profile_find(profile, start);

	candidate->cores = ft_profile_state(profile, kinds,
					    step)[FT_STATE_FREE + FT_CORES];
	step = ft_profile_find(profile, end);
	while ((ft_profile_end(profile, step) < most) &&
	       _step_fits(board, pattern, candidate->node, profile, step))
		step++;
	candidate->until =
		_step_fits(board, pattern, candidate->node, profile, step)
			? most
		: profile->time[step] > end ? profile->time[step]
					    : end;
}

/* For so long. */
static int64_t _licence_lasts(const struct ft_pattern *pattern, uint32_t i,
			      const struct ft_profile *profile, int64_t from,
			      int64_t limit, int64_t duration)
{
	const struct ft_profile *aside =
		&pattern->access->aside[pattern->licence[i].licence];
	uint32_t a = ft_profile_find(profile, from);
	uint32_t b = ft_profile_find(aside, from);
	int64_t start = from;

	for (;;) {
		int64_t free = ft_profile_state(profile, 1, a)[FT_STATE_FREE] +
			       ft_profile_state(aside, 1, b)[FT_STATE_FREE];
		int64_t a_end = ft_profile_end(profile, a);
		int64_t b_end = ft_profile_end(aside, b);
		int64_t end = a_end < b_end ? a_end : b_end;

		if (free < pattern->licence[i].count)
			start = end;
		if (start > limit)
			return FT_NEVER;
		if ((end == FT_NEVER) || (end >= start + duration))
			return start;
		a += a_end == end;
		b += b_end == end;
	}
}

extern int64_t ft_fit_licence(const struct ft_pattern *pattern, uint32_t i,
			      const struct ft_profile *profile, int64_t from,
			      int64_t limit)
{
	return _licence_lasts(pattern, i, profile, from, limit,
			      pattern->duration);
}

extern bool ft_fit_licence_until(const struct ft_pattern *pattern, uint32_t i,
				 const struct ft_profile *profile, int64_t from,
				 int64_t until)
{
	return _licence_lasts(pattern, i, profile, from, from, until - from) ==
	       from;
}
