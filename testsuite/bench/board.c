/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * board - what one event costs a plan that lives (src/core/board).
 *
 *   board [--case NAME] [--events N] [--seed N] [--check N] [--mix MIX]
 *         [--owners N] [--uneven N] [--bare]
 *
 * The machine and queue of machine.h, a first plan by ft_schedule_plan, then
 * events; time moves on by a second with each, due jobs start and runs end.
 * Mixes: uniform (an early end, an arrival, a change, a failed node, each as
 * often), site (45 % ends, 45 % arrivals, 9.8 % changes, 0.2 % failures).
 * One JSON line for each kind of event and one for all: processor time until
 * what the event concerns is mended and all that can start now does
 * ("seconds"), how many placements changed.  What promises the board then finds
 * for jobs without any, in --steps counted steps, is a kind of its own.  The
 * last line has the board's memory and the planned core hours of the next three
 * days, its own and those of a fresh plan of the same state,
 * and its own once it is at rest ("difference_rest": all that find a place have
 * a promise) with what that took ("rest_seconds").  --check N: the
 * laws of testsuite/property/board_law.h after each N-th event.  --owners N:
 * requests and runs are those of N owners in turn, each of which may have twice
 * its part of all cores and as many jobs as would fill that part.  --uneven N:
 * N of 100 requests of shared nodes want tasks of a core each, as many as their
 * nodes would have had cores, on any number of nodes.  --bare: without the last
 * line, which takes longer than all the rest.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../property/board_law.h"
#include "core/base/number.h"
#include "core/plan/schedule.h"
#include "gauge.h"
#include "machine.h"

enum { DAY = 24 * 3600, WINDOW = 7 * DAY, TOP = 10, DAYS = 3 };

enum kind { END, ARRIVAL, UPDATE, FAILURE, TIME, PROSPECT, KIND_COUNT };

static const char *const kind_names[] = {"end",	    "arrival", "change",
					 "failure", "time",    "promises"};

struct series {
	double *value;
	uint64_t count;
};

struct bench {
	struct machine machine;
	struct world world;
	const char *name;
	int64_t events, check, steps, owners, uneven;
	bool site; /* the mix */
	bool bare; /* no comparison with a fresh plan */
	uint32_t next_id;
	struct series cpu[KIND_COUNT], moved[KIND_COUNT];
	uint64_t touched; /* placements that the event changed */
	uint64_t broken;
	struct law_report report;
};

static void fail_with(const char *what)
{
	fprintf(stderr, "board: %s\n", what);
	exit(2);
}

static void note(struct bench *bench, enum kind kind, double cpu)
{
	bench->cpu[kind].value[bench->cpu[kind].count++] = cpu;
	bench->moved[kind].value[bench->moved[kind].count++] =
		(double) bench->touched;
	bench->touched = 0;
}

/* Promises as ft_schedule_plan finds them. */
static void plan_fresh(struct ft_snapshot *snapshot,
		       struct ft_schedule **ret_schedule)
{
	struct ft_err err;

	if (ft_schedule_plan(snapshot, ret_schedule, &err))
		fail_with(err.text);
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *placement =
			&(*ret_schedule)->placement[j];
		struct ft_job *job = &snapshot->job[j];

		if (placement->verdict != FT_PLACED)
			continue;
		job->promise = placement->start;
		job->promise_held = placement->held;
		job->promise_rank = j;
		job->promise_duration = placement->duration;
		job->promise_share = placement->share;
		job->promise_share_count = placement->share_count;
	}
}

static void count_change(struct world *world, uint32_t number,
			 const struct ft_board_placement *fresh, void *context)
{
	struct bench *bench = context;

	bench->touched += world->job[number].state == WORLD_PROMISED;
	law_watch(world, number, fresh, &bench->report);
}

/* The board works: what the event broke, and who starts; then promises. */
static double work(struct bench *bench, double so_far)
{
	double before = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	int rc = 0;

	ft_board_settle(bench->world.board, UINT64_MAX / 4, &rc);
	if (rc)
		fail_with("out of memory");
	return so_far + gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
}

static uint32_t any_in(struct bench *bench, bool running)
{
	const struct world *world = &bench->world;

	for (;;) {
		uint32_t j = machine_below(&bench->machine, world->job_count);
		const struct world_job *job = &world->job[j];

		if (running ? job->state == WORLD_RUNNING
			    : (job->state == WORLD_WAITING) ||
				      (job->state == WORLD_PROMISED))
			return j;
	}
}

static struct ft_board_job any_job(struct bench *bench)
{
	struct machine *machine = &bench->machine;
	uint64_t last = (uint64_t) machine->setup.pending << 20;
	uint64_t key =
		1 + (uint64_t) (machine_uniform(machine) * (double) last);

	if (!machine_below(machine, TOP))
		key = 1;
	return (struct ft_board_job){
		.id = bench->next_id++,
		.request = &machine->shape[machine_below(
			machine, (uint32_t) machine->setup.shapes)],
		.key = key,
		.over = key,
		.queued = bench->world.now,
	};
}

static enum kind draw_kind(struct bench *bench)
{
	uint32_t draw = machine_below(&bench->machine, 1000);

	if (!bench->site)
		return (enum kind)(draw % 4);
	if (draw < 450)
		return END;
	if (draw < 900)
		return ARRIVAL;
	return draw < 998 ? UPDATE : FAILURE;
}

/* The runs of a node that fails end first. */
static void end_runs_of(struct bench *bench, uint32_t node)
{
	struct world *world = &bench->world;

	for (uint32_t j = 0; j < world->job_count; j++)
		if ((world->job[j].state == WORLD_RUNNING) &&
		    world_uses(&world->job[j], node))
			world_gone(world, j);
}

static void happen(struct bench *bench)
{
	struct world *world = &bench->world;
	enum kind kind = draw_kind(bench);
	struct ft_board_job job;
	uint32_t number = 0, node = 0;
	double cpu;

	if ((kind == END) || (kind == UPDATE))
		number = any_in(bench, kind == END);
	job = any_job(bench);
	if (kind == FAILURE) {
		node = machine_below(&bench->machine,
				     world->snapshot->node_count);
		end_runs_of(bench, node);
	}
	cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	switch (kind) {
	case END:
		world_gone(world, number);
		break;
	case ARRIVAL:
		world_came(world, &job);
		break;
	case UPDATE:
		world_changed(world, number, &job);
		break;
	default:
		world_node(world, node, FT_NEVER);
	}
	cpu = work(bench, gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	world_learn(world);
	note(bench, kind, cpu);
}

static void start_due(struct bench *bench)
{
	struct world *world = &bench->world;

	for (uint32_t j = 0; j < world->job_count; j++)
		if ((world->job[j].state == WORLD_PROMISED) &&
		    (world->job[j].start <= world->now))
			world_started(world, j);
}

/* Due jobs start, a second passes, runs that are over end. */
static void pass_second(struct bench *bench)
{
	struct world *world = &bench->world;
	double cpu = 0;

	start_due(bench);
	cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	world_time(world, world->now + 1);
	cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	for (uint32_t j = 0; j < world->job_count; j++)
		if ((world->job[j].state == WORLD_RUNNING) &&
		    (world->job[j].end <= world->now)) {
			double before = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);

			world_gone(world, j);
			cpu += gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
		}
	cpu = work(bench, cpu);
	world_learn(world);
	note(bench, TIME, cpu);
}

static void find_promises(struct bench *bench)
{
	double cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	int rc;

	if (!bench->steps)
		return;
	ft_board_work(bench->world.board, (uint64_t) bench->steps, &rc);
	cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	world_learn(&bench->world);
	note(bench, PROSPECT, cpu);
}

static int by_value(const void *a, const void *b)
{
	double one = *(const double *) a, two = *(const double *) b;

	return (one > two) - (one < two);
}

static double part(const struct series *series, double part_of)
{
	return series
		->value[(uint64_t) ((double) (series->count - 1) * part_of)];
}

static void report(struct bench *bench, const char *what, struct series *cpu,
		   struct series *moved)
{
	double sum = 0;

	if (!cpu->count)
		return;
	qsort(cpu->value, cpu->count, sizeof(double), by_value);
	qsort(moved->value, moved->count, sizeof(double), by_value);
	for (uint64_t i = 0; i < moved->count; i++)
		sum += moved->value[i];
	printf("{\"bench\":\"board\",\"case\":\"%s\",\"kind\":\"%s\","
	       "\"events\":%" PRIu64 ",\"median\":%.6f,\"seconds\":%.6f,"
	       "\"max\":%.6f,\"moved\":%.0f,\"moved_mean\":%.1f,"
	       "\"moved_max\":%.0f}\n",
	       bench->name, what, cpu->count, part(cpu, 0.5), part(cpu, 0.99),
	       part(cpu, 1), part(moved, 0.5), sum / (double) moved->count,
	       part(moved, 1));
	fflush(stdout);
}

/* The events themselves, without time and promises. */
static void report_all(struct bench *bench)
{
	struct series cpu = {calloc((size_t) bench->events * 4, 8), 0};
	struct series moved = {calloc((size_t) bench->events * 4, 8), 0};

	if (!cpu.value || !moved.value)
		fail_with("out of memory");
	for (int k = 0; k < TIME; k++) {
		memcpy(cpu.value + cpu.count, bench->cpu[k].value,
		       bench->cpu[k].count * sizeof(double));
		memcpy(moved.value + moved.count, bench->moved[k].value,
		       bench->moved[k].count * sizeof(double));
		cpu.count += bench->cpu[k].count;
		moved.count += bench->moved[k].count;
	}
	for (int k = 0; k < KIND_COUNT; k++)
		report(bench, kind_names[k], &bench->cpu[k], &bench->moved[k]);
	report(bench, "all", &cpu, &moved);
	free(cpu.value);
	free(moved.value);
}

/* Core hours that a placement uses of the next three days. */
static double core_hours(const struct bench *bench, const struct world_job *job,
			 int64_t start, int64_t nodes)
{
	int64_t end = bench->world.now + DAYS * DAY;
	int64_t until = start + job->request->duration;
	int64_t cores = job->request->per_node ? job->request->per_node[0] : 1;

	if (job->request->tasks) {
		cores = job->request->tasks;
		nodes = 1;
	}
	until = until < end ? until : end;
	if (start >= until)
		return 0;
	return (double) ((until - start) * cores * nodes) / 3600;
}

static void copy_run(const struct world *world, const struct world_job *job,
		     struct ft_snapshot *to)
{
	struct ft_run *run = ft_snapshot_add_run(to);
	size_t kinds = to->resource_count;

	*run = (struct ft_run){.job_id = job->id,
			       .end = job->end,
			       .share_count = job->node_count};
	if (job->request) {
		run->licence = job->request->licence;
		run->licence_count = job->request->licence_count;
		run->claim = job->request->claim;
		run->claim_count = job->request->claim_count;
	} else {
		run->claim = job->claim;
		run->claim_count = job->claim_count;
	}
	run->share =
		ft_snapshot_alloc(to, job->node_count * sizeof(*run->share));
	for (uint32_t i = 0; i < job->node_count; i++) {
		int64_t *amount =
			ft_snapshot_alloc(to, kinds * sizeof(*amount));

		run->share[i].node = job->node[i];
		if (!world_amount(world, job, job->node[i], amount))
			run->share[i].amount = amount;
	}
}

/* The machine as it is now, and what runs. */
static struct ft_snapshot *copy_machine(const struct world *world)
{
	const struct ft_snapshot *from = world->snapshot;
	struct ft_snapshot *to = ft_snapshot_new(
		from->node_count, from->resource_count, from->licence_count);

	if (!to)
		fail_with("out of memory");
	to->now = world->now;
	to->window_end = ft_board_last_start(world->board);
	to->policy = from->policy;
	memcpy(to->node, from->node, from->node_count * sizeof(*to->node));
	memcpy(to->capacity, from->capacity,
	       (size_t) from->node_count * from->resource_count *
		       sizeof(int64_t));
	memcpy(to->licence_total, from->licence_total,
	       from->licence_count * sizeof(int64_t));
	for (uint32_t n = 0; n < from->node_count; n++)
		to->node[n].available_from = world->available_from[n];
	for (uint32_t l = 0; l < from->limit_count; l++)
		*ft_snapshot_add_limit(to) = from->limit[l];
	for (uint32_t c = 0; c < from->closure_count; c++)
		*ft_snapshot_add_closure(to) = from->closure[c];
	for (uint32_t j = 0; j < world->job_count; j++)
		if (world->job[j].state == WORLD_RUNNING)
			copy_run(world, &world->job[j], to);
	return to;
}

struct place {
	uint64_t key;
	const struct world_job *job;
};

static int by_key(const void *a, const void *b)
{
	const struct place *one = a, *two = b;

	if (one->key != two->key)
		return one->key < two->key ? -1 : 1;
	return one->job < two->job ? -1 : 1;
}

/* Jobs in order, as in a plan from scratch; how many. */
static uint32_t copy_jobs(const struct world *world, struct ft_snapshot *to,
			  struct place *order)
{
	uint32_t count = 0;

	for (uint32_t j = 0; j < world->job_count; j++)
		if ((world->job[j].state == WORLD_WAITING) ||
		    (world->job[j].state == WORLD_PROMISED))
			order[count++] = (struct place){world->job[j].key,
							&world->job[j]};
	qsort(order, count, sizeof(*order), by_key);
	for (uint32_t i = 0; i < count; i++) {
		struct ft_job *fresh = ft_snapshot_add_job(to);

		fresh->job_id = order[i].job->id;
		fresh->reserve = true;
		fresh->request_count = 1;
		fresh->request = (struct ft_request *) order[i].job->request;
	}
	return count;
}

/* The same of all jobs once the board is at rest; *seconds: what that took. */
static double hours_at_rest(struct bench *bench, double *seconds)
{
	struct world *world = &bench->world;
	double hours = 0, before = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	int rc;

	if (!ft_board_work(world->board, UINT64_MAX / 4, &rc))
		fail_with("the board finds no rest");
	*seconds = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
	world_learn(world);
	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *job = &world->job[j];

		if (job->state == WORLD_PROMISED)
			hours += core_hours(bench, job, job->start,
					    job->node_count);
	}
	return hours;
}

/* The board's plan beside one from scratch. */
static void compare_fresh(struct bench *bench)
{
	struct world *world = &bench->world;
	struct ft_snapshot *to = copy_machine(world);
	struct place *order = calloc(world->job_count + 1, sizeof(*order));
	double mine = 0, fresh = 0, rest, seconds;
	uint64_t mine_placed = 0, fresh_placed = 0;
	struct ft_schedule *schedule;
	uint32_t count = copy_jobs(world, to, order);

	plan_fresh(to, &schedule);
	for (uint32_t i = 0; i < count; i++) {
		const struct ft_placement *at = &schedule->placement[i];
		const struct world_job *job = order[i].job;

		if (at->verdict == FT_PLACED) {
			fresh_placed++;
			fresh += core_hours(bench, job, at->start,
					    at->share_count);
		}
		if (job->state == WORLD_PROMISED) {
			mine_placed++;
			mine += core_hours(bench, job, job->start,
					   job->node_count);
		}
	}
	rest = hours_at_rest(bench, &seconds);
	printf("{\"bench\":\"board\",\"case\":\"%s\",\"mib\":%.1f,"
	       "\"hours\":%.0f,\"hours_fresh\":%.0f,\"difference\":%.4f,"
	       "\"difference_rest\":%.4f,\"rest_seconds\":%.6f,"
	       "\"promises\":%" PRIu64 ",\"promises_fresh\":%" PRIu64
	       ",\"broken\":%" PRIu64 "}\n",
	       bench->name, (double) ft_board_memory(world->board) / 0x1p20,
	       mine, fresh, mine / fresh - 1, rest / fresh - 1, seconds,
	       mine_placed, fresh_placed, bench->broken);
	ft_schedule_free(schedule);
	ft_snapshot_free(to);
	free(order);
}

enum { LIMITS = 2 }; /* of an owner: cores, then jobs */

/* Of the owner whose turn it is. */
static const struct ft_claim *claims_of(struct bench *bench, uint32_t turn,
					int64_t cores)
{
	struct ft_claim *claim = ft_snapshot_alloc(bench->machine.snapshot,
						   LIMITS * sizeof(*claim));
	uint32_t owner = turn % (uint32_t) bench->owners;

	if (!claim)
		fail_with("out of memory");
	claim[0] = (struct ft_claim){LIMITS * owner, cores};
	claim[1] = (struct ft_claim){LIMITS * owner + 1, 1};
	return claim;
}

static int64_t run_cores(const struct ft_snapshot *snapshot,
			 const struct ft_run *run)
{
	int64_t cores = 0;

	for (uint32_t i = 0; i < run->share_count; i++) {
		const struct ft_share *share = &run->share[i];
		size_t at = (size_t) share->node * snapshot->resource_count;

		cores += share->amount ? share->amount[FT_CORES]
				       : snapshot->capacity[at + FT_CORES];
	}
	return cores;
}

static void give_limits(struct bench *bench)
{
	struct ft_snapshot *snapshot = bench->machine.snapshot;
	int64_t shapes = bench->machine.setup.shapes, all = 0, mean = 0;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		all += snapshot->capacity[(size_t) n *
						  snapshot->resource_count +
					  FT_CORES];
	for (uint32_t s = 0; s < shapes; s++) {
		struct ft_request *shape = &bench->machine.shape[s];
		int64_t cores = shape->exclusive ? snapshot->capacity[FT_CORES]
						 : shape->per_node[FT_CORES];

		cores *= shape->min_nodes;
		mean += cores / shapes + 1;
		shape->claim = claims_of(bench, s, cores);
		shape->claim_count = LIMITS;
	}
	for (int64_t i = 0; i < bench->owners * LIMITS; i++) {
		struct ft_limit *limit = ft_snapshot_add_limit(snapshot);
		int64_t part = 2 * all / bench->owners;

		limit->kind = FT_LIMIT_HELD;
		limit->name = (uint64_t) i + 1;
		limit->total = i % LIMITS ? part / 2 / mean + 1 : part;
	}
	for (uint32_t r = 0; r < snapshot->run_count; r++) {
		struct ft_run *run = &snapshot->run[r];

		run->claim = claims_of(bench, r, run_cores(snapshot, run));
		run->claim_count = LIMITS;
	}
}

static void check_laws(struct bench *bench, int64_t event)
{
	if (!bench->check || (event % bench->check))
		return;
	law_check(&bench->world, &bench->report);
	if (!bench->report.broken)
		return;
	fprintf(stderr, "board: event %" PRId64 ": %s\n", event,
		bench->report.why);
	bench->report.broken = false;
	bench->broken++;
}

/* Requests whose tasks may be spread in any way. */
static void spread_tasks(struct bench *bench)
{
	struct machine *machine = &bench->machine;

	for (int64_t i = 0; i < machine->setup.shapes; i++) {
		struct ft_request *request = &machine->shape[i];
		const int64_t *node = request->per_node;
		int64_t *task;

		if ((i * bench->uneven / 100 ==
		     (i + 1) * bench->uneven / 100) ||
		    !node)
			continue;
		task = ft_snapshot_alloc(machine->snapshot,
					 MACHINE_RESOURCES * sizeof(*task));
		if (!task)
			fail_with("out of memory");
		task[FT_CORES] = 1;
		task[FT_MEMORY] = node[FT_MEMORY] / node[FT_CORES];
		request->tasks = request->min_nodes * (uint32_t) node[FT_CORES];
		request->per_node = NULL;
		request->per_task = task;
		request->min_nodes = 1;
		request->max_nodes = machine->snapshot->node_count;
	}
}

static void make_series(struct bench *bench)
{
	size_t count = (size_t) bench->events * 2 + 16;

	for (int k = 0; k < KIND_COUNT; k++) {
		bench->cpu[k] = (struct series){calloc(count, 8), 0};
		bench->moved[k] = (struct series){calloc(count, 8), 0};
		if (!bench->cpu[k].value || !bench->moved[k].value)
			fail_with("out of memory");
	}
}

static void run_case(struct bench *bench, const struct machine_setup *setup)
{
	const struct ft_board_setup board = {.window = setup->window};
	struct ft_schedule *schedule;
	double cpu;

	machine_make(&bench->machine, setup);
	if (bench->owners)
		give_limits(bench);
	if (bench->uneven)
		spread_tasks(bench);
	make_series(bench);
	plan_fresh(bench->machine.snapshot, &schedule);
	cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	world_init(&bench->world, bench->machine.snapshot, &board);
	cpu = work(bench, gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	world_learn(&bench->world);
	printf("{\"bench\":\"board\",\"case\":\"%s\",\"kind\":\"begin\","
	       "\"seconds\":%.6f}\n",
	       bench->name, cpu);
	ft_schedule_free(schedule);
	bench->world.watch = count_change;
	bench->world.context = bench;
	for (int64_t e = 0; e < bench->events; e++) {
		pass_second(bench);
		happen(bench);
		check_laws(bench, e + 1);
		find_promises(bench);
	}
	report_all(bench);
	if (!bench->bare)
		compare_fresh(bench);
	world_fini(&bench->world);
	for (int k = 0; k < KIND_COUNT; k++) {
		free(bench->cpu[k].value);
		free(bench->moved[k].value);
	}
}

static int64_t number(const char *text)
{
	int64_t value;

	if (ft_number_int(text, 0, 100000000, &value))
		fail_with("a number up to 100000000 is needed");
	return value;
}

static const struct option options[] = {
	{"case", required_argument, NULL, 'c'},
	{"events", required_argument, NULL, 'e'},
	{"seed", required_argument, NULL, 's'},
	{"check", required_argument, NULL, 'k'},
	{"steps", required_argument, NULL, 'w'},
	{"mix", required_argument, NULL, 'm'},
	{"owners", required_argument, NULL, 'o'},
	{"uneven", required_argument, NULL, 'u'},
	{"bare", no_argument, NULL, 'b'},
	{0},
};

static const struct {
	const char *name;
	int64_t nodes, running, pending, shapes;
	bool shared;
} cases[] = {
	{"board-whole", 10000, 2000, 100000, 500, false},
	{"board-shared", 10000, 2000, 100000, 500, true},
	{"board-shapes", 2000, 400, 20000, 3000, true},
};

int main(int argc, char **argv)
{
	struct bench setup = {.events = 500, .steps = 20000};
	const char *only = NULL;
	int64_t seed = 1;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'c')
			only = optarg;
		else if (c == 'e')
			setup.events = number(optarg);
		else if (c == 's')
			seed = number(optarg);
		else if (c == 'k')
			setup.check = number(optarg);
		else if (c == 'w')
			setup.steps = number(optarg);
		else if (c == 'o')
			setup.owners = number(optarg);
		else if (c == 'u')
			setup.uneven = number(optarg);
		else if (c == 'b')
			setup.bare = true;
		else if (c == 'm')
			setup.site = !strcmp(optarg, "site");
		else
			return 2;
	}
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct machine_setup machine = {
			.nodes = cases[i].nodes,
			.running = cases[i].running,
			.pending = cases[i].pending,
			.shapes = cases[i].shapes,
			.shared = cases[i].shared,
			.window = WINDOW,
			.seed = seed,
		};
		struct bench bench = setup;

		if (only && strcmp(only, cases[i].name))
			continue;
		bench.name = cases[i].name;
		bench.next_id = 2000000;
		run_case(&bench, &machine);
	}
	return 0;
}
