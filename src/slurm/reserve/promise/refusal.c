/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise/refusal.h.
 */
#include "slurm/common/compat.h"

#include <stdlib.h>
#include <string.h>

#include "src/common/assoc_mgr.h"
#include "src/slurmctld/acct_policy.h"
#include "src/slurmctld/slurmctld.h"

#include "core/base/id_map.h"

#include "slurm/common/lock.h"
#include "slurm/reserve/promise/refusal.h"

enum {
	LONGEST_PAUSE = 60, /* seconds between two tries */
	/*
	 * The plan is taken to be wrong about a job from so many refusals on.
	 * Completing nodes and the like are over before (about 15 s).
	 */
	TRIES_WITH_PLACE = 4,
	/* seconds; a time that is not now, and that nothing is woken for: the
	 * same for as long, since a job that asks for another time is another
	 * job to the plan */
	FAR_AWAY = 366 * 86400,
};

static struct fts_refusal *_find_refusal(const struct fts_refusals *table,
					 uint32_t job_id)
{
	return ft_job_table_find(&table->jobs, sizeof(struct fts_refusal),
				 job_id);
}

const struct fts_refusal *
fts_refusal_find(const struct fts_refusals *table,
		 const struct fts_candidate *candidate)
{
	const struct fts_refusal *refusal =
		_find_refusal(table, candidate->job_id);

	return refusal && refusal->hash == candidate->hash ? refusal : NULL;
}

uint32_t fts_refusal_note(struct fts_refusals *table,
			  const struct fts_candidate *candidate, int code,
			  bool limit, int64_t now)
{
	struct fts_refusal *refusal = ft_job_table_add(
		&table->jobs, sizeof(*refusal), candidate->job_id, NULL);
	int64_t pause;

	if (!refusal)
		return 0;
	if (refusal->hash != candidate->hash || refusal->limit != limit)
		refusal->tries = 0;
	pause = refusal->tries < 6 ? INT64_C(1) << refusal->tries
				   : LONGEST_PAUSE;
	refusal->hash = candidate->hash;
	refusal->limit = limit;
	refusal->code = code;
	refusal->retry_at = now + MIN(pause, LONGEST_PAUSE);
	refusal->seen = true;
	return ++refusal->tries;
}

void fts_refusal_forget(struct fts_refusals *table, uint32_t job_id)
{
	ft_job_table_drop(&table->jobs, sizeof(struct fts_refusal), job_id);
}

/* True if the limits that said no would still say no to what it asks for. */
static bool _still_limited(uint32_t job_id)
{
	assoc_mgr_lock_t locks = {
		.assoc = READ_LOCK, .qos = READ_LOCK, .tres = READ_LOCK};
	job_record_t *job = find_job_record(job_id);
	bool runnable;

	if (!job || !IS_JOB_PENDING(job) || !job->tres_req_cnt)
		return false;
	if (!acct_policy_job_runnable_pre_select(job, false))
		return true;
	fts_lock_assoc(&locks, "refusals");
	runnable = acct_policy_job_runnable_post_select(job, job->tres_req_cnt,
							true);
	fts_unlock_assoc(&locks);
	return !runnable;
}

/*
 * Has it no place now?  A limit that would let it through by what the job
 * asks for may still refuse what it would get: then the pause counts.
 */
static bool _gives_way(const struct fts_refusal *refusal, bool limits_keep,
		       int64_t now)
{
	if (refusal->limit && limits_keep)
		return false;
	/* Its nodes have yet to tell about their GPUs, and will. */
	if (refusal->code == EAGAIN)
		return false;
	if (refusal->limit)
		return _still_limited(refusal->job_id) ||
		       (refusal->tries > 1 && refusal->retry_at > now);
	return refusal->tries > TRIES_WITH_PLACE && refusal->retry_at > now;
}

/*
 * It cannot start now, and what cannot start now holds no reservation.  Its
 * requests are shared with jobs like it.
 */
static void _take_place(struct ft_snapshot *snapshot,
			const struct fts_candidate *candidate,
			struct ft_job *job)
{
	size_t size = (job->request_count + candidate->least_count) *
		      sizeof(*job->request);
	struct ft_request *request = ft_snapshot_alloc(snapshot, size);

	if (!request)
		return;
	memcpy(request, job->request, size);
	job->request = request;
	job->reserve = false;
	job->promise = FT_NEVER;
	job->promise_share_count = 0;
	job->promise_share = NULL;
	job->promise_part_count = 0;
	job->promise_part_end = NULL;
	for (uint32_t r = 0; r < job->request_count; r++)
		job->request[r].not_before =
			(snapshot->now / FAR_AWAY + 2) * FAR_AWAY;
}

static bool _is_seen(void *record, const void *unused)
{
	const struct fts_refusal *refusal = record;

	(void) unused;
	return refusal->seen;
}

void fts_refusal_apply(struct fts_refusals *table, bool limits_keep,
		       struct fts_hold *hold, struct fts_cycle *cycle)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;

	struct fts_refusal *all = table->jobs.record;

	if (!table->jobs.count)
		return;
	for (uint32_t i = 0; i < table->jobs.count; i++)
		all[i].seen = false;
	fts_hold_take(hold, "refusals");
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		struct fts_refusal *refusal;

		refusal = _find_refusal(table, cycle->candidate[i].job_id);
		if (!refusal || refusal->hash != cycle->candidate[i].hash)
			continue;
		fts_hold_pause(hold);
		refusal->seen = true;
		if (_gives_way(refusal, limits_keep, snapshot->now))
			_take_place(cycle->snapshot, &cycle->candidate[i],
				    &cycle->snapshot->job[i]);
	}
	fts_hold_drop(hold);
	ft_job_table_sweep(&table->jobs, sizeof(*all), _is_seen, NULL);
}

/* Are these the nodes that they were, with the same numbers? */
static bool _same_nodes(const struct fts_cycle *a, const struct fts_cycle *b)
{
	uint32_t count = a->snapshot->node_count;

	if (count != b->snapshot->node_count)
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (xstrcmp(a->node_name[i], b->node_name[i]))
			return false;
	return true;
}

/* Nodes of runs that are gone. */
static void _add_left(const struct ft_snapshot *before,
		      const struct ft_snapshot *now, struct ft_node_set *freed)
{
	struct ft_id_map runs;

	ft_id_map_init(&runs);
	/* without memory for one it is tried once more: no harm */
	for (uint32_t i = 0; i < now->run_count; i++)
		(void) ft_id_map_put(&runs, now->run[i].job_id, i);
	for (uint32_t i = 0; i < before->run_count; i++) {
		const struct ft_run *run = &before->run[i];

		if (ft_id_map_get(&runs, run->job_id, NULL))
			continue;
		for (uint32_t s = 0; s < run->share_count; s++)
			ft_node_set_add(freed, run->share[s].node);
	}
	ft_id_map_fini(&runs);
}

/* Nodes that can be used by now. */
static void _add_back(const struct ft_snapshot *before,
		      const struct ft_snapshot *now, struct ft_node_set *freed)
{
	for (uint32_t i = 0; i < now->node_count; i++)
		if (now->node[i].available_from <= now->now &&
		    before->node[i].available_from > before->now)
			ft_node_set_add(freed, i);
}

static bool _may_use(const struct ft_job *job, const struct ft_node_set *freed)
{
	for (uint32_t r = 0; r < job->request_count; r++)
		if (ft_node_set_overlap(job->request[r].eligible, freed))
			return true;
	return false;
}

void fts_refusal_wake(struct fts_refusals *table, const struct fts_cycle *last,
		      const struct fts_cycle *cycle)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;
	struct ft_node_set *freed;

	/* Of a cycle read from a file no more is known than its promises. */
	if (!table->jobs.count || !last->snapshot || !last->snapshot->node)
		return;
	freed = ft_node_set_new(snapshot->node_count);
	if (!freed)
		return;
	if (!_same_nodes(last, cycle)) {
		ft_node_set_fill(freed);
	} else {
		_add_left(last->snapshot, snapshot, freed);
		_add_back(last->snapshot, snapshot, freed);
	}
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		struct fts_refusal *refusal =
			_find_refusal(table, cycle->candidate[i].job_id);

		if (refusal && !refusal->limit &&
		    _may_use(&snapshot->job[i], freed))
			refusal->retry_at = snapshot->now;
	}
	ft_node_set_free(freed);
}

int64_t fts_refusal_next(const struct fts_refusals *table, int64_t now)
{
	const struct fts_refusal *refusal = table->jobs.record;
	int64_t next = FT_NEVER;

	for (uint32_t i = 0; i < table->jobs.count; i++)
		if (refusal[i].retry_at > now)
			next = MIN(next, refusal[i].retry_at);
	return next;
}

void fts_refusal_free(struct fts_refusals *table)
{
	ft_job_table_fini(&table->jobs);
}
