/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_usage_decay - all recorded usage at once, smaller or gone.
 *
 * Knows no time: the caller says by how much.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_USAGE_DECAY_H
#define FT_SLURM_FAIRTREE_USAGE_USAGE_DECAY_H

#include "slurm/common/compat.h"

/*
 * Multiplies all usage of associations and QOS (without NoDecay) by factor.
 * One hold of assoc and qos (write): half-decayed sums must not be seen.
 */
extern void fts_usage_decay(double factor);

/*
 * Resets all usage if that is due: at once, or by the calendar of period
 * (PRIORITY_RESET_*).  next_reset: 0, to be read off the calendar anew.  Takes
 * what fts_usage_decay() takes.
 */
extern void fts_usage_reset_due(uint16_t period, bool at_once, time_t now,
				time_t *last_reset, time_t *next_reset);

#endif
