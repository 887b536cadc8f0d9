/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The laws of a board, after each of many random events on small random
 * machines.
 *
 * FT_STORY_COUNT sets how many stories, FT_STORY_SEED where they begin.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>

#include "board_story.h"
#include "core/base/number.h"

enum { EVENTS = 50 };
#ifdef FT_SANITIZER
enum { STORIES = 200 };
#else
enum { STORIES = 2000 };
#endif

static uint64_t setting(const char *name, int64_t initial)
{
	const char *text = getenv(name);
	int64_t value = initial;

	if (text)
		cr_assert_eq(ft_number_int(text, 0, INT64_MAX, &value), 0,
			     "%s=%s is no number", name, text);
	return (uint64_t) value;
}

Test(board, keeps_its_laws)
{
	uint64_t first = setting("FT_STORY_SEED", 1);
	uint64_t stories = setting("FT_STORY_COUNT", STORIES);
	struct law_report report = {0};

	for (uint64_t seed = first; seed < first + stories; seed++)
		cr_assert(board_story(seed, EVENTS, &report),
			  "seed %" PRIu64 ": %s", seed, report.why);
	cr_log_info("%" PRIu64 " checks, %" PRIu64 " newcomers, %" PRIu64
		    " moves, %" PRIu64 " to now, %" PRIu64 " mended, %" PRIu64
		    " swaps",
		    report.checks, report.expectations, report.moves,
		    report.started, report.mended, report.swaps);
	/* Else there was nothing to judge. */
	cr_assert_gt(report.expectations, stories);
	cr_assert_gt(report.moves, stories);
}
