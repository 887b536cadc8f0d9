/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shake - a shaken log is the same log, but for when sessions come.
 */
#include <criterion/criterion.h>

#include "../random.h"
#include "core/replay/shake.h"

enum { JOBS = 2000, USERS = 20, MOST = 3600 };

/* Bursts and gaps of twenty users; some jobs follow an earlier one. */
static void make(struct ft_workload *workload, uint64_t seed)
{
	int64_t now = 0;

	workload->job = calloc(JOBS, sizeof(*workload->job));
	workload->count = workload->size = JOBS;
	workload->processors = 64;
	for (uint32_t i = 0; i < JOBS; i++) {
		struct ft_workload_job *job = &workload->job[i];

		now += (int64_t) (random_next(&seed) % 300);
		*job = (struct ft_workload_job){
			.number = 1000 + i,
			.submit = now,
			.run = 1 + (int64_t) (random_next(&seed) % 5000),
			.limit = 6000,
			.processors = 1,
			.user = 1 + (int64_t) (random_next(&seed) % USERS),
			.after = -1,
		};
		if (i && random_chance(&seed, 5))
			job->after = (int64_t) (random_next(&seed) % i);
	}
}

/* Index in the log by number. */
static uint32_t from(const struct ft_workload_job *job)
{
	return (uint32_t) (job->number - 1000);
}

Test(shake, moves_sessions_only)
{
	uint32_t moved = 0, kept = 0;

	for (uint64_t seed = 0; seed < 20; seed++) {
		struct ft_workload log = {0}, copy;
		int64_t by[JOBS], last[USERS + 1], session[USERS + 1];

		make(&log, seed);
		cr_assert_eq(ft_shake(&log, seed, MOST, &copy), 0);
		cr_assert_eq(copy.count, JOBS);
		cr_assert_eq(copy.processors, 64);
		for (uint32_t i = 0; i < JOBS; i++) {
			const struct ft_workload_job *job = &copy.job[i];
			struct ft_workload_job same = log.job[from(job)];

			by[from(job)] = job->submit - same.submit;
			cr_assert(by[from(job)] >= 0 && by[from(job)] <= MOST);
			moved += by[from(job)] > MOST / 2;
			cr_assert(!i || job->submit >= copy.job[i - 1].submit);
			cr_assert_eq(job->run, same.run);
			cr_assert_eq(job->user, same.user);
			if (job->after >= 0) {
				cr_assert(job->after < i);
				cr_assert_eq(from(&copy.job[job->after]),
					     same.after);
				kept++;
			}
		}
		for (uint32_t u = 0; u <= USERS; u++)
			last[u] = -FT_SHAKE_SESSION;
		for (uint32_t i = 0; i < JOBS; i++) {
			const struct ft_workload_job *job = &log.job[i];

			if (job->submit - last[job->user] < FT_SHAKE_SESSION)
				cr_assert_eq(by[i], session[job->user]);
			session[job->user] = by[i];
			last[job->user] = job->submit;
		}
		ft_workload_free(&log);
		ft_workload_free(&copy);
	}
	cr_assert(moved > 20 * JOBS / 3);
	cr_assert(kept > 20 * JOBS / 10);
}

Test(shake, by_seed)
{
	struct ft_workload log = {0}, one, same, other, none;
	uint32_t differ = 0;

	make(&log, 7);
	cr_assert_eq(ft_shake(&log, 1, MOST, &one), 0);
	cr_assert_eq(ft_shake(&log, 1, MOST, &same), 0);
	cr_assert_eq(ft_shake(&log, 2, MOST, &other), 0);
	cr_assert_eq(ft_shake(&log, 1, 0, &none), 0);
	for (uint32_t i = 0; i < JOBS; i++) {
		cr_assert_eq(one.job[i].number, same.job[i].number);
		cr_assert_eq(one.job[i].submit, same.job[i].submit);
		cr_assert_eq(none.job[i].number, log.job[i].number);
		cr_assert_eq(none.job[i].submit, log.job[i].submit);
		cr_assert_eq(none.job[i].after, log.job[i].after);
		differ += one.job[i].submit != other.job[i].submit;
	}
	cr_assert(differ > JOBS / 2);
	ft_workload_free(&log);
	ft_workload_free(&one);
	ft_workload_free(&same);
	ft_workload_free(&other);
	ft_workload_free(&none);
}
