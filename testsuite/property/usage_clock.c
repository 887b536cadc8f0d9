/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random stories in which the clock steps, to and fro, against what job records
 * say.
 *
 * Where the seconds of a run lie is a matter of opinion then; how many they
 * are is not: once a job is over, its end less its start, on whatever clock
 * these were taken, and none if the end is the earlier.  Whoever keeps the
 * ledger is killed now and then and goes on from what was saved last.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/ledger/ledger_file.h"
#include "../random.h"

enum {
	CASES = 200,
	JOBS = 40,
	TURNS = 600,
	BASE = 10000000,
	INTERVAL = 500,
	DEPTH = 8,
	STEP = 3000, /* the clock steps by less, either way */
};

struct job {
	int cpus;	    /* 0: not begun */
	int64_t start, end; /* end 0: it runs */
};

struct story {
	uint64_t random;
	int64_t now;
	struct job job[JOBS];
	struct ft_ledger_policy policy;
	struct ft_ledger_image image;
	char *saved;
	size_t saved_size;
};

static void look_at(struct story *story, int j)
{
	const struct job *job = &story->job[j];
	struct ft_ledger_names names = {
		.entity = j % 2 ? "ann" : "bob",
		.path = "/a",
		.credential[FT_USER] = j % 2 ? "ann" : "bob",
	};
	struct ft_ledger_look look = {
		.job_id = (uint32_t) j + 1,
		.start = job->start,
		.stop = job->end ? job->end : story->now,
		.running = !job->end,
		.over = job->end != 0,
		.rate = {.entity = job->cpus, .window = job->cpus},
	};

	cr_assert_eq(ft_ledger_place(&story->image.ledger, &names, &look.place),
		     0);
	cr_assert_eq(ft_ledger_look(&story->image.runs, &story->image.ledger,
				    &story->policy, &look, NULL),
		     0);
}

static void walk(struct story *story)
{
	ft_ledger_runs_begin(&story->image.runs);
	cr_assert_eq(ft_ledger_roll(&story->image.ledger, &story->policy,
				    story->now),
		     0);
	for (int j = 0; j < JOBS; j++)
		if (story->job[j].cpus)
			look_at(story, j);
	story->image.until = story->now;
}

static void save(struct story *story)
{
	free(story->saved);
	story->saved = ft_ledger_file_text(&story->image, &story->saved_size);
	cr_assert(story->saved);
}

static void killed(struct story *story)
{
	char *text = malloc(story->saved_size + 1);
	struct ft_err err;

	memcpy(text, story->saved, story->saved_size + 1);
	ft_ledger_image_fini(&story->image);
	cr_assert_eq(ft_ledger_image_init(&story->image), 0);
	cr_assert_eq(ft_ledger_file_read(text, story->saved_size, "ledger",
					 &story->image, &err),
		     0, "%s", err.text);
	free(text);
}

static void turn(struct story *story)
{
	struct job *job = &story->job[random_next(&story->random) % JOBS];

	story->now += (int64_t) (random_next(&story->random) % 60);
	if (random_chance(&story->random, 20))
		story->now +=
			(int64_t) (random_next(&story->random) % (2 * STEP)) -
			STEP;
	if (!job->cpus)
		*job = (struct job){1 + (int) (random_next(&story->random) % 8),
				    story->now, 0};
	else if (!job->end && random_chance(&story->random, 4))
		job->end = story->now;
	if (random_chance(&story->random, 5))
		walk(story);
	if (random_chance(&story->random, 10))
		save(story);
	if (random_chance(&story->random, 30))
		killed(story);
}

static double recorded(const struct story *story)
{
	double sum = 0;

	for (int j = 0; j < JOBS; j++) {
		const struct job *job = &story->job[j];

		if (job->end > job->start)
			sum += job->cpus * (double) (job->end - job->start);
	}
	return sum;
}

static double booked(const struct story *story)
{
	const struct ft_ledger *ledger = &story->image.ledger;
	double sum = 0;

	for (uint32_t i = 0; i < ledger->entity.names.count; i++)
		sum += ft_ledger_entity_usage(ledger, i);
	return sum;
}

/* In each window, what users have is the total. */
static void adds_up(const struct story *story, uint64_t seed)
{
	const struct ft_fs_history *history = &story->image.ledger.window;

	for (uint32_t w = 0; w < history->count; w++) {
		double sum = 0;

		for (uint32_t i = 0; i < history->credentials.count; i++)
			sum += ft_fs_window_amount(&history->window[w], i);
		cr_assert(fabs(sum - history->window[w].total) < 1e-6,
			  "seed %llu, window %u: %g, not %g",
			  (unsigned long long) seed, w, sum,
			  history->window[w].total);
	}
}

static void tell(uint64_t seed)
{
	struct story story = {.random = seed, .now = BASE};

	story.policy = (struct ft_ledger_policy){
		.decay_factor = 0.5,
		.span = {INTERVAL, DEPTH, 1},
		.periods = 3,
	};
	cr_assert_eq(ft_ledger_image_init(&story.image), 0);
	walk(&story);
	save(&story);
	for (int i = 0; i < TURNS; i++)
		turn(&story);
	for (int j = 0; j < JOBS; j++)
		if (story.job[j].cpus && !story.job[j].end)
			story.job[j].end = story.now;
	walk(&story);
	cr_assert(fabs(booked(&story) - recorded(&story)) < 1e-6,
		  "seed %llu: %g is booked, not %g", (unsigned long long) seed,
		  booked(&story), recorded(&story));
	adds_up(&story, seed);
	ft_ledger_image_fini(&story.image);
	free(story.saved);
}

Test(usage_clock, a_run_counts_what_its_record_says)
{
	for (uint64_t seed = 1; seed <= CASES; seed++)
		tell(seed);
}
