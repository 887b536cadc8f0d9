/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_text - a string that grows as it is written.
 *
 * A write that runs out of memory sets failed, and all later ones do nothing;
 * whoever takes the string looks at that once.
 */
#ifndef FT_CORE_TEXT_H
#define FT_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Empty when zeroed. */
struct ft_text {
	char *data; /* size bytes and a 0; NULL: nothing was written */
	size_t size, room;
	bool failed;
};

extern void ft_text_put(struct ft_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The string, which is now the caller's to free; NULL if out of memory. */
extern char *ft_text_take(struct ft_text *text);

#endif
