/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_replay_column - one configuration of `sfair replay`, and what became of
 * the log under it: a column of its table.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_COLUMN_H
#define FT_SFAIR_REPLAY_REPLAY_COLUMN_H

#include "core/replay/outcome.h"

enum { SFAIR_COLUMNS_MAX = 16, SFAIR_COLUMN_NAME = 512 };

struct sfair_replay_column {
	const char *conf;	/* a slurm.conf; NULL: none */
	const char *parameters; /* in place of its SchedulerParameters */
	const char *schedule;	/* a file: nothing is simulated */
	const char *model;	/* of sfair_replay_models; NULL: as conf says */
	char name[SFAIR_COLUMN_NAME];
	struct ft_replay_setup setup;
	struct ft_replay_share_setup share;
	struct ft_replay replay;
	struct ft_outcome outcome;
	struct ft_outcome *shaken; /* of each copy of --shake */
};

#endif
