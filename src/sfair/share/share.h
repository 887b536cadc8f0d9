/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_share - what users and accounts have of fairshare: their shares, what
 * they used, and what becomes of their factor.
 *
 * An answer is made as one JSON object; what people read is made from that, so
 * both always say the same.  Its members are described in sfair(1).
 */
#ifndef FT_SFAIR_SHARE_SHARE_H
#define FT_SFAIR_SHARE_SHARE_H

#include <json-c/json.h>

#include "core/fairshare/fairshare.h"
#include "core/fairshare/vertex.h"
#include "core/priority/priority_option.h"
#include "sfair/base/paint.h"
#include "sfair/outlook/scene.h"
#include "slurm/common/compat_client.h"

/* A tree of shares with its usage, and whose jobs count for which vertex. */
struct sfair_share_tree {
	struct ft_vertex_list list;
	struct ft_share_tree tree; /* id of a node: its vertex + 1 */
	struct ft_fairshare_policy policy;
	double per_second;	      /* what a second leaves of usage */
	assoc_mgr_info_msg_t *answer; /* owns the associations */
	/* Of each vertex; NULL: entities of a file. */
	const slurmdb_assoc_rec_t **assoc;
	int entity;   /* enum ft_pbs_entity: what owns jobs in a file's tree */
	bool billing; /* usage is in seconds of Slurm's billing */
	bool partial; /* slurmctld tells of the caller's associations only */
};

/* Users and accounts that it is asked about: lists of users, of accounts, of
 * either; NULL: none. Users and accounts: these users in these accounts. */
struct sfair_share_wish {
	const char *users, *accounts, *names;
};

/* share_tree.c: the associations that slurmctld tells of.  0 or -errno with
 * err; free after an error as well. */
extern int sfair_share_associations(const slurm_conf_t *conf,
				    const struct ft_priority_option *option,
				    struct sfair_share_tree *tree,
				    struct ft_err *err);
/* The same of the tree in resource_group; path: of slurm.conf. */
extern int sfair_share_entities(const char *path, struct sfair_share_tree *tree,
				struct ft_err *err);
extern void sfair_share_free(struct sfair_share_tree *tree);

/* The vertex's node. */
extern struct ft_share_node *sfair_share_node(struct sfair_share_tree *tree,
					      uint32_t vertex);

/* Is the name one of the list's?  NULL holds none. */
extern bool sfair_share_lists(const char *list, const char *name);

/*
 * share_forecast.c: the factor of a vertex if it had amount more usage, all
 * others staying as they are.  0 or -ENOMEM.
 */
extern int sfair_share_factor(struct sfair_share_tree *tree, uint32_t vertex,
			      long double amount, double *ret_factor);

/* Why there is no time at which the factor is back. */
enum sfair_share_back {
	SFAIR_SHARE_THERE, /* it is: seconds 0 */
	SFAIR_SHARE_COMES, /* in so many seconds */
	SFAIR_SHARE_FIXED, /* usage does not fade at this site */
	SFAIR_SHARE_OTHERS /* not even without any usage of its own */
};

/* When the factor is level or more, if the vertex uses nothing from now on and
 * what the others used stays as it is.  0 or -ENOMEM. */
extern int sfair_share_recovery(struct sfair_share_tree *tree, uint32_t vertex,
				double level, enum sfair_share_back *ret_back,
				int64_t *ret_seconds);

/* share_answer.c: all vertices that are asked for, as elements of the list.
 * 0 or -errno with err. */
extern int sfair_share_answer(struct sfair_scene *scene,
			      struct sfair_share_tree *tree,
			      const struct sfair_share_wish *wish,
			      struct json_object *list, struct ft_err *err);

/* share_target.c: Maui's targets, and quotas, of those asked for.  0 or -errno
 * with err. */
extern int sfair_share_targets(const char *path,
			       const struct sfair_share_wish *wish,
			       struct json_object *list, struct ft_err *err);
extern int sfair_share_quotas(const char *path,
			      const struct sfair_share_wish *wish,
			      struct json_object *list, struct ft_err *err);

/* share_print.c: in words. */
extern void sfair_share_print(struct json_object *answer, int64_t now,
			      const struct sfair_paint *paint);
extern void sfair_share_print_target(struct json_object *target,
				     const struct sfair_paint *paint);
extern void sfair_share_print_quota(struct json_object *quota,
				    const struct sfair_paint *paint);

#endif
