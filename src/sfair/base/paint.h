/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_paint - colours, where a terminal shows them.
 *
 * --color=auto (the default) paints on a terminal unless NO_COLOR is set;
 * always and never do as they say.  Refuses any other word.
 */
#ifndef FT_SFAIR_BASE_PAINT_H
#define FT_SFAIR_BASE_PAINT_H

#include <stdbool.h>

/* What to print before and behind a text; "" without colours. */
struct sfair_paint {
	const char *bold, *good, *warn, *dim, *off;
};

struct json_object;

/* mode: NULL is auto.  False: it is none. */
extern bool sfair_paint_read(const char *mode, struct sfair_paint *paint);

/* Prints a list of texts, one a line, dim; they are shown as they are. */
extern void sfair_paint_notes(const struct sfair_paint *paint,
			      struct json_object *notes);

#endif
