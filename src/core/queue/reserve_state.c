/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See reserve_state.h.  The text:
 *
 *	sched_reserve 2 SAVED_AT
 *	bypass JOB_ID COUNT
 *	run USER END JOB_ID SECONDS LIMIT PROCESSORS
 *	end ...			(seal.h)
 *
 * In form 1 LIMIT and PROCESSORS were not yet there.
 */
#include "core/queue/reserve_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bounds.h"
#include "core/base/record_reader.h"
#include "core/base/seal.h"

#define FORMAT 2

enum { FIELDS_MAX = 6 };

void ft_reserve_state_free(struct ft_reserve_state *state)
{
	ft_bypass_free(&state->bypass);
	ft_predict_free(&state->predict);
	*state = (struct ft_reserve_state){0};
}

static void _put_runs(struct ft_text *text, const struct ft_past_user *user,
		      uint32_t *records)
{
	for (int i = 0; i < FT_PREDICT_RUNS && user->run[i].end; i++) {
		ft_text_put(text,
			    "run %" PRIu32 " %" PRId64 " %" PRIu32 " %" PRId64
			    " %" PRId64 " %" PRId64 "\n",
			    user->user, user->run[i].end, user->run[i].job_id,
			    user->run[i].seconds, user->run[i].limit,
			    user->run[i].processors);
		++*records;
	}
}

char *ft_reserve_state_text(const struct ft_reserve_state *state,
			    size_t *ret_size)
{
	struct ft_text text = {0};
	uint32_t records = state->bypass.table.count;
	const struct ft_bypass *bypass = state->bypass.table.record;

	ft_text_put(&text, "sched_reserve %d %" PRId64 "\n", FORMAT,
		    state->saved_at);
	for (uint32_t i = 0; i < state->bypass.table.count; i++)
		ft_text_put(&text, "bypass %" PRIu32 " %" PRIu32 "\n",
			    bypass[i].job_id, bypass[i].count);
	for (uint32_t i = 0; i < state->predict.count; i++)
		_put_runs(&text, &state->predict.entry[i], &records);
	ft_seal_put(&text, records);
	*ret_size = text.size;
	return ft_text_take(&text);
}

struct reader {
	struct ft_record_reader lines;
	int64_t form;
	struct ft_reserve_state *state;
	int64_t field[FIELDS_MAX]; /* numbers of the line, after its word */
};

static int _refuse_record(const struct reader *reader, const char *why)
{
	return ft_record_refuse(&reader->lines, why);
}

/* "WORD N N": the word, and exactly so many numbers. */
static int _split_record(struct reader *reader, const char *word, int wanted)
{
	char *at = ft_record_line(&reader->lines, word);

	if (!at)
		return _refuse_record(reader, "this is no record of its place");
	for (int i = 0; i < wanted; i++)
		if (!ft_record_time(&at, ' ', &reader->field[i]))
			return _refuse_record(reader, "a number is missing");
	return *at ? _refuse_record(reader, "there is more than a record") : 0;
}

static int _read_bypass(struct reader *reader)
{
	struct ft_bypass_book *book = &reader->state->bypass;
	int rc = _split_record(reader, "bypass", 2);

	if (rc)
		return rc;
	if (reader->field[0] > UINT32_MAX || reader->field[1] > UINT32_MAX ||
	    !reader->field[1] ||
	    ft_bypass_get(book, (uint32_t) reader->field[0]))
		return _refuse_record(reader, "this count cannot be");
	if (ft_bypass_add(book, (uint32_t) reader->field[0],
			  (uint32_t) reader->field[1]))
		return ft_record_no_memory(&reader->lines);
	return 0;
}

static int _read_past_run(struct reader *reader)
{
	struct ft_past_run run;
	int rc = _split_record(reader, "run", reader->form == 1 ? 4 : 6);
	bool news;

	if (rc)
		return rc;
	run = (struct ft_past_run){
		.end = reader->field[1],
		.job_id = (uint32_t) reader->field[2],
		.seconds = reader->field[3],
	};
	if (reader->form > 1) {
		run.limit = reader->field[4];
		run.processors = reader->field[5];
	}
	if (reader->field[0] > UINT32_MAX || reader->field[2] > UINT32_MAX)
		return _refuse_record(reader, "this run cannot be");
	if (ft_predict_learn(&reader->state->predict,
			     (uint32_t) reader->field[0], &run, &news))
		return ft_record_no_memory(&reader->lines);
	return news ? 0 : _refuse_record(reader, "this run cannot be");
}

static int _read_state(struct reader *reader, uint32_t records)
{
	int rc = _split_record(reader, "sched_reserve", 2);

	if (!rc && (reader->field[0] < 1 || reader->field[0] > FORMAT))
		rc = _refuse_record(reader, "this form is of another release");
	if (!rc) {
		reader->form = reader->field[0];
		reader->state->saved_at = reader->field[1];
	}
	while (!rc && reader->lines.at && *reader->lines.at)
		rc = *reader->lines.at == 'b' ? _read_bypass(reader)
					      : _read_past_run(reader);
	if (!rc && reader->lines.line != records + 1)
		rc = _refuse_record(reader, "records are missing");
	return rc;
}

int ft_reserve_state_read(char *text, size_t size, const char *name,
			  struct ft_reserve_state *state, struct ft_err *err)
{
	struct reader reader = {.lines = {.name = name, .at = text, .err = err},
				.state = state};
	uint32_t records = 0;
	int rc = ft_seal_check(text, size, name, &records, err);

	if (!rc)
		rc = _read_state(&reader, records);
	if (rc)
		ft_reserve_state_free(state);
	return rc;
}
