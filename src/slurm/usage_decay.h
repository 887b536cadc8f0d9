/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_usage_decay - all recorded usage at once, smaller or gone.
 *
 * Knows no time: the caller says by how much.
 */
#ifndef FT_SLURM_USAGE_DECAY_H
#define FT_SLURM_USAGE_DECAY_H

#include "slurm/compat.h"

/*
 * Multiplies all usage of associations and QOS (without NoDecay) by factor.
 * One hold of assoc and qos (write): half-decayed sums must not be seen.
 */
extern void fts_usage_decay(double factor);

/* Sets all usage of associations and QOS to 0; the same locks. */
extern void fts_usage_zero(void);

#endif
