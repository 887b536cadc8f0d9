/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See history.h.
 */
#include "core/plan/history.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/checksum.h"
#include "core/base/name_code.h"
#include "core/base/number.h"

const char *const ft_history_causes[FT_HISTORY_CAUSES] = {
	"the job, a reservation or the configuration was changed",
	"a node that it was to have is not available",
	"what it waits for has not ended in time",
	"slurmctld itself started a job that was behind it",
	"another job is ahead of it now",
	"the site keeps no starts (rsv_policy)",
	"a job ahead of it was changed or starts later",
	"running jobs will last longer",
};
const char *const ft_history_words[FT_HISTORY_CAUSES] = {
	"change", "node",   "overdue", "loop",
	"order",  "policy", "ahead",   "other",
};

enum { FIELDS = 9, SUM = 8 };

static const char kinds[] = {
	FT_HISTORY_MADE,
	FT_HISTORY_COMMITTED,
	FT_HISTORY_LATER,
	FT_HISTORY_SOONER,
	FT_HISTORY_WITHDRAWN,
	FT_HISTORY_BEGAN,
	FT_HISTORY_GONE,
	FT_HISTORY_LIKELY,
	FT_HISTORY_UNHELD,
	FT_HISTORY_LOST,
	'\0',
};

static void _put_moment(struct ft_text *text, int64_t moment)
{
	ft_text_number(text, ' ', moment > 0 ? (uint64_t) moment : 0);
}

void ft_history_put(struct ft_text *text, const struct ft_history_event *event)
{
	const char kind[] = {event->kind, '\0'};
	size_t from = text->size;
	const char *partition = event->partition;

	ft_text_add(text, kind);
	_put_moment(text, event->at);
	ft_text_number(text, ' ', event->job_id);
	ft_text_number(text, ' ', event->copy);
	_put_moment(text, event->start);
	_put_moment(text, event->was);
	ft_text_number(text, ' ', event->committed);
	ft_text_number(text, ' ', event->cause);
	ft_text_add(text, " ");
	ft_name_put(text, partition && *partition ? partition : "-");
	if (!text->failed)
		ft_text_put(text, " %08x\n",
			    (unsigned int) ft_checksum_crc32(
				    text->data + from, text->size - from));
}

/* Cuts the checksum off; false: it is not that of the line. */
static bool _is_whole_line(char *line)
{
	size_t size = strlen(line);
	char sum[SUM + 1];

	if (size <= SUM + 1 || line[size - SUM - 1] != ' ')
		return false;
	snprintf(sum, sizeof(sum), "%08x",
		 (unsigned int) ft_checksum_crc32(line, size - SUM - 1));
	if (strcmp(sum, line + size - SUM))
		return false;
	line[size - SUM - 1] = '\0';
	return true;
}

static bool _take_numbers(char *const *field, struct ft_history_event *event)
{
	int64_t number[FIELDS] = {0};

	for (int i = 1; i < FIELDS - 1; i++)
		if (ft_number_int(field[i], 0, INT64_MAX, &number[i]))
			return false;
	if (number[2] > UINT32_MAX || number[3] > UINT32_MAX || number[6] > 1 ||
	    number[7] >= FT_HISTORY_CAUSES)
		return false;
	event->at = number[1];
	event->job_id = (uint32_t) number[2];
	event->copy = (uint32_t) number[3];
	event->start = number[4];
	event->was = number[5];
	event->committed = number[6];
	event->cause = (uint32_t) number[7];
	return true;
}

int ft_history_take(char *line, struct ft_history_event *event)
{
	char *field[FIELDS], *rest = line;

	if (!_is_whole_line(line))
		return -EINVAL;
	for (int i = 0; i < FIELDS; i++)
		field[i] = strsep(&rest, " ");
	if (!field[FIELDS - 1] || rest || strlen(field[0]) != 1 ||
	    !strchr(kinds, *field[0]) || !_take_numbers(field, event) ||
	    !ft_name_take(field[FIELDS - 1]))
		return -EINVAL;
	event->kind = *field[0];
	event->partition = field[FIELDS - 1];
	return 0;
}
