/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See population.h.
 */
#include "core/board/population.h"

#include <errno.h>

#include "core/board/claim.h"
#include "core/board/closing.h"
#include "core/board/fit.h"
#include "core/board/guest.h"
#include "core/board/holder.h"
#include "core/board/leaf.h"
#include "core/board/record.h"
#include "core/board/regard.h"
#include "core/board/spread.h"
#include "core/board/stand.h"
#include "core/board/wait.h"
#include "core/board/ways.h"

/* Nodes and licences that a run holds. */
static int _add_holder(struct ft_board *board, const struct ft_run *run,
		       int64_t start)
{
	uint32_t number;
	int rc = ft_holder_new(board, run, start, &number);

	if (rc)
		return rc;
	ft_stand_put(board, number);
	return board->rc;
}

/* Nodes that will be available are looked at then. */
static int _add_returns(struct ft_board *board)
{
	int rc = 0;

	for (uint32_t n = 0; !rc && (n < board->node_count); n++) {
		int64_t time = board->node[n].available_from;

		if ((time > board->now) && (time != FT_NEVER))
			rc = ft_heap_push(&board->agenda, (uint64_t) time - 1,
					  FT_NO_INDEX);
	}
	return rc;
}

/* The ways of requests that were seen at this address before. */
static int _find_ways(struct ft_board *board, struct ft_index_map *seen,
		      const struct ft_snapshot *snapshot, uint32_t j)
{
	const struct ft_request *request = snapshot->job[j].request;
	uint64_t hash = ft_index_mix(0, (uint64_t) (uintptr_t) request);
	uint32_t job, count = snapshot->job[j].request_count;
	size_t at = SIZE_MAX;

	while ((job = ft_index_map_next(seen, hash, &at)) != UINT32_MAX)
		if ((snapshot->job[job].request == request) &&
		    (snapshot->job[job].request_count == count) &&
		    (snapshot->job[job].reserve == snapshot->job[j].reserve))
			return ft_ways_copy(board, j, job);
	if (ft_index_map_put(seen, hash, j))
		return -ENOMEM;
	return ft_ways_set(board, j, request, count, !snapshot->job[j].reserve);
}

static int _check_job(const struct ft_job *job, struct ft_err *err)
{
	struct ft_err why;

	return ft_board_takes_job(job, &why) || ft_board_hosts(job, err)
		       ? 0
		       : -ENOTSUP;
}

/* The job waits, for what its requests want. */
static int _admit_job(struct ft_board *board, struct ft_index_map *seen,
		      const struct ft_snapshot *snapshot, uint32_t j)
{
	const struct ft_request *request = snapshot->job[j].request;
	struct ft_record *record = &board->record[j];
	int rc;

	record->not_before = request->not_before;
	record->end_by = request->end_by;
	rc = _find_ways(board, seen, snapshot, j);
	if (rc)
		return rc;
	record->state = FT_RECORD_WAITING;
	ft_record_join(board, j);
	ft_record_watch(board, j);
	return board->rc;
}

static int _add_jobs(struct ft_board *board, const struct ft_snapshot *snapshot,
		     struct ft_index_map *seen, struct ft_err *err)
{
	struct ft_err why;

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];
		struct ft_record *record;
		int rc = _check_job(job, err);

		if (rc)
			return rc;
		if (ft_record_new(board) != j)
			return -ENOMEM;
		record = &board->record[j];
		record->id = job->job_id;
		record->key = record->over = (j + 1) * board->key_step;
		ft_record_rate(board, j, job->tier);
		record->queued = job->queued;
		record->tentative = job->tentative;
		record->patient = snapshot->policy.patience &&
				  (snapshot->now - job->queued >
				   snapshot->policy.patience);
		if (!ft_board_takes_job(job, &why))
			rc = ft_guest_enrol(board, j);
		else
			rc = _admit_job(board, seen, snapshot, j);
		if (rc)
			return rc;
	}
	return board->rc;
}

/* Do as many nodes get as many tasks as it wants? */
static bool _answers_pattern(const struct ft_job *job,
			     const struct ft_pattern *pattern)
{
	struct ft_tally tally = {0};

	if (!pattern->collective)
		return job->promise_share_count == pattern->nodes;
	for (uint32_t i = 0; i < job->promise_share_count; i++) {
		uint32_t tasks = job->promise_share[i].tasks;

		if ((tasks < pattern->low) || (tasks > pattern->high))
			return false;
		ft_tally_add(&tally, tasks);
	}
	return ft_tally_suffices(&tally, pattern) &&
	       (tally.tasks == pattern->tasks);
}

/* Can it have the share, which it was promised, from then on? */
static bool _pick_share(struct ft_board *board,
			const struct ft_pattern *pattern,
			const struct ft_share *share, int64_t start)
{
	uint32_t node = board->inside[share->node];
	const struct ft_profile *profile = &board->lane[node].profile;
	int64_t last;

	if (!ft_bit(pattern->roster, node) ||
	    !ft_fit_at(board, pattern, node, profile, start) ||
	    (pattern->collective &&
	     (ft_spread_tasks(board, pattern, node, profile, start, &last) <
	      share->tasks)))
		return false;
	board->pick[board->pick_count++] =
		(struct ft_candidate){.node = node, .tasks = share->tasks};
	return true;
}

/* Its promise as nodes to choose; false if it cannot stand. */
static bool _pick_promise(struct ft_board *board, const struct ft_job *job,
			  const struct ft_record *record,
			  const struct ft_pattern *pattern, int64_t start)
{
	static const struct ft_regard all = {.all = true, .self = FT_NO_INDEX};

	if (!_answers_pattern(job, pattern) || (start < record->not_before) ||
	    (start + pattern->duration > record->end_by) ||
	    (pattern->now_only && (start > board->now)) ||
	    (ft_regard_start(board, &all, pattern, start, start) == FT_NEVER))
		return false;
	board->pick_count = 0;
	for (uint32_t i = 0; i < job->promise_share_count; i++)
		if (!_pick_share(board, pattern, &job->promise_share[i], start))
			return false;
	if (ft_leaf_binds(pattern) && ft_leaf_short(board, pattern))
		return false;
	if (pattern->collective)
		ft_spread_order(board);
	return true;
}

/* It was due a moment ago: its start, from when its own nodes are free. */
static bool _place_waiting(struct ft_board *board, const struct ft_job *job,
			   uint32_t j)
{
	const struct ft_record *record = &board->record[j];
	struct ft_pattern less = board->pattern[record->pattern];
	int64_t end = job->promise + less.duration;
	int64_t last = job->promise + board->wait;

	last = last < end ? last : end - 1;
	for (int64_t start = board->now; start <= last; start++) {
		less.duration = end - start;
		if (!_pick_promise(board, job, record, &less, start))
			continue;
		ft_record_span(board, j, start, job->promise, FT_CAUSE_GIVEN);
		ft_wait_watch(board, j);
		return true;
	}
	return false;
}

/* By the way that it takes. */
static bool _place_promise(struct ft_board *board, const struct ft_job *job,
			   uint32_t j)
{
	const struct ft_record *record = &board->record[j];
	const struct ft_pattern *pattern = &board->pattern[record->pattern];
	int64_t start = job->promise > board->now ? job->promise : board->now;

	if (job->promise_duration &&
	    (job->promise_duration != pattern->duration))
		return false;
	if ((job->promise < board->now) && _place_waiting(board, job, j))
		return true;
	if (!_pick_promise(board, job, record, pattern, start))
		return (job->promise == board->now) &&
		       _place_waiting(board, job, j);
	ft_record_place(board, j, start, FT_CAUSE_GIVEN);
	return true;
}

/* It stands, as its caller says, unless another that starts now has what it
 * wants by then. */
static void _lodge_guest(struct ft_board *board, const struct ft_job *job,
			 uint32_t j)
{
	const struct ft_request *request = &job->request[job->promise_request];
	const struct ft_placement placement = {
		.start = job->promise,
		.duration = ft_job_promise_duration(job),
		.share_count = job->promise_share_count,
		.share = job->promise_share,
		.part_count = job->promise_part_count,
		.part_end = job->promise_part_end,
	};

	const struct ft_board_lodging lodging = {.request = request,
						 .placement = &placement};

	/* Where several start now a fresh plan holds what one wants against
	 * those ahead of it only. */
	if (!ft_guest_lodge(board, j, &lodging) &&
	    (job->promise <= board->now) && ft_guest_overdraws(board, j))
		ft_record_evict(board, j, FT_CAUSE_NODE);
}

extern void ft_population_settle(struct ft_board *board,
				 const struct ft_job *job, uint32_t j)
{
	if (board->record[j].state == FT_RECORD_GUEST) {
		_lodge_guest(board, job, j);
		return;
	}
	if (job->promise_request < job->request_count) {
		ft_ways_take(board, j, job->promise_request);
		if (_place_promise(board, job, j))
			return;
	}
	/* It had a promise: it has precedence. */
	ft_record_leave(board, j);
	board->record[j].loser = true;
	ft_record_join(board, j);
	ft_record_tell(board, j, FT_CAUSE_NODE);
	if (ft_heap_push(&board->mend, board->record[j].key, j))
		board->rc = -ENOMEM;
}

/* Promises as far as they stand, committed ones first. */
static void _add_promises(struct ft_board *board,
			  const struct ft_snapshot *snapshot)
{
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t j = 0; j < snapshot->job_count; j++)
			if ((snapshot->job[j].promise != FT_NEVER) &&
			    (ft_job_committed(snapshot, j) == !pass))
				ft_population_settle(board, &snapshot->job[j],
						     j);
}

/* By what claims and closures of the snapshot are known. */
static int _add_lists(struct ft_board *board,
		      const struct ft_snapshot *snapshot)
{
	int rc = ft_claim_limits(board, snapshot->limit, snapshot->limit_count);

	if (!rc)
		rc = ft_closing_tell(board, snapshot->closure,
				     snapshot->closure_count);
	return rc;
}

extern int ft_population_init(struct ft_board *board,
			      const struct ft_snapshot *snapshot,
			      struct ft_err *err)
{
	struct ft_index_map seen = {0};
	int rc = ft_index_map_init(&seen, FT_SLOTS);

	if (!rc)
		rc = _add_lists(board, snapshot);
	if (!rc)
		rc = _add_jobs(board, snapshot, &seen, err);
	ft_index_map_fini(&seen);
	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++)
		rc = _add_holder(board, &snapshot->run[r], snapshot->now);
	if (!rc)
		ft_closing_settle(board);
	if (!rc)
		rc = _add_returns(board);
	if (!rc)
		_add_promises(board, snapshot);
	for (uint32_t n = 0; n < board->node_count; n++)
		ft_stand_touch(board, n);
	for (uint32_t p = 0; p < board->pattern_count; p++)
		ft_stand_wake(board, p);
	board->looking = true;
	return rc ? rc : board->rc;
}
