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
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../promised.h"
#include "core/number.h"
#include "core/schedule.h"

enum { KINDS = 4, PARTITIONS = 8, CLOSURES = 50, LICENCES = 3, RESOURCES = 3 };
enum { DAY = 24 * 3600, REPEATS_MAX = 99 };

struct setup {
	int64_t nodes, running, pending, shapes, repeats, seed, window;
	bool promises, shared;
	const char *name;
};

struct result {
	double seconds, cpu_seconds, mib;
	uint64_t placed, points;
};

struct bench {
	struct setup setup;
	struct ft_snapshot *snapshot;
	uint64_t state;
	struct ft_node_set *kind[KINDS], *partition[PARTITIONS];
};

static const struct {
	int64_t share; /* of 20 nodes */
	uint32_t threads;
	int64_t cores, memory, gpus;
} kinds[KINDS] = {
	{8, 1, 64, 256000, 0},
	{6, 2, 128, 512000, 0},
	{3, 1, 64, 1000000, 0},
	{3, 1, 64, 512000, 4},
};

/* splitmix64 (Steele, Lea, Flood 2014) */
static uint64_t draw(struct bench *bench)
{
	uint64_t z = bench->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Uniform in [0, 1). */
static double uniform(struct bench *bench)
{
	return (double) (draw(bench) >> 11) * 0x1p-53;
}

static uint32_t below(struct bench *bench, uint32_t count)
{
	return (uint32_t) (draw(bench) % count);
}

static void *room(struct bench *bench, size_t count, size_t size)
{
	void *memory = ft_snapshot_alloc(bench->snapshot, count * size);

	if (!memory)
		exit(2);
	return memory;
}

static void make_nodes(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;

	for (int k = 0; k < KINDS; k++)
		bench->kind[k] = ft_snapshot_set(snapshot);
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		int64_t at = (int64_t) n * 20 / snapshot->node_count;
		int64_t *capacity = snapshot->capacity + n * RESOURCES;
		int k = 0;

		while (at >= kinds[k].share)
			at -= kinds[k++].share;
		snapshot->node[n].threads = kinds[k].threads;
		snapshot->node[n].weight = (uint64_t) k + 1;
		capacity[FT_CORES] = kinds[k].cores;
		capacity[FT_MEMORY] = kinds[k].memory;
		capacity[FT_FIRST_GRES] = kinds[k].gpus;
		ft_node_set_add(bench->kind[k], n);
	}
}

/* All, one for each kind, two kinds, one half, nine tenths. */
static void make_partitions(struct bench *bench)
{
	uint32_t count = bench->snapshot->node_count;

	for (int p = 0; p < PARTITIONS; p++)
		bench->partition[p] = ft_snapshot_set(bench->snapshot);
	ft_node_set_fill(bench->partition[0]);
	for (int k = 0; k < KINDS; k++)
		ft_node_set_or(bench->partition[1 + k], bench->kind[k]);
	ft_node_set_or(bench->partition[5], bench->kind[0]);
	ft_node_set_or(bench->partition[5], bench->kind[1]);
	for (uint32_t n = 0; n < count; n++) {
		if (n % 2)
			ft_node_set_add(bench->partition[6], n);
		if (n % 10)
			ft_node_set_add(bench->partition[7], n);
	}
}

static int64_t walltime(struct bench *bench)
{
	return (int64_t) (600 * pow(4.0 * DAY / 600, uniform(bench)));
}

/* Running jobs on neighbouring nodes fill the machine to about 95 %. */
static void make_runs(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;
	int64_t nodes = bench->setup.nodes, jobs = bench->setup.running;

	for (int64_t i = 0; i < jobs; i++) {
		uint32_t first = (uint32_t) (i * nodes / jobs);
		uint32_t end = (uint32_t) ((i + 1) * nodes / jobs);
		struct ft_run *run;

		if (below(bench, 20) == 0)
			continue;
		run = ft_snapshot_add_run(snapshot);
		run->job_id = 1 + (uint32_t) i;
		run->end =
			snapshot->now + 1 +
			(int64_t) (uniform(bench) * (double) walltime(bench));
		run->share = room(bench, end - first, sizeof(*run->share));
		for (uint32_t n = first; n < end; n++)
			run->share[run->share_count++].node = n;
	}
}

static void make_closures(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;

	for (int i = 0; i < CLOSURES; i++) {
		struct ft_closure *closure = ft_snapshot_add_closure(snapshot);
		struct ft_node_set *nodes = ft_snapshot_set(snapshot);
		uint32_t width = 1 + below(bench, snapshot->node_count / 50);
		uint32_t first = below(bench, snapshot->node_count - width);

		for (uint32_t n = first; n < first + width; n++)
			ft_node_set_add(nodes, n);
		closure->start = snapshot->now + below(bench, 10 * DAY);
		closure->end = closure->start + 3600 + below(bench, DAY);
		closure->nodes = nodes;
	}
}

static void make_demand(struct bench *bench, struct ft_request *request,
			const struct ft_node_set *eligible)
{
	int64_t *amount = room(bench, RESOURCES, sizeof(*amount));
	uint32_t any = ft_node_set_next(eligible, 0);
	const int64_t *capacity = bench->snapshot->capacity + any * RESOURCES;

	if (!bench->setup.shared) {
		request->exclusive = true;
		return;
	}
	amount[FT_CORES] = 1 + (int64_t) below(bench, 48);
	amount[FT_MEMORY] = amount[FT_CORES] * (1000 + below(bench, 3000));
	if (capacity[FT_FIRST_GRES])
		amount[FT_FIRST_GRES] = 1 + below(bench, 4);
	request->per_node = amount;
}

static void make_shape(struct bench *bench, struct ft_request *request)
{
	uint32_t p = below(bench, PARTITIONS);
	struct ft_node_set *eligible = bench->partition[p];
	double size = uniform(bench);
	uint32_t limit;

	/* A feature: one kind of the partition. */
	if (((p == 0) || (p > 5)) && (below(bench, 4) == 0)) {
		eligible = ft_snapshot_set(bench->snapshot);
		ft_node_set_or(eligible, bench->partition[p]);
		ft_node_set_and(eligible, bench->kind[below(bench, KINDS)]);
	}
	limit = ft_node_set_count(eligible);
	request->eligible = eligible;
	request->duration = walltime(bench);
	request->end_by = FT_NEVER;
	request->min_nodes = 1 + (uint32_t) (199 * size * size * size);
	if (request->min_nodes > limit)
		request->min_nodes = limit;
	request->max_nodes = request->min_nodes;
	request->min_tasks_node = 1;
	request->max_tasks_node = UINT32_MAX;
	make_demand(bench, request, eligible);
	if (below(bench, 20) == 0) {
		request->licence = room(bench, 1, sizeof(*request->licence));
		request->licence_count = 1;
		request->licence->licence = below(bench, LICENCES);
		request->licence->count = 1 + below(bench, 5);
	}
}

static void make_jobs(struct bench *bench)
{
	uint32_t shapes = (uint32_t) bench->setup.shapes;
	struct ft_request *shape = room(bench, shapes, sizeof(*shape));

	for (uint32_t i = 0; i < shapes; i++)
		make_shape(bench, &shape[i]);
	for (int64_t i = 0; i < bench->setup.pending; i++) {
		struct ft_job *job = ft_snapshot_add_job(bench->snapshot);

		job->job_id = 1000000 + (uint32_t) i;
		job->reserve = true;
		job->request_count = 1;
		job->request = &shape[below(bench, shapes)];
	}
}

static void make_snapshot(struct bench *bench)
{
	bench->state = (uint64_t) bench->setup.seed;
	bench->snapshot = ft_snapshot_new((uint32_t) bench->setup.nodes,
					  RESOURCES, LICENCES);
	if (!bench->snapshot)
		exit(2);
	bench->snapshot->now = 1700000000;
	bench->snapshot->window_end = FT_NEVER;
	if (bench->setup.window)
		bench->snapshot->window_end =
			bench->snapshot->now + bench->setup.window;
	for (int i = 0; i < LICENCES; i++)
		bench->snapshot->licence_total[i] = 100;
	make_nodes(bench);
	make_partitions(bench);
	make_runs(bench);
	make_closures(bench);
	make_jobs(bench);
}

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

static struct ft_schedule *plan(struct bench *bench, struct result *result)
{
	double wall = clock_seconds(CLOCK_MONOTONIC);
	double cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
	struct ft_schedule *schedule;
	struct ft_err err;

	if (ft_schedule_plan(bench->snapshot, &schedule, &err)) {
		fprintf(stderr, "plan: %s\n", err.text);
		exit(2);
	}
	result->seconds = clock_seconds(CLOCK_MONOTONIC) - wall;
	result->cpu_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	return schedule;
}

static struct result measure(struct bench *bench)
{
	struct ft_schedule *first = NULL, *schedule;
	struct result result = {0};
	double before;

	make_snapshot(bench);
	if (bench->setup.promises) {
		first = plan(bench, &result);
		promise(bench->snapshot, first);
	}
	forget_peak();
	before = memory("VmRSS");
	schedule = plan(bench, &result);
	result.mib = memory("VmHWM") - before;
	result.points = schedule->table_size;
	for (uint32_t j = 0; j < schedule->job_count; j++)
		result.placed += schedule->placement[j].verdict == FT_PLACED;
	ft_schedule_free(schedule);
	ft_schedule_free(first);
	ft_snapshot_free(bench->snapshot);
	return result;
}

/* The same in a child. */
static struct result measure_apart(const struct setup *setup)
{
	struct bench bench = {.setup = *setup};
	struct result result = {0};
	int pipes[2], status;
	pid_t child;

	if (pipe(pipes) || ((child = fork()) < 0)) {
		perror("plan");
		exit(2);
	}
	if (!child) {
		result = measure(&bench);
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
	       ",\"points\":%" PRIu64 ",\"seconds\":%.4f"
	       ",\"cpu_seconds\":%.4f,\"mib\":%.1f}\n",
	       setup->name, setup->promises ? "-promises" : "", setup->nodes,
	       setup->running, setup->pending, setup->shapes, median->placed,
	       median->points, median->seconds, median->cpu_seconds,
	       median->mib);
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
			setup->nodes = number(name, optarg, 10000000);
		else if (c == 'r')
			setup->running = number(name, optarg, 10000000);
		else if (c == 'p')
			setup->pending = number(name, optarg, 100000000);
		else if (c == 's')
			setup->shapes = number(name, optarg, 100000000);
		else if (c == 'k')
			setup->repeats = number(name, optarg, REPEATS_MAX);
		else if (c == 'S')
			setup->seed = number(name, optarg, INT64_MAX);
		else if (c == 'P')
			setup->promises = true;
		else if (c == 'c')
			only = optarg;
		else
			exit(2);
	}
	if ((setup->nodes < 100) || !setup->shapes || !setup->repeats ||
	    !setup->running || (setup->running > setup->nodes)) {
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
		.nodes = 10000,
		.running = 2000,
		.pending = -1,
		.shapes = 500,
		.repeats = 3,
		.seed = 1,
	};
	const char *only = parse(argc, argv, &setup);
	int64_t pending = setup.pending;
	bool any = false;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		if (only && strcmp(only, cases[i].name))
			continue;
		setup.name = cases[i].name;
		setup.shared = cases[i].shared;
		setup.pending = pending < 0 ? cases[i].pending : pending;
		setup.window = cases[i].window ? 7 * DAY : 0;
		run_case(&setup);
		any = true;
	}
	if (!any)
		fprintf(stderr, "plan: there is no case %s\n", only);
	return any ? 0 : 2;
}
