/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See newcomer.h.
 */
#include "slurm/common/compat.h"

#include <stdlib.h>

#include "src/slurmctld/slurmctld.h"

#include "core/base/id_map.h"
#include "slurm/common/lock.h"
#include "slurm/reserve/cycle/newcomer.h"

enum {
	LEAST_US = 100000, /* of a rest */
	LOOK_US = 50000,   /* between two looks */
	LOOK_JOBS = 1024,  /* in one look */
};

static uint64_t _ways_job(const struct ft_job *job)
{
	uint64_t ways = 0;

	for (uint32_t r = 0; r < job->request_count; r++)
		ways += 1 + job->request[r].part_count;
	return ways;
}

static int _add_ways(struct ft_id_map *index, uint64_t *ways, uint32_t *count,
		     const struct ft_job *job)
{
	uint32_t at = *count;
	int rc = 0;

	if (!ft_id_map_get(index, job->owner, &at)) {
		rc = ft_id_map_put(index, job->owner, at);
		(*count)++;
	}
	ways[at] += _ways_job(job);
	return rc;
}

void fts_newcomers_weigh(struct fts_newcomers *newcomers,
			 const struct ft_snapshot *snapshot)
{
	uint64_t *ways =
		calloc((size_t) snapshot->job_count + 1, sizeof(*ways));
	struct ft_id_map index = {0};
	uint64_t all = 0, most = 0;
	uint32_t count = 0;
	int rc = ways ? 0 : -1;

	newcomers->part = 0;
	for (uint32_t j = 0; !rc && j < snapshot->job_count; j++)
		rc = _add_ways(&index, ways, &count, &snapshot->job[j]);
	for (uint32_t i = 0; !rc && i < count; i++)
		all += ways[i];
	for (uint32_t j = 0; !rc && j < snapshot->job_count; j++) {
		uint32_t owner = snapshot->job[j].owner, at = 0;

		ft_id_map_get(&index, owner, &at);
		if (ways[at] <= most)
			continue;
		most = ways[at];
		newcomers->heavy = owner;
		newcomers->part = (double) most / (double) all;
	}
	ft_id_map_fini(&index);
	free(ways);
}

bool fts_newcomers_admit(struct fts_newcomers *newcomers, uint32_t user_id)
{
	if (newcomers->waits)
		return true;
	if (newcomers->part <= 0 || newcomers->heavy == user_id ||
	    newcomers->count == FTS_NEWCOMERS_MAX)
		return false;
	for (uint32_t i = 0; i < newcomers->count; i++)
		if (newcomers->user[i] == user_id)
			return false;
	newcomers->user[newcomers->count] = user_id;
	newcomers->waits = true;
	return true;
}

int64_t fts_newcomers_rest(const struct fts_newcomers *newcomers,
			   int64_t took_us, int64_t rest_us)
{
	double others_us = (double) took_us * (1 - newcomers->part);

	if (!newcomers->waits)
		return rest_us;
	return MIN(rest_us, MAX((int64_t) others_us, LEAST_US));
}

bool fts_newcomers_begin(struct fts_newcomers *newcomers, bool whole,
			 uint32_t *ret_user)
{
	bool early = newcomers->waits && !whole;

	*ret_user = early ? newcomers->user[newcomers->count] : 0;
	if (whole)
		newcomers->count = 0;
	else if (early)
		newcomers->count++;
	newcomers->waits = false;
	return early;
}

static const slurmctld_lock_t locks = {.job = READ_LOCK, .fed = READ_LOCK};

/* A task that was split off its array has a new id, too. */
static bool _is_newcomer(const struct fts_newcomers *newcomers,
			 const job_record_t *job)
{
	return IS_JOB_PENDING(job) && job->details &&
	       job->details->submit_time >= newcomers->since;
}

void fts_newcomers_look(struct fts_newcomers *newcomers)
{
	uint32_t submitted = __atomic_load_n(
		&slurmctld_diag_stats.jobs_submitted, __ATOMIC_RELAXED);
	uint32_t end;

	if (!newcomers->known || newcomers->waits ||
	    newcomers->looked == submitted ||
	    fts_moment_left(&newcomers->looked_at, LOOK_US))
		return;
	fts_lock_take(locks, "newcomers");
	end = get_next_job_id(true);
	for (uint32_t i = 0;
	     i < LOOK_JOBS && newcomers->next < end && !newcomers->waits; i++) {
		job_record_t *job = find_job_record(newcomers->next++);

		if (job && _is_newcomer(newcomers, job))
			(void) fts_newcomers_admit(newcomers, job->user_id);
	}
	fts_lock_drop(locks);
	if (newcomers->next >= end)
		newcomers->looked = submitted;
	newcomers->looked_at = fts_moment_now();
}

void fts_newcomers_mark(struct fts_newcomers *newcomers)
{
	fts_lock_take(locks, "newcomers");
	newcomers->looked = slurmctld_diag_stats.jobs_submitted;
	newcomers->next = get_next_job_id(true);
	newcomers->since = time(NULL);
	newcomers->known = true;
	fts_lock_drop(locks);
}
