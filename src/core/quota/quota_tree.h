/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_quota_tree - accounts by their paths, with quotas and usage beside them.
 *
 * "/fy/tfy/urban" is urban, a member of tfy, a member of fy; an account is
 * made when its path is first named, and one with members is no leaf.  A
 * policy file's lines QUOTA[/fy/tfy] CPUH=.. MEMMBH=.. DISKMBH=.. make a tree
 * of their own, which ft_quota_tree_limit() lays over another.  Judges
 * nothing (quota.h does).
 */
#ifndef FT_CORE_QUOTA_QUOTA_TREE_H
#define FT_CORE_QUOTA_QUOTA_TREE_H

#include "core/base/err.h"
#include "core/quota/quota.h"
#include "core/base/statement.h"

struct ft_quota_tree {
	struct ft_vertex_list list; /* accounts; leaves are users */
	struct ft_quota *quota;	    /* of each */
	uint32_t room;
	struct ft_index_map member; /* by parent and name */
};

/* "CPUH", "MEMMBH", "DISKMBH": keys of a policy file. */
extern const char *const ft_quota_keys[FT_QUOTA_KINDS];

/* Hours that a quota may have at most. */
#define FT_QUOTA_HOURS_MAX 1e15

/* A tree with a root only.  0 or -ENOMEM. */
extern int ft_quota_tree_init(struct ft_quota_tree *tree);
extern void ft_quota_tree_fini(struct ft_quota_tree *tree);

/* The member of parent with this name, which is made if there is none.  0 or
 * -ENOMEM. */
extern int ft_quota_tree_member(struct ft_quota_tree *tree, uint32_t parent,
				const char *name, uint32_t *ret_index);

/* The account at a path, which is made if there is none.  0, -ENOMEM, or
 * -EINVAL where path does not begin with '/' or has no name. */
extern int ft_quota_tree_account(struct ft_quota_tree *tree, const char *path,
				 uint32_t *ret_index, struct ft_err *err);

/* The account at path or the nearest above it that is there. */
extern uint32_t ft_quota_tree_near(const struct ft_quota_tree *tree,
				   const char *path);

/* "/fy/tfy/urban", cut to room; "" of the root. */
extern void ft_quota_tree_path(const struct ft_quota_tree *tree, uint32_t index,
			       char *ret_path, size_t room);

/*
 * Takes a statement QUOTA[/dept/group] KEY=HOURS; *ret_taken says whether it
 * was one.  0, -EINVAL or -ENOMEM.
 */
extern int ft_quota_tree_take(struct ft_quota_tree *tree,
			      const struct ft_statement *statement,
			      bool *ret_taken, struct ft_err *err);

/* Gives accounts of tree the quotas that they have in policy; those that are
 * not there are made.  0 or -ENOMEM. */
extern int ft_quota_tree_limit(struct ft_quota_tree *tree,
			       const struct ft_quota_tree *policy);

#endif
