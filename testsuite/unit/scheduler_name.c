/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which scheduler the name sched/backfill stands for, by what is in the folders
 * of PluginDir: ours in a folder of its own, Slurm's where packages put all of
 * ours beside it.
 */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/scheduler_name.h"

struct folders {
	char root[32];
	char own[64], slurm[64];
};

static void put(const char *folder, const char *file)
{
	char path[128];
	FILE *made;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	made = fopen(path, "w");
	cr_assert_not_null(made);
	fclose(made);
}

/* As packages leave them. */
static void make_folders(struct folders *folders)
{
	strcpy(folders->root, "/tmp/folders.XXXXXX");
	cr_assert_not_null(mkdtemp(folders->root));
	snprintf(folders->slurm, sizeof(folders->slurm), "%s/slurm",
		 folders->root);
	snprintf(folders->own, sizeof(folders->own), "%s/slurm/as-backfill",
		 folders->root);
	cr_assert_eq(mkdir(folders->slurm, 0700), 0);
	cr_assert_eq(mkdir(folders->own, 0700), 0);
	put(folders->slurm, "sched_backfill.so");
	put(folders->slurm, "sched_reserve.so");
	put(folders->slurm, "libftslurm.so");
	put(folders->own, "sched_backfill.so");
	put(folders->own, "libftslurm.so");
}

static void remove_folders(const struct folders *folders)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -r %s", folders->root);
	cr_assert_eq(system(command), 0);
}

Test(scheduler_name, slurms_own_is_told_from_ours_beside_it)
{
	struct folders folders;
	char *both = NULL;

	make_folders(&folders);
	cr_assert_gt(asprintf(&both, "%s:%s", folders.own, folders.slurm), 0);
	cr_assert_str_eq(ft_scheduler_name("sched/backfill", both),
			 "sched/reserve");
	cr_assert_str_eq(ft_scheduler_name("sched/backfill", folders.slurm),
			 "sched/backfill");
	cr_assert_str_eq(ft_scheduler_name("sched/builtin", both),
			 "sched/builtin");
	cr_assert_null(ft_scheduler_name(NULL, folders.slurm));
	free(both);
	remove_folders(&folders);
}
