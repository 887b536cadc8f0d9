/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the ledger (see ledger_file.h).
 */
#include <errno.h>
#include <string.h>

#include "core/base/bounds.h"
#include "core/ledger/ledger_clock.h"
#include "core/base/name_code.h"
#include "core/base/number.h"
#include "core/base/seal.h"

struct reader {
	const char *name;
	char *at;
	uint32_t line, records;
	int64_t format;
	struct ft_ledger_image *image; /* that has the names */
	struct ft_ledger_clock *clock;
	struct ft_ledger_image *books;	 /* that records belong to */
	struct ft_fs_window *window;	 /* that lines "a" belong to */
	struct ft_ledger_period *period; /* that lines "h" belong to */
	struct ft_err *err;
};

static int _refuse_record(struct reader *reader, const char *why)
{
	return ft_fail(reader->err, -EINVAL, "%s:%u: %s", reader->name,
		       reader->line, why);
}

static bool _whole_record(char **at, int64_t min, int64_t max, int64_t *ret)
{
	return !ft_number_int(strsep(at, " "), min, max, ret);
}

static bool _record_time(char **at, int64_t *ret)
{
	return _whole_record(at, 0, FT_TIME_MAX, ret);
}

/* The rest of a line; false if it is no name. */
static bool _record_name(const struct reader *reader, char *at)
{
	return at && *at && (reader->format == 1 || ft_name_take(at));
}

static bool _real(char **at, double *ret)
{
	return !ft_number_real(strsep(at, " "), -FT_LEDGER_AMOUNT_MAX,
			       FT_LEDGER_AMOUNT_MAX, ret);
}

/* A number below count, or FT_NAME_NONE for "-". */
static bool _record_number(char **at, uint32_t count, uint32_t *ret)
{
	char *word = strsep(at, " ");
	int64_t number;

	*ret = FT_NAME_NONE;
	if (word && !strcmp(word, "-"))
		return true;
	if (ft_number_int(word, 0, (int64_t) count - 1, &number))
		return false;
	*ret = (uint32_t) number;
	return true;
}

static int _read_entity(struct reader *reader, char *at)
{
	struct ft_ledger *ledger = &reader->image->ledger;
	uint32_t known = ledger->entity.names.count;
	struct ft_ledger_names names = {0};
	struct ft_ledger_place place;
	double usage;

	if (!_real(&at, &usage) || !_record_name(reader, at))
		return _refuse_record(reader, "this entity cannot be");
	names.entity = at;
	if (ft_ledger_place(ledger, &names, &place))
		return ft_no_memory_for(reader->err, reader->name);
	if (place.entity != known)
		return _refuse_record(reader, "this entity stands there twice");
	if (ft_ledger_entity_set(ledger, place.entity, usage))
		return ft_no_memory_for(reader->err, reader->name);
	return 0;
}

static int _read_path(struct reader *reader, char *at)
{
	struct ft_name_table *table = &reader->image->ledger.period.names;
	uint32_t known = table->count;
	uint32_t number = _record_name(reader, at)
				  ? ft_name_table_add(table, at)
				  : known + 1;

	if (number == FT_NAME_NONE)
		return ft_no_memory_for(reader->err, reader->name);
	return number == known
		       ? 0
		       : _refuse_record(reader, "this account cannot be");
}

static int _read_credential(struct reader *reader, char *at)
{
	struct ft_credential_table *table =
		&reader->image->ledger.window.credentials;
	char *word = strsep(&at, " ");
	enum ft_credential_kind kind =
		word ? ft_credential_kind_of(word) : FT_CREDENTIAL_KINDS;
	uint32_t known = table->count, number;

	if (kind == FT_CREDENTIAL_KINDS || !_record_name(reader, at))
		return _refuse_record(reader, "this credential cannot be");
	number = ft_credential_add(table, kind, at);
	if (number == FT_CREDENTIAL_NONE)
		return ft_no_memory_for(reader->err, reader->name);
	return number == known
		       ? 0
		       : _refuse_record(reader,
					"this credential stands there twice");
}

static int _read_window(struct reader *reader, char *at)
{
	int64_t start, length;
	double total;
	int rc;

	if (!_record_time(&at, &start) || !_record_time(&at, &length) ||
	    !_real(&at, &total) || at)
		return _refuse_record(reader, "this window cannot be");
	rc = ft_fs_history_add(&reader->books->ledger.window, start, length,
			       &reader->window);
	if (rc == -ENOMEM)
		return ft_no_memory_for(reader->err, reader->name);
	if (rc)
		return _refuse_record(reader, "this window overlaps another");
	reader->window->total = total;
	return 0;
}

static int _read_amount(struct reader *reader, char *at)
{
	uint32_t count = reader->image->ledger.window.credentials.count;
	uint32_t number;
	double amount;

	if (!reader->window || !_record_number(&at, count, &number) ||
	    number == FT_NAME_NONE || !_real(&at, &amount) || at)
		return _refuse_record(reader, "this amount cannot be");
	return ft_fs_window_charge(reader->window, number, amount)
		       ? ft_no_memory_for(reader->err, reader->name)
		       : 0;
}

static int _read_period(struct reader *reader, char *at)
{
	struct ft_ledger_periods *book = &reader->books->ledger.period;
	int64_t start;

	if (!_record_time(&at, &start) || at)
		return _refuse_record(reader, "this period cannot be");
	if (book->count && start >= book->period[book->count - 1].start)
		return _refuse_record(reader,
				      "this period is not before the last");
	reader->period = ft_ledger_period_append(&reader->books->ledger, start);
	return reader->period ? 0 : ft_no_memory_for(reader->err, reader->name);
}

static int _read_hours(struct reader *reader, char *at)
{
	uint32_t count = reader->image->ledger.period.names.count, number;
	double used[FT_QUOTA_KINDS];

	if (!reader->period || !_record_number(&at, count, &number) ||
	    number == FT_NAME_NONE)
		return _refuse_record(reader, "this usage cannot be");
	for (int kind = 0; kind < FT_QUOTA_KINDS; kind++)
		if (!_real(&at, &used[kind]))
			return _refuse_record(reader, "this usage cannot be");
	if (at)
		return _refuse_record(reader, "this usage cannot be");
	return ft_ledger_period_set(reader->period, number, used)
		       ? ft_no_memory_for(reader->err, reader->name)
		       : 0;
}

static bool _read_place(const struct ft_ledger *ledger, char **at,
			struct ft_ledger_place *place)
{
	if (!_record_number(at, ledger->entity.names.count, &place->entity) ||
	    !_record_number(at, ledger->period.names.count, &place->path))
		return false;
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		if (!_record_number(at, ledger->window.credentials.count,
				    &place->credential[kind]))
			return false;
	return true;
}

static bool _read_rate(char **at, struct ft_ledger_rate *rate)
{
	if (!_real(at, &rate->entity) || !_real(at, &rate->window))
		return false;
	for (int kind = 0; kind < FT_QUOTA_KINDS; kind++)
		if (!_real(at, &rate->period[kind]))
			return false;
	return true;
}

static int _read_run(struct reader *reader, char *at)
{
	struct ft_ledger_runs *runs = &reader->books->runs;
	struct ft_ledger_run run = {0}, *to;
	int64_t job, running, over;

	if (!_whole_record(&at, 1, UINT32_MAX, &job) ||
	    !_record_time(&at, &run.start) ||
	    !_whole_record(&at, -FT_TIME_MAX, FT_TIME_MAX, &run.seconds) ||
	    !_record_time(&at, &run.seen) ||
	    !_record_time(&at, &run.suspended) ||
	    !_whole_record(&at, 0, 3, &running) ||
	    !_whole_record(&at, 0, 1, &over) ||
	    !_read_place(&reader->image->ledger, &at, &run.place) ||
	    !_read_rate(&at, &run.rate) || at || !run.start)
		return _refuse_record(reader, "this run cannot be");
	run.job_id = (uint32_t) job;
	run.running = running & 1;
	run.shifted = running & 2;
	run.over = over;
	run.met = true;
	if (ft_ledger_runs_find(runs, run.job_id))
		return _refuse_record(reader, "this run stands there twice");
	to = ft_ledger_runs_add(runs, run.job_id);
	if (!to)
		return ft_no_memory_for(reader->err, reader->name);
	*to = run;
	return 0;
}

/* What follows is of before a jump. */
static int _read_before(struct reader *reader, char *at)
{
	struct ft_ledger_clock *clock = reader->clock;
	struct ft_ledger_image *before = &clock->before;

	if (reader->format < FT_LEDGER_FORMAT_CLOCK || clock->kept)
		return _refuse_record(reader, "this jump is out of place");
	if (ft_ledger_image_init(before))
		return ft_no_memory_for(reader->err, reader->name);
	clock->kept = true;
	if (!_record_time(&at, &before->until) ||
	    !_record_time(&at, &before->ledger.entity.decayed) ||
	    !_whole_record(&at, -FT_TIME_MAX, FT_TIME_MAX, &clock->landed) ||
	    !_record_time(&at, &clock->length) || at)
		return _refuse_record(reader, "this jump cannot be");
	reader->books = before;
	reader->window = NULL;
	reader->period = NULL;
	return 0;
}

static int _read_usage(struct reader *reader, char *at)
{
	uint32_t count = reader->image->ledger.entity.names.count, number;
	double usage;

	if (!_record_number(&at, count, &number) || number == FT_NAME_NONE ||
	    !_real(&at, &usage) || at)
		return _refuse_record(reader, "this usage cannot be");
	return ft_ledger_entity_set(&reader->books->ledger, number, usage)
		       ? ft_no_memory_for(reader->err, reader->name)
		       : 0;
}

/* Names come before all books, amounts of entities after them are others. */
static int _read_name(struct reader *reader, char mark, char *at)
{
	if (reader->clock->kept)
		return _refuse_record(reader, "a name is out of place");
	switch (mark) {
	case 'e':
		return _read_entity(reader, at);
	case 'n':
		return _read_path(reader, at);
	default:
		return _read_credential(reader, at);
	}
}

static int _read_record(struct reader *reader, char mark, char *at)
{
	switch (mark) {
	case 'e':
	case 'n':
	case 'c':
		return _read_name(reader, mark, at);
	case 'w':
		return _read_window(reader, at);
	case 'a':
		return _read_amount(reader, at);
	case 'p':
		return _read_period(reader, at);
	case 'h':
		return _read_hours(reader, at);
	case 'r':
		return _read_run(reader, at);
	case 'b':
		return _read_before(reader, at);
	case 'u':
		if (reader->clock->kept)
			return _read_usage(reader, at);
		/* fall through */
	default:
		return _refuse_record(reader, "this line is of no known kind");
	}
}

static int _read_header(struct reader *reader)
{
	char *at = strsep(&reader->at, "\n");
	const char *word = strsep(&at, " ");

	reader->line = 1;
	if (!word || strcmp(word, "fairtree_ledger") ||
	    !_whole_record(&at, 1, INT32_MAX, &reader->format))
		return _refuse_record(reader, "this is no ledger");
	if (reader->format > FT_LEDGER_FORMAT_CLOCK)
		return _refuse_record(reader,
				      "this form is of a later release");
	if (!_record_time(&at, &reader->image->until) ||
	    !_record_time(&at, &reader->image->ledger.entity.decayed) || at)
		return _refuse_record(reader, "a time is missing");
	return 0;
}

static int _read_all(struct reader *reader, uint32_t records)
{
	int rc = _read_header(reader);

	while (!rc && reader->at && *reader->at) {
		char *line = strsep(&reader->at, "\n");

		reader->line++;
		reader->records++;
		if (!line[0] || line[1] != ' ')
			return _refuse_record(reader,
					      "this line is of no known kind");
		rc = _read_record(reader, line[0], line + 2);
	}
	if (!rc && reader->records != records)
		rc = _refuse_record(reader, "records are missing");
	return rc;
}

int ft_ledger_clock_read(char *text, size_t size, const char *name,
			 struct ft_ledger_image *image,
			 struct ft_ledger_clock *clock, struct ft_err *err)
{
	struct reader reader = {.name = name,
				.at = text,
				.image = image,
				.books = image,
				.clock = clock,
				.err = err};
	uint32_t records;
	int rc = ft_seal_check(text, size, name, &records, err);

	if (!rc)
		rc = _read_all(&reader, records);
	if (rc) {
		ft_ledger_image_fini(image);
		ft_ledger_clock_fini(clock);
		return rc;
	}
	image->runs.keep = clock->kept;
	return 0;
}

int ft_ledger_file_read(char *text, size_t size, const char *name,
			struct ft_ledger_image *image, struct ft_err *err)
{
	struct ft_ledger_clock clock = {0};
	int rc = ft_ledger_clock_read(text, size, name, image, &clock, err);

	ft_ledger_clock_fini(&clock);
	if (!rc)
		image->runs.keep = false;
	return rc;
}
