/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * event - how long the plan of a large, mixed machine takes after one event,
 * promises kept.
 *
 * Events are drawn uniformly over kinds (a running job ends early, a job
 * arrives, a pending job is changed, a node fails) and over positions in the
 * order; every tenth arrival and change comes to the very top.  Time moves on
 * by a second with each, and jobs that are due are started.  One JSON line for
 * each case: "seconds" is the 99th percentile, "fallbacks" the number of
 * events after which the plan was made afresh, "moved" how many starts or
 * nodes of jobs change with an event: the median, and the mean.
 *
 * --compress sets rsv_compress, which decides how much an event moves.
 * --verify compares each plan with one from scratch, --fresh measures plans
 * from scratch, --verbose prints each event.
 *
 * --board follows events on a board, as rsv_plan=board does.  --takes=PERCENT
 * lets so many of the shapes take runs, of which every tenth may be taken, at
 * once ("followed": plans that the board gave); --suspend: such a run leaves
 * its cores only, until it goes on.  --place=NUMBER: each shape
 * chooses nodes so (enum ft_place; 2 as with pack_serial_at_end).  --block=N:
 * each N nodes are on a leaf, to which jobs are bound (machine_setup.block).
 * --arrays: the jobs of a shape have one id until they run, as tasks of one
 * array have.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/number.h"
#include "core/plan/planner.h"
#include "gauge.h"
#include "machine.h"
#include "../promised.h"

enum { DAY = 24 * 3600, WINDOW = 7 * DAY, TOP = 10 };

enum kind { END, ARRIVAL, UPDATE, FAILURE, KIND_COUNT };

struct setup {
	struct machine_setup machine;
	int64_t events;
	int64_t takes; /* percent of the shapes */
	int64_t place; /* enum ft_place */
	bool verify, fresh, verbose, board, arrays, suspend;
	int64_t compress; /* enum ft_compress */
	const char *name;
};

struct bench {
	struct setup setup;
	struct machine machine;
	struct ft_snapshot *snapshot;
	struct ft_schedule *schedule; /* the last one */
	struct ft_planner *planner;
	uint32_t next_id;
	double *seconds, *cpu, *moved; /* of each event */
};

/* What may be taken leaves at once. */
static void renew_prey(struct ft_snapshot *snapshot)
{
	for (uint32_t r = 0; r < snapshot->run_count; r++)
		snapshot->run[r].gone = snapshot->now;
}

/* Every tenth run may be taken, by the first so many shapes of a hundred. */
static void make_prey(struct bench *bench)
{
	const struct setup *setup = &bench->setup;
	struct ft_snapshot *snapshot = bench->snapshot;

	for (uint32_t r = 0; setup->takes && (r < snapshot->run_count); r++) {
		snapshot->run[r].class = r % TOP == 0;
		snapshot->run[r].rank = r;
		snapshot->run[r].suspends = setup->suspend;
	}
	for (int64_t i = 0; i < setup->machine.shapes; i++) {
		bench->machine.shape[i].takes =
			(i * 37 % 100 < setup->takes) ? 1 << 1 : 0;
		bench->machine.shape[i].place = (uint32_t) setup->place;
	}
	renew_prey(snapshot);
}

static void end_run(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;
	uint32_t i = machine_below(&bench->machine, snapshot->run_count);

	snapshot->run[i] = snapshot->run[--snapshot->run_count];
}

static uint32_t position(struct bench *bench)
{
	if (!machine_below(&bench->machine, TOP))
		return 0;
	return machine_below(&bench->machine, bench->snapshot->job_count);
}

static struct ft_request *any_shape(struct bench *bench)
{
	uint32_t shapes = (uint32_t) bench->setup.machine.shapes;

	return &bench->machine.shape[machine_below(&bench->machine, shapes)];
}

static uint32_t array_id(const struct bench *bench,
			 const struct ft_request *shape)
{
	return 1 + (uint32_t) (shape - bench->machine.shape);
}

static void arrive(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;
	struct ft_request *shape = any_shape(bench);
	uint32_t at = position(bench);

	if (!ft_snapshot_add_job(snapshot))
		exit(2);
	memmove(&snapshot->job[at + 1], &snapshot->job[at],
		(snapshot->job_count - 1 - at) * sizeof(*snapshot->job));
	snapshot->job[at] = (struct ft_job){
		.job_id = bench->setup.arrays ? array_id(bench, shape)
					      : bench->next_id++,
		.reserve = true,
		.request_count = 1,
		.request = shape,
		.promise = FT_NEVER,
		.bucket = FT_NO_INDEX,
	};
}

/* A job asks for something else now: what it was promised is void. */
static void update(struct bench *bench)
{
	struct ft_job *job = &bench->snapshot->job[position(bench)];

	job->request = any_shape(bench);
	job->promise = FT_NEVER;
}

/* A node goes down, and with it the jobs that run there. */
static void fail(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;
	uint32_t node = machine_below(&bench->machine, snapshot->node_count);

	snapshot->node[node].available_from = FT_NEVER;
	for (uint32_t i = snapshot->run_count; i-- > 0;) {
		struct ft_run *run = &snapshot->run[i];
		bool hit = false;

		for (uint32_t s = 0; s < run->share_count; s++)
			hit |= run->share[s].node == node;
		if (hit)
			*run = snapshot->run[--snapshot->run_count];
	}
}

/* The planned job becomes a running one. */
static void start(struct bench *bench, const struct ft_job *job,
		  const struct ft_placement *placement)
{
	struct ft_snapshot *snapshot = bench->snapshot;
	const struct ft_request *request = &job->request[placement->request];
	uint32_t count = placement->share_count;
	size_t size = snapshot->resource_count * sizeof(int64_t);
	struct ft_run *run = ft_snapshot_add_run(snapshot);

	if (!run)
		exit(2);
	*run = (struct ft_run){
		.job_id = bench->setup.arrays ? bench->next_id++ : job->job_id,
		.end = placement->start + placement->duration,
		.licence = request->licence,
		.licence_count = request->licence_count,
		.share_count = count,
		.share = ft_snapshot_alloc(snapshot,
					   count * sizeof(*run->share)),
	};
	for (uint32_t i = 0; i < count; i++) {
		int64_t *amount = NULL;

		if (!request->exclusive) {
			amount = ft_snapshot_alloc(snapshot, size);
			memcpy(amount, placement->share[i].amount, size);
		}
		run->share[i] = (struct ft_share){
			.node = placement->share[i].node,
			.amount = amount,
		};
	}
}

/* Runs that leave for a job which starts now have left. */
static void take_runs(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *placement =
			&bench->schedule->placement[j];

		if (placement->start > snapshot->now)
			continue;
		for (uint32_t v = 0; v < placement->victim_count; v++) {
			struct ft_run *run =
				&snapshot->run[placement->victim[v]];

			if (run->suspends)
				suspend_run(snapshot, run, placement->duration);
			else
				run->end = snapshot->now;
		}
	}
}

/* What a controller would do with the schedule, and a second passes. */
static void apply(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;
	uint32_t kept = 0, runs = 0;

	take_runs(bench);
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *placement =
			&bench->schedule->placement[j];
		struct ft_job *job = &snapshot->job[j];

		if ((placement->verdict == FT_PLACED) &&
		    (placement->start == snapshot->now)) {
			start(bench, job, placement);
			continue;
		}
		job->promise = FT_NEVER;
		if (placement->verdict == FT_PLACED) {
			job->promise = placement->start;
			job->promise_held = placement->held;
			job->promise_rank = j;
			job->promise_request = placement->request;
			job->promise_duration = placement->duration;
			job->promise_share = placement->share;
			job->promise_share_count = placement->share_count;
		}
		snapshot->job[kept++] = *job;
	}
	snapshot->job_count = kept;
	snapshot->now++;
	snapshot->window_end++;
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].end > snapshot->now)
			snapshot->run[runs++] = snapshot->run[i];
	snapshot->run_count = runs;
	renew_prey(snapshot);
}

static void happen(struct bench *bench, enum kind kind)
{
	switch (kind) {
	case END:
		end_run(bench);
		break;
	case ARRIVAL:
		arrive(bench);
		break;
	case UPDATE:
		update(bench);
		break;
	default:
		fail(bench);
	}
}

static bool moved(const struct ft_job *job,
		  const struct ft_placement *placement)
{
	if (placement->verdict != FT_PLACED)
		return job->promise != FT_NEVER;
	if ((job->promise != placement->start) ||
	    (job->promise_share_count != placement->share_count))
		return true;
	for (uint32_t i = 0; i < placement->share_count; i++)
		if (job->promise_share[i].node != placement->share[i].node)
			return true;
	return false;
}

static void fail_with(const char *what)
{
	fprintf(stderr, "event: %s\n", what);
	exit(2);
}

static void verify(const struct bench *bench,
		   const struct ft_schedule *schedule)
{
	struct ft_schedule *fresh;
	struct ft_err err;

	if (ft_schedule_plan(bench->snapshot, &fresh, &err))
		fail_with(err.text);
	for (uint32_t j = 0; j < fresh->job_count; j++) {
		const struct ft_placement *a = &fresh->placement[j];
		const struct ft_placement *b = &schedule->placement[j];
		bool same = (a->verdict == b->verdict) &&
			    (a->start == b->start) &&
			    (a->obstacle == b->obstacle) &&
			    (a->request == b->request) &&
			    (a->share_count == b->share_count);

		for (uint32_t i = 0; same && (i < a->share_count); i++)
			same = (a->share[i].node == b->share[i].node) &&
			       (a->share[i].tasks == b->share[i].tasks);
		if (!same)
			fail_with("the kept plan is not the fresh one");
	}
	ft_schedule_free(fresh);
}

static void plan(struct bench *bench, double *ret_seconds, double *ret_cpu,
		 double *ret_moved)
{
	double before = gauge_seconds(CLOCK_MONOTONIC);
	double used = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	struct ft_schedule *schedule;
	struct ft_err err;

	if (bench->setup.fresh
		    ? ft_schedule_plan(bench->snapshot, &schedule, &err)
		    : ft_planner_plan(bench->planner, bench->snapshot, NULL,
				      &schedule, &err))
		fail_with(err.text);
	*ret_seconds = gauge_seconds(CLOCK_MONOTONIC) - before;
	*ret_cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
	*ret_moved = 0;
	for (uint32_t j = 0; j < schedule->job_count; j++)
		*ret_moved += moved(&bench->snapshot->job[j],
				    &schedule->placement[j]);
	if (bench->setup.verify)
		verify(bench, schedule);
	ft_schedule_free(bench->schedule);
	bench->schedule = schedule;
}

static int by_value(const void *a, const void *b)
{
	double one = *(const double *) a, two = *(const double *) b;

	return (one > two) - (one < two);
}

static void run_events(struct bench *bench)
{
	static const char *const names[] = {"end", "arrival", "update",
					    "failure"};

	for (int64_t e = 0; e < bench->setup.events; e++) {
		enum kind kind = machine_below(&bench->machine, KIND_COUNT);
		uint64_t fresh = ft_planner_counted(bench->planner).fresh;

		apply(bench);
		happen(bench, kind);
		plan(bench, &bench->seconds[e], &bench->cpu[e],
		     &bench->moved[e]);
		if (!bench->setup.verbose)
			continue;
		fresh = ft_planner_counted(bench->planner).fresh - fresh;
		fprintf(stderr,
			"%" PRId64 " %s %.6f moved %.0f fresh %" PRIu64 " %s\n",
			e, names[kind], bench->seconds[e], bench->moved[e],
			fresh, ft_planner_declined(bench->planner));
	}
}

static void report(struct bench *bench, double mib)
{
	const struct machine_setup *machine = &bench->setup.machine;
	uint64_t fresh = ft_planner_counted(bench->planner).fresh;
	size_t count = (size_t) bench->setup.events;
	double sum = 0;

	for (size_t e = 0; e < count; e++)
		sum += bench->moved[e];
	qsort(bench->seconds, count, sizeof(*bench->seconds), by_value);
	qsort(bench->cpu, count, sizeof(*bench->cpu), by_value);
	qsort(bench->moved, count, sizeof(*bench->moved), by_value);
	printf("{\"bench\":\"plan\",\"case\":\"%s\",\"nodes\":%" PRId64
	       ",\"running\":%" PRId64 ",\"pending\":%" PRId64
	       ",\"shapes\":%" PRId64
	       ",\"compress\":\"%s\",\"events\":%zu,\"seconds\":%.6f"
	       ",\"median\":%.6f,\"cpu_seconds\":%.6f,\"cpu_median\":%.6f,"
	       "\"mib\":%.1f,\"fallbacks\":%" PRIu64 ",\"followed\":%" PRIu64
	       ",\"moved\":%.0f,\"moved_mean\":%.0f}\n",
	       bench->setup.name, machine->nodes, machine->running,
	       machine->pending, machine->shapes,
	       ft_compress_names[bench->setup.compress], count,
	       bench->seconds[(count * 99 + 99) / 100 - 1],
	       bench->seconds[count / 2],
	       bench->cpu[(count * 99 + 99) / 100 - 1], bench->cpu[count / 2],
	       mib,
	       /* The first plan is no event. */
	       fresh ? fresh - 1 : count,
	       ft_planner_counted(bench->planner).followed,
	       bench->moved[count / 2], sum / (double) count);
	fflush(stdout);
}

static void share_ids(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->snapshot;

	for (uint32_t j = 0; bench->setup.arrays && (j < snapshot->job_count);
	     j++)
		snapshot->job[j].job_id =
			array_id(bench, snapshot->job[j].request);
}

static void run_case(const struct setup *setup)
{
	struct bench bench = {.setup = *setup, .next_id = 2000000};
	size_t count = (size_t) setup->events;
	double before, seconds, cpu, moved;

	machine_make(&bench.machine, &setup->machine);
	bench.snapshot = bench.machine.snapshot;
	bench.snapshot->policy.compress = (enum ft_compress) setup->compress;
	make_prey(&bench);
	share_ids(&bench);
	bench.planner = ft_planner_new();
	bench.seconds = calloc(count, sizeof(*bench.seconds));
	bench.cpu = calloc(count, sizeof(*bench.cpu));
	bench.moved = calloc(count, sizeof(*bench.moved));
	if (!bench.planner || !bench.seconds || !bench.cpu || !bench.moved)
		fail_with("out of memory");
	if (setup->board)
		ft_planner_keep(bench.planner, FT_KEEP_BOARD);
	before = gauge_memory("VmRSS");
	plan(&bench, &seconds, &cpu, &moved);
	run_events(&bench);
	report(&bench, gauge_memory("VmHWM") - before);
	ft_schedule_free(bench.schedule);
	ft_planner_free(bench.planner);
	machine_free(&bench.machine);
	free(bench.seconds);
	free(bench.cpu);
	free(bench.moved);
}

static int64_t number(const char *option, const char *text, int64_t max)
{
	int64_t value;

	if (ft_number_int(text, 0, max, &value)) {
		fprintf(stderr,
			"event: --%s=%s: a number up to %" PRId64
			" is needed\n",
			option, text, max);
		exit(2);
	}
	return value;
}

static const struct option options[] = {
	{"nodes", required_argument, NULL, 'N'},
	{"running", required_argument, NULL, 'N'},
	{"pending", required_argument, NULL, 'N'},
	{"shapes", required_argument, NULL, 'N'},
	{"events", required_argument, NULL, 'N'},
	{"seed", required_argument, NULL, 'N'},
	{"takes", required_argument, NULL, 'N'},
	{"place", required_argument, NULL, 'N'},
	{"block", required_argument, NULL, 'N'},
	{"case", required_argument, NULL, 'c'},
	{"compress", required_argument, NULL, 'C'},
	{"verbose", no_argument, NULL, 'v'},
	{"verify", no_argument, NULL, 'V'},
	{"fresh", no_argument, NULL, 'f'},
	{"board", no_argument, NULL, 'b'},
	{"arrays", no_argument, NULL, 'a'},
	{"suspend", no_argument, NULL, 's'},
	{0},
};

/* The number that is set by the option of that place. */
static int64_t *field(struct setup *setup, int option)
{
	struct machine_setup *machine = &setup->machine;
	int64_t *const fields[] = {
		&machine->nodes,  &machine->running, &machine->pending,
		&machine->shapes, &setup->events,    &machine->seed,
		&setup->takes,	  &setup->place,     &machine->block,
	};

	return fields[option];
}

/* A value of rsv_compress. */
static int64_t choice(const char *name)
{
	int64_t i = 0;

	while (ft_compress_names[i] && strcmp(ft_compress_names[i], name))
		i++;
	if (!ft_compress_names[i])
		fail_with("--compress: see rsv_compress for its values");
	return i;
}

/* Returns the case asked for, NULL for all. */
static const char *parse(int argc, char **argv, struct setup *setup)
{
	const char *only = NULL;
	int c, i = 0;

	while ((c = getopt_long(argc, argv, "", options, &i)) != -1) {
		if (c == 'N')
			*field(setup, i) =
				number(options[i].name, optarg, 100000000);
		else if (c == 'v')
			setup->verbose = true;
		else if (c == 'V')
			setup->verify = true;
		else if (c == 'f')
			setup->fresh = true;
		else if (c == 'b')
			setup->board = true;
		else if (c == 'a')
			setup->arrays = true;
		else if (c == 's')
			setup->suspend = true;
		else if (c == 'C')
			setup->compress = choice(optarg);
		else if (c == 'c')
			only = optarg;
		else
			exit(2);
	}
	if ((setup->machine.nodes < 100) || !setup->machine.shapes ||
	    !setup->machine.running ||
	    (setup->machine.running > setup->machine.nodes))
		fail_with("at least 100 nodes, 1 shape and 1 running job, and "
			  "no more running jobs than nodes are needed");
	return only;
}

int main(int argc, char **argv)
{
	struct setup setup = {
		.machine =
			{
				.nodes = 10000,
				.running = 2000,
				.pending = 100000,
				.shapes = 500,
				.seed = 1,
				.window = WINDOW,
			},
	};
	const char *only = parse(argc, argv, &setup);
	int64_t events = setup.events;
	/* After most events of shared nodes a plan is made afresh: seconds. */
	static const struct {
		const char *name;
		int64_t events; /* unless --events says otherwise */
	} cases[] = {{"event-whole", 1000}, {"event-shared", 10}};
	bool any = false;

	for (int shared = 0; shared < 2; shared++) {
		if (only && strcmp(only, cases[shared].name))
			continue;
		setup.name = cases[shared].name;
		setup.events = events ? events : cases[shared].events;
		setup.machine.shared = shared;
		run_case(&setup);
		any = true;
	}
	if (!any)
		fprintf(stderr, "event: there is no case %s\n", only);
	return any ? 0 : 2;
}
