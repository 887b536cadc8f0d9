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

#include "core/base/conf.h"

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

Test(conf, lines_end_as_slurmctld_has_it)
{
	struct ft_conf *conf;
	const char *where;

	put(path, "# a comment \\\nPriorityMaxAge=1 # and one \\\n"
		  "SchedulerParameters=a,\\ # blanks behind\nb,\\ \t\nc\\#d\n"
		  "PriorityType=x\\");
	cr_assert_eq(ft_conf_read(path, &conf, NULL), 0);
	cr_expect_str_eq(ft_conf_get(conf, "PriorityMaxAge", NULL), "1");
	cr_expect_str_eq(ft_conf_get(conf, "SchedulerParameters", &where),
			 "a,b,c\\#d");
	cr_expect(strstr(where, "slurm.conf:3: "), "%s", where);
	cr_expect_str_eq(ft_conf_get(conf, "PriorityType", NULL), "x");
	ft_conf_free(conf);
}

Test(conf, an_include_may_have_the_cluster_name)
{
	struct ft_conf *conf;
	struct ft_err err;

	put(other, "A=b\n");
	put(path, "ClusterName=MoRe\nInclude %c.conf\n");
	cr_assert_eq(ft_conf_read(path, &conf, NULL), 0);
	cr_expect_str_eq(ft_conf_get(conf, "A", NULL), "b");
	ft_conf_free(conf);
	put(path, "Include %c.conf\nClusterName=more\n");
	cr_assert_eq(ft_conf_read(path, &conf, &err), -EINVAL);
	cr_expect(strstr(err.text, "Include %c.conf: %c is the ClusterName"),
		  "%s", err.text);
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
	put(path, "A=b\n Include more.conf\n");
	put(other, "A=c\n");
	cr_expect_eq(ft_conf_read(path, &conf, &err), -EINVAL);
	cr_expect(strstr(err.text, ":2: \"Include more.conf\" has blanks"));
	put(path, "Include slurm.conf\n");
	cr_expect_eq(ft_conf_read(path, &conf, &err), -ELOOP);
	cr_expect_null(conf);
}

struct lines {
	char text[256];
	int stop_at;
};

static int note(void *context, const char *value, const char *rest,
		const char *where)
{
	struct lines *lines = context;
	char factor[8] = "none";
	size_t size = strlen(lines->text);

	ft_conf_word(rest, "PriorityJobFactor", factor, sizeof(factor));
	snprintf(lines->text + size, sizeof(lines->text) - size, "%s %s %s;",
		 value, factor, strrchr(where, '/') + 1);
	return --lines->stop_at ? 0 : 7;
}

Test(conf, lines_of_one_key_in_order)
{
	struct ft_conf *conf;
	struct lines all = {.stop_at = 9}, two = {.stop_at = 2};

	put(path, "PartitionName=DEFAULT priorityjobfactor=3\n"
		  "NodeName=x CPUs=4\n"
		  "PartitionName=a Nodes=n[1-2] XPriorityJobFactor=8 # last\n"
		  "PartitionName=b Nodes=ALL\t PriorityJobFactor=1234567890\n");
	cr_assert_eq(ft_conf_read(path, &conf, NULL), 0);
	cr_expect_eq(ft_conf_each(conf, "PartitionName", note, &all), 0);
	cr_expect_str_eq(all.text, "DEFAULT 3 slurm.conf:1: PartitionName;"
				   "a none slurm.conf:3: PartitionName;"
				   "b 1234567 slurm.conf:4: PartitionName;");
	cr_expect_eq(ft_conf_each(conf, "PartitionName", note, &two), 7);
	cr_expect_null(strstr(two.text, "b "));
	cr_expect_str_eq(ft_conf_get(conf, "PartitionName", NULL), "b");
	ft_conf_free(conf);
}

Test(conf, what_stands_behind_a_value)
{
	static const char *const text[][2] = {
		{"", NULL},
		{" Nodes=a,b Default = YES Gres+=x ", NULL},
		{"Reason=\"out of order\" State=DOWN", NULL},
		{"Nodes=a, b X=1", "b X=1"},
		{"Reason=\"out of", "of"},
		{"Reason=\"a\"b \"c", "\"c"},
		{"X=", "X="},
		{"# c", "# c"},
	};

	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		const char *stray = ft_conf_stray(text[i][0]);

		if (text[i][1])
			cr_expect_str_eq(stray, text[i][1]);
		else
			cr_expect_null(stray, "%s", stray);
	}
}
