/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See when_rank.h.
 */
#include "ft_config.h"

#include "sfair/answer/when_rank.h"

#include <stdlib.h>
#include <string.h>

#include "slurm/common/compat_client.h"

/* The nodes of a list of Slurm's into the set.  False: one is none. */
static bool _take_node_list(const struct ft_outlook *outlook, const char *list,
			    struct ft_node_set *set, const char **ret_unknown,
			    char name[SFAIR_SHOWN])
{
	fts_hostlist_t names = slurm_hostlist_create(list);
	char *host;
	bool known = names != NULL;

	*ret_unknown = list;
	while (known && (host = slurm_hostlist_shift(names))) {
		uint32_t i = 0;

		while (i < outlook->node_count &&
		       (!outlook->node[i].name ||
			strcmp(outlook->node[i].name, host)))
			i++;
		known = i < outlook->node_count;
		if (known)
			ft_node_set_add(set, i);
		else
			*ret_unknown = sfair_shown(name, host);
		free(host);
	}
	if (names)
		slurm_hostlist_destroy(names);
	return known;
}

int sfair_when_nodes(const struct ft_outlook *outlook,
		     const struct sfair_when_request *asked,
		     struct ft_node_set *eligible, struct ft_err *err)
{
	struct ft_node_set *set = ft_node_set_new(outlook->node_count);
	const char *unknown = "";
	char name[SFAIR_SHOWN];
	int rc = set ? 0 : ft_fail(err, -1, "out of memory");

	if (!rc && *asked->without) {
		if (!_take_node_list(outlook, asked->without, set, &unknown,
				     name))
			rc = ft_fail(err, -1, "there is no node %s", unknown);
		for (uint32_t i = ft_node_set_next(set, 0);
		     i < outlook->node_count; i = ft_node_set_next(set, i + 1))
			ft_node_set_drop(eligible, i);
	}
	if (!rc && *asked->nodes) {
		ft_node_set_clear(set);
		if (!_take_node_list(outlook, asked->nodes, set, &unknown,
				     name))
			rc = ft_fail(err, -1, "there is no node %s", unknown);
		else if ((int64_t) ft_node_set_count(set) <
			 (asked->min_nodes ? asked->min_nodes : 1))
			rc = ft_fail(err, -1,
				     "--nodelist %s: with other nodes besides "
				     "is not understood",
				     asked->nodes);
		ft_node_set_and(eligible, set);
	}
	ft_node_set_free(set);
	return rc;
}
