/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_utf8 - characters that may stand in a line on a terminal.
 *
 * Refuses control characters, ends of lines and paragraphs, marks that change
 * the direction of text, and bytes that are no UTF-8.
 */
#ifndef FT_CORE_BASE_UTF8_H
#define FT_CORE_BASE_UTF8_H

#include <stddef.h>

/* How many bytes the character at the beginning of a string has; 0: what is
 * there may not be shown, or is the end. */
extern size_t ft_utf8_shown(const unsigned char *at);

#endif
