// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hostile - what a plan takes of time and memory beside the worst queues that
 * one user can submit.
 *
 *   hostile [CASE ...]
 *
 * One JSON line for each case, made in a process of its own: processor seconds
 * and MiB of the plan, and when the last job of the queue, which is another
 * user's and wants one core, is to start, in seconds from now; -1: not planned.
 * Plans have the bounds that slurmctld gives them by default.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/plan/planner.h"
#include "gauge.h"

enum { DAY = 86400, CORES = 64, MEMORY = 256000, FIRST_ID = 100 };

struct queue {
	const char *name;
	uint32_t nodes, running, jobs, requests, parts;
	int days;
	bool contiguous; /* nodes side by side */
	bool distinct;	 /* each job on one node, of a shape of its own */
	bool impossible; /* more nodes than there are */
	bool owners;	 /* each job is another user's, so all are looked at */
};

/* What one user can ask for, see faults.md. */
static const struct queue queues[] = {
	{"het-12", 40, 60, 12, 128, 4, 7, false, false, false, false},
	{"het-20-impossible", 40, 60, 20, 128, 4, 7, false, false, true, false},
	{"het-1", 50, 200, 1, 128, 4, 7, false, false, false, false},
	{"het-3", 50, 200, 3, 128, 4, 7, false, false, false, false},
	{"het-1-large", 100, 1000, 1, 128, 4, 7, false, false, false, false},
	{"het-200", 200, 1000, 200, 1, 4, 7, false, false, false, false},
	{"contiguous-1000", 1000, 2000, 1000, 1, 1, 30, true, false, false,
	 false},
	{"contiguous-10000", 10000, 2000, 1000, 1, 1, 30, true, false, false,
	 false},
	{"requests-1000", 1000, 2000, 1000, 64, 1, 7, false, false, false,
	 false},
	{"requests-10000", 10000, 2000, 1000, 64, 1, 7, false, false, false,
	 false},
	{"requests-16", 1000, 2000, 10000, 16, 1, 7, false, false, false,
	 false},
	{"distinct", 10000, 2000, 10000, 1, 1, 7, false, true, false, false},
	{"distinct-owners", 10000, 2000, 10000, 1, 1, 7, false, true, false,
	 true},
};

struct maker {
	const struct queue *queue;
	struct ft_snapshot *snapshot;
	uint64_t state;
};

static uint64_t draw(struct maker *maker)
{
	uint64_t x = maker->state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static uint32_t below(struct maker *maker, uint32_t count)
{
	return (uint32_t) (draw(maker) % count);
}

static void *get(struct maker *maker, size_t size)
{
	void *memory = ft_snapshot_alloc(maker->snapshot, size);

	if (!memory) {
		fprintf(stderr, "hostile: out of memory\n");
		exit(2);
	}
	return memory;
}

static void add_run(struct maker *maker, uint32_t number)
{
	struct ft_run *run = ft_snapshot_add_run(maker->snapshot);
	uint32_t count = 1 + below(maker, 4);

	run->job_id = 1000000 + number;
	run->end = maker->snapshot->now + 60 + below(maker, 7 * DAY);
	run->share = get(maker, count * sizeof(*run->share));
	run->share_count = count;
	for (uint32_t i = 0; i < count; i++) {
		int64_t *amount = get(maker, 2 * sizeof(*amount));

		amount[FT_CORES] = 1 + below(maker, CORES / 8);
		amount[FT_MEMORY] = 100 * amount[FT_CORES];
		run->share[i].node = (number * 7 + i) % maker->queue->nodes;
		run->share[i].amount = amount;
	}
}

static struct ft_node_set *some_nodes(struct maker *maker)
{
	struct ft_node_set *set = ft_snapshot_set(maker->snapshot);

	for (uint32_t n = 0; n < maker->queue->nodes; n++)
		if (below(maker, 8))
			ft_node_set_add(set, n);
	return set;
}

static void fill(struct maker *maker, struct ft_request *request,
		 const struct ft_node_set *eligible)
{
	const struct queue *queue = maker->queue;
	int64_t *per_node = get(maker, 2 * sizeof(*per_node));

	request->duration = 3600 + 60 * below(maker, 2000);
	request->end_by = FT_NEVER;
	request->min_tasks_node = 1;
	request->max_tasks_node = UINT32_MAX;
	request->min_nodes = request->max_nodes = 1;
	request->eligible = eligible;
	request->per_node = per_node;
	per_node[FT_MEMORY] = 1000 + below(maker, 50000);
	if (queue->distinct) {
		request->tasks = 1 + below(maker, CORES);
		request->cpus_per_task = 1;
	} else if (queue->contiguous) {
		request->min_nodes = request->max_nodes = 2 + below(maker, 60);
		request->contiguous = request->exclusive = true;
	} else if (queue->parts > 1) {
		request->min_nodes = 2;
		request->max_nodes = 5;
		request->tasks = 60 + below(maker, 200);
		request->cpus_per_task = 1;
		if (queue->impossible)
			request->tasks = CORES * 5 + 1;
	} else {
		request->tasks = 1 + below(maker, 4 * CORES);
		request->max_nodes = 8;
		request->cpus_per_task = 1;
	}
}

static void add_job(struct maker *maker, uint32_t number,
		    const struct ft_node_set *const *set)
{
	const struct queue *queue = maker->queue;
	struct ft_job *job = ft_snapshot_add_job(maker->snapshot);
	struct ft_request *request, *part;

	job->job_id = FIRST_ID + number;
	job->owner = queue->owners ? FIRST_ID + number : 0;
	job->reserve = true;
	job->request_count = queue->requests;
	request = get(maker, queue->requests * sizeof(*request));
	job->request = request;
	for (uint32_t r = 0; r < queue->requests; r++) {
		fill(maker, &request[r], set[r % 64]);
		part = get(maker, queue->parts * sizeof(*part));
		for (uint32_t p = 0; p + 1 < queue->parts; p++) {
			fill(maker, &part[p], set[(r + p) % 64]);
			part[p].apart = true;
			if (part[p].duration > request[r].duration)
				part[p].duration = request[r].duration;
		}
		request[r].part = part;
		request[r].part_count = queue->parts - 1;
	}
}

static void add_victim(struct maker *maker, const struct ft_node_set *all)
{
	struct ft_job *job = ft_snapshot_add_job(maker->snapshot);
	struct ft_request *request = get(maker, sizeof(*request));

	job->job_id = 1;
	job->owner = 1;

	job->reserve = true;
	job->request_count = 1;
	job->request = request;
	request->duration = 60;
	request->end_by = FT_NEVER;
	request->min_nodes = request->max_nodes = 1;
	request->tasks = request->min_tasks_node = 1;
	request->max_tasks_node = 1;
	request->cpus_per_task = 1;
	request->eligible = all;
}

static struct ft_snapshot *make(const struct queue *queue)
{
	struct maker maker = {
		.queue = queue,
		.snapshot = ft_snapshot_new(queue->nodes, 2, 0),
		.state = 42,
	};
	struct ft_snapshot *snapshot = maker.snapshot;
	const struct ft_node_set *set[64];
	struct ft_node_set *all;

	if (!snapshot)
		exit(2);
	snapshot->now = 1000000;
	snapshot->window_end = snapshot->now + queue->days * DAY;
	for (uint32_t n = 0; n < queue->nodes; n++) {
		snapshot->capacity[2 * n + FT_CORES] = CORES;
		snapshot->capacity[2 * n + FT_MEMORY] = MEMORY;
	}
	all = ft_snapshot_set(snapshot);
	ft_node_set_fill(all);
	for (uint32_t i = 0; i < 64; i++)
		set[i] = queue->requests > 1 ? some_nodes(&maker) : all;
	for (uint32_t i = 0; i < queue->running; i++)
		add_run(&maker, i);
	for (uint32_t i = 0; i < queue->jobs; i++)
		add_job(&maker, i, set);
	add_victim(&maker, all);
	return snapshot;
}

static int64_t microseconds(const void *context)
{
	(void) context;
	return (int64_t) (1e6 * gauge_seconds(CLOCK_PROCESS_CPUTIME_ID));
}

static int measure(const struct queue *queue)
{
	struct ft_snapshot *snapshot = make(queue);
	const struct ft_halt halt = {
		.clock = microseconds, .plan_us = 30000000, .user_us = 1000000};
	struct ft_planner *planner = ft_planner_new();
	struct ft_schedule *schedule;
	const struct ft_placement *last;
	uint32_t placed = 0;
	double before, cpu;
	struct ft_err err;

	gauge_forget_peak();
	before = gauge_memory("VmRSS");
	cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);
	if (!planner ||
	    ft_planner_plan(planner, snapshot, &halt, &schedule, &err)) {
		fprintf(stderr, "hostile: %s: %s\n", queue->name, err.text);
		return 2;
	}
	cpu = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	last = &schedule->placement[schedule->job_count - 1];
	for (uint32_t j = 0; j < schedule->job_count; j++)
		placed += schedule->placement[j].verdict == FT_PLACED;
	printf("{\"bench\":\"hostile\",\"case\":\"%s\",\"nodes\":%" PRIu32
	       ",\"jobs\":%" PRIu32 ",\"requests\":%" PRIu32
	       ",\"cpu_seconds\":%.3f,\"mib\":%.1f,\"placed\":%" PRIu32
	       ",\"unseen\":%" PRIu32 ",\"victim\":%" PRId64 "}\n",
	       queue->name, queue->nodes, queue->jobs, queue->requests, cpu,
	       gauge_memory("VmHWM") - before, placed, schedule->unseen,
	       last->verdict == FT_PLACED ? last->start - snapshot->now : -1);
	ft_schedule_free(schedule);
	ft_planner_free(planner);
	ft_snapshot_free(snapshot);
	return 0;
}

static bool wanted(const char *name, char *const *names)
{
	if (!*names)
		return true;
	while (*names)
		if (!strcmp(*names++, name))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	int failed = 0, status;

	for (size_t i = 0; i < sizeof(queues) / sizeof(*queues); i++) {
		pid_t child;

		if (!wanted(queues[i].name, argv + (argc > 0)))
			continue;
		fflush(stdout);
		child = fork();
		if (child < 0)
			return 2;
		if (!child) {
			status = measure(&queues[i]);
			fflush(stdout);
			_exit(status);
		}
		failed |= waitpid(child, &status, 0) < 0 || status;
	}
	return failed;
}
