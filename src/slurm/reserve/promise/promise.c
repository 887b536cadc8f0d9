/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise/promise.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/common/log.h"
#include "src/common/read_config.h"

#include "slurm/reserve/promise/other_start.h"
#include "slurm/reserve/promise/promise.h"
#include "slurm/reserve/snapshot/snapshot.h"

/* New index of each old node, FT_NO_INDEX if gone. */
struct node_map {
	bool same; /* nothing moved: no map needed */
	uint32_t *to;
};

static int _order_promise(const void *x, const void *y)
{
	const struct fts_promise *a = x, *b = y;

	if (a->job_id != b->job_id)
		return a->job_id < b->job_id ? -1 : 1;
	return (a->copy > b->copy) - (a->copy < b->copy);
}

const struct fts_promise *fts_promise_of(const struct fts_promise_book *book,
					 uint32_t job_id, uint32_t copy)
{
	struct fts_promise key = {.job_id = job_id, .copy = copy};

	if (!book->count)
		return NULL;
	return bsearch(&key, book->promise, book->count, sizeof(key),
		       _order_promise);
}

/* The promise of the last cycle's job of that index, or NULL. */
static const struct fts_promise *
_promise_at(const struct fts_promise_book *book, uint32_t index)
{
	uint32_t place = FT_NO_INDEX;

	if (book->place && index < book->last.schedule->job_count)
		place = book->place[index];
	return place == FT_NO_INDEX ? NULL : &book->promise[place];
}

const struct fts_promise *fts_promise_next(const struct fts_promise_book *book,
					   uint32_t job_id, uint32_t copy,
					   uint32_t *hint)
{
	const struct fts_promise *found = _promise_at(book, *hint);

	if (!found || found->job_id != job_id || found->copy != copy)
		found = fts_promise_of(book, job_id, copy);
	if (found)
		*hint = found->index + 1;
	return found;
}

uint32_t fts_promise_find(const struct fts_promise_book *book, uint32_t job_id,
			  uint32_t copy)
{
	const struct fts_promise *found = fts_promise_of(book, job_id, copy);

	return found ? found->index : UINT32_MAX;
}

const struct fts_candidate *
fts_promise_former(const void *book, uint32_t job_id, uint32_t *ret_request)
{
	const struct fts_promise_book *promises = book;
	uint32_t index = fts_promise_find(promises, job_id, 0);

	if (index == UINT32_MAX)
		return NULL;
	*ret_request = promises->last.schedule->placement[index].request;
	return &promises->last.candidate[index];
}

static bool _same_name(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool _same_nodes(const struct fts_cycle *a, const struct fts_cycle *b)
{
	if (a->snapshot->node_count != b->snapshot->node_count)
		return false;
	for (uint32_t i = 0; i < a->snapshot->node_count; i++)
		if (!_same_name(a->node_name[i], b->node_name[i]))
			return false;
	return true;
}

struct named {
	const char *name;
	uint32_t index;
};

static int _order_named(const void *x, const void *y)
{
	const struct named *a = x, *b = y;

	return strcmp(a->name, b->name);
}

static int _map_moved(const struct fts_cycle *from, const struct fts_cycle *to,
		      struct node_map *map)
{
	uint32_t count = 0;
	struct named *named;

	named = calloc(to->snapshot->node_count + 1, sizeof(*named));
	map->to = calloc(from->snapshot->node_count + 1, sizeof(*map->to));
	if (!named || !map->to) {
		free(named);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < to->snapshot->node_count; i++)
		if (to->node_name[i])
			named[count++] = (struct named){to->node_name[i], i};
	qsort(named, count, sizeof(*named), _order_named);
	for (uint32_t i = 0; i < from->snapshot->node_count; i++) {
		struct named key = {.name = from->node_name[i]}, *found = NULL;

		if (key.name)
			found = bsearch(&key, named, count, sizeof(key),
					_order_named);
		map->to[i] = found ? found->index : FT_NO_INDEX;
	}
	free(named);
	return 0;
}

/* Of a heterogeneous job: is each part the same component, planned the same
 * way?  What was read from a file says nothing of that. */
static bool _same_components(const struct fts_candidate *x, uint32_t a,
			     const struct fts_candidate *y, uint32_t b)
{
	uint32_t width = x->part_count + 1;

	if (!x->component || !y->component || x->part_count != y->part_count)
		return true;
	for (uint32_t p = 0; p < width; p++) {
		const struct fts_component *one =
			&x->component[(size_t) a * width + p];
		const struct fts_component *two =
			&y->component[(size_t) b * width + p];

		if (one->job_id != two->job_id || one->qos_id != two->qos_id ||
		    !_same_name(one->partition, two->partition) ||
		    !_same_name(one->reservation, two->reservation))
			return false;
	}
	return true;
}

/*
 * Does request a of one candidate stand for what request b of another does?
 * Of promises read from a file only the partition is known.
 */
static bool _stands_for(const struct fts_candidate *x, uint32_t a,
			const struct fts_candidate *y, uint32_t b)
{
	if (!_same_components(x, a, y, b))
		return false;
	return _same_name(x->partition[a], y->partition[b]) &&
	       (!x->qos_id || !y->qos_id || x->qos_id[a] == y->qos_id[b]) &&
	       (!x->reservation || !y->reservation ||
		_same_name(x->reservation[a], y->reservation[b]));
}

/* Could the request have been placed so? */
static bool _could_be(const struct ft_request *request,
		      const struct ft_placement *placement,
		      const struct node_map *map)
{
	uint64_t tasks = 0;

	/* The planner looks at each part. */
	if (placement->part_count || request->part_count)
		return placement->part_count == request->part_count;
	if (placement->share_count < request->min_nodes ||
	    placement->share_count > request->max_nodes)
		return false;
	for (uint32_t s = 0; s < placement->share_count; s++) {
		uint32_t each = placement->share[s].tasks;
		uint32_t node = placement->share[s].node;

		if (!map->same)
			node = map->to[node];
		if (node == FT_NO_INDEX ||
		    !ft_node_set_has(request->eligible, node))
			return false;
		if (each < request->min_tasks_node ||
		    each > request->max_tasks_node ||
		    (!request->tasks && each != request->min_tasks_node))
			return false;
		tasks += each;
	}
	return !request->tasks || tasks == request->tasks;
}

/*
 * The request of the cycle's job i that stands for the one which job `index`
 * of the last cycle was placed by: the one of the same number if it can be.
 */
static uint32_t _find_request(const struct fts_cycle *cycle, uint32_t i,
			      const struct fts_cycle *last, uint32_t index,
			      const struct node_map *map)
{
	const struct fts_candidate *candidate = &cycle->candidate[i];
	const struct ft_placement *placement =
		&last->schedule->placement[index];
	const struct ft_request *request = cycle->snapshot->job[i].request;

	for (uint32_t k = 0; k < candidate->request_count; k++) {
		uint32_t r =
			(placement->request + k) % candidate->request_count;

		if (_stands_for(candidate, r, &last->candidate[index],
				placement->request) &&
		    _could_be(&request[r], placement, map))
			return r;
	}
	return FT_NO_INDEX;
}

/* A copy with the nodes' new indices; 0, -ENOENT (a node is gone), -ENOMEM. */
static int _move_shares(struct ft_snapshot *snapshot, const uint32_t *to,
			struct ft_job *job)
{
	struct ft_share *share;

	share = ft_snapshot_alloc(snapshot,
				  job->promise_share_count * sizeof(*share));
	if (!share)
		return -ENOMEM;
	for (uint32_t s = 0; s < job->promise_share_count; s++) {
		share[s] = job->promise_share[s];
		share[s].node = to[share[s].node];
		share[s].amount = NULL; /* there may be other resources */
		if (share[s].node == FT_NO_INDEX)
			return -ENOENT;
	}
	job->promise_share = share;
	return 0;
}

static void _withdraw_promise(struct ft_job *job)
{
	job->promise = FT_NEVER;
	job->promise_request = 0;
	job->promise_duration = 0;
	job->promise_rank = 0;
	job->promise_held = false;
	job->promise_share_count = 0;
	job->promise_share = NULL;
	job->promise_part_count = 0;
	job->promise_part_end = NULL;
}

/* A file may have said anything. */
static bool _sound(const struct ft_placement *placement)
{
	return ft_time_ok(placement->start) && placement->start != FT_NEVER &&
	       placement->duration >= 0 && placement->duration <= FT_TIME_MAX;
}

/*
 * When the job was promised to start.  A start that was due in the last plan
 * and did not happen was slurmctld's to refuse (its burst buffer is staged in,
 * say): it did not wait for its nodes, so its end moves with it.
 */
static int64_t _promised_start(const struct fts_promise_book *book,
			       const struct fts_cycle *cycle,
			       const struct ft_placement *placement)
{
	int64_t promise = ft_placement_promise(placement);
	int64_t now = cycle->snapshot->now;

	if (!book->restored && placement->start <= book->last.snapshot->now &&
	    placement->start < now)
		promise += now - placement->start;
	return promise;
}

/* Was its begin time, which has not come, changed to one that is sooner?  It
 * may start before it was promised to, then. */
static bool _begins_sooner(const struct fts_candidate *before,
			   const struct fts_candidate *now, int64_t at)
{
	return before->begin > at && now->begin < before->begin;
}

static int _offer_one(const struct fts_promise_book *book,
		      struct fts_cycle *cycle, const struct node_map *map,
		      uint32_t i, uint32_t *hint)
{
	const struct fts_candidate *candidate = &cycle->candidate[i], *before;
	struct ft_job *job = &cycle->snapshot->job[i];
	const struct ft_placement *placement;
	const struct fts_promise *promise;
	uint32_t index;
	int rc;

	_withdraw_promise(job);
	promise = fts_promise_next(book, candidate->job_id, candidate->copy,
				   hint);
	if (!promise)
		return 0;
	index = promise->index;
	before = &book->last.candidate[index];
	placement = &book->last.schedule->placement[index];
	if (!_sound(placement) ||
	    _begins_sooner(before, candidate, cycle->snapshot->now) ||
	    before->restart_count != candidate->restart_count ||
	    before->submitted != candidate->submitted ||
	    (!book->restored && before->hash != candidate->hash))
		return 0;
	job->promise_request = _find_request(cycle, i, &book->last, index, map);
	if (job->promise_request == FT_NO_INDEX) {
		_withdraw_promise(job);
		return 0;
	}
	job->promise = _promised_start(book, cycle, placement);
	job->promise_rank = index;
	job->promise_held = placement->held;
	/* Of a late one it is cut: it is promised what it asks for. */
	if (!placement->late || job->request[job->promise_request].least)
		job->promise_duration = placement->duration;
	job->promise_share_count = placement->share_count;
	job->promise_share = placement->share;
	job->promise_part_count = placement->part_count;
	job->promise_part_end = placement->part_end;
	if (map->same)
		return 0;
	rc = _move_shares(cycle->snapshot, map->to, job);
	if (rc)
		_withdraw_promise(job);
	return rc == -ENOENT ? 0 : rc;
}

void fts_promise_withdraw(struct fts_cycle *cycle)
{
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++)
		_withdraw_promise(&cycle->snapshot->job[i]);
}

int fts_promise_offer(const struct fts_promise_book *book,
		      struct fts_cycle *cycle, struct ft_err *err)
{
	struct node_map map = {.same = true};
	bool usable = book->last.schedule;
	uint32_t hint = 0;
	int rc = 0;

	if (usable)
		map.same = book->last.snapshot->resource_count ==
				   cycle->snapshot->resource_count &&
			   _same_nodes(&book->last, cycle);
	if (!map.same)
		rc = _map_moved(&book->last, cycle, &map);
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++) {
		if (usable && !rc)
			rc = _offer_one(book, cycle, &map, i, &hint);
		else
			_withdraw_promise(&cycle->snapshot->job[i]);
	}
	free(map.to);
	return rc ? ft_fail(err, rc, "out of memory for promises") : 0;
}

/* "a promised node failed", ... */
static const char *_delay_text(enum fts_delay delay)
{
	static const char *const text[FTS_DELAY_COUNT] = {
		[FTS_DELAY_CHANGE] = "it or the configuration was changed",
		[FTS_DELAY_NODE] = "a promised node is not available",
		[FTS_DELAY_OVERDUE] = "what it waits for has not ended",
		[FTS_DELAY_LOOP] = "slurmctld started a job behind it",
		[FTS_DELAY_ORDER] = "another job is ahead of it now",
		[FTS_DELAY_POLICY] = "rsv_policy keeps no reservations",
		[FTS_DELAY_AHEAD] =
			"a job ahead of it was changed or starts later",
		[FTS_DELAY_OTHER] = "running jobs will last longer",
	};

	return text[delay];
}

/* The jobs before the one at hand, for telling whether it was overtaken. */
struct ahead {
	bool any_new;		/* placed, without a place before */
	uint32_t highest_index; /* place before, of those that had one */
	bool any_moved;		/* placed anew, or later than promised */
};

/* One that a job is just leaving is free in the next second: it is overdue. */
static bool _node_failed(const struct ft_snapshot *snapshot,
			 const struct ft_job *job)
{
	for (uint32_t s = 0; s < job->promise_share_count; s++)
		if (snapshot->node[job->promise_share[s].node].available_from >
		    MAX(job->promise, snapshot->now + 1))
			return true;
	return false;
}

static bool _taken_promise(const struct fts_other_start *foreign,
			   const struct ft_job *job, uint32_t index)
{
	for (uint32_t s = 0; foreign->count && s < job->promise_share_count;
	     s++)
		if (foreign->behind[job->promise_share[s].node] > index)
			return true;
	return false;
}

/* committed: no job that is ahead moves such a start, so that one whose time
 * has come waits for what has not ended, whichever jobs are new. */
static enum fts_delay _cause(const struct fts_cycle *cycle,
			     const struct fts_other_start *foreign,
			     const struct ft_job *job, uint32_t index,
			     bool committed, const struct ahead *ahead,
			     bool changed)
{
	bool overdue = job->promise <= cycle->snapshot->now;

	if (job->promise != FT_NEVER && _node_failed(cycle->snapshot, job))
		return FTS_DELAY_NODE;
	if (job->promise == FT_NEVER)
		return FTS_DELAY_CHANGE;
	if (_taken_promise(foreign, job, index))
		return FTS_DELAY_LOOP;
	if (committed && overdue)
		return FTS_DELAY_OVERDUE;
	if (ahead->any_new || ahead->highest_index > index)
		return FTS_DELAY_ORDER;
	if (changed)
		return FTS_DELAY_CHANGE;
	if (cycle->snapshot->policy.hold != FT_HOLD_HIGHEST)
		return FTS_DELAY_POLICY;
	if (overdue)
		return FTS_DELAY_OVERDUE;
	if (ahead->any_moved)
		return FTS_DELAY_AHEAD;
	return FTS_DELAY_OTHER;
}

static void _log_move(const struct fts_cycle *cycle, uint32_t i, int64_t was,
		      enum fts_delay delay)
{
	const struct ft_placement *placement = &cycle->schedule->placement[i];
	uint32_t job_id = cycle->candidate[i].job_id;

	if (placement->verdict == FT_PLACED)
		log_flag(BACKFILL,
			 "JobId=%u: promised start moves by %" PRId64 " s: %s",
			 job_id, placement->start - was, _delay_text(delay));
	else
		log_flag(BACKFILL, "JobId=%u: promised start is withdrawn: %s",
			 job_id, _delay_text(delay));
}

static void _log_moves(const uint32_t *moved, const char *kind)
{
	for (int delay = 0; delay < FTS_DELAY_COUNT; delay++)
		if (moved[delay])
			info("sched/reserve: %u %s starts move later: %s",
			     moved[delay], kind,
			     _delay_text((enum fts_delay) delay));
}

void fts_promise_judge(struct fts_promise_book *book,
		       const struct fts_cycle *cycle,
		       const struct fts_other_start *foreign, bool changed)
{
	uint32_t moved[FTS_DELAY_COUNT] = {0}, committed[FTS_DELAY_COUNT] = {0};
	struct ahead ahead = {0};
	uint32_t hint = 0;

	free(book->delay);
	book->delay = calloc((size_t) cycle->snapshot->job_count + 1,
			     sizeof(*book->delay));
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++) {
		const struct fts_candidate *candidate = &cycle->candidate[i];
		const struct ft_placement *now = &cycle->schedule->placement[i];
		const struct ft_placement *before;
		const struct fts_promise *promise = fts_promise_next(
			book, candidate->job_id, candidate->copy, &hint);
		enum fts_delay delay;
		uint32_t index;
		int64_t was;

		if (!promise) {
			ahead.any_new |= now->verdict == FT_PLACED;
			continue;
		}
		index = promise->index;
		before = &book->last.schedule->placement[index];
		was = before->start;
		/* One that waits for its nodes has moved once. */
		if (now->verdict != FT_PLACED ||
		    (now->start > was && !(now->late && before->late))) {
			delay = _cause(cycle, foreign, &cycle->snapshot->job[i],
				       index, before->committed, &ahead,
				       changed);
			book->moved_later[delay]++;
			moved[delay]++;
			if (book->delay)
				book->delay[i] = (uint8_t) (delay + 1);
			committed[delay] += before->committed;
			_log_move(cycle, i, was, delay);
			ahead.any_moved = true;
		}
		ahead.any_moved |= cycle->snapshot->job[i].promise == FT_NEVER;
		ahead.highest_index = MAX(ahead.highest_index, index);
	}
	_log_moves(moved, "promised");
	_log_moves(committed, "committed");
}

/* Copies of one array head are counted anew: some may have started. */
static void _renumber(struct fts_promise_book *book)
{
	for (uint32_t i = 0; i < book->count; i++) {
		bool first = !i || book->promise[i].job_id !=
					   book->promise[i - 1].job_id;

		book->promise[i].copy =
			first ? 0 : book->promise[i - 1].copy + 1;
	}
}

/* Without memory for it each promise is looked for. */
static void _note_places(struct fts_promise_book *book, uint32_t jobs)
{
	free(book->place);
	book->place = malloc(((size_t) jobs + 1) * sizeof(*book->place));
	for (uint32_t i = 0; book->place && i < jobs; i++)
		book->place[i] = FT_NO_INDEX;
	for (uint32_t i = 0; book->place && i < book->count; i++)
		book->place[book->promise[i].index] = i;
}

int fts_promise_keep(struct fts_promise_book *book, struct fts_cycle *cycle,
		     const bool *started, struct ft_err *err)
{
	uint32_t jobs = cycle->snapshot->job_count;

	free(book->promise);
	book->count = 0;
	book->promise = calloc((size_t) jobs + 1, sizeof(*book->promise));
	for (uint32_t i = 0; book->promise && i < jobs; i++)
		if (cycle->schedule->placement[i].verdict == FT_PLACED &&
		    !started[i])
			book->promise[book->count++] = (struct fts_promise){
				.job_id = cycle->candidate[i].job_id,
				.copy = cycle->candidate[i].copy,
				.index = i,
			};
	if (book->promise) {
		qsort(book->promise, book->count, sizeof(*book->promise),
		      _order_promise);
		_renumber(book);
	}
	_note_places(book, jobs);
	fts_cycle_free(&book->last);
	book->last = *cycle;
	book->restored = false;
	memset(cycle, 0, sizeof(*cycle));
	if (!book->promise)
		return ft_fail(err, -ENOMEM, "out of memory for promises");
	return 0;
}

void fts_promise_free(struct fts_promise_book *book)
{
	free(book->promise);
	free(book->place);
	free(book->delay);
	book->promise = NULL;
	book->place = NULL;
	book->delay = NULL;
	book->count = 0;
	fts_cycle_free(&book->last);
	fts_late_fini(&book->late);
}
