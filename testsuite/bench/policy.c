/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * policy - what the policies of sched/reserve cost on a large, mixed machine.
 *
 * One JSON line for each policy, on whole and on shared nodes: the medians of
 * the repeats, of time that passed and of processor time, and how many jobs
 * start at once and how many are promised a start.  The fill policies plan with
 * promises, after one running job in a hundred has ended early.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../promised.h"
#include "core/base/number.h"
#include "core/plan/schedule.h"
#include "gauge.h"
#include "machine.h"

enum { DAY = 24 * 3600, REPEATS_MAX = 99, EARLY = 100 };

struct policy_case {
	const char *name;
	uint32_t depth;
	bool promises;
	struct ft_policy policy;
};

static const struct policy_case cases[] = {
	{"all", FT_DEPTH_ALL, false, {0}},
	{"easy", 1, false, {0}},
	{"easy-shortest", 1, false, {.compress = FT_COMPRESS_SHORTEST}},
	{"bestfit", 1, false, {.backfill = FT_BACKFILL_BESTFIT}},
	{"greedy", 1, false, {.backfill = FT_BACKFILL_GREEDY}},
	{"order", FT_DEPTH_ALL, true, {0}},
	{"fill-priority",
	 FT_DEPTH_ALL,
	 true,
	 {.compress = FT_COMPRESS_PRIORITY}},
	{"fill-wfp3", FT_DEPTH_ALL, true, {.compress = FT_COMPRESS_WFP3}},
};

static struct ft_schedule *plan(const struct ft_snapshot *snapshot,
				double *seconds, double *cpu)
{
	struct ft_schedule *schedule;
	struct ft_err err;

	*seconds = gauge_seconds(CLOCK_MONOTONIC);
	*cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	if (ft_schedule_plan(snapshot, &schedule, &err)) {
		fprintf(stderr, "policy: %s\n", err.text);
		exit(2);
	}
	*seconds = gauge_seconds(CLOCK_MONOTONIC) - *seconds;
	*cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - *cpu;
	return schedule;
}

static void set_policy(struct ft_snapshot *snapshot,
		       const struct policy_case *wanted)
{
	snapshot->policy = wanted->policy;
	snapshot->policy.bucket_count = 1;
	snapshot->policy.depth = ft_snapshot_alloc(snapshot, sizeof(uint32_t));
	if (!snapshot->policy.depth)
		exit(2);
	snapshot->policy.depth[0] = wanted->depth;
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		snapshot->job[j].bucket = 0;
		snapshot->job[j].queued =
			snapshot->now - (int64_t) (j * UINT64_C(7919) % DAY);
	}
}

static void end_some_early(struct ft_snapshot *snapshot)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (i % EARLY)
			snapshot->run[kept++] = snapshot->run[i];
	snapshot->run_count = kept;
}

static int order(const void *x, const void *y)
{
	double a = *(const double *) x, b = *(const double *) y;

	return (a > b) - (a < b);
}

static void measure(const struct machine_setup *setup,
		    const struct policy_case *wanted, int64_t repeats)
{
	struct machine machine;
	struct ft_schedule *first = NULL, *schedule = NULL;
	double seconds[REPEATS_MAX], cpu[REPEATS_MAX], ignored[2];
	uint32_t now = 0, later = 0;

	machine_make(&machine, setup);
	if (wanted->promises) {
		first = plan(machine.snapshot, &ignored[0], &ignored[1]);
		promise(machine.snapshot, first);
		end_some_early(machine.snapshot);
	}
	set_policy(machine.snapshot, wanted);
	for (int64_t i = 0; i < repeats; i++) {
		ft_schedule_free(schedule);
		schedule = plan(machine.snapshot, &seconds[i], &cpu[i]);
	}
	qsort(seconds, (size_t) repeats, sizeof(*seconds), order);
	qsort(cpu, (size_t) repeats, sizeof(*cpu), order);
	for (uint32_t j = 0; j < schedule->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		if (place->verdict != FT_PLACED)
			continue;
		now += place->start == machine.snapshot->now;
		later += place->start > machine.snapshot->now;
	}
	printf("{\"bench\":\"policy\",\"case\":\"%s-%s\",\"nodes\":%" PRId64
	       ",\"running\":%" PRId64 ",\"pending\":%" PRId64
	       ",\"seconds\":%.4f,\"cpu_seconds\":%.4f,\"start\":%" PRIu32
	       ",\"promised\":%" PRIu32 "}\n",
	       setup->shared ? "shared" : "whole", wanted->name, setup->nodes,
	       setup->running, setup->pending, seconds[repeats / 2],
	       cpu[repeats / 2], now, later);
	fflush(stdout);
	ft_schedule_free(schedule);
	ft_schedule_free(first);
	machine_free(&machine);
}

static int64_t number(const char *text, int64_t min, int64_t max)
{
	int64_t value;

	if (ft_number_int(text, min, max, &value)) {
		fprintf(stderr, "policy: %s: give %" PRId64 " to %" PRId64 "\n",
			text, min, max);
		exit(2);
	}
	return value;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"nodes", required_argument, NULL, 'n'},
		{"running", required_argument, NULL, 'r'},
		{"pending", required_argument, NULL, 'p'},
		{"repeats", required_argument, NULL, 'i'},
		{"only", required_argument, NULL, 'o'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	struct machine_setup setup = {
		.nodes = 10000,
		.running = 2000,
		.pending = 20000,
		.shapes = 500,
		.window = 7 * DAY,
		.seed = 1,
	};
	const char *only = NULL;
	int64_t repeats = 3;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'n')
			setup.nodes = number(optarg, 1, 1000000);
		else if (c == 'r')
			setup.running = number(optarg, 0, 1000000);
		else if (c == 'p')
			setup.pending = number(optarg, 1, 1000000);
		else if (c == 'o')
			only = optarg;
		else if (c == 'i')
			repeats = number(optarg, 1, REPEATS_MAX);
		else
			return puts("Usage: policy [--nodes N] [--running N] "
				    "[--pending N] [--repeats N] "
				    "[--only CASE]") < 0 ||
			       c != 'h';
	}
	for (int shared = 0; shared < 2; shared++)
		for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
			setup.shared = shared;
			if (!only || !strcmp(only, cases[i].name))
				measure(&setup, &cases[i], repeats);
		}
	return 0;
}
