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

#include "core/base/bounds.h"
#include "core/base/number.h"
#include "core/base/seal.h"
#include "core/base/text.h"

#define HEAD "queue_time 1 "

char *ft_queue_time_state_text(int64_t saved_at,
			       const struct ft_queue_clock *clock,
			       uint32_t count, size_t *ret_size)
{
	struct ft_text text = {0};

	ft_text_put(&text, HEAD "%" PRId64 "\n", saved_at);
	for (uint32_t i = 0; i < count; i++)
		ft_text_put(&text, "%s %" PRIu32 " %" PRId64 " %" PRId64 "\n",
			    clock[i].barred ? "barred" : "free",
			    clock[i].job_id, clock[i].submit, clock[i].value);
	ft_seal_put(&text, count);
	*ret_size = text.size;
	return ft_text_take(&text);
}

/* "free|barred N N N", and nothing behind. */
static int _read_line(char *line, struct ft_queue_clock *clock)
{
	const char *word = strsep(&line, " ");
	const char *id = strsep(&line, " ");
	const char *submit = strsep(&line, " ");
	int64_t job_id;

	*clock = (struct ft_queue_clock){.barred = !strcmp(word, "barred")};
	if ((!clock->barred && strcmp(word, "free")) || !id || !submit ||
	    !line || ft_number_int(id, 1, UINT32_MAX, &job_id) ||
	    ft_number_int(submit, 0, FT_TIME_MAX, &clock->submit) ||
	    ft_number_int(line, 0, FT_TIME_MAX, &clock->value))
		return -EINVAL;
	clock->job_id = (uint32_t) job_id;
	return 0;
}

static int _read_all(char *text, uint32_t records, const char *name,
		     struct ft_queue_book *book, struct ft_err *err)
{
	char *line = strsep(&text, "\n");
	struct ft_queue_clock clock;
	uint32_t count = 0;

	if (strncmp(line, HEAD, strlen(HEAD)) ||
	    ft_number_int(line + strlen(HEAD), 0, FT_TIME_MAX, &book->known))
		return ft_fail(err, -EINVAL,
			       "%s: line 1: this form is of another release",
			       name);
	while ((line = strsep(&text, "\n")) && *line) {
		count++;
		if (_read_line(line, &clock))
			return ft_fail(err, -EINVAL,
				       "%s: line %" PRIu32 ": this is no clock",
				       name, count + 1);
		if (ft_queue_book_put(book, &clock))
			return ft_no_memory_for(err, name);
	}
	if (count != records || book->table.count != records)
		return ft_fail(err, -EINVAL,
			       "%s: clocks are missing, or there twice", name);
	return 0;
}

int ft_queue_time_state_read(char *text, size_t size, const char *name,
			     struct ft_queue_book *book, struct ft_err *err)
{
	uint32_t records = 0;
	int rc = ft_seal_check(text, size, name, &records, err);

	if (!rc)
		rc = _read_all(text, records, name, book, err);
	if (rc)
		ft_queue_book_free(book);
	return rc;
}
