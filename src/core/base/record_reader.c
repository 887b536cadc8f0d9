/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See record_reader.h.
 */
#include "core/base/record_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/bounds.h"

enum { NUMBER_MAX = 20 };

extern int ft_record_refuse(const struct ft_record_reader *reader,
			    const char *why)
{
	return ft_fail(reader->err, -EINVAL, "%s: line %" PRIu32 ": %s",
		       reader->name, reader->line, why);
}

extern int ft_record_no_memory(const struct ft_record_reader *reader)
{
	return ft_no_memory_for(reader->err, reader->name);
}

extern char *ft_record_line(struct ft_record_reader *reader, const char *word)
{
	char *line = strsep(&reader->at, "\n");
	size_t size = strlen(word);

	reader->line++;
	return line && !strncmp(line, word, size) ? line + size : NULL;
}

/* The mark and a number up to max; moves on behind it. */
static bool _next_number(char **at, char mark, uint64_t max,
			 uint64_t *ret_number)
{
	const char *from = *at;
	uint64_t number = 0;
	int digits = 0;

	if (*from++ != mark)
		return false;
	for (; *from >= '0' && *from <= '9'; from++, digits++) {
		if (digits == NUMBER_MAX - 1)
			return false;
		number = 10 * number + (uint64_t) (*from - '0');
	}
	if (!digits || number > max)
		return false;
	*at += digits + 1;
	*ret_number = number;
	return true;
}

extern bool ft_record_u32(char **at, char mark, uint32_t *ret_number)
{
	uint64_t number;

	if (!_next_number(at, mark, UINT32_MAX, &number))
		return false;
	*ret_number = (uint32_t) number;
	return true;
}

extern bool ft_record_time(char **at, char mark, int64_t *ret_time)
{
	uint64_t number;

	if (!_next_number(at, mark, FT_TIME_MAX, &number))
		return false;
	*ret_time = (int64_t) number;
	return true;
}
