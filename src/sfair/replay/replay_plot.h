/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_replay_plot - utilisation and queue over time, and what accounts got
 * against their shares, drawn by gnuplot.
 *
 * Refuses to draw anything itself.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_PLOT_H
#define FT_SFAIR_REPLAY_REPLAY_PLOT_H

#include "core/replay/replay.h"

struct sfair_plot_line {
	const char *name;
	const struct ft_replay *replay;
};

/* Writes a PNG.  0, or -errno with err (no gnuplot, or it failed). */
extern int sfair_replay_plot(const char *path,
			     const struct sfair_plot_line *line, uint32_t count,
			     struct ft_err *err);

/*
 * The same of shares: the squared errors of accounts and of users week by week
 * and how far accounts were off what was due, a line for each configuration;
 * and for the first one what each account got less what it was promised: of the
 * eight that were furthest off.
 */
extern int sfair_replay_plot_shares(const char *path,
				    const struct sfair_plot_line *line,
				    uint32_t count,
				    const struct ft_population *population,
				    struct ft_err *err);

#endif
