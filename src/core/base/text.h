/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_text - a string that grows as it is written.
 *
 * A write that runs out of memory sets failed, and all later ones do nothing;
 * taking the string looks at that once.
 */
#ifndef FT_CORE_BASE_TEXT_H
#define FT_CORE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Empty when zeroed. */
struct ft_text {
	char *data; /* size bytes and a 0; NULL: nothing was written */
	size_t size, room;
	bool failed;
};

extern void ft_text_put(struct ft_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

extern void ft_text_add(struct ft_text *text, const char *string);
/* mark, then the number: many times as fast as ft_text_put(). */
extern void ft_text_number(struct ft_text *text, char mark, uint64_t number);

/* The string, which is now the caller's to free; NULL if out of memory. */
extern char *ft_text_take(struct ft_text *text);

#endif
