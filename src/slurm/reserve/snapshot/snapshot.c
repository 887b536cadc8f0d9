/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See snapshot/snapshot.h.
 *
 * Nodes are copied in one hold of the locks, then running jobs and after these
 * pending ones, looked up again by id, in pieces, so that no client waits long.
 * What running jobs take of all there is is summed up in the last hold of
 * theirs, with reservations and licences, so that these agree with each other.
 * A job that starts or ends
 * between two pieces makes the plan cautious, not wrong: apply compares again.
 */
#include "core/base/arena.h"
#include "slurm/reserve/demand/queue.h"
#include "slurm/reserve/demand/shape.h"
#include "slurm/reserve/limit/limit_claim.h"
#include "slurm/reserve/resource/resv.h"
#include "slurm/reserve/snapshot/nodes.h"
#include "slurm/reserve/snapshot/runs.h"
#include "slurm/reserve/snapshot/snapshot.h"

#include <errno.h>
#include <stdlib.h>

#include "slurm/reserve/build/build.h"
#include "slurm/reserve/build/job_ahead.h"
#include "slurm/reserve/resource/exclusive.h"
#include "slurm/reserve/demand/chance.h"
#include "slurm/reserve/demand/misfit.h"
#include "slurm/reserve/resource/dimension.h"
#include "slurm/reserve/resource/pool.h"

/* So often a snapshot is made again for newcomers that it has no marks for. */
enum { GROWN_MAX = 3 };

static int _copy_cluster(struct fts_build *build, struct fts_hold *hold,
			 struct ft_err *err)
{
	int rc;

	fts_hold_take(hold, "cluster");
	build->now = time(NULL);
	rc = fts_build_nodes(build, err);
	if (!rc) {
		fts_build_limits(build);
		fts_pool_begin(build);
		rc = fts_build_runs(build, err);
	}
	if (!rc) {
		fts_dimension_runs(build);
		fts_pool_runs(build);
		fts_build_closures(build);
	}
	fts_hold_drop(hold);
	return rc;
}

static job_record_t *_find_cycle(uint32_t job_id)
{
	job_record_t *job = find_job_record(job_id);

	return job && IS_JOB_PENDING(job) ? job : NULL;
}

static int _copy_queue(struct fts_build *build, struct fts_hold *hold,
		       struct ft_err *err)
{
	int rc = 0;

	fts_hold_take(hold, "queue");
	for (uint32_t i = 0; !rc && i < build->id_count && !build->failed;
	     i++) {
		job_record_t *job;

		rc = fts_build_breathe(build, NULL, err);
		fts_job_ahead(build->id, build->id_count, i);
		job = rc ? NULL : _find_cycle(build->id[i]);
		for (uint32_t row = 0;
		     !rc && job && fts_build_prepare(build, job, row); row++) {
			rc = fts_build_breathe(build, NULL, err);
			job = rc ? NULL : _find_cycle(build->id[i]);
		}
		if (job)
			fts_build_pick(build, job);
	}
	fts_hold_drop(hold);
	return rc;
}

static void _free_build(struct fts_build *build)
{
	fts_build_limits_free(build);
	fts_pool_free(build);
	fts_dimension_free(build);
	free(build->preempt.run);
	free(build->preempt.held_memory);
	free(build->window);
	free(build->id);
	free(build->pick);
	fts_build_shapes_free(build);
	fts_build_chance_free(build);
	fts_build_content_free(build);
	ft_arena_free(build->own);
	ft_arena_free(build->draft);
}

static int _copy_cycle(struct fts_hold *hold,
		       const struct ft_schedule_options *options,
		       struct fts_memory *memory, struct fts_marks *marks,
		       const struct fts_former *former, struct fts_cycle *cycle,
		       struct ft_err *err)
{
	struct fts_build build = {.options = options,
				  .cycle = cycle,
				  .hold = hold,
				  .memory = memory,
				  .marks = marks,
				  .former = former};
	int rc;

	fts_marks_begin(marks);
	memset(cycle, 0, sizeof(*cycle));
	cycle->wake = FT_NEVER;
	rc = _copy_cluster(&build, hold, err);
	if (!rc)
		rc = _copy_queue(&build, hold, err);
	if (!rc)
		fts_build_limit_totals(&build);
	if (!rc)
		fts_build_jobs(&build);
	if (!rc && !build.failed)
		build.failed = fts_misfits_sift(cycle) != 0;
	if (!rc && build.failed)
		rc = ft_fail(err, -ENOMEM, "no memory to copy %u pending jobs",
			     build.id_count);
	_free_build(&build);
	if (rc)
		fts_cycle_free(cycle);
	return rc;
}

int fts_schedule_snapshot(struct fts_hold *hold,
			  const struct ft_schedule_options *options,
			  struct fts_memory *memory, struct fts_marks *marks,
			  const struct fts_former *former,
			  struct fts_cycle *cycle, struct ft_err *err)
{
	int rc = _copy_cycle(hold, options, memory, marks, former, cycle, err);

	/* A job that keeps nodes to itself for the first time counts now. */
	for (int i = 0; !rc && marks->grown && i < GROWN_MAX; i++) {
		fts_cycle_free(cycle);
		rc = _copy_cycle(hold, options, memory, marks, former, cycle,
				 err);
	}
	if (!rc)
		fts_marks_end(marks);
	return rc;
}

void fts_cycle_free(struct fts_cycle *cycle)
{
	ft_schedule_free(cycle->schedule);
	ft_snapshot_free(cycle->snapshot);
	free(cycle->misfit);
	memset(cycle, 0, sizeof(*cycle));
}
