/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See room.h: what the plan leaves of licences and limits.
 */
#include "slurm/reserve/trial/room.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "slurm/reserve/trial/room_event.h"

/* Seconds after which what falls with the time that is left does not matter. */
#define LONGEST (INT64_C(1) << 32)

int fts_room_event_order(const void *x, const void *y)
{
	const struct fts_room_event *a = x, *b = y;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->sign - b->sign; /* what ends makes room first */
}

void fts_room_event_add(struct fts_room *room, struct fts_room_event event)
{
	if (FT_ARRAY_GROW(room->event, room->event_count, room->event_room))
		room->event[room->event_count++] = event;
	else
		room->failed = true;
}

/* A licence, or a limit. */
struct pool {
	bool licence;
	uint32_t index;
	enum ft_limit_kind kind;
	int64_t total;
};

static int64_t _claimed_room(const struct ft_claim *claim, uint32_t count,
			     uint32_t limit)
{
	for (uint32_t i = 0; i < count; i++)
		if (claim[i].limit == limit)
			return claim[i].count;
	return 0;
}

static int64_t _licensed_room(const struct ft_licence *licence, uint32_t count,
			      uint32_t index)
{
	for (uint32_t i = 0; i < count; i++)
		if (licence[i].licence == index)
			return licence[i].count;
	return 0;
}

/* So much of the pool is held from start to stop. */
static void _hold_pool(struct fts_room *room, int64_t count, int64_t start,
		       int64_t stop, int64_t end)
{
	int64_t now = room->cycle->snapshot->now;
	int64_t weight;

	if (!count || stop <= now || start >= end)
		return;
	weight = count * ((stop < now + LONGEST ? stop : now + LONGEST) - now);
	fts_room_event_add(
		room, (struct fts_room_event){.time = start > now ? start : now,
					      .sign = 1,
					      .count = count,
					      .weight = weight});
	if (stop < end)
		fts_room_event_add(room,
				   (struct fts_room_event){.time = stop,
							   .sign = -1,
							   .count = count,
							   .weight = weight});
}

static void _hold_running(struct fts_room *room, const struct pool *pool,
			  int64_t end)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;

	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		const struct ft_run *run = &snapshot->run[i];
		int64_t count =
			pool->licence
				? _licensed_room(run->licence,
						 run->licence_count,
						 pool->index)
				: _claimed_room(run->claim, run->claim_count,
						pool->index);

		_hold_pool(room, count, snapshot->now, run->end, end);
	}
}

/* Placed jobs that are protected from the one of that index. */
static void _hold_placed(struct fts_room *room, const struct pool *pool,
			 uint32_t index, int64_t end)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;

	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		const struct ft_placement *placement =
			&room->cycle->schedule->placement[i];
		const struct ft_request *request;
		int64_t count;

		if (placement->verdict != FT_PLACED || i == index ||
		    (i > index && snapshot->job[i].promise == FT_NEVER))
			continue;
		request = &snapshot->job[i].request[placement->request];
		count = pool->licence ? _licensed_room(request->licence,
						       request->licence_count,
						       pool->index)
				      : _claimed_room(request->claim,
						      request->claim_count,
						      pool->index);
		_hold_pool(room, count, placement->start,
			   placement->start + placement->duration, end);
	}
}

static void _hold_reserved(struct fts_room *room, const struct pool *pool,
			   const struct ft_request *request, int64_t end)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;

	for (uint32_t i = 0; pool->licence && i < snapshot->closure_count;
	     i++) {
		const struct ft_closure *closure = &snapshot->closure[i];

		if (!ft_request_may_enter(request, i))
			_hold_pool(room,
				   _licensed_room(closure->licence,
						  closure->licence_count,
						  pool->index),
				   closure->start, closure->end, end);
	}
}

/* At each instant at which something begins: is it enough for `own` more? */
static bool _suffices_room(struct fts_room *room, const struct pool *pool,
			   int64_t own, int64_t end)
{
	int64_t now = room->cycle->snapshot->now, count = 0, weight = 0;

	fts_room_event_add(room,
			   (struct fts_room_event){.time = now, .sign = 1});
	qsort(room->event, room->event_count, sizeof(*room->event),
	      fts_room_event_order);
	for (uint32_t i = 0; i < room->event_count; i++) {
		const struct fts_room_event *event = &room->event[i];
		int64_t held;

		count += event->sign * event->count;
		weight += event->sign * event->weight;
		if (i + 1 < room->event_count &&
		    room->event[i + 1].time == event->time)
			continue;
		held = count + own;
		if (pool->kind == FT_LIMIT_FALLS)
			held = weight - count * (event->time - now) +
			       own * (end - event->time);
		if (held > pool->total)
			return false;
	}
	return !room->failed;
}

static bool _pool_allows(struct fts_room *room, uint32_t index,
			 const struct ft_request *request,
			 const struct pool *pool, int64_t own, int64_t end)
{
	/* What is spent once is so whenever the job runs. */
	if (pool->kind == FT_LIMIT_SPENT)
		return room->cycle->schedule->placement[index].verdict ==
		       FT_PLACED;
	room->event_count = 0;
	_hold_running(room, pool, end);
	_hold_placed(room, pool, index, end);
	_hold_reserved(room, pool, request, end);
	return _suffices_room(room, pool, own, end);
}

bool fts_room_allows(struct fts_room *room, uint32_t index,
		     const struct ft_request *request, int64_t end)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;

	for (uint32_t i = 0; i < request->claim_count; i++) {
		const struct ft_claim *claim = &request->claim[i];
		const struct ft_limit *limit = &snapshot->limit[claim->limit];
		struct pool pool = {false, claim->limit, limit->kind,
				    limit->total};

		if (!_pool_allows(room, index, request, &pool, claim->count,
				  end))
			return false;
	}
	for (uint32_t i = 0; i < request->licence_count; i++) {
		uint32_t licence = request->licence[i].licence;
		struct pool pool = {true, licence, FT_LIMIT_HELD,
				    snapshot->licence_total[licence]};

		if (!_pool_allows(room, index, request, &pool,
				  request->licence[i].count, end))
			return false;
	}
	return true;
}
