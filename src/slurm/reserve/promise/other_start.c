/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise/other_start.h.
 *
 * Our own starts ahead of a waiting job carry the mark of backfill, those of
 * others do not; ours without it have no job waiting ahead of them.
 */
#include "slurm/reserve/promise/other_start.h"

#include <errno.h>
#include <stdlib.h>

#include "src/slurmctld/slurmctld.h"

#include "core/queue/schedule_advice.h"

bool fts_other_start_possible(const char *parameters)
{
	/* Slurm itself looks for them like this */
	return !parameters || !xstrcasestr(parameters, "defer") ||
	       (FTS_DEFER_BATCH && xstrcasestr(parameters, "defer_batch")) ||
	       !ft_schedule_loop_stops(parameters);
}

static bool _ran_before(const struct ft_snapshot *last, uint32_t job_id)
{
	for (uint32_t i = 0; i < last->run_count; i++)
		if (last->run[i].job_id == job_id)
			return true;
	return false;
}

/* How many jobs of the last plan are ahead of it; of one it did not know, by
 * priority alone. */
static uint32_t _ahead(const struct fts_promise_book *book,
		       const job_record_t *job)
{
	const struct ft_snapshot *last = book->last.snapshot;
	uint32_t index = fts_promise_find(book, job->job_id, 0);
	uint32_t ahead = 0;

	if (index == UINT32_MAX && job->array_job_id)
		index = fts_promise_find(book, job->array_job_id, 0);
	if (index != UINT32_MAX)
		return index;
	while (ahead < last->job_count &&
	       last->job[ahead].priority >= job->priority)
		ahead++;
	return ahead;
}

static bool _is_foreign(const struct ft_snapshot *last, const job_record_t *job)
{
	return job && job->start_time >= last->now &&
	       !(job->db_flags & SLURMDB_JOB_FLAG_BACKFILL) &&
	       !_ran_before(last, job->job_id);
}

static int _order_start(const void *x, const void *y)
{
	const struct ft_bypass_start *a = x, *b = y;

	return (a->ahead > b->ahead) - (a->ahead < b->ahead);
}

static void _mark_nodes(struct fts_other_start *foreign,
			const struct ft_bypass_start *start)
{
	for (uint32_t s = 0; s < start->share_count; s++) {
		uint32_t *behind = &foreign->behind[start->share[s].node];

		*behind = MAX(*behind, start->ahead);
	}
}

static void _collect_start(struct fts_hold *hold,
			   const struct fts_promise_book *book,
			   const struct ft_snapshot *now,
			   struct fts_other_start *foreign)
{
	fts_hold_take(hold, "foreign");
	for (uint32_t i = 0; i < now->run_count; i++) {
		const struct ft_run *run = &now->run[i];
		const job_record_t *job = find_job_record(run->job_id);

		if (!_is_foreign(book->last.snapshot, job))
			continue;
		foreign->start[foreign->count++] = (struct ft_bypass_start){
			.ahead = _ahead(book, job),
			.share_count = run->share_count,
			.share = run->share,
		};
	}
	fts_hold_drop(hold);
}

int fts_other_start_find(struct fts_hold *hold,
			 const struct fts_promise_book *book,
			 const struct fts_cycle *cycle,
			 struct fts_other_start *foreign, struct ft_err *err)
{
	const struct ft_snapshot *now = cycle->snapshot;

	*foreign = (struct fts_other_start){0};
	if (!book->last.snapshot || book->restored ||
	    book->last.snapshot->node_count != now->node_count)
		return 0;
	foreign->start =
		calloc((size_t) now->run_count + 1, sizeof(*foreign->start));
	foreign->behind =
		calloc((size_t) now->node_count + 1, sizeof(*foreign->behind));
	if (!foreign->start || !foreign->behind) {
		fts_other_start_free(foreign);
		return ft_fail(err, -ENOMEM,
			       "out of memory for the starts of "
			       "the main loop");
	}
	_collect_start(hold, book, now, foreign);
	qsort(foreign->start, foreign->count, sizeof(*foreign->start),
	      _order_start);
	for (uint32_t i = 0; i < foreign->count; i++)
		_mark_nodes(foreign, &foreign->start[i]);
	return 0;
}

void fts_other_start_free(struct fts_other_start *foreign)
{
	free(foreign->start);
	free(foreign->behind);
	*foreign = (struct fts_other_start){0};
}
