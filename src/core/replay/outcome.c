/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See outcome.h.
 */
#define _GNU_SOURCE
#include "core/replay/outcome.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/id_map.h"
#include "core/base/order.h"
#include "core/replay/record.h"

enum { SHORT = 10, USER_JOBS = 10, MINUTE = 60 };

struct user {
	double slowdown;
	uint32_t jobs;
};

struct work {
	double *wait, *error, *delay;
	uint32_t *by_size; /* jobs, those with the most processors first */
	struct user *user;
	uint32_t user_count, error_count, delay_count;
	struct ft_id_map users;
};

/* Nearest rank of a sorted list; 0 if it is empty. */
static double _quantile(const double *value, uint32_t count, double part)
{
	uint32_t rank = (uint32_t) ceil(part * count);

	return count ? value[rank ? rank - 1 : 0] : 0;
}

static double _slowdown(int64_t wait, int64_t run)
{
	double ratio =
		(double) (wait + run) / (double) (run > SHORT ? run : SHORT);

	return ratio > 1 ? ratio : 1;
}

static int _add_slowdown(struct work *work, int64_t user, double slowdown)
{
	uint32_t index;

	if (!user)
		return 0;
	if (!ft_id_map_get(&work->users, (uint32_t) user, &index)) {
		index = work->user_count++;
		if (ft_id_map_put(&work->users, (uint32_t) user, index))
			return -ENOMEM;
	}
	work->user[index].slowdown += slowdown;
	work->user[index].jobs++;
	return 0;
}

/* Counts a start that came within minutes of the one that was told. */
static void _add_nearness(double off, double *near_1, double *near_10)
{
	*near_1 += fabs(off) <= MINUTE;
	*near_10 += fabs(off) <= 10 * MINUTE;
}

/* What a job was shown, and what came of it. */
static void _add_promise(const struct ft_replay_setup *setup,
			 const struct ft_replay_job *job, struct work *work,
			 struct ft_outcome *outcome)
{
	double off = (double) (job->start - job->promise);

	if (job->committed != FT_NEVER) {
		outcome->committed++;
		_add_nearness((double) (job->start - job->committed),
			      &outcome->committed_near_1,
			      &outcome->committed_near_10);
	}
	outcome->committed_late += job->broken;
	if (job->promise == FT_NEVER)
		return;
	work->error[work->error_count++] = fabs(off);
	_add_nearness(off, &outcome->near_1, &outcome->near_10);
	if (job->start > job->promise + setup->grace)
		work->delay[work->delay_count++] = off;
}

static int _add_jobs(const struct ft_replay_setup *setup,
		     const struct ft_replay *replay, struct work *work,
		     struct ft_outcome *outcome)
{
	double area = 0, weighted = 0, least = 0;

	for (uint32_t i = 0; i < replay->job_count; i++) {
		const struct ft_replay_job *job = &replay->job[i];
		const struct ft_workload_job *asked = &setup->workload->job[i];
		int64_t wait = job->start - job->submit;
		double slowdown = _slowdown(wait, asked->run);
		double own = (double) asked->processors * (double) asked->run;
		double by = (double) asked->processors *
			    (job->priority ? job->priority : 1);

		work->wait[i] = (double) wait;
		outcome->mean_wait += (double) wait / replay->job_count;
		outcome->mean_slowdown += slowdown / replay->job_count;
		outcome->response += own * (double) (wait + asked->run);
		area += own;
		weighted += by * (double) (wait + asked->run);
		least += by * (double) asked->run;
		if (wait > outcome->longest_wait)
			outcome->longest_wait = wait;
		if (_add_slowdown(work, asked->user, slowdown))
			return -ENOMEM;
		_add_promise(setup, job, work, outcome);
	}
	outcome->response = area > 0 ? outcome->response / area : 0;
	outcome->priority_response = least > 0 ? weighted / least : 0;
	return 0;
}

static int _by_processors(const void *x, const void *y, void *context)
{
	const struct ft_workload_job *job = context;
	uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;

	if (job[a].processors != job[b].processors)
		return job[a].processors > job[b].processors ? -1 : 1;
	return (a > b) - (a < b);
}

/* Waits are not sorted yet. */
static double _largest_wait(const struct ft_replay_setup *setup,
			    const struct work *work, uint32_t count)
{
	uint32_t quarter = (count + 3) / 4;
	double sum = 0;

	for (uint32_t i = 0; i < count; i++)
		work->by_size[i] = i;
	qsort_r(work->by_size, count, sizeof(*work->by_size), _by_processors,
		setup->workload->job);
	for (uint32_t i = 0; i < quarter; i++)
		sum += work->wait[work->by_size[i]];
	return quarter ? sum / quarter : 0;
}

static double _dispersion(const struct work *work)
{
	double sum = 0, squares = 0, mean;
	uint32_t count = 0;

	for (uint32_t i = 0; i < work->user_count; i++) {
		const struct user *user = &work->user[i];

		if (user->jobs < USER_JOBS)
			continue;
		mean = user->slowdown / user->jobs;
		sum += mean;
		squares += mean * mean;
		count++;
	}
	if (count < 2)
		return 0;
	mean = sum / count;
	return sqrt(fmax(0, squares / count - mean * mean)) / mean;
}

static void _figure_capacity(const struct ft_replay *replay,
			     struct ft_outcome *outcome)
{
	const struct ft_replay_point *point = replay->point;
	double used = 0, lost = 0, stranded = 0, gpus = 0, all;

	for (uint32_t i = 0; i + 1 < replay->point_count; i++) {
		double seconds = (double) (point[i + 1].time - point[i].time);

		used += seconds * (double) point[i].used;
		stranded += seconds * (double) point[i].stranded;
		gpus += seconds * (double) point[i].stranded_gpus;
		if (point[i].lost)
			lost += seconds *
				(double) (replay->processors - point[i].used);
	}
	if (replay->point_count < 2)
		return;
	all = (double) replay->processors *
	      (double) (point[replay->point_count - 1].time - point[0].time);
	outcome->utilisation = all > 0 ? used / all : 0;
	outcome->loss = all > 0 ? lost / all : 0;
	outcome->stranded = all > 0 ? stranded / all : 0;
	all = all / (double) replay->processors * (double) replay->gpus;
	outcome->stranded_gpus = all > 0 ? gpus / all : 0;
}

static void _fairness(const struct ft_replay *replay,
		      struct ft_outcome *outcome)
{
	for (enum ft_party_kind k = 0; k < FT_PARTY_KINDS; k++) {
		outcome->error[k] = ft_delivery_error(&replay->delivery, k);
		outcome->miss[k] = ft_delivery_miss(&replay->delivery, k);
	}
}

/* From numbers of jobs to parts of those that were told a start. */
static void _fill_nearness(struct ft_outcome *outcome)
{
	if (outcome->promises) {
		outcome->near_1 /= outcome->promises;
		outcome->near_10 /= outcome->promises;
	}
	if (outcome->committed) {
		outcome->committed_near_1 /= outcome->committed;
		outcome->committed_near_10 /= outcome->committed;
	}
}

static int _fill_figure(const struct ft_replay_setup *setup,
			const struct ft_replay *replay, struct work *work,
			struct ft_outcome *outcome)
{
	if (!work->wait || !work->error || !work->delay || !work->by_size ||
	    !work->user || _add_jobs(setup, replay, work, outcome))
		return -ENOMEM;
	outcome->largest_wait = _largest_wait(setup, work, replay->job_count);
	qsort(work->wait, replay->job_count, sizeof(double), ft_order_real);
	qsort(work->error, work->error_count, sizeof(double), ft_order_real);
	qsort(work->delay, work->delay_count, sizeof(double), ft_order_real);
	outcome->jobs = replay->job_count;
	outcome->median_wait = _quantile(work->wait, replay->job_count, 0.5);
	outcome->wait_95 = _quantile(work->wait, replay->job_count, 0.95);
	outcome->wait_99 = _quantile(work->wait, replay->job_count, 0.99);
	outcome->promises = work->error_count;
	_fill_nearness(outcome);
	outcome->late = work->delay_count;
	outcome->late_median = _quantile(work->delay, work->delay_count, 0.5);
	if (work->error_count)
		outcome->late_share =
			(double) work->delay_count / work->error_count;
	outcome->median_error = _quantile(work->error, work->error_count, 0.5);
	outcome->error_95 = _quantile(work->error, work->error_count, 0.95);
	outcome->dispersion = _dispersion(work);
	outcome->plans = replay->plans.fresh + replay->plans.followed;
	_figure_capacity(replay, outcome);
	_fairness(replay, outcome);
	return ft_record_broken(setup, replay, setup->grace, &outcome->broken);
}

extern int ft_outcome_make(const struct ft_replay_setup *setup,
			   const struct ft_replay *replay,
			   struct ft_outcome *ret_outcome)
{
	size_t count = replay->job_count;
	struct work work = {
		.wait = calloc(count, sizeof(double)),
		.error = calloc(count, sizeof(double)),
		.delay = calloc(count, sizeof(double)),
		.by_size = calloc(count, sizeof(uint32_t)),
		.user = calloc(count, sizeof(struct user)),
	};
	int rc;

	*ret_outcome = (struct ft_outcome){0};
	rc = _fill_figure(setup, replay, &work, ret_outcome);
	ft_id_map_fini(&work.users);
	free(work.wait);
	free(work.error);
	free(work.delay);
	free(work.by_size);
	free(work.user);
	return rc;
}

static uint32_t _size_class(int64_t processors)
{
	uint32_t class = 0;

	for (int64_t most = 1; most < processors && class + 1 < FT_SIZE_CLASSES;
	     most *= 4)
		class ++;
	return class;
}

/* room: for the waits of all jobs. */
static void _fill_size(const struct ft_replay_setup *setup,
		       const struct ft_replay *replay, uint32_t class,
		       double *room, struct ft_size_outcome *size)
{
	int64_t most = INT64_C(1) << (2 * class);
	double sum = 0;

	*size = (struct ft_size_outcome){.from = class ? most / 4 + 1 : 1,
					 .to = most};
	for (uint32_t i = 0; i < replay->job_count; i++) {
		const struct ft_replay_job *job = &replay->job[i];

		if (_size_class(setup->workload->job[i].processors) != class)
			continue;
		room[size->jobs] = (double) (job->start - job->submit);
		sum += room[size->jobs++];
	}
	qsort(room, size->jobs, sizeof(*room), ft_order_real);
	size->wait_95 = _quantile(room, size->jobs, 0.95);
	size->mean_wait = size->jobs ? sum / size->jobs : 0;
}

extern int ft_outcome_sizes(const struct ft_replay_setup *setup,
			    const struct ft_replay *replay,
			    struct ft_size_outcome ret_size[FT_SIZE_CLASSES])
{
	double *room = calloc((size_t) replay->job_count + 1, sizeof(*room));

	if (!room)
		return -ENOMEM;
	for (uint32_t k = 0; k < FT_SIZE_CLASSES; k++)
		_fill_size(setup, replay, k, room, &ret_size[k]);
	free(room);
	return 0;
}

extern void ft_outcome_parties(const struct ft_replay_setup *setup,
			       const struct ft_replay *replay,
			       enum ft_party_kind kind,
			       struct ft_party_outcome *ret_outcome)
{
	const struct ft_delivery_kind *parties = &replay->delivery.kind[kind];

	for (uint32_t i = 0; i < parties->count; i++)
		ret_outcome[i] = (struct ft_party_outcome){0};
	for (uint32_t i = 0; i < replay->job_count; i++) {
		const struct ft_replay_job *job = &replay->job[i];
		int64_t wait = job->start - job->submit;
		struct ft_party_outcome *own =
			&ret_outcome[parties->of[setup->population->leaf[i]]];

		own->jobs++;
		own->mean_wait += ((double) wait - own->mean_wait) / own->jobs;
		own->mean_slowdown +=
			(_slowdown(wait, setup->workload->job[i].run) -
			 own->mean_slowdown) /
			own->jobs;
	}
}

/* The largest of the first part of them; sorts. */
static double _sorted_quantile(double *value, uint32_t count, double part)
{
	if (count)
		qsort(value, count, sizeof(*value), ft_order_real);
	return _quantile(value, count, part);
}

extern int ft_outcome_unheld(const struct ft_replay_setup *setup,
			     const struct ft_replay *replay,
			     struct ft_unheld_outcome *ret_outcome)
{
	size_t size = (size_t) replay->job_count + 1;
	double *late = calloc(size, sizeof(*late));
	double *early = calloc(size, sizeof(*early));
	double *error = calloc(size, sizeof(*error));
	struct ft_unheld_outcome outcome = {0};
	int rc = late && early && error ? 0 : -ENOMEM;

	for (uint32_t i = 0; !rc && i < replay->job_count; i++) {
		const struct ft_replay_job *job = &replay->job[i];
		int64_t off = job->start - job->unheld;

		if (job->unheld == FT_NEVER)
			continue;
		outcome.only += job->promise == FT_NEVER;
		error[outcome.jobs++] = fabs((double) off);
		if (off > setup->grace)
			late[outcome.late++] = (double) off;
		else if (off < -setup->grace)
			early[outcome.early++] = (double) -off;
	}
	if (!rc) {
		outcome.late_median = _sorted_quantile(late, outcome.late, 0.5);
		outcome.late_95 = _quantile(late, outcome.late, 0.95);
		outcome.early_median =
			_sorted_quantile(early, outcome.early, 0.5);
		outcome.error_median =
			_sorted_quantile(error, outcome.jobs, 0.5);
		outcome.error_95 = _quantile(error, outcome.jobs, 0.95);
		*ret_outcome = outcome;
	}
	free(late);
	free(early);
	free(error);
	return rc;
}
