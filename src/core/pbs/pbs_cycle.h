/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_pbs_cycle_order - the order in which PBS takes waiting jobs within one
 * cycle: each that is taken is charged at once with all that it asks for, so
 * that its entity comes further back and cannot flood the cycle.
 *
 * Source: PBS Professional charges so whatever it starts or reserves for.  At
 * each level the vertex with the smaller usage over its part of the tree comes
 * first; at equality the next level decides, and of two entities that are
 * equal the one whose job was submitted first.  Jobs without shares come last.
 */
#ifndef FT_CORE_PBS_PBS_CYCLE_H
#define FT_CORE_PBS_PBS_CYCLE_H

#include "core/fairshare/share_tree.h"

struct ft_pbs_job {
	uint32_t job_id;
	uint32_t entity; /* the caller's number */
	uint32_t node;	 /* a user of the tree */
	int64_t submit;
	double cost; /* usage if it runs for all of its time limit */
};

/*
 * Writes the indices of count jobs in order to ret_order.  tree: with
 * shares_norm as the product from the root; its usage grows by all costs.  0
 * or -ENOMEM, then usage is unchanged.
 */
extern int ft_pbs_cycle_order(struct ft_share_tree *tree,
			      const struct ft_pbs_job *job, uint32_t count,
			      uint32_t *ret_order);

#endif
