/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan that stands on a board from snapshot to snapshot, in stories in which
 * anything happens: after each event a plan made afresh of the same snapshot,
 * with what the board says for promises, has to keep them all, to start no job
 * that the board does not, and to give each job the same verdict and obstacle.
 * Where jobs take runs the two go by other rules behind the first that does:
 * then there has to be room for all, with these runs and without, and that job
 * starts no later than in the plan made afresh.
 *
 * FT_STORY_COUNT sets how many stories, FT_STORY_SEED where they begin.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commitment.h"
#include "core/base/number.h"
#include "core/plan/planner.h"
#include "core/plan/preemptor.h"
#include "core/plan/standing.h"
#include "core/snapshot/request.h"
#include "room.h"
#include "story.h"

enum { EVENTS = 40 };
#ifdef FT_SANITIZER
enum { STORIES = 300 };
#else
enum { STORIES = 3000 };
#endif

static uint64_t setting(const char *name, int64_t initial)
{
	const char *text = getenv(name);
	int64_t value = initial;

	if (text)
		cr_assert_eq(ft_number_int(text, 0, INT64_MAX, &value), 0,
			     "%s=%s is no number", name, text);
	return (uint64_t) value;
}

/* A plan made afresh takes a closure that is over for an obstacle. */
static bool any_over(const struct ft_snapshot *snapshot)
{
	for (uint32_t c = 0; c < snapshot->closure_count; c++)
		if (snapshot->closure[c].end <= snapshot->now)
			return true;
	return false;
}

/* What a fresh plan of the same state says against it, or NULL. */
static const char *objection(const struct ft_snapshot *snapshot,
			     const struct ft_placement *board,
			     const struct ft_placement *fresh)
{
	if (board->verdict == FT_PLACED) {
		if (fresh->verdict != FT_PLACED)
			return "its start does not stand";
		if (fresh->start > board->start)
			return "it starts later";
	}
	if ((fresh->verdict == FT_PLACED) && (fresh->start <= snapshot->now) &&
	    ((board->verdict != FT_PLACED) || (board->start > snapshot->now)))
		return "it could start now";
	/* Within a slot of the window's end a board looks again later. */
	if ((fresh->verdict == FT_PLACED) || (board->verdict == FT_PLACED))
		return NULL;
	if (board->verdict != fresh->verdict)
		return "another verdict";
	return (board->obstacle == fresh->obstacle) || any_over(snapshot)
		       ? NULL
		       : "another obstacle";
}

/* Does the request, or a part of it? */
static bool any_wants(const struct ft_snapshot *snapshot,
		      const struct ft_request *request)
{
	bool wants =
		ft_request_wants(request, snapshot->resource_count, UINT8_MAX);

	for (uint32_t p = 0; p < request->part_count; p++)
		wants |= ft_request_wants(&request->part[p],
					  snapshot->resource_count, UINT8_MAX);
	return wants;
}

/* Does a job ahead of it start now that wants more than it takes?  That is free
 * to those behind it in a plan made afresh, on a board once the job runs. */
static bool held_off(const struct ft_snapshot *snapshot,
		     const struct ft_schedule *board, uint32_t j)
{
	for (uint32_t i = 0; i < j; i++) {
		const struct ft_placement *place = &board->placement[i];

		if (place->verdict == FT_PLACED &&
		    place->start <= snapshot->now &&
		    any_wants(snapshot,
			      &snapshot->job[i].request[place->request]))
			return true;
	}
	return false;
}

/* Does a job behind it take runs by now, in place of what it was promised? That
 * was in the way when this one was asked. */
static bool made_way(const struct ft_snapshot *snapshot,
		     const struct ft_schedule *board, uint32_t j)
{
	for (uint32_t i = j + 1; i < snapshot->job_count; i++) {
		int64_t promise = snapshot->job[i].promise;

		if (board->placement[i].victim_count && promise != FT_NEVER &&
		    board->placement[i].start < promise)
			return true;
	}
	return false;
}

/* Is it a job that kept a promise without taking runs? */
static bool kept(const struct ft_snapshot *snapshot, const struct ft_job *job,
		 const struct ft_placement *place)
{
	int64_t promise = job->promise;

	return promise != FT_NEVER && !place->victim_count &&
	       place->verdict == FT_PLACED &&
	       place->start <=
		       (promise > snapshot->now ? promise : snapshot->now);
}

/* The first job that takes runs, on the board or in the plan made afresh. */
static void check_taker(const struct ft_snapshot *snapshot, uint32_t j,
			const struct ft_placement *board,
			const struct ft_placement *fresh, const char *event,
			uint64_t seed)
{
	const struct ft_job *job = &snapshot->job[j];

	/* One with a promise is asked again when something is freed. */
	if (kept(snapshot, job, board))
		return;
	if (fresh->verdict != FT_PLACED)
		return;
	cr_assert(board->verdict == FT_PLACED && board->start <= fresh->start,
		  "seed %" PRIu64 ", after %s, job %u, which takes runs, at "
		  "%" PRId64 ", now %" PRId64 ", afresh %" PRId64,
		  seed, event, job->job_id, board->start, snapshot->now,
		  fresh->start);
}

/* How many jobs may always take runs: in half of the stories hardly any. */
static uint32_t takers(uint64_t seed)
{
	return seed % 2 ? FT_PREEMPTORS_FIRST : 1;
}

/* Those that may take runs in a plan of the board's promises made afresh. */
static void choose(struct ft_snapshot *promised,
		   const struct ft_schedule *board, uint32_t first,
		   struct ft_preemptors *preemptors)
{
	/* A start that is due comes first of all there; this one counts on runs
	 * that leave, which no promise does. */
	for (uint32_t j = 0; j < promised->job_count; j++)
		if (board->placement[j].victim_count)
			promised->job[j].promise = FT_NEVER;
	cr_assert_eq(ft_preemptors_choose(promised, first, preemptors), 0);
	/* As nothing comes or rises, none is above the promises of others. */
	for (uint32_t j = 0; preemptors->given && (j < promised->job_count);
	     j++)
		preemptors->snapshot.job[j].preempts = false;
}

static void compare(const struct ft_snapshot *snapshot,
		    const struct ft_schedule *board, const char *event,
		    uint64_t seed)
{
	struct ft_preemptors preemptors;
	struct ft_snapshot promised;
	struct ft_schedule *fresh;
	struct ft_err err;

	cr_assert(ft_standing_promised(snapshot, board, &promised));
	/* Whose turn to move up it is, a board does not ask; but a job that has
	 * waited for long keeps the right to the start that it has. */
	for (uint32_t j = 0; j < promised.job_count; j++)
		promised.job[j].reserve |=
			promised.job[j].promise != FT_NEVER &&
			ft_job_committed(snapshot, j);
	promised.policy.patience = 0;
	choose(&promised, board, takers(seed), &preemptors);
	cr_assert_eq(ft_schedule_plan(&preemptors.snapshot, &fresh, &err), 0,
		     "%s", err.text);
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *one = &board->placement[j];
		const struct ft_placement *other = &fresh->placement[j];
		const char *what = objection(snapshot, one, other);

		/* What comes behind it follows from that. */
		if (what && other->start <= snapshot->now &&
		    (held_off(snapshot, board, j) ||
		     made_way(snapshot, board, j)))
			break;
		/* Once the others have been placed: into what a run leaves. */
		if (ft_schedule_takes(fresh) && other->verdict == FT_PLACED &&
		    !other->victim_count &&
		    (one->verdict == FT_PLACED ? other->start < one->start
					       : !snapshot->job[j].reserve))
			continue;
		if (one->victim_count || other->victim_count) {
			check_taker(snapshot, j, one, other, event, seed);
			break;
		}
		cr_assert_null(what,
			       "seed %" PRIu64 ", after %s, job %u at %" PRId64
			       ", now %" PRId64 ", afresh %" PRId64 ": %s",
			       seed, event, snapshot->job[j].job_id,
			       board->placement[j].start, snapshot->now,
			       fresh->placement[j].start, what);
	}
	ft_schedule_free(fresh);
	ft_preemptors_fini(&preemptors);
	ft_standing_promised_free(&promised);
}

struct sum {
	uint64_t fresh, followed, declined, compared, differed;
	uint64_t taken; /* plans of the board in which jobs take runs */
};

static void add_count(struct sum *sum, struct ft_planner_count one)
{
	sum->fresh += one.fresh;
	sum->followed += one.followed;
	sum->declined += one.declined;
	sum->compared += one.compared;
	sum->differed += one.differed;
}

static int by_number(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *) a, two = *(const uint32_t *) b;

	return (one > two) - (one < two);
}

static void turn_claims(const struct ft_claim *claim, uint32_t count,
			uint32_t by, uint32_t limits)
{
	/* It is the snapshot's own, which is ours. */
	struct ft_claim *own = (struct ft_claim *) claim;

	for (uint32_t i = 0; i < count; i++)
		own[i].limit = (own[i].limit + by) % limits;
	if (count)
		qsort(own, count, sizeof(*own), ft_claim_order);
}

static void turn_entries(const uint32_t *entry, uint32_t count, uint32_t by,
			 uint32_t closures)
{
	uint32_t *own = (uint32_t *) entry;

	for (uint32_t i = 0; i < count; i++)
		own[i] = (own[i] + by) % closures;
	if (count)
		qsort(own, count, sizeof(*own), by_number);
}

/* How far the limits, if they have names, and the closures are turned. */
struct turn {
	uint32_t limits, closures;
};

static void turn_requests(struct ft_snapshot *snapshot, struct turn turn)
{
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_request *request = snapshot->job[j].request;
		uint32_t twin = 0;

		while (snapshot->job[twin].request != request)
			twin++;
		if (twin < j)
			continue;
		turn_claims(request->claim, request->claim_count, turn.limits,
			    snapshot->limit_count);
		turn_entries(request->closure, request->closure_count,
			     turn.closures, snapshot->closure_count);
	}
}

/* They stand in another order: each so many places later. */
static void turn_lists(struct ft_snapshot *snapshot, struct turn turn)
{
	uint32_t limits = snapshot->limit_count;
	uint32_t closures = snapshot->closure_count;
	struct ft_limit limit[limits + 1];
	struct ft_closure closure[closures + 1];

	for (uint32_t i = 0; i < limits; i++)
		limit[i] = snapshot->limit[i];
	for (uint32_t i = 0; i < closures; i++)
		closure[i] = snapshot->closure[i];
	for (uint32_t i = 0; i < limits; i++)
		snapshot->limit[(i + turn.limits) % limits] = limit[i];
	for (uint32_t i = 0; i < closures; i++)
		snapshot->closure[(i + turn.closures) % closures] = closure[i];
	for (uint32_t r = 0; r < snapshot->run_count; r++)
		turn_claims(snapshot->run[r].claim,
			    snapshot->run[r].claim_count, turn.limits, limits);
	turn_requests(snapshot, turn);
}

static struct turn some_turn(const struct ft_snapshot *snapshot, uint64_t draw)
{
	uint32_t limits = snapshot->limit_count;
	uint32_t closures = snapshot->closure_count;

	return (struct turn){
		limits && snapshot->limit->name ? (uint32_t) draw % limits : 0,
		closures ? (uint32_t) (draw / 2) % closures : 0};
}

/* The same back again. */
static struct turn other_turn(const struct ft_snapshot *snapshot,
			      struct turn turn)
{
	return (struct turn){
		turn.limits ? snapshot->limit_count - turn.limits : 0,
		turn.closures ? snapshot->closure_count - turn.closures : 0};
}

static void tell(uint64_t seed, struct sum *sum)
{
	struct ft_planner *planner = ft_planner_new();
	struct story *story = story_plain(seed);
	const char *event = "the beginning";

	cr_assert_not_null(planner);
	ft_planner_keep(planner, FT_KEEP_BOARD);
	ft_planner_preempt(planner, takers(seed));
	for (int e = 0; e < EVENTS; e++) {
		struct ft_snapshot *snapshot = story_snapshot(story);
		struct turn turn = some_turn(snapshot, seed + (uint64_t) e);
		struct ft_schedule *schedule;
		struct ft_err err;

		turn_lists(snapshot, turn);
		cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &schedule,
					     &err),
			     0, "seed %" PRIu64 ", after %s: %s", seed, event,
			     err.text);
		if (getenv("FT_STORY_TELL"))
			printf("%d %s: %s\n", e, event,
			       ft_planner_declined(planner));
		if (!*ft_planner_declined(planner)) {
			char why[256] = "";

			compare(snapshot, schedule, event, seed);
			cr_assert(
				room_for(snapshot, schedule, why, sizeof(why)),
				"seed %" PRIu64 ", after %s: %s", seed, event,
				why);
			sum->taken += ft_schedule_takes(schedule);
		}
		turn_lists(snapshot, other_turn(snapshot, turn));
		event = story_go_on(story, schedule);
	}
	add_count(sum, ft_planner_counted(planner));
	ft_planner_free(planner);
	story_free(story);
}

Test(standing, what_the_board_says_stands_and_lets_no_job_wait)
{
	uint64_t first = setting("FT_STORY_SEED", 1);
	uint64_t stories = setting("FT_STORY_COUNT", STORIES);
	struct sum sum = {0};

	for (uint64_t seed = first; seed < first + stories; seed++)
		tell(seed, &sum);
	cr_log_info("%" PRIu64 " plans by the board, %" PRIu64 " afresh",
		    sum.followed, sum.fresh);
	/* Else there was nothing to compare. */
	cr_assert_gt(sum.followed, stories * EVENTS / 4,
		     "only %" PRIu64 " plans are the board's", sum.followed);
	cr_assert_eq(sum.differed, 0);
	cr_assert_gt(sum.taken, stories / 50,
		     "in only %" PRIu64 " plans jobs take runs", sum.taken);
}

/* How many of two plans of a story follow a board; between them a node is on
 * another leaf switch, or not. */
static uint64_t followed_by(bool moves)
{
	struct ft_planner *planner = ft_planner_new();
	struct story *story = story_plain(3);
	struct ft_planner_count count;

	cr_assert_not_null(planner);
	ft_planner_keep(planner, FT_KEEP_BOARD);
	for (int e = 0; e < 2; e++) {
		struct ft_snapshot *snapshot = story_snapshot(story);
		struct ft_schedule *schedule;

		snapshot->node[0].leaf += moves && e;
		cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &schedule,
					     NULL),
			     0);
		story_go_on(story, schedule);
	}
	count = ft_planner_counted(planner);
	ft_planner_free(planner);
	story_free(story);
	return count.followed;
}

Test(standing, nodes_on_other_leaf_switches_are_another_machine)
{
	cr_assert_eq(followed_by(false), 1);
	cr_assert_eq(followed_by(true), 0);
}

Test(standing, no_committed_start_moves_later_without_a_named_cause)
{
	struct commitment_count count;
	char why[256] = "";
	uint64_t stories = setting("FT_STORY_COUNT", STORIES);
	uint64_t seed =
		commitment_stories(setting("FT_STORY_SEED", 1), stories,
				   FT_KEEP_BOARD, &count, why, sizeof(why));

	cr_assert_eq(seed, 0, "seed %" PRIu64 ", %s", seed, why);
	cr_assert_gt(count.kept, stories);
}

/* Found by longer runs: a guest lost its start as another one with the same
 * licence began to run; runs that leave for several jobs, or were not told; a
 * want that was forgotten; a want that kept its job's former tier; a guest that
 * lost its right to a start, and had waited for long; a guest whose start a
 * newcomer took, since a run had just needed its licence; a start that waited
 * on for its node, which was back. */
Test(standing, stories_that_went_wrong_once)
{
	static const uint64_t seeds[] = {37868,	 5232,	 10559,	 11665,	 12477,
					 15002,	 4204,	 29592,	 116197, 202669,
					 203220, 208180, 107500, 115656, 203428,
					 423698, 421553};
	struct commitment_count count;
	struct sum sum = {0};
	char why[256] = "";

	for (size_t i = 0; i < sizeof(seeds) / sizeof(*seeds); i++) {
		tell(seeds[i], &sum);
		cr_assert_eq(commitment_stories(seeds[i], 1, FT_KEEP_BOARD,
						&count, why, sizeof(why)),
			     0, "seed %" PRIu64 ", %s", seeds[i], why);
	}
}
