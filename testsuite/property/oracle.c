/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See oracle.h.  Time is cut into single seconds; for each one it is written
 * down what is free.  A start is feasible if in each second of the job's
 * duration everything that it needs is free.
 */
#include "oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "demand.h"
#include "feasible.h"
#include "ledger.h"
#include "role.h"
#include "spread.h"

struct oracle {
	const struct ft_snapshot *snapshot;
	struct roles roles;
	bool earliest;		 /* each start must be */
	bool taken[ORACLE_RUNS]; /* who leaves for somebody */
	struct ledger ledger;
	char *why;
	size_t size;
};

#define WRONG(oracle, ...)                                                     \
	(snprintf((oracle)->why, (oracle)->size, __VA_ARGS__), false)

/* Can the request start at second `at`? */
static bool feasible(struct oracle *oracle, const struct ft_request *request,
		     int64_t at)
{
	return feasible_for(&oracle->ledger, request, at, least_of(request));
}

/* What a part of a placed job takes, from its start to its end. */
static void take_part(struct oracle *oracle, const struct ft_request *request,
		      const struct ft_placement *place)
{
	int64_t end = place->start + place->duration;

	ledger_take_nodes(&oracle->ledger, place->start, end, place->share,
			  place->share_count, request);
	ledger_take_change(&oracle->ledger, place->start, end, place->share,
			   place->share_count, request->change);
	ledger_take_licences(&oracle->ledger, place->start, end,
			     request->licence, request->licence_count);
	ledger_take_limits(&oracle->ledger, place->start, end, request->claim,
			   request->claim_count);
}

/* Part p of the placement as a placement. */
static struct ft_placement part_place(const struct ft_request *request,
				      const struct ft_placement *placement,
				      uint32_t p)
{
	struct ft_placement part = *placement;
	uint32_t first = p ? placement->part_end[p - 1] : 0;

	if (p)
		part.duration = request->part[p - 1].duration;
	if (!placement->part_count)
		return part;
	part.share += first;
	part.share_count = placement->part_end[p] - first;
	return part;
}

static void take_place(struct oracle *oracle, const struct ft_request *request,
		       const struct ft_placement *placement)
{
	for (uint32_t p = 0; p <= request->part_count; p++) {
		struct ft_placement place = part_place(request, placement, p);

		take_part(oracle, part_of(request, p), &place);
	}
}

/* Jobs that start now do so in their order: what one of them wants is held
 * (sign 1) or not (-1) against those behind it. */
static void hold_now(struct oracle *oracle, uint32_t job,
		     const struct ft_placement *placement, int sign)
{
	const struct ft_snapshot *snapshot = oracle->snapshot;
	const struct ft_request *request =
		&snapshot->job[job].request[placement->request];

	if (placement->verdict != FT_PLACED || placement->start > snapshot->now)
		return;
	for (uint32_t p = 0; p <= request->part_count; p++) {
		struct ft_placement place = part_place(request, placement, p);

		ledger_hold(&oracle->ledger, place.start, place.share,
			    place.share_count, part_of(request, p), sign);
	}
}

static void begin(struct oracle *oracle)
{
	memset(oracle->taken, 0, sizeof(oracle->taken));
	ledger_begin(&oracle->ledger, oracle->snapshot);
	roles_begin(&oracle->roles, oracle->snapshot,
		    oracle->ledger.second[0].used);
}

static bool share_right(struct oracle *oracle, const struct ft_request *request,
			const struct ft_share *share)
{
	const struct ft_snapshot *snapshot = oracle->snapshot;

	if (!spread_allowed(request, share->node, share->tasks))
		return WRONG(oracle, "node %u may not get %u tasks",
			     share->node, share->tasks);
	for (uint32_t k = 0; k < snapshot->resource_count; k++)
		if (share->amount[k] !=
		    (request->exclusive
			     ? demand_capacity(snapshot, share->node, k)
			     : demand_cost(snapshot, request, share->node,
					   share->tasks, k)))
			return WRONG(oracle, "node %u: amount %u is wrong",
				     share->node, k);
	return true;
}

static bool leaves_right(struct oracle *oracle,
			 const struct ft_request *request,
			 const struct ft_placement *placement)
{
	if (request->leaves && (spread_leaves(oracle->snapshot, request,
					      placement) > request->leaves))
		return WRONG(oracle, "too many leaves");
	if (request->bundle &&
	    !spread_bundled(oracle->snapshot, request, spread_nodes(placement)))
		return WRONG(oracle, "a leaf without whole bundles");
	return true;
}

/* The shares taken by themselves: are they what the request asks for? */
static bool shares_right(struct oracle *oracle,
			 const struct ft_request *request,
			 const struct ft_placement *placement)
{
	uint32_t required = 0, total = 0, count = placement->share_count;

	for (uint32_t i = 0; i < count; i++) {
		const struct ft_share *share = &placement->share[i];

		if (i && (share->node <= share[-1].node))
			return WRONG(oracle, "shares are not sorted by node");
		if (request->contiguous && i &&
		    (share->node != share[-1].node + 1))
			return WRONG(oracle, "nodes are not contiguous");
		if (!share_right(oracle, request, share))
			return false;
		total += share->tasks;
		required +=
			spread_must_use(request, share->node, share->node + 1);
	}
	if (request->required &&
	    (required != ft_node_set_count(request->required)))
		return WRONG(oracle, "a required node is missing");
	if (request->tasks && (total != request->tasks))
		return WRONG(oracle, "%u tasks of %u", total, request->tasks);
	if ((count < request->min_nodes) ||
	    (count >
	     (request->tasks ? request->max_nodes : request->min_nodes)))
		return WRONG(oracle, "%u nodes", count);
	return true;
}

/* Do the shares fit into what is free? */
static bool shares_fit(struct oracle *oracle, const struct ft_request *request,
		       const struct ft_placement *placement)
{
	int64_t at = placement->start - oracle->snapshot->now;

	if ((at < 0) || (at >= ORACLE_SPAN))
		return WRONG(oracle, "start %" PRId64 " is out of bounds", at);
	for (uint32_t i = 0; i < placement->share_count; i++)
		if (!ledger_takes(
			    &oracle->ledger, request, placement->share[i].node,
			    placement->share[i].tasks, at, placement->duration))
			return WRONG(oracle, "node %u is not free at %" PRId64,
				     placement->share[i].node, at);
	for (int64_t i = at;
	     (i < at + placement->duration) && (i < ORACLE_SPAN); i++)
		if (!ledger_licences_free(&oracle->ledger, request, i))
			return WRONG(oracle, "no licence at %" PRId64, i);
	if (!ledger_limits_free(&oracle->ledger, request, at,
				placement->duration))
		return WRONG(oracle, "a limit is exceeded at %" PRId64, at);
	return true;
}

/* The same for all parts together; nothing is taken. */
static bool all_fit(struct oracle *oracle, const struct ft_request *request,
		    const struct ft_placement *placement)
{
	static struct ledger before;
	bool fit = true;

	if (!request->part_count)
		return shares_fit(oracle, request, placement);
	memcpy(&before, &oracle->ledger, sizeof(before));
	for (uint32_t p = 0; fit && (p <= request->part_count); p++) {
		struct ft_placement place = part_place(request, placement, p);

		fit = shares_fit(oracle, part_of(request, p), &place);
		take_part(oracle, part_of(request, p), &place);
	}
	memcpy(&oracle->ledger, &before, sizeof(before));
	return fit;
}

/* When the last of those is gone that leave together. */
static int64_t end_of(const struct ft_run *run)
{
	int64_t end = run->end;

	for (uint32_t f = 1; f <= run->fellows; f++)
		if (run[f].end > end)
			end = run[f].end;
	return end;
}

/* May the job's request take that run? */
static bool may_take(const struct oracle *oracle, const struct ft_job *job,
		     const struct ft_request *request, uint32_t run)
{
	const struct ft_run *record = &oracle->snapshot->run[run];

	return record->class && ((request->takes >> record->class) & 1) &&
	       !oracle->taken[run] && (record->gone < end_of(record)) &&
	       oracle->roles.role[job - oracle->snapshot->job] < ASIDE;
}

/* All that it may take have left as soon as they can (1), or not (-1). */
static void strip(struct oracle *oracle, const struct ft_job *job,
		  const struct ft_request *request, int sign)
{
	for (uint32_t i = 0; i < oracle->snapshot->run_count; i++)
		if (may_take(oracle, job, request, i))
			ledger_leave(&oracle->ledger, &oracle->snapshot->run[i],
				     request, oracle->snapshot->run[i].gone,
				     sign);
}

/* The least duration, or that of the part that lasts longest. */
static int64_t longest_of(const struct ft_request *request)
{
	int64_t longest = least_of(request);

	for (uint32_t p = 0; p < request->part_count; p++)
		if (request->part[p].duration > longest)
			longest = request->part[p].duration;
	return longest;
}

/* Those that matter, by rank, then by index; returns how many. */
static uint32_t list_asked(const struct oracle *oracle,
			   const struct ft_job *job,
			   const struct ft_placement *place,
			   uint32_t asked[ORACLE_RUNS])
{
	const struct ft_request *request = &job->request[place->request];
	const struct ft_run *run = oracle->snapshot->run;
	int64_t end = place->start + longest_of(request);
	uint32_t count = 0;

	for (uint32_t i = 0; i < oracle->snapshot->run_count; i++) {
		uint32_t at = count;

		if (!may_take(oracle, job, request, i) ||
		    (ledger_gone(&run[i], place->start) >= end) ||
		    (ledger_gone(&run[i], place->start) >= end_of(&run[i])))
			continue;
		for (; at && (run[asked[at - 1]].rank > run[i].rank); at--)
			asked[at] = asked[at - 1];
		asked[at] = i;
		count++;
	}
	return count;
}

static bool is_victim(const struct ft_placement *place, uint32_t run)
{
	for (uint32_t i = 0; i < place->victim_count; i++)
		if (place->victim[i] == run)
			return true;
	return false;
}

/*
 * Just the victims leave; each was asked, and without any of them gone the job
 * fits nowhere.
 */
static bool each_is_needed(struct oracle *oracle, const struct ft_job *job,
			   const struct ft_placement *place,
			   const uint32_t *asked, uint32_t count)
{
	const struct ft_request *request = &job->request[place->request];
	int64_t at = place->start - oracle->snapshot->now;
	struct ft_placement least = *place;
	uint32_t victims = 0;

	for (uint32_t i = 0; i < count; i++) {
		const struct ft_run *run = &oracle->snapshot->run[asked[i]];
		bool leaves = is_victim(place, asked[i]);

		victims += leaves;
		oracle->taken[asked[i]] = leaves;
		if (!leaves)
			ledger_leave(&oracle->ledger, run, request,
				     ledger_gone(run, place->start), -1);
	}
	if (victims != place->victim_count)
		return WRONG(oracle, "%u victims of %u were asked", victims,
			     place->victim_count);
	least.duration = least_of(request);
	if (!all_fit(oracle, request, &least))
		return WRONG(oracle, "its victims do not suffice, at %" PRId64,
			     at);
	for (uint32_t v = 0; v < place->victim_count; v++) {
		const struct ft_run *run =
			&oracle->snapshot->run[place->victim[v]];
		bool needed;

		ledger_leave(&oracle->ledger, run, request,
			     ledger_gone(run, place->start), -1);
		needed = !feasible(oracle, request, at);
		ledger_leave(&oracle->ledger, run, request,
			     ledger_gone(run, place->start), 1);
		if (!needed)
			return WRONG(oracle, "run %u is not needed",
				     place->victim[v]);
	}
	return true;
}

/* The victims leave, if they are those that must. */
static bool victims_right(struct oracle *oracle, const struct ft_job *job,
			  const struct ft_placement *place)
{
	const struct ft_request *request = &job->request[place->request];
	int64_t at = place->start - oracle->snapshot->now;
	uint32_t asked[ORACLE_RUNS], count, out = 0;

	if (!place->victim_count)
		return true;
	if ((at < 0) || (at >= ORACLE_SPAN))
		return WRONG(oracle, "start %" PRId64 " is out of bounds", at);
	count = list_asked(oracle, job, place, asked);
	for (; !feasible(oracle, request, at); out++) {
		const struct ft_run *run = &oracle->snapshot->run[asked[out]];

		if (out == count)
			return WRONG(oracle, "it does not fit without %u",
				     count);
		ledger_leave(&oracle->ledger, run, request,
			     ledger_gone(run, place->start), 1);
	}
	if (!out)
		return WRONG(oracle, "%s", "nobody needs to leave");
	if (!each_is_needed(oracle, job, place, asked, out))
		return false;
	ledger_stay(&oracle->ledger, request, place);
	return true;
}

/* Is it one of those allowed, and is no longer one possible? */
static bool duration_right(struct oracle *oracle,
			   const struct ft_request *request,
			   const struct ft_placement *placement)
{
	int64_t at = placement->start - oracle->snapshot->now, longest = 0;
	/* One that waits for its nodes ends as if it had not. */
	bool allowed =
		!request->least && !request->part_count &&
		(placement->late < request->duration) &&
		(placement->duration == request->duration - placement->late);

	for (int64_t duration = least_of(request);
	     duration <= request->duration; duration += request->step) {
		allowed |= duration == placement->duration;
		if (oracle->earliest && !placement->victim_count &&
		    feasible_for(&oracle->ledger, request, at, duration))
			longest = duration;
		if (!request->least)
			break;
	}
	if (!allowed)
		return WRONG(oracle, "duration %" PRId64 " is not allowed",
			     placement->duration);
	if ((request->end_by != FT_NEVER) &&
	    (placement->start + placement->duration > request->end_by))
		return WRONG(oracle, "it ends too late");
	if (longest > placement->duration)
		return WRONG(oracle, "it could last %" PRId64 ", not %" PRId64,
			     longest, placement->duration);
	return true;
}

/* A job with victims gets the longest duration that its nodes are free for. */
static bool no_longer(struct oracle *oracle, const struct ft_request *request,
		      const struct ft_placement *placement)
{
	struct ft_placement other = *placement;

	if (!placement->victim_count || !request->least)
		return true;
	for (other.duration += request->step;
	     other.duration <= request->duration;
	     other.duration += request->step)
		if (((request->end_by == FT_NEVER) ||
		     (other.start + other.duration <= request->end_by)) &&
		    shares_fit(oracle, request, &other))
			return WRONG(oracle,
				     "with victims it could last %" PRId64,
				     other.duration);
	return true;
}

/* If all left that it may take. */
static bool feasible_taking(struct oracle *oracle, const struct ft_job *job,
			    uint32_t r, int64_t at)
{
	bool could;

	strip(oracle, job, &job->request[r], 1);
	could = feasible(oracle, &job->request[r], at);
	strip(oracle, job, &job->request[r], -1);
	return could;
}

/* How many runs come no later in the order than the last one of those that the
 * request has to ask for a start then. */
static uint32_t reach_of(struct oracle *oracle, const struct ft_job *job,
			 uint32_t r, int64_t at)
{
	const struct ft_request *request = &job->request[r];
	const struct ft_run *run = oracle->snapshot->run;
	struct ft_placement place = {.request = r,
				     .start = oracle->snapshot->now + at};
	uint32_t asked[ORACLE_RUNS], out = 0, reach = 0;
	uint32_t count = list_asked(oracle, job, &place, asked);

	for (; out < count && !feasible(oracle, request, at); out++)
		ledger_leave(&oracle->ledger, &run[asked[out]], request,
			     ledger_gone(&run[asked[out]], place.start), 1);
	for (uint32_t i = 0; i < out; i++)
		ledger_leave(&oracle->ledger, &run[asked[i]], request,
			     ledger_gone(&run[asked[i]], place.start), -1);
	for (uint32_t i = 0; out && i < oracle->snapshot->run_count; i++)
		reach += run[i].rank < run[asked[out - 1]].rank ||
			 (run[i].rank == run[asked[out - 1]].rank &&
			  i <= asked[out - 1]);
	return reach;
}

/* Of those by which it could start then, the one that must be used. */
static uint32_t right_request(struct oracle *oracle, const struct ft_job *job,
			      int64_t at)
{
	uint32_t best = 0, least = UINT32_MAX, reach;

	while (best < job->request_count &&
	       !feasible_taking(oracle, job, best, at))
		best++;
	if (best == job->request_count || job->request[best].part_count)
		return best;
	for (uint32_t r = best; r < job->request_count; r++) {
		if (job->request[r].part_count ||
		    !feasible_taking(oracle, job, r, at))
			continue;
		reach = reach_of(oracle, job, r, at);
		if (reach < least)
			best = r;
		if (reach < least)
			least = reach;
	}
	return best;
}

/* One part after the other: right, on what those before it leave; taken. */
static bool parts_right(struct oracle *oracle, const struct ft_request *request,
			const struct ft_placement *placement)
{
	uint32_t before = 0;

	for (uint32_t p = 0; p <= request->part_count; p++) {
		const struct ft_request *part = part_of(request, p);
		struct ft_placement place = part_place(request, placement, p);

		if (!shares_right(oracle, part, &place) ||
		    !shares_fit(oracle, part, &place))
			return false;
		for (uint32_t i = 0; i < place.share_count; i++)
			if (part->apart && (before >> place.share[i].node & 1))
				return WRONG(oracle, "part %u is not apart", p);
		for (uint32_t i = 0; i < place.share_count; i++)
			before |= UINT32_C(1) << place.share[i].node;
		take_part(oracle, part, &place);
	}
	return true;
}

/* Nodes, duration and victims, or the nodes of each part. */
static bool place_right(struct oracle *oracle, const struct ft_job *job,
			const struct ft_placement *placement)
{
	const struct ft_request *request = &job->request[placement->request];

	if (placement->part_count != request->part_count)
		return WRONG(oracle, "%u parts", placement->part_count);
	if (request->part_count)
		return duration_right(oracle, request, placement) &&
		       victims_right(oracle, job, placement) &&
		       parts_right(oracle, request, placement);
	return duration_right(oracle, request, placement) &&
	       shares_right(oracle, request, placement) &&
	       leaves_right(oracle, request, placement) &&
	       victims_right(oracle, job, placement) &&
	       shares_fit(oracle, request, placement) &&
	       no_longer(oracle, request, placement);
}

static bool placement_right(struct oracle *oracle, const struct ft_job *job,
			    const struct ft_placement *placement)
{
	bool later = placement->start > oracle->snapshot->now;

	if (placement->start > oracle->snapshot->window_end)
		return WRONG(oracle, "it starts after the window");
	if (later &&
	    (!job->reserve ||
	     oracle->roles.role[job - oracle->snapshot->job] != RESERVE))
		return WRONG(oracle, "it must not reserve");
	if (later && !placement->held)
		return WRONG(oracle, "it is not marked as held");
	if (oracle->earliest) {
		uint32_t r = right_request(
			oracle, job, placement->start - oracle->snapshot->now);

		if (r < job->request_count && r != placement->request)
			return WRONG(oracle, "request %u is the one to use", r);
	}
	return place_right(oracle, job, placement);
}

/* Nothing may be feasible at or before `last`. */
static bool none_earlier(struct oracle *oracle, const struct ft_job *job,
			 int64_t last)
{
	int64_t now = oracle->snapshot->now;

	for (int64_t at = 0;
	     oracle->earliest && (at < ORACLE_SPAN) && (now + at <= last); at++)
		for (uint32_t r = 0; r < job->request_count; r++)
			if (feasible_taking(oracle, job, r, at))
				return WRONG(oracle,
					     "request %u can start at %" PRId64,
					     r, at);
	return true;
}

static bool refusal_right(struct oracle *oracle, const struct ft_job *job,
			  enum ft_verdict verdict)
{
	bool any = false;

	for (uint32_t r = 0; r < job->request_count; r++)
		any |= possible(oracle->snapshot, &job->request[r]);
	if (any == (verdict == FT_IMPOSSIBLE))
		return WRONG(oracle, "it is %spossible", any ? "" : "im");
	/* With promises the roles are not known here. */
	if (any && (oracle->earliest || !oracle->snapshot->policy.depth) &&
	    ((verdict == FT_UNRESERVED) ==
	     (oracle->roles.role[job - oracle->snapshot->job] == RESERVE)))
		return WRONG(oracle, "verdict %d does not suit reserve",
			     (int) verdict);
	return true;
}

/* Up to when the job would have been placed, had there been a place. */
static int64_t last_start(const struct oracle *oracle, const struct ft_job *job)
{
	switch (oracle->roles.role[job - oracle->snapshot->job]) {
	case RESERVE:
		return oracle->snapshot->window_end;
	case NOTHING:
		return oracle->snapshot->now - 1;
	default:
		return oracle->snapshot->now;
	}
}

static bool job_right(struct oracle *oracle, const struct ft_job *job,
		      const struct ft_placement *placement)
{
	const struct ft_request *request = &job->request[placement->request];

	if (placement->verdict != FT_PLACED)
		return refusal_right(oracle, job, placement->verdict) &&
		       none_earlier(oracle, job, last_start(oracle, job));
	if (!none_earlier(oracle, job, placement->start - 1) ||
	    !placement_right(oracle, job, placement))
		return false;
	if (!request->part_count)
		take_place(oracle, request, placement);
	return true;
}

static bool of_job(struct oracle *oracle, const struct ft_job *job)
{
	size_t used = strlen(oracle->why);

	snprintf(oracle->why + used, oracle->size - used, " (job %u)",
		 job->job_id);
	return false;
}

/* Each job in its turn. */
static bool turns_right(struct oracle *oracle,
			const struct ft_schedule *schedule)
{
	const struct ft_snapshot *snapshot = oracle->snapshot;

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];

		roles_turn(&oracle->roles, j, oracle->earliest);
		if (oracle->roles.role[j] == NOTHING &&
		    schedule->placement[j].verdict == FT_PLACED)
			return WRONG(oracle, "nobody may start it") ||
			       of_job(oracle, job);
		if (oracle->roles.role[j] != ASIDE) {
			if (!job_right(oracle, job, &schedule->placement[j]))
				return of_job(oracle, job);
			hold_now(oracle, j, &schedule->placement[j], -1);
		}
		roles_note(&oracle->roles, j, &schedule->placement[j]);
	}
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		if (oracle->roles.role[j] != ASIDE)
			hold_now(oracle, j, &schedule->placement[j], 1);
	return true;
}

/* The job put aside that is worth most, of those not seen yet; or NULL. */
static const struct ft_job *best_aside(const struct oracle *oracle,
				       const bool *seen)
{
	const struct ft_snapshot *snapshot = oracle->snapshot;
	const struct ft_job *best = NULL;

	for (uint32_t j = 0; j < snapshot->job_count; j++)
		if (oracle->roles.role[j] == ASIDE && !seen[j] &&
		    (!best || demand_worth(snapshot, &snapshot->job[j]) >
				      demand_worth(snapshot, best)))
			best = &snapshot->job[j];
	return best;
}

/* bestfit: each, the most worth first, starts if it can. */
static bool best_fit_right(struct oracle *oracle,
			   const struct ft_schedule *schedule)
{
	bool seen[ORACLE_JOBS] = {false};
	const struct ft_job *job;

	while ((job = best_aside(oracle, seen))) {
		uint32_t j = (uint32_t) (job - oracle->snapshot->job);

		seen[j] = true;
		if (!job_right(oracle, job, &schedule->placement[j]))
			return of_job(oracle, job);
	}
	return true;
}

/* Those put aside, the most worth first, that do or do not start. */
static bool aside_in_order(struct oracle *oracle,
			   const struct ft_schedule *schedule, bool starts)
{
	bool seen[ORACLE_JOBS] = {false};
	const struct ft_job *job;

	while ((job = best_aside(oracle, seen))) {
		uint32_t j = (uint32_t) (job - oracle->snapshot->job);
		const struct ft_placement *place = &schedule->placement[j];

		seen[j] = true;
		if ((place->verdict == FT_PLACED) == starts &&
		    !job_right(oracle, job, place))
			return of_job(oracle, job);
	}
	return true;
}

/* greedy: those that start fit together, and beside them nobody else. */
static bool greedy_right(struct oracle *oracle,
			 const struct ft_schedule *schedule)
{
	return aside_in_order(oracle, schedule, true) &&
	       aside_in_order(oracle, schedule, false);
}

static bool aside_right(struct oracle *oracle,
			const struct ft_schedule *schedule)
{
	return oracle->snapshot->policy.backfill == FT_BACKFILL_GREEDY
		       ? greedy_right(oracle, schedule)
		       : best_fit_right(oracle, schedule);
}

static bool all_right(const struct ft_snapshot *snapshot,
		      const struct ft_schedule *schedule, bool earliest,
		      char *why, size_t size)
{
	static struct oracle oracle; /* too large for the stack */

	oracle.snapshot = snapshot;
	oracle.earliest = earliest;
	oracle.why = why;
	oracle.size = size;
	begin(&oracle);
	return turns_right(&oracle, schedule) && aside_right(&oracle, schedule);
}

extern bool oracle_accepts(const struct ft_snapshot *snapshot,
			   const struct ft_schedule *schedule, char *why,
			   size_t size)
{
	return all_right(snapshot, schedule, true, why, size);
}

extern bool oracle_tolerates(const struct ft_snapshot *snapshot,
			     const struct ft_schedule *schedule, char *why,
			     size_t size)
{
	return all_right(snapshot, schedule, false, why, size);
}

/* Everybody's place but that of `except`. */
static void take_others(struct oracle *oracle,
			const struct ft_schedule *schedule, uint32_t except)
{
	for (uint32_t j = 0; j < oracle->snapshot->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];
		const struct ft_request *request =
			&oracle->snapshot->job[j].request[place->request];

		if (j == except || place->verdict != FT_PLACED)
			continue;
		take_place(oracle, request, place);
	}
}

extern bool oracle_could_start(const struct ft_snapshot *snapshot,
			       const struct ft_schedule *schedule, uint32_t job)
{
	static struct oracle oracle;
	const struct ft_job *record = &snapshot->job[job];
	bool could = false;

	oracle.snapshot = snapshot;
	begin(&oracle);
	take_others(&oracle, schedule, job);
	for (uint32_t r = 0; r < record->request_count; r++)
		could |= snapshot->window_end >= snapshot->now &&
			 feasible(&oracle, &record->request[r], 0);
	return could;
}

extern int64_t oracle_earliest(const struct ft_snapshot *snapshot,
			       const struct ft_schedule *schedule, uint32_t job)
{
	static struct oracle oracle;
	const struct ft_job *record = &snapshot->job[job];

	oracle.snapshot = snapshot;
	begin(&oracle);
	take_others(&oracle, schedule, job);
	/* Those that start now have had their turn. */
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		if (j != job)
			hold_now(&oracle, j, &schedule->placement[j], -1);
	for (int64_t at = 0; at < ORACLE_SPAN; at++)
		for (uint32_t r = 0; r < record->request_count; r++)
			if (feasible(&oracle, &record->request[r], at))
				return snapshot->now + at;
	return FT_NEVER;
}
