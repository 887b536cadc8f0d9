/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long an event waits for others before a cycle begins.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/cycle/event_watch.h"

enum { GATHER_US = 5000 };

static int64_t pause_of(struct fts_events events, bool calm)
{
	struct fts_event_watch watch = {.events = events};

	/* A clock set back by a day does not end a pause, nor make it longer.
	 */
	watch.submitted_at = watch.freed_at = fts_moment_now();
	watch.submitted_at.wall_us += 86400 * INT64_C(1000000);
	watch.freed_at.wall_us += 86400 * INT64_C(1000000);
	return fts_event_watch_pause(&watch, calm);
}

static void waits(int64_t pause_us)
{
	cr_expect_geq(pause_us, 0);
	cr_expect_leq(pause_us, GATHER_US);
}

Test(event_watch, without_an_event_there_is_no_pause)
{
	cr_expect_eq(pause_of((struct fts_events){0}, false), -1);
	cr_expect_eq(pause_of((struct fts_events){0}, true), -1);
}

Test(event_watch, a_single_submission_waits_for_no_other)
{
	cr_expect_eq(pause_of((struct fts_events){.submitted = true}, true), 0);
	cr_expect_eq(
		pause_of((struct fts_events){.calls[FTS_CALL_SET] = 1}, true),
		0);
}

Test(event_watch, those_of_a_burst_are_gathered)
{
	struct fts_event_watch watch = {.events.submitted = true};

	waits(pause_of((struct fts_events){.submitted = true}, false));
	/* long ago by both clocks */
	cr_expect_eq(fts_event_watch_pause(&watch, false), 0);
}

Test(event_watch, what_comes_with_free_nodes_waits_for_these)
{
	struct fts_event_watch watch = {
		.events = {.submitted = true, .freed = true}};

	watch.submitted_at = watch.freed_at = fts_moment_now();
	/* as if nodes became free a second from now */
	watch.freed_at.wall_us += 1000000;
	watch.freed_at.steady_us += 1000000;
	watch.submitted_at = watch.freed_at;
	cr_expect_gt(fts_event_watch_pause(&watch, true), 0);
}
