/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair limits: an answer in words, see limits.h.
 *
 * All texts in an answer are fit for a terminal already (envelope.h).
 */
#include "ft_config.h"

#include "sfair/limits/limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"

enum { AMOUNT = 48, MINUTE = 60 };

/* "1-00:00:00" of minutes of wall time, "300 min" of other minutes, "2000 MB"
 * of memory. */
static const char *_amount_text(char text[AMOUNT], struct json_object *row,
				int64_t amount)
{
	const char *limit = sfair_get_text(row, "limit");
	const char *tres = sfair_get_text(row, "tres");
	char span[SFAIR_MOMENT];

	if (strstr(limit, "Wall"))
		snprintf(text, AMOUNT, "%.40s",
			 sfair_limit_text(span, amount * MINUTE));
	else if (strstr(limit, "Mins"))
		snprintf(text, AMOUNT, "%" PRId64 " min", amount);
	else if (!strcmp(tres, "mem"))
		snprintf(text, AMOUNT, "%" PRId64 " MB", amount);
	else
		snprintf(text, AMOUNT, "%" PRId64, amount);
	return text;
}

static void _print_ids(struct json_object *row, const char *key,
		       const char *count)
{
	struct json_object *list = sfair_get(row, key);
	int64_t all = sfair_get_whole(row, count);
	size_t named = sfair_list_length(list);

	printf("job%s ", all == 1 ? "" : "s");
	for (size_t i = 0; i < named; i++)
		printf("%s%" PRId64, i ? ", " : "",
		       json_object_get_int64(
			       json_object_array_get_idx(list, i)));
	if (all > (int64_t) named)
		printf(" and %" PRId64 " more", all - (int64_t) named);
}

static void _print_limit(struct json_object *row,
			 const struct sfair_paint *paint)
{
	const char *tres = sfair_get_text(row, "tres");
	char name[96], text[AMOUNT];

	snprintf(name, sizeof(name), "%s%s%s", sfair_get_text(row, "limit"),
		 *tres ? " " : "", tres);
	printf("  %-26s %-28s %10s", sfair_get_text(row, "whose"), name,
	       _amount_text(text, row, sfair_get_whole(row, "max")));
	if (sfair_get(row, "used")) {
		printf("  %10s",
		       _amount_text(text, row, sfair_get_whole(row, "used")));
		printf("  %10s",
		       _amount_text(text, row, sfair_get_whole(row, "left")));
	} else {
		printf("  %10s  %10s", "each job", "");
	}
	if (sfair_get(row, "asked"))
		printf("  %10s",
		       _amount_text(text, row,
				    (int64_t) sfair_get_real(row, "asked")));
	if (sfair_get_whole(row, "job_count")) {
		printf("  ");
		_print_ids(row, "jobs", "job_count");
	}
	putchar('\n');
	if (!sfair_get_whole(row, "keeps_count"))
		return;
	printf("%29s%sit keeps ", "", paint->warn);
	_print_ids(row, "keeps", "keeps_count");
	printf(" waiting now%s\n", paint->off);
}

void sfair_limits_print(struct json_object *subject, bool header,
			const struct sfair_paint *paint)
{
	struct json_object *rows = sfair_get(subject, "limits");
	bool job = sfair_get(subject, "job_id") != NULL;
	size_t count = sfair_list_length(rows);

	printf("%s", paint->bold);
	if (job)
		printf("Limits of job %" PRId64 ", of",
		       sfair_get_whole(subject, "job_id"));
	else
		printf("Limits of");
	printf(" user %s in account %s", sfair_get_text(subject, "user"),
	       sfair_get_text(subject, "account"));
	if (*sfair_get_text(subject, "partition"))
		printf(", for partition %s",
		       sfair_get_text(subject, "partition"));
	printf("%s\n", paint->off);
	if (!count) {
		puts("  none");
		return;
	}
	if (header)
		printf("  %s%-26s %-28s %10s  %10s  %10s%s  %s%s\n", paint->dim,
		       "WHOSE", "LIMIT", "MAX", "USED", "LEFT",
		       job ? "    THIS JOB" : "", "USED BY", paint->off);
	for (size_t i = 0; i < count; i++)
		_print_limit(json_object_array_get_idx(rows, i), paint);
}
