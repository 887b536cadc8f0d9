/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random stories of jobs, told to the ledger by looks now and then, against
 * a count of every single second.
 *
 * Jobs start, are suspended, resumed, resized, requeued and end; whoever
 * keeps the ledger is killed and goes on from what was saved last; names come
 * and go.  Between two saved looks a job is suspended or resumed at most once
 * and resized at most once: more is not written in a job record.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/ledger/ledger_file.h"
#include "../random.h"

enum {
	CASES = 150,
	JOBS = 6,
	USERS = 3,
	BASE = 1000000,
	SECONDS = 4000,
	INTERVAL = 500,
	DEPTH = 5,
	DECAY = 700,
	PERIOD = 1200,
};

#define DECAY_LEFT 0.5

enum state { PENDING, RUNNING, SUSPENDED, COMPLETING, ENDED };

struct job {
	enum state state;
	int user, cpus;
	int64_t start, end, ran, changed, resized, requeued;
	bool moved, grown; /* since the last saved look */
};

/* What was counted second by second. */
struct count {
	double entity[USERS];
	double window[SECONDS / INTERVAL + 2][USERS];
	double total[SECONDS / INTERVAL + 2];
	double period[SECONDS / PERIOD + 2][USERS];
};

struct story {
	uint64_t seed, random;
	int64_t now;
	struct job job[JOBS];
	struct count count;
	struct ft_ledger_policy policy;
	struct ft_ledger_image image;
	char *saved;
	size_t saved_size;
};

static const char *const users[USERS] = {"ann", "bob", "a b c"};

static void count_second(struct story *story)
{
	struct count *count = &story->count;
	int64_t at = story->now - BASE;

	if (story->now % DECAY == 0)
		for (int u = 0; u < USERS; u++)
			count->entity[u] *= DECAY_LEFT;
	for (int j = 0; j < JOBS; j++) {
		struct job *job = &story->job[j];

		if (job->state != RUNNING)
			continue;
		job->ran++;
		count->entity[job->user] += job->cpus;
		count->window[at / INTERVAL][job->user] += job->cpus;
		count->total[at / INTERVAL] += job->cpus;
		count->period[at / PERIOD][job->user] += job->cpus;
	}
}

static struct ft_ledger_look record(struct story *story, int j)
{
	const struct job *job = &story->job[j];
	struct ft_ledger_look look = {
		.job_id = (uint32_t) j + 1,
		.stop = story->now,
		.requeued = job->requeued,
		.rate = {.entity = job->cpus,
			 .window = job->cpus,
			 .period = {job->cpus, 0, 1}},
	};
	struct ft_ledger_names names = {
		.entity = users[job->user],
		.path = users[job->user],
		.credential[FT_USER] = users[job->user],
		.credential[FT_GROUP] = j % 2 ? "odd" : NULL,
		.credential[FT_ACCOUNT] = "all",
	};

	if (job->state == PENDING)
		return look;
	cr_assert_eq(ft_ledger_place(&story->image.ledger, &names, &look.place),
		     0);
	look.start = job->start;
	look.changed = job->changed;
	look.resized = job->resized;
	look.running = job->state == RUNNING;
	look.over = job->state == COMPLETING || job->state == ENDED;
	if (look.over)
		look.stop = job->end;
	look.suspended = look.stop - look.start - job->ran;
	if (job->state == COMPLETING) { /* a requeue wiped that out */
		look.wiped = true;
		look.suspended = 0;
		look.changed = 0;
	}
	return look;
}

static void look_at(struct story *story, int j)
{
	struct ft_ledger_look look = record(story, j);

	cr_assert_eq(ft_ledger_roll(&story->image.ledger, &story->policy,
				    story->now),
		     0);
	cr_assert_eq(ft_ledger_look(&story->image.runs, &story->image.ledger,
				    &story->policy, &look, NULL),
		     0);
}

static void walk(struct story *story)
{
	ft_ledger_runs_begin(&story->image.runs);
	cr_assert_eq(ft_ledger_period_open(&story->image.ledger, &story->policy,
					   BASE + (story->now - BASE) / PERIOD *
							   PERIOD),
		     0);
	for (int j = 0; j < JOBS; j++)
		look_at(story, j);
	story->image.until = story->now;
}

static void save(struct story *story)
{
	free(story->saved);
	story->saved = ft_ledger_file_text(&story->image, &story->saved_size);
	cr_assert(story->saved);
	for (int j = 0; j < JOBS; j++)
		story->job[j].moved = story->job[j].grown = false;
}

/* Goes on from what was saved. */
static void killed(struct story *story)
{
	char *text = malloc(story->saved_size + 1);
	struct ft_err err;

	memcpy(text, story->saved, story->saved_size + 1);
	ft_ledger_image_fini(&story->image);
	cr_assert_eq(ft_ledger_image_init(&story->image), 0);
	cr_assert_eq(ft_ledger_file_read(text, story->saved_size, "ledger",
					 &story->image, &err),
		     0, "seed %llu: %s", (unsigned long long) story->seed,
		     err.text);
	free(text);
}

static void begin_job(struct story *story, struct job *job)
{
	if (!random_chance(&story->random, 60))
		return;
	job->state = RUNNING;
	job->cpus = 1 + (int) (random_next(&story->random) % 8);
	job->start = story->now;
	job->changed = job->resized = job->ran = 0;
	job->moved = job->grown = true; /* what comes next was never saved */
}

static void suspend_or_resume(struct story *story, struct job *job)
{
	if (job->moved || !random_chance(&story->random, 80))
		return;
	job->state = job->state == RUNNING ? SUSPENDED : RUNNING;
	job->changed = story->now;
	job->moved = job->grown = true;
}

static void resize(struct story *story, struct job *job)
{
	if (job->grown || job->state != RUNNING ||
	    !random_chance(&story->random, 80))
		return;
	job->cpus = 1 + (int) (random_next(&story->random) % 8);
	job->resized = story->now;
	job->moved = job->grown = true;
}

static void requeue(struct story *story, int j)
{
	struct job *job = &story->job[j];

	if (!random_chance(&story->random, 200) ||
	    job->requeued == story->now || job->start == story->now)
		return;
	/* What nobody saw before is lost with the record: so look. */
	job->end = job->state == SUSPENDED ? job->changed : story->now;
	job->state = COMPLETING;
	if (job->moved || random_chance(&story->random, 2)) {
		job->state =
			job->ran == job->end - job->start ? COMPLETING : ENDED;
		walk(story);
		save(story);
	}
	job->state = PENDING;
	job->requeued = story->now;
	job->user = (int) (random_next(&story->random) % USERS);
}

static void end(struct story *story, struct job *job)
{
	if (!random_chance(&story->random, 200))
		return;
	job->end = job->state == SUSPENDED ? job->changed : story->now;
	job->state = ENDED;
}

static void turn(struct story *story, int j)
{
	struct job *job = &story->job[j];

	if (job->state == PENDING)
		begin_job(story, job);
	if (job->state == RUNNING || job->state == SUSPENDED)
		suspend_or_resume(story, job);
	if (job->state == RUNNING || job->state == SUSPENDED)
		resize(story, job);
	if (job->state == RUNNING || job->state == SUSPENDED)
		requeue(story, j);
	if (job->state == RUNNING || job->state == SUSPENDED)
		end(story, job);
}

static void near(const struct story *story, double got, double wanted,
		 const char *what, int64_t which)
{
	cr_assert(fabs(got - wanted) < 1e-6, "seed %llu, %s %lld: %g, not %g",
		  (unsigned long long) story->seed, what, (long long) which,
		  got, wanted);
}

static void compare(const struct story *story)
{
	const struct ft_ledger *ledger = &story->image.ledger;

	for (uint32_t w = 0; w < ledger->window.count; w++) {
		const struct ft_fs_window *window = &ledger->window.window[w];
		int64_t at = (window->start - BASE) / INTERVAL;

		near(story, window->total, story->count.total[at], "window",
		     at);
		for (int u = 0; u < USERS; u++) {
			uint32_t id = ft_credential_find(
				&ledger->window.credentials, FT_USER, users[u]);

			near(story, ft_fs_window_amount(window, id),
			     story->count.window[at][u], users[u], at);
		}
	}
	for (uint32_t p = 0; p < ledger->period.count; p++)
		for (int u = 0; u < USERS; u++)
			near(story,
			     ft_ledger_hours(
				     &ledger->period.period[p],
				     ft_name_table_find(&ledger->period.names,
							users[u]),
				     FT_QUOTA_CPU) *
				     3600,
			     story->count
				     .period[(ledger->period.period[p].start -
					      BASE) /
					     PERIOD][u],
			     "period", p);
	for (int u = 0; u < USERS; u++)
		near(story,
		     ft_ledger_entity_usage(
			     ledger, ft_name_table_find(&ledger->entity.names,
							users[u])),
		     story->count.entity[u], "entity", u);
}

/* Of the kinds that every job has, the sum is the total. */
static void adds_up(const struct story *story)
{
	const struct ft_fs_history *history = &story->image.ledger.window;

	for (uint32_t w = 0; w < history->count; w++) {
		double sum[FT_CREDENTIAL_KINDS] = {0};

		for (uint32_t i = 0; i < history->credentials.count; i++)
			sum[history->credentials.entry[i].kind] +=
				ft_fs_window_amount(&history->window[w], i);
		near(story, sum[FT_USER], history->window[w].total, "users", w);
		near(story, sum[FT_ACCOUNT], history->window[w].total,
		     "accounts", w);
		cr_assert_leq(sum[FT_GROUP], history->window[w].total + 1e-6);
	}
}

static void tell(uint64_t seed)
{
	struct story story = {.seed = seed, .random = seed, .now = BASE};

	story.policy = (struct ft_ledger_policy){
		.decay_time = DECAY,
		.decay_factor = DECAY_LEFT,
		.span = {INTERVAL, DEPTH, 1},
		.periods = 20,
	};
	cr_assert_eq(ft_ledger_image_init(&story.image), 0);
	walk(&story);
	save(&story);
	for (; story.now < BASE + SECONDS; story.now++) {
		for (int j = 0; j < JOBS; j++)
			turn(&story, j);
		if (random_chance(&story.random, 100)) {
			walk(&story);
			if (random_chance(&story.random, 2))
				save(&story);
		}
		if (random_chance(&story.random, 400))
			killed(&story);
		count_second(&story);
	}
	walk(&story);
	/* The second that is just beginning may have decayed already. */
	if (story.now % DECAY == 0)
		for (int u = 0; u < USERS; u++)
			story.count.entity[u] *= DECAY_LEFT;
	compare(&story);
	adds_up(&story);
	ft_ledger_image_fini(&story.image);
	free(story.saved);
}

Test(usage, every_second_is_counted_once)
{
	for (uint64_t seed = 1; seed <= CASES; seed++)
		tell(seed);
}
