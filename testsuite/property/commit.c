/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Committed starts: no job moves them, in stories in which anything happens.
 *
 * FT_STORY_COUNT sets how many stories, FT_STORY_SEED where they begin.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>

#include "commitment.h"
#include "core/base/number.h"

#ifdef FT_SANITIZER
enum { STORIES = 500 };
#else
enum { STORIES = 4000 };
#endif

static uint64_t setting(const char *name, int64_t initial)
{
	const char *text = getenv(name);
	int64_t value = initial;

	if (text)
		cr_assert_eq(ft_number_int(text, 1, INT64_MAX, &value), 0,
			     "%s=%s is no number", name, text);
	return (uint64_t) value;
}

Test(commit, no_committed_start_moves_later_without_a_named_cause)
{
	struct commitment_count count;
	char why[256] = "";
	uint64_t stories = setting("FT_STORY_COUNT", STORIES);
	uint64_t seed =
		commitment_stories(setting("FT_STORY_SEED", 1), stories,
				   FT_KEEP_FRESH, &count, why, sizeof(why));

	cr_assert_eq(seed, 0, "seed %" PRIu64 ", %s", seed, why);
	/* Else there was nothing to keep, or nothing that could break it. */
	cr_log_info("%" PRIu64 " committed starts kept, %" PRIu64
		    " moved for a cause, %" PRIu64 " expected ones moved",
		    count.kept, count.excused, count.expected);
	cr_assert_gt(count.kept, stories);
	cr_assert_gt(count.excused, stories / 100);
	cr_assert_gt(count.expected, stories / 10);
}
