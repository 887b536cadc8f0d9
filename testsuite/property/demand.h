/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demand - what a request takes and what a job is worth, for the oracle: the
 * formulas of core/snapshot/snapshot.h and core/queue/metric.h, once more.
 */
#ifndef TESTSUITE_PROPERTY_DEMAND_H
#define TESTSUITE_PROPERTY_DEMAND_H

#include "core/snapshot/snapshot.h"

/* Of one resource, what so many tasks take of the node. */
extern int64_t demand_cost(const struct ft_snapshot *snapshot,
			   const struct ft_request *request, uint32_t node,
			   int64_t tasks, uint32_t kind);
/* What must be free of it when they start. */
extern int64_t demand_want(const struct ft_snapshot *snapshot,
			   const struct ft_request *request, uint32_t node,
			   int64_t tasks, uint32_t kind);
extern int64_t demand_capacity(const struct ft_snapshot *snapshot,
			       uint32_t node, uint32_t kind);

/* What a claim counts for at second `at` of a job that ends at second end. */
extern int64_t demand_claim(const struct ft_snapshot *snapshot,
			    const struct ft_claim *claim, int64_t at,
			    int64_t end);

/* By the snapshot's metric. */
extern double demand_worth(const struct ft_snapshot *snapshot,
			   const struct ft_job *job);

#endif
