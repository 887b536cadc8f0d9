/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing.h: what a board holds plans of, and what of a snapshot is no
 * event, so that another value asks for a plan made afresh.
 */
#include <errno.h>

#include "core/plan/standing_state.h"

static uint64_t _mix_nodes(uint64_t hash, const struct ft_snapshot *snapshot)
{
	size_t amounts =
		(size_t) snapshot->node_count * snapshot->resource_count;

	hash = ft_index_mix(hash, snapshot->node_count);
	hash = ft_index_mix(hash, snapshot->resource_count);
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		hash = ft_index_mix(hash, snapshot->node[n].threads);
		hash = ft_index_mix(hash, snapshot->node[n].weight);
		hash = ft_index_mix(hash, snapshot->node[n].leaf);
	}
	for (size_t i = 0; i < amounts; i++)
		hash = ft_index_mix(hash, (uint64_t) snapshot->capacity[i]);
	hash = ft_index_mix(hash, snapshot->licence_count);
	for (uint32_t i = 0; i < snapshot->licence_count; i++)
		hash = ft_index_mix(hash,
				    (uint64_t) snapshot->licence_total[i]);
	return hash;
}

static uint64_t _mix_closure(uint64_t hash, const struct ft_snapshot *snapshot,
			     const struct ft_closure *closure)
{
	hash = ft_index_mix(hash, (uint64_t) closure->start);
	hash = ft_index_mix(hash, (uint64_t) closure->end);
	for (uint32_t n = 0;
	     closure->nodes &&
	     ((n = ft_node_set_next(closure->nodes, n)) < closure->nodes->size);
	     n++)
		hash = ft_index_mix(hash, n);
	hash = ft_index_mix(hash, closure->licence_count);
	for (uint32_t i = 0; i < closure->licence_count; i++) {
		hash = ft_index_mix(hash, closure->licence[i].licence);
		hash = ft_index_mix(hash, (uint64_t) closure->licence[i].count);
	}
	hash = ft_index_mix(hash, closure->share_count);
	for (uint32_t i = 0; i < closure->share_count; i++) {
		hash = ft_index_mix(hash, closure->share[i].node);
		for (uint32_t r = 0; r < snapshot->resource_count; r++)
			hash = ft_index_mix(
				hash, (uint64_t) closure->share[i].amount[r]);
	}
	return hash;
}

extern int64_t ft_standing_window(const struct ft_snapshot *snapshot)
{
	enum { MOST = 60 * 24 * 3600 };

	if (snapshot->window_end == FT_NEVER)
		return MOST;
	return snapshot->window_end - snapshot->now;
}

extern uint64_t ft_standing_closures(const struct ft_snapshot *snapshot)
{
	uint64_t hash = ft_index_mix(1, snapshot->closure_count);

	for (uint32_t c = 0; c < snapshot->closure_count; c++)
		hash = _mix_closure(hash, snapshot, &snapshot->closure[c]);
	return hash;
}

extern uint64_t ft_standing_base(const struct ft_snapshot *snapshot)
{
	uint64_t hash = _mix_nodes(1, snapshot);

	hash = ft_index_mix(hash, (uint64_t) snapshot->policy.patience);
	hash = ft_index_mix(hash, (uint64_t) snapshot->policy.commit);
	return ft_index_mix(hash, (uint64_t) ft_standing_window(snapshot));
}

extern void ft_standing_rights(const struct ft_snapshot *snapshot, bool *may)
{
	uint32_t most = snapshot->policy.array_depth, held = 0;

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];

		if (j && (job->job_id != job[-1].job_id))
			held = 0;
		may[j] = job->reserve &&
			 (!most || (held < most) ||
			  ((job->promise != FT_NEVER) && job->promise_held));
		held += may[j];
	}
}

static bool _takes_policy(const struct ft_snapshot *snapshot,
			  struct ft_err *err)
{
	const struct ft_policy *policy = &snapshot->policy;
	const struct {
		bool has;
		const char *what;
	} declined[] = {
		{policy->hold != FT_HOLD_HIGHEST, "rsv_policy"},
		{policy->compress == FT_COMPRESS_ORDER,
		 "promises move up in turn"},
		{policy->compress != FT_COMPRESS_PRIORITY, "rsv_compress"},
		{policy->backfill != FT_BACKFILL_FIRSTFIT, "rsv_backfill"},
		{policy->backfill_depth > 0, "rsv_backfill_depth"},
		{policy->bucket_count > 0, "rsv_depth"},
		{snapshot->window_end < snapshot->now, "there is no window"},
	};

	for (size_t i = 0; i < sizeof(declined) / sizeof(*declined); i++)
		if (declined[i].has) {
			ft_fail(err, -ENOTSUP, "%s", declined[i].what);
			return false;
		}
	return true;
}

static bool _takes_runs(const struct ft_snapshot *snapshot, struct ft_err *err)
{
	for (uint32_t r = 0; r < snapshot->run_count; r++)
		if (snapshot->run[r].alone) {
			ft_fail(err, -ENOTSUP,
				"a run is alone in its segments");
			return false;
		}
	return true;
}

/* By tier and priority, as overrule counts. */
static bool _takes_order(const struct ft_snapshot *snapshot, struct ft_err *err)
{
	for (uint32_t j = 1; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];

		if (job->tier > job[-1].tier) {
			ft_fail(err, -ENOTSUP, "the order is not that of tier");
			return false;
		}
		if (snapshot->overrule && (job->tier == job[-1].tier) &&
		    (job->priority > job[-1].priority)) {
			ft_fail(err, -ENOTSUP,
				"the order is not that of "
				"priority");
			return false;
		}
	}
	return true;
}

extern bool ft_standing_takes(const struct ft_snapshot *snapshot,
			      struct ft_err *err)
{
	uint32_t guests = 0;
	struct ft_err why;

	if (!_takes_policy(snapshot, err) || !_takes_runs(snapshot, err) ||
	    !_takes_order(snapshot, err))
		return false;
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];

		if (ft_board_takes_job(job, &why))
			continue;
		if (!ft_board_hosts(job, err))
			return false;
		if (++guests > FT_STANDING_GUESTS) {
			ft_fail(err, -ENOTSUP, "more than %d jobs are guests",
				FT_STANDING_GUESTS);
			return false;
		}
	}
	return true;
}

extern void ft_standing_promise(struct ft_job *job, uint32_t rank,
				const struct ft_placement *placement)
{
	job->promise_rank = rank;
	job->promise_request = placement->request;
	if (placement->verdict != FT_PLACED) {
		job->promise = FT_NEVER;
		return;
	}
	job->promise = ft_placement_promise(placement);
	job->promise_held = true;
	job->promise_duration = placement->duration + placement->late;
	job->promise_share_count = placement->share_count;
	job->promise_share = placement->share;
	job->promise_part_count = placement->part_count;
	job->promise_part_end = placement->part_end;
}
