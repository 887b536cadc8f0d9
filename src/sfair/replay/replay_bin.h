/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_replay_bins - utilisation and queue of a replay, as means over
 * stretches of equal length.
 *
 * A picture has only so many columns; with means no point hides another.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_BIN_H
#define FT_SFAIR_REPLAY_REPLAY_BIN_H

#include "core/replay/replay.h"

struct sfair_replay_bin {
	double used;   /* a part of all processors */
	double queued; /* jobs */
};

/* From the first point to the last. */
extern double sfair_replay_seconds(const struct ft_replay *replay);

/* Fills count bins, which together last span seconds from the first point on.
 */
extern void sfair_replay_bins(const struct ft_replay *replay, double span,
			      uint32_t count, struct sfair_replay_bin *bin);

#endif
