/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/together.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/slurmctld/slurmctld.h"

#include "core/base/arena.h"
#include "core/timeline/segment.h"

#include "slurm/reserve/demand/het.h"
#include "slurm/reserve/trial/together.h"

/* One component, and what it would get. */
struct member {
	const struct fts_component *component;
	job_record_t *job;
	struct ft_request request; /* its own, without the others */
	struct fts_start start;
	struct fts_answer answer;
};

struct together {
	struct fts_attempts *attempts;
	const struct fts_attempt *attempt;
	/* By components that were asked about: their nodes, and whole segments
	 * of those that want these to themselves. */
	struct ft_node_set *taken;
	uint32_t count;
	struct member *member;
};

/* False if the job is not what it was. */
static bool _know_member(const struct together *together, uint32_t part,
			 struct member *member)
{
	const struct fts_attempt *attempt = together->attempt;
	const struct fts_candidate *candidate = attempt->candidate;
	uint32_t number = attempt->placement->request;
	const struct ft_request *request =
		&together->attempts->cycle->snapshot->job[attempt->index]
			 .request[number];
	const struct fts_component *component =
		&candidate->component[(size_t) number *
					      (candidate->part_count + 1) +
				      part];

	member->component = component;
	member->job = find_job_record(component->job_id);
	member->request = part ? request->part[part - 1] : *request;
	member->request.part_count = component->group_count;
	member->request.part = component->group;
	member->start = (struct fts_start){
		.reservation = component->reservation,
		.cores = together->attempts->cores,
		.counted = component->manner.counted,
		.prefer = component->manner.prefer,
		.licence = component->manner.licence,
		.flag = attempt->flag,
	};
	return member->job && IS_JOB_PENDING(member->job) &&
	       member->job->details && request->part_count;
}

/* The nodes are for no component behind it; false if out of memory. */
static bool _bar_nodes(const struct together *together,
		       const struct member *member)
{
	const struct ft_snapshot *snapshot =
		together->attempts->cycle->snapshot;
	struct ft_node_set *nodes = ft_node_set_new(snapshot->node_count);
	bool known = nodes;

	for (uint32_t n = 0; known && n < member->answer.count; n++)
		ft_node_set_add(nodes, member->answer.node[n]);
	if (known && member->request.alone)
		known = !ft_segments_widen(snapshot, nodes);
	if (known)
		ft_node_set_or(together->taken, nodes);
	ft_node_set_free(nodes);
	return known;
}

/* Where could it start now, beside those before it? */
static bool _find_member(const struct together *together, uint32_t part,
			 struct member *member)
{
	struct fts_job_stand former = fts_job_stand(member->job);
	bool found = false;

	if (fts_job_row_enter(member->job, member->component->partition,
			      member->component->qos_id))
		found = fts_trial_find_part(
			together->attempts->trial, together->attempt->index,
			member->job, part, &member->request, together->taken,
			&member->start, &member->answer);
	fts_job_stand_set(member->job, &former);
	if (!found)
		member->start.nodes = NULL; /* they were the question's */
	return found && _bar_nodes(together, member);
}

static bool _find_together(struct together *together)
{
	for (uint32_t p = 0; p < together->count; p++)
		if (!_know_member(together, p, &together->member[p]) ||
		    !_find_member(together, p, &together->member[p]))
			return false;
	return true;
}

/* What a component gets as shares, with amounts that live as long as the plan;
 * false if out of memory. */
static bool _share_member(const struct together *together,
			  const struct member *member, struct ft_share *share)
{
	const struct fts_cycle *cycle = together->attempts->cycle;
	uint32_t kinds = cycle->snapshot->resource_count;
	size_t size = (size_t) member->answer.count * kinds * sizeof(int64_t);
	int64_t *amount = ft_arena_alloc(cycle->schedule->arena, size);

	if (!amount)
		return false;
	memcpy(amount, member->answer.amount, size);
	for (uint32_t n = 0; n < member->answer.count; n++)
		share[n] = (struct ft_share){
			.node = member->answer.node[n],
			.tasks = 1,
			.amount = amount + (size_t) n * kinds,
		};
	return true;
}

/* All of it as one placement; false if out of memory. */
static bool _place_together(const struct together *together,
			    struct ft_placement *placement)
{
	const struct fts_cycle *cycle = together->attempts->cycle;
	struct ft_arena *arena = cycle->schedule->arena;
	uint32_t *part_end =
		ft_arena_alloc(arena, together->count * sizeof(*part_end));
	uint32_t shares = 0, at = 0;
	struct ft_share *share;

	for (uint32_t p = 0; p < together->count; p++)
		shares += together->member[p].answer.count;
	share = ft_arena_alloc(arena, shares * sizeof(*share));
	if (!share || !part_end)
		return false;
	for (uint32_t p = 0; p < together->count; p++) {
		const struct member *member = &together->member[p];

		if (!_share_member(together, member, &share[at]))
			return false;
		at += member->answer.count;
		part_end[p] = at;
	}
	*placement = (struct ft_placement){
		.verdict = FT_PLACED,
		.request = together->attempt->placement->request,
		.start = cycle->snapshot->now,
		.duration = together->member[0].request.duration,
		.share_count = shares,
		.share = share,
		.part_count = together->count - 1,
		.part_end = part_end,
	};
	return true;
}

/* 0, or slurmctld's error code: then none of them runs. */
static int _start_members(const struct together *together)
{
	int code = 0;

	for (uint32_t p = 0; !code && p < together->count; p++) {
		struct member *member = &together->member[p];
		struct fts_job_stand former = fts_job_stand(member->job);

		member->job->last_sched_eval = time(NULL);
		code = -ESTALE;
		if (fts_job_row_enter(member->job, member->component->partition,
				      member->component->qos_id))
			code = fts_schedule_start(member->job, &member->start);
		if (code)
			fts_job_stand_set(member->job, &former);
	}
	if (code)
		fts_het_undo(together->attempt->job);
	return code;
}

/* Limits are asked about the job where it is to be. */
static int _start_where_allowed(const struct together *together)
{
	const struct fts_cycle *cycle = together->attempts->cycle;
	uint32_t index = together->attempt->index;
	struct ft_placement *own = &cycle->schedule->placement[index];
	struct ft_placement former = *own, placement;
	int code = ESLURM_ACCOUNTING_POLICY;

	if (!_place_together(together, &placement))
		return ESLURM_NODES_BUSY;
	*own = placement;
	if (fts_het_allowed(cycle, index))
		code = _start_members(together);
	*own = former;
	if (!code)
		together->attempts->displaced += fts_trial_took_together(
			together->attempts->trial, index, &placement);
	return code;
}

static void _close_together(struct together *together)
{
	for (uint32_t p = 0; together->member && p < together->count; p++) {
		bitstr_t *nodes = (bitstr_t *) together->member[p].start.nodes;

		FREE_NULL_BITMAP(nodes);
		fts_answer_clear(&together->member[p].answer);
	}
	free(together->member);
	ft_node_set_free(together->taken);
}

int fts_attempt_together(struct fts_attempts *attempts,
			 const struct fts_attempt *attempt)
{
	struct together together = {
		.attempts = attempts,
		.attempt = attempt,
		.count = attempt->candidate->part_count + 1,
		.taken = ft_node_set_new(attempts->cycle->snapshot->node_count),
	};
	int code = ESLURM_NODES_BUSY;

	together.member = calloc(together.count, sizeof(*together.member));
	if (together.taken && together.member && _find_together(&together))
		code = _start_where_allowed(&together);
	_close_together(&together);
	return code;
}
