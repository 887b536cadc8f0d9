/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happens in one snapshot is worth what it would be one by one: a guest
 * ahead is asked before a job that comes, and whatever may start by it; and a
 * start that waits for its node is looked at while it waits.  Nodes of one
 * core.
 */
#include <criterion/criterion.h>

#include "ask_nodes.h"
#include "standing_planner.h"

enum {
	NOW = 1000,
	DUE = 2000,  /* of a start that waits for its node */
	FREE = 6000, /* when node 0 is */
	LATER = 9000,
	LAST = 600,  /* that a job lasts */
	LONG = 5000, /* that one which comes lasts */
	GUESS = 35,  /* seconds that its node is thought to be left in */
};

static struct ft_snapshot *machine(uint32_t nodes, int64_t now)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(nodes, 2, 0);

	snapshot->now = now;
	snapshot->window_end = now + 100000;
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	for (uint32_t n = 0; n < nodes; n++)
		snapshot->capacity[2 * n] = 1;
	return snapshot;
}

static int64_t *one_core(struct ft_snapshot *snapshot)
{
	int64_t *amount = ft_snapshot_alloc(snapshot, 2 * sizeof(*amount));

	amount[FT_CORES] = 1;
	return amount;
}

static struct ft_run *add_run(struct ft_snapshot *snapshot, uint32_t node,
			      int64_t end)
{
	struct ft_run *run = ft_snapshot_add_run(snapshot);

	run->job_id = 50 + node;
	run->end = end;
	run->share_count = 1;
	run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
	run->share->node = node;
	run->share->amount = one_core(snapshot);
	return run;
}

static struct ft_request *add_job(struct ft_snapshot *snapshot, uint32_t nodes,
				  int64_t lasts)
{
	return ask_nodes(snapshot, nodes, lasts, one_core(snapshot), NOW)
		->request;
}

static struct ft_request *add_guest(struct ft_snapshot *snapshot)
{
	struct ft_request *request = add_job(snapshot, 1, LAST);

	request->contiguous = true;
	return request;
}

/* What a plan said of the jobs of a snapshot, and what of it comes next. */
struct turn {
	struct ft_planner *planner;
	struct ft_snapshot *snapshot;
	struct ft_schedule *schedule;
};

/* The next snapshot, whose jobs of before have what they were promised; the
 * one of before is freed with the last. */
static void plan_next(struct turn *turn, struct ft_snapshot *next)
{
	struct ft_schedule *schedule = plan(turn->planner, next);

	by_board(turn->planner);
	ft_schedule_free(turn->schedule);
	ft_snapshot_free(turn->snapshot);
	turn->schedule = schedule;
	turn->snapshot = next;
}

static int64_t start_of(const struct turn *turn, uint32_t j)
{
	const struct ft_placement *place = &turn->schedule->placement[j];

	return place->verdict == FT_PLACED ? place->start : FT_NEVER;
}

static struct turn begin(struct ft_snapshot *runs)
{
	return (struct turn){.planner = on_board(runs), .snapshot = runs};
}

static void end(struct turn *turn)
{
	finish(turn->planner, turn->schedule, turn->snapshot);
}

static struct ft_snapshot *two_runs(int64_t now, int64_t end)
{
	struct ft_snapshot *snapshot = machine(2, now);

	add_run(snapshot, 0, end);
	add_run(snapshot, 1, end);
	return snapshot;
}

Test(standing_turn, a_guest_gets_what_is_freed_as_a_job_comes)
{
	struct ft_snapshot *next = two_runs(NOW + 1, FREE);
	struct turn turn = begin(two_runs(NOW, FREE));

	add_guest(next);
	add_job(next, 1, LAST);
	plan_next(&turn, next);
	cr_expect_eq(start_of(&turn, 0), FREE);
	next = machine(2, NOW + 2);
	add_run(next, 1, FREE);
	add_guest(next);
	add_job(next, 1, LAST);
	promise(next, turn.schedule);
	add_job(next, 1, LAST);
	plan_next(&turn, next);
	cr_expect_eq(start_of(&turn, 0), NOW + 2);
	cr_expect_gt(start_of(&turn, 1), NOW + 2);
	end(&turn);
}

static const struct ft_claim *claim_one(struct ft_snapshot *snapshot)
{
	struct ft_claim *claim = ft_snapshot_alloc(snapshot, sizeof(*claim));

	claim->count = 1;
	return claim;
}

/* A run claims one of so many, and ends later than the one on node 0. */
static struct ft_snapshot *limited(int64_t now, int64_t total)
{
	struct ft_snapshot *snapshot = machine(2, now);
	struct ft_limit *limit = ft_snapshot_add_limit(snapshot);
	struct ft_run *run;

	limit->kind = FT_LIMIT_HELD;
	limit->total = total;
	limit->name = 7;
	add_run(snapshot, 0, FREE);
	run = add_run(snapshot, 1, LATER);
	run->claim_count = 1;
	run->claim = claim_one(snapshot);
	return snapshot;
}

/* On node 0, and claims one. */
static void add_limited(struct ft_snapshot *snapshot)
{
	struct ft_request *guest = add_guest(snapshot);
	struct ft_node_set *first = ft_snapshot_set(snapshot);

	ft_node_set_add(first, 0);
	guest->eligible = first;
	guest->claim_count = 1;
	guest->claim = claim_one(snapshot);
}

Test(standing_turn,
     a_guest_that_a_limit_moves_is_placed_before_a_job_that_comes)
{
	struct ft_snapshot *next = limited(NOW + 1, 2);
	struct turn turn = begin(limited(NOW, 2));

	add_limited(next);
	plan_next(&turn, next);
	cr_expect_eq(start_of(&turn, 0), FREE);
	next = limited(NOW + 2, 1);
	add_limited(next);
	promise(next, turn.schedule);
	add_job(next, 1, LONG);
	plan_next(&turn, next);
	cr_expect_eq(start_of(&turn, 0), LATER);
	end(&turn);
}

/* The reservation closes node 0, or takes its core. */
static void moves_by_reservation(bool core)
{
	struct ft_snapshot *next = two_runs(NOW + 1, FREE);
	struct turn turn = begin(two_runs(NOW, FREE));
	struct ft_closure *closure;
	struct ft_node_set *first;

	add_guest(next);
	plan_next(&turn, next);
	cr_expect_eq(start_of(&turn, 0), FREE);
	next = two_runs(NOW + 2, FREE);
	closure = ft_snapshot_add_closure(next);
	closure->start = FREE;
	closure->end = FREE + 2 * LONG;
	first = ft_snapshot_set(next);
	ft_node_set_add(first, 0);
	closure->nodes = core ? NULL : first;
	closure->share_count = core;
	closure->share = ft_snapshot_alloc(next, sizeof(*closure->share));
	closure->share->amount = one_core(next);
	add_guest(next);
	promise(next, turn.schedule);
	add_job(next, 1, LONG);
	plan_next(&turn, next);
	cr_expect_eq(start_of(&turn, 0), FREE, "at %lld",
		     (long long) start_of(&turn, 0));
	end(&turn);
}

Test(standing_turn,
     a_guest_that_a_reservation_moves_goes_before_a_job_that_comes)
{
	moves_by_reservation(false);
	moves_by_reservation(true);
}

/* A job is due on node 0, right before another, and the run there is killed. */
static struct ft_snapshot *killed(int64_t now, int64_t end, uint32_t jobs)
{
	struct ft_snapshot *snapshot = machine(1, now);

	if (end)
		add_run(snapshot, 0, end);
	for (uint32_t j = 0; j < jobs; j++)
		add_job(snapshot, 1, LAST);
	return snapshot;
}

static void plan_killed(struct turn *turn, int64_t now, int64_t end)
{
	struct ft_snapshot *next = killed(now, end, 2);

	if (turn->schedule)
		promise(next, turn->schedule);
	plan_next(turn, next);
}

Test(standing_turn, a_start_that_waits_is_now_once_its_node_is_back)
{
	struct turn turn = begin(killed(NOW, DUE, 0));

	plan_killed(&turn, NOW + 1, DUE);
	cr_expect_eq(start_of(&turn, 0), DUE);
	plan_killed(&turn, DUE, DUE + GUESS);
	cr_expect_eq(start_of(&turn, 0), DUE + GUESS);
	plan_killed(&turn, DUE + 4, 0);
	cr_expect_eq(start_of(&turn, 0), DUE + 4);
	cr_expect_eq(start_of(&turn, 1), DUE + LAST);
	end(&turn);
}

/* Node 1 is idle, and promised to a job of two behind the one that waits. */
static struct ft_snapshot *waiting(int64_t now, int64_t end, bool jobs)
{
	struct ft_snapshot *snapshot = machine(3, now);

	add_run(snapshot, 0, end);
	if (now < DUE)
		add_run(snapshot, 1, DUE + GUESS * 10);
	add_run(snapshot, 2, DUE + GUESS * 10);
	if (jobs) {
		add_job(snapshot, 1, LAST);
		add_job(snapshot, 2, LAST);
	}
	return snapshot;
}

static void plan_waiting(struct turn *turn, int64_t now, int64_t end)
{
	struct ft_snapshot *next = waiting(now, end, true);

	if (turn->schedule)
		promise(next, turn->schedule);
	plan_next(turn, next);
}

Test(standing_turn, others_give_way_to_a_start_that_has_waited_for_ten_seconds)
{
	struct turn turn = begin(waiting(NOW, DUE, false));

	plan_waiting(&turn, NOW + 1, DUE);
	cr_expect_eq(start_of(&turn, 0), DUE);
	plan_waiting(&turn, DUE, DUE + GUESS);
	plan_waiting(&turn, DUE + 5, DUE + GUESS);
	cr_expect_eq(start_of(&turn, 0), DUE + GUESS);
	plan_waiting(&turn, DUE + 11, DUE + GUESS);
	cr_expect_eq(start_of(&turn, 0), DUE + 11);
	end(&turn);
}
