/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See machine.h.
 */
#include "machine.h"
#include "../random.h"

#include <math.h>
#include <stdlib.h>

enum { DAY = 24 * 3600 };

static const struct {
	int64_t share; /* of 20 nodes */
	uint32_t threads;
	int64_t cores, memory, gpus;
} kinds[MACHINE_KINDS] = {
	{8, 1, 64, 256000, 0},
	{6, 2, 128, 512000, 0},
	{3, 1, 64, 1000000, 0},
	{3, 1, 64, 512000, 4},
};

extern uint64_t machine_draw(struct machine *machine)
{
	return random_next(&machine->state);
}

/* Uniform in [0, 1). */
extern double machine_uniform(struct machine *machine)
{
	return (double) (machine_draw(machine) >> 11) * 0x1p-53;
}

extern uint32_t machine_below(struct machine *machine, uint32_t count)
{
	return (uint32_t) (machine_draw(machine) % count);
}

static void *room(struct machine *machine, size_t count, size_t size)
{
	void *memory = ft_snapshot_alloc(machine->snapshot, count * size);

	if (!memory)
		exit(2);
	return memory;
}

static void make_nodes(struct machine *machine)
{
	struct ft_snapshot *snapshot = machine->snapshot;

	for (int k = 0; k < MACHINE_KINDS; k++)
		machine->kind[k] = ft_snapshot_set(snapshot);
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		int64_t at = (int64_t) n * 20 / snapshot->node_count;
		int64_t *capacity = snapshot->capacity + n * MACHINE_RESOURCES;
		int k = 0;

		while (!machine->setup.uniform && (at >= kinds[k].share))
			at -= kinds[k++].share;
		snapshot->node[n].threads = kinds[k].threads;
		snapshot->node[n].weight = (uint64_t) k + 1;
		if (machine->setup.block)
			snapshot->node[n].leaf =
				n / (uint32_t) machine->setup.block + 1;
		capacity[FT_CORES] = kinds[k].cores;
		capacity[FT_MEMORY] = kinds[k].memory;
		capacity[FT_FIRST_GRES] = kinds[k].gpus;
		ft_node_set_add(machine->kind[k], n);
	}
}

/* All, one for each kind, two kinds, one half, nine tenths. */
static void make_partitions(struct machine *machine)
{
	uint32_t count = machine->snapshot->node_count;

	for (int p = 0; p < MACHINE_PARTITIONS; p++)
		machine->partition[p] = ft_snapshot_set(machine->snapshot);
	ft_node_set_fill(machine->partition[0]);
	for (int k = 0; k < MACHINE_KINDS; k++)
		ft_node_set_or(machine->partition[1 + k], machine->kind[k]);
	ft_node_set_or(machine->partition[5], machine->kind[0]);
	ft_node_set_or(machine->partition[5], machine->kind[1]);
	for (uint32_t n = 0; n < count; n++) {
		if (n % 2)
			ft_node_set_add(machine->partition[6], n);
		if (n % 10)
			ft_node_set_add(machine->partition[7], n);
	}
}

static int64_t walltime(struct machine *machine)
{
	return (int64_t) (600 * pow(4.0 * DAY / 600, machine_uniform(machine)));
}

/*
 * Running jobs on neighbouring nodes fill the machine: the mixed one to about
 * 95 %.
 */
static void make_runs(struct machine *machine)
{
	struct ft_snapshot *snapshot = machine->snapshot;
	int64_t nodes = machine->setup.nodes, jobs = machine->setup.running;

	for (int64_t i = 0; i < jobs; i++) {
		uint32_t first = (uint32_t) (i * nodes / jobs);
		uint32_t end = (uint32_t) ((i + 1) * nodes / jobs);
		struct ft_run *run;

		if (!machine->setup.uniform &&
		    (machine_below(machine, 20) == 0))
			continue;
		run = ft_snapshot_add_run(snapshot);
		run->job_id = 1 + (uint32_t) i;
		run->end = snapshot->now + 1 +
			   (int64_t) (machine_uniform(machine) *
				      (double) walltime(machine));
		run->share = room(machine, end - first, sizeof(*run->share));
		for (uint32_t n = first; n < end; n++)
			run->share[run->share_count++].node = n;
	}
}

static void make_closures(struct machine *machine)
{
	struct ft_snapshot *snapshot = machine->snapshot;

	for (int i = 0; i < MACHINE_CLOSURES; i++) {
		struct ft_closure *closure = ft_snapshot_add_closure(snapshot);
		struct ft_node_set *nodes = ft_snapshot_set(snapshot);
		uint32_t width =
			1 + machine_below(machine, snapshot->node_count / 50);
		uint32_t first =
			machine_below(machine, snapshot->node_count - width);

		for (uint32_t n = first; n < first + width; n++)
			ft_node_set_add(nodes, n);
		closure->start =
			snapshot->now + machine_below(machine, 10 * DAY);
		closure->end =
			closure->start + 3600 + machine_below(machine, DAY);
		closure->nodes = nodes;
	}
}

static void make_demand(struct machine *machine, struct ft_request *request,
			const struct ft_node_set *eligible)
{
	int64_t *amount = room(machine, MACHINE_RESOURCES, sizeof(*amount));
	uint32_t any = ft_node_set_next(eligible, 0);
	const int64_t *capacity =
		machine->snapshot->capacity + any * MACHINE_RESOURCES;

	if (!machine->setup.shared) {
		request->exclusive = true;
		return;
	}
	amount[FT_CORES] = 1 + (int64_t) machine_below(machine, 48);
	amount[FT_MEMORY] =
		amount[FT_CORES] * (1000 + machine_below(machine, 3000));
	if (capacity[FT_FIRST_GRES])
		amount[FT_FIRST_GRES] = 1 + machine_below(machine, 4);
	request->per_node = amount;
}

/* As topology/block lets it be, with --segment if one block is too small. */
static void make_block(const struct machine *machine,
		       struct ft_request *request)
{
	uint32_t block = (uint32_t) machine->setup.block;

	if (!block || (request->min_nodes < 2))
		return;
	if (request->min_nodes <= block) {
		request->leaves = 1;
		return;
	}
	request->bundle = block / 2;
	request->min_nodes -= request->min_nodes % request->bundle;
	request->max_nodes = request->min_nodes;
}

static void make_shape(struct machine *machine, struct ft_request *request)
{
	bool uniform = machine->setup.uniform;
	uint32_t p = uniform ? 0 : machine_below(machine, MACHINE_PARTITIONS);
	struct ft_node_set *eligible = machine->partition[p];
	double size = machine_uniform(machine);
	uint32_t limit;

	/* A feature: one kind of the partition. */
	if (!uniform && ((p == 0) || (p > 5)) &&
	    (machine_below(machine, 4) == 0)) {
		eligible = ft_snapshot_set(machine->snapshot);
		ft_node_set_or(eligible, machine->partition[p]);
		ft_node_set_and(
			eligible,
			machine->kind[machine_below(machine, MACHINE_KINDS)]);
	}
	limit = ft_node_set_count(eligible);
	request->eligible = eligible;
	request->duration = walltime(machine);
	request->end_by = FT_NEVER;
	request->min_nodes = 1 + (uint32_t) (199 * size * size * size);
	if (request->min_nodes > limit)
		request->min_nodes = limit;
	request->max_nodes = request->min_nodes;
	request->min_tasks_node = 1;
	request->max_tasks_node = UINT32_MAX;
	make_block(machine, request);
	make_demand(machine, request, eligible);
	if (!uniform && (machine_below(machine, 20) == 0)) {
		request->licence = room(machine, 1, sizeof(*request->licence));
		request->licence_count = 1;
		request->licence->licence =
			machine_below(machine, MACHINE_LICENCES);
		request->licence->count = 1 + machine_below(machine, 5);
	}
}

static void make_jobs(struct machine *machine)
{
	uint32_t shapes = (uint32_t) machine->setup.shapes;

	machine->shape = room(machine, shapes, sizeof(*machine->shape));
	for (uint32_t i = 0; i < shapes; i++)
		make_shape(machine, &machine->shape[i]);
	for (int64_t i = 0; i < machine->setup.pending; i++) {
		struct ft_job *job = ft_snapshot_add_job(machine->snapshot);

		job->job_id = 1000000 + (uint32_t) i;
		job->reserve = true;
		job->request_count = 1;
		job->request = &machine->shape[machine_below(machine, shapes)];
	}
}

extern void machine_make(struct machine *machine,
			 const struct machine_setup *setup)
{
	*machine = (struct machine){.setup = *setup};
	machine->state = (uint64_t) machine->setup.seed;
	machine->snapshot =
		ft_snapshot_new((uint32_t) machine->setup.nodes,
				MACHINE_RESOURCES, MACHINE_LICENCES);
	if (!machine->snapshot)
		exit(2);
	machine->snapshot->now = 1700000000;
	machine->snapshot->window_end = FT_NEVER;
	if (machine->setup.window)
		machine->snapshot->window_end =
			machine->snapshot->now + machine->setup.window;
	for (int i = 0; i < MACHINE_LICENCES; i++)
		machine->snapshot->licence_total[i] = 100;
	make_nodes(machine);
	make_partitions(machine);
	make_runs(machine);
	if (!machine->setup.uniform)
		make_closures(machine);
	make_jobs(machine);
}

extern void machine_free(struct machine *machine)
{
	ft_snapshot_free(machine->snapshot);
	*machine = (struct machine){0};
}
