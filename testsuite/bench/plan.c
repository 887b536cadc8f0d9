/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan - how long the engine plans a large machine from scratch.
 *
 *   plan [--case NAME] [--workload mixed|uniform] [--growth] [--promises]
 *        [--nodes N] [--running N] [--pending N] [--shapes N] [--seed N]
 *        [--repeats N] [--block N]
 *
 * One JSON line for each case: medians of the repeats, each in a process of
 * its own so that memory is the plan's alone.  "seconds" is what passes,
 * "cpu_seconds" what is used, "mib" the peak beyond the snapshot's memory.
 * What takes long is not repeated.  With --growth also a line for each case
 * about how its time grows with the jobs and with the nodes: the exponent
 * between the two largest sizes, and that over all of them.  With --promises
 * the plan is made again, its own result as promises.  With --block each N
 * nodes are on a leaf, to which jobs are bound (machine_setup.block).
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../promised.h"
#include "core/base/number.h"
#include "core/plan/schedule.h"
#include "gauge.h"
#include "machine.h"

enum { DAY = 24 * 3600, REPEATS_MAX = 99 };

struct setup {
	struct machine_setup machine;
	int64_t repeats;
	bool promises, growth;
	const char *only; /* the case asked for, NULL: all */
	const char *name;
};

struct result {
	double seconds, cpu_seconds, mib;
	uint64_t placed, points, checksum;
};

static struct ft_schedule *plan(const struct ft_snapshot *snapshot,
				struct result *result)
{
	double wall = gauge_seconds(CLOCK_MONOTONIC);
	double cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	struct ft_schedule *schedule;
	struct ft_err err;

	if (ft_schedule_plan(snapshot, &schedule, &err)) {
		fprintf(stderr, "plan: %s\n", err.text);
		exit(2);
	}
	result->seconds = gauge_seconds(CLOCK_MONOTONIC) - wall;
	result->cpu_seconds = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
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
	gauge_forget_peak();
	before = gauge_memory("VmRSS");
	schedule = plan(machine.snapshot, &result);
	result.mib = gauge_memory("VmHWM") - before;
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

static int by_value(const void *a, const void *b)
{
	double one = *(const double *) a, two = *(const double *) b;

	return (one > two) - (one < two);
}

static double median(double *value, size_t count)
{
	qsort(value, count, sizeof(*value), by_value);
	return value[count / 2];
}

/* Each of the figures is a median by itself; plans are all the same. */
static struct result repeat(const struct setup *setup)
{
	double seconds[REPEATS_MAX], cpu[REPEATS_MAX], mib[REPEATS_MAX];
	const double long_seconds = 20;
	struct result result = {0};
	size_t count = 0;

	while ((count < (size_t) setup->repeats) &&
	       (result.seconds < long_seconds)) {
		result = measure_apart(setup);
		seconds[count] = result.seconds;
		cpu[count] = result.cpu_seconds;
		mib[count++] = result.mib;
	}
	result.seconds = median(seconds, count);
	result.cpu_seconds = median(cpu, count);
	result.mib = median(mib, count);
	return result;
}

static struct result run_case(const struct setup *setup)
{
	struct result result = repeat(setup);

	printf("{\"bench\":\"plan\",\"case\":\"%s%s\",\"nodes\":%" PRId64
	       ",\"running\":%" PRId64 ",\"pending\":%" PRId64
	       ",\"shapes\":%" PRId64 ",\"seconds\":%.4f,\"mib\":%.1f"
	       ",\"workload\":\"%s\",\"placed\":%" PRIu64 ",\"points\":%" PRIu64
	       ",\"checksum\":\"%016" PRIx64 "\",\"cpu_seconds\":%.4f}\n",
	       setup->name, setup->promises ? "-promises" : "",
	       setup->machine.nodes, setup->machine.running,
	       setup->machine.pending, setup->machine.shapes, result.seconds,
	       result.mib, setup->machine.uniform ? "uniform" : "mixed",
	       result.placed, result.points, result.checksum,
	       result.cpu_seconds);
	fflush(stdout);
	return result;
}

enum { SIZES = 3 };

struct growth {
	const char *against;
	size_t count;
	int64_t size[SIZES];
	double seconds[SIZES];
};

static double exponent(const struct growth *growth, size_t from, size_t to)
{
	return log(growth->seconds[to] / growth->seconds[from]) /
	       log((double) growth->size[to] / (double) growth->size[from]);
}

static void print_growth(const struct setup *setup, const struct growth *growth)
{
	size_t last = growth->count - 1;

	printf("{\"bench\":\"plan-growth\",\"case\":\"%s\""
	       ",\"workload\":\"%s\",\"against\":\"%s\",\"sizes\":[",
	       setup->name, setup->machine.uniform ? "uniform" : "mixed",
	       growth->against);
	for (size_t i = 0; i < growth->count; i++)
		printf("%s%" PRId64, i ? "," : "", growth->size[i]);
	printf("],\"cpu_seconds\":[");
	for (size_t i = 0; i < growth->count; i++)
		printf("%s%.4f", i ? "," : "", growth->seconds[i]);
	printf("],\"exponent\":%.2f,\"exponent_overall\":%.2f}\n",
	       exponent(growth, last - 1, last), exponent(growth, 0, last));
	fflush(stdout);
}

/*
 * Smaller by a factor of ten, twice for jobs and once for nodes (and running
 * jobs).  CPU seconds, since whoever else uses the machine would bend the
 * curve.
 */
static void run_growth(const struct setup *full, const struct result *result)
{
	struct growth jobs = {.against = "pending"};
	struct growth nodes = {.against = "nodes"};
	struct setup setup = *full;

	for (int64_t part = 100; part > 0; part /= 10) {
		size_t at = jobs.count;

		setup.machine.pending = full->machine.pending / part;
		if (setup.machine.pending < 1000)
			continue;
		jobs.size[at] = setup.machine.pending;
		jobs.seconds[at] = part == 1 ? result->cpu_seconds
					     : repeat(&setup).cpu_seconds;
		jobs.count++;
	}
	if (jobs.count > 1)
		print_growth(full, &jobs);
	setup = *full;
	setup.machine.nodes /= 10;
	setup.machine.running /= 10;
	if ((setup.machine.nodes < 1000) || !setup.machine.running)
		return;
	nodes.count = 2;
	nodes.size[0] = setup.machine.nodes;
	nodes.seconds[0] = repeat(&setup).cpu_seconds;
	nodes.size[1] = full->machine.nodes;
	nodes.seconds[1] = result->cpu_seconds;
	print_growth(full, &nodes);
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
	bool mixed_only; /* unless asked for */
	int64_t pending; /* unless --pending says otherwise */
} cases[] = {
	{"whole", false, true, false, 100000},
	{"whole-unbounded", false, false, false, 100000},
	{"shared", true, true, true, 100000},
	/* The hard case: minutes with 100,000. */
	{"shared-unbounded", true, false, true, 10000},
};

static const struct option options[] = {
	{"nodes", required_argument, NULL, 'n'},
	{"running", required_argument, NULL, 'r'},
	{"pending", required_argument, NULL, 'p'},
	{"shapes", required_argument, NULL, 's'},
	{"case", required_argument, NULL, 'c'},
	{"repeats", required_argument, NULL, 'k'},
	{"seed", required_argument, NULL, 'S'},
	{"workload", required_argument, NULL, 'w'},
	{"block", required_argument, NULL, 'b'},
	{"promises", no_argument, NULL, 'P'},
	{"growth", no_argument, NULL, 'g'},
	{0},
};

static bool is_uniform(const char *text)
{
	if (!strcmp(text, "uniform"))
		return true;
	if (strcmp(text, "mixed")) {
		fprintf(stderr,
			"plan: --workload=%s: mixed or uniform is needed\n",
			text);
		exit(2);
	}
	return false;
}

static void parse_one(struct setup *setup, const char *name, int option)
{
	struct machine_setup *machine = &setup->machine;

	if (option == 'n')
		machine->nodes = number(name, optarg, 10000000);
	else if (option == 'r')
		machine->running = number(name, optarg, 10000000);
	else if (option == 'p')
		machine->pending = number(name, optarg, 100000000);
	else if (option == 's')
		machine->shapes = number(name, optarg, 100000000);
	else if (option == 'S')
		machine->seed = number(name, optarg, INT64_MAX);
	else if (option == 'b')
		machine->block = number(name, optarg, 10000);
	else if (option == 'w')
		machine->uniform = is_uniform(optarg);
	else if (option == 'k')
		setup->repeats = number(name, optarg, REPEATS_MAX);
	else if (option == 'P')
		setup->promises = true;
	else if (option == 'g')
		setup->growth = true;
	else if (option == 'c')
		setup->only = optarg;
	else
		exit(2);
}

static void parse(int argc, char **argv, struct setup *setup)
{
	struct machine_setup *machine = &setup->machine;
	int c, i = 0;

	while ((c = getopt_long(argc, argv, "", options, &i)) != -1)
		parse_one(setup, options[i].name, c);
	/* As many as the prototype had: see doc/benchmarks-in-full.md. */
	if (!machine->running)
		machine->running = machine->uniform ? 1701 : 2000;
	if ((machine->nodes < 100) || !machine->shapes || !setup->repeats ||
	    (machine->running > machine->nodes)) {
		fprintf(stderr, "plan: at least 100 nodes, 1 shape and 1 "
				"repeat, and no more running jobs than nodes "
				"are needed\n");
		exit(2);
	}
}

int main(int argc, char **argv)
{
	struct setup setup = {
		.machine.nodes = 10000,
		.machine.pending = -1,
		.machine.shapes = 500,
		.repeats = 3,
		.machine.seed = 1,
	};
	int64_t pending;
	bool any = false;

	parse(argc, argv, &setup);
	pending = setup.machine.pending;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct result result;

		if (setup.only ? strcmp(setup.only, cases[i].name) != 0
			       : setup.machine.uniform && cases[i].mixed_only)
			continue;
		setup.name = cases[i].name;
		setup.machine.shared = cases[i].shared;
		setup.machine.pending =
			pending < 0 ? cases[i].pending : pending;
		setup.machine.window = cases[i].window ? 7 * DAY : 0;
		result = run_case(&setup);
		if (setup.growth)
			run_growth(&setup, &result);
		any = true;
	}
	if (!any)
		fprintf(stderr, "plan: there is no case %s\n", setup.only);
	return any ? 0 : 2;
}
