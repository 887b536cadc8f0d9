/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_share_tree - accounts and users with their shares and usage, as arrays.
 *
 * Node 0 is the root.  The children of a node stand side by side, so a walk
 * over the indices meets every parent before its children.  An account whose
 * shares are "parent" takes no part: its children hang from the nearest
 * ancestor that has shares of its own (fs_parent), while parent stays the
 * account that they belong to.  Holds no name and no policy.
 */
#ifndef FT_CORE_FAIRSHARE_SHARE_TREE_H
#define FT_CORE_FAIRSHARE_SHARE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/id_map.h"

/* Slurm's values, so that they can be copied as they are. */
enum { FT_SHARES_PARENT = 0x7fffffff };
#define FT_SHARE_UNSET 4294967294.0L /* NO_VAL: not computed (yet) */
#define FT_SHARE_NONE UINT32_MAX     /* no node */
#define FT_FACTOR_NONE (-1.0)	     /* the model gives this node no factor */

struct ft_share_node {
	uint32_t id;
	uint32_t parent_id; /* 0 for the root */
	uint32_t parent;    /* index; FT_SHARE_NONE for the root */
	uint32_t fs_parent; /* index; FT_SHARE_NONE for the root */
	uint32_t twin;	    /* index of another of the same id, or
			     * FT_SHARE_NONE; only Slurm's tests have any */
	uint32_t first_child;
	uint32_t child_count;
	uint32_t shares_raw;   /* FT_SHARES_PARENT: the parent's */
	uint32_t level_shares; /* sum of the siblings' shares */
	bool user;
	bool touched;  /* usage_efctv was computed in this pass */
	bool eligible; /* may run, as far as shares go */
	uint32_t rank; /* of users, from 1; 0: none */
	double shares_norm;
	double fs_factor;	 /* [0, 1], or FT_FACTOR_NONE */
	long double usage_raw;	 /* decayed billable TRES seconds */
	long double usage_norm;	 /* part of the root's usage, [0, 1] */
	long double usage_efctv; /* effective usage, FT_SHARE_UNSET: none */
	long double level_fs;	 /* Fair Tree; INFINITY: never used */
};

struct ft_share_tree {
	struct ft_share_node *node;
	uint32_t count;
	uint32_t size;
	uint32_t user_count;	/* associations of users: the lowest rank is 1
				 * of as many */
	struct ft_id_map index; /* from id to index */
};

extern void ft_share_tree_init(struct ft_share_tree *tree);
extern void ft_share_tree_fini(struct ft_share_tree *tree);

/* Forgets all nodes and keeps the memory. */
extern void ft_share_tree_clear(struct ft_share_tree *tree);

/*
 * Appends a zeroed node below fs_parent (FT_SHARE_NONE: the root, which comes
 * first); the caller fills in the rest.  All children of one node must be
 * appended one after the other.  Returns 0, -ENOMEM, or -EINVAL (children
 * torn apart).
 */
extern int ft_share_tree_add(struct ft_share_tree *tree, uint32_t fs_parent,
			     struct ft_share_node **ret_node);

/*
 * Once all nodes are there: makes them findable by id and sets parent from
 * parent_id.  A node whose parent is not there belongs to fs_parent.  Of
 * several with the same id the first is found, the others are its twins.
 * Returns 0 or -ENOMEM.
 */
extern int ft_share_tree_index(struct ft_share_tree *tree);

/* The index of id, or FT_SHARE_NONE. */
extern uint32_t ft_share_tree_find(const struct ft_share_tree *tree,
				   uint32_t id);

/*
 * Fills level_shares and shares_norm of all nodes from shares_raw.  level:
 * a share is normalised within its siblings only (Fair Tree), else it is the
 * product down from the root, skipping "parent" nodes (classic).
 */
extern void ft_share_tree_normalise(struct ft_share_tree *tree, bool level);

/* Adds amount to node and to every node that it belongs to. */
extern void ft_share_tree_charge(struct ft_share_tree *tree, uint32_t node,
				 long double amount);

/* Multiplies all usage. */
extern void ft_share_tree_decay(struct ft_share_tree *tree, long double factor);

/*
 * The part of the root's usage that raw is: 0 if nothing was used at all,
 * at most 1 (a half-life shortened on the fly makes parts exceed the whole).
 */
extern long double ft_share_usage_norm(long double raw, long double root_raw);

#endif
