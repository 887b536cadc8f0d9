/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_request_same, ft_request_hash - when two requests ask for the same;
 * ft_request_wants - whether one wants more than it takes.
 *
 * The one place that knows every field of a request's content.  It leaves out
 * what callers treat each in their way: the node sets (they number them) and
 * the times not_before and end_by (a shape has none, a class has both).
 * Amounts of NULL are zeros.
 */
#ifndef FT_CORE_SNAPSHOT_REQUEST_H
#define FT_CORE_SNAPSHOT_REQUEST_H

#include "core/snapshot/snapshot.h"

/* Licences, closures and marks compare in the order that they are listed in. */
extern bool ft_request_same(const struct ft_request *a,
			    const struct ft_request *b,
			    uint32_t resource_count);
/* Equal for requests that are the same. */
extern uint64_t ft_request_hash(const struct ft_request *request,
				uint32_t resource_count);

/*
 * May the request want more of a node at its start than it takes there, for any
 * number of tasks that it may have on it?  threads: the most CPUs that a core
 * counts for.
 */
extern bool ft_request_wants(const struct ft_request *request,
			     uint32_t resource_count, uint32_t threads);

/* Copies of so many requests that take no runs, to room of the caller's: they
 * may be shared, and are not to be changed. */
extern void ft_request_calm(struct ft_request *to,
			    const struct ft_request *from, uint32_t count);

#endif
