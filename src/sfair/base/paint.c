/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See paint.h.
 */
#include "sfair/base/paint.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* https://no-color.org: set and not empty. */
static bool _wanted_paint(void)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no && *no) &&
	       !(term && !strcmp(term, "dumb"));
}

bool sfair_paint_read(const char *mode, struct sfair_paint *paint)
{
	bool painted;

	if (!mode || !strcmp(mode, "auto"))
		painted = _wanted_paint();
	else if (!strcmp(mode, "always"))
		painted = true;
	else if (!strcmp(mode, "never"))
		painted = false;
	else
		return false;
	*paint = (struct sfair_paint){"", "", "", "", ""};
	if (painted)
		*paint = (struct sfair_paint){"\033[1m", "\033[32m", "\033[33m",
					      "\033[2m", "\033[0m"};
	return true;
}

void sfair_paint_notes(const struct sfair_paint *paint,
		       struct json_object *notes)
{
	for (size_t i = 0; i < json_object_array_length(notes); i++)
		printf("%s%s%s\n", paint->dim,
		       json_object_get_string(
			       json_object_array_get_idx(notes, i)),
		       paint->off);
}
