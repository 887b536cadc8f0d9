/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_shown - names as they may stand on a terminal.
 *
 * Users choose names of accounts; an administrator's terminal obeys what is in
 * them, and a newline makes a row of its own.  Control characters, marks that
 * change the direction of text, and bytes that are no UTF-8, which no reader of
 * JSON would take, are shown as % and two hexadecimal digits.  Refuses to be
 * read back: see name_code.h.
 */
#ifndef FT_SFAIR_BASE_SHOWN_H
#define FT_SFAIR_BASE_SHOWN_H

enum { SFAIR_SHOWN = 1024 };

/* Fills and returns text; a longer name is cut. */
extern const char *sfair_shown(char text[SFAIR_SHOWN], const char *name);
/* However long it is; to be freed, NULL: out of memory. */
extern char *sfair_shown_whole(const char *name);

#endif
