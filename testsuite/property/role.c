/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See role.h.
 */
#include "role.h"

#include <string.h>

#include "demand.h"

extern void roles_begin(struct roles *roles, const struct ft_snapshot *snapshot,
			const int64_t *used)
{
	memset(roles, 0, sizeof(*roles));
	roles->snapshot = snapshot;
	memcpy(roles->running, used, sizeof(roles->running));
	roles->soon = snapshot->now;
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		int64_t back = snapshot->node[n].available_from;

		if (back > roles->soon && back < snapshot->now + 121)
			roles->soon = back;
	}
}

static struct use *use_of(struct roles *roles, const struct ft_job *job)
{
	return &roles->use[job->bucket == FT_NO_INDEX ? ORACLE_BUCKETS
						      : job->bucket];
}

static uint32_t limit_of(const struct roles *roles, const struct ft_job *job)
{
	if (roles->snapshot->policy.hold == FT_HOLD_NEVER)
		return 0;
	if (job->bucket == FT_NO_INDEX)
		return FT_DEPTH_ALL;
	return roles->snapshot->policy.depth[job->bucket];
}

/* Do running jobs by themselves leave the request within its limits now? */
static bool limits_left(const struct roles *roles,
			const struct ft_request *request)
{
	const struct ft_snapshot *snapshot = roles->snapshot;
	int64_t least = request->least ? request->least : request->duration;

	for (uint32_t i = 0; i < request->claim_count; i++) {
		const struct ft_claim *claim = &request->claim[i];

		if (roles->running[claim->limit] +
			    demand_claim(snapshot, claim, 0, least) >
		    snapshot->limit[claim->limit].total)
			return false;
	}
	return true;
}

static bool has_begun(const struct roles *roles, const struct ft_job *job)
{
	bool begun = false;

	for (uint32_t r = 0; r < job->request_count; r++)
		begun |= job->request[r].not_before <= roles->snapshot->now &&
			 limits_left(roles, &job->request[r]);
	return begun;
}

static enum role role_of(struct roles *roles, const struct ft_job *job)
{
	const struct ft_policy *policy = &roles->snapshot->policy;
	const struct use *use = use_of(roles, job);
	uint32_t limit = limit_of(roles, job);
	bool full = policy->array_depth &&
		    (roles->tasks_held >= policy->array_depth);

	if (job->reserve) {
		if (limit == FT_DEPTH_ALL)
			return full ? ONLY_NOW : RESERVE;
		if (!use->spent)
			return !full && (use->held < limit) &&
					       has_begun(roles, job)
				       ? RESERVE
				       : ONLY_NOW;
	} else if (!use->waits) {
		return ONLY_NOW;
	}
	if (policy->backfill == FT_BACKFILL_NONE)
		return NOTHING;
	if (policy->backfill_depth && (roles->looked >= policy->backfill_depth))
		return NOTHING;
	roles->looked++;
	return policy->backfill == FT_BACKFILL_FIRSTFIT ? ONLY_NOW : ASIDE;
}

extern void roles_turn(struct roles *roles, uint32_t job, bool by_rules)
{
	const struct ft_job *record = &roles->snapshot->job[job];

	if (job && (record->job_id != record[-1].job_id))
		roles->tasks_held = 0;
	if (by_rules)
		roles->role[job] = role_of(roles, record);
	else
		roles->role[job] = record->reserve ? RESERVE : ONLY_NOW;
}

extern void roles_note(struct roles *roles, uint32_t job,
		       const struct ft_placement *placement)
{
	const struct ft_job *record = &roles->snapshot->job[job];
	struct use *use = use_of(roles, record);
	bool placed = placement->verdict == FT_PLACED;
	bool now = placed && (placement->start == roles->snapshot->now);

	roles->tasks_held += placed && (placement->start > roles->soon);
	if ((now && (roles->role[job] < ASIDE)) ||
	    (placement->verdict == FT_IMPOSSIBLE) || !has_begun(roles, record))
		return;
	use->waits = true;
	use->held += placed && !now;
	use->spent |= record->reserve && (use->held >= limit_of(roles, record));
}
