/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_free_nodes - what is free now of the nodes that a planned job could
 * have.
 *
 * Looks at what runs, not at what is planned.  Leaves out nodes that are down,
 * and those that a reservation closes before the job could end.
 */
#ifndef FT_SFAIR_ANSWER_FREE_NODES_H
#define FT_SFAIR_ANSWER_FREE_NODES_H

#include "sfair/answer/why.h"

struct sfair_free_nodes {
	const struct ft_outlook *outlook;
	struct ft_node_set *usable;
	bool all;	/* these are all nodes of its partition */
	bool guessed;	/* what is free of them is */
	bool whole;	/* the job takes whole nodes */
	int64_t *left;	/* of each node, resource_count each: less than 0 of a
			 * node that a job has whole */
	uint32_t *runs; /* of each node */
	const int64_t *need; /* of a node; NULL: not known */
};

/* Does the job take whole nodes? */
extern bool sfair_wants_whole_nodes(const struct sfair_why *why,
				    const struct ft_outlook_job *row);

/* row: placed.  False: not told, or out of memory; nothing need be closed. */
extern bool sfair_free_nodes_open(struct sfair_why *why, const job_info_t *job,
				  const struct ft_outlook_job *row,
				  struct sfair_free_nodes *nodes);
extern void sfair_free_nodes_close(struct sfair_free_nodes *nodes);

/* What is free of a node, and of which resources the job needs more. */
extern int64_t sfair_free_nodes_left(const struct sfair_free_nodes *nodes,
				     uint32_t node, uint32_t resource);
extern bool sfair_free_nodes_lack(const struct sfair_free_nodes *nodes,
				  uint32_t node, uint32_t resource);
/* How many have room for the job's share. */
extern uint32_t sfair_free_nodes_count(const struct sfair_free_nodes *nodes);

#endif
