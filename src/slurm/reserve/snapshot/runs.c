/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_runs - the walk over all jobs: what running ones hold, and which
 * are pending.
 *
 * It goes along slurmctld's list once, a step a job, and notes ids.  Then jobs
 * are copied by id, in as many holds of the locks as it takes.  Where that was
 * more than one, what has started meanwhile is listed and copied, too: all that
 * is summed up after the last hold is as of then.  A job that ended in between
 * is copied as it was: the next cycle, which its end begins, knows better.
 */
#include "slurm/reserve/build/job_ahead.h"
#include "slurm/reserve/demand/predict.h"
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/snapshot/runs.h"
#include "slurm/reserve/snapshot/run.h"

#include <stdlib.h>

#include "slurm/reserve/preempt/preemptee.h"

enum { LISTS_MAX = 4 }; /* the last is copied in one hold: it is short */

struct walk {
	struct fts_build *build;
	int64_t *used;		/* by runs, of all resources of each node */
	struct ft_id_map known; /* jobs that are copied */
	uint32_t count;
	uint32_t *id; /* of jobs to copy */
	bool again;   /* not the first list */
	bool cut;     /* locks were given up since that was made */
};

/* False: out of memory, or the job is copied already. */
static bool _is_new_run(struct walk *walk, const job_record_t *job)
{
	if (ft_id_map_get(&walk->known, job->job_id, NULL))
		return false;
	if (!ft_id_map_put(&walk->known, job->job_id, 0))
		return true;
	walk->build->failed = true;
	return false;
}

static void _add_run(struct walk *walk, job_record_t *job)
{
	const job_resources_t *resources = job->job_resrcs;

	if (resources && resources->node_bitmap && _is_new_run(walk, job))
		fts_run_add(walk->build, job, walk->used);
}

/* Suspended by gang scheduling: it goes on once its preemptors have ended. */
static bool _gang_suspended(const job_record_t *job)
{
	return (slurm_conf.preempt_mode & PREEMPT_MODE_GANG) &&
	       IS_JOB_SUSPENDED(job) && !IS_JOB_COMPLETING(job) &&
	       job->priority;
}

/* First of all, so that their cores are counted as theirs for all the time. */
static void _copy_suspended(struct walk *walk, job_record_t *job)
{
	if (_gang_suspended(job))
		_add_run(walk, job);
}

/*
 * The first count runs are suspended: they end as much later as it takes until
 * the last of the jobs on their nodes has ended.
 */
static void _put_off_suspended(struct fts_build *build, uint32_t count)
{
	struct ft_snapshot *snapshot = build->snapshot;
	int64_t *last = calloc(snapshot->node_count + 1, sizeof(*last));

	build->failed |= !last;
	for (uint32_t i = count; last && i < snapshot->run_count; i++)
		for (uint32_t s = 0; s < snapshot->run[i].share_count; s++) {
			uint32_t node = snapshot->run[i].share[s].node;

			last[node] = MAX(last[node], snapshot->run[i].end);
		}
	for (uint32_t i = 0; last && i < count; i++) {
		struct ft_run *run = &snapshot->run[i];
		int64_t until = build->now;

		for (uint32_t s = 0; s < run->share_count; s++)
			until = MAX(until, last[run->share[s].node]);
		if (run->end != FT_NEVER && until != FT_NEVER)
			run->end += until - build->now;
	}
	free(last);
}

/* Components that leave together stand behind their leader. */
static void _add_het_runs(struct walk *walk, job_record_t *leader)
{
	struct fts_build *build = walk->build;
	uint32_t first = build->snapshot->run_count;
	fts_list_iterator_t iterator;
	job_record_t *job;

	_add_run(walk, leader);
	iterator = list_iterator_create(leader->het_job_list);
	while ((job = list_next(iterator)) && !build->failed)
		if (job != leader)
			_add_run(walk, job);
	list_iterator_destroy(iterator);
	if (!build->failed && build->snapshot->run_count > first &&
	    build->snapshot->run[first].class)
		build->snapshot->run[first].fellows =
			build->snapshot->run_count - first - 1;
}

static void _add_running(struct walk *walk, job_record_t *job)
{
	job_record_t *leader =
		job->het_job_id ? find_job_record(job->het_job_id) : NULL;

	if (!leader || !fts_build_preemptee_whole(walk->build, leader))
		_add_run(walk, job);
	else if (leader == job)
		_add_het_runs(walk, job);
}

static void _copy_running(struct walk *walk, job_record_t *job)
{
	struct fts_build *build = walk->build;

	fts_build_past(build, job);
	if (IS_JOB_COMPLETING(job)) {
		if (_is_new_run(walk, job))
			fts_run_leaves(build, job);
	} else if ((IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)) &&
		   !_gang_suspended(job)) {
		_add_running(walk, job);
	}
}

/* Has it nodes, or, the first time, something to be learnt of? */
static bool _wants_copy(const struct walk *walk, const job_record_t *job)
{
	if (IS_JOB_COMPLETING(job) || IS_JOB_RUNNING(job) ||
	    IS_JOB_SUSPENDED(job))
		return !ft_id_map_get(&walk->known, job->job_id, NULL);
	return !walk->again && walk->build->memory && IS_JOB_FINISHED(job);
}

static bool _open_lists(struct walk *walk)
{
	size_t count = (size_t) list_count(job_list) + 1;
	struct fts_build *build = walk->build;

	free(walk->id);
	walk->id = malloc(count * sizeof(*walk->id));
	if (!walk->again)
		build->id = malloc(count * sizeof(*build->id));
	return walk->id && build->id;
}

static void _list_job(const job_record_t *job, void *context)
{
	struct walk *walk = context;
	struct fts_build *build = walk->build;

	if (_wants_copy(walk, job))
		walk->id[walk->count++] = job->job_id;
	if (!walk->again && IS_JOB_PENDING(job))
		build->id[build->id_count++] = job->job_id;
}

static void _list_jobs(struct walk *walk)
{
	walk->count = 0;
	walk->cut = false;
	if (!_open_lists(walk) || !fts_job_each(_list_job, walk))
		walk->build->failed = true;
}

/* Each of the list; whole: without a pause. */
static int _copy_list(struct walk *walk, bool whole,
		      void (*copy)(struct walk *walk, job_record_t *job),
		      struct ft_err *err)
{
	struct fts_build *build = walk->build;
	int rc = 0;

	for (uint32_t i = 0; !rc && i < walk->count && !build->failed; i++) {
		job_record_t *job;

		if (!whole)
			rc = fts_build_breathe(build, &walk->cut, err);
		job = rc ? NULL : find_job_record(walk->id[i]);
		if (job)
			copy(walk, job);
	}
	return rc;
}

static void _sum_memory(struct walk *walk, job_record_t *job)
{
	fts_preemptee_hold_memory(walk->build, job);
}

/* What all of the list hold of memory is known before any of them is copied. */
static int _copy_listed(struct walk *walk, bool whole, struct ft_err *err)
{
	int rc = 0;

	if (fts_preemptee_asks_memory(walk->build))
		rc = _copy_list(walk, whole, _sum_memory, err);
	return rc ? rc : _copy_list(walk, whole, _copy_running, err);
}

static int _walk_jobs(struct walk *walk, struct ft_err *err)
{
	bool gang = slurm_conf.preempt_mode & PREEMPT_MODE_GANG;
	struct fts_build *build = walk->build;
	uint32_t suspended;
	int rc = 0;

	_list_jobs(walk);
	if (gang)
		rc = _copy_list(walk, false, _copy_suspended, err);
	suspended = build->snapshot->run_count;
	if (!rc)
		rc = _copy_listed(walk, false, err);
	walk->again = walk->cut;
	for (int n = 2; !rc && walk->cut && n <= LISTS_MAX; n++) {
		_list_jobs(walk);
		rc = _copy_listed(walk, n == LISTS_MAX, err);
	}
	if (walk->again)
		fts_build_licences_used(build);
	if (!rc && suspended && !build->failed)
		_put_off_suspended(build, suspended);
	return rc;
}

int fts_build_runs(struct fts_build *build, struct ft_err *err)
{
	struct ft_snapshot *snapshot = build->snapshot;
	struct walk walk = {
		.build = build,
		.used = calloc((size_t) snapshot->node_count *
					       snapshot->resource_count +
				       1,
			       sizeof(int64_t)),
	};
	int rc = 0;

	build->preempt.possible = slurm_preemption_enabled();
	build->preempt.by_priority =
		build->preempt.possible && fts_preemptee_by_priority();
	fts_build_forget(build);
	if (walk.used)
		rc = _walk_jobs(&walk, err);
	else
		build->failed = true;
	ft_id_map_fini(&walk.known);
	free(walk.used);
	free(walk.id);
	return rc;
}
