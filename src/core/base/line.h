/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_line - lines and files of any length but no more than there can be.
 *
 * getline() of /dev/zero reads until the machine has no memory left.  Refuses
 * what is longer than the caller says, and the byte 0, which no text has.
 */
#ifndef FT_CORE_BASE_LINE_H
#define FT_CORE_BASE_LINE_H

#include <stddef.h>
#include <stdio.h>

#include "core/base/err.h"

/* A line of a snapshot holds a job with all its requests. */
#define FT_LINE_MAX ((size_t) 1 << 28)
#define FT_FILE_MAX ((size_t) 1 << 30)

/*
 * The next line, with its end, in *line, which is the caller's to free and is
 * *room large: both 0 before the first call.  1; 0: there is none; -errno:
 * -EFBIG, -EILSEQ (a byte 0), -EISDIR, -EIO or -ENOMEM.
 */
extern int ft_line_read(FILE *file, char **line, size_t *room, size_t max);

/* Says why path could be read up to that line only; returns code, which is of
 * ft_line_read. */
extern int ft_line_fail(struct ft_err *err, int code, const char *path,
			size_t line);

/* All that is left of a file, as a string to be freed.  0 or -errno. */
extern int ft_file_read(FILE *file, char **ret_text, size_t *ret_size,
			size_t max);

#endif
