/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_accounting_period - when accounting periods begin, in local time.
 *
 * A day begins at midnight, a week on Sunday, as for PriorityUsageResetPeriod;
 * but by the calendar, whatever summer time does.  Reads no clock.  Charges
 * nothing.
 */
#ifndef FT_SLURM_FAIRTREE_CONFIG_ACCOUNTING_PERIOD_H
#define FT_SLURM_FAIRTREE_CONFIG_ACCOUNTING_PERIOD_H

#include <time.h>

enum fts_accounting_period {
	FTS_PERIOD_MONTH,
	FTS_PERIOD_DAY,
	FTS_PERIOD_WEEK,
	FTS_PERIOD_QUARTER,
	FTS_PERIOD_YEAR,
};

/* When the period that at lies in began; -1: it cannot be told. */
extern time_t fts_accounting_period_start(enum fts_accounting_period period,
					  time_t at);

/* When the one after that begins; -1: it cannot be told. */
extern time_t fts_accounting_period_next(enum fts_accounting_period period,
					 time_t at);

#endif
