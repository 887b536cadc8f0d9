/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/room.h.
 */
#include "slurm/reserve/trial/room.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/index_map.h"
#include "core/timeline/segment.h"
#include "slurm/reserve/trial/room_event.h"

struct fts_room_entry {
	uint32_t next;	/* of the same node; 0: none */
	uint32_t owner; /* candidate; FT_NO_INDEX: what is there anyway */
	uint32_t job_id;
	uint32_t node;
	uint32_t taker; /* candidate that was given it, plus 1; 0: none */
	bool shown; /* where the owner was shown, which has moved up to now */
	bool gone;
	bool wanted; /* free when the owner starts, beyond what it takes */
	int64_t start, end;
	const int64_t *amount; /* NULL: the whole node */
};

static void _add_entry(struct fts_room *room, uint32_t node,
		       struct fts_room_entry entry)
{
	if (!FT_ARRAY_GROW(room->entry, room->entry_count, room->entry_room)) {
		room->failed = true;
		return;
	}
	entry.node = node;
	entry.next = room->first[node];
	room->first[node] = room->entry_count;
	room->entry[room->entry_count++] = entry;
}

static const int64_t *_room_capacity(const struct ft_snapshot *snapshot,
				     uint32_t node)
{
	return snapshot->capacity + (size_t) node * snapshot->resource_count;
}

static void _hold_now(struct fts_room *room, uint32_t node,
		      const int64_t *amount)
{
	uint32_t count = room->cycle->snapshot->resource_count;
	int64_t *left = room->left + (size_t) node * count;

	room->users[node]++;
	for (uint32_t r = 0; r < count; r++)
		left[r] -= amount ? amount[r] : left[r];
}

/*
 * A job that is alone in the segments of its nodes has all their nodes, as far
 * as others go.
 */
static void _add_segments(struct fts_room *room, const struct ft_share *share,
			  uint32_t count, struct fts_room_entry entry)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;
	struct ft_node_set *nodes = ft_node_set_new(snapshot->node_count);

	entry.amount = NULL;
	for (uint32_t s = 0; nodes && s < count; s++)
		ft_node_set_add(nodes, share[s].node);
	if (!nodes || ft_segments_widen(snapshot, nodes)) {
		room->failed = true;
		ft_node_set_free(nodes);
		return;
	}
	for (uint32_t i = ft_node_set_next(nodes, 0); i < nodes->size;
	     i = ft_node_set_next(nodes, i + 1))
		_add_entry(room, i, entry);
	ft_node_set_free(nodes);
}

static void _add_runs(struct fts_room *room)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;

	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		const struct ft_run *run = &snapshot->run[i];

		for (uint32_t s = 0; s < run->share_count; s++) {
			_add_entry(room, run->share[s].node,
				   (struct fts_room_entry){
					   .owner = FT_NO_INDEX,
					   .job_id = run->job_id,
					   .start = snapshot->now,
					   .end = run->end,
					   .amount = run->share[s].amount,
				   });
			_hold_now(room, run->share[s].node,
				  run->share[s].amount);
		}
		if (run->alone)
			_add_segments(room, run->share, run->share_count,
				      (struct fts_room_entry){
					      .owner = FT_NO_INDEX,
					      .job_id = run->job_id,
					      .start = snapshot->now,
					      .end = run->end,
				      });
	}
}

static void _add_closures(struct fts_room *room)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;

	for (uint32_t i = 0; i < snapshot->closure_count; i++) {
		const struct ft_closure *closure = &snapshot->closure[i];

		for (uint32_t s = 0; s < closure->share_count; s++)
			_add_entry(room, closure->share[s].node,
				   (struct fts_room_entry){
					   .owner = FT_NO_INDEX,
					   .start = closure->start,
					   .end = closure->end,
					   .amount = closure->share[s].amount,
				   });
	}
}

/* The plan has it now, earlier than was shown. */
static bool _moved_up(const struct fts_room *room, uint32_t i)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;
	const struct ft_placement *placement =
		&room->cycle->schedule->placement[i];

	return ft_placement_due(placement, snapshot->now) &&
	       snapshot->job[i].promise != FT_NEVER &&
	       snapshot->job[i].promise > snapshot->now;
}

/* A part of a request, as far as it is one of several. */
static const struct ft_request *_room_part(const struct ft_request *request,
					   const uint32_t *part_end,
					   uint32_t parts, uint32_t share)
{
	uint32_t p = 0;

	while (part_end && p < parts && share >= part_end[p])
		p++;
	return p ? &request->part[p - 1] : request;
}

/* What must be free beyond the share when it starts; NULL: nothing. */
static const int64_t *_beyond(struct fts_room *room,
			      const struct ft_request *request,
			      const struct ft_share *share)
{
	uint32_t count = room->cycle->snapshot->resource_count;
	int64_t *beyond;

	if ((!request->want_node && !request->want_task) || !share->amount)
		return NULL;
	beyond = ft_arena_alloc(room->cycle->schedule->arena,
				count * sizeof(*beyond));
	if (!beyond) {
		room->failed = true;
		return NULL;
	}
	for (uint32_t r = 0; r < count; r++) {
		int64_t wanted = request->want_node ? request->want_node[r] : 0;

		if (request->want_task)
			wanted += share->tasks * request->want_task[r];
		beyond[r] = wanted > share->amount[r]
				    ? wanted - share->amount[r]
				    : 0;
	}
	return beyond;
}

/* With what it wants free for its first second. */
static void _add_share(struct fts_room *room, const struct ft_share *share,
		       const struct ft_request *request,
		       struct fts_room_entry entry)
{
	const int64_t *beyond = _beyond(room, request, share);

	entry.amount = share->amount;
	_add_entry(room, share->node, entry);
	if (!beyond)
		return;
	entry.amount = beyond;
	entry.wanted = true;
	entry.end = entry.start + 1;
	_add_entry(room, share->node, entry);
}

static void _add_planned(struct fts_room *room, uint32_t i)
{
	const struct ft_job *job = &room->cycle->snapshot->job[i];
	const struct ft_placement *placement =
		&room->cycle->schedule->placement[i];
	struct fts_room_entry entry = {.owner = i, .job_id = job->job_id};

	if (placement->verdict != FT_PLACED || placement->start >= room->until)
		return;
	entry.start = placement->start;
	entry.end = placement->start + placement->duration;
	for (uint32_t s = 0; s < placement->share_count; s++)
		_add_share(room, &placement->share[s],
			   _room_part(&job->request[placement->request],
				      placement->part_end,
				      placement->part_count, s),
			   entry);
	if (ft_segment_wanted(&job->request[placement->request]))
		_add_segments(room, placement->share, placement->share_count,
			      entry);
	if (!_moved_up(room, i))
		return;
	entry.shown = true;
	entry.start = job->promise;
	entry.end = job->promise + ft_job_promise_duration(job);
	for (uint32_t s = 0; s < job->promise_share_count; s++)
		_add_share(room, &job->promise_share[s],
			   _room_part(&job->request[job->promise_request],
				      job->promise_part_end,
				      job->promise_part_count, s),
			   entry);
	if (ft_segment_wanted(&job->request[job->promise_request]))
		_add_segments(room, job->promise_share,
			      job->promise_share_count, entry);
}

/* The longest of these, or so long if none is longer. */
static int64_t _longest(const struct ft_request *request, uint32_t count,
			int64_t longest)
{
	for (uint32_t r = 0; r < count; r++)
		if (request[r].duration > longest)
			longest = request[r].duration;
	return longest;
}

/* Until when the jobs that may ask would run: jobs that are tried, or due now,
 * and standbys, by any of their requests. */
static int64_t _horizon(const struct fts_cycle *cycle)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;
	int64_t longest = 0;

	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		const struct ft_placement *placement =
			&cycle->schedule->placement[i];
		const struct fts_candidate *candidate = &cycle->candidate[i];
		const struct ft_request *request = snapshot->job[i].request;
		uint32_t count = candidate->request_count;

		if (candidate->standby ||
		    ft_placement_due(placement, snapshot->now))
			longest = _longest(request, count, longest);
		longest = _longest(request + count, candidate->least_count,
				   longest);
	}
	return snapshot->now + longest;
}

struct liked {
	uint64_t weight;
	uint32_t node;
};

static int _by_liking(const void *x, const void *y)
{
	const struct liked *a = x, *b = y;

	if (a->weight != b->weight)
		return a->weight < b->weight ? -1 : 1;
	return (a->node > b->node) - (a->node < b->node);
}

/* By weight, as slurmctld does; NULL: out of memory. */
static uint32_t *_order_nodes(const struct ft_snapshot *snapshot)
{
	uint32_t count = snapshot->node_count;
	uint32_t *order = malloc((count + 1) * sizeof(*order));
	struct liked *liked = malloc((count + 1) * sizeof(*liked));

	if (!order || !liked) {
		free(order);
		free(liked);
		return NULL;
	}
	for (uint32_t i = 0; i < count; i++)
		liked[i] = (struct liked){snapshot->node[i].weight, i};
	qsort(liked, count, sizeof(*liked), _by_liking);
	for (uint32_t i = 0; i < count; i++)
		order[i] = liked[i].node;
	free(liked);
	return order;
}

bool fts_room_open(struct fts_room *room)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;
	size_t size = (size_t) snapshot->node_count * snapshot->resource_count;

	if (room->first)
		return !room->failed;
	if (room->failed)
		return false;
	room->first = calloc(snapshot->node_count + 1, sizeof(*room->first));
	room->order = _order_nodes(snapshot);
	room->users = calloc(snapshot->node_count + 1, sizeof(*room->users));
	room->left = malloc((size + 1) * sizeof(*room->left));
	room->sum = calloc(snapshot->resource_count, sizeof(*room->sum));
	room->entry_count = 1;
	room->until = _horizon(room->cycle);
	room->failed = !room->first || !room->order || !room->users ||
		       !room->left || !room->sum ||
		       !FT_ARRAY_GROW(room->entry, room->entry_count,
				      room->entry_room);
	if (room->failed)
		return false;
	memcpy(room->left, snapshot->capacity, size * sizeof(*room->left));
	_add_runs(room);
	_add_closures(room);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		_add_planned(room, i);
	return !room->failed;
}

void fts_room_close(struct fts_room *room)
{
	free(room->first);
	free(room->order);
	free(room->entry);
	free(room->left);
	free(room->users);
	free(room->event);
	free(room->sum);
	free(room->standby.leaves);
	*room = (struct fts_room){.cycle = room->cycle,
				  .started = room->started};
}

bool fts_room_left(const struct fts_room *room, uint32_t node,
		   const int64_t *amount, bool whole)
{
	uint32_t count = room->cycle->choice_first;
	const int64_t *left =
		room->left +
		(size_t) node * room->cycle->snapshot->resource_count;

	if (whole && room->users[node])
		return false;
	for (uint32_t r = 0; r < count; r++)
		if (amount[r] > 0 && amount[r] > left[r])
			return false;
	return true;
}

/* Will candidate `index` leave for the entry's owner when its time comes? */
static bool _leaves_for(struct fts_room *room,
			const struct fts_room_entry *entry, uint32_t index)
{
	uint32_t owner = entry->owner;

	return owner != FT_NO_INDEX && owner != index &&
	       fts_room_leaves(room, index, owner,
			       entry->shown
				       ? room->cycle->snapshot->job[owner]
						 .promise_request
				       : room->cycle->schedule->placement[owner]
						 .request,
			       entry->start);
}

/* Must candidate `index` leave the entry alone? */
static bool _protected(const struct fts_room *room,
		       const struct fts_room_entry *entry, uint32_t index)
{
	if (entry->gone || entry->owner == index)
		return false;
	if (entry->owner == FT_NO_INDEX)
		return true;
	if (entry->owner < index)
		return !entry->shown;
	if (room->cycle->snapshot->job[entry->owner].promise == FT_NEVER)
		return false;
	return entry->shown == _moved_up(room, entry->owner);
}

/* Its part of the time from now to end. */
static void _note_room(struct fts_room *room, uint32_t e, int64_t end)
{
	const struct fts_room_entry *entry = &room->entry[e];
	int64_t now = room->cycle->snapshot->now;

	fts_room_event_add(
		room, (struct fts_room_event){
			      .time = entry->start > now ? entry->start : now,
			      .sign = 1,
			      .entry = e});
	if (entry->end < end)
		fts_room_event_add(room,
				   (struct fts_room_event){.time = entry->end,
							   .sign = -1,
							   .entry = e});
}

/* Is it planned on certain rows or sockets? */
static bool _chooses(const struct fts_room *room,
		     const struct fts_room_entry *entry)
{
	uint32_t count = room->cycle->snapshot->resource_count;

	for (uint32_t r = room->cycle->choice_first; r < count; r++)
		if (entry->amount[r])
			return true;
	return false;
}

/*
 * Has it started in this cycle?  Which rows and sockets it has slurmctld knows,
 * and keeps others off them.
 */
static bool _started(const struct fts_room *room,
		     const struct fts_room_entry *entry)
{
	return entry->owner != FT_NO_INDEX && room->started[entry->owner];
}

/* Is the entry the want of a job that starts now?  Jobs behind it need not
 * leave that free: they start after it. */
static bool _had(const struct fts_room *room,
		 const struct fts_room_entry *entry)
{
	return entry->wanted && entry->start <= room->cycle->snapshot->now;
}

/* Lists what is protected on the node; false if a job has it whole, or if no
 * job may be beside those that are there. */
static bool _gather_room(struct fts_room *room, uint32_t index, uint32_t node,
			 bool whole, int64_t end)
{
	int64_t now = room->cycle->snapshot->now;

	room->event_count = 0;
	for (uint32_t e = room->first[node]; e; e = room->entry[e].next) {
		const struct fts_room_entry *entry = &room->entry[e];

		if (entry->end <= now || entry->start >= end ||
		    !_protected(room, entry, index) ||
		    (entry->owner < index && _had(room, entry)) ||
		    _leaves_for(room, entry, index))
			continue;
		if (whole || !entry->amount ||
		    (entry->owner != FT_NO_INDEX && !_started(room, entry) &&
		     _chooses(room, entry)))
			return false;
		_note_room(room, e, end);
	}
	if (room->event_count)
		qsort(room->event, room->event_count, sizeof(*room->event),
		      fts_room_event_order);
	return !room->failed;
}

static void _count_room(struct fts_room *room,
			const struct fts_room_event *event)
{
	uint32_t count = room->cycle->snapshot->resource_count;
	const struct fts_room_entry *entry = &room->entry[event->entry];
	const int64_t *amount = entry->amount;

	if (_started(room, entry))
		count = room->cycle->choice_first;
	for (uint32_t r = 0; amount && r < count; r++)
		room->sum[r] += event->sign * amount[r];
}

/* Has each job with the mark the tag that is worn here? */
static bool _alone_room(const struct fts_room *room, uint32_t kind,
			const int64_t *amount)
{
	struct ft_mark mark = {kind, (uint32_t) amount[kind + 1]};

	return !amount[kind] || ft_mark_alone(&mark, room->sum + kind);
}

static bool _fits_node(const struct fts_room *room, uint32_t node,
		       const struct ft_request *request, const int64_t *amount)
{
	uint32_t count = room->cycle->choice_first;
	const struct fts_devices *devices = &room->cycle->devices;
	const int64_t *capacity = _room_capacity(room->cycle->snapshot, node);

	for (uint32_t r = 0; r < count; r++)
		if (amount[r] > 0 && room->sum[r] + amount[r] > capacity[r])
			return false;
	for (uint32_t s = 0; s < devices->shares_count && devices->count; s++)
		if (devices->shares[s].single &&
		    !_alone_room(room, devices->shares[s].mark, amount))
			return false;
	for (uint32_t m = 0; m < request->mark_count; m++)
		if (!ft_mark_alone(&request->mark[m],
				   room->sum + request->mark[m].kind))
			return false;
	return true;
}

bool fts_room_holds(struct fts_room *room, uint32_t index,
		    const struct ft_request *request, uint32_t node,
		    const int64_t *amount, int64_t end)
{
	uint32_t count = room->cycle->snapshot->resource_count;

	if (!_gather_room(room, index, node, request->exclusive || !amount,
			  end))
		return false;
	if (!amount)
		return true;
	memset(room->sum, 0, count * sizeof(*room->sum));
	if (!room->event_count)
		return _fits_node(room, node, request, amount);
	for (uint32_t i = 0; i < room->event_count; i++) {
		_count_room(room, &room->event[i]);
		if (i + 1 < room->event_count &&
		    room->event[i + 1].time == room->event[i].time)
			continue;
		if (!_fits_node(room, node, request, amount))
			return false;
	}
	return true;
}

bool fts_room_empty(struct fts_room *room, uint32_t index, uint32_t node,
		    int64_t end)
{
	return _gather_room(room, index, node, true, end);
}

void fts_room_take(struct fts_room *room, uint32_t index, uint32_t node,
		   const int64_t *amount, int64_t end)
{
	if (!room->first)
		return;
	_add_entry(room, node,
		   (struct fts_room_entry){.owner = FT_NO_INDEX,
					   .taker = index + 1,
					   .start = room->cycle->snapshot->now,
					   .end = end,
					   .amount = amount});
	_hold_now(room, node, amount);
}

bool fts_room_given(const struct fts_room *room,
		    const struct ft_placement *placement)
{
	for (uint32_t s = 0; room->first && s < placement->share_count; s++)
		for (uint32_t e = room->first[placement->share[s].node]; e;
		     e = room->entry[e].next)
			if (room->entry[e].taker && !room->entry[e].gone)
				return true;
	return false;
}

/* At the instant of that event: the last job there that is not protected. */
static uint32_t _last_loser(struct fts_room *room, uint32_t index,
			    uint32_t node, int64_t time)
{
	uint32_t last = FT_NO_INDEX;

	for (uint32_t e = room->first[node]; e; e = room->entry[e].next) {
		const struct fts_room_entry *entry = &room->entry[e];

		if (entry->gone || entry->shown || entry->owner == index ||
		    entry->owner == FT_NO_INDEX || entry->end <= time ||
		    entry->start > time || _protected(room, entry, index) ||
		    _leaves_for(room, entry, index))
			continue;
		if (last == FT_NO_INDEX || entry->owner > last)
			last = entry->owner;
	}
	return last;
}

/* Is the entry still there, beside what the candidate of that index took? */
static bool _meets_taker(struct fts_room *room,
			 const struct fts_room_entry *entry, uint32_t index)
{
	return !entry->gone && !entry->shown && entry->owner != index &&
	       entry->end > room->cycle->snapshot->now && !_had(room, entry) &&
	       !_leaves_for(room, entry, index);
}

uint32_t fts_room_loser(struct fts_room *room, uint32_t index, uint32_t node,
			int64_t end)
{
	const struct ft_snapshot *snapshot = room->cycle->snapshot;
	const int64_t *capacity = _room_capacity(snapshot, node);
	uint32_t count = snapshot->resource_count, loser = FT_NO_INDEX;

	room->event_count = 0;
	for (uint32_t e = room->first[node]; e; e = room->entry[e].next) {
		const struct fts_room_entry *entry = &room->entry[e];

		if (entry->start < end && _meets_taker(room, entry, index))
			_note_room(room, e, end);
	}
	qsort(room->event, room->event_count, sizeof(*room->event),
	      fts_room_event_order);
	memset(room->sum, 0, count * sizeof(*room->sum));
	for (uint32_t i = 0; i < room->event_count; i++) {
		_count_room(room, &room->event[i]);
		if (i + 1 < room->event_count &&
		    room->event[i + 1].time == room->event[i].time)
			continue;
		for (uint32_t r = 0; r < count && loser == FT_NO_INDEX; r++)
			if (room->sum[r] > capacity[r])
				loser = _last_loser(room, index, node,
						    room->event[i].time);
		if (loser != FT_NO_INDEX)
			return loser;
	}
	return FT_NO_INDEX;
}

static void _drop_entry(struct fts_room_entry *entry, uint32_t index, bool back)
{
	if (entry->owner != index)
		return;
	if (back && entry->shown)
		entry->shown = false;
	else
		entry->gone = true;
}

static void _set_gone(struct fts_room *room, uint32_t index,
		      const struct ft_share *share, uint32_t count, bool back)
{
	for (uint32_t s = 0; s < count; s++)
		for (uint32_t e = room->first[share[s].node]; e;
		     e = room->entry[e].next)
			_drop_entry(&room->entry[e], index, back);
}

/* Has it, beside its nodes, the rest of their segments? */
static bool _has_segments(const struct ft_job *job,
			  const struct ft_placement *placement)
{
	return (placement->verdict == FT_PLACED &&
		ft_segment_wanted(&job->request[placement->request])) ||
	       (job->promise_share_count &&
		ft_segment_wanted(&job->request[job->promise_request]));
}

/* As _set_gone, of whatever nodes. */
static void _sweep_gone(struct fts_room *room, uint32_t index, bool back)
{
	for (uint32_t e = 1; e < room->entry_count; e++)
		_drop_entry(&room->entry[e], index, back);
}

static void _show_entry(struct fts_room_entry *entry, uint32_t index,
			int64_t promise)
{
	if (entry->owner == index && entry->start == promise)
		entry->shown = entry->gone = false;
}

void fts_room_return(struct fts_room *room, uint32_t index)
{
	const struct ft_job *job = &room->cycle->snapshot->job[index];
	const struct ft_placement *placement =
		&room->cycle->schedule->placement[index];

	if (!room->first)
		return;
	if (_has_segments(job, placement)) {
		_sweep_gone(room, index, true);
		for (uint32_t e = 1; e < room->entry_count; e++)
			_show_entry(&room->entry[e], index, job->promise);
		return;
	}
	_set_gone(room, index, placement->share, placement->share_count, true);
	for (uint32_t s = 0; s < job->promise_share_count; s++)
		for (uint32_t e = room->first[job->promise_share[s].node]; e;
		     e = room->entry[e].next)
			_show_entry(&room->entry[e], index, job->promise);
}

/* What was taken whole stays so for this cycle: what was left of it then is not
 * known any more. */
static void _give_back(struct fts_room *room, struct fts_room_entry *entry,
		       uint32_t index)
{
	uint32_t count = room->cycle->snapshot->resource_count;
	int64_t *left = room->left + (size_t) entry->node * count;

	if (entry->taker != index + 1 || entry->gone || !entry->amount)
		return;
	entry->gone = true;
	room->users[entry->node]--;
	for (uint32_t r = 0; r < count; r++)
		left[r] += entry->amount[r];
}

static void _give_all_back(struct fts_room *room, uint32_t index,
			   const struct ft_share *share, uint32_t count)
{
	for (uint32_t s = 0; s < count; s++)
		for (uint32_t e = room->first[share[s].node]; e;
		     e = room->entry[e].next)
			_give_back(room, &room->entry[e], index);
}

void fts_room_leave(struct fts_room *room, uint32_t index)
{
	const struct ft_job *job = &room->cycle->snapshot->job[index];
	const struct ft_placement *placement =
		&room->cycle->schedule->placement[index];

	if (!room->first)
		return;
	if (_has_segments(job, placement)) {
		_sweep_gone(room, index, false);
		for (uint32_t e = 1; e < room->entry_count; e++)
			_give_back(room, &room->entry[e], index);
		return;
	}
	_give_all_back(room, index, placement->share, placement->share_count);
	_set_gone(room, index, placement->share, placement->share_count, false);
	_set_gone(room, index, job->promise_share, job->promise_share_count,
		  false);
}

uint64_t fts_room_version(const struct fts_room *room, uint32_t node)
{
	uint64_t version = ft_index_mix(node + 1, 0); /* an empty one counts */

	for (uint32_t e = room->first[node]; e; e = room->entry[e].next) {
		const struct fts_room_entry *entry = &room->entry[e];
		uint64_t hash = ft_index_mix(node + 1, entry->job_id);

		if (entry->gone)
			continue;
		if (entry->owner != FT_NO_INDEX)
			hash = ft_index_mix(hash, (uint64_t) entry->start);
		version += hash;
	}
	return version;
}
