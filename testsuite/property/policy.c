/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the policies promise, on random cases: each test names the seed that
 * fails.  Depths, firstfit and bestfit are compared with the oracle in brute.c.
 */
#include <criterion/criterion.h>

#include "core/plan/schedule.h"
#include "law.h"
#include "../promised.h"
#include "sample.h"

#ifdef FT_SANITIZER
enum { CASES = 2000 };
#else
enum { CASES = 10000 };
#endif

static enum ft_compress some_fill(uint64_t seed)
{
	return (enum ft_compress)(FT_COMPRESS_PRIORITY + seed % 4);
}

/* Those without a promise go behind all that have one. */
static void put_promised_first(struct ft_snapshot *snapshot)
{
	struct ft_job sorted[ORACLE_JOBS];
	uint32_t count = 0;

	for (int promised = 1; promised >= 0; promised--)
		for (uint32_t j = 0; j < snapshot->job_count; j++)
			if ((snapshot->job[j].promise != FT_NEVER) == promised)
				sorted[count++] = snapshot->job[j];
	for (uint32_t j = 0; j < count; j++)
		snapshot->job[j] = sorted[j];
}

/* Everybody was promised a start; then something ends, and policies are new. */
static struct ft_snapshot *after_an_end(uint64_t seed,
					struct ft_schedule **ret_first)
{
	struct ft_snapshot *snapshot = sample_new(seed);

	*ret_first = plan(snapshot);
	promise(snapshot, *ret_first);
	sample_policy(snapshot, seed);
	snapshot->policy.hold = FT_HOLD_HIGHEST;
	put_promised_first(snapshot);
	if (snapshot->run_count)
		snapshot->run_count--;
	return snapshot;
}

static void promises_kept(const struct ft_snapshot *snapshot,
			  const struct ft_schedule *schedule, uint64_t seed)
{
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];
		int64_t promise = snapshot->job[j].promise;

		if (promise == FT_NEVER)
			continue;
		cr_assert_eq(place->verdict, FT_PLACED, "seed %llu, job %u",
			     (unsigned long long) seed,
			     snapshot->job[j].job_id);
		cr_assert_leq(place->start, promise, "seed %llu, job %u",
			      (unsigned long long) seed,
			      snapshot->job[j].job_id);
		cr_assert(ft_job_in_turn(snapshot, j) ||
				  place->start == promise ||
				  place->start == snapshot->now,
			  "seed %llu, job %u moves between",
			  (unsigned long long) seed, snapshot->job[j].job_id);
	}
}

Test(policy, no_policy_moves_a_promise_later)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_schedule *first, *second;
		struct ft_snapshot *snapshot = after_an_end(seed, &first);

		if (seed % 2)
			snapshot->policy.compress = some_fill(seed / 2);
		if (seed % 3)
			snapshot->policy.patience = (int64_t) seed % 17;
		second = plan(snapshot);
		tolerated(snapshot, second, seed);
		promises_kept(snapshot, second, seed);
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_snapshot_free(snapshot);
	}
}

/* Whom the policy lets start now. */
static bool may_start(const struct ft_policy *policy,
		      const struct ft_placement *place, int64_t now)
{
	if (place->verdict == FT_PLACED)
		return place->start > now;
	if (place->verdict == FT_UNRESERVED)
		return policy->backfill != FT_BACKFILL_NONE &&
		       !policy->backfill_depth;
	return place->verdict == FT_BEYOND;
}

/* Promises that were to be kept later and start now. */
static uint32_t filled(const struct ft_snapshot *snapshot,
		       const struct ft_schedule *schedule)
{
	uint32_t count = 0;

	for (uint32_t j = 0; j < snapshot->job_count; j++)
		count += snapshot->job[j].promise != FT_NEVER &&
			 snapshot->job[j].promise > snapshot->now &&
			 schedule->placement[j].start == snapshot->now;
	return count;
}

Test(policy, fill_leaves_no_hole_that_somebody_could_start_in)
{
	uint32_t moved = 0;

	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_schedule *first, *second;
		struct ft_snapshot *snapshot = after_an_end(seed, &first);

		snapshot->policy.compress = some_fill(seed);
		second = plan(snapshot);
		for (uint32_t j = 0; j < snapshot->job_count; j++)
			cr_assert(!may_start(&snapshot->policy,
					     &second->placement[j],
					     snapshot->now) ||
					  !oracle_could_start(snapshot, second,
							      j),
				  "seed %llu, job %u",
				  (unsigned long long) seed,
				  snapshot->job[j].job_id);
		moved += filled(snapshot, second);
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_snapshot_free(snapshot);
	}
	cr_assert_gt(moved, 100, "only %u jobs filled a hole", moved);
}

/* A policy under which all hold reservations, and nobody waits for a turn. */
static void reserve_all(struct ft_snapshot *snapshot, enum ft_compress compress)
{
	snapshot->policy = (struct ft_policy){.compress = compress};
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		snapshot->job[j].bucket = FT_NO_INDEX;
		snapshot->job[j].reserve = true;
	}
}

Test(policy, who_is_out_of_patience_moves_up_as_in_order)
{
	uint32_t between = 0;

	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_schedule *first, *order, *fill;
		struct ft_snapshot *snapshot = after_an_end(seed, &first);

		reserve_all(snapshot, FT_COMPRESS_ORDER);
		order = plan(snapshot);
		reserve_all(snapshot, some_fill(seed));
		snapshot->policy.patience = 10;
		for (uint32_t j = 0; j < snapshot->job_count; j++)
			snapshot->job[j].queued = snapshot->now - 11;
		fill = plan(snapshot);
		for (uint32_t j = 0; j < snapshot->job_count; j++) {
			int64_t start = fill->placement[j].start;

			if (order->placement[j].verdict != FT_PLACED)
				continue;
			cr_assert(fill->placement[j].verdict == FT_PLACED &&
					  start <= order->placement[j].start,
				  "seed %llu, job %u",
				  (unsigned long long) seed,
				  snapshot->job[j].job_id);
			between += start > snapshot->now &&
				   start < snapshot->job[j].promise;
		}
		ft_schedule_free(first);
		ft_schedule_free(order);
		ft_schedule_free(fill);
		ft_snapshot_free(snapshot);
	}
	cr_assert_gt(between, 100, "only %u jobs moved up", between);
}

Test(policy, a_filled_plan_given_itself_stays_as_it_is)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_schedule *first, *second, *third;
		struct ft_snapshot *snapshot = after_an_end(seed, &first);

		/* Else one that is put aside because others wait has its turn
		 * once these start, and may be ahead of what starts now. */
		reserve_all(snapshot, some_fill(seed));
		second = plan(snapshot);
		promise(snapshot, second);
		third = plan(snapshot);
		for (uint32_t j = 0; j < snapshot->job_count; j++) {
			/* Who had no place may get one that was left. */
			if (second->placement[j].verdict != FT_PLACED)
				continue;
			cr_assert_eq(second->placement[j].start,
				     third->placement[j].start,
				     "seed %llu, job %u",
				     (unsigned long long) seed,
				     snapshot->job[j].job_id);
		}
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_schedule_free(third);
		ft_snapshot_free(snapshot);
	}
}

/* Plans made anew each time know nothing of earlier ones. */
Test(policy, only_highest_keeps_promises)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_schedule *first, *second, *anew;
		struct ft_snapshot *snapshot = after_an_end(seed, &first);

		snapshot->policy.hold =
			seed % 2 ? FT_HOLD_CURRENTHIGHEST : FT_HOLD_NEVER;
		second = plan(snapshot);
		for (uint32_t j = 0; j < snapshot->job_count; j++)
			snapshot->job[j].promise = FT_NEVER;
		anew = plan(snapshot);
		for (uint32_t j = 0; j < snapshot->job_count; j++) {
			cr_assert_eq(second->placement[j].verdict,
				     anew->placement[j].verdict);
			cr_assert_eq(second->placement[j].start,
				     anew->placement[j].start);
			cr_assert(seed % 2 ||
				  anew->placement[j].start <= snapshot->now);
		}
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_schedule_free(anew);
		ft_snapshot_free(snapshot);
	}
}

/* Jobs of so many cores on one node that has `cores`: what starts of them. */
static int64_t started(enum ft_backfill backfill, int64_t cores,
		       const int64_t *size, uint32_t count)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(2, 1, 0);
	struct ft_node_set *all = ft_snapshot_set(snapshot);
	struct ft_schedule *schedule;
	int64_t sum = 0;

	snapshot->window_end = FT_NEVER;
	snapshot->capacity[0] = cores;
	snapshot->node[1].available_from = 100;
	snapshot->capacity[1] = 1;
	snapshot->policy.backfill = backfill;
	snapshot->policy.bucket_count = 1;
	snapshot->policy.depth = ft_snapshot_alloc(snapshot, 4);
	snapshot->policy.depth[0] = 1;
	ft_node_set_fill(all);
	for (uint32_t j = 0; j <= count; j++) {
		struct ft_job *job = ft_snapshot_add_job(snapshot);

		job->reserve = true;
		job->bucket = 0;
		job->request_count = 1;
		job->request =
			ft_snapshot_alloc(snapshot, sizeof(*job->request));
		*job->request = (struct ft_request){
			.duration = 100,
			.end_by = FT_NEVER,
			.min_nodes = j ? 1 : 2, /* the first waits for both */
			.max_nodes = j ? 1 : 2,
			.min_tasks_node = 1,
			.max_tasks_node = UINT32_MAX,
			.per_node = j ? &size[j - 1] : NULL,
			.exclusive = !j,
			.eligible = all,
		};
	}
	schedule = plan(snapshot);
	for (uint32_t j = 1; j <= count; j++)
		if (schedule->placement[j].verdict == FT_PLACED)
			sum += size[j - 1];
	cr_assert_eq(schedule->placement[0].start, 100);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
	return sum;
}

/* The most of `cores` that some of the sizes add up to. */
static int64_t most(int64_t cores, const int64_t *size, uint32_t count)
{
	int64_t best = 0;

	for (uint32_t set = 0; set < UINT32_C(1) << count; set++) {
		int64_t sum = 0;

		for (uint32_t j = 0; j < count; j++)
			sum += set & UINT32_C(1) << j ? size[j] : 0;
		if (sum <= cores && sum > best)
			best = sum;
	}
	return best;
}

Test(policy, greedy_gets_the_most_and_bestfit_no_more)
{
	uint64_t state = 1;
	uint32_t better = 0;

	for (uint32_t i = 0; i < CASES / 20; i++) {
		int64_t size[10], cores, greedy, best;

		for (uint32_t j = 0; j < 10; j++) {
			state = state * UINT64_C(6364136223846793005) + 1;
			size[j] = 2 + (int64_t) (state >> 60);
		}
		cores = 10 + (int64_t) (state >> 40 & 31);
		greedy = started(FT_BACKFILL_GREEDY, cores, size, 10);
		best = started(FT_BACKFILL_BESTFIT, cores, size, 10);
		cr_assert_eq(greedy, most(cores, size, 10), "case %u", i);
		cr_assert_leq(best, greedy);
		better += greedy > best;
	}
	cr_assert_gt(better, 0, "no case tells them apart");
}
