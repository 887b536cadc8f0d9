/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_replay_print - the figures of replays, side by side, as a table or as
 * JSON.
 *
 * Computes nothing but ratios.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_PRINT_H
#define FT_SFAIR_REPLAY_REPLAY_PRINT_H

#include "sfair/replay/replay_column.h"

/* What is printed beyond the table: a row for each party of a kind, and one
 * for each class of sizes. */
struct sfair_replay_rows {
	bool of[FT_PARTY_KINDS];
	bool sizes;
	bool unheld; /* what jobs were shown that held no start */
};

extern int sfair_replay_table(const struct sfair_replay_column *column,
			      uint32_t count,
			      const struct sfair_replay_rows *rows,
			      struct ft_err *err);
extern int sfair_replay_json(const struct sfair_replay_column *column,
			     uint32_t count,
			     const struct sfair_replay_rows *rows,
			     struct ft_err *err);

#endif
