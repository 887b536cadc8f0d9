/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_snapshot.h.
 *
 * One hold of the locks copies nodes, running jobs, reservations and licences,
 * so that these agree with each other.  Then pending jobs are looked up again
 * by id, in pieces, so that no client waits long.  A job that starts or ends
 * between two pieces makes the plan cautious, not wrong: apply compares again.
 */
#include "slurm/schedule_snapshot.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "slurm/schedule_build.h"

enum {
	PIECE_US = 20000, /* aimed-at length of one hold */
	PAUSE_NS = 1000000,
	JOBS_BETWEEN_LOOKS = 16, /* at the clock */
};

static const slurmctld_lock_t locks = {.conf = READ_LOCK,
				       .job = WRITE_LOCK,
				       .node = WRITE_LOCK,
				       .part = READ_LOCK,
				       .fed = READ_LOCK};

struct piece {
	int64_t taken; /* monotonic microseconds */
	int64_t length;
	int64_t *longest; /* of all holds */
};

static int64_t _clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void _take(struct piece *piece)
{
	lock_slurmctld(locks);
	piece->taken = _clock();
}

static void _drop(struct piece *piece)
{
	int64_t held = _clock() - piece->taken;

	unlock_slurmctld(locks);
	if (held > *piece->longest)
		*piece->longest = held;
}

/* Long enough for whoever waits for the locks to get them. */
static void _pause(void)
{
	struct timespec pause = {.tv_nsec = PAUSE_NS};

	nanosleep(&pause, NULL);
}

/* Nodes or configuration changed: what was copied before does not fit. */
static bool _outdated(const struct fts_build *build)
{
	return slurm_conf.last_update != build->config_time ||
	       (uint32_t) node_record_count != build->snapshot->node_count;
}

static int _copy_cluster(struct fts_build *build, struct piece *piece,
			 struct ft_err *err)
{
	int rc;

	_take(piece);
	build->now = time(NULL);
	rc = fts_build_nodes(build, err);
	if (!rc) {
		fts_build_runs(build);
		fts_build_licence_totals(build);
		fts_build_closures(build);
		fts_build_ids(build);
	}
	_drop(piece);
	return rc;
}

static int _copy_queue(struct fts_build *build, struct piece *piece,
		       struct ft_err *err)
{
	int rc = 0;

	_pause();
	_take(piece);
	for (uint32_t i = 0; i < build->id_count && !build->failed; i++) {
		job_record_t *job;

		if (i % JOBS_BETWEEN_LOOKS == 0 &&
		    _clock() - piece->taken > piece->length) {
			_drop(piece);
			_pause();
			_take(piece);
		}
		if (_outdated(build)) {
			rc = ft_fail(err, -EAGAIN,
				     "the configuration or the nodes changed "
				     "while jobs were copied");
			break;
		}
		job = find_job_record(build->id[i]);
		if (job && IS_JOB_PENDING(job))
			fts_build_pick(build, job);
	}
	_drop(piece);
	return rc;
}

static void _free_build(struct fts_build *build)
{
	for (uint32_t i = 0; i < build->licence_count; i++)
		free(build->licence[i]);
	free(build->licence);
	free(build->kind);
	free(build->window);
	free(build->id);
	free(build->pick);
	free(build->shape);
}

int fts_schedule_snapshot(const struct ft_schedule_options *options,
			  struct fts_cycle *cycle, struct ft_err *err)
{
	struct fts_build build = {.options = options, .cycle = cycle};
	struct piece piece = {.length = PIECE_US, .longest = &cycle->hold_us};
	int rc;

	memset(cycle, 0, sizeof(*cycle));
	cycle->wake = FT_NEVER;
	if (options->yield_interval_us < piece.length)
		piece.length = options->yield_interval_us;
	rc = _copy_cluster(&build, &piece, err);
	if (!rc)
		rc = _copy_queue(&build, &piece, err);
	if (!rc)
		fts_build_jobs(&build);
	if (!rc && build.failed)
		rc = ft_fail(err, -ENOMEM, "no memory to copy %u pending jobs",
			     build.id_count);
	_free_build(&build);
	if (rc)
		fts_cycle_free(cycle);
	return rc;
}

void fts_cycle_free(struct fts_cycle *cycle)
{
	ft_schedule_free(cycle->schedule);
	ft_snapshot_free(cycle->snapshot);
	memset(cycle, 0, sizeof(*cycle));
}
