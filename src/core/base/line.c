/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See line.h.
 */
#include "core/base/line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_MIN = 4096 };

/* So that half of the room is free, or used + 2 bytes. */
static int _grow_line(char **text, size_t *room, size_t used)
{
	size_t more = *room ? 2 * *room : ROOM_MIN;
	char *grown;

	if (*text && (used + 2 <= *room))
		return 0;
	grown = realloc(*text, more);
	if (!grown)
		return -ENOMEM;
	*text = grown;
	*room = more;
	return 0;
}

/* Of a stream with an error: a folder can be opened, but not read. */
static int _stream_error(void)
{
	return errno == EISDIR ? -EISDIR : -EIO;
}

int ft_line_read(FILE *file, char **line, size_t *room, size_t max)
{
	size_t used = 0;

	while (!_grow_line(line, room, used)) {
		size_t left = *room - used, more;

		if (!fgets(*line + used, left > 1 << 30 ? 1 << 30 : (int) left,
			   file)) {
			if (ferror(file))
				return _stream_error();
			return used > 0;
		}
		more = strlen(*line + used);
		used += more;
		if (more && ((*line)[used - 1] == '\n'))
			return 1;
		if ((more + 1 < left) && !feof(file))
			return -EILSEQ;
		if (used > max)
			return -EFBIG;
	}
	return -ENOMEM;
}

int ft_line_fail(struct ft_err *err, int code, const char *path, size_t line)
{
	if (code == -EILSEQ)
		return ft_fail(err, code, "%s: this is no text file", path);
	if (code == -EISDIR)
		return ft_fail(err, code, "%s: %s", path, strerror(-code));
	return ft_fail(err, code, "%s: cannot be read behind line %zu: %s",
		       path, line, strerror(-code));
}

int ft_file_read(FILE *file, char **ret_text, size_t *ret_size, size_t max)
{
	size_t room = 0, used = 0;
	char *text = NULL;
	int rc;

	do {
		rc = _grow_line(&text, &room, used);
		if (!rc)
			used += fread(text + used, 1, room - used - 1, file);
		if (!rc && (used > max))
			rc = -EFBIG;
	} while (!rc && !feof(file) && !ferror(file));
	if (!rc && ferror(file))
		rc = _stream_error();
	if (rc) {
		free(text);
		return rc;
	}
	text[used] = '\0';
	*ret_text = text;
	*ret_size = used;
	return 0;
}
