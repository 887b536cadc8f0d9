/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See snapshot/run.h: what one job holds.
 *
 * What a job that has ended leaves behind are completing nodes: slurmctld
 * starts nothing there, however free they are.  It gives the licences back
 * when the last of them is done, so until then they are a run without nodes.
 */
#include "slurm/reserve/build/run_end.h"
#include "slurm/reserve/demand/predict.h"
#include "slurm/reserve/limit/limit_claim.h"
#include "slurm/reserve/nodes/node_return.h"
#include "slurm/reserve/resource/burst_buffer.h"
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/snapshot/run.h"

#include "src/common/job_resources.h"

#include "slurm/common/lock.h"
#include "slurm/reserve/nodes/topology.h"
#include "slurm/reserve/resource/dimension.h"
#include "slurm/reserve/resource/pool.h"
#include "slurm/reserve/preempt/preemptee.h"

enum { CLEAN_UP = 5 }; /* seconds from the last signal to a free node */

/* Has the job all of its nodes, or cannot it be said what of them? */
static bool _whole_run(const struct fts_build *build, const job_record_t *job)
{
	const job_resources_t *resources = job->job_resrcs;

	if (build->linear || !resources->core_bitmap)
		return true;
	return !fts_run_stopped(job) &&
	       (FTS_WHOLE_NODES(resources->whole_node) ||
		(job->details && FTS_WHOLE_NODES(job->details->whole_node)) ||
		resources->node_req == NODE_CR_RESERVED);
}

/* Cores of each node of a job stand one behind the other in core_bitmap. */
struct core_cursor {
	const job_resources_t *resources;
	uint32_t rep, left; /* position in the repetition counts */
	int64_t offset;
};

/* Of the next node: its cores, or the sockets of which it has any core. */
static int64_t _next_cores(struct core_cursor *cursor, bool sockets)
{
	const job_resources_t *resources = cursor->resources;
	int64_t width, step, count = 0;

	while (!cursor->left)
		cursor->left = resources->sock_core_rep_count[++cursor->rep];
	cursor->left--;
	step = resources->cores_per_socket[cursor->rep];
	width = step * resources->sockets_per_node[cursor->rep];
	if (!sockets)
		count = bit_set_count_range(resources->core_bitmap,
					    cursor->offset,
					    cursor->offset + width);
	for (int64_t at = 0; sockets && at < width; at += step)
		count += bit_set_count_range(resources->core_bitmap,
					     cursor->offset + at,
					     cursor->offset + at + step) > 0;
	cursor->offset += width;
	return count;
}

/*
 * Jobs that share cores in time (gang scheduling) would add up to more than
 * there is; the planner needs to know only that nothing is left.
 */
static void _clamp(const struct fts_build *build, uint32_t node, int64_t *used,
		   int64_t *amount)
{
	uint32_t count = build->snapshot->resource_count;
	const int64_t *capacity =
		build->snapshot->capacity + (size_t) node * count;

	used += (size_t) node * count;
	for (uint32_t i = 0; i < count; i++) {
		amount[i] = ft_amount_bound(amount[i]);
		if (amount[i] > capacity[i] - used[i])
			amount[i] = capacity[i] - used[i];
		used[i] += amount[i];
	}
}

static void _fill_run(struct fts_build *build, const job_record_t *job,
		      struct ft_run *run, int64_t *used)
{
	const job_resources_t *resources = job->job_resrcs;
	struct core_cursor cursor = {.resources = resources};
	bool whole = _whole_run(build, job);
	uint32_t n = 0;

	if (resources->core_bitmap)
		cursor.left = resources->sock_core_rep_count[0];
	for (int64_t i = fts_bit_next(resources->node_bitmap, 0);
	     i >= 0 && n < resources->nhosts;
	     i = fts_bit_next(resources->node_bitmap, i + 1), n++) {
		struct ft_share *share = &run->share[run->share_count];
		struct fts_held held = {.job = job, .n = n};
		int64_t *amount;

		if (i >= build->snapshot->node_count)
			break;
		run->share_count++;
		share->node = (uint32_t) i;
		if (whole)
			continue;
		amount = fts_build_amounts(build);
		if (!amount)
			return;
		held.node = share->node;
		held.amount = amount;
		held.first = cursor.offset;
		amount[FT_CORES] = _next_cores(&cursor, build->sockets);
		held.count = cursor.offset - held.first;
		if (fts_run_stopped(job))
			amount[FT_CORES] = 0;
		if (resources->memory_allocated)
			amount[FT_MEMORY] =
				(int64_t) resources->memory_allocated[n];
		fts_dimension_held(build, &held);
		if (held.whole)
			continue;
		_clamp(build, share->node, used, amount);
		share->amount = amount;
	}
}

/* When the plan said, and if it is still there then, when its limit says. */
static int64_t _shown_end(const struct fts_build *build,
			  const job_record_t *job)
{
	int64_t end = fts_run_end(build, job);
	int64_t planned = end - fts_late_by(build->former->late, job);

	if ((int64_t) job->end_time <= build->now)
		return end; /* overdue: it must be killed */
	return planned > build->now ? planned : end;
}

static void _hold_limits(struct fts_build *build, const job_record_t *job,
			 struct ft_run *run)
{
	assoc_mgr_lock_t locks = {
		.assoc = READ_LOCK, .qos = READ_LOCK, .tres = READ_LOCK};

	if (!build->limits)
		return;
	fts_lock_assoc(&locks, "run");
	fts_build_hold_limits(build, job, run);
	fts_unlock_assoc(&locks);
}

void fts_run_add(struct fts_build *build, job_record_t *job, int64_t *used)
{
	const job_resources_t *resources = job->job_resrcs;
	struct ft_share *share;
	struct ft_run *run;

	share = fts_build_alloc(build, resources->nhosts * sizeof(*share));
	run = ft_snapshot_add_run(build->snapshot);
	if (!run || !share) {
		build->failed = true;
		return;
	}
	run->job_id = job->job_id;
	run->end = _shown_end(build, job);
	run->predicted_end = fts_build_predicted_end(build, job, run->end);
	run->share = share;
	fts_pool_held(build, job, run);
	_hold_limits(build, job, run);
	_fill_run(build, job, run, used);
	fts_build_reboot(build, run);
	fts_build_buffer_run(build, job, run->end);
	run->alone = fts_segments_wanted(build, job);
	if (!run->alone)
		fts_build_preemptee(build, job, run);
	if (run->end < build->cycle->wake)
		build->cycle->wake = run->end;
}

/* The licences that a job has not given back yet. */
static void _hold_licences(struct fts_build *build, const job_record_t *job,
			   int64_t until)
{
	struct ft_licence *licence;
	uint32_t count;
	struct ft_run *run;

	licence = fts_build_licences(build, job->license_list, job->node_bitmap,
				     &count);
	if (!count)
		return;
	run = ft_snapshot_add_run(build->snapshot);
	if (!run) {
		build->failed = true;
		return;
	}
	run->job_id = job->job_id;
	run->end = until;
	run->licence = licence;
	run->licence_count = count;
}

/*
 * Nodes that a job has not left yet.  One that is being killed may take until
 * KillWait is over; an epilog takes a moment that cannot be foretold.
 */
void fts_run_leaves(struct fts_build *build, const job_record_t *job)
{
	bitstr_t *nodes =
		job->node_bitmap_cg ? job->node_bitmap_cg : job->node_bitmap;
	int64_t until = build->now + 1, killed;

	killed = (int64_t) job->end_time + slurm_conf.kill_wait + CLEAN_UP;
	if (!IS_JOB_COMPLETE(job) && killed > until)
		until = killed;
	_hold_licences(build, job, until);
	if (!nodes)
		return;
	for (int64_t i = fts_bit_next(nodes, 0);
	     i >= 0 && i < build->snapshot->node_count;
	     i = fts_bit_next(nodes, i + 1)) {
		struct ft_node *node = &build->snapshot->node[i];

		if (node->available_from < until)
			node->available_from = until;
	}
}
