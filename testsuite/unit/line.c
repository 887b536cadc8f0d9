/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines and files of any length: whole, or refused for what they are.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/line.h"

enum { LONG = 20000, MAX = 3 * LONG };

/* So many bytes x, and then the text. */
static FILE *file_of(size_t length, const char *text, size_t size)
{
	FILE *file = tmpfile();

	cr_assert_not_null(file);
	for (size_t i = 0; i < length; i++)
		putc('x', file);
	fwrite(text, 1, size, file);
	rewind(file);
	return file;
}

Test(line, of_any_length_comes_whole)
{
	static const size_t lengths[] = {0,    1,    4094, 4095,
					 4096, 8190, 8191, LONG};

	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		FILE *file = file_of(lengths[i], "\nlast", 5);
		char *line = NULL;
		size_t room = 0;

		cr_expect_eq(ft_line_read(file, &line, &room, MAX), 1);
		cr_expect_eq(strlen(line), lengths[i] + 1);
		cr_expect_eq(ft_line_read(file, &line, &room, MAX), 1);
		cr_expect_str_eq(line, "last");
		cr_expect_eq(ft_line_read(file, &line, &room, MAX), 0);
		free(line);
		fclose(file);
	}
}

static int first_line(FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	int rc = ft_line_read(file, &line, &room, MAX);

	free(line);
	fclose(file);
	return rc;
}

Test(line, that_is_none_is_refused)
{
	cr_expect_eq(first_line(file_of(2 * MAX, "\n", 1)), -EFBIG);
	cr_expect_eq(first_line(file_of(3, "\0x\n", 3)), -EILSEQ);
	cr_expect_eq(first_line(file_of(0, "\0\n", 2)), -EILSEQ);
	cr_expect_eq(first_line(fopen("/", "r")), -EISDIR);
}

static int whole_file(FILE *file, size_t *ret_size)
{
	char *text = NULL;
	int rc = ft_file_read(file, &text, ret_size, MAX);

	if (!rc)
		cr_expect_eq(text[*ret_size], '\0');
	free(text);
	fclose(file);
	return rc;
}

Test(line, files_come_whole_or_not_at_all)
{
	size_t size = 0;

	cr_expect_eq(whole_file(file_of(LONG, "\0x", 2), &size), 0);
	cr_expect_eq(size, LONG + 2);
	cr_expect_eq(whole_file(file_of(0, "", 0), &size), 0);
	cr_expect_eq(size, 0);
	cr_expect_eq(whole_file(file_of(2 * MAX, "", 0), &size), -EFBIG);
	cr_expect_eq(whole_file(fopen("/", "r"), &size), -EISDIR);
}
