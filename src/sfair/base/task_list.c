/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See task_list.h.
 */
#include "sfair/base/task_list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct range {
	unsigned long first, last, step;
};

/* Reads one, and returns what is behind it; NULL: there is none. */
static const char *_read_tasks(const char *text, struct range *range)
{
	char *end;

	if (!text || !isdigit((unsigned char) *text))
		return NULL;
	range->first = range->last = strtoul(text, &end, 10);
	range->step = 1;
	if (*end == '-')
		range->last = strtoul(end + 1, &end, 10);
	if (*end == ':')
		range->step = strtoul(end + 1, &end, 10);
	if (!range->step || range->last < range->first)
		return NULL;
	return *end == ',' ? end + 1 : end;
}

uint32_t sfair_task_nth(const char *tasks, uint32_t n)
{
	struct range range;

	while ((tasks = _read_tasks(tasks, &range))) {
		unsigned long count =
			(range.last - range.first) / range.step + 1;

		if (n < count)
			return (uint32_t) (range.first + n * range.step);
		n -= (uint32_t) count;
	}
	return UINT32_MAX;
}

bool sfair_task_is_in(const char *tasks, uint32_t task)
{
	bool cut = tasks && strstr(tasks, "...");
	struct range range;

	while ((tasks = _read_tasks(tasks, &range)))
		if (task >= range.first && task <= range.last &&
		    (task - range.first) % range.step == 0)
			return true;
	return cut;
}
