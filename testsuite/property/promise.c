/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What promises mean, on random cases: each test names the seed that fails.
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

/* In every fourth case nodes are relied on, and changed; in every eighth some
 * jobs are alone in segments; in every fifth more must be free than is taken.
 */
static struct ft_snapshot *sample_any(uint64_t seed)
{
	struct ft_snapshot *snapshot = sample_new(seed);

	if (seed % 4 == 1)
		sample_changes(snapshot, seed);
	if (seed % 8 == 2)
		sample_segments(snapshot, seed);
	if (seed % 5 == 1)
		sample_wants(snapshot, seed);
	return snapshot;
}

static struct ft_snapshot *sample_taking(uint64_t seed)
{
	struct ft_snapshot *snapshot = sample_any(seed);

	sample_takes(snapshot, seed);
	return snapshot;
}

static bool same(const struct ft_placement *a, const struct ft_placement *b)
{
	if ((a->verdict != b->verdict) || (a->start != b->start) ||
	    (a->duration != b->duration) || (a->request != b->request) ||
	    (a->share_count != b->share_count) || (a->obstacle != b->obstacle))
		return false;
	for (uint32_t i = 0; i < a->share_count; i++)
		if ((a->share[i].node != b->share[i].node) ||
		    (a->share[i].tasks != b->share[i].tasks))
			return false;
	return true;
}

Test(promise, a_plan_given_itself_stays_as_it_is)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_any(seed);
		struct ft_schedule *first = plan(snapshot), *second;

		promise(snapshot, first);
		second = plan(snapshot);
		for (uint32_t j = 0; j < snapshot->job_count; j++)
			cr_assert(same(&first->placement[j],
				       &second->placement[j]),
				  "seed %llu, job %u",
				  (unsigned long long) seed, j + 1);
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_snapshot_free(snapshot);
	}
}

/*
 * Jobs without a promise could come in ahead of others as room is made: here
 * each job that has none is behind all that have one.
 */
static void put_promised_first(struct ft_snapshot *snapshot)
{
	uint32_t count = snapshot->job_count;

	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j + 1 < count; j++)
			if ((snapshot->job[j].promise == FT_NEVER) &&
			    (snapshot->job[j + 1].promise != FT_NEVER)) {
				struct ft_job job = snapshot->job[j];

				snapshot->job[j] = snapshot->job[j + 1];
				snapshot->job[j + 1] = job;
			}
}

Test(promise, an_early_end_makes_no_promised_job_later)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_any(seed);
		struct ft_schedule *first = plan(snapshot), *second;

		promise(snapshot, first);
		put_promised_first(snapshot);
		if (snapshot->run_count)
			snapshot->run_count--;
		second = plan(snapshot);
		tolerated(snapshot, second, seed);
		for (uint32_t j = 0; j < snapshot->job_count; j++) {
			if (snapshot->job[j].promise == FT_NEVER)
				continue;
			cr_assert_eq(second->placement[j].verdict, FT_PLACED);
			cr_assert(second->placement[j].start <=
					  snapshot->job[j].promise,
				  "seed %llu, job %u",
				  (unsigned long long) seed,
				  snapshot->job[j].job_id);
		}
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_snapshot_free(snapshot);
	}
}

/* May its start wait for its nodes, and then last as long as it has to? */
static bool can_wait(const struct ft_job *job, int64_t delay)
{
	const struct ft_request *request = &job->request[job->promise_request];

	return job->reserve && !request->least && !request->part_count &&
	       !request->claim_count && !request->want_node &&
	       !request->want_task && (request->end_by == FT_NEVER) &&
	       (request->duration > delay);
}

static bool uses_node(const struct ft_job *job, uint32_t node)
{
	for (uint32_t s = 0; s < job->promise_share_count; s++)
		if (job->promise_share[s].node == node)
			return true;
	return false;
}

/* Is some start due on the node, and can each wait that the delay is for? */
static bool can_be_left(const struct ft_snapshot *snapshot, uint32_t node,
			int64_t delay)
{
	bool any = false;

	if (snapshot->closure_count ||
	    (snapshot->window_end < snapshot->now + delay))
		return false;
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];

		if ((job->promise == FT_NEVER) || !uses_node(job, node) ||
		    (job->promise >= snapshot->now + delay))
			continue;
		if ((job->promise > snapshot->now) || !can_wait(job, delay))
			return false;
		any = true;
	}
	return any;
}

/* Nothing moves but what waits for the node, and that by its return alone. */
static void only_waits(const struct ft_snapshot *snapshot,
		       const struct ft_schedule *schedule, uint32_t node,
		       uint64_t seed)
{
	int64_t back = snapshot->node[node].available_from;

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];
		int64_t last = job->promise;

		if (last == FT_NEVER)
			continue;
		if (uses_node(job, node) && (last < back))
			last = back;
		cr_assert((schedule->placement[j].verdict == FT_PLACED) &&
				  (schedule->placement[j].start <= last),
			  "seed %llu, job %u: %lld after %lld",
			  (unsigned long long) seed, job->job_id,
			  (long long) schedule->placement[j].start,
			  (long long) last);
	}
}

/* A node that does not come back in time is waited for no longer. */
static void gives_way(struct ft_snapshot *snapshot, uint32_t node,
		      uint64_t seed)
{
	struct ft_schedule *schedule;

	snapshot->node[node].available_from = FT_NEVER;
	schedule = plan(snapshot);
	tolerated(snapshot, schedule, seed);
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		cr_assert_eq(schedule->placement[j].late, 0, "seed %llu",
			     (unsigned long long) seed);
	ft_schedule_free(schedule);
}

/*
 * A node is being left when a start there is due, and for longer than was
 * thought: that start waits for it, and no other moves.
 */
Test(promise, a_due_start_waits_for_its_nodes)
{
	uint32_t seen = 0;

	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_any(seed);
		struct ft_schedule *first = plan(snapshot), *second, *third;
		uint32_t node = (uint32_t) (seed % snapshot->node_count);
		int64_t delay = 1 + (int64_t) (seed % 3);

		promise(snapshot, first);
		put_promised_first(snapshot);
		for (uint32_t j = 0; j < snapshot->job_count; j++)
			snapshot->job[j].priority = 1000 - 10 * j;
		snapshot->overrule = seed % 2 ? 0 : 15;
		if (can_be_left(snapshot, node, delay)) {
			seen++;
			snapshot->node[node].available_from = snapshot->now + 1;
			second = plan(snapshot);
			tolerated(snapshot, second, seed);
			only_waits(snapshot, second, node, seed);
			snapshot->node[node].available_from =
				snapshot->now + delay;
			third = plan(snapshot);
			tolerated(snapshot, third, seed);
			only_waits(snapshot, third, node, seed);
			gives_way(snapshot, node, seed);
			ft_schedule_free(second);
			ft_schedule_free(third);
		}
		ft_schedule_free(first);
		ft_snapshot_free(snapshot);
	}
	cr_log_info("%u starts waited", seen);
	cr_assert_gt(seen, CASES / 100);
}

static void bring_last_to_front(struct ft_snapshot *snapshot)
{
	struct ft_job last = snapshot->job[snapshot->job_count - 1];

	for (uint32_t j = snapshot->job_count - 1; j > 0; j--)
		snapshot->job[j] = snapshot->job[j - 1];
	snapshot->job[0] = last;
}

/* The first job is placed as if it were alone. */
static void first_is_free(struct ft_snapshot *snapshot, uint64_t seed)
{
	struct ft_snapshot alone = *snapshot;
	struct ft_schedule *single, *whole = plan(snapshot);

	alone.job_count = 1;
	alone.job = &(struct ft_job){0};
	*alone.job = snapshot->job[0];
	alone.job->promise = FT_NEVER;
	single = plan(&alone);
	tolerated(snapshot, whole, seed);
	cr_assert_eq(single->placement[0].verdict, whole->placement[0].verdict);
	cr_assert_eq(single->placement[0].start, whole->placement[0].start,
		     "seed %llu", (unsigned long long) seed);
	ft_schedule_free(single);
	ft_schedule_free(whole);
}

Test(promise, a_new_job_in_front_displaces_those_behind)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_any(seed);
		struct ft_schedule *first;

		snapshot->job_count--;
		first = plan(snapshot);
		promise(snapshot, first);
		snapshot->job_count++;
		bring_last_to_front(snapshot);
		first_is_free(snapshot, seed);
		ft_schedule_free(first);
		ft_snapshot_free(snapshot);
	}
}

/* Its own promise does not keep it behind those that it has overtaken. */
Test(promise, a_job_that_rises_displaces_those_it_overtakes)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_any(seed);
		struct ft_schedule *first = plan(snapshot);

		promise(snapshot, first);
		bring_last_to_front(snapshot);
		first_is_free(snapshot, seed);
		ft_schedule_free(first);
		ft_snapshot_free(snapshot);
	}
}

/*
 * Job j has 10 points less than job j - 1.  A job that comes to the front, new
 * or not, moves none of the promises that its lead is too small for.
 */
Test(promise, a_small_lead_moves_no_promise)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_any(seed);
		struct ft_schedule *first = plan(snapshot), *second;
		uint32_t protected = (uint32_t) (seed % 4);

		promise(snapshot, first);
		bring_last_to_front(snapshot);
		if (seed % 2)
			snapshot->job[0].promise = FT_NEVER;
		for (uint32_t j = 0; j < snapshot->job_count; j++)
			snapshot->job[j].priority = 1000 - 10 * j;
		snapshot->overrule = 10 * protected;
		second = plan(snapshot);
		tolerated(snapshot, second, seed);
		for (uint32_t j = 1; snapshot->overrule && (j <= protected) &&
				     (j < snapshot->job_count);
		     j++)
			cr_assert((snapshot->job[j].promise == FT_NEVER) ||
					  (second->placement[j].verdict ==
						   FT_PLACED &&
					   second->placement[j].start <=
						   snapshot->job[j].promise),
				  "seed %llu, job %u",
				  (unsigned long long) seed,
				  snapshot->job[j].job_id);
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_snapshot_free(snapshot);
	}
}

/* Time goes on, a node fails, another promise is nonsense: still a plan. */
Test(promise, what_cannot_stand_is_planned_afresh)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_any(seed);
		struct ft_schedule *first = plan(snapshot), *second;
		uint32_t runs = 0;

		promise(snapshot, first);
		snapshot->now += (int64_t) (seed % 7);
		for (uint32_t i = 0; i < snapshot->run_count; i++)
			if (snapshot->run[i].end > snapshot->now)
				snapshot->run[runs++] = snapshot->run[i];
		snapshot->run_count = runs;
		snapshot->node[seed % snapshot->node_count].available_from =
			FT_NEVER;
		snapshot->job[0].promise = snapshot->now + 3;
		second = plan(snapshot);
		tolerated(snapshot, second, seed);
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_snapshot_free(snapshot);
	}
}

/*
 * A start that counts on victims does not stand by itself, but comes out the
 * same; so do those ahead of it, whose promises stand.
 */
Test(promise, the_first_start_with_victims_stays)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_taking(seed);
		struct ft_schedule *first = plan(snapshot), *second;
		bool seen = false;

		promise(snapshot, first);
		second = plan(snapshot);
		tolerated(snapshot, second, seed);
		for (uint32_t j = 0; !seen && (j < snapshot->job_count); j++) {
			cr_assert(first->placement[j].start ==
					  second->placement[j].start,
				  "seed %llu, job %u",
				  (unsigned long long) seed, j + 1);
			seen = first->placement[j].victim_count;
		}
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_snapshot_free(snapshot);
	}
}

static void end_by(struct ft_run *run, int64_t end, int64_t now)
{
	if (run->end > end)
		run->end = end > now ? end : now + 1;
}

/* The victims of whoever comes first are told, and end when they are gone. */
static void tell_victims(struct ft_snapshot *snapshot,
			 const struct ft_placement *placement)
{
	for (uint32_t i = 0; i < placement->victim_count; i++) {
		struct ft_run *run = &snapshot->run[placement->victim[i]];

		if (run->suspends)
			continue;
		run->class = 0;
		for (uint32_t f = 0; f <= run->fellows; f++)
			end_by(&run[f],
			       run->gone > placement->start ? run->gone
							    : placement->start,
			       snapshot->now);
		run->fellows = 0;
	}
}

Test(promise, a_preemptor_keeps_its_start_once_its_victims_are_told)
{
	uint32_t seen = 0;

	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_taking(seed);
		struct ft_schedule *first = plan(snapshot), *second;
		const struct ft_placement *head = &first->placement[0];
		bool told = head->victim_count && (head->start > snapshot->now);

		for (uint32_t i = 0; told && (i < head->victim_count); i++)
			told &= !snapshot->run[head->victim[i]].suspends;
		if (told) {
			seen++;
			promise(snapshot, first);
			tell_victims(snapshot, head);
			second = plan(snapshot);
			tolerated(snapshot, second, seed);
			cr_assert_eq(second->placement[0].start, head->start,
				     "seed %llu", (unsigned long long) seed);
			cr_assert_eq(second->placement[0].victim_count, 0);
			ft_schedule_free(second);
		}
		ft_schedule_free(first);
		ft_snapshot_free(snapshot);
	}
	cr_assert_gt(seen, CASES / 200);
}

Test(promise, what_becomes_of_victims_is_still_a_plan)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_taking(seed);
		struct ft_schedule *first = plan(snapshot), *second;

		promise(snapshot, first);
		for (uint32_t j = 0; j < snapshot->job_count; j++) {
			snapshot->job[j].priority = 1000 - 10 * j;
			if ((seed + j) % 3 == 0)
				tell_victims(snapshot, &first->placement[j]);
		}
		snapshot->overrule = seed % 2 ? 0 : 15;
		if (seed % 5 == 0)
			snapshot->job[0].promise = FT_NEVER;
		second = plan(snapshot);
		tolerated(snapshot, second, seed);
		ft_schedule_free(first);
		ft_schedule_free(second);
		ft_snapshot_free(snapshot);
	}
}
