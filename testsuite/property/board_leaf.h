/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * board_leaf - for the laws of a board: may a job's nodes be on these leaf
 * switches?  Tries all sets of leaves.  Refuses to know about time.
 */
#ifndef TESTSUITE_PROPERTY_BOARD_LEAF_H
#define TESTSUITE_PROPERTY_BOARD_LEAF_H

#include "core/snapshot/snapshot.h"

enum { BOARD_LEAVES = 8 }; /* numbers of leaf switches, 0 included */

/* Do nodes suffice that can take so many tasks each, wherever they are? */
typedef bool leaf_judge(const struct ft_request *request, const uint32_t *tasks,
			uint32_t count);

/* Do such nodes suffice on the leaves that the request may use? */
extern bool leaf_enough(const struct ft_snapshot *snapshot,
			const struct ft_request *request, const uint32_t *tasks,
			leaf_judge *judge);
/* May it be on just these nodes, of which each has tasks? */
extern bool leaf_right(const struct ft_snapshot *snapshot,
		       const struct ft_request *request, const uint32_t *tasks);

#endif
