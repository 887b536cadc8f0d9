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
#include "core/base/number.h"
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
	const char *name;
	uint32_t line;
	int64_t form;
	struct ft_reserve_state *state;
	struct ft_err *err;
	int64_t field[FIELDS_MAX]; /* numbers of the line, after its word */
};

static int _refuse_record(const struct reader *reader, const char *why)
{
	return ft_fail(reader->err, -EINVAL, "%s: line %" PRIu32 ": %s",
		       reader->name, reader->line, why);
}

/* "WORD N N": the word, and exactly so many numbers that are not negative. */
static int _split_record(struct reader *reader, char *line, const char *word,
			 int wanted)
{
	const char *token = strsep(&line, " ");

	if (!token || strcmp(token, word))
		return _refuse_record(reader, "this is no record of its place");
	for (int i = 0; i < wanted; i++) {
		token = strsep(&line, " ");
		if (!token ||
		    ft_number_int(token, 0, FT_TIME_MAX, &reader->field[i]))
			return _refuse_record(reader, "a number is missing");
	}
	return line ? _refuse_record(reader, "there is more than a record") : 0;
}

static int _read_bypass(struct reader *reader, char *line)
{
	struct ft_bypass_book *book = &reader->state->bypass;
	int rc = _split_record(reader, line, "bypass", 2);

	if (rc)
		return rc;
	if (reader->field[0] > UINT32_MAX || reader->field[1] > UINT32_MAX ||
	    !reader->field[1] ||
	    ft_bypass_get(book, (uint32_t) reader->field[0]))
		return _refuse_record(reader, "this count cannot be");
	if (ft_bypass_add(book, (uint32_t) reader->field[0],
			  (uint32_t) reader->field[1]))
		return ft_no_memory_for(reader->err, reader->name);
	return 0;
}

static int _read_past_run(struct reader *reader, char *line)
{
	struct ft_past_run run;
	int rc = _split_record(reader, line, "run", reader->form == 1 ? 4 : 6);
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
		return ft_no_memory_for(reader->err, reader->name);
	return news ? 0 : _refuse_record(reader, "this run cannot be");
}

static int _read_state(struct reader *reader, char *text, uint32_t records)
{
	char *line = strsep(&text, "\n");
	int rc;

	reader->line = 1;
	rc = _split_record(reader, line, "sched_reserve", 2);
	if (!rc && (reader->field[0] < 1 || reader->field[0] > FORMAT))
		rc = _refuse_record(reader, "this form is of another release");
	if (!rc) {
		reader->form = reader->field[0];
		reader->state->saved_at = reader->field[1];
	}
	while (!rc && (line = strsep(&text, "\n")) && *line) {
		reader->line++;
		rc = *line == 'b' ? _read_bypass(reader, line)
				  : _read_past_run(reader, line);
	}
	if (!rc && reader->line != records + 1)
		rc = _refuse_record(reader, "records are missing");
	return rc;
}

int ft_reserve_state_read(char *text, size_t size, const char *name,
			  struct ft_reserve_state *state, struct ft_err *err)
{
	struct reader reader = {.name = name, .state = state, .err = err};
	uint32_t records = 0;
	int rc = ft_seal_check(text, size, name, &records, err);

	if (!rc)
		rc = _read_state(&reader, text, records);
	if (rc)
		ft_reserve_state_free(state);
	return rc;
}
