/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger - the usage ledger: read, with books of before a jump of the clock or
 * without, taken back to them, rolled on, charged, copied, imported from
 * another and written.
 *
 * Law: what was read, written and read again is the same text.
 */
#include "harness.h"
#include "run.h"

#include <string.h>

#include "core/ledger/ledger_clock.h"

static const char *const sound[] = {
	"fairtree_ledger 2 1000000 997200\ne 1500.5 staff:john%20doe%0a\n"
	"n /fy/tfy/john\nn /fy\nc user john\nc class long\n"
	"w 993600 43200 40000\na 0 40000\nw 950400 43200 7\na 1 7\n"
	"p 990000\nh 0 40000 1000 0\np 980000\nh 1 4 5 6\n"
	"r 7 990000 10000 1000000 0 1 0 0 0 0 - - - - 1 4 4 100 0\n",
	"fairtree_ledger 1 1000000 997200\ne 1500.5 staff:john\nn /fy/john\n"
	"c user john\np 990000\nh 0 40000 1000 0\n",
	"fairtree_ledger 3 9000000 8999000\ne 1 john\ne 0 anna\nn /a\n"
	"c user john\nc user anna\nw 8993600 43200 7\na 0 7\np 8990000\n"
	"h 0 1 2 3\nr 7 8990000 100 9000000 0 1 0 0 0 0 - - - - 1 4 4 1 0\n"
	"b 1000000 997200 8900000 8000000\nu 0 5\nu 1 1500.5\n"
	"w 993600 43200 40000\na 1 40000\np 990000\nh 0 40000 1000 0\n"
	"r 6 990000 10000 1000000 0 1 0 1 0 1 - - - - 1 4 4 100 0\n",
};

void fuzz_ledger_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

/* A pass of priority/fairtree an hour after the file was written. */
static int pass(struct ft_ledger_image *image, int64_t now)
{
	struct ft_ledger_policy policy = ft_ledger_defaults();
	struct ft_ledger_names names = {
		.entity = "staff:john",
		.path = "/fy/tfy/john",
		.credential = {[FT_USER] = "john"},
	};
	struct ft_ledger_look look = {
		.job_id = 7,
		.start = now - 100,
		.stop = now,
		.running = true,
		.rate = {1, 2, {3, 4, 5}},
	};
	int rc;

	policy.decay_time = 3600;
	policy.decay_factor = .5;
	rc = FUZZ_CODE(ft_ledger_roll(&image->ledger, &policy, now));
	if (!rc)
		rc = FUZZ_CODE(
			ft_ledger_period_open(&image->ledger, &policy, now));
	ft_ledger_runs_begin(&image->runs);
	if (!rc)
		rc = FUZZ_CODE(
			ft_ledger_place(&image->ledger, &names, &look.place));
	if (!rc)
		rc = FUZZ_CODE(ft_ledger_look(&image->runs, &image->ledger,
					      &policy, &look, NULL));
	return rc;
}

static void use_image(struct ft_ledger_image *image)
{
	struct ft_ledger_image copy;

	if (FUZZ_CODE(ft_ledger_image_init(&copy)))
		return;
	if (!FUZZ_CODE(ft_ledger_image_copy(&copy, image)) &&
	    !pass(image, image->until + 3600) &&
	    !FUZZ_CODE(ft_ledger_image_copy(&copy, image)))
		FUZZ_CODE(
			ft_ledger_import(&copy.ledger, &image->ledger.window));
	ft_ledger_image_fini(&copy);
}

/* The clock goes back, or stays where it jumped to. */
static void see(struct ft_ledger_image *image, struct ft_ledger_clock *clock)
{
	struct ft_ledger_policy policy = ft_ledger_defaults();
	struct ft_ledger_clock copy;
	enum ft_ledger_turn turn;

	if (FUZZ_CODE(ft_ledger_clock_copy(&copy, clock)))
		return;
	clock->rolled = image->until;
	FUZZ_CODE(ft_ledger_clock_see(
		clock, image, &policy, 600,
		copy.kept ? copy.before.until : image->until + 60, &turn));
	ft_ledger_clock_fini(&copy);
}

static char *written(char *text, size_t size, size_t *ret_size)
{
	struct ft_ledger_clock clock = {0};
	struct ft_ledger_image image;
	struct ft_err err;
	char *again;

	if (FUZZ_CODE(ft_ledger_image_init(&image)) ||
	    FUZZ_CODE(ft_ledger_clock_read(text, size, "file", &image, &clock,
					   &err)))
		return NULL;
	again = FUZZ_MADE(ft_ledger_clock_text(&image, &clock, ret_size));
	see(&image, &clock);
	use_image(&image);
	ft_ledger_clock_fini(&clock);
	ft_ledger_image_fini(&image);
	return again;
}

void fuzz_ledger(const char *data, size_t size)
{
	size_t length, again;
	char *text = fuzz_sealed(data, size, NULL, &length), *first, *copy,
	     *second;

	first = written(text, length, &length);
	fuzz_free(text);
	if (!first)
		return;
	copy = fuzz_copy(first, length);
	second = written(copy, length, &again);
	if (second)
		FUZZ_LAW(length == again && !memcmp(first, second, length));
	fuzz_free(copy);
	fuzz_free(first);
	fuzz_free(second);
}
