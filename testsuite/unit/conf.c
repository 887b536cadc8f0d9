/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading slurm.conf offline: what is found, where, and what is refused.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/conf.h"

static char folder[] = "/tmp/ft-conf-XXXXXX";
static char path[64], other[64];

static void setup(void)
{
	cr_assert(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/slurm.conf", folder);
	snprintf(other, sizeof(other), "%s/more.conf", folder);
}

static void teardown(void)
{
	unlink(path);
	unlink(other);
	rmdir(folder);
}

static void put(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	cr_assert(file);
	fputs(text, file);
	fclose(file);
}

TestSuite(conf, .init = setup, .fini = teardown);

Test(conf, keys_comments_continuations_and_quotes)
{
	struct ft_conf *conf;
	const char *where;

	put(path, "# a comment\n"
		  "prioritytype=priority/fairtree # behind\n"
		  "PriorityParameters=\"ties=strict,x\"\n"
		  "SchedulerParameters=defer,\\\nsched_interval=-1\n"
		  "PriorityMaxAge=1\nPriorityMaxAge=2\n");
	cr_assert_eq(ft_conf_read(path, &conf, NULL), 0);
	cr_expect_str_eq(ft_conf_get(conf, "PriorityType", &where),
			 "priority/fairtree");
	cr_expect(strstr(where, "slurm.conf:2: prioritytype"));
	cr_expect_str_eq(ft_conf_get(conf, "PriorityParameters", NULL),
			 "ties=strict,x");
	cr_expect_str_eq(ft_conf_get(conf, "SchedulerParameters", NULL),
			 "defer,sched_interval=-1");
	cr_expect_str_eq(ft_conf_get(conf, "PriorityMaxAge", NULL), "2");
	cr_expect_null(ft_conf_get(conf, "Nothing", NULL));
	ft_conf_free(conf);
}

Test(conf, include_is_relative_to_the_file)
{
	struct ft_conf *conf;
	const char *where;

	put(path, "Include more.conf\n");
	put(other, "\nPriorityType=priority/fairtree\n");
	cr_assert_eq(ft_conf_read(path, &conf, NULL), 0);
	cr_expect_str_eq(ft_conf_get(conf, "PriorityType", &where),
			 "priority/fairtree");
	cr_expect(strstr(where, "more.conf:2:"));
	ft_conf_free(conf);
}

Test(conf, what_cannot_be_read_is_named)
{
	struct ft_conf *conf = NULL;
	struct ft_err err;

	cr_expect_eq(ft_conf_read(path, &conf, &err), -ENOENT);
	cr_expect(strstr(err.text, "slurm.conf: No such file"));
	put(path, "PriorityType\n");
	cr_expect_eq(ft_conf_read(path, &conf, &err), -EINVAL);
	cr_expect(strstr(err.text, ":1: \"PriorityType\" is no KEY=VALUE"));
	put(path, "Include slurm.conf\n");
	cr_expect_eq(ft_conf_read(path, &conf, &err), -ELOOP);
	cr_expect_null(conf);
}
