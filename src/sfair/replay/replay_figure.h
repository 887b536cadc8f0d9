/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_figures - the figures of a replay as they are printed: key, title,
 * value, and how many digits behind the point mean something.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_FIGURE_H
#define FT_SFAIR_REPLAY_REPLAY_FIGURE_H

#include <json-c/json.h>

#include "core/replay/outcome.h"

enum { SFAIR_FIGURES = 33 };

struct sfair_figure {
	const char *key, *title;
	double value;
	int digits;
};

/* In the order of the table. */
extern void sfair_figures(const struct ft_outcome *o,
			  struct sfair_figure figure[SFAIR_FIGURES]);
/* A real number, as a member of the object. */
extern void sfair_figure_put(struct json_object *object, const char *key,
			     double value);

#endif
