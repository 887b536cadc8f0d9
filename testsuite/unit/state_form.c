/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * State files of former releases are read: for each kind of file there is one
 * of the form that is written now and of the two before it, as far as there
 * were any, in testsuite/golden/state.  Who makes a new form adds its file;
 * none is ever changed.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ledger/ledger_clock.h"
#include "core/snapshot/promise_state.h"
#include "core/priority/queue_time_state.h"
#include "core/queue/reserve_state.h"

enum { FORMS_READ = 3, TEXT_MAX = 4096 };

/* The file of that form, zero-terminated; NULL: there is none. */
static char *form_text(const char *kind, long form, size_t *ret_size)
{
	const char *folder = getenv("FT_SRCDIR");
	char path[1024], *text = calloc(1, TEXT_MAX + 1);
	FILE *file;

	snprintf(path, sizeof(path), "%s/testsuite/golden/state/%s.%ld",
		 folder ? folder : ".", kind, form);
	file = fopen(path, "r");
	cr_assert(file, "%s: a file of this form is missing", path);
	*ret_size = fread(text, 1, TEXT_MAX, file);
	fclose(file);
	return text;
}

/* The form that a written text says it has; frees the text. */
static long written_form(char *text, const char *kind)
{
	long form;

	cr_assert(text && !strncmp(text, kind, strlen(kind)), "%s", kind);
	form = strtol(text + strlen(kind), NULL, 10);
	free(text);
	return form;
}

/* Reads every form up to newest with read(). */
static void read_forms(const char *kind, long newest,
		       void (*read)(char *text, size_t size, long form))
{
	long oldest = newest < FORMS_READ ? 1 : newest - FORMS_READ + 1;

	for (long form = oldest; form <= newest; form++) {
		size_t size;
		char *text = form_text(kind, form, &size);

		read(text, size, form);
		free(text);
	}
}

static void read_promises(char *text, size_t size, long form)
{
	struct ft_promise_state state = {0};
	struct ft_err err = {0};

	cr_assert_eq(ft_promise_state_read(text, size, "form", &state, &err), 0,
		     "%ld: %s", form, err.text);
	cr_assert_eq(state.count, 2);
	cr_expect_eq(state.record[0].job_id, 7);
	cr_expect_eq(state.record[0].start, 1700000100);
	cr_expect_eq(state.record[1].start, 1700000500);
	cr_expect_eq(state.record[0].share_count, 3);
	cr_expect_eq(state.late_count, 1);
	cr_expect_str_eq(state.node[2], "n3");
	ft_promise_state_free(&state);
}

Test(state_form, promises)
{
	struct ft_promise_state state = {0};
	size_t size;

	read_forms("sched_promises",
		   written_form(ft_promise_state_text(&state, &size),
				"sched_promises"),
		   read_promises);
}

static void read_reserve(char *text, size_t size, long form)
{
	struct ft_reserve_state state = {0};
	struct ft_err err = {0};

	cr_assert_eq(ft_reserve_state_read(text, size, "form", &state, &err), 0,
		     "%ld: %s", form, err.text);
	cr_expect_eq(state.saved_at, 1767225600);
	ft_reserve_state_free(&state);
}

Test(state_form, reserve)
{
	struct ft_reserve_state state = {0};
	size_t size;

	read_forms("sched_reserve",
		   written_form(ft_reserve_state_text(&state, &size),
				"sched_reserve"),
		   read_reserve);
}

static void read_queue_time(char *text, size_t size, long form)
{
	struct ft_queue_book book = {0};
	struct ft_err err = {0};

	cr_assert_eq(ft_queue_time_state_read(text, size, "form", &book, &err),
		     0, "%ld: %s", form, err.text);
	cr_expect_eq(book.table.count, 2);
	cr_expect_eq(book.known, 1767225600);
	ft_queue_book_free(&book);
}

Test(state_form, queue_time)
{
	size_t size;

	read_forms("queue_time",
		   written_form(ft_queue_time_state_text(5, NULL, 0, &size),
				"queue_time"),
		   read_queue_time);
}

static void read_ledger(char *text, size_t size, long form)
{
	struct ft_ledger_image image;
	struct ft_err err = {0};

	cr_assert_eq(ft_ledger_image_init(&image), 0);
	cr_assert_eq(ft_ledger_file_read(text, size, "form", &image, &err), 0,
		     "%ld: %s", form, err.text);
	cr_expect_float_eq(image.ledger.entity.usage[0], 1500.5, 0);
	cr_expect_float_eq(image.ledger.window.window[0].amount[0], 40000, 0);
	ft_ledger_image_fini(&image);
}

Test(state_form, ledger)
{
	struct ft_ledger_image image;
	size_t size;
	char *text;

	cr_assert_eq(ft_ledger_image_init(&image), 0);
	text = ft_ledger_file_text(&image, &size);
	ft_ledger_image_fini(&image);
	read_forms("fairtree_ledger", written_form(text, "fairtree_ledger"),
		   read_ledger);
}

/* Form 3 is written while books of before a jump of the clock are kept. */
Test(state_form, ledger_with_books_of_before)
{
	struct ft_ledger_image image;
	struct ft_ledger_clock clock = {0};
	struct ft_err err = {0};
	size_t size;
	char *text =
		form_text("fairtree_ledger", FT_LEDGER_FORMAT_CLOCK, &size);

	cr_assert_eq(ft_ledger_image_init(&image), 0);
	cr_assert_eq(
		ft_ledger_clock_read(text, size, "form", &image, &clock, &err),
		0, "%s", err.text);
	cr_expect_float_eq(image.ledger.entity.usage[0], 1, 0);
	cr_expect(clock.kept && image.runs.keep);
	cr_expect_eq(clock.landed, 8900000);
	cr_expect_eq(clock.before.until, 1000000);
	cr_expect_float_eq(clock.before.ledger.entity.usage[0], 1500.5, 0);
	cr_expect_float_eq(clock.before.ledger.window.window[0].amount[0],
			   40000, 0);
	free(text);
	text = ft_ledger_clock_text(&image, &clock, &size);
	ft_ledger_image_fini(&image);
	ft_ledger_clock_fini(&clock);
	cr_expect_eq(written_form(text, "fairtree_ledger"),
		     FT_LEDGER_FORMAT_CLOCK);
}
