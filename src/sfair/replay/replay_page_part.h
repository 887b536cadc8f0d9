/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parts of the page of a replay: see replay_page.h.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_PAGE_PART_H
#define FT_SFAIR_REPLAY_REPLAY_PAGE_PART_H

#include "sfair/page/chart.h"
#include "sfair/replay/replay_column.h"

struct sfair_replay_scope {
	struct sfair_page *page;
	const struct sfair_replay_column *column;
	uint32_t count;
};

/* The class of a configuration's lines and bars. */
extern const char *sfair_replay_class(uint32_t column);
/* "[2] slurm.conf", plain text; returns text. */
extern const char *sfair_replay_label(char text[SFAIR_COLUMN_NAME + 16],
				      const struct sfair_replay_scope *scope,
				      uint32_t column);
/* Names and colours of all configurations. */
extern void sfair_replay_legend(const struct sfair_replay_scope *scope);

/* Each 0 or -ENOMEM. */
extern int sfair_replay_sizes(const struct sfair_replay_scope *scope);
extern int sfair_replay_users(const struct sfair_replay_scope *scope);
extern int sfair_replay_time(const struct sfair_replay_scope *scope);
extern int sfair_replay_errors(const struct sfair_replay_scope *scope);
extern void sfair_replay_starts(const struct sfair_replay_scope *scope);

#endif
