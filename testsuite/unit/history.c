/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines of the history of promises: what is written is read, and a line that
 * is not whole is refused.
 */
#include "core/plan/history.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct ft_history_event moved = {
	.kind = FT_HISTORY_LATER,
	.at = 1795449600,
	.job_id = 4294967000,
	.copy = 3,
	.partition = "night shift\n",
	.start = 1795460000,
	.was = 1795450000,
	.committed = true,
	.cause = FT_HISTORY_CAUSES - 1,
};

static char *_moved_line(void)
{
	struct ft_text text = {0};
	char *line;

	ft_history_put(&text, &moved);
	line = ft_text_take(&text);
	cr_assert_not_null(line);
	cr_assert_eq(line[strlen(line) - 1], '\n');
	cr_assert_eq(strchr(line, '\n'), line + strlen(line) - 1);
	line[strlen(line) - 1] = '\0';
	return line;
}

Test(history, says_what_was_written)
{
	struct ft_history_event read = {0};
	char *line = _moved_line();

	cr_assert_eq(ft_history_take(line, &read), 0);
	cr_assert_eq(read.kind, moved.kind);
	cr_assert_eq(read.at, moved.at);
	cr_assert_eq(read.job_id, moved.job_id);
	cr_assert_eq(read.copy, moved.copy);
	cr_assert_eq(read.start, moved.start);
	cr_assert_eq(read.was, moved.was);
	cr_assert_eq(read.committed, moved.committed);
	cr_assert_eq(read.cause, moved.cause);
	cr_assert_str_eq(read.partition, moved.partition);
	free(line);
}

Test(history, refuses_each_part_of_a_line)
{
	char *line = _moved_line();
	size_t size = strlen(line);

	for (size_t cut = 0; cut < size; cut++) {
		struct ft_history_event read;
		char *part = strndup(line, cut);

		cr_assert_not_null(part);
		cr_assert_eq(ft_history_take(part, &read), -EINVAL, "%zu", cut);
		free(part);
	}
	free(line);
}

Test(history, refuses_each_changed_byte)
{
	char *line = _moved_line();
	size_t size = strlen(line);

	for (size_t at = 0; at < size; at++) {
		struct ft_history_event read;
		char *other = strdup(line);

		cr_assert_not_null(other);
		other[at] = other[at] == '7' ? '8' : '7';
		cr_assert_eq(ft_history_take(other, &read), -EINVAL, "%zu", at);
		free(other);
	}
	free(line);
}

Test(history, has_a_partition_always)
{
	struct ft_history_event event = moved, read;
	struct ft_text text = {0};
	char *line;

	event.partition = NULL;
	ft_history_put(&text, &event);
	line = ft_text_take(&text);
	line[strlen(line) - 1] = '\0';
	cr_assert_eq(ft_history_take(line, &read), 0);
	cr_assert_str_eq(read.partition, "-");
	free(line);
}
