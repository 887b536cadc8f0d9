/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See backfill.h.
 */
#include "core/plan/backfill.h"

#include <errno.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/search/choice.h"
#include "core/plan/hole.h"

/* Nothing is given back, so one walk does what starting over each time would.
 */
static int _best_fit(struct ft_hole *hole)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < hole->job_count); i++) {
		uint32_t job = hole->job[i].job;
		struct ft_slot slot = {.start = FT_NEVER};

		if (hole->plan->schedule->placement[job].verdict != FT_PLACED)
			slot = ft_hole_find(hole, job, false);
		if (slot.start != FT_NEVER)
			rc = ft_hole_take(hole, job, &slot);
	}
	return rc;
}

/*
 * The walk over the sets: at[0] to at[depth - 1] are the jobs of the set at
 * hand, as positions in the list, ascending.
 */
struct greedy {
	struct ft_hole *hole;
	double *rest; /* of each position: what it and all behind are worth */
	uint32_t *at;
	uint32_t depth;
	double worth;
	uint32_t *best;
	uint32_t best_depth;
	double best_worth;
	uint32_t tries;
};

/* Leaves those in the list that fit by themselves; jobs alike get one class. */
static void _sift_candidate(struct ft_hole *hole)
{
	const struct ft_plan *plan = hole->plan;
	uint32_t kept = 0, shapes = plan->table.shape_count;

	for (uint32_t i = 0; i < hole->job_count; i++) {
		struct ft_hole_job job = hole->job[i];

		if (ft_hole_find(hole, job.job, false).start == FT_NEVER)
			continue;
		job.refusal = plan->schedule->placement[job.job];
		job.class = shapes + i;
		if ((plan->snapshot->job[job.job].request_count == 1) &&
		    !plan->snapshot->job[job.job].request->claim_count)
			job.class = plan->table.request_shape
					    [plan->table.first[job.job]];
		hole->job[kept++] = job;
	}
	hole->job_count = kept;
}

static int _prepare(struct greedy *greedy, struct ft_hole *hole)
{
	struct ft_arena *arena = hole->plan->table.arena;
	size_t room = (size_t) hole->job_count + 1;

	*greedy = (struct greedy){.hole = hole};
	greedy->rest = ft_arena_alloc(arena, room * sizeof(*greedy->rest));
	greedy->at = ft_arena_alloc(arena, room * sizeof(*greedy->at));
	greedy->best = ft_arena_alloc(arena, room * sizeof(*greedy->best));
	if (!greedy->rest || !greedy->at || !greedy->best)
		return -ENOMEM;
	for (uint32_t i = hole->job_count; i-- > 0;)
		greedy->rest[i] = greedy->rest[i + 1] + hole->job[i].rank;
	return 0;
}

/* As ft_hole_take, in memory that the job's next place uses again. */
static int _take_candidate(struct ft_hole *hole, struct ft_hole_job *job,
			   const struct ft_slot *slot)
{
	struct ft_plan *plan = hole->plan;
	struct ft_placement *placement = &plan->schedule->placement[job->job];
	uint32_t count;

	if (slot->shape->part_count)
		return ft_hole_take(hole, job->job, slot);
	count = ft_choice_make(&plan->search, slot->start);
	if (count > job->room) {
		job->share = ft_arena_alloc(plan->schedule->arena,
					    count * sizeof(*job->share));
		job->room = count;
	}
	if (!job->share || ft_plan_share(plan, slot->shape, job->share, count))
		return -ENOMEM;
	placement->request = slot->request;
	placement->start = slot->start;
	placement->duration = slot->shape->duration;
	placement->part_count = 0;
	placement->part_end = NULL;
	placement->share_count = count;
	placement->share = job->share;
	return ft_hole_keep(hole, job->job);
}

static int _push_candidate(struct greedy *greedy, uint32_t at, bool *ret_fits)
{
	struct ft_hole_job *job = &greedy->hole->job[at];
	struct ft_slot slot = ft_hole_find(greedy->hole, job->job, true);

	greedy->tries++;
	*ret_fits = slot.start != FT_NEVER;
	if (!*ret_fits)
		return 0;
	greedy->at[greedy->depth++] = at;
	greedy->worth += job->rank;
	return _take_candidate(greedy->hole, job, &slot);
}

static int _pop(struct greedy *greedy)
{
	struct ft_hole_job *job =
		&greedy->hole->job[greedy->at[--greedy->depth]];

	int rc = ft_hole_give(greedy->hole, job->job);

	greedy->worth -= job->rank;
	greedy->hole->plan->schedule->placement[job->job] = job->refusal;
	return rc;
}

static void _remember_candidate(struct greedy *greedy)
{
	if (greedy->worth <= greedy->best_worth)
		return;
	greedy->best_worth = greedy->worth;
	greedy->best_depth = greedy->depth;
	memcpy(greedy->best, greedy->at, greedy->depth * sizeof(*greedy->at));
}

/* The next position whose job is not like the one at `at`. */
static uint32_t _next_class(const struct greedy *greedy, uint32_t at)
{
	const struct ft_hole_job *job = greedy->hole->job;
	uint32_t next = at + 1;

	while ((next < greedy->hole->job_count) &&
	       (job[next].class == job[at].class))
		next++;
	return next;
}

/*
 * Depth first: with each job before without it.  A job that is left out or
 * does not fit takes those that are like it along.
 */
static int _search_candidate(struct greedy *greedy)
{
	uint32_t at = 0;
	int rc = 0;

	while (!rc && (greedy->tries < FT_BACKFILL_TRIES) &&
	       !ft_watch_over(&greedy->hole->plan->watch)) {
		bool fits;

		if ((at < greedy->hole->job_count) &&
		    (greedy->worth + greedy->rest[at] > greedy->best_worth)) {
			rc = _push_candidate(greedy, at, &fits);
			at = !rc && fits ? at + 1 : _next_class(greedy, at);
			continue;
		}
		_remember_candidate(greedy);
		if (!greedy->depth)
			break;
		at = _next_class(greedy, greedy->at[greedy->depth - 1]);
		rc = _pop(greedy);
	}
	_remember_candidate(greedy);
	while (!rc && greedy->depth)
		rc = _pop(greedy);
	return rc;
}

static int _greedy(struct ft_hole *hole)
{
	struct greedy greedy;
	int rc;

	_sift_candidate(hole);
	rc = _prepare(&greedy, hole);
	if (!rc)
		rc = _search_candidate(&greedy);
	for (uint32_t i = 0; !rc && (i < greedy.best_depth); i++) {
		uint32_t job = hole->job[greedy.best[i]].job;
		struct ft_slot slot = ft_hole_find(hole, job, true);

		rc = ft_hole_take(hole, job, &slot);
	}
	/* Those that are worth nothing, or that the bound left out. */
	return rc ? rc : _best_fit(hole);
}

extern int ft_backfill_run(struct ft_plan *plan)
{
	enum ft_backfill policy = plan->snapshot->policy.backfill;
	struct ft_hole hole;
	int rc;

	if (!plan->depth.aside_count || (policy == FT_BACKFILL_FIRSTFIT))
		return 0;
	rc = ft_hole_begin(&hole, plan);
	if (rc)
		return rc;
	for (uint32_t j = 0; j < plan->snapshot->job_count; j++)
		if (plan->depth.role[j] == FT_DEPTH_ASIDE)
			ft_hole_add(&hole, j, ft_metric_worth(&hole.metric, j));
	ft_hole_sort(&hole);
	return policy == FT_BACKFILL_BESTFIT ? _best_fit(&hole)
					     : _greedy(&hole);
}
