/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See number.h.
 */
#include "core/base/number.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

int ft_number_int(const char *text, int64_t min, int64_t max,
		  int64_t *ret_value)
{
	char *end;
	long long value;

	if (!text || (!isdigit((unsigned char) text[0]) && text[0] != '-'))
		return -EINVAL;
	errno = 0;
	value = strtoll(text, &end, 10);
	if (end == text || *end)
		return -EINVAL;
	if (errno == ERANGE || value < min || value > max)
		return -ERANGE;
	*ret_value = value;
	return 0;
}

int ft_number_real(const char *text, double min, double max, double *ret_value)
{
	char *end;
	double value;

	if (!text || !*text || isspace((unsigned char) text[0]))
		return -EINVAL;
	errno = 0;
	value = strtod(text, &end);
	if (end == text || *end || isnan(value))
		return -EINVAL;
	if (!isfinite(value) || value < min || value > max)
		return -ERANGE;
	*ret_value = value;
	return 0;
}

/* Reads "A:B:C" into parts, returns how many there were or -EINVAL. */
static int _read_clock(const char *text, int64_t parts[3])
{
	char *end;
	int count = 0;

	while (count < 3) {
		if (!isdigit((unsigned char) *text))
			return -EINVAL;
		errno = 0;
		parts[count] = strtoll(text, &end, 10);
		if (errno || parts[count] > INT32_MAX)
			return -ERANGE;
		count++;
		if (!*end)
			return count;
		if (*end != ':')
			return -EINVAL;
		text = end + 1;
	}
	return -EINVAL;
}

int ft_number_span(const char *text, int64_t min, int64_t max,
		   int64_t *ret_seconds)
{
	int64_t parts[3] = {0}, days = 0, seconds = 0;
	char *dash;
	int count;

	if (!text || !isdigit((unsigned char) text[0]))
		return -EINVAL;
	errno = 0;
	days = strtoll(text, &dash, 10);
	if (*dash == '-') {
		if (errno || days > INT32_MAX)
			return -ERANGE;
		text = dash + 1;
	} else {
		days = 0;
	}
	count = _read_clock(text, parts);
	if (count < 0)
		return count;
	if (*dash == '-') /* the first part behind days is hours */
		seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
	else if (count == 3)
		seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
	else if (count == 2)
		seconds = parts[0] * 60 + parts[1];
	else
		seconds = parts[0];
	seconds += days * 86400;
	if (seconds < min || seconds > max)
		return -ERANGE;
	*ret_seconds = seconds;
	return 0;
}
