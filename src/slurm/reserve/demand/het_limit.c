/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/het.h: limits that the components of a job meet together.
 *
 * acct_policy judges one job by what runs.  So each component is counted as if
 * it ran while those behind it are judged, and taken off again afterwards.
 */
#include "slurm/common/lock.h"
#include "slurm/reserve/demand/het.h"

#include <stdlib.h>

#include "src/common/assoc_mgr.h"
#include "src/slurmctld/acct_policy.h"

#include "slurm/common/job_target.h"

/* A component that is to start. */
struct start {
	job_record_t *job;
	part_record_t *part;
	uint32_t qos_id;
	struct ft_placement placement;
	bool whole; /* nodes */
};

/* What the component would be given. */
static void _component_tres(const struct fts_cycle *cycle,
			    const struct start *start, uint64_t *tres)
{
	const struct ft_placement *placement = &start->placement;
	uint64_t cpus = 0, memory = 0;

	memcpy(tres, start->job->tres_req_cnt,
	       (size_t) slurmctld_tres_cnt * sizeof(*tres));
	for (uint32_t s = 0; s < placement->share_count; s++) {
		const struct ft_share *share = &placement->share[s];

		cpus += (uint64_t) share->amount[FT_CORES] *
			cycle->snapshot->node[share->node].threads;
		memory += (uint64_t) share->amount[FT_MEMORY];
	}
	tres[TRES_ARRAY_CPU] = cpus;
	tres[TRES_ARRAY_NODE] = placement->share_count;
	if (memory && !start->whole)
		tres[TRES_ARRAY_MEM] = memory;
	tres[TRES_ARRAY_BILLING] = (uint64_t) assoc_mgr_tres_weighted(
		tres, start->part->billing_weights, slurm_conf.priority_flags,
		true);
}

static bool _runnable(job_record_t *job, uint64_t *tres)
{
	return acct_policy_job_runnable_pre_select(job, true) &&
	       acct_policy_job_runnable_post_select(job, tres, true);
}

static void _stand_amount(const struct start *start)
{
	if (!fts_job_row_enter(start->job, start->part->name, start->qos_id))
		start->job->part_ptr = start->part;
}

/* What a job is not that is counted as if it ran for a moment. */
struct pretence {
	struct fts_job_stand own;
	time_t start, end, expected;
	uint32_t state, minutes;
	double billable;
	fts_list_t partitions;
};

/*
 * It begins and ends now, so that all of its run-minutes come back and it is
 * charged for no second.  Its partitions are hidden: acct_policy would take its
 * submission off the counts of those that it does not enter, and for good.
 */
static struct pretence _pretend_start(const struct start *start)
{
	job_record_t *job = start->job;
	struct pretence former = {
		.own = fts_job_stand(job),
		.start = job->start_time,
		.end = job->end_time,
		.expected = job->end_time_exp,
		.state = job->job_state,
		.minutes = job->time_limit,
		.billable = job->billable_tres,
		.partitions = job->part_ptr_list,
	};

	_stand_amount(start);
	job->part_ptr_list = NULL;
	job->start_time = job->end_time = job->end_time_exp = time(NULL);
	if (job->time_limit == NO_VAL)
		job->time_limit =
			(uint32_t) ((start->placement.duration + 59) / 60);
	return former;
}

static void _drop_pretence(job_record_t *job, const struct pretence *former)
{
	job->start_time = former->start;
	job->end_time = former->end;
	job->end_time_exp = former->expected;
	job->job_state = former->state;
	job->time_limit = former->minutes;
	job->billable_tres = former->billable;
	job->part_ptr_list = former->partitions;
	fts_job_stand_set(job, &former->own);
}

/* Judges one, and counts it if it may run; its former counts to *ret. */
static bool _begin_amount(const struct fts_cycle *cycle,
			  const struct start *start, uint64_t **ret)
{
	assoc_mgr_lock_t locks = {
		.assoc = READ_LOCK, .qos = READ_LOCK, .tres = READ_LOCK};
	size_t size = (size_t) slurmctld_tres_cnt * sizeof(uint64_t);
	job_record_t *job = start->job;
	const struct pretence former = _pretend_start(start);
	uint64_t *tres = xmalloc(size);
	bool allowed;

	fts_lock_assoc(&locks, "limits");
	_component_tres(cycle, start, tres);
	allowed = _runnable(job, tres);
	fts_unlock_assoc(&locks);
	if (allowed) {
		*ret = job->tres_alloc_cnt;
		job->tres_alloc_cnt = tres;
		fts_limit_begin(job);
	} else {
		xfree(tres);
	}
	_drop_pretence(job, &former);
	return allowed;
}

/* As if it had ended at once. */
static void _end_amount(const struct start *start, uint64_t *former)
{
	job_record_t *job = start->job;
	const struct pretence own = _pretend_start(start);

	job->job_state = JOB_COMPLETE | JOB_COMPLETING;
	fts_limit_fini(job);
	_drop_pretence(job, &own);
	xfree(job->tres_alloc_cnt);
	job->tres_alloc_cnt = former;
}

static bool _find_amount(const struct fts_cycle *cycle, uint32_t index,
			 uint32_t part, struct start *start)
{
	const struct fts_candidate *candidate = &cycle->candidate[index];
	const struct ft_placement *placement =
		&cycle->schedule->placement[index];
	const struct ft_request *request =
		&cycle->snapshot->job[index].request[placement->request];
	const struct fts_component *component =
		&candidate->component[(size_t) placement->request *
					      (candidate->part_count + 1) +
				      part];

	start->job = find_job_record(component->job_id);
	start->part = find_part_record(component->partition);
	start->qos_id = component->qos_id;
	start->placement = fts_het_placement(placement, part);
	start->whole =
		part ? request->part[part - 1].exclusive : request->exclusive;
	return start->job && start->part && start->job->tres_req_cnt;
}

bool fts_het_allowed(const struct fts_cycle *cycle, uint32_t index)
{
	uint32_t count = cycle->candidate[index].part_count + 1, begun = 0;
	struct start start[FTS_COMPONENTS_MAX];
	uint64_t *former[FTS_COMPONENTS_MAX];

	if (!(accounting_enforce & ACCOUNTING_ENFORCE_LIMITS))
		return true;
	for (uint32_t p = 0; p < count; p++)
		if (!_find_amount(cycle, index, p, &start[p]))
			return true; /* the start says what is wrong */
	while (begun < count &&
	       _begin_amount(cycle, &start[begun], &former[begun]))
		begun++;
	for (uint32_t i = begun; i-- > 0;)
		_end_amount(&start[i], former[i]);
	return begun == count;
}
