/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_pbs_standing - where each entity of PBS's tree stands: the tree of the
 * file and what each entity has used go in, a factor for every name comes out.
 *
 * Usage belongs to names.  A name that is no leaf of the tree is one below
 * unknown, with its usage: also a leaf of an earlier tree, and one that bears
 * the name of a group.  Once made it never changes, so that any thread may look
 * while the next one is made.  Law (tested): fairshare ids change nothing.
 */
#ifndef FT_CORE_LEDGER_PBS_STANDING_H
#define FT_CORE_LEDGER_PBS_STANDING_H

#include "core/fairshare/fairshare.h"
#include "core/fairshare/vertex.h"

/* What an entity has used, in units of fairshare_usage_res. */
struct ft_pbs_usage {
	const char *name;
	double used;
};

struct ft_pbs_place {
	double factor; /* [0, 1] */
	bool eligible; /* may run, as far as shares go */
};

struct ft_pbs_standing {
	struct ft_vertex_list list;
	struct ft_share_tree tree;
	struct ft_pbs_place newcomer; /* of a name not in the list yet */
};

/*
 * group: from ft_resource_group_read(), not changed.  usage: each name once.
 * 0 or -ENOMEM, then standing is empty.
 */
extern int ft_pbs_standing_make(const struct ft_vertex_list *group,
				const struct ft_fairshare_policy *policy,
				const struct ft_pbs_usage *usage,
				uint32_t count,
				struct ft_pbs_standing *standing);
/*
 * Computes the tree anew after entities were added to its list.  0 or -ENOMEM.
 */
extern int ft_pbs_standing_again(struct ft_pbs_standing *standing,
				 const struct ft_fairshare_policy *policy);
extern void ft_pbs_standing_fini(struct ft_pbs_standing *standing);

/*
 * Sets what an entity has used: in its leaf, or in a new one below unknown.
 * list: from ft_resource_group_read().  0 or -ENOMEM.
 */
extern int ft_pbs_usage_book(struct ft_vertex_list *list,
			     const struct ft_pbs_usage *usage);

/* Where the entity of that name stands. */
extern struct ft_pbs_place
ft_pbs_standing_find(const struct ft_pbs_standing *standing, const char *name);

/* Whether the entity is a leaf of the file's tree. */
extern bool ft_pbs_standing_knows(const struct ft_vertex_list *group,
				  const char *name);

#endif
