/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See told.h.
 */
#include "sfair/base/told.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

void sfair_told_free(struct sfair_told *told)
{
	for (uint32_t i = 0; i < told->count; i++)
		free(told->name[i]);
	free(told->name);
	ft_id_map_fini(&told->index);
	*told = (struct sfair_told){0};
}

static int _keep_told(struct sfair_told *told, uint32_t id, const char *name,
		      const char **ret_name)
{
	char *copy = name ? strdup(name) : NULL;

	if ((name && !copy) ||
	    !FT_ARRAY_GROW(told->name, told->count, told->room) ||
	    ft_id_map_put(&told->index, id, told->count)) {
		free(copy);
		return -ENOMEM;
	}
	told->name[told->count++] = copy;
	*ret_name = copy;
	return 0;
}

/* Whether that id was asked for before. */
static bool _find_told(const struct sfair_told *told, uint32_t id,
		       const char **ret_name)
{
	uint32_t at;

	if (!ft_id_map_get(&told->index, id, &at))
		return false;
	*ret_name = told->name[at];
	return true;
}

int sfair_told_user(struct sfair_told *told, uint32_t uid,
		    const char **ret_name)
{
	const struct passwd *user;

	if (_find_told(told, uid, ret_name))
		return 0;
	user = getpwuid(uid);
	return _keep_told(told, uid, user ? user->pw_name : NULL, ret_name);
}

int sfair_told_group(struct sfair_told *told, uint32_t gid,
		     const char **ret_name)
{
	const struct group *group;

	if (_find_told(told, gid, ret_name))
		return 0;
	group = getgrgid(gid);
	return _keep_told(told, gid, group ? group->gr_name : NULL, ret_name);
}
