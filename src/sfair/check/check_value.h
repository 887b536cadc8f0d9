/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_check_values - values of slurm.conf's own Priority keys with which
 * slurmctld does not start.
 *
 * Judges what the pair counts with: weights, times, the period of resets.
 * Refuses to know other keys of Slurm.
 */
#ifndef FT_SFAIR_CHECK_CHECK_VALUE_H
#define FT_SFAIR_CHECK_CHECK_VALUE_H

#include <stdint.h>

#include "sfair/check/check_line.h"

/* Calls tell for each such value. */
extern void sfair_check_values(const struct ft_conf *conf, sfair_line_tell tell,
			       void *context);

/* The longest MaxTime of its partitions in minutes, INT64_MAX if one has none;
 * 0: there is no partition. */
extern int64_t sfair_check_longest(const struct ft_conf *conf);

#endif
