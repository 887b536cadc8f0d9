/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_snapshot_bound - times and amounts within bounds.h.
 *
 * For what a controller says of its machine and of what runs there: a limit of
 * 200,000 years is as good as one of 34,000, and no reason to plan nothing.
 * Leaves jobs alone, whose requests others share.
 */
#include "core/snapshot/snapshot.h"

static void _bound_each(int64_t *amount, size_t count)
{
	for (size_t i = 0; i < count; i++)
		amount[i] = ft_amount_bound(amount[i]);
}

static void _bound_licences(struct ft_licence *licence, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		licence[i].count = ft_amount_bound(licence[i].count);
}

static int64_t _after(int64_t time, int64_t now)
{
	time = ft_time_bound(time);
	return time > now ? time : now + 1;
}

static void _bound_run(struct ft_run *run, int64_t now)
{
	run->end = _after(run->end, now);
	if ((run->predicted_end <= now) || (run->predicted_end > run->end))
		run->predicted_end = 0;
	if (run->class) {
		run->leave = ft_time_bound(run->leave);
		if (run->leave == FT_NEVER)
			run->leave = FT_TIME_MAX;
		run->gone = ft_time_bound(run->gone);
		if (run->gone < now)
			run->gone = now;
	}
	_bound_licences(run->licence, run->licence_count);
}

static void _bound_closure(struct ft_closure *closure)
{
	closure->start = ft_time_bound(closure->start);
	closure->end = ft_time_bound(closure->end);
	if (closure->start < closure->end)
		return;
	/* its index stays: requests point to it */
	closure->start = 0;
	closure->end = 1;
}

extern void ft_snapshot_bound(struct ft_snapshot *snapshot)
{
	_bound_each(snapshot->capacity,
		    (size_t) snapshot->node_count * snapshot->resource_count);
	_bound_each(snapshot->licence_total, snapshot->licence_count);
	for (uint32_t i = 0; i < snapshot->node_count; i++)
		snapshot->node[i].available_from =
			ft_time_bound(snapshot->node[i].available_from);
	for (uint32_t i = 0; i < snapshot->limit_count; i++)
		snapshot->limit[i].total =
			ft_amount_bound(snapshot->limit[i].total);
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		_bound_run(&snapshot->run[i], snapshot->now);
	for (uint32_t i = 0; i < snapshot->closure_count; i++) {
		_bound_closure(&snapshot->closure[i]);
		_bound_licences(snapshot->closure[i].licence,
				snapshot->closure[i].licence_count);
	}
}
