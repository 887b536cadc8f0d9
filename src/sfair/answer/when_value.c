/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See when_value.h.
 */
#define _GNU_SOURCE
#include "sfair/answer/when_value.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "core/base/number.h"
#include "sfair/base/moment_text.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, YEAR = 365 * DAY };

/* -- spans and amounts ----------------------------------------------------- */

static bool _is_endless(const char *text)
{
	static const char *const words[] = {"UNLIMITED", "INFINITE", "-1", "0"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcasecmp(text, words[i]))
			return true;
	return false;
}

/* "1-2", "1-2:30": days, hours and minutes; cuts it. */
static int _read_days(char *text, char *dash, int64_t *ret_seconds)
{
	int64_t days, hours, minutes = 0;
	char *colon = strchr(dash + 1, ':');

	*dash++ = '\0';
	if (colon) {
		*colon++ = '\0';
		if (ft_number_int(colon, 0, 59, &minutes))
			return -EINVAL;
	}
	if (ft_number_int(text, 0, 365, &days) ||
	    ft_number_int(dash, 0, 8760, &hours) || !(days + hours + minutes))
		return -EINVAL;
	*ret_seconds = DAY * days + HOUR * hours + MINUTE * minutes;
	return 0;
}

int sfair_when_limit(const char *text, int64_t *ret_seconds)
{
	char copy[64], *dash, *colon;
	int64_t minutes;

	if (_is_endless(text)) {
		*ret_seconds = SFAIR_ENDLESS;
		return 0;
	}
	if (!ft_number_int(text, 1, YEAR / MINUTE, &minutes)) {
		*ret_seconds = MINUTE * minutes;
		return 0;
	}
	snprintf(copy, sizeof(copy), "%s", text);
	dash = strchr(copy, '-');
	colon = dash ? strchr(dash, ':') : NULL;
	if (dash && (!colon || colon == strrchr(dash, ':')))
		return _read_days(copy, dash, ret_seconds);
	return ft_number_span(text, 1, YEAR, ret_seconds) ? -EINVAL : 0;
}

int sfair_when_memory(const char *text, int64_t *ret_mb)
{
	static const char units[] = "KMGT";
	size_t size = strlen(text);
	const char *unit;
	char copy[32];
	int64_t amount;

	if (size > 2 && toupper((unsigned char) text[size - 1]) == 'B')
		size--; /* "4GB" */
	unit = size > 1 ? strchr(units, toupper((unsigned char) text[size - 1]))
			: NULL;
	if (size >= sizeof(copy))
		return -EINVAL;
	snprintf(copy, sizeof(copy), "%.*s", (int) (size - (unit ? 1 : 0)),
		 text);
	if (ft_number_int(copy, 0, INT32_MAX, &amount))
		return -EINVAL;
	if (unit == units)
		amount = (amount + 1023) / 1024;
	for (; unit && unit > units + 1; unit--)
		amount *= 1024;
	*ret_mb = amount;
	return 0;
}

/* -- instants -------------------------------------------------------------- */

/* "+2hours", "+90": seconds; negative: it is none. */
static int64_t _later_by(const char *text)
{
	static const struct {
		const char *name;
		int64_t seconds;
	} units[] = {{"", 1},	     {"second", 1}, {"minute", MINUTE},
		     {"hour", HOUR}, {"day", DAY},  {"week", 7 * DAY}};
	char *unit;
	long amount = strtol(text + 1, &unit, 10);
	size_t size;

	unit += strspn(unit, " ");
	size = strlen(unit);
	if (size && unit[size - 1] == 's')
		size--;
	if (*text != '+' || !isdigit((unsigned char) text[1]) || amount > YEAR)
		return -1;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (strlen(units[i].name) == size &&
		    !strncasecmp(units[i].name, unit, size))
			return amount * units[i].seconds;
	return -1;
}

/* "16:00", "4:30pm", "noon": into tm.  What is behind it, or NULL. */
static const char *_clock_time(const char *text, struct tm *tm)
{
	static const struct {
		const char *name;
		int hour;
	} names[] = {{"midnight", 0},
		     {"noon", 12},
		     {"elevenses", 11},
		     {"fika", 15},
		     {"teatime", 16}};
	struct tm read = *tm;
	const char *rest = NULL;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncasecmp(text, names[i].name, strlen(names[i].name))) {
			read.tm_hour = names[i].hour;
			rest = text + strlen(names[i].name);
		}
	if (!rest) {
		rest = strptime(text, "%H:%M", &read);
		if (rest && *rest == ':')
			rest = strptime(rest, ":%S", &read);
		if (rest)
			rest += strspn(rest, " ");
		if (rest && !strncasecmp(rest, "pm", 2)) {
			read.tm_hour += read.tm_hour < 12 ? 12 : 0;
			rest += 2;
		} else if (rest && !strncasecmp(rest, "am", 2)) {
			read.tm_hour -= read.tm_hour == 12 ? 12 : 0;
			rest += 2;
		}
	}
	if (rest)
		*tm = read;
	return rest;
}

/* "2026-11-24", "11/24/26", "11/24", "112426", "today": into tm.  As above. */
static const char *_calendar_day(const char *text, struct tm *tm)
{
	static const char *const forms[] = {"%Y-%m-%d", "%m/%d/%y", "%m.%d.%y",
					    "%m/%d",	"%m.%d",    NULL};
	const char *rest = NULL;
	struct tm read;

	if (!strncasecmp(text, "today", 5))
		return text + 5;
	if (!strncasecmp(text, "tomorrow", 8)) {
		tm->tm_mday++;
		return text + 8;
	}
	for (int i = 0; forms[i] && !rest; i++) {
		read = *tm;
		rest = strptime(text, forms[i], &read);
	}
	if (!rest && strspn(text, "0123456789") == 6) {
		read = *tm;
		rest = strptime(text, "%m%d%y", &read);
	}
	if (rest)
		*tm = read;
	return rest;
}

int sfair_when_moment(const char *text, int64_t now, int64_t *ret_moment)
{
	time_t at = (time_t) now;
	const char *rest = NULL;
	bool day = false;
	struct tm tm;

	if (!strncasecmp(text, "now", 3)) {
		int64_t later = text[3] ? _later_by(text + 3) : 0;

		if (later < 0)
			return -EINVAL;
		*ret_moment = now + later;
		return 0;
	}
	if (!localtime_r(&at, &tm))
		return -EINVAL;
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	rest = _clock_time(text, &tm);
	if (!rest) {
		rest = _calendar_day(text, &tm);
		day = rest != NULL;
		if (rest && *rest)
			rest = strchr("T -", *rest) ? _clock_time(rest + 1, &tm)
						    : NULL;
	}
	if (!rest || *rest)
		return -EINVAL;
	at = mktime(&tm);
	if (!day && at < now) { /* that time tomorrow */
		tm.tm_mday++;
		tm.tm_isdst = -1;
		at = mktime(&tm);
	}
	*ret_moment = at;
	return 0;
}

/* -- generic resources ----------------------------------------------------- */

/* A number with sbatch's units. */
static int _read_count(const char *text, int64_t *ret_count)
{
	size_t size = strlen(text);
	char copy[32];
	int64_t unit = 1;

	if (!size || size >= sizeof(copy))
		return -EINVAL;
	snprintf(copy, sizeof(copy), "%s", text);
	if (copy[size - 1] == 'k' || copy[size - 1] == 'K')
		unit = 1024;
	else if (copy[size - 1] == 'm' || copy[size - 1] == 'M')
		unit = 1024 * 1024;
	if (unit > 1)
		copy[size - 1] = '\0';
	if (ft_number_int(copy, 0, INT32_MAX, ret_count))
		return -EINVAL;
	*ret_count *= unit;
	return 0;
}

/* "gpu", "gpu:2", "gpu:a100", "gpu:a100:2", "gpu:a100=2"; cuts it. */
static int _read_gres(char *word, const char *name,
		      struct sfair_when_gres *gres)
{
	char *type = word, *count;

	if (!name) {
		name = word;
		type = word + strcspn(word, ":=");
		if (*type)
			*type++ = '\0';
		if (!strncmp(name, "gres/", 5))
			name += 5;
	}
	count = type + strcspn(type, ":=");
	if (*count)
		*count++ = '\0';
	gres->count = 1;
	if (*count && _read_count(count, &gres->count))
		return -EINVAL;
	if (!*count && *type && !_read_count(type, &gres->count))
		type = count; /* it was the number: of any type */
	if (!*name || strlen(name) + strlen(type) + 7 > sizeof(gres->kind))
		return -EINVAL;
	snprintf(gres->kind, sizeof(gres->kind), "gres/%.57s", name);
	gres->typed[0] = '\0';
	if (*type)
		snprintf(gres->typed, sizeof(gres->typed), "gres/%.28s:%.28s",
			 name, type);
	return 0;
}

int sfair_when_gres(struct sfair_when_request *request, const char *text,
		    const char *name, enum sfair_when_per per, uint32_t option)
{
	char copy[SFAIR_WHEN_WORD], *rest = copy, *word;
	uint32_t kept = 0;

	/* a value that is given again replaces what was there */
	for (uint32_t i = 0; i < request->gres_count; i++)
		if (request->gres[i].option != option)
			request->gres[kept++] = request->gres[i];
	request->gres_count = kept;
	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	snprintf(copy, sizeof(copy), "%s", text);
	if (!strcasecmp(text, "none"))
		return 0;
	while ((word = strsep(&rest, ","))) {
		struct sfair_when_gres gres = {.per = per, .option = option};

		if (request->gres_count == SFAIR_WHEN_GRES ||
		    _read_gres(word, name, &gres))
			return -EINVAL;
		if (gres.count)
			request->gres[request->gres_count++] = gres;
	}
	return 0;
}
