/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Each number of each record of the state files is replaced by numbers that no
 * release writes, with a right checksum.  What is not refused must be harmless:
 * the planner takes a snapshot with what was promised, and books are rolled and
 * charged in a bounded time and can be written and read again.
 */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ledger/ledger_clock.h"
#include "core/priority/queue_time_state.h"
#include "core/queue/reserve_state.h"
#include "core/plan/schedule.h"
#include "core/snapshot/promise_state.h"
#include "core/base/seal.h"

enum { TEXT_MAX = 4096, NOW = 1767300000 };

static const char *const numbers[] = {
	"0",
	"1",
	"2147483647",
	"2147483648",
	"2147483649",
	"4294967294",
	"4294967295",
	"4294967296",
	"1099511627775",
	"1099511627776",
	"1099511627777",
	"9007199254740991",
	"9007199254740992",
	"9007199254740993",
	"4611686018427387904",
	"9223372036854775807",
	"9223372036854775808",
	"18446744073709551615",
	"99999999999999999999999",
	"-1",
	"-2147483648",
	"-9223372036854775808",
	"-0",
	"1e308",
	"nan",
	"inf",
	"",
};

static int tried, taken;

/* What follows is a test of each text; 0 if it was taken. */
typedef int (*judge)(char *text, size_t size);

static void judge_changed(const char *text, size_t begin, size_t end,
			  const char *number, judge judge)
{
	const char *seal = strstr(text, "\nend ");
	struct ft_text changed = {0};
	uint32_t records = (uint32_t) strtoul(seal + 5, NULL, 10);
	size_t size;
	char *data;

	ft_text_put(&changed, "%.*s%s%.*s", (int) begin, text, number,
		    (int) (seal + 1 - text - (long) end), text + end);
	ft_seal_put(&changed, records);
	size = changed.size;
	data = ft_text_take(&changed);
	tried++;
	taken += !judge(data, size);
	free(data);
}

static void each_number(const char *kind, int form, judge judge)
{
	char path[1024], text[TEXT_MAX + 1] = "";
	const char *folder = getenv("FT_SRCDIR");
	char *sound;
	size_t size, end;
	FILE *file;

	snprintf(path, sizeof(path), "%s/testsuite/golden/state/%s.%d",
		 folder ? folder : ".", kind, form);
	file = fopen(path, "r");
	cr_assert(file, "%s", path);
	size = fread(text, 1, TEXT_MAX, file);
	fclose(file);
	tried = taken = 0;
	sound = strdup(text);
	cr_assert_eq(judge(sound, size), 0);
	free(sound);
	for (size_t at = 0; at < (size_t) (strstr(text, "\nend ") - text);
	     at = end) {
		end = at + 1;
		if (!isdigit(text[at]))
			continue;
		while (isdigit(text[end]) || text[end] == '.')
			end++;
		for (size_t n = 0; n < sizeof(numbers) / sizeof(*numbers); n++)
			judge_changed(text, at, end, numbers[n], judge);
	}
	cr_expect_gt(tried, 100);
	cr_expect(taken && taken < tried, "%s: %d of %d are taken", kind, taken,
		  tried);
}

/* A plan in which a job was promised that, and another job waits. */
static void check_promise(const struct ft_promise_record *record)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(3, 2, 0);
	struct ft_node_set *all = ft_snapshot_set(snapshot);
	struct ft_schedule *schedule = NULL;
	struct ft_err err = {0};

	snapshot->now = NOW;
	snapshot->window_end = NOW + 86400;
	ft_node_set_fill(all);
	for (uint32_t n = 0; n < 3; n++)
		snapshot->capacity[2 * n + FT_CORES] = 4;
	for (uint32_t id = 1; id <= 2; id++) {
		struct ft_job *job = ft_snapshot_add_job(snapshot);
		struct ft_request *request =
			ft_snapshot_alloc(snapshot, sizeof(*request));

		job->job_id = id;
		job->reserve = true;
		job->request = request;
		job->request_count = 1;
		*request = (struct ft_request){
			.duration = 60,
			.end_by = FT_NEVER,
			.min_nodes = 1,
			.max_nodes = 1,
			.min_tasks_node = 1,
			.max_tasks_node = 1,
			.tasks = 1,
			.cpus_per_task = 1,
			.eligible = all,
		};
		if (id == 2)
			continue;
		job->promise = record->start;
		job->promise_duration = record->duration;
	}
	cr_expect_eq(ft_schedule_plan(snapshot, &schedule, &err), 0, "%s",
		     err.text);
	cr_expect_eq(schedule->placement[1].start, NOW);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

static int judge_promises(char *text, size_t size)
{
	struct ft_promise_state state = {0};
	struct ft_err err = {0};
	int rc = ft_promise_state_read(text, size, "file", &state, &err);
	char *again;

	if (rc)
		return rc;
	for (uint32_t i = 0; i < state.count; i++)
		check_promise(&state.record[i]);
	again = ft_promise_state_text(&state, &size);
	ft_promise_state_free(&state);
	cr_expect_eq(ft_promise_state_read(again, size, "again", &state, &err),
		     0, "%s", err.text);
	ft_promise_state_free(&state);
	free(again);
	return 0;
}

Test(state_number, promises, .timeout = 60)
{
	each_number("sched_promises", 2, judge_promises);
	each_number("sched_promises", 1, judge_promises);
}

static int judge_reserve(char *text, size_t size)
{
	struct ft_reserve_state state = {0};
	struct ft_err err = {0};
	int rc = ft_reserve_state_read(text, size, "file", &state, &err);
	char *again;

	if (rc)
		return rc;
	for (int rule = FT_PREDICT_LIMIT; rule <= FT_PREDICT_SIMILAR; rule++) {
		struct ft_predict_job job = {1001, 3600, 8};
		int64_t seconds =
			ft_predict_seconds(&state.predict, rule, &job);
		int64_t ends = ft_predict_end(seconds, 3600, NOW + 3600, NOW);

		cr_expect(!ends || (ends > NOW && ends <= NOW + 3600), "%lld",
			  (long long) ends);
	}
	cr_expect_eq(ft_bypass_add(&state.bypass, 7, 1), 0);
	cr_expect_gt(ft_bypass_get(&state.bypass, 7), 0);
	again = ft_reserve_state_text(&state, &size);
	ft_reserve_state_free(&state);
	cr_expect_eq(ft_reserve_state_read(again, size, "again", &state, &err),
		     0, "%s", err.text);
	ft_reserve_state_free(&state);
	free(again);
	return 0;
}

Test(state_number, reserve, .timeout = 60)
{
	each_number("sched_reserve", 2, judge_reserve);
	each_number("sched_reserve", 1, judge_reserve);
}

static int judge_queue_time(char *text, size_t size)
{
	struct ft_queue_book book = {0};
	struct ft_err err = {0};
	int rc = ft_queue_time_state_read(text, size, "file", &book, &err);

	if (rc)
		return rc;
	for (uint32_t id = 7; id <= 9; id += 2) {
		static const struct ft_accrual_policy policy = {
			.accrual = FT_ACCRUAL_QUEUE_POLICY};
		int64_t waited = ft_queue_book_look(
			&book, &policy,
			&(struct ft_queue_look){.job_id = id,
						.submit = 1767220000,
						.now = NOW});

		cr_expect(waited >= 0 && waited <= FT_TIME_MAX, "%lld",
			  (long long) waited);
	}
	ft_queue_book_free(&book);
	return 0;
}

Test(state_number, queue_time, .timeout = 60)
{
	each_number("queue_time", 1, judge_queue_time);
}

/* As the meter uses books that were read, at this time. */
static void use_ledger(struct ft_ledger_image *image,
		       struct ft_ledger_clock *clock, int64_t now, int64_t step,
		       double factor)
{
	static const struct ft_ledger_names names = {
		.entity = "staff:john doe\n",
		.path = "/fy/tfy/john",
		.credential[FT_USER] = "john",
	};
	struct ft_ledger_policy policy = ft_ledger_defaults();
	struct ft_ledger_look look = {
		.job_id = 7,
		.start = 990000,
		.stop = now,
		.now = now,
		.over = true,
		.rate = {.entity = 1, .window = 4, .period = {4, 4, 4}},
	};
	enum ft_ledger_turn turn;

	policy.decay_time = step;
	policy.decay_factor = factor;
	cr_assert_eq(
		ft_ledger_clock_see(clock, image, &policy, 600, now, &turn), 0);
	cr_assert_eq(ft_ledger_period_open(&image->ledger, &policy, now - 1000),
		     0);
	cr_assert_eq(ft_ledger_roll(&image->ledger, &policy, now), 0);
	cr_assert_eq(ft_ledger_place(&image->ledger, &names, &look.place), 0);
	cr_assert_eq(ft_ledger_look(&image->runs, &image->ledger, &policy,
				    &look, NULL),
		     0);
	cr_expect(image->ledger.window.count &&
		  image->ledger.window.window[0].start <= now);
	cr_expect_leq(image->ledger.window.count, policy.span.depth);
}

static int judge_ledger_with(char *text, size_t size, int64_t now, int64_t step,
			     double factor)
{
	struct ft_ledger_clock clock = {0};
	struct ft_ledger_image image;
	struct ft_err err = {0};
	int rc;

	cr_assert_eq(ft_ledger_image_init(&image), 0);
	rc = ft_ledger_clock_read(text, size, "file", &image, &clock, &err);
	if (rc)
		return rc;
	if (!clock.rolled)
		clock.rolled = image.until;
	use_ledger(&image, &clock, now, step, factor);
	text = ft_ledger_clock_text(&image, &clock, &size);
	ft_ledger_image_fini(&image);
	ft_ledger_clock_fini(&clock);
	cr_assert_eq(ft_ledger_image_init(&image), 0);
	cr_expect_eq(
		ft_ledger_clock_read(text, size, "again", &image, &clock, &err),
		0, "%s", err.text);
	ft_ledger_image_fini(&image);
	ft_ledger_clock_fini(&clock);
	free(text);
	return 0;
}

static int judge_ledger(char *text, size_t size)
{
	return judge_ledger_with(text, size, NOW, 86400, .5);
}

/* Where each second has its decay. */
static int judge_fast_ledger(char *text, size_t size)
{
	return judge_ledger_with(text, size, NOW, 1, .999999999);
}

/* Where the clock is wrong still, and where it is back. */
static int judge_jumped(char *text, size_t size)
{
	return judge_ledger_with(text, size, 9000100, 86400, .5);
}

static int judge_back(char *text, size_t size)
{
	return judge_ledger_with(text, size, 1000100, 86400, .5);
}

Test(state_number, ledger, .timeout = 60)
{
	each_number("fairtree_ledger", 2, judge_ledger);
	each_number("fairtree_ledger", 2, judge_fast_ledger);
	each_number("fairtree_ledger", 1, judge_ledger);
}

/* The books of before a jump of the clock, too. */
Test(state_number, jumped, .timeout = 60)
{
	each_number("fairtree_ledger", 3, judge_ledger);
	each_number("fairtree_ledger", 3, judge_fast_ledger);
	each_number("fairtree_ledger", 3, judge_jumped);
	each_number("fairtree_ledger", 3, judge_back);
}
