/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See shape.h.  How shapes are told apart is in shape_table.c.
 */
#include "core/timeline/shape.h"

static int64_t _product(int64_t a, uint64_t b)
{
	int64_t product;

	return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static int64_t _sum_shape(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t _shape_amount(const int64_t *amount, uint32_t resource)
{
	return amount ? amount[resource] : 0;
}

extern void ft_shape_cost(const struct ft_request *request,
			  uint32_t resource_count, uint32_t threads,
			  uint64_t tasks, int64_t *ret_amount)
{
	uint64_t cpus = tasks * request->cpus_per_task;
	uint64_t full = cpus / threads + (cpus % threads ? 1 : 0);
	int64_t cores = full > INT64_MAX ? INT64_MAX : (int64_t) full;

	for (uint32_t r = 0; r < resource_count; r++) {
		int64_t amount = _sum_shape(
			_shape_amount(request->per_node, r),
			_product(_shape_amount(request->per_task, r), tasks));

		if (r == FT_CORES)
			cores = amount = _sum_shape(amount, cores);
		else
			amount = _sum_shape(
				amount,
				_product(_shape_amount(request->per_core, r),
					 (uint64_t) cores));
		ret_amount[r] = amount;
	}
}

extern void ft_shape_want(const struct ft_request *request,
			  uint32_t resource_count, uint32_t threads,
			  uint64_t tasks, int64_t *ret_amount)
{
	ft_shape_cost(request, resource_count, threads, tasks, ret_amount);
	for (uint32_t r = 0; r < resource_count; r++) {
		int64_t want = _sum_shape(
			_shape_amount(request->want_node, r),
			_product(_shape_amount(request->want_task, r), tasks));

		if (want > ret_amount[r])
			ret_amount[r] = want;
	}
}

static bool _fits_shape(const int64_t *amount, const int64_t *free,
			uint32_t count)
{
	for (uint32_t r = 0; r < count; r++)
		if (amount[r] > free[r])
			return false;
	return true;
}

typedef void amount_fn(const struct ft_request *request,
		       uint32_t resource_count, uint32_t threads,
		       uint64_t tasks, int64_t *ret_amount);

/* The amount grows with the tasks: halve [low, high). */
static uint32_t _most_tasks(const struct ft_shape *shape,
			    const struct ft_machine *machine, uint32_t node,
			    const int64_t *free, amount_fn *amount_of)
{
	uint32_t count = machine->snapshot->resource_count;
	uint32_t low = shape->low, high = shape->high;
	int64_t amount[count];

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		amount_of(shape->request, count,
			  machine->snapshot->node[node].threads, middle,
			  amount);
		if (_fits_shape(amount, free, count))
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Taken whole, a node is not asked. */
static bool _alone_shape(const struct ft_mark *mark, const int64_t *capacity,
			 const int64_t *free)
{
	int64_t worn[FT_MARK_SIZE];

	for (uint32_t i = 0; i < FT_MARK_SIZE; i++)
		worn[i] = capacity[mark->kind + i] - free[mark->kind + i];
	return ft_mark_alone(mark, worn);
}

static bool _company(const struct ft_shape *shape,
		     const struct ft_machine *machine, uint32_t node,
		     const int64_t *free)
{
	const struct ft_snapshot *snapshot = machine->snapshot;
	const struct ft_request *request = shape->request;
	const int64_t *capacity =
		snapshot->capacity + (size_t) node * snapshot->resource_count;

	for (uint32_t i = 0; i < request->mark_count; i++)
		if (!_alone_shape(&request->mark[i], capacity, free))
			return false;
	return true;
}

/* Do the jobs that are there let it be beside them? */
static bool _admitted(const struct ft_shape *shape, const int64_t *state)
{
	int64_t others = state[FT_STATE_USERS];

	return shape->request->exclusive ? others == 0 : others < FT_USER_WHOLE;
}

extern uint32_t ft_shape_capacity(const struct ft_shape *shape,
				  const struct ft_machine *machine,
				  uint32_t node, const int64_t *state)
{
	uint32_t count = machine->snapshot->resource_count;
	size_t cost = (size_t) machine->kind[node] * count;

	if (!_admitted(shape, state) ||
	    !_fits_shape(shape->low_cost + cost, state + FT_STATE_FREE,
			 count) ||
	    !_company(shape, machine, node, state + FT_STATE_FREE))
		return 0;
	if ((shape->low == shape->high) ||
	    _fits_shape(shape->high_cost + cost, state + FT_STATE_FREE, count))
		return shape->high;
	return _most_tasks(shape, machine, node, state + FT_STATE_FREE,
			   ft_shape_cost);
}

extern uint32_t ft_shape_starts(const struct ft_shape *shape,
				const struct ft_machine *machine, uint32_t node,
				const int64_t *state)
{
	uint32_t count = machine->snapshot->resource_count;
	size_t want = (size_t) machine->kind[node] * count;

	if (!shape->wants)
		return ft_shape_capacity(shape, machine, node, state);
	if (!_admitted(shape, state) ||
	    !_fits_shape(shape->low_want + want, state + FT_STATE_FREE,
			 count) ||
	    !_company(shape, machine, node, state + FT_STATE_FREE))
		return 0;
	if ((shape->low == shape->high) ||
	    _fits_shape(shape->high_want + want, state + FT_STATE_FREE, count))
		return shape->high;
	return _most_tasks(shape, machine, node, state + FT_STATE_FREE,
			   ft_shape_want);
}

extern bool ft_shape_parts_hold(const struct ft_shape *shape)
{
	bool holds = ft_shape_holds(shape);

	for (uint32_t p = 1; !holds && (p <= shape->part_count); p++)
		holds = ft_shape_holds(shape->part[p]);
	return holds;
}
