/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See clone.h.
 */
#include "clone.h"

#include <stdlib.h>
#include <string.h>

/* Where a copy goes, and its nodes; place NULL: where they were. */
struct target {
	struct ft_snapshot *to;
	const uint32_t *place;
};

extern void *clone_bytes(struct ft_snapshot *snapshot, const void *from,
			 size_t size)
{
	void *to = ft_snapshot_alloc(snapshot, size);

	if (!to)
		abort();
	return from && size ? memcpy(to, from, size) : to;
}

static uint32_t place_of(const struct target *target, uint32_t node)
{
	return target->place ? target->place[node] : node;
}

static const struct ft_node_set *copy_set(const struct target *target,
					  const struct ft_node_set *set)
{
	struct ft_node_set *fresh;

	if (!set)
		return NULL;
	fresh = ft_snapshot_set(target->to);
	for (uint32_t n = 0; n < set->size; n++)
		if (ft_node_set_has(set, n))
			ft_node_set_add(fresh, place_of(target, n));
	return fresh;
}

static const int64_t *copy_amounts(const struct target *target,
				   const int64_t *amount)
{
	if (!amount)
		return NULL;
	return clone_bytes(target->to, amount,
			   target->to->resource_count * sizeof(*amount));
}

static struct ft_share *copy_shares(const struct target *target,
				    const struct ft_share *from, uint32_t count)
{
	struct ft_share *share =
		clone_bytes(target->to, from, count * sizeof(*share));

	for (uint32_t i = 0; i < count; i++) {
		share[i].node = place_of(target, share[i].node);
		share[i].amount = copy_amounts(target, share[i].amount);
	}
	return share;
}

static struct ft_request *copy_requests(const struct target *target,
					const struct ft_request *from,
					uint32_t count)
{
	struct ft_snapshot *to = target->to;
	struct ft_request *request =
		clone_bytes(to, from, count * sizeof(*request));

	for (uint32_t r = 0; r < count; r++) {
		struct ft_request *fresh = &request[r];

		fresh->eligible = copy_set(target, fresh->eligible);
		fresh->required = copy_set(target, fresh->required);
		fresh->per_node = copy_amounts(target, fresh->per_node);
		fresh->per_task = copy_amounts(target, fresh->per_task);
		fresh->per_core = copy_amounts(target, fresh->per_core);
		fresh->want_node = copy_amounts(target, fresh->want_node);
		fresh->want_task = copy_amounts(target, fresh->want_task);
		fresh->licence = clone_bytes(to, fresh->licence,
					     fresh->licence_count *
						     sizeof(*fresh->licence));
		fresh->closure = clone_bytes(to, fresh->closure,
					     fresh->closure_count *
						     sizeof(*fresh->closure));
		fresh->mark =
			clone_bytes(to, fresh->mark,
				    fresh->mark_count * sizeof(*fresh->mark));
		fresh->claim =
			clone_bytes(to, fresh->claim,
				    fresh->claim_count * sizeof(*fresh->claim));
		fresh->part =
			copy_requests(target, fresh->part, fresh->part_count);
	}
	return request;
}

static void copy_run(const struct target *target, const struct ft_run *run)
{
	struct ft_snapshot *to = target->to;
	struct ft_run *fresh = ft_snapshot_add_run(to);

	if (!fresh)
		abort();
	*fresh = *run;
	fresh->share = copy_shares(target, run->share, run->share_count);
	fresh->licence = clone_bytes(
		to, run->licence, run->licence_count * sizeof(*run->licence));
	fresh->claim = clone_bytes(to, run->claim,
				   run->claim_count * sizeof(*run->claim));
}

extern void clone_run(struct ft_snapshot *to, const struct ft_run *run)
{
	copy_run(&(struct target){.to = to}, run);
}

static void copy_closure(const struct target *target,
			 const struct ft_closure *closure)
{
	struct ft_closure *fresh = ft_snapshot_add_closure(target->to);

	if (!fresh)
		abort();
	*fresh = *closure;
	fresh->nodes = copy_set(target, closure->nodes);
	fresh->licence =
		clone_bytes(target->to, closure->licence,
			    closure->licence_count * sizeof(*closure->licence));
	fresh->share =
		copy_shares(target, closure->share, closure->share_count);
}

/* Requests at one address stay together, as a builder may share them. */
static void copy_jobs(const struct target *target,
		      const struct ft_snapshot *from)
{
	for (uint32_t j = 0; j < from->job_count; j++) {
		struct ft_job *fresh = ft_snapshot_add_job(target->to);
		uint32_t twin = 0;

		if (!fresh)
			abort();
		*fresh = from->job[j];
		while (from->job[twin].request != fresh->request)
			twin++;
		fresh->request = twin < j
					 ? target->to->job[twin].request
					 : copy_requests(target, fresh->request,
							 fresh->request_count);
	}
}

static void copy_nodes(const struct target *target,
		       const struct ft_snapshot *from)
{
	uint32_t kinds = from->resource_count;

	for (uint32_t n = 0; n < from->node_count; n++) {
		uint32_t at = place_of(target, n);

		target->to->node[at] = from->node[n];
		memcpy(&target->to->capacity[(size_t) at * kinds],
		       &from->capacity[(size_t) n * kinds],
		       kinds * sizeof(*from->capacity));
	}
}

static struct ft_snapshot *copy_snapshot(const struct ft_snapshot *from,
					 const uint32_t *place, uint32_t width)
{
	struct ft_snapshot *to = ft_snapshot_new(width, from->resource_count,
						 from->licence_count);
	struct target target = {.to = to, .place = place};

	if (!to)
		abort();
	to->now = from->now;
	to->window_end = from->window_end;
	to->overrule = from->overrule;
	to->policy = from->policy;
	for (uint32_t n = 0; place && (n < width); n++)
		to->node[n].available_from = FT_NEVER;
	copy_nodes(&target, from);
	if (from->licence_count)
		memcpy(to->licence_total, from->licence_total,
		       from->licence_count * sizeof(int64_t));
	for (uint32_t i = 0; i < from->limit_count; i++)
		*ft_snapshot_add_limit(to) = from->limit[i];
	for (uint32_t i = 0; i < from->run_count; i++)
		copy_run(&target, &from->run[i]);
	for (uint32_t i = 0; i < from->closure_count; i++)
		copy_closure(&target, &from->closure[i]);
	copy_jobs(&target, from);
	return to;
}

extern struct ft_snapshot *clone_snapshot(const struct ft_snapshot *from)
{
	return copy_snapshot(from, NULL, from->node_count);
}

extern struct ft_snapshot *clone_wide(const struct ft_snapshot *from,
				      const uint32_t *place, uint32_t width)
{
	return copy_snapshot(from, place, width);
}
