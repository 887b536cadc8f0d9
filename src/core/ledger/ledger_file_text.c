/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the ledger (see ledger_file.h).
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/ledger/ledger_mark.h"
#include "core/base/name_code.h"
#include "core/base/seal.h"

struct writer {
	const struct ft_ledger_image *image;
	const struct ft_ledger_clock *clock; /* NULL: none keeps books */
	struct ft_text text;
	/* Which names are written, and by which number the text has them. */
	struct ft_ledger_marks number;
	uint32_t records;
};

/*
 * Most amounts are whole: they are written many times as fast.  One that would
 * not be read again would cost all others.
 */
static void _put_real(struct ft_text *text, double value)
{
	if (!(fabs(value) <= FT_LEDGER_AMOUNT_MAX))
		value = isnan(value) ? 0
				     : copysign(FT_LEDGER_AMOUNT_MAX, value);
	if (value >= 0 && value < 9007199254740992.0 && value == floor(value) &&
	    !signbit(value))
		ft_text_number(text, ' ', (uint64_t) value);
	else
		ft_text_put(text, " %.17g", value);
}

static void _put_time(struct ft_text *text, int64_t time)
{
	if (time >= 0)
		ft_text_number(text, ' ', (uint64_t) time);
	else
		ft_text_put(text, " %" PRId64, time);
}

/* FT_NAME_NONE, and what no name was written for, is "-". */
static void _put_number(struct ft_text *text, const uint32_t *number,
			uint32_t of)
{
	if (of == FT_NAME_NONE)
		ft_text_add(text, " -");
	else
		ft_text_number(text, ' ', number[of]);
}

/* Marks become numbers, the others FT_NAME_NONE. */
static void _count_record(uint32_t *number, uint32_t count)
{
	uint32_t next = 0;

	for (uint32_t i = 0; i < count; i++)
		number[i] = number[i] ? next++ : FT_NAME_NONE;
}

static bool _number_names(struct writer *writer)
{
	const struct ft_ledger *ledger = &writer->image->ledger;

	if (ft_ledger_marks_make(&writer->number, writer->image, writer->clock))
		return false;
	_count_record(writer->number.entity, ledger->entity.names.count);
	_count_record(writer->number.path, ledger->period.names.count);
	_count_record(writer->number.credential,
		      ledger->window.credentials.count);
	return true;
}

static void _put_name(struct writer *writer, const char *name)
{
	ft_text_add(&writer->text, " ");
	ft_name_put(&writer->text, name);
	ft_text_add(&writer->text, "\n");
	writer->records++;
}

static void _put_name_lines(struct writer *writer)
{
	const struct ft_ledger *ledger = &writer->image->ledger;
	const struct ft_credential_table *credentials =
		&ledger->window.credentials;

	for (uint32_t i = 0; i < ledger->entity.names.count; i++) {
		if (writer->number.entity[i] == FT_NAME_NONE)
			continue;
		ft_text_add(&writer->text, "e");
		_put_real(&writer->text, ft_ledger_entity_usage(ledger, i));
		_put_name(writer, ledger->entity.names.name[i]);
	}
	for (uint32_t i = 0; i < ledger->period.names.count; i++) {
		if (writer->number.path[i] == FT_NAME_NONE)
			continue;
		ft_text_add(&writer->text, "n");
		_put_name(writer, ledger->period.names.name[i]);
	}
	for (uint32_t i = 0; i < credentials->count; i++) {
		if (writer->number.credential[i] == FT_NAME_NONE)
			continue;
		ft_text_add(&writer->text, "c ");
		ft_text_add(&writer->text,
			    ft_credential_word(credentials->entry[i].kind));
		_put_name(writer, credentials->entry[i].name);
	}
}

static void _end_line(struct writer *writer)
{
	ft_text_add(&writer->text, "\n");
	writer->records++;
}

static void _put_window(struct writer *writer,
			const struct ft_fs_window *window)
{
	ft_text_add(&writer->text, "w");
	_put_time(&writer->text, window->start);
	_put_time(&writer->text, window->length);
	_put_real(&writer->text, window->total);
	_end_line(writer);
	for (uint32_t i = 0; i < window->room; i++) {
		if (window->amount[i] == 0)
			continue;
		ft_text_add(&writer->text, "a");
		_put_number(&writer->text, writer->number.credential, i);
		_put_real(&writer->text, window->amount[i]);
		_end_line(writer);
	}
}

static bool _is_unused(const double *used)
{
	for (int kind = 0; kind < FT_QUOTA_KINDS; kind++)
		if (used[kind] != 0)
			return false;
	return true;
}

static void _put_period(struct writer *writer,
			const struct ft_ledger_period *period)
{
	ft_text_add(&writer->text, "p");
	_put_time(&writer->text, period->start);
	_end_line(writer);
	for (uint32_t i = 0; i < period->room; i++) {
		if (_is_unused(period->used[i]))
			continue;
		ft_text_add(&writer->text, "h");
		_put_number(&writer->text, writer->number.path, i);
		for (int kind = 0; kind < FT_QUOTA_KINDS; kind++)
			_put_real(&writer->text, period->used[i][kind]);
		_end_line(writer);
	}
}

static void _put_run_line(struct writer *writer,
			  const struct ft_ledger_run *run)
{
	struct ft_text *text = &writer->text;

	ft_text_add(text, "r");
	ft_text_number(text, ' ', run->job_id);
	_put_time(text, run->start);
	_put_time(text, run->seconds);
	_put_time(text, run->seen);
	_put_time(text, run->suspended);
	ft_text_number(text, ' ',
		       (uint64_t) run->running + (run->shifted ? 2 : 0));
	ft_text_number(text, ' ', run->over);
	_put_number(text, writer->number.entity, run->place.entity);
	_put_number(text, writer->number.path, run->place.path);
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		_put_number(text, writer->number.credential,
			    run->place.credential[kind]);
	_put_real(text, run->rate.entity);
	_put_real(text, run->rate.window);
	for (int kind = 0; kind < FT_QUOTA_KINDS; kind++)
		_put_real(text, run->rate.period[kind]);
	_end_line(writer);
}

static void _put_books(struct writer *writer,
		       const struct ft_ledger_image *image)
{
	for (uint32_t i = 0; i < image->ledger.window.count; i++)
		_put_window(writer, &image->ledger.window.window[i]);
	for (uint32_t i = 0; i < image->ledger.period.count; i++)
		_put_period(writer, &image->ledger.period.period[i]);
	for (uint32_t i = 0; i < image->runs.table.count; i++)
		if (ft_ledger_runs_at(&image->runs, i)->start)
			_put_run_line(writer,
				      ft_ledger_runs_at(&image->runs, i));
}

/* Names are those of the image. */
static void _put_before(struct writer *writer)
{
	const struct ft_ledger_clock *clock = writer->clock;
	const struct ft_ledger *ledger = &clock->before.ledger;

	ft_text_add(&writer->text, "b");
	_put_time(&writer->text, clock->before.until);
	_put_time(&writer->text, ledger->entity.decayed);
	_put_time(&writer->text, clock->landed);
	_put_time(&writer->text, clock->length);
	_end_line(writer);
	for (uint32_t i = 0; i < ledger->entity.room; i++) {
		if (ledger->entity.usage[i] == 0)
			continue;
		ft_text_add(&writer->text, "u");
		_put_number(&writer->text, writer->number.entity, i);
		_put_real(&writer->text, ledger->entity.usage[i]);
		_end_line(writer);
	}
	_put_books(writer, &clock->before);
}

static void _put_ledger(struct writer *writer)
{
	const struct ft_ledger_image *image = writer->image;

	ft_text_put(&writer->text, "fairtree_ledger %d",
		    writer->clock ? FT_LEDGER_FORMAT_CLOCK : FT_LEDGER_FORMAT);
	_put_time(&writer->text, image->until);
	_put_time(&writer->text, image->ledger.entity.decayed);
	ft_text_add(&writer->text, "\n");
	_put_name_lines(writer);
	_put_books(writer, image);
	if (writer->clock)
		_put_before(writer);
	ft_seal_put(&writer->text, writer->records);
}

char *ft_ledger_clock_text(const struct ft_ledger_image *image,
			   const struct ft_ledger_clock *clock,
			   size_t *ret_size)
{
	struct writer writer = {.image = image,
				.clock = clock->kept ? clock : NULL};

	if (_number_names(&writer))
		_put_ledger(&writer);
	else
		writer.text.failed = true;
	ft_ledger_marks_fini(&writer.number);
	*ret_size = writer.text.size;
	return ft_text_take(&writer.text);
}

char *ft_ledger_file_text(const struct ft_ledger_image *image, size_t *ret_size)
{
	const struct ft_ledger_clock none = {0};

	return ft_ledger_clock_text(image, &none, ret_size);
}
