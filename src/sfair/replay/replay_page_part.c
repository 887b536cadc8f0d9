/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the parts of the page of a replay have in common.
 */
#include "sfair/replay/replay_page_part.h"

#include <inttypes.h>

static const char *const classes[] = {
	"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7",
};

enum { CLASSES = sizeof(classes) / sizeof(classes[0]) };

const char *sfair_replay_class(uint32_t column)
{
	return classes[column % CLASSES];
}

const char *sfair_replay_label(char text[SFAIR_COLUMN_NAME + 16],
			       const struct sfair_replay_scope *scope,
			       uint32_t column)
{
	snprintf(text, SFAIR_COLUMN_NAME + 16, "[%" PRIu32 "] %s", column + 1,
		 scope->column[column].name);
	return text;
}

void sfair_replay_legend(const struct sfair_replay_scope *scope)
{
	char label[SFAIR_COLUMN_NAME + 16];

	sfair_page_print(scope->page, "<div class=\"legend\">\n");
	for (uint32_t c = 0; c < scope->count; c++)
		sfair_chart_key(scope->page, sfair_replay_class(c),
				sfair_replay_label(label, scope, c));
	sfair_page_print(scope->page, "</div>\n");
}
