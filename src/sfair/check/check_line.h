/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_check_lines - lines of a slurm.conf that slurmctld cannot take apart,
 * or drops for a later one of the same key.
 *
 * Judges how a line is written, whatever it sets, and whether its key is one of
 * those that the plugins read, misspelt.  Refuses to know all keys of
 * slurmctld: another that there is not passes.
 */
#ifndef FT_SFAIR_CHECK_CHECK_LINE_H
#define FT_SFAIR_CHECK_CHECK_LINE_H

#include <stdbool.h>

#include "core/base/conf.h"

/* refused: else slurmctld starts. */
typedef void (*sfair_line_tell)(void *context, bool refused, const char *where,
				const char *text);

/* Calls tell for each such line. */
extern void sfair_check_lines(const struct ft_conf *conf, sfair_line_tell tell,
			      void *context);

#endif
