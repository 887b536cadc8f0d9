/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Jobs that are planned beside a board (guests) and what they ask of others on
 * their nodes: marks, and more free at their start than they take; what limits
 * and reservations of cores do to starts that stand.  One node of four cores.
 */
#include <criterion/criterion.h>

#include "ask_nodes.h"
#include "standing_planner.h"

enum {
	NOW = 1000,
	CORES = 4,
	MEMORY = 10,
	LEAVE = 40,
	SHORT = 100,
	LONG = 5000,
	LAST = 600, /* that each job lasts */
	MARK = 2,   /* the first of its resources */
	KINDS = MARK + FT_MARK_SIZE,
	PLENTY = 1 << 20,
};

static struct ft_snapshot *machine(int64_t now)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(1, KINDS, 0);

	snapshot->now = now;
	snapshot->window_end = now + 100000;
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	snapshot->capacity[FT_CORES] = CORES;
	snapshot->capacity[FT_MEMORY] = MEMORY;
	for (uint32_t k = 0; k < FT_MARK_SIZE; k++)
		snapshot->capacity[MARK + k] = PLENTY;
	return snapshot;
}

static int64_t *amounts(struct ft_snapshot *snapshot, int64_t cores,
			int64_t memory, int64_t tag)
{
	int64_t *amount = ft_snapshot_alloc(snapshot, KINDS * sizeof(*amount));

	amount[FT_CORES] = cores;
	amount[FT_MEMORY] = memory;
	amount[MARK] = tag != 0;
	amount[MARK + 1] = tag;
	amount[MARK + 2] = tag * tag;
	return amount;
}

static struct ft_run *add_run(struct ft_snapshot *snapshot, int64_t cores,
			      int64_t tag, int64_t lasts)
{
	struct ft_run *run = ft_snapshot_add_run(snapshot);

	run->job_id = 100 + snapshot->run_count;
	run->end = NOW + lasts;
	run->share_count = 1;
	run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
	run->share->amount = amounts(snapshot, cores, 0, tag);
	return run;
}

/* One that a board follows by itself; with a tag it shares the node with no
 * other one. */
static struct ft_job *add_job(struct ft_snapshot *snapshot, uint32_t id,
			      int64_t cores, int64_t memory, uint32_t tag)
{
	struct ft_job *job = ask_nodes(
		snapshot, 1, LAST, amounts(snapshot, cores, memory, tag), NOW);
	struct ft_mark *mark = ft_snapshot_alloc(snapshot, sizeof(*mark));

	*mark = (struct ft_mark){.kind = MARK, .tag = tag};
	job->job_id = id;
	job->request->mark_count = tag != 0;
	job->request->mark = mark;
	return job;
}

/* Of a guest. */
static struct ft_request *add_guest(struct ft_snapshot *snapshot, uint32_t id,
				    int64_t cores, int64_t memory, uint32_t tag)
{
	struct ft_job *job = add_job(snapshot, id, cores, memory, tag);

	job->request->contiguous = true;
	return job->request;
}

/* The jobs start at these times, by a plan of the board. */
static struct ft_schedule *expect(struct ft_planner *planner,
				  const struct ft_snapshot *snapshot,
				  const int64_t *start)
{
	struct ft_schedule *schedule = plan(planner, snapshot);

	by_board(planner);
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		cr_expect_eq(place->verdict, FT_PLACED);
		cr_expect_eq(place->start, start[j], "job %u at %lld", j,
			     (long long) place->start);
	}
	return schedule;
}

/* The last job comes between the first and the second. */
static void come_between(struct ft_snapshot *snapshot)
{
	struct ft_job came = snapshot->job[2];

	snapshot->job[2] = snapshot->job[1];
	snapshot->job[1] = came;
	for (uint32_t j = 0; j < 3; j++)
		snapshot->job[j].priority = 10 - j;
}

/* All of its memory free at its start, of which it takes two. */
static void add_wants(struct ft_snapshot *snapshot, uint32_t id)
{
	add_guest(snapshot, id, 2, 2, 0)->want_node =
		amounts(snapshot, 0, MEMORY, 0);
}

Test(standing_company, what_a_guest_wants_is_free_in_its_first_second)
{
	const int64_t start[] = {NOW + SHORT, NOW + SHORT + 1};
	struct ft_snapshot *snapshot = machine(NOW);
	struct ft_planner *planner;

	add_run(snapshot, 4, 0, SHORT);
	planner = on_board(snapshot);
	add_wants(snapshot, 1);
	add_job(snapshot, 2, 1, 4, 0);
	finish(planner, expect(planner, snapshot, start), snapshot);
}

Test(standing_company, what_two_guests_want_is_free_for_one_after_the_other)
{
	const int64_t start[] = {NOW + SHORT, NOW + SHORT + LAST};
	struct ft_snapshot *snapshot = machine(NOW);
	struct ft_planner *planner;

	add_run(snapshot, 4, 0, SHORT);
	planner = on_board(snapshot);
	add_wants(snapshot, 1);
	add_wants(snapshot, 2);
	finish(planner, expect(planner, snapshot, start), snapshot);
}

/* It gives way to one ahead that runs on through its start. */
Test(standing_company, what_a_guest_wants_goes_to_a_job_ahead)
{
	const int64_t first[] = {NOW + SHORT}, later[] = {NOW, NOW + LAST};
	struct ft_snapshot *snapshot = machine(NOW), *next = machine(NOW);
	struct ft_planner *planner;
	struct ft_schedule *schedule;
	struct ft_job guest;

	add_run(snapshot, 3, 0, SHORT);
	planner = on_board(snapshot);
	add_wants(snapshot, 1);
	schedule = expect(planner, snapshot, first);
	add_run(next, 3, 0, SHORT);
	add_wants(next, 1);
	promise(next, schedule);
	guest = *next->job;
	next->job_count = 0;
	add_job(next, 2, 1, 4, 0)->priority = 10;
	*ft_snapshot_add_job(next) = guest;
	ft_schedule_free(expect(planner, next, later));
	ft_snapshot_free(next);
	finish(planner, schedule, snapshot);
}

/* Of three that the board follows by itself: what the one in the middle wants,
 * beside what the first holds, leaves none to the last. */
Test(standing_company, what_a_newcomer_wants_moves_one_behind_it)
{
	const int64_t first[] = {NOW + SHORT, NOW + SHORT};
	const int64_t later[] = {NOW + SHORT, NOW + SHORT, NOW + SHORT + 1};
	const int64_t wants[] = {4, 2, 6};
	struct ft_snapshot *snapshot = machine(NOW), *next = machine(NOW);
	struct ft_planner *planner;
	struct ft_schedule *schedule;

	add_run(snapshot, 4, 0, SHORT);
	add_run(next, 4, 0, SHORT);
	planner = on_board(snapshot);
	for (uint32_t j = 0; j < 2; j++)
		add_job(snapshot, j + 1, 1, 1, 0)->request->want_node =
			amounts(snapshot, 0, wants[j], 0);
	schedule = expect(planner, snapshot, first);
	for (uint32_t j = 0; j < 3; j++) {
		if (j == 2)
			promise(next, schedule);
		add_job(next, j + 1, 1, 1, 0)->request->want_node =
			amounts(next, 0, wants[j], 0);
	}
	come_between(next);
	ft_schedule_free(expect(planner, next, later));
	ft_snapshot_free(next);
	finish(planner, schedule, snapshot);
}

/* By its marks a guest keeps others away, and they it. */
Test(standing_company, a_guest_is_beside_none_with_another_mark)
{
	const int64_t start[] = {NOW + SHORT, NOW + SHORT + LAST,
				 NOW + SHORT + 2 * LAST, NOW + SHORT};
	struct ft_snapshot *snapshot = machine(NOW);
	struct ft_planner *planner;

	add_run(snapshot, 1, 7, SHORT);
	planner = on_board(snapshot);
	add_guest(snapshot, 1, 1, 1, 1);
	add_job(snapshot, 2, 1, 1, 2);
	add_guest(snapshot, 3, 1, 1, 3);
	add_job(snapshot, 4, 1, 1, 1);
	finish(planner, expect(planner, snapshot, start), snapshot);
}

/* Cores of the run count once for the guest that takes it, its mark does not:
 * it is there until its own end, for all that may not take it. */
Test(standing_company, a_run_that_leaves_keeps_its_mark)
{
	const int64_t start[] = {NOW + LEAVE, NOW + LONG};
	struct ft_snapshot *snapshot = machine(NOW);
	struct ft_planner *planner;
	struct ft_run *run = add_run(snapshot, 2, 3, LONG);

	run->class = 1;
	run->leave = LEAVE;
	run->gone = NOW + LEAVE;
	planner = on_board(snapshot);
	add_job(snapshot, 1, 2, 1, 5)->request->takes = 2;
	add_job(snapshot, 2, 2, 1, 5);
	finish(planner, expect(planner, snapshot, start), snapshot);
}

/* A guest that may start later in one way, and now in the other, which claims
 * the only one of the first limit, or one of the second. */
static struct ft_snapshot *two_ways(uint32_t limit)
{
	struct ft_snapshot *snapshot = machine(NOW);
	struct ft_claim *claim =
		ft_snapshot_alloc(snapshot, 2 * sizeof(*claim));
	struct ft_run *run = add_run(snapshot, 1, 0, LONG);
	struct ft_request *request;
	struct ft_job *job;

	for (uint32_t i = 0; i < 2; i++)
		*ft_snapshot_add_limit(snapshot) =
			(struct ft_limit){.total = 1, .name = i + 1};
	claim[0] = (struct ft_claim){.limit = 0, .count = 1};
	claim[1] = (struct ft_claim){.limit = limit, .count = 1};
	run->claim_count = 1;
	run->claim = &claim[0];
	add_guest(snapshot, 1, 1, 1, 0);
	job = snapshot->job;
	request = ft_snapshot_alloc(snapshot, 2 * sizeof(*request));
	request[0] = request[1] = *job->request;
	request[0].not_before = NOW + SHORT;
	request[1].claim_count = 1;
	request[1].claim = &claim[1];
	job->request = request;
	job->request_count = 2;
	return snapshot;
}

Test(standing_company, a_guest_starts_once_it_claims_another_limit)
{
	const int64_t first[] = {NOW + SHORT}, later[] = {NOW};
	struct ft_snapshot *snapshot = two_ways(0), *next = two_ways(1);
	struct ft_planner *planner;
	struct ft_schedule *schedule;

	snapshot->job_count = 0;
	planner = on_board(snapshot);
	snapshot->job_count = 1;
	schedule = expect(planner, snapshot, first);
	promise(next, schedule);
	ft_schedule_free(expect(planner, next, later));
	ft_snapshot_free(next);
	finish(planner, schedule, snapshot);
}

/* A core is reserved for so long from that time on. */
static void reserve_core(struct ft_snapshot *snapshot, int64_t start)
{
	struct ft_closure *closure = ft_snapshot_add_closure(snapshot);

	closure->start = start;
	closure->end = start + LONG;
	closure->share_count = 1;
	closure->share = ft_snapshot_alloc(snapshot, sizeof(*closure->share));
	closure->share->amount = amounts(snapshot, 1, 0, 0);
}

/* Where the job starts whose node is left later than it was to be, once a core
 * was reserved. */
static int64_t start_late(int64_t reserved)
{
	enum { LATE = 4 };
	const int64_t due[] = {NOW + SHORT}, late[] = {NOW + SHORT + LATE};
	struct ft_snapshot *snapshot = machine(NOW);
	struct ft_snapshot *left = machine(NOW + SHORT);
	struct ft_snapshot *told = machine(NOW + SHORT);
	struct ft_planner *planner;
	struct ft_schedule *first, *second, *third;
	int64_t start;

	add_run(snapshot, 4, 0, SHORT);
	planner = on_board(snapshot);
	add_job(snapshot, 1, 4, 0, 0);
	first = expect(planner, snapshot, due);
	left->node->available_from = told->node->available_from = late[0];
	add_job(left, 1, 4, 0, 0);
	promise(left, first);
	second = expect(planner, left, late);
	add_job(told, 1, 4, 0, 0);
	promise(told, second);
	reserve_core(told, reserved);
	third = plan(planner, told);
	by_board(planner);
	start = third->placement[0].start;
	ft_schedule_free(third);
	ft_schedule_free(second);
	ft_snapshot_free(told);
	ft_snapshot_free(left);
	finish(planner, first, snapshot);
	return start;
}

/* One that waits for its node may run as much later, and not into that. */
Test(standing_company, a_late_start_gives_way_to_a_core_that_is_reserved)
{
	const int64_t late = NOW + SHORT + 4;

	cr_expect_eq(start_late(late + LAST), late);
	cr_expect_eq(start_late(late + LAST - 1), late + LAST - 1 + LONG);
	cr_expect_eq(start_late(late + LAST - 4), late + LAST - 4 + LONG);
	cr_expect_eq(start_late(late + LAST - 5), late + LAST - 5 + LONG);
}
