/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See scheduler_name.h.
 */
#include "core/base/scheduler_name.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool _has_folder(const char *folder, size_t length, const char *file)
{
	char path[PATH_MAX];
	int size = snprintf(path, sizeof(path), "%.*s/%s", (int) length, folder,
			    file);
	FILE *found = NULL;

	if ((size > 0) && ((size_t) size < sizeof(path)))
		found = fopen(path, "r");
	if (found)
		fclose(found);
	return found != NULL;
}

/* Packages put the library into Slurm's own folder too, but there
 * sched_reserve.so is beside it. */
static bool _is_alias(const char *folder, size_t length)
{
	return _has_folder(folder, length, "libftslurm.so") &&
	       !_has_folder(folder, length, "sched_reserve.so");
}

extern const char *ft_scheduler_name(const char *type, const char *folders)
{
	if (type && strcmp(type, "sched/backfill"))
		return type;
	while (folders && *folders) {
		size_t length = strcspn(folders, ":");

		if (_has_folder(folders, length, "sched_backfill.so"))
			return _is_alias(folders, length) ? "sched/reserve"
							  : type;
		folders += length + (folders[length] == ':');
	}
	return type;
}
