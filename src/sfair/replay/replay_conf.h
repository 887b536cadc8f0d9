/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_replay_conf - what a slurm.conf, SchedulerParameters and the name of a
 * fairshare model mean for a replay.
 *
 * Refuses to pretend: what a slurm.conf says that a replay does not model is
 * named on stderr.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_CONF_H
#define FT_SFAIR_REPLAY_REPLAY_CONF_H

#include "sfair/replay/replay_column.h"

/* What --models compares, ended by NULL; the first is none at all. */
extern const char *const sfair_replay_models[];

/* Sets the column's name. */
extern void sfair_replay_name(struct sfair_replay_column *column);

/*
 * Fills setup's options and factor, and share but for its population.  0, or
 * -errno with err.
 */
extern int sfair_replay_conf(struct sfair_replay_column *column,
			     struct ft_err *err);

#endif
