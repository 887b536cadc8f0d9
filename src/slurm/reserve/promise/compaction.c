/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise/compaction.h.
 */
#include "slurm/common/compat.h"

#include <stdlib.h>

#include "src/common/log.h"
#include "src/common/read_config.h"

#include "slurm/reserve/promise/compaction.h"

enum {
	FLOATS = 60,  /* a floating reservation begins later as time goes on */
	AT_ONCE = 10, /* a node that a job leaves is back by then */
	SOONER = 60,  /* of times at which nodes are back some are guesses */
};

/* What a job leaves, or boots for itself, is no gain of others. */
static bool _back_sooner(const struct ft_snapshot *now, int64_t was, int64_t is)
{
	if (was == FT_NEVER)
		return is != FT_NEVER;
	return (is > now->now + AT_ONCE) && (is < was - SOONER);
}

static bool _node_gains(const struct ft_snapshot *before,
			const struct ft_snapshot *now, uint32_t node)
{
	const int64_t *was =
		before->capacity + (size_t) node * before->resource_count;
	const int64_t *is = now->capacity + (size_t) node * now->resource_count;

	return _back_sooner(now, before->node[node].available_from,
			    now->node[node].available_from) ||
	       (is[FT_CORES] > was[FT_CORES]) ||
	       (is[FT_MEMORY] > was[FT_MEMORY]);
}

static bool _nodes_gain(const struct ft_snapshot *before,
			const struct ft_snapshot *now)
{
	if (before->node_count != now->node_count)
		return true;
	for (uint32_t n = 0; n < now->node_count; n++)
		if (_node_gains(before, now, n))
			return true;
	return false;
}

static bool _same_set(const struct ft_node_set *a, const struct ft_node_set *b)
{
	return (!a && !b) || (a && b && ft_node_set_equal(a, b));
}

/* Does some reservation of now take all that this one took? */
static bool _still_closed(const struct ft_snapshot *now,
			  const struct ft_closure *was, int64_t passed)
{
	for (uint32_t c = 0; c < now->closure_count; c++) {
		const struct ft_closure *is = &now->closure[c];

		if ((is->end >= was->end) &&
		    (is->start <= was->start + passed + FLOATS) &&
		    (is->share_count >= was->share_count) &&
		    (is->licence_count >= was->licence_count) &&
		    _same_set(is->nodes, was->nodes))
			return true;
	}
	return false;
}

static bool _reservation_goes(const struct ft_snapshot *before,
			      const struct ft_snapshot *now)
{
	int64_t passed = now->now - before->now;

	if (before->node_count != now->node_count)
		return true;
	for (uint32_t c = 0; c < before->closure_count; c++)
		if ((before->closure[c].end > now->now) &&
		    !_still_closed(now, &before->closure[c], passed))
			return true;
	return false;
}

static bool _promise_runs(const struct ft_snapshot *snapshot, uint32_t job_id)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].job_id == job_id)
			return true;
	return false;
}

/* Was the job to start later, and can that promise not be kept? */
static bool _gives_up(const struct fts_promise_book *book, uint32_t index,
		      const struct ft_job *job)
{
	const struct ft_placement *placement =
		&book->last.schedule->placement[index];

	if (!placement->held || (placement->start <= book->last.snapshot->now))
		return false;
	return !job || (job->promise == FT_NEVER) ||
	       (job->request[job->promise_request].not_before > job->promise);
}

/* The job that gives up its place without a start; 0: none, or no memory. */
static uint32_t _find_given_up(const struct fts_promise_book *book,
			       const struct fts_cycle *cycle)
{
	const struct ft_snapshot *now = cycle->snapshot;
	bool *seen = calloc(book->last.snapshot->job_count + 1, sizeof(*seen));
	uint32_t given_up = 0, hint = 0;

	for (uint32_t i = 0; seen && !given_up && (i < now->job_count); i++) {
		const struct fts_promise *promise =
			fts_promise_next(book, cycle->candidate[i].job_id,
					 cycle->candidate[i].copy, &hint);

		if (!promise)
			continue;
		seen[promise->index] = true;
		if (_gives_up(book, promise->index, &now->job[i]))
			given_up = cycle->candidate[i].job_id;
	}
	for (uint32_t i = 0; seen && !given_up && (i < book->count); i++)
		if (!seen[book->promise[i].index] &&
		    _gives_up(book, book->promise[i].index, NULL) &&
		    !_promise_runs(now, book->promise[i].job_id))
			given_up = book->promise[i].job_id;
	free(seen);
	return given_up;
}

void fts_compaction_take(const struct fts_promise_book *book,
			 struct fts_cycle *cycle, bool changed)
{
	struct ft_snapshot *now = cycle->snapshot;
	const struct ft_snapshot *before = book->last.snapshot;
	const char *why = NULL;
	uint32_t given_up = 0;

	/* Without an earlier cycle of ours what changed is not known. */
	if ((now->policy.compress == FT_COMPRESS_ORDER) || !before ||
	    !book->last.schedule || book->restored)
		return;
	if (changed)
		why = "partitions or slurm.conf changed";
	else if (_nodes_gain(before, now))
		why = "a node came back or has more to give";
	else if (_reservation_goes(before, now))
		why = "a reservation has gone or got smaller";
	else
		given_up = _find_given_up(book, cycle);
	if (!why && !given_up)
		return;
	now->policy.compress = FT_COMPRESS_ORDER;
	if (why)
		log_flag(BACKFILL, "promises move up in turn: %s", why);
	else
		log_flag(BACKFILL,
			 "promises move up in turn: JobId=%u gave up its place",
			 given_up);
}
