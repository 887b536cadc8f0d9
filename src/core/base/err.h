/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_err - why a call failed, in words made where the fact is known.
 *
 * Refuses to log, to allocate and to end the process: a call returns 0 or
 * -errno, and the caller that talks to people prints the text once.
 */
#ifndef FT_CORE_BASE_ERR_H
#define FT_CORE_BASE_ERR_H

enum { FT_ERR_TEXT = 512 };

struct ft_err {
	int code; /* negative errno, 0 for none */
	char text[FT_ERR_TEXT];
};

/*
 * What it quotes may come from anywhere: what may not stand in a line on
 * a terminal becomes "?" (utf8.h).
 * Fills err (which may be NULL) and returns code, so that failing is one line:
 *	return ft_fail(err, -EINVAL, "fsdepth: %s is not a number", text);
 */
extern int ft_fail(struct ft_err *err, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* -ENOMEM; what: what it was needed for, a file or a key. */
extern int ft_no_memory(struct ft_err *err);
extern int ft_no_memory_for(struct ft_err *err, const char *what);

#endif
