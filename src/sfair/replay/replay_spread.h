/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_replay_spread - figures of a log and of copies of it that were shaken,
 * as a table or as JSON.
 *
 * Of each figure: the log's, then median, lowest and highest over the copies;
 * the same of its ratio to the first configuration's on the same copy, and in
 * how many copies that was below 1.  Refuses ratios to 0.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_SPREAD_H
#define FT_SFAIR_REPLAY_REPLAY_SPREAD_H

#include "sfair/replay/replay_column.h"

/* copies: of each column's shaken.  0 or -ENOMEM. */
extern int sfair_replay_spread(const struct sfair_replay_column *column,
			       uint32_t count, uint32_t copies, bool json,
			       struct ft_err *err);

#endif
