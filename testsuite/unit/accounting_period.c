/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accounting periods against the calendar, with summer time in between.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <time.h>

#include "slurm/fairtree/config/accounting_period.h"

enum { HOUR = 3600 };

static void zone(const char *name)
{
	setenv("TZ", name, 1);
	tzset();
}

/* An hour in local time. */
static time_t at(int year, int month, int day, int hour)
{
	struct tm tm = {.tm_year = year - 1900,
			.tm_mon = month - 1,
			.tm_mday = day,
			.tm_hour = hour,
			.tm_isdst = -1};

	return mktime(&tm);
}

static void expect(enum fts_accounting_period period, time_t when, time_t start,
		   time_t next)
{
	cr_expect_eq(fts_accounting_period_start(period, when), start, "%d",
		     period);
	cr_expect_eq(fts_accounting_period_next(period, when), next, "%d",
		     period);
}

Test(accounting_period, the_calendar_counts)
{
	zone("Europe/Stockholm");
	/* 1997-07-17 was a Thursday. */
	expect(FTS_PERIOD_DAY, at(1997, 7, 17, 13), at(1997, 7, 17, 0),
	       at(1997, 7, 18, 0));
	expect(FTS_PERIOD_WEEK, at(1997, 7, 17, 13), at(1997, 7, 13, 0),
	       at(1997, 7, 20, 0));
	expect(FTS_PERIOD_MONTH, at(1997, 7, 17, 13), at(1997, 7, 1, 0),
	       at(1997, 8, 1, 0));
	expect(FTS_PERIOD_QUARTER, at(1997, 8, 31, 23), at(1997, 7, 1, 0),
	       at(1997, 10, 1, 0));
	expect(FTS_PERIOD_YEAR, at(1997, 12, 31, 23), at(1997, 1, 1, 0),
	       at(1998, 1, 1, 0));
	expect(FTS_PERIOD_MONTH, at(1997, 12, 1, 0), at(1997, 12, 1, 0),
	       at(1998, 1, 1, 0));
}

/* 2026-03-29 has 23 hours in Stockholm, 2026-10-25 has 25. */
Test(accounting_period, summer_time_moves_no_boundary)
{
	zone("Europe/Stockholm");
	cr_assert_eq(at(2026, 3, 30, 0) - at(2026, 3, 29, 0), 23 * HOUR,
		     "this machine knows the zone");
	expect(FTS_PERIOD_DAY, at(2026, 3, 29, 13), at(2026, 3, 29, 0),
	       at(2026, 3, 30, 0));
	expect(FTS_PERIOD_DAY, at(2026, 10, 25, 23), at(2026, 10, 25, 0),
	       at(2026, 10, 26, 0));
	expect(FTS_PERIOD_WEEK, at(2026, 3, 31, 13), at(2026, 3, 29, 0),
	       at(2026, 4, 5, 0));
	expect(FTS_PERIOD_MONTH, at(2026, 3, 31, 13), at(2026, 3, 1, 0),
	       at(2026, 4, 1, 0));
}

/* Each period begins where the one before ends. */
Test(accounting_period, periods_follow_each_other)
{
	zone("America/New_York");
	for (int p = FTS_PERIOD_MONTH; p <= FTS_PERIOD_YEAR; p++) {
		enum fts_accounting_period period =
			(enum fts_accounting_period) p;

		for (time_t when = at(2025, 12, 1, 5); when < at(2027, 2, 1, 0);
		     when += 7 * HOUR + 11) {
			time_t start =
				fts_accounting_period_start(period, when);
			time_t next = fts_accounting_period_next(period, when);

			cr_assert(start <= when && when < next);
			cr_assert_eq(fts_accounting_period_start(period, next),
				     next);
			cr_assert_eq(
				fts_accounting_period_next(period, next - 1),
				next);
		}
	}
}
