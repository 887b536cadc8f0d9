/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_replay_page - configurations of a replay side by side, as a page.
 *
 * All figures, waits by size and by user, utilisation and queue over time,
 * errors of shares, and starts against what was promised.  Computes what it
 * draws from the replays alone.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_PAGE_H
#define FT_SFAIR_REPLAY_REPLAY_PAGE_H

#include "sfair/page/page.h"
#include "sfair/replay/replay_column.h"

/* The page as a file; trace: the log's name.  0 or -errno with err. */
extern int sfair_replay_page(const char *path, const char *trace,
			     const struct sfair_replay_column *column,
			     uint32_t count, struct ft_err *err);

#endif
