/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See preference.h.
 */
#include "core/board/preference.h"

#include "core/board/fit.h"

/* A fit is looked for among all nodes of so many: small jobs on the first that
 * do keep large ones waiting where nodes are shared.  Of more nodes so many are
 * looked at beyond those needed. */
enum { ALL = 512, SPARE = 16 };

/* What every order puts first.  Nodes' numbers are in the order of weight,
 * which stands for it only where weights differ. */
static int _by_weight_now(const struct ft_candidate *one,
			  const struct ft_candidate *two)
{
	if (one->clashes != two->clashes)
		return one->clashes < two->clashes ? -1 : 1;
	if (one->first != two->first)
		return one->first < two->first ? -1 : 1;
	return 0;
}

/* FT_PLACE_FIT, of nodes that all get as many tasks. */
static int _by_room_after(const void *a, const void *b)
{
	int order = _by_weight_now(a, b);

	return order ? order : ft_fit_compare(a, b);
}

extern int ft_preference_spread(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;
	int order = _by_weight_now(one, two);

	if (!order && (one->tasks != two->tasks))
		order = one->tasks > two->tasks ? -1 : 1;
	return order ? order : ft_fit_compare(one, two);
}

/* FT_PLACE_LOAD */
static int _by_free_cores(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;
	int order = _by_weight_now(one, two);

	if (!order && (one->cores != two->cores))
		order = one->cores > two->cores ? -1 : 1;
	if (!order)
		order = one->node < two->node ? -1 : 1;
	return order;
}

/* FT_PLACE_LAST */
static int _by_last_node(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;
	int order = _by_weight_now(one, two);

	if (!order)
		order = one->node > two->node ? -1 : 1;
	return order;
}

/* FT_PLACE_BUSY */
static int _by_last_use(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;
	int order = _by_weight_now(one, two);

	if (!order && (one->tasks != two->tasks))
		order = one->tasks > two->tasks ? -1 : 1;
	if (!order && (one->since != two->since))
		order = one->since > two->since ? -1 : 1;
	return order ? order : ft_fit_compare(one, two);
}

extern ft_preference *ft_preference_of(const struct ft_pattern *pattern)
{
	switch (pattern->place) {
	case FT_PLACE_LOAD:
		return _by_free_cores;
	case FT_PLACE_LAST:
		return _by_last_node;
	case FT_PLACE_BUSY:
		return _by_last_use;
	default:
		return pattern->collective ? ft_preference_spread
					   : _by_room_after;
	}
}

extern void ft_preference_weigh(const struct ft_board *board,
				const struct ft_pattern *pattern, int64_t start,
				struct ft_candidate *candidate)
{
	candidate->first = (int64_t) board->node[candidate->node].level;
	ft_fit_end(board, pattern, &board->lane[candidate->node].profile, start,
		   candidate);
	if (pattern->place == FT_PLACE_BUSY)
		candidate->since = ft_access_empty_since(
			pattern->access, board->node[candidate->node].outside,
			&board->lane[candidate->node].profile,
			board->resource_count, board->now, start);
}

extern uint32_t ft_preference_looks(const struct ft_pattern *pattern,
				    uint32_t want)
{
	if ((pattern->place != FT_PLACE_FIT) ||
	    (pattern->roster_count <= ALL) || (want > UINT32_MAX - SPARE))
		return UINT32_MAX;
	return want + SPARE;
}
