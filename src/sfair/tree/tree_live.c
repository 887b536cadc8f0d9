/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See tree_live.h.
 */
#define _GNU_SOURCE
#include "sfair/tree/tree_live.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/ledger/pbs_standing.h"
#include "core/pbs/resource_group.h"
#include "sfair/base/shown.h"
#include "sfair/tree/tree_file.h"

static int _read_group(const struct sfair_live *live, uint32_t unknown_shares,
		       struct ft_vertex_list *list, struct ft_err *err)
{
	char *path =
		ft_conf_beside(live->path, live->option.pbs.resource_group);
	bool pbs = false;
	int rc = path ? sfair_tree_read(path, unknown_shares, list, &pbs, err)
		      : ft_no_memory(err);

	if (!rc && !pbs) {
		rc = ft_fail(err, -EINVAL, "%s is no resource_group file",
			     path);
		ft_vertex_fini(list);
	}
	free(path);
	return rc;
}

static int _book_tree(const struct ft_ledger *ledger,
		      struct ft_vertex_list *list)
{
	const struct ft_name_table *names = &ledger->entity.names;
	int rc = 0;

	for (uint32_t i = 0; !rc && i < names->count; i++) {
		struct ft_pbs_usage usage = {names->name[i],
					     ft_ledger_entity_usage(ledger, i)};

		if (usage.used > 0)
			rc = ft_pbs_usage_book(list, &usage);
	}
	return rc;
}

int sfair_tree_live(const struct sfair_live *live, uint32_t unknown_shares,
		    struct ft_vertex_list *list, struct ft_err *err)
{
	struct ft_ledger_image image;
	int rc;

	if (!ft_pbs_option_file(&live->option.pbs))
		return ft_fail(err, -EINVAL,
			       "%s: the tree of model=%s is Slurm's: sshare -l "
			       "shows it; or give a FILE",
			       live->path, ft_model_names[live->option.model]);
	rc = sfair_live_ledger(live, &image, err);
	if (rc)
		return rc;
	rc = _read_group(live, unknown_shares, list, err);
	if (!rc && _book_tree(&image.ledger, list)) {
		rc = ft_no_memory(err);
		ft_vertex_fini(list);
	}
	ft_ledger_image_fini(&image);
	return rc;
}

static int _ask_tree(const struct sfair_live *live, struct ft_err *err)
{
	char *path;
	int fd, rc = 0;

	if (asprintf(&path, "%s/" FT_PBS_TRIM, live->state_dir) < 0)
		return ft_no_memory(err);
	fd = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		rc = ft_fail(err, -errno, "%s: %s", path, strerror(errno));
	else
		close(fd);
	free(path);
	return rc;
}

int sfair_tree_trim(const struct sfair_live *live,
		    const struct ft_vertex_list *list, struct ft_err *err)
{
	uint32_t count = 0;
	int rc;

	if (geteuid())
		return ft_fail(err, -EPERM, "--trim: only root may ask for it");
	rc = _ask_tree(live, err);
	if (rc)
		return rc;
	for (uint32_t i = 0; i < list->count; i++) {
		const struct ft_vertex *vertex = &list->vertex[i];
		char name[SFAIR_SHOWN];

		if (vertex->parent != FT_PBS_UNKNOWN_INDEX)
			continue;
		printf("%s %.0Lf\n", sfair_shown(name, vertex->name),
		       vertex->usage);
		count++;
	}
	printf("asked to drop what is below unknown: %u entities; the next "
	       "pass does it, within PriorityCalcPeriod\n",
	       count);
	return 0;
}
