/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See queue_time_state.h.  The text:
 *
 *	queue_time 1 SAVED_AT
 *	free JOB_ID SUBMIT SINCE
 *	barred JOB_ID SUBMIT SECONDS
 *	end ...			(seal.h)
 */
#include "core/priority/queue_time_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/record_reader.h"
#include "core/base/seal.h"
#include "core/base/text.h"

#define HEAD "queue_time 1"

char *ft_queue_time_state_text(int64_t saved_at,
			       const struct ft_queue_clock *clock,
			       uint32_t count, size_t *ret_size)
{
	struct ft_text text = {0};

	ft_text_put(&text, HEAD " %" PRId64 "\n", saved_at);
	for (uint32_t i = 0; i < count; i++)
		ft_text_put(&text, "%s %" PRIu32 " %" PRId64 " %" PRId64 "\n",
			    clock[i].barred ? "barred" : "free",
			    clock[i].job_id, clock[i].submit, clock[i].value);
	ft_seal_put(&text, count);
	*ret_size = text.size;
	return ft_text_take(&text);
}

/* "free|barred N N N", and nothing behind. */
static bool _read_clock(struct ft_record_reader *reader,
			struct ft_queue_clock *clock)
{
	char *at;

	*clock = (struct ft_queue_clock){.barred = *reader->at == 'b'};
	at = ft_record_line(reader, clock->barred ? "barred" : "free");
	return at && ft_record_u32(&at, ' ', &clock->job_id) && clock->job_id &&
	       ft_record_time(&at, ' ', &clock->submit) &&
	       ft_record_time(&at, ' ', &clock->value) && !*at;
}

static int _read_all(struct ft_record_reader *reader, uint32_t records,
		     struct ft_queue_book *book)
{
	char *at = ft_record_line(reader, HEAD);
	struct ft_queue_clock clock;

	if (!at || !ft_record_time(&at, ' ', &book->known) || *at)
		return ft_record_refuse(reader,
					"this form is of another release");
	while (reader->at && *reader->at) {
		if (!_read_clock(reader, &clock))
			return ft_record_refuse(reader, "this is no clock");
		if (ft_queue_book_put(book, &clock))
			return ft_record_no_memory(reader);
	}
	if (reader->line != records + 1 || book->table.count != records)
		return ft_record_refuse(reader,
					"clocks are missing, or there twice");
	return 0;
}

int ft_queue_time_state_read(char *text, size_t size, const char *name,
			     struct ft_queue_book *book, struct ft_err *err)
{
	struct ft_record_reader reader = {.name = name, .at = text, .err = err};
	uint32_t records = 0;
	int rc = ft_seal_check(text, size, name, &records, err);

	if (!rc)
		rc = _read_all(&reader, records, book);
	if (rc)
		ft_queue_book_free(book);
	return rc;
}
