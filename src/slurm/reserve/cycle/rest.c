/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See rest.h.
 */
#include "slurm/common/compat.h"

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/cycle/rest.h"

enum { PERIOD_US = 500000, FACTOR = 50 };

bool fts_rest_over(struct fts_rest *rest)
{
	if (fts_lock_clock() - rest->ended_us < rest->pause_us)
		return false;
	rest->began_us = fts_hold_processor_clock();
	return true;
}

void fts_rest_end(struct fts_rest *rest)
{
	int64_t took_us = fts_hold_processor_clock() - rest->began_us;

	rest->ended_us = fts_lock_clock();
	rest->pause_us = PERIOD_US + FACTOR * took_us;
}
