/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See reserve_state.h.  The text:
 *
 *	sched_reserve 1 SAVED_AT
 *	bypass JOB_ID COUNT
 *	run USER END JOB_ID SECONDS
 *	end RECORDS CRC-32 of all before this line, in decimal
 */
#include "core/reserve_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/number.h"

#define FORMAT 1

enum {
	LINE_MAX_BYTES = 112, /* four numbers of 20 digits and a word */
	FIELDS_MAX = 5,
};

struct writer {
	char *text;
	size_t size, room;
	bool failed;
};

void ft_reserve_state_free(struct ft_reserve_state *state)
{
	ft_bypass_free(&state->bypass);
	ft_predict_free(&state->predict);
	*state = (struct ft_reserve_state){0};
}

static char *_line(struct writer *writer)
{
	size_t room = writer->room ? 2 * writer->room : 4096;
	char *text;

	if (writer->size + LINE_MAX_BYTES > writer->room) {
		text = realloc(writer->text, room);
		if (!text) {
			writer->failed = true;
			return NULL;
		}
		writer->text = text;
		writer->room = room;
	}
	return writer->text + writer->size;
}

#define PUT(writer, format, ...)                                               \
	do {                                                                   \
		char *line = _line(writer);                                    \
                                                                               \
		if (line)                                                      \
			(writer)->size +=                                      \
				(size_t) snprintf(line, LINE_MAX_BYTES,        \
						  format "\n", __VA_ARGS__);   \
	} while (0)

static void _put_runs(struct writer *writer, const struct ft_past_user *user,
		      uint32_t *records)
{
	for (int i = 0; i < FT_PREDICT_RUNS && user->run[i].end; i++) {
		PUT(writer, "run %" PRIu32 " %" PRId64 " %" PRIu32 " %" PRId64,
		    user->user, user->run[i].end, user->run[i].job_id,
		    user->run[i].seconds);
		++*records;
	}
}

char *ft_reserve_state_text(const struct ft_reserve_state *state,
			    size_t *ret_size)
{
	struct writer writer = {0};
	uint32_t records = state->bypass.count;

	PUT(&writer, "sched_reserve %d %" PRId64, FORMAT, state->saved_at);
	for (uint32_t i = 0; i < state->bypass.count; i++)
		PUT(&writer, "bypass %" PRIu32 " %" PRIu32,
		    state->bypass.entry[i].job_id,
		    state->bypass.entry[i].count);
	for (uint32_t i = 0; i < state->predict.count; i++)
		_put_runs(&writer, &state->predict.entry[i], &records);
	if (!writer.failed)
		PUT(&writer, "end %" PRIu32 " %" PRIu32, records,
		    ft_checksum_crc32(writer.text, writer.size));
	if (writer.failed) {
		free(writer.text);
		return NULL;
	}
	*ret_size = writer.size;
	return writer.text;
}

struct reader {
	const char *name;
	uint32_t line;
	struct ft_reserve_state *state;
	struct ft_err *err;
	int64_t field[FIELDS_MAX]; /* numbers of the line, after its word */
};

static int _refuse(const struct reader *reader, const char *why)
{
	return ft_fail(reader->err, -EINVAL, "%s: line %" PRIu32 ": %s",
		       reader->name, reader->line, why);
}

/* "WORD N N": the word, and exactly so many numbers that are not negative. */
static int _split(struct reader *reader, char *line, const char *word,
		  int wanted)
{
	const char *token = strsep(&line, " ");

	if (!token || strcmp(token, word))
		return _refuse(reader, "this is no record of its place");
	for (int i = 0; i < wanted; i++) {
		token = strsep(&line, " ");
		if (!token ||
		    ft_number_int(token, 0, INT64_MAX, &reader->field[i]))
			return _refuse(reader, "a number is missing");
	}
	return line ? _refuse(reader, "there is more than a record") : 0;
}

static int _no_memory(const struct reader *reader)
{
	return ft_fail(reader->err, -ENOMEM, "%s: out of memory", reader->name);
}

static int _read_bypass(struct reader *reader, char *line)
{
	struct ft_bypass_book *book = &reader->state->bypass;
	int rc = _split(reader, line, "bypass", 2);

	if (rc)
		return rc;
	if (reader->field[0] > UINT32_MAX || reader->field[1] > UINT32_MAX ||
	    !reader->field[1] ||
	    ft_bypass_get(book, (uint32_t) reader->field[0]))
		return _refuse(reader, "this count cannot be");
	if (ft_bypass_add(book, (uint32_t) reader->field[0],
			  (uint32_t) reader->field[1]))
		return _no_memory(reader);
	return 0;
}

static int _read_run(struct reader *reader, char *line)
{
	struct ft_past_run run;
	int rc = _split(reader, line, "run", 4);
	bool news;

	if (rc)
		return rc;
	run = (struct ft_past_run){
		.end = reader->field[1],
		.job_id = (uint32_t) reader->field[2],
		.seconds = reader->field[3],
	};
	if (reader->field[0] > UINT32_MAX || reader->field[2] > UINT32_MAX)
		return _refuse(reader, "this run cannot be");
	if (ft_predict_learn(&reader->state->predict,
			     (uint32_t) reader->field[0], &run, &news))
		return _no_memory(reader);
	return news ? 0 : _refuse(reader, "this run cannot be");
}

/* The last line of the text, without the one that ends it; NULL: none. */
static char *_last_line(char *text, size_t size)
{
	char *last;

	if (!size || text[size - 1] != '\n' || strlen(text) != size)
		return NULL;
	text[size - 1] = '\0';
	last = strrchr(text, '\n');
	return last ? last + 1 : NULL;
}

/* Whether the closing line fits what is before it. */
static int _check_end(struct reader *reader, char *text, size_t size,
		      uint32_t *ret_records)
{
	char *last = _last_line(text, size);
	uint32_t sum;

	if (!last)
		return ft_fail(reader->err, -EINVAL, "%s: it is cut short",
			       reader->name);
	sum = ft_checksum_crc32(text, (size_t) (last - text));
	if (_split(reader, last, "end", 2) || reader->field[0] > UINT32_MAX ||
	    reader->field[1] != sum)
		return ft_fail(reader->err, -EINVAL,
			       "%s: it is cut short or was changed",
			       reader->name);
	*ret_records = (uint32_t) reader->field[0];
	*last = '\0';
	return 0;
}

static int _read_all(struct reader *reader, char *text, uint32_t records)
{
	char *line = strsep(&text, "\n");
	int rc;

	reader->line = 1;
	rc = _split(reader, line, "sched_reserve", 2);
	if (!rc && reader->field[0] != FORMAT)
		rc = _refuse(reader, "this form is of another release");
	if (!rc)
		reader->state->saved_at = reader->field[1];
	while (!rc && (line = strsep(&text, "\n")) && *line) {
		reader->line++;
		rc = *line == 'b' ? _read_bypass(reader, line)
				  : _read_run(reader, line);
	}
	if (!rc && reader->line != records + 1)
		rc = _refuse(reader, "records are missing");
	return rc;
}

int ft_reserve_state_read(char *text, size_t size, const char *name,
			  struct ft_reserve_state *state, struct ft_err *err)
{
	struct reader reader = {.name = name, .state = state, .err = err};
	uint32_t records = 0;
	int rc = _check_end(&reader, text, size, &records);

	if (!rc)
		rc = _read_all(&reader, text, records);
	if (rc)
		ft_reserve_state_free(state);
	return rc;
}
