/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_leaf - which leaf switches a job may use that wants few of them, or so
 * many nodes of each.
 *
 * Refuses to choose nodes: it narrows those that a search has found to the
 * leaves that the job gets, in the order that schedule.h promises.
 */
#ifndef FT_CORE_SEARCH_LEAF_H
#define FT_CORE_SEARCH_LEAF_H

#include "core/search/search.h"

/* Do the active nodes suffice, whatever leaves they are on? */
typedef bool ft_leaf_judge_fn(struct ft_search *search);

/*
 * Brings the active nodes on the leaves that the search's shape gets to the
 * front of search->active; how many these are, 0 if no choice of leaves
 * suffices.
 */
extern uint32_t ft_leaf_confine(struct ft_search *search,
				ft_leaf_judge_fn *judge);

/* Do the active nodes suffice for the bundles of the search's shape? */
extern bool ft_leaf_bundles_exist(struct ft_search *search);

/*
 * Brings the nodes that the search's shape, which wants bundles, gets of the
 * active ones to the front; how many these are, 0 if no choice suffices.
 */
extern uint32_t ft_leaf_bundles(struct ft_search *search);

/* Are the shares on leaves as the request wants them? */
extern bool ft_leaf_allows(const struct ft_snapshot *snapshot,
			   const struct ft_request *request,
			   const struct ft_share *share, uint32_t count);

#endif
