/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_priority_site - what other lines of a slurm.conf mean for
 * PriorityParameters.
 *
 * Refuses to judge them: core/priority/priority_option.h does.
 */
#ifndef FT_SFAIR_BASE_PRIORITY_SITE_H
#define FT_SFAIR_BASE_PRIORITY_SITE_H

#include "core/base/conf.h"
#include "core/priority/priority_option.h"

/* Whose scheduler runs, which may bear the name of Slurm's own. */
extern const char *sfair_scheduler(const struct ft_conf *conf);

/* Its strings live as long as conf. */
extern struct ft_priority_site sfair_priority_site(const struct ft_conf *conf);

#endif
