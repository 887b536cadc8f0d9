/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_node_names - nodes by name, and lists of them as Slurm writes them.
 *
 * Lists of 100,000 jobs name millions of nodes: neighbours in a range are
 * looked for beside each other first.
 */
#ifndef FT_SFAIR_OUTLOOK_NODE_NAMES_H
#define FT_SFAIR_OUTLOOK_NODE_NAMES_H

#include <slurm/slurm.h>
#include <stdbool.h>
#include <stdint.h>

struct sfair_node_name {
	const char *name; /* the record's */
	uint32_t index;
};

struct sfair_node_names {
	struct sfair_node_name *sorted;
	const char **name; /* by index */
	uint32_t count;
};

/* Points into the nodes.  False: out of memory; to be freed in both cases. */
extern bool sfair_node_names_init(struct sfair_node_names *names,
				  const node_info_msg_t *nodes);
extern void sfair_node_names_free(struct sfair_node_names *names);

/*
 * The indices of "n[1-3,7],c1", one of each name that is known, in *ret_index,
 * which is grown to *room as needed.  Their number, or -1: out of memory.
 */
extern int64_t sfair_node_names_list(const struct sfair_node_names *names,
				     const char *list, uint32_t **ret_index,
				     uint32_t *room);

#endif
