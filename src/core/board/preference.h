/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which of two nodes a pattern's job had better have: the one with fewer
 * bookings in the way, then of lower weight, then as the request places (enum
 * ft_place in core/snapshot/snapshot.h), as a fresh plan chooses
 * (core/search/choice.c).
 */
#ifndef FT_CORE_BOARD_PREFERENCE_H
#define FT_CORE_BOARD_PREFERENCE_H

#include "core/board/state.h"

/* Of two candidates that were weighed, for qsort: < 0, the first. */
typedef int ft_preference(const void *a, const void *b);

extern ft_preference *ft_preference_of(const struct ft_pattern *pattern);
/* Of two that may have different numbers of tasks: FT_PLACE_FIT's. */
extern ft_preference ft_preference_spread;

/* What the preference of the pattern looks at, for a start then; first becomes
 * the weight. */
extern void ft_preference_weigh(const struct ft_board *board,
				const struct ft_pattern *pattern, int64_t start,
				struct ft_candidate *candidate);

/* So many nodes that can be had are looked at for `want` of them: a few more,
 * or all where it is not enough that some of the first are good. */
extern uint32_t ft_preference_looks(const struct ft_pattern *pattern,
				    uint32_t want);

#endif
