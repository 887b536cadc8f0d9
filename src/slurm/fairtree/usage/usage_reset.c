/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See usage_reset.h.
 */
#include "slurm/common/compat.h"

#include "src/common/slurm_time.h"

#include "slurm/fairtree/usage/usage_reset.h"

enum { DAY = 86400, WEEK = 7 * DAY };

/* Days and weeks have a fixed length here, as in multifactor: a change of
 * summer time moves them by an hour until the next reset. */
static time_t _skip_day(time_t at, time_t step, time_t now)
{
	at += step;
	if (at + step < now)
		at += (now - at - 1) / step * step;
	return at;
}

time_t fts_usage_reset_next(uint16_t period, time_t last_reset, time_t now)
{
	struct tm tm;
	int months = 0;

	if (!localtime_r(&last_reset, &tm))
		return 0;
	tm.tm_sec = tm.tm_min = tm.tm_hour = 0;
	switch (period) {
	case PRIORITY_RESET_DAILY:
		return _skip_day(slurm_mktime(&tm), DAY, now);
	case PRIORITY_RESET_WEEKLY: {
		time_t midnight = slurm_mktime(&tm);
		time_t sunday = midnight + DAY * (7 - tm.tm_wday);

		return _skip_day(sunday - WEEK, WEEK, now);
	}
	case PRIORITY_RESET_MONTHLY:
		months = 1;
		break;
	case PRIORITY_RESET_QUARTERLY:
		months = 3 - tm.tm_mon % 3;
		break;
	case PRIORITY_RESET_YEARLY:
		months = 12 - tm.tm_mon;
		break;
	default:
		return 0;
	}
	tm.tm_mday = 1;
	tm.tm_mon += months;
	return slurm_mktime(&tm);
}
