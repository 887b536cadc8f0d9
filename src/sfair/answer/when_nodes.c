/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: nodes that are named, and what each must have; see when_way.h.
 */
#include "ft_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/line.h"
#include "sfair/answer/when_way.h"
#include "slurm/common/compat_client.h"

static bool _take_named_node(const struct ft_outlook *outlook, const char *host,
			     struct ft_node_set *set)
{
	for (uint32_t i = 0; i < outlook->node_count; i++)
		if (outlook->node[i].name &&
		    !strcmp(outlook->node[i].name, host)) {
			ft_node_set_add(set, i);
			return true;
		}
	return false;
}

/* The nodes of a list of Slurm's into the set.  0 or -1 with err. */
static int _take_node_list(const struct ft_outlook *outlook, const char *list,
			   struct ft_node_set *set, struct ft_err *err)
{
	fts_hostlist_t names = slurm_hostlist_create(list);
	char name[SFAIR_SHOWN], *host;
	int rc = 0;

	if (!names)
		return ft_fail(err, -1, "%s: this is no list of nodes", list);
	while (!rc && (host = slurm_hostlist_shift(names))) {
		if (!_take_named_node(outlook, host, set))
			rc = ft_fail(err, -1,
				     "there is no node %s: sinfo -N lists all",
				     sfair_shown(name, host));
		free(host);
	}
	slurm_hostlist_destroy(names);
	return rc;
}

/* --nodefile: one list of nodes a line. */
static int _take_node_file(const struct ft_outlook *outlook, const char *path,
			   struct ft_node_set *set, struct ft_err *err)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	int rc = 0;

	if (!file)
		return ft_fail(err, -1, "%s: %s", path, strerror(errno));
	while (!rc && ft_line_read(file, &line, &room, FT_LINE_MAX) > 0) {
		char *rest = line, *word;

		while (!rc && (word = strsep(&rest, " \t\r\n")))
			if (*word == '#')
				break;
			else if (*word)
				rc = _take_node_list(outlook, word, set, err);
	}
	free(line);
	fclose(file);
	return rc;
}

/* Has the node what each must have? */
static bool _is_fit(const struct sfair_when_request *asked,
		    const node_info_t *node)
{
	return node->sockets >= asked->sockets && node->cores >= asked->cores &&
	       node->threads >= asked->threads_used &&
	       node->cpus >= asked->least_cpus && node->tmp_disk >= asked->disk;
}

static void _drop_unfit(const struct sfair_when_case *one,
			struct ft_node_set *set)
{
	const node_info_msg_t *all = sfair_scene_nodes(one->scene);

	for (uint32_t i = ft_node_set_next(set, 0);
	     all && i < set->size && i < all->record_count;
	     i = ft_node_set_next(set, i + 1))
		if (!_is_fit(one->asked, &all->node_array[i]))
			ft_node_set_drop(set, i);
}

int sfair_when_nodes(const struct sfair_when_case *one, struct ft_node_set *set,
		     const struct ft_node_set **ret_required,
		     struct ft_err *err)
{
	const struct sfair_when_request *asked = one->asked;
	struct ft_node_set *named = ft_outlook_set(one->outlook);
	struct ft_node_set *without = ft_outlook_set(one->outlook);
	int64_t most = asked->max_nodes;

	*ret_required = NULL;
	if (!named || !without)
		return ft_no_memory(err);
	if ((*asked->without &&
	     _take_node_list(one->outlook, asked->without, without, err)) ||
	    (*asked->nodes &&
	     _take_node_list(one->outlook, asked->nodes, named, err)) ||
	    (*asked->node_file &&
	     _take_node_file(one->outlook, asked->node_file, named, err)))
		return -1;
	for (uint32_t i = ft_node_set_next(without, 0); i < set->size;
	     i = ft_node_set_next(without, i + 1))
		ft_node_set_drop(set, i);
	_drop_unfit(one, set);
	if (!ft_node_set_count(named))
		return 0;
	if (most && (int64_t) ft_node_set_count(named) > most)
		return ft_fail(
			err, -1,
			"--nodelist names more nodes than --nodes takes: "
			"name fewer, or give a larger number");
	*ret_required = named;
	/* where one of them does not suit there is no way */
	for (uint32_t i = ft_node_set_next(named, 0); i < set->size;
	     i = ft_node_set_next(named, i + 1))
		if (!ft_node_set_has(set, i)) {
			ft_node_set_clear(set);
			return 0;
		}
	return 0;
}
