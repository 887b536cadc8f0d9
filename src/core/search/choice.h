/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_choice - which nodes a job gets, and how many tasks each.
 *
 * Part of the contract (it shapes the whole plan) and total, see schedule.h.
 */
#ifndef FT_CORE_SEARCH_CHOICE_H
#define FT_CORE_SEARCH_CHOICE_H

#include "core/search/search.h"

/* So many nodes, at most, are looked at for one that has less to spare. */
enum { FT_CHOICE_NARROW = 16 };

/* Is there any choice among the active nodes? */
extern bool ft_choice_exists(struct ft_search *search);

/*
 * Chooses for a start, once the search has found it.  Returns the number of
 * nodes; search->pick holds them in ascending order, tasks set.
 */
extern uint32_t ft_choice_make(struct ft_search *search, int64_t start);

/* Each node gets low tasks, the rest goes to the first up to what they can
 * carry, which is what their tasks are before. */
extern void ft_choice_spread(const struct ft_shape *shape, struct ft_pick *pick,
			     uint32_t count);

/* Sorts by node. */
extern void ft_choice_sort(struct ft_pick *pick, uint32_t count);

#endif
