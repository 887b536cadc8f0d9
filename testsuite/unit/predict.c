/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predicted run times: the rule, and that a history does not depend on the
 * order or the number of times in which runs are seen.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/queue/predict.h"

static int64_t last2(const struct ft_predict *predict, uint32_t user)
{
	struct ft_predict_job job = {.user = user};

	return ft_predict_seconds(predict, FT_PREDICT_LAST2, &job);
}

static void learn(struct ft_predict *predict, uint32_t user, int64_t end,
		  uint32_t job, int64_t seconds)
{
	struct ft_past_run run = {end, job, seconds, 0, 0};

	cr_assert_eq(ft_predict_learn(predict, user, &run, NULL), 0);
}

Test(predict, the_mean_of_the_last_two)
{
	struct ft_predict predict = {0};

	cr_expect_eq(last2(&predict, 1), 0, "nobody knows");
	learn(&predict, 1, 100, 1, 50);
	cr_expect_eq(last2(&predict, 1), 0, "one is too few");
	learn(&predict, 1, 200, 2, 71);
	cr_expect_eq(last2(&predict, 1), 60);
	learn(&predict, 1, 300, 3, 1);
	cr_expect_eq(last2(&predict, 1), 36);
	cr_expect_eq(last2(&predict, 2), 0, "another user");
	learn(&predict, 1, 400, 4, 0);
	learn(&predict, 1, 400, 5, 0);
	cr_expect_eq(last2(&predict, 1), 1, "at least 1");
	ft_predict_free(&predict);
}

Test(predict, similar_jobs_count_most)
{
	struct ft_predict predict = {0};
	struct ft_predict_job job = {.user = 1, .limit = 600, .processors = 8};
	const struct ft_past_run run[] = {
		{100, 1, 1000, 600, 8}, /* 0.7^3 * 16 */
		{200, 2, 500, 600, 4},	/* 0.7^2 * 4 */
		{300, 3, 200, 60, 8},	/* 0.7 * 4 */
		{400, 4, 10, 60, 4},	/* 1 */
	};
	const double weight[] = {0.343 * 16, 0.49 * 4, 0.7 * 4, 1};
	double sum = 0, weights = 0;

	cr_expect_eq(ft_predict_seconds(&predict, FT_PREDICT_SIMILAR, &job), 0,
		     "nobody knows");
	for (int i = 0; i < 4; i++) {
		cr_assert_eq(ft_predict_learn(&predict, 1, &run[i], NULL), 0);
		sum += weight[i] * (double) run[i].seconds;
		weights += weight[i];
	}
	cr_expect_eq(ft_predict_seconds(&predict, FT_PREDICT_SIMILAR, &job),
		     (int64_t) (sum / weights));
	cr_expect_eq(ft_predict_seconds(&predict, FT_PREDICT_LIMIT, &job), 0);
	job.limit = job.processors = 0;
	cr_expect_eq(ft_predict_seconds(&predict, FT_PREDICT_SIMILAR, &job),
		     (int64_t) ((343.0 + 0.49 * 500 + 140 + 10) /
				(0.343 + 0.49 + 0.7 + 1)),
		     "what is not known is like nothing");
	job.user = 2;
	cr_expect_eq(ft_predict_seconds(&predict, FT_PREDICT_SIMILAR, &job), 0,
		     "another user");
	ft_predict_free(&predict);
}

Test(predict, what_is_no_run_changes_nothing)
{
	struct ft_predict predict = {0};

	learn(&predict, 1, 0, 1, 50);
	learn(&predict, 1, 100, 2, -1);
	learn(&predict, 1, 100, 3, FT_PREDICT_LONGEST + 1);
	cr_expect_eq(predict.count, 0);
	learn(&predict, 1, 100, 4, FT_PREDICT_LONGEST);
	learn(&predict, 1, 100, 5, FT_PREDICT_LONGEST);
	cr_expect_eq(last2(&predict, 1), FT_PREDICT_LONGEST);
	ft_predict_free(&predict);
}

Test(predict, a_running_job_ends_as_predicted_until_it_does_not)
{
	/* started at 1000, limit 600 s, so planned to end at 1600 */
	cr_expect_eq(ft_predict_end(100, 600, 1600, 1050), 1100);
	cr_expect_eq(ft_predict_end(100, 600, 1600, 1099), 1100);
	cr_expect_eq(ft_predict_end(100, 600, 1600, 1100), 0, "exceeded");
	cr_expect_eq(ft_predict_end(100, 600, 1600, 1300), 0);
	cr_expect_eq(ft_predict_end(600, 600, 1600, 1300), 1600);
	cr_expect_eq(ft_predict_end(9999, 600, 1600, 1300), 1600,
		     "never above the limit");
	cr_expect_eq(ft_predict_end(0, 600, 1600, 1050), 0, "unknown");
}

struct seen {
	uint32_t user;
	struct ft_past_run run;
};

/* In that order, each a random number of times. */
static void learn_all(struct ft_predict *predict, const struct seen *seen,
		      int count)
{
	for (int i = 0; i < count; i++)
		for (long again = 1 + random() % 3; again > 0; again--) {
			const struct seen *one =
				&seen[again == 1 ? i : random() % (i + 1)];

			cr_assert_eq(ft_predict_learn(predict, one->user,
						      &one->run, NULL),
				     0);
		}
}

static void shuffle(struct seen *seen, int count)
{
	for (int i = count - 1; i > 0; i--) {
		long j = random() % (i + 1);
		struct seen other = seen[i];

		seen[i] = seen[j];
		seen[j] = other;
	}
}

Test(predict, order_and_repetition_do_not_matter)
{
	enum { RUNS = 40, USERS = 5 };

	for (unsigned int seed = 0; seed < 300; seed++) {
		struct ft_predict one = {0}, two = {0};
		struct seen seen[RUNS];

		srandom(seed);
		for (int i = 0; i < RUNS; i++)
			seen[i] =
				(struct seen){(uint32_t) random() % USERS,
					      {1 + random() % 20, (uint32_t) i,
					       random() % 1000, 0, 0}};
		learn_all(&one, seen, RUNS);
		shuffle(seen, RUNS);
		learn_all(&two, seen, RUNS);
		for (uint32_t user = 0; user < USERS; user++)
			cr_expect_eq(last2(&one, user), last2(&two, user),
				     "seed %u user %u", seed, user);
		ft_predict_free(&one);
		ft_predict_free(&two);
	}
}
