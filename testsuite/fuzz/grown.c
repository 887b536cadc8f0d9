/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * grown - what the inputs of parsers come to seldom: tables that grow and
 * shrink, plans that go from event to event, plans with predictions.
 *
 * Not for fuzzing: its input is the letter of a case.
 */
#include "harness.h"
#include "run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../property/sample.h"
#include "../property/story.h"
#include "core/base/arena.h"
#include "core/base/id_map.h"
#include "core/base/job_table.h"
#include "core/base/name_table.h"
#include "core/base/node_set.h"
#include "core/base/scheduler_name.h"
#include "core/base/text.h"
#include "core/ledger/ledger_sweep.h"
#include "core/ledger/quota_standing.h"
#include "core/maui/credential.h"
#include "core/plan/estimate.h"
#include "core/plan/expect.h"
#include "core/plan/outlook.h"
#include "core/plan/planner.h"
#include "core/plan/vacancy.h"
#include "core/queue/rank_order.h"

enum { MANY = 300, EVENTS = 16, JOBS = 256 };

static void grow_id_map(void)
{
	struct ft_id_map map;
	int rc = 0;

	ft_id_map_init(&map);
	for (uint32_t id = 1; !rc && id <= MANY; id++)
		rc = FUZZ_CODE(ft_id_map_put(&map, id, id));
	/* What cannot be made smaller is cleared all the same. */
	ft_id_map_trim(&map, 3);
	FUZZ_LAW(!ft_id_map_get(&map, 1, NULL));
	FUZZ_CODE(ft_id_map_put(&map, 7, 7));
	ft_id_map_fini(&map);
}

static bool is_first(void *record, const void *context)
{
	(void) context;
	return *(uint32_t *) record == 1;
}

static void grow_job_table(void)
{
	struct ft_job_table table = {0};
	bool all = true;

	for (uint32_t id = 1; all && id <= MANY; id++)
		all = FUZZ_MADE(ft_job_table_add(&table, 8, id, NULL));
	ft_job_table_sweep(&table, 8, is_first, NULL);
	FUZZ_LAW(table.count == 0 || ft_job_table_find(&table, 8, 1) != NULL);
	ft_job_table_fini(&table);
}

static void grow_names(void)
{
	struct ft_name_table table;
	uint32_t mark[MANY] = {1}, number = 0;
	char name[16];

	if (FUZZ_CODE(ft_name_table_init(&table)))
		return;
	for (uint32_t i = 0; number != FT_NAME_NONE && i < MANY; i++) {
		snprintf(name, sizeof(name), "name-%u", i);
		number = ft_name_table_add(&table, name);
	}
	if (number != FT_NAME_NONE &&
	    !FUZZ_CODE(ft_name_table_drop(&table, mark)))
		FUZZ_LAW(ft_name_table_held(&table) == 1);
	ft_name_table_fini(&table);
}

static void grow_credentials(void)
{
	struct ft_credential_table table;
	uint32_t mark[MANY] = {1}, number = 0;
	char name[16];

	if (FUZZ_CODE(ft_credential_init(&table)))
		return;
	for (uint32_t i = 0; number != FT_CREDENTIAL_NONE && i < MANY; i++) {
		snprintf(name, sizeof(name), "user-%u", i);
		number = ft_credential_add(&table, FT_USER, name);
	}
	if (number != FT_CREDENTIAL_NONE &&
	    !FUZZ_CODE(ft_credential_drop(&table, mark)))
		FUZZ_LAW(ft_credential_held(&table) == 1);
	ft_credential_fini(&table);
}

static void grow_memory(void)
{
	struct ft_arena *arena = FUZZ_MADE(ft_arena_new());
	struct ft_text text = {0};

	if (arena)
		FUZZ_MADE(ft_arena_alloc(arena, 1 << 20));
	ft_arena_free(arena);
	ft_node_set_free(FUZZ_MADE(ft_node_set_new(MANY)));
	fuzz_begin();
	for (int i = 0; i < MANY; i++)
		ft_text_put(&text, "%*s", 2 * i, "x");
	free(fuzz_made(ft_text_take(&text), "ft_text_take"));
}

static void follow(uint64_t seed, bool plain, int events)
{
	struct ft_planner *planner = FUZZ_MADE(ft_planner_new());
	struct story *story;

	if (!planner)
		return;
	fuzz_spare(true);
	story = plain ? story_plain(seed) : story_new(seed);
	fuzz_spare(false);
	fuzz_live_story(planner, story, events);
	ft_planner_free(planner);
	story_free(story);
}

/* Jobs that each take the only node, with what they were promised. */
static struct ft_snapshot *row_of_jobs(uint32_t count,
				       const struct ft_schedule *last)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(1, 1, 0);
	struct ft_node_set *all = ft_snapshot_set(snapshot);

	ft_node_set_add(all, 0);
	snapshot->capacity[0] = 1;
	snapshot->window_end = INT32_MAX;
	for (uint32_t j = 0; j < count; j++) {
		struct ft_job *job = ft_snapshot_add_job(snapshot);
		struct ft_request *request =
			ft_snapshot_alloc(snapshot, sizeof(*request));

		*request = (struct ft_request){
			.duration = 100,
			.end_by = FT_NEVER,
			.min_nodes = 1,
			.max_nodes = 1,
			.tasks = 1,
			.min_tasks_node = 1,
			.max_tasks_node = 1,
			.cpus_per_task = 1,
			.eligible = all,
		};
		job->job_id = j + 1;
		job->reserve = true;
		job->request_count = 1;
		job->request = request;
		if (!last || j >= last->job_count ||
		    last->placement[j].verdict != FT_PLACED)
			continue;
		job->promise = last->placement[j].start;
		job->promise_held = last->placement[j].held;
		job->promise_rank = j;
		job->promise_duration = last->placement[j].duration;
		job->promise_share_count = last->placement[j].share_count;
		job->promise_share = last->placement[j].share;
	}
	return snapshot;
}

/* One after the other behind those that are placed. */
static void arrive(void)
{
	struct ft_planner *planner = FUZZ_MADE(ft_planner_new());
	struct ft_schedule *last = NULL;
	struct ft_err err;

	for (uint32_t count = 1; planner && count <= EVENTS; count++) {
		struct ft_schedule *schedule = NULL;
		struct ft_snapshot *snapshot;

		fuzz_spare(true);
		snapshot = row_of_jobs(count, last);
		fuzz_spare(false);
		if (FUZZ_LESS(ft_planner_plan(planner, snapshot, NULL,
					      &schedule, &err)))
			schedule = NULL;
		ft_schedule_free(last);
		last = schedule;
		ft_snapshot_free(snapshot);
	}
	ft_schedule_free(last);
	ft_planner_free(planner);
}

/* Each job and run is predicted to be short. */
static void estimate(uint64_t seed)
{
	int64_t start[JOBS];
	struct ft_schedule *schedule = NULL;
	struct ft_snapshot *snapshot;
	struct ft_err err;

	fuzz_spare(true);
	snapshot = sample_new(seed);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		snapshot->job[i].predicted = 1;
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].end > snapshot->now + 1)
			snapshot->run[i].predicted_end = snapshot->now + 1;
	fuzz_spare(false);
	if (snapshot->job_count <= JOBS &&
	    !FUZZ_LESS(ft_schedule_plan(snapshot, &schedule, &err)))
		FUZZ_LESS(ft_estimate_starts(snapshot, schedule, NULL, start,
					     &err));
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

/* None but the first may hold a start. */
static void expect(uint64_t seed)
{
	int64_t start[JOBS];
	struct ft_schedule *schedule = NULL;
	struct ft_snapshot *snapshot;
	struct ft_err err;

	fuzz_spare(true);
	snapshot = sample_new(seed);
	for (uint32_t i = 1; i < snapshot->job_count; i++)
		snapshot->job[i].reserve = false;
	fuzz_spare(false);
	if (snapshot->job_count <= JOBS &&
	    !FUZZ_LESS(ft_schedule_plan(snapshot, &schedule, &err)))
		FUZZ_LESS(ft_expect_starts(snapshot, schedule, NULL, start,
					   &err));
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

static void rank(void)
{
	static const bool before[4] = {[1] = true};
	const struct ft_ranks ranks = {2, before};
	uint32_t class[MANY], order[MANY];

	for (uint32_t i = 0; i < MANY; i++)
		class[i] = i % 2;
	FUZZ_CODE(ft_rank_order(&ranks, class, MANY, order));
}

static void vote(void)
{
	struct ft_ledger_policy keep = ft_ledger_defaults();
	struct ft_quota_ballot ballot[2] = {{.job_id = 1, .submit = 10},
					    {.job_id = 2, .submit = 20}};
	struct ft_quota_tree policy;
	struct ft_ledger ledger;

	fuzz_spare(true);
	if (ft_ledger_init(&ledger) || ft_quota_tree_init(&policy) ||
	    ft_ledger_period_open(&ledger, &keep, 0))
		abort();
	ballot[1].path = ft_name_table_add(&ledger.period.names, "/a/b");
	fuzz_spare(false);
	ft_quota_standing_free(FUZZ_MADE(
		ft_quota_standing_new(&policy, &ledger.period, ballot, 2)));
	ft_quota_tree_fini(&policy);
	ft_ledger_fini(&ledger);
}

/* All names but one leave, since they used next to nothing. */
static void sweep(void)
{
	struct ft_ledger_policy policy = ft_ledger_defaults();
	struct ft_ledger_image image;
	struct ft_ledger_clock clock = {0};
	struct ft_ledger_sweep last = {0};
	struct ft_ledger_marks marks;

	fuzz_spare(true);
	if (ft_ledger_image_init(&image) ||
	    ft_ledger_period_open(&image.ledger, &policy, 0))
		abort();
	for (int i = 0; i < MANY; i++) {
		char path[16];
		const struct ft_ledger_names names = {.entity = path,
						      .path = path};
		const struct ft_ledger_rate rate = {.entity = i ? 1e-12 : 1};
		struct ft_ledger_place at;

		snprintf(path, sizeof(path), "/a/%d", i);
		if (ft_ledger_place(&image.ledger, &names, &at) ||
		    ft_ledger_charge(&image.ledger, &policy, &at, &rate, 0, 1))
			abort();
	}
	fuzz_spare(false);
	ft_ledger_forget_little(&image.ledger);
	/* Numbers stay until the second time. */
	for (int64_t i = 0; i < 2; i++) {
		if (!FUZZ_CODE(ft_ledger_marks_make(&marks, &image, &clock)))
			FUZZ_LESS(ft_ledger_sweep(&last, &image, &clock, &marks,
						  i));
		ft_ledger_marks_fini(&marks);
	}
	ft_ledger_clock_fini(&clock);
	ft_ledger_image_fini(&image);
}

/* A file that cannot be opened is none. */
static void name_scheduler(void)
{
	static const char type[] = "sched/backfill";

	FUZZ_LAW(ft_scheduler_name(type, "/dev:/") == type);
}

/* What could start, and the plan as it is published. */
static void publish(uint64_t seed)
{
	static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
	struct ft_schedule *schedule = NULL;
	struct ft_outlook outlook;
	struct ft_snapshot *snapshot;
	size_t size, body;
	struct ft_err err;

	fuzz_spare(true);
	snapshot = sample_new(seed);
	if (ft_schedule_plan(snapshot, &schedule, &err))
		abort();
	fuzz_spare(false);
	ft_vacancy_free(FUZZ_MADE(ft_vacancy_new(snapshot, snapshot->now)));
	if (!FUZZ_CODE(ft_outlook_fill(&outlook, snapshot, schedule, 1))) {
		outlook.resource = outlook.partition = names;
		outlook.partition_count = 1;
		for (uint32_t i = 0; i < outlook.node_count; i++)
			outlook.node[i].name = names[i];
		free(FUZZ_MADE(ft_outlook_text(&outlook, &size, &body)));
		ft_outlook_free(&outlook);
	}
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

static void live(void)
{
	follow(8, false, EVENTS);
	follow(1, true, EVENTS);
	follow(53, false, 2 * EVENTS);
}

static void foresee(void)
{
	estimate(2);
	expect(2);
}

static void show(void)
{
	publish(2);
}

static const struct {
	char letter;
	void (*run)(void);
} cases[] = {
	{'i', grow_id_map}, {'j', grow_job_table},
	{'n', grow_names},  {'c', grow_credentials},
	{'m', grow_memory}, {'r', live},
	{'a', arrive},	    {'e', foresee},
	{'k', rank},	    {'q', vote},
	{'p', show},	    {'s', name_scheduler},
	{'l', sweep},
};

enum { CASES = sizeof(cases) / sizeof(*cases) };

void fuzz_grown(const char *data, size_t size)
{
	for (int i = 0; size && i < CASES; i++)
		if (cases[i].letter == *data)
			cases[i].run();
}

void fuzz_grown_seed(fuzz_take take, void *context)
{
	for (int i = 0; i < CASES; i++)
		take(context, &cases[i].letter, 1);
}
