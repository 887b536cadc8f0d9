/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * snapshot - a snapshot's file, and what becomes of a snapshot: checked,
 * sifted, planned, planned again by a planner that keeps its plan, estimated,
 * written.
 *
 * Laws: a snapshot that was read is taken by the planner; what was sifted is
 * not refused; what was written is read again.
 */
#define _GNU_SOURCE
#include "harness.h"
#include "run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../property/sample.h"
#include "core/plan/estimate.h"
#include "core/plan/expect.h"
#include "core/plan/planner.h"

enum { SEEDS = 160, JOBS = 64, NODES = 256, STEPS = 2000 };

static char folder[] = "/tmp/ft-again.XXXXXX";
static char path[sizeof(folder) + 16];

static void leave(void)
{
	unlink(path);
	rmdir(folder);
}

static const char *place(void)
{
	if (!*path) {
		if (!mkdtemp(folder))
			abort();
		snprintf(path, sizeof(path), "%s/snapshot", folder);
		atexit(leave);
	}
	return path;
}

static struct ft_snapshot *sample(uint64_t seed)
{
	struct ft_snapshot *snapshot = sample_new(seed);

	if (seed % 2)
		sample_policy(snapshot, seed);
	if (seed % 3 == 1)
		sample_takes(snapshot, seed);
	if (seed % 5 == 1)
		sample_changes(snapshot, seed);
	if (seed % 5 == 2)
		sample_segments(snapshot, seed);
	if (seed % 7 == 1)
		sample_wants(snapshot, seed);
	return snapshot;
}

/* What of it the next cycle would keep as promises. */
static void promise(struct ft_snapshot *snapshot,
		    const struct ft_schedule *schedule)
{
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		const struct ft_placement *placed = &schedule->placement[i];
		struct ft_job *job = &snapshot->job[i];

		if (placed->verdict != FT_PLACED || !placed->held)
			continue;
		job->promise = placed->start;
		job->promise_request = placed->request;
		job->promise_share_count = placed->share_count;
		job->promise_share = placed->share;
		job->promise_part_count = placed->part_count;
		job->promise_part_end = placed->part_end;
	}
}

/* What samples lack: each thing of which a file has a field. */
static void enrich(struct ft_snapshot *snapshot, uint64_t seed)
{
	snapshot->policy.commit = (int64_t) (seed % 3) * 10;
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		struct ft_job *job = &snapshot->job[i];

		job->tier = (uint32_t) (seed + i) % 2;
		job->tentative = (seed + i) % 5 == 0;
		job->tried = (seed + i) % 7 ? NULL : "its nodes";
		job->predicted = (int64_t) ((seed + i) % 4);
		job->promise_held = (seed + i) % 2;
		job->promise_duration = (int64_t) ((seed + i) % 3);
	}
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].end > snapshot->now + 1)
			snapshot->run[i].predicted_end = snapshot->run[i].end;
}

void fuzz_snapshot_seed(fuzz_take take, void *context)
{
	enum { ROOM = 1 << 20 };
	char *text = malloc(ROOM);
	struct ft_err err;

	for (uint64_t seed = 0; text && seed < SEEDS; seed++) {
		struct ft_snapshot *snapshot = sample(seed);
		struct ft_schedule *schedule = NULL;
		FILE *file;
		size_t size;

		/* Every fourth one as the second of two cycles. */
		if (seed % 4 == 3) {
			enrich(snapshot, seed);
			if (ft_schedule_plan(snapshot, &schedule, &err))
				abort();
			promise(snapshot, schedule);
		}
		if (ft_snapshot_write(snapshot, place(), &err))
			abort();
		ft_snapshot_free(snapshot);
		if (schedule)
			ft_schedule_free(schedule);
		file = fopen(path, "re");
		if (!file)
			abort();
		size = fread(text, 1, ROOM, file);
		fclose(file);
		take(context, text, size);
	}
	free(text);
}

/* A planner's plan is the one that is made from nothing. */
static void compare(const struct ft_snapshot *snapshot,
		    const struct ft_schedule *schedule)
{
	struct ft_schedule *plain = NULL;
	struct ft_err err;
	int rc;

	fuzz_spare(true);
	rc = ft_schedule_plan(snapshot, &plain, &err);
	FUZZ_LAW(!rc);
	for (uint32_t i = 0; !rc && i < snapshot->job_count; i++) {
		const struct ft_placement *one = &schedule->placement[i];
		const struct ft_placement *two = &plain->placement[i];

		FUZZ_LAW(one->verdict == two->verdict);
		if (one->verdict == FT_PLACED && two->verdict == FT_PLACED)
			FUZZ_LAW(one->start == two->start &&
				 one->share_count == two->share_count);
	}
	if (!rc)
		ft_schedule_free(plain);
	fuzz_spare(false);
}

static void plan_again(struct ft_planner *planner, struct ft_snapshot *snapshot)
{
	struct ft_schedule *first = NULL, *second = NULL;
	struct ft_err err;
	int rc = FUZZ_LESS(
		ft_planner_plan(planner, snapshot, NULL, &first, &err));

	FUZZ_LAW(rc != -EINVAL);
	if (!rc) {
		compare(snapshot, first);
		promise(snapshot, first);
		snapshot->now++;
		if (!FUZZ_LESS(ft_planner_plan(planner, snapshot, NULL, &second,
					       &err))) {
			compare(snapshot, second);
			ft_schedule_free(second);
		}
		ft_schedule_free(first);
	}
}

static void use(struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule = NULL;
	struct ft_planner *planner;
	struct ft_err err;
	int64_t start[JOBS];

	snapshot->policy.steps = STEPS;
	if (!FUZZ_LESS(ft_schedule_plan(snapshot, &schedule, &err))) {
		compare(snapshot, schedule);
		FUZZ_LESS(ft_estimate_starts(snapshot, schedule, NULL, start,
					     &err));
		FUZZ_LESS(ft_expect_starts(snapshot, schedule, NULL, start,
					   &err));
		ft_schedule_free(schedule);
	}
	planner = FUZZ_MADE(ft_planner_new());
	if (planner)
		plan_again(planner, snapshot);
	ft_planner_free(planner);
}

static void keep(void *context, uint32_t job, const char *why)
{
	(void) context;
	(void) job;
	(void) why;
}

static void write_again(struct ft_snapshot *snapshot)
{
	struct ft_snapshot *again = NULL;
	struct ft_err err;

	if (FUZZ_CODE(ft_snapshot_write(snapshot, place(), &err)) ||
	    FUZZ_CODE(ft_snapshot_read(path, &again, &err)))
		return;
	FUZZ_LAW(again->job_count == snapshot->job_count);
	ft_snapshot_free(again);
}

void fuzz_snapshot(const char *data, size_t size)
{
	struct ft_snapshot *snapshot = NULL;
	struct ft_err err;

	if (FUZZ_CODE(ft_snapshot_read(fuzz_path(data, size), &snapshot, &err)))
		return;
	if (snapshot->job_count <= JOBS && snapshot->node_count <= NODES) {
		write_again(snapshot);
		ft_snapshot_bound(snapshot);
		if (!FUZZ_CODE(ft_snapshot_sift(snapshot, keep, NULL)) &&
		    !FUZZ_CODE(ft_snapshot_check(snapshot, &err)))
			use(snapshot);
	}
	ft_snapshot_free(snapshot);
}
