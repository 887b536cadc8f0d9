/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_fresh_file - a file that is there when it is whole, or as it was.
 *
 * Written under another name beside it and renamed.  What is there and is no
 * file (a terminal, a pipe) is written to as it is; "-" is standard output.
 */
#ifndef FT_SFAIR_BASE_FRESH_FILE_H
#define FT_SFAIR_BASE_FRESH_FILE_H

#include <stdio.h>

#include "core/base/err.h"

struct sfair_fresh_file {
	FILE *out;
	const char *path;
	char *fresh; /* its name while it is written; NULL: path itself */
};

/* 0 or -errno with err. */
extern int sfair_fresh_open(struct sfair_fresh_file *file, const char *path,
			    struct ft_err *err);

/*
 * rc: not 0 if what was written is not what it should be; then it is thrown
 * away and rc returned.  Else 0 or -errno with err.
 */
extern int sfair_fresh_close(struct sfair_fresh_file *file, int rc,
			     struct ft_err *err);

#endif
