/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See request.h.
 */
#include "core/snapshot/request.h"

#include <string.h>

#include "core/base/bounds.h"
#include "core/base/index_map.h"
#include "core/snapshot/request_field.h"

static bool _same_amounts(const int64_t *a, const int64_t *b, uint32_t count)
{
	if (a == b)
		return true;
	for (uint32_t i = 0; i < count; i++)
		if ((a ? a[i] : 0) != (b ? b[i] : 0))
			return false;
	return true;
}

#define SAME(kind, field) SAME_##kind(field)
#define SAME_LENGTH(field) (a->field == b->field) &&
#define SAME_LEAST(field) SAME_LENGTH(field)
#define SAME_STEP(field) SAME_LENGTH(field)
#define SAME_TIME(field)
#define SAME_COUNT(field) SAME_LENGTH(field)
#define SAME_OPTION(field) SAME_LENGTH(field)
#define SAME_BOOL(field) SAME_LENGTH(field)
#define SAME_FLAG(field) SAME_LENGTH(field)
#define SAME_CLASSES(field) SAME_LENGTH(field)
#define SAME_SET(field)
#define SAME_AMOUNTS(field) _same_amounts(a->field, b->field, resource_count) &&
#define SAME_WANTED(field) SAME_AMOUNTS(field)
#define SAME_LICENCES(field)                                                   \
	ft_licences_same(a->field, a->field##_count, b->field,                 \
			 b->field##_count) &&
#define SAME_CLOSURES(field)                                                   \
	(a->field##_count == b->field##_count) &&                              \
		(!a->field##_count ||                                          \
		 !memcmp(a->field, b->field,                                   \
			 a->field##_count * sizeof(*a->field))) &&
#define SAME_MARKS(field) SAME_CLOSURES(field)
/* What a job takes of limits is its own: it makes no other shape. */
#define SAME_CLAIMS(field)

static bool _same_one(const struct ft_request *a, const struct ft_request *b,
		      uint32_t resource_count)
{
	return FT_REQUEST_FIELDS(SAME)(a->part_count == b->part_count);
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

/* No amounts and amounts of 0 are the same. */
static uint64_t _hash_amounts(uint64_t hash, const int64_t *amount,
			      uint32_t resource_count)
{
	for (uint32_t i = 0; amount && (i < resource_count); i++)
		if (amount[i])
			hash = ft_index_mix(ft_index_mix(hash, i),
					    (uint64_t) amount[i]);
	return hash;
}

#define HASH(kind, field) HASH_##kind(field)
#define HASH_LENGTH(field) hash = ft_index_mix(hash, (uint64_t) r->field);
#define HASH_LEAST(field) HASH_LENGTH(field)
#define HASH_STEP(field) HASH_LENGTH(field)
#define HASH_TIME(field)
#define HASH_COUNT(field) HASH_LENGTH(field)
#define HASH_OPTION(field) HASH_LENGTH(field)
#define HASH_BOOL(field) HASH_LENGTH(field)
#define HASH_FLAG(field) HASH_LENGTH(field)
#define HASH_CLASSES(field) HASH_LENGTH(field)
#define HASH_SET(field)
#define HASH_AMOUNTS(field) hash = _hash_amounts(hash, r->field, count);
#define HASH_WANTED(field) HASH_AMOUNTS(field)
#define HASH_LICENCES(field)                                                   \
	for (uint32_t i = 0; i < r->field##_count; i++)                        \
		hash = ft_index_mix(ft_index_mix(hash, r->field[i].licence),   \
				    (uint64_t) r->field[i].count);
#define HASH_CLOSURES(field)                                                   \
	for (uint32_t i = 0; i < r->field##_count; i++)                        \
		hash = ft_index_mix(hash, r->field[i]);
#define HASH_MARKS(field)                                                      \
	for (uint32_t i = 0; i < r->field##_count; i++)                        \
		hash = ft_index_mix(hash,                                      \
				    ((uint64_t) r->field[i].kind << 32) |      \
					    r->field[i].tag);
#define HASH_CLAIMS(field)

static uint64_t _hash_one(const struct ft_request *r, uint32_t count)
{
	uint64_t hash = r->part_count;

	FT_REQUEST_FIELDS(HASH)
	return hash;
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

static int64_t _amount_of(const int64_t *amount, uint32_t resource)
{
	return amount ? amount[resource] : 0;
}

/* amount[r] + tasks * each[r] */
static int64_t _linear(const int64_t *amount, const int64_t *each, uint32_t r,
		       int64_t tasks)
{
	return ft_amount_sum(_amount_of(amount, r),
			     ft_amount_product(_amount_of(each, r), tasks));
}

/* What so many tasks take of it, with so many cores by their CPUs. */
static int64_t _takes_of(const struct ft_request *request, uint32_t r,
			 int64_t tasks, int64_t cores)
{
	int64_t all = ft_amount_sum(
		cores,
		_linear(request->per_node, request->per_task, FT_CORES, tasks));

	if (r == FT_CORES)
		return all;
	return ft_amount_sum(
		_linear(request->per_node, request->per_task, r, tasks),
		ft_amount_product(_amount_of(request->per_core, r), all));
}

/* What one task more takes of it at least, with so many cores more. */
static int64_t _each_takes(const struct ft_request *request, uint32_t r,
			   int64_t cores)
{
	int64_t all =
		ft_amount_sum(cores, _amount_of(request->per_task, FT_CORES));

	if (r == FT_CORES)
		return all;
	return ft_amount_sum(
		_amount_of(request->per_task, r),
		ft_amount_product(_amount_of(request->per_core, r), all));
}

extern bool ft_request_wants(const struct ft_request *request,
			     uint32_t resource_count, uint32_t threads)
{
	int64_t tasks = request->min_tasks_node;
	int64_t cpus = ft_amount_product(tasks, request->cpus_per_task);
	int64_t each = request->cpus_per_task / threads;
	bool one = request->max_tasks_node == request->min_tasks_node;
	/* Of several numbers the one with the fewest cores for its tasks. */
	int64_t cores = one ? ft_divide_up(cpus, threads) : cpus / threads;

	if (!request->want_node && !request->want_task)
		return false;
	for (uint32_t r = 0; r < resource_count; r++) {
		if (_linear(request->want_node, request->want_task, r, tasks) >
		    _takes_of(request, r, tasks, cores))
			return true;
		if (!one && (_amount_of(request->want_task, r) >
			     _each_takes(request, r, each)))
			return true;
	}
	return false;
}

extern void ft_request_calm(struct ft_request *to,
			    const struct ft_request *from, uint32_t count)
{
	for (uint32_t r = 0; r < count; r++) {
		to[r] = from[r];
		to[r].takes = 0;
	}
}
