/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * feasible - for the oracle: can a request start at an instant?  Tries every
 * way.  Refuses to know about the order of jobs and who may reserve.
 */
#ifndef TESTSUITE_PROPERTY_FEASIBLE_H
#define TESTSUITE_PROPERTY_FEASIBLE_H

#include "ledger.h"

/* The request itself, then its parts. */
extern const struct ft_request *part_of(const struct ft_request *request,
					uint32_t p);

extern int64_t least_of(const struct ft_request *request);

/* Can the request start at second `at`, and last that long? */
extern bool feasible_for(struct ledger *ledger,
			 const struct ft_request *request, int64_t at,
			 int64_t duration);

/* Could it ever, on a machine without jobs and closures? */
extern bool possible(const struct ft_snapshot *snapshot,
		     const struct ft_request *request);

#endif
