/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_whatif - when one more job could start beside a published plan.
 *
 * Nothing that runs or is planned moves for it: the start is one that it could
 * have behind all others.  Knows of a request what an outlook says of it, so
 * licences, limits and the like are left out; refuses to promise.
 */
#ifndef FT_CORE_PLAN_WHATIF_H
#define FT_CORE_PLAN_WHATIF_H

#include "core/plan/outlook.h"

/*
 * For each of count requests the earliest start from outlook->made, or its
 * not_before if that is later, to until, or
 * FT_NEVER: none; the sooner until is, the less is looked at.  skip: the index
 * of a job of the outlook whose place counts as free, or FT_NO_INDEX.  Requests
 * have neither parts, licences, claims nor marks; their node sets are of
 * outlook->node_count.  ret_nodes: on how many nodes each starts then, 0 on
 * none; NULL: not wanted.  0 or -errno with err.
 */
extern int ft_whatif_starts(const struct ft_outlook *outlook, uint32_t skip,
			    int64_t until, struct ft_request *request,
			    uint32_t count, int64_t *ret_start,
			    uint32_t *ret_nodes, struct ft_err *err);

/* The same of a machine where nothing runs or is planned; up: on which no node
 * is down or comes late. */
extern int ft_whatif_empty(const struct ft_outlook *outlook, bool up,
			   int64_t until, struct ft_request *request,
			   uint32_t count, int64_t *ret_start,
			   uint32_t *ret_nodes, struct ft_err *err);

#endif
