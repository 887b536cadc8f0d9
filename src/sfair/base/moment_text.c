/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See moment_text.h.
 */
#define _GNU_SOURCE
#include "sfair/base/moment_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

const char *sfair_span_text(char text[SFAIR_MOMENT], int64_t seconds)
{
	static const struct {
		int64_t size;
		const char *name;
	} units[] = {{DAY, "d"}, {HOUR, "h"}, {MINUTE, "min"}, {1, "s"}};
	int i = 0;
	int64_t rest;

	if (seconds < 0)
		seconds = 0;
	while (i < 3 && seconds < units[i].size)
		i++;
	rest = i < 2 ? seconds % units[i].size / units[i + 1].size : 0;
	if (rest)
		snprintf(text, SFAIR_MOMENT, "%" PRId64 " %s %" PRId64 " %s",
			 seconds / units[i].size, units[i].name, rest,
			 units[i + 1].name);
	else
		snprintf(text, SFAIR_MOMENT, "%" PRId64 " %s",
			 seconds / units[i].size, units[i].name);
	return text;
}

const char *sfair_limit_text(char text[SFAIR_MOMENT], int64_t seconds)
{
	int64_t days = seconds / DAY, rest = seconds % DAY;
	int used = 0;

	if (seconds == SFAIR_ENDLESS)
		return memcpy(text, "UNLIMITED", sizeof("UNLIMITED"));
	if (days)
		used = snprintf(text, SFAIR_MOMENT, "%" PRId64 "-", days);
	snprintf(text + used, SFAIR_MOMENT - (size_t) used,
		 "%02" PRId64 ":%02" PRId64 ":%02" PRId64, rest / HOUR,
		 rest % HOUR / MINUTE, rest % MINUTE);
	return text;
}

/* Days of the calendar from now on. */
static int _days(int64_t moment, int64_t now)
{
	time_t at = (time_t) moment, from = (time_t) now;
	struct tm a, b;

	if (!localtime_r(&at, &a) || !localtime_r(&from, &b))
		return 2;
	a.tm_hour = b.tm_hour = 12;
	a.tm_min = a.tm_sec = b.tm_min = b.tm_sec = 0;
	a.tm_isdst = b.tm_isdst = -1;
	return (int) ((mktime(&a) - mktime(&b) + DAY / 2) / DAY);
}

const char *sfair_clock_text(char text[SFAIR_MOMENT], int64_t moment,
			     int64_t now)
{
	time_t at = (time_t) moment;
	int days = _days(moment, now);
	struct tm tm;

	if (!localtime_r(&at, &tm))
		return memcpy(text, "?", sizeof("?"));
	strftime(text, SFAIR_MOMENT,
		 days == 0   ? "today %H:%M"
		 : days == 1 ? "tomorrow %H:%M"
			     : "%a %d %b %Y %H:%M",
		 &tm);
	return text;
}

const char *sfair_moment_text(char text[SFAIR_MOMENT], int64_t moment,
			      int64_t now)
{
	char day[SFAIR_MOMENT], span[SFAIR_MOMENT];

	if (moment <= now + 1 && moment >= now - MINUTE)
		return memcpy(text, "now", sizeof("now"));
	sfair_clock_text(day, moment, now);
	if (moment < now)
		snprintf(text, SFAIR_MOMENT, "%.40s (%.40s ago)", day,
			 sfair_span_text(span, now - moment));
	else
		snprintf(text, SFAIR_MOMENT, "%.40s (in %.40s)", day,
			 sfair_span_text(span, moment - now));
	return text;
}

const char *sfair_rank_ending(int64_t number)
{
	if (number % 100 / 10 == 1)
		return "th";
	return number % 10 == 1	  ? "st"
	       : number % 10 == 2 ? "nd"
	       : number % 10 == 3 ? "rd"
				  : "th";
}
