/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_usage_reset - the calendar of PriorityUsageResetPeriod.
 *
 * Local midnights need the time zone, so this stands outside the core.  It
 * resets nothing itself.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_USAGE_RESET_H
#define FT_SLURM_FAIRTREE_USAGE_USAGE_RESET_H

#include <stdint.h>
#include <time.h>

/*
 * When usage that was last reset at last_reset is reset next: the first
 * local midnight of the next day, week (Sunday), month, quarter or year.
 * Daily and weekly resets that were missed before now are skipped but for
 * the last.  0 if period (PRIORITY_RESET_*) is no calendar period.
 */
extern time_t fts_usage_reset_next(uint16_t period, time_t last_reset,
				   time_t now);

#endif
