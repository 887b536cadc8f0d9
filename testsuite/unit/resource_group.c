/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file that defines a PBS tree: what is read, and what is refused.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pbs/resource_group.h"

struct bad {
	uint32_t count;
	char text[8][FT_ERR_TEXT];
};

static void note(void *context, const char *text)
{
	struct bad *bad = context;

	cr_assert_lt(bad->count, 8);
	snprintf(bad->text[bad->count++], FT_ERR_TEXT, "%s", text);
}

static int read_text(const char *text, struct ft_vertex_list *list,
		     struct bad *bad, struct ft_err *err)
{
	char *copy = strdup(text);
	int rc = ft_resource_group_read(copy, "rg", 10, note, bad, list, err);

	free(copy);
	return rc;
}

Test(resource_group, blanks_and_comments_are_beautification)
{
	struct ft_vertex_list list = {0};
	struct bad bad = {0};
	struct ft_err err = {0};
	uint32_t leaf;

	cr_assert_eq(read_text("# a tree\n\n  g\t7 root   3 # the group\r\n"
			       "u x1 g 2",
			       &list, &bad, &err),
		     0, "%s", err.text);
	cr_expect_eq(list.count, 4, "root, unknown, g, u");
	leaf = ft_vertex_find(&list, "u");
	cr_assert_eq(leaf, 3);
	cr_expect(list.vertex[3].leaf && !list.vertex[2].leaf);
	cr_expect_str_eq(list.vertex[3].label, "x1");
	cr_expect_eq(list.vertex[3].parent, 2);
	cr_expect_eq(list.vertex[FT_PBS_UNKNOWN_INDEX].shares, 10);
	ft_vertex_fini(&list);
}

/* Whatever walks the tree level by level has a stack. */
Test(resource_group, a_tree_has_up_to_64_levels)
{
	for (int levels = 64; levels <= 65; levels++) {
		struct ft_vertex_list list = {0};
		struct bad bad = {0};
		struct ft_err err = {0};
		char text[4096] = "v1 2 root 1\n";

		for (int i = 2; i <= levels; i++)
			snprintf(text + strlen(text),
				 sizeof(text) - strlen(text), "v%d %d v%d 1\n",
				 i, i + 1, i - 1);
		cr_expect_eq(read_text(text, &list, &bad, &err),
			     levels == 64 ? 0 : -EINVAL, "%s", err.text);
		if (levels == 64)
			ft_vertex_fini(&list);
		else
			cr_expect(strstr(err.text, "v65"), "%s", err.text);
	}
}

Test(resource_group, every_bad_line_is_named)
{
	static const char *const wanted[] = {
		"rg:2: there is a vertex a already",
		"rg:3: there is no vertex later yet",
		"rg:4: -1 is no number of shares",
		"rg:6: unknown is there already",
		"rg:7: q: a vertex has four fields",
		"rg:8: v: a vertex has four fields",
	};
	struct ft_vertex_list list = {0};
	struct bad bad = {0};
	struct ft_err err = {0};

	cr_assert_eq(read_text("a 1 root 5\na 1 root 5\nb 1 later 5\n"
			       "c 1 root -1\nlater 1 root 1\n"
			       "unknown 1 root 5\nq\nv 1 root 1 extra\n",
			       &list, &bad, &err),
		     -EINVAL);
	cr_assert_eq(bad.count, 6);
	for (uint32_t i = 0; i < 6; i++)
		cr_expect(!strncmp(bad.text[i], wanted[i], strlen(wanted[i])),
			  "%s", bad.text[i]);
	cr_expect(strstr(err.text, "rg:2:") && strstr(err.text, "lines: 6"),
		  "%s", err.text);
	cr_expect_null(list.vertex);
}

Test(resource_group, case_counts)
{
	struct ft_vertex_list list = {0};
	struct bad bad = {0};
	struct ft_err err = {0};

	cr_assert_eq(read_text("Lynne 1 root 5\nlynne 2 root 5\n", &list, &bad,
			       &err),
		     0);
	ft_vertex_fini(&list);
	cr_assert_eq(read_text("g 1 Root 5\n", &list, &bad, &err), -EINVAL);
}

Test(resource_group, who_is_not_named_is_unknown)
{
	struct ft_vertex_list list = {0};
	struct bad bad = {0};
	struct ft_err err = {0};
	uint32_t known, stranger, again, group;

	cr_assert_eq(read_text("g 1 root 5\nu 2 g 5\n", &list, &bad, &err), 0);
	cr_expect_eq(ft_resource_group_entity(&list, "u", &known), 0);
	cr_expect_eq(list.vertex[known].parent, 2);
	cr_expect_eq(ft_resource_group_entity(&list, "s", &stranger), 0);
	cr_expect_eq(list.vertex[stranger].parent, FT_PBS_UNKNOWN_INDEX);
	cr_expect_str_eq(list.vertex[stranger].label, "-1");
	cr_expect_eq(ft_resource_group_entity(&list, "s", &again), 0);
	cr_expect_eq(again, stranger);
	cr_expect_eq(ft_resource_group_entity(&list, "g", &group), -EINVAL,
		     "a group owns no jobs");
	ft_vertex_fini(&list);
}
