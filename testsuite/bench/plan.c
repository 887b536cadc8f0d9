/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan - how long the engine plans a large, mixed machine from scratch.
 *
 * One JSON line for each case: medians of the repeats, each in a process of
 * its own so that memory is the plan's alone.  "seconds" is what passes,
 * "cpu_seconds" what is used, "mib" the peak beyond the snapshot's memory.
 * With --promises the plan is made again, its own result as promises.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../promised.h"
#include "core/number.h"
#include "core/schedule.h"
#include "machine.h"

enum { DAY = 24 * 3600, REPEATS_MAX = 99 };

struct setup {
	struct machine_setup machine;
	int64_t repeats;
	bool promises;
	const char *name;
};

struct result {
	double seconds, cpu_seconds, mib;
	uint64_t placed, points, checksum;
};

/* A field of /proc/self/status, in MiB. */
static double memory(const char *field)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];
	double mib = 0;

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, field, strlen(field)))
			mib = strtod(line + strlen(field) + 1, NULL) / 1024;
	if (file)
		fclose(file);
	return mib;
}

static void forget_peak(void)
{
	FILE *file = fopen("/proc/self/clear_refs", "w");

	if (!file)
		return;
	fputs("5", file);
	fclose(file);
}

static double clock_seconds(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static struct ft_schedule *plan(const struct ft_snapshot *snapshot,
				struct result *result)
{
	double wall = clock_seconds(CLOCK_MONOTONIC);
	double cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
	struct ft_schedule *schedule;
	struct ft_err err;

	if (ft_schedule_plan(snapshot, &schedule, &err)) {
		fprintf(stderr, "plan: %s\n", err.text);
		exit(2);
	}
	result->seconds = clock_seconds(CLOCK_MONOTONIC) - wall;
	result->cpu_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	return schedule;
}

static uint64_t mix(uint64_t sum, uint64_t value)
{
	sum = (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15);
	return sum ^ (sum >> 29);
}

/* Tells plans apart: whatever makes the engine faster must not change it. */
static uint64_t checksum(const struct ft_schedule *schedule)
{
	uint64_t sum = schedule->job_count;

	for (uint32_t j = 0; j < schedule->job_count; j++) {
		const struct ft_placement *placement = &schedule->placement[j];

		sum = mix(sum, (uint64_t) placement->verdict);
		sum = mix(sum, (uint64_t) placement->obstacle);
		sum = mix(sum, (uint64_t) placement->start);
		for (uint32_t i = 0; i < placement->share_count; i++) {
			sum = mix(sum, placement->share[i].node);
			sum = mix(sum, placement->share[i].tasks);
		}
	}
	return sum;
}

static struct result measure(const struct setup *setup)
{
	struct machine machine;
	struct ft_schedule *first = NULL, *schedule;
	struct result result = {0};
	double before;

	machine_make(&machine, &setup->machine);
	if (setup->promises) {
		first = plan(machine.snapshot, &result);
		promise(machine.snapshot, first);
	}
	forget_peak();
	before = memory("VmRSS");
	schedule = plan(machine.snapshot, &result);
	result.mib = memory("VmHWM") - before;
	result.points = schedule->table_size;
	result.checksum = checksum(schedule);
	for (uint32_t j = 0; j < schedule->job_count; j++)
		result.placed += schedule->placement[j].verdict == FT_PLACED;
	ft_schedule_free(schedule);
	ft_schedule_free(first);
	machine_free(&machine);
	return result;
}

/* The same in a child. */
static struct result measure_apart(const struct setup *setup)
{
	struct result result = {0};
	int pipes[2], status;
	pid_t child;

	if (pipe(pipes) || ((child = fork()) < 0)) {
		perror("plan");
		exit(2);
	}
	if (!child) {
		result = measure(setup);
		_exit(write(pipes[1], &result, sizeof(result)) !=
		      sizeof(result));
	}
	close(pipes[1]);
	if ((read(pipes[0], &result, sizeof(result)) != sizeof(result)) ||
	    (waitpid(child, &status, 0) < 0) || status) {
		fprintf(stderr, "plan: the measured process failed\n");
		exit(2);
	}
	close(pipes[0]);
	return result;
}

static int by_seconds(const void *a, const void *b)
{
	const struct result *one = a, *two = b;

	return (one->cpu_seconds > two->cpu_seconds) -
	       (one->cpu_seconds < two->cpu_seconds);
}

static void run_case(const struct setup *setup)
{
	struct result result[REPEATS_MAX], *median;

	for (int64_t i = 0; i < setup->repeats; i++)
		result[i] = measure_apart(setup);
	qsort(result, (size_t) setup->repeats, sizeof(*result), by_seconds);
	median = &result[setup->repeats / 2];
	printf("{\"bench\":\"plan\",\"case\":\"%s%s\",\"nodes\":%" PRId64
	       ",\"running\":%" PRId64 ",\"pending\":%" PRId64
	       ",\"shapes\":%" PRId64 ",\"placed\":%" PRIu64
	       ",\"points\":%" PRIu64 ",\"checksum\":\"%016" PRIx64
	       "\",\"seconds\":%.4f"
	       ",\"cpu_seconds\":%.4f,\"mib\":%.1f}\n",
	       setup->name, setup->promises ? "-promises" : "",
	       setup->machine.nodes, setup->machine.running,
	       setup->machine.pending, setup->machine.shapes, median->placed,
	       median->points, median->checksum, median->seconds,
	       median->cpu_seconds, median->mib);
	fflush(stdout);
}

static int64_t number(const char *option, const char *text, int64_t max)
{
	int64_t value;

	if (ft_number_int(text, 0, max, &value)) {
		fprintf(stderr,
			"plan: --%s=%s: a number up to %" PRId64 " is needed\n",
			option, text, max);
		exit(2);
	}
	return value;
}

static const struct {
	const char *name;
	bool shared, window;
	int64_t pending; /* unless --pending says otherwise */
} cases[] = {
	{"whole", false, true, 100000},
	{"whole-unbounded", false, false, 100000},
	{"shared", true, true, 100000},
	/* The hard case: minutes with 100,000. */
	{"shared-unbounded", true, false, 10000},
};

static const struct option options[] = {
	{"nodes", required_argument, NULL, 'n'},
	{"running", required_argument, NULL, 'r'},
	{"pending", required_argument, NULL, 'p'},
	{"shapes", required_argument, NULL, 's'},
	{"case", required_argument, NULL, 'c'},
	{"repeats", required_argument, NULL, 'k'},
	{"seed", required_argument, NULL, 'S'},
	{"promises", no_argument, NULL, 'P'},
	{0},
};

/* Returns the case asked for, NULL for all. */
static const char *parse(int argc, char **argv, struct setup *setup)
{
	const char *only = NULL;
	int c, i = 0;

	while ((c = getopt_long(argc, argv, "", options, &i)) != -1) {
		const char *name = options[i].name;

		if (c == 'n')
			setup->machine.nodes = number(name, optarg, 10000000);
		else if (c == 'r')
			setup->machine.running = number(name, optarg, 10000000);
		else if (c == 'p')
			setup->machine.pending =
				number(name, optarg, 100000000);
		else if (c == 's')
			setup->machine.shapes = number(name, optarg, 100000000);
		else if (c == 'k')
			setup->repeats = number(name, optarg, REPEATS_MAX);
		else if (c == 'S')
			setup->machine.seed = number(name, optarg, INT64_MAX);
		else if (c == 'P')
			setup->promises = true;
		else if (c == 'c')
			only = optarg;
		else
			exit(2);
	}
	if ((setup->machine.nodes < 100) || !setup->machine.shapes ||
	    !setup->repeats || !setup->machine.running ||
	    (setup->machine.running > setup->machine.nodes)) {
		fprintf(stderr, "plan: at least 100 nodes, 1 shape, 1 repeat "
				"and 1 running job, and no more running jobs "
				"than nodes are needed\n");
		exit(2);
	}
	return only;
}

int main(int argc, char **argv)
{
	struct setup setup = {
		.machine.nodes = 10000,
		.machine.running = 2000,
		.machine.pending = -1,
		.machine.shapes = 500,
		.repeats = 3,
		.machine.seed = 1,
	};
	const char *only = parse(argc, argv, &setup);
	int64_t pending = setup.machine.pending;
	bool any = false;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		if (only && strcmp(only, cases[i].name))
			continue;
		setup.name = cases[i].name;
		setup.machine.shared = cases[i].shared;
		setup.machine.pending =
			pending < 0 ? cases[i].pending : pending;
		setup.machine.window = cases[i].window ? 7 * DAY : 0;
		run_case(&setup);
		any = true;
	}
	if (!any)
		fprintf(stderr, "plan: there is no case %s\n", only);
	return any ? 0 : 2;
}
