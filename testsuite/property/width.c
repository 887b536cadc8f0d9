/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan does not depend on where in the table its nodes are: among many nodes
 * that no job may use, all are planned as without them.  The oracle sees
 * machines of a few nodes only; through this what it says holds for sets of
 * nodes of several words, and for the tables of blocks of nodes.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../promised.h"
#include "../random.h"
#include "clone.h"
#include "law.h"
#include "sample.h"

enum { CASES = 20000, WORD = 64, NODES_MAX = 6 };

struct machine {
	uint64_t state;
	uint32_t place[NODES_MAX];
	uint32_t width;
};

static bool any_row(const struct ft_snapshot *snapshot)
{
	bool row = false;

	for (uint32_t j = 0; j < snapshot->job_count; j++)
		for (uint32_t r = 0; r < snapshot->job[j].request_count; r++) {
			const struct ft_request *request =
				&snapshot->job[j].request[r];

			row |= request->contiguous;
			for (uint32_t p = 0; p < request->part_count; p++)
				row |= request->part[p].contiguous;
		}
	return row;
}

/* Neighbours stay neighbours where a job may want nodes in a row: then they
 * stand across the end of a word. */
static void choose_places(struct machine *machine,
			  const struct ft_snapshot *snapshot)
{
	uint32_t words = 1 + random_next(&machine->state) % 3;
	bool row = any_row(snapshot);
	uint32_t at = words * WORD - random_next(&machine->state) % 6;

	if (!row)
		at = random_next(&machine->state) % WORD;
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		machine->place[n] = at;
		at += row ? 1 : 1 + random_next(&machine->state) % WORD;
	}
	machine->width = at + random_next(&machine->state) % WORD;
}

static bool same_place(const struct ft_placement *a,
		       const struct ft_placement *b, const uint32_t *place)
{
	if ((a->share_count != b->share_count) ||
	    (a->part_count != b->part_count) ||
	    (a->victim_count != b->victim_count))
		return false;
	for (uint32_t i = 0; i < a->share_count; i++)
		if ((place[a->share[i].node] != b->share[i].node) ||
		    (a->share[i].tasks != b->share[i].tasks))
			return false;
	for (uint32_t v = 0; v < a->victim_count; v++)
		if (a->victim[v] != b->victim[v])
			return false;
	return true;
}

static void compare(const struct ft_schedule *one,
		    const struct ft_schedule *two,
		    const struct machine *machine, uint64_t seed)
{
	for (uint32_t j = 0; j < one->job_count; j++) {
		const struct ft_placement *a = &one->placement[j];
		const struct ft_placement *b = &two->placement[j];

		cr_assert((a->verdict == b->verdict) &&
				  (a->obstacle == b->obstacle) &&
				  (a->request == b->request) &&
				  (a->start == b->start) &&
				  (a->duration == b->duration) &&
				  same_place(a, b, machine->place),
			  "seed %llu, %u nodes: job %u differs",
			  (unsigned long long) seed, machine->width, j);
	}
}

static void end_runs(struct ft_snapshot *snapshot, uint64_t seed)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if ((seed >> (i % 16)) & 1)
			snapshot->run[i].end = snapshot->now + 1;
}

static struct ft_snapshot *make_narrow(uint64_t seed)
{
	struct ft_snapshot *snapshot = sample_new(seed);

	if (seed % 5 == 0)
		sample_takes(snapshot, seed);
	if (seed % 7 == 0)
		sample_changes(snapshot, seed);
	if (seed % 3 == 0)
		sample_segments(snapshot, seed);
	if (seed % 4 == 1)
		sample_wants(snapshot, seed);
	if (seed % 2)
		sample_policy(snapshot, seed);
	return snapshot;
}

/* A plan from nothing, and one after some jobs have ended, with promises. */
static void check_case(uint64_t seed)
{
	struct machine machine = {.state = seed * 17};
	struct ft_snapshot *one = make_narrow(seed), *two;
	struct ft_schedule *first, *second, *later, *latest;

	choose_places(&machine, one);
	two = clone_wide(one, machine.place, machine.width);
	first = plan(one);
	second = plan(two);
	compare(first, second, &machine, seed);
	promise(one, first);
	promise(two, second);
	end_runs(one, seed);
	end_runs(two, seed);
	later = plan(one);
	latest = plan(two);
	compare(later, latest, &machine, seed);
	ft_schedule_free(latest);
	ft_schedule_free(later);
	ft_schedule_free(second);
	ft_schedule_free(first);
	ft_snapshot_free(two);
	ft_snapshot_free(one);
}

Test(width, plans_do_not_depend_on_where_nodes_are_in_the_table)
{
	for (uint64_t seed = 1; seed <= CASES; seed++)
		check_case(seed);
}
