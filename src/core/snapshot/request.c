/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See request.h.
 */
#include "core/snapshot/request.h"

#include <string.h>

#include "core/base/index_map.h"

static bool _same_amounts(const int64_t *a, const int64_t *b, uint32_t count)
{
	if (a == b)
		return true;
	for (uint32_t i = 0; i < count; i++)
		if ((a ? a[i] : 0) != (b ? b[i] : 0))
			return false;
	return true;
}

/* Field by field: the record has a hole. */
static bool _same_licences(const struct ft_request *a,
			   const struct ft_request *b)
{
	if (a->licence_count != b->licence_count)
		return false;
	for (uint32_t i = 0; i < a->licence_count; i++)
		if ((a->licence[i].licence != b->licence[i].licence) ||
		    (a->licence[i].count != b->licence[i].count))
			return false;
	return true;
}

static bool _same_closures(const struct ft_request *a,
			   const struct ft_request *b)
{
	return (a->closure_count == b->closure_count) &&
	       (!a->closure_count ||
		!memcmp(a->closure, b->closure,
			a->closure_count * sizeof(*a->closure)));
}

static bool _same_marks(const struct ft_request *a, const struct ft_request *b)
{
	return (a->mark_count == b->mark_count) &&
	       (!a->mark_count ||
		!memcmp(a->mark, b->mark, a->mark_count * sizeof(*a->mark)));
}

static bool _same_counts(const struct ft_request *a, const struct ft_request *b)
{
	return (a->min_nodes == b->min_nodes) &&
	       (a->max_nodes == b->max_nodes) && (a->tasks == b->tasks) &&
	       (a->min_tasks_node == b->min_tasks_node) &&
	       (a->max_tasks_node == b->max_tasks_node) &&
	       (a->cpus_per_task == b->cpus_per_task) &&
	       (a->exclusive == b->exclusive) && (a->alone == b->alone) &&
	       (a->contiguous == b->contiguous) && (a->apart == b->apart) &&
	       (a->leaves == b->leaves) && (a->leaf_level == b->leaf_level) &&
	       (a->place == b->place) && (a->change == b->change) &&
	       (a->part_count == b->part_count);
}

static bool _same_one(const struct ft_request *a, const struct ft_request *b,
		      uint32_t resource_count)
{
	return (a->duration == b->duration) && (a->least == b->least) &&
	       (a->step == b->step) && (a->takes == b->takes) &&
	       _same_counts(a, b) &&
	       _same_amounts(a->per_node, b->per_node, resource_count) &&
	       _same_amounts(a->per_task, b->per_task, resource_count) &&
	       _same_amounts(a->per_core, b->per_core, resource_count) &&
	       _same_amounts(a->want_node, b->want_node, resource_count) &&
	       _same_amounts(a->want_task, b->want_task, resource_count) &&
	       _same_licences(a, b) && _same_closures(a, b) &&
	       _same_marks(a, b);
}

extern bool ft_request_same(const struct ft_request *a,
			    const struct ft_request *b, uint32_t resource_count)
{
	if (!_same_one(a, b, resource_count))
		return false;
	for (uint32_t i = 0; i < a->part_count; i++)
		if (!_same_one(&a->part[i], &b->part[i], resource_count))
			return false;
	return true;
}

static uint64_t _hash_counts(const struct ft_request *r)
{
	uint64_t hash =
		ft_index_mix((uint64_t) r->duration, (uint64_t) r->least);

	hash = ft_index_mix(hash, (uint64_t) r->step);

	hash = ft_index_mix(hash,
			    ((uint64_t) r->min_nodes << 32) | r->max_nodes);
	hash = ft_index_mix(hash,
			    ((uint64_t) r->tasks << 32) | r->cpus_per_task);
	hash = ft_index_mix(hash, ((uint64_t) r->min_tasks_node << 32) |
					  r->max_tasks_node);
	hash = ft_index_mix(hash, r->part_count);
	return ft_index_mix(
		hash,
		((uint64_t) r->place << 48) | ((uint64_t) r->leaf_level << 40) |
			((uint64_t) r->leaves << 4) | (r->alone ? 8u : 0u) |
			(r->apart ? 4u : 0u) | (r->exclusive ? 2u : 0u) |
			(r->contiguous ? 1u : 0u));
}

static uint64_t _hash_wanted(uint64_t hash, const int64_t *amount,
			     uint32_t resource_count)
{
	for (uint32_t i = 0; amount && (i < resource_count); i++)
		if (amount[i])
			hash = ft_index_mix(ft_index_mix(hash, i),
					    (uint64_t) amount[i]);
	return hash;
}

static uint64_t _hash_one(const struct ft_request *request,
			  uint32_t resource_count)
{
	const int64_t *const amounts[] = {request->per_node, request->per_task,
					  request->per_core};
	uint64_t hash = _hash_counts(request);

	for (size_t a = 0; a < sizeof(amounts) / sizeof(*amounts); a++)
		for (uint32_t i = 0; i < resource_count; i++)
			hash = ft_index_mix(
				hash,
				amounts[a] ? (uint64_t) amounts[a][i] : 0);
	for (uint32_t i = 0; i < request->licence_count; i++)
		hash = ft_index_mix(
			ft_index_mix(hash, request->licence[i].licence),
			(uint64_t) request->licence[i].count);
	for (uint32_t i = 0; i < request->closure_count; i++)
		hash = ft_index_mix(hash, request->closure[i]);
	for (uint32_t i = 0; i < request->mark_count; i++)
		hash = ft_index_mix(hash,
				    ((uint64_t) request->mark[i].kind << 32) |
					    request->mark[i].tag);
	hash = _hash_wanted(hash, request->want_node, resource_count);
	hash = _hash_wanted(hash, request->want_task, resource_count);
	hash = request->change ? ft_index_mix(hash, request->change) : hash;
	return request->takes ? ft_index_mix(hash, request->takes) : hash;
}

extern uint64_t ft_request_hash(const struct ft_request *request,
				uint32_t resource_count)
{
	uint64_t hash = _hash_one(request, resource_count);

	for (uint32_t i = 0; i < request->part_count; i++)
		hash = ft_index_mix(
			hash, _hash_one(&request->part[i], resource_count));
	return hash;
}
