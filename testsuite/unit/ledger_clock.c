/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A clock that is wrong for a while, by a second or by ten years: what was
 * used before, meanwhile and after is booked where it belongs.
 *
 * Jobs run by the right time; the ledger, and the job records that it sees,
 * know only the clock.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ledger/ledger_clock.h"
#include "../random.h"

enum {
	DRAWS = 50,
	USERS = 3,
	JOBS = 60,
	PASS = 60,
	HOUR = 3600,
	DAY = 86400,
	SLACK = 600,
	DEPTH = 40,
	BEGIN = 1700000000,
};

static const int64_t TEN_YEARS = 3653LL * DAY;

struct job {
	int64_t begin, end;  /* by the right time */
	int64_t start, stop; /* by the clock; 0: not yet */
	double cpus;
};

struct world {
	struct ft_ledger_policy policy;
	struct ft_ledger_image image;
	struct ft_ledger_clock clock;
	struct job job[JOBS];
	int64_t right;	/* the right time */
	int64_t wrong;	/* how far the clock is from it */
	bool forgetful; /* slurmctld has forgotten what ended */
};

static struct world world(void)
{
	struct world made = {.right = BEGIN};

	made.policy = ft_ledger_defaults();
	made.policy.span = (struct ft_fs_span){HOUR, DEPTH, .9};
	made.policy.decay_time = DAY;
	made.policy.decay_factor = .5;
	made.policy.periods = 12;
	cr_assert_eq(ft_ledger_image_init(&made.image), 0);
	return made;
}

static void world_end(struct world *world)
{
	ft_ledger_image_fini(&world->image);
	ft_ledger_clock_fini(&world->clock);
}

/* One that runs in these seconds from BEGIN on. */
static void add_job(struct world *world, int number, int64_t begin, int64_t end,
		    double cpus)
{
	world->job[number] = (struct job){
		.begin = BEGIN + begin, .end = BEGIN + end, .cpus = cpus};
}

static void look(struct world *world, int number)
{
	static const char *const users[USERS] = {"anna", "bert", "carl"};
	struct job *job = &world->job[number];
	int64_t now = world->right + world->wrong;
	const char *user = users[number % USERS];
	struct ft_ledger_names names = {
		.entity = user, .path = user, .credential[FT_USER] = user};
	struct ft_ledger_look at = {
		.job_id = (uint32_t) number + 1,
		.now = now,
		.rate = {.entity = job->cpus,
			 .window = job->cpus,
			 .period[FT_QUOTA_CPU] = job->cpus},
	};

	if (!job->cpus || world->right < job->begin ||
	    (job->stop && world->forgetful))
		return;
	if (!job->start)
		job->start = now;
	if (world->right >= job->end && !job->stop)
		job->stop = now;
	at.start = job->start;
	at.stop = job->stop ? job->stop : now;
	at.over = job->stop != 0;
	at.running = !at.over;
	cr_assert_eq(ft_ledger_place(&world->image.ledger, &names, &at.place),
		     0);
	cr_assert_eq(ft_ledger_look(&world->image.runs, &world->image.ledger,
				    &world->policy, &at, NULL),
		     0);
}

static enum ft_ledger_turn pass(struct world *world)
{
	int64_t now = world->right + world->wrong;
	struct ft_ledger *ledger = &world->image.ledger;
	enum ft_ledger_turn turn;

	ft_ledger_runs_begin(&world->image.runs);
	cr_assert_eq(ft_ledger_clock_see(&world->clock, &world->image,
					 &world->policy, SLACK, now, &turn),
		     0);
	cr_assert_eq(
		ft_ledger_period_open(ledger, &world->policy, now - now % DAY),
		0);
	cr_assert_eq(ft_ledger_roll(ledger, &world->policy, now), 0);
	for (int i = 0; i < JOBS; i++)
		look(world, i);
	world->image.until = now;
	cr_assert_leq(ledger->window.window[0].start, now + SLACK);
	cr_assert_leq(ledger->period.period[0].start, now + SLACK);
	return turn;
}

/* How often the clock was found to be back. */
static int run(struct world *world, int64_t seconds)
{
	int back = 0;

	for (int64_t i = 0; i < seconds; i += PASS) {
		back += pass(world) == FT_LEDGER_BACK;
		world->right += PASS;
	}
	return back;
}

/* What a user's jobs have really used since then. */
static double used_since(const struct world *world, int user, int64_t since)
{
	double sum = 0;

	for (int i = user; i < JOBS; i += USERS) {
		const struct job *job = &world->job[i];
		int64_t end = job->end < world->right ? job->end : world->right;
		int64_t begin = job->begin > since ? job->begin : since;

		if (end > begin)
			sum += job->cpus * (double) (end - begin);
	}
	return sum;
}

/* A job's first and last second are seen by passes only, and a clock that is
 * off by less than slack shifts them. */
static double blur(const struct world *world, int user)
{
	double sum = 0;

	for (int i = user; i < JOBS; i += USERS)
		sum += world->job[i].cpus;
	return sum * (2 * PASS + SLACK);
}

/* Of each window on, no more and no less than was used an hour around. */
static void check_windows(const struct world *world, const char *what)
{
	const struct ft_fs_history *history = &world->image.ledger.window;

	for (int user = 0; user < USERS; user++) {
		double sum = 0, spare = blur(world, user);

		for (uint32_t i = 0; i < history->count; i++) {
			int64_t start = history->window[i].start;

			sum += ft_fs_window_amount(&history->window[i],
						   (uint32_t) user);
			cr_assert_geq(sum + spare,
				      used_since(world, user, start + HOUR),
				      "%s: window %u", what, i);
			cr_assert_leq(sum - spare,
				      used_since(world, user, start - HOUR),
				      "%s: window %u", what, i);
		}
	}
}

static void check_periods(const struct world *world, const char *what)
{
	const struct ft_ledger_periods *book = &world->image.ledger.period;

	for (int user = 0; user < USERS; user++) {
		double sum = 0, spare = blur(world, user);

		for (uint32_t i = 0; i < book->count; i++) {
			int64_t start = book->period[i].start;

			sum += 3600 * ft_ledger_hours(&book->period[i],
						      (uint32_t) user,
						      FT_QUOTA_CPU);
			cr_assert_geq(sum + spare,
				      used_since(world, user, start + DAY),
				      "%s: period %u", what, i);
			cr_assert_leq(sum - spare,
				      used_since(world, user, start - DAY),
				      "%s: period %u", what, i);
		}
	}
}

/* At most one decay too many or too few. */
static void check_entities(const struct world *world, const char *what)
{
	for (int user = 0; user < USERS; user++) {
		double is = ft_ledger_entity_usage(&world->image.ledger,
						   (uint32_t) user);
		double spare = blur(world, user), sum = 0;

		for (int64_t age = 0; age < 5; age++) {
			int64_t edge = world->right - world->right % DAY;
			int64_t from = edge - age * DAY;

			sum += (used_since(world, user, from) -
				(age ? used_since(world, user, from + DAY)
				     : 0)) *
			       pow(.5, (double) age);
		}
		cr_assert_geq(is + spare, sum / 2, "%s", what);
		cr_assert_leq(is - spare, sum * 2, "%s", what);
	}
}

static int64_t draw_shift(uint64_t *seed)
{
	double share = (double) (random_next(seed) % 10001) / 10000;
	double shift = pow((double) TEN_YEARS, share);

	return random_chance(seed, 2) ? (int64_t) shift : -(int64_t) shift;
}

static void draw_jobs(struct world *world, uint64_t *seed)
{
	for (int i = 0; i < JOBS; i++) {
		int64_t begin = (int64_t) (random_next(seed) % (2 * DAY));
		int64_t long_ =
			i < USERS ? 3 * DAY
				  : (int64_t) (random_next(seed) % (5 * HOUR));

		add_job(world, i, i < USERS ? 60 : begin, begin + long_ + 60,
			1 + (double) (random_next(seed) % 4));
	}
}

/* Slurmctld ends and is started again. */
static void restart(struct world *world)
{
	struct ft_err err;
	size_t size;
	char *text = ft_ledger_clock_text(&world->image, &world->clock, &size);

	cr_assert_not_null(text);
	ft_ledger_image_fini(&world->image);
	ft_ledger_clock_fini(&world->clock);
	cr_assert_eq(ft_ledger_image_init(&world->image), 0);
	cr_assert_eq(ft_ledger_clock_read(text, size, "ledger", &world->image,
					  &world->clock, &err),
		     0, "%s", err.text);
	world->clock.rolled = world->image.until;
	free(text);
}

/* When slurmctld is started again. */
enum { AS_IT_GOES_WRONG = 1, WHILE_IT_IS_WRONG = 2, AS_IT_IS_RIGHT = 4 };

/* Wrong for a while and right again. */
static void go_wrong(uint64_t draw, int restarts, uint64_t *far,
		     uint64_t *found)
{
	uint64_t seed = draw * 7919 + 1;
	struct world at = world();
	int64_t meanwhile = PASS + (int64_t) (random_next(&seed) % (20 * HOUR));
	int64_t shift = draw_shift(&seed);
	char what[80];

	snprintf(what, sizeof(what), "draw %d: %lld s for %lld s, restarts %d",
		 (int) draw, (long long) shift, (long long) meanwhile,
		 restarts);
	draw_jobs(&at, &seed);
	at.forgetful = draw % 2;
	run(&at, 20 * HOUR);
	if (restarts & AS_IT_GOES_WRONG)
		restart(&at);
	at.wrong = shift;
	run(&at, meanwhile / 2);
	if (restarts & WHILE_IT_IS_WRONG)
		restart(&at);
	run(&at, meanwhile - meanwhile / 2);
	if (restarts & AS_IT_IS_RIGHT)
		restart(&at);
	at.wrong = 0;
	*found += run(&at, 20 * HOUR) > 0;
	*far += shift > 2 * SLACK || shift < -2 * SLACK;
	check_windows(&at, what);
	check_periods(&at, what);
	check_entities(&at, what);
	world_end(&at);
}

Test(ledger_clock, wrong_for_a_while_all_is_booked_where_it_belongs)
{
	uint64_t far = 0, found = 0;

	for (uint64_t draw = 0; draw < DRAWS; draw++)
		go_wrong(draw, 0, &far, &found);
	cr_expect_geq(far, DRAWS / 3);
	cr_expect_geq(found, far);
}

Test(ledger_clock, so_it_is_when_slurmctld_is_started_again_meanwhile)
{
	uint64_t far = 0, found = 0;

	for (uint64_t draw = 0; draw < DRAWS; draw++)
		go_wrong(draw, (int) (draw % 7) + 1, &far, &found);
	cr_expect_geq(far, DRAWS / 3);
	cr_expect_geq(found, far);
}

/* Wrong, otherwise wrong, and right: nothing is lost or booked twice. */
Test(ledger_clock, wrong_in_two_ways_no_usage_is_lost)
{
	for (uint64_t draw = 0; draw < DRAWS; draw++) {
		uint64_t seed = draw * 104729 + 1;
		struct world at = world();
		int64_t shift;

		draw_jobs(&at, &seed);
		at.forgetful = draw % 2;
		run(&at, 10 * HOUR);
		shift = draw_shift(&seed);
		shift += shift > 0 ? 3 * SLACK : -3 * SLACK;
		at.wrong = shift / 2;
		run(&at, HOUR);
		at.wrong = shift;
		run(&at, HOUR);
		at.wrong = 0;
		run(&at, 10 * HOUR);
		for (int user = 0; user < USERS; user++) {
			double sum = 0;

			for (uint32_t i = 0; i < at.image.ledger.window.count;
			     i++)
				sum += ft_fs_window_amount(
					&at.image.ledger.window.window[i],
					(uint32_t) user);
			cr_assert_float_eq(sum, used_since(&at, user, BEGIN),
					   2 * blur(&at, user), "draw %d: %lld",
					   (int) draw, (long long) shift);
		}
		world_end(&at);
	}
}

/* The one that was wrong is the clock of before: it does not come back. */
Test(ledger_clock, back_for_good_windows_and_periods_are_charged_again)
{
	for (int64_t shift = 2 * SLACK; shift < TEN_YEARS; shift *= 3) {
		struct world at = world();
		double total = 0;

		add_job(&at, 0, 60, 9 * DAY, 1);
		at.wrong = shift;
		run(&at, 2 * DAY);
		at.wrong = 0;
		cr_expect_eq(run(&at, 2 * DAY), 0);
		cr_expect_not(at.clock.kept);
		/* None is charged less than since then, nor more than ever. */
		for (uint32_t i = 0; i < at.image.ledger.window.count; i++)
			total += at.image.ledger.window.window[i].total;
		cr_expect_geq(total, (DEPTH - 1) * HOUR - 2 * PASS, "%lld: %g",
			      (long long) shift, total);
		cr_expect_leq(total, (2 * DEPTH + 1) * HOUR, "%lld: %g",
			      (long long) shift, total);
		cr_expect_geq(ft_ledger_entity_usage(&at.image.ledger, 0), DAY);
		at.job[0].end = at.right;
		run(&at, HOUR);
		cr_expect_geq(ft_ledger_entity_usage(&at.image.ledger, 0), 0);
		world_end(&at);
	}
}

/* Slurmctld was down for a week: nothing is to be undone. */
Test(ledger_clock, a_long_rest_is_no_wrong_clock)
{
	struct world at = world();

	add_job(&at, 0, 60, HOUR, 1);
	run(&at, 2 * HOUR);
	at.right += 7 * DAY;
	cr_expect_eq(pass(&at), FT_LEDGER_JUMP);
	cr_expect(at.clock.kept);
	cr_expect_eq(run(&at, 2 * DAY), 0);
	cr_expect_not(at.clock.kept, "it is released");
	cr_expect_float_eq(
		ft_fs_usage(&at.image.ledger.window, &at.policy.span, 0), 0,
		1e-9);
	world_end(&at);
}
