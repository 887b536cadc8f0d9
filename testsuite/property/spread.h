/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spread - for the oracle: can a request's tasks be spread over nodes?  Tries
 * everything.  Refuses to know about time.
 */
#ifndef TESTSUITE_PROPERTY_SPREAD_H
#define TESTSUITE_PROPERTY_SPREAD_H

#include "oracle.h"

enum { SPREAD_TASKS = 16 }; /* of one job */

/* Is one of the nodes first to end - 1 a required one? */
extern bool spread_must_use(const struct ft_request *request, uint32_t first,
			    uint32_t end);

/* May the node be given so many tasks, whatever is free? */
extern bool spread_allowed(const struct ft_request *request, uint32_t node,
			   uint32_t tasks);

/* Its nodes, as bits. */
extern uint32_t spread_nodes(const struct ft_placement *placement);

/* Has each leaf bundles of the nodes, as the request wants them? */
extern bool spread_bundled(const struct ft_snapshot *snapshot,
			   const struct ft_request *request, uint32_t nodes);

/* On how many leaf switches are the nodes? */
extern uint32_t spread_leaves(const struct ft_snapshot *snapshot,
			      const struct ft_request *request,
			      const struct ft_placement *placement);

/* fits[n][k]: node n could take k tasks. */
extern bool spread_exists(const struct ft_snapshot *snapshot,
			  const struct ft_request *request,
			  bool fits[ORACLE_NODES][SPREAD_TASKS + 1]);

#endif
