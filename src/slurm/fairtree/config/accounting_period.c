/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See accounting_period.h.
 */
#include "slurm/fairtree/config/accounting_period.h"

#include <stdbool.h>

/* The day on which the period begins. */
static void _first_day(enum fts_accounting_period period, struct tm *tm)
{
	switch (period) {
	case FTS_PERIOD_DAY:
		break;
	case FTS_PERIOD_WEEK:
		tm->tm_mday -= tm->tm_wday;
		break;
	case FTS_PERIOD_QUARTER:
		tm->tm_mon -= tm->tm_mon % 3;
		tm->tm_mday = 1;
		break;
	case FTS_PERIOD_YEAR:
		tm->tm_mon = 0;
		tm->tm_mday = 1;
		break;
	case FTS_PERIOD_MONTH:
		tm->tm_mday = 1;
		break;
	}
}

static void _next_day(enum fts_accounting_period period, struct tm *tm)
{
	switch (period) {
	case FTS_PERIOD_DAY:
		tm->tm_mday++;
		break;
	case FTS_PERIOD_WEEK:
		tm->tm_mday += 7;
		break;
	case FTS_PERIOD_QUARTER:
		tm->tm_mon += 3;
		break;
	case FTS_PERIOD_YEAR:
		tm->tm_year++;
		break;
	case FTS_PERIOD_MONTH:
		tm->tm_mon++;
		break;
	}
}

static time_t _begin_period(enum fts_accounting_period period, time_t at,
			    bool next)
{
	struct tm tm;

	if (!localtime_r(&at, &tm))
		return -1;
	tm.tm_sec = tm.tm_min = tm.tm_hour = 0;
	_first_day(period, &tm);
	if (next)
		_next_day(period, &tm);
	/* Midnight may be in summer time though `at` is not. */
	tm.tm_isdst = -1;
	return mktime(&tm);
}

time_t fts_accounting_period_start(enum fts_accounting_period period, time_t at)
{
	return _begin_period(period, at, false);
}

time_t fts_accounting_period_next(enum fts_accounting_period period, time_t at)
{
	return _begin_period(period, at, true);
}
