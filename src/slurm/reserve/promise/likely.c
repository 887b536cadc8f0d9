/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See likely.h.
 */
#include "slurm/common/compat.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "src/common/macros.h"

#include "core/base/id_map.h"
#include "core/plan/estimate.h"
#include "core/plan/expect.h"
#include "slurm/common/worker.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/likely.h"
#include "slurm/reserve/snapshot/snapshot.h"

enum {
	SECOND = 1000000,
	WORK_MOST = 10 * SECOND, /* processor time of one plan */
	REST_FACTOR = 10,
	NICE = 10,
};

/* Starts by the number of the job. */
struct starts {
	struct ft_id_map index;
	int64_t *at;
	uint32_t count;
};

struct fts_likely {
	/* While it is busy it reads the cycle, and found is its own. */
	struct fts_worker *worker;
	atomic_bool ended;
	struct fts_cycle cycle; /* as the book has it */
	bool owned;		/* which has dropped it */
	int64_t user_us;
	bool predicts, expects; /* what it is to find */
	/* Of each job of the cycle; NULL: nothing was. */
	int64_t *found, *expected;
	int64_t took_us, predict_us, expect_us;
	/* The scheduler's. */
	struct starts known, unheld;
	bool stale; /* a cycle came since the last one that was given */
	/* That some jobs were not looked at. */
	bool short_said, unheld_said;
	int64_t ended_us; /* when the thread had done, as it was seen */
};

/* -- the thread ----------------------------------------------------------- */

static bool _is_ended(const void *context)
{
	const struct fts_likely *likely = context;

	return atomic_load(&likely->ended);
}

static int64_t _work_clock(const void *context)
{
	(void) context;
	return fts_hold_processor_clock();
}

static int64_t *_find_starts(const struct fts_likely *likely)
{
	const struct ft_halt halt = {
		.wanted = _is_ended,
		.context = likely,
		.clock = _work_clock,
		.plan_us = WORK_MOST,
		.user_us = likely->user_us,
	};
	const struct ft_snapshot *snapshot = likely->cycle.snapshot;
	int64_t *start =
		calloc((size_t) snapshot->job_count + 1, sizeof(*start));
	struct ft_err err;

	if (start && ft_estimate_starts(snapshot, likely->cycle.schedule, &halt,
					start, &err)) {
		free(start);
		start = NULL;
	}
	return start;
}

/* In the order of the queue, whichever users its first jobs belong to. */
static int64_t *_find_expected(const struct fts_likely *likely)
{
	const struct ft_halt halt = {
		.wanted = _is_ended,
		.context = likely,
		.clock = _work_clock,
		.plan_us = WORK_MOST,
	};
	const struct ft_snapshot *snapshot = likely->cycle.snapshot;
	int64_t *start =
		calloc((size_t) snapshot->job_count + 1, sizeof(*start));
	struct ft_err err;

	if (start && ft_expect_starts(snapshot, likely->cycle.schedule, &halt,
				      start, &err)) {
		free(start);
		start = NULL;
	}
	return start;
}

static void _work_likely(void *owner)
{
	struct fts_likely *likely = owner;
	int64_t from_us = fts_hold_processor_clock(), by_us;

	/* of this thread alone: others of slurmctld come first */
	(void) setpriority(PRIO_PROCESS, 0, NICE);
	if (likely->expects)
		likely->expected = _find_expected(likely);
	by_us = fts_hold_processor_clock();
	if (likely->predicts)
		likely->found = _find_starts(likely);
	likely->took_us = fts_hold_processor_clock() - from_us;
	likely->expect_us = by_us - from_us;
	likely->predict_us = likely->took_us - likely->expect_us;
}

static struct fts_likely *_new_likely(void)
{
	struct fts_likely *likely = calloc(1, sizeof(*likely));

	if (!likely)
		return NULL;
	likely->worker = fts_worker_new("likely", _work_likely, likely);
	if (likely->worker)
		return likely;
	free(likely);
	return NULL;
}

/* -- what it found -------------------------------------------------------- */

static void _free_starts(struct starts *starts)
{
	ft_id_map_fini(&starts->index);
	free(starts->at);
	*starts = (struct starts){0};
}

/* Of an array that was not split the first task counts. */
static bool _collect_starts(const struct fts_cycle *cycle, const int64_t *found,
			    struct starts *starts)
{
	uint32_t jobs = cycle->snapshot->job_count;

	starts->at = calloc((size_t) jobs + 1, sizeof(*starts->at));
	for (uint32_t i = 0; starts->at && i < jobs; i++) {
		if (cycle->candidate[i].copy || found[i] == FT_NEVER)
			continue;
		if (ft_id_map_put(&starts->index, cycle->candidate[i].job_id,
				  starts->count))
			return false;
		starts->at[starts->count++] = found[i];
	}
	return starts->at;
}

static void _note_new_starts(const struct starts *before,
			     const struct starts *now,
			     const struct fts_promise_book *book,
			     struct fts_history *history)
{
	for (uint32_t i = 0; i < book->count; i++) {
		const struct fts_promise *promise = &book->promise[i];
		uint32_t at;

		if (!promise->copy &&
		    !ft_id_map_get(&before->index, promise->job_id, NULL) &&
		    ft_id_map_get(&now->index, promise->job_id, &at))
			fts_history_likely(history, book, promise, now->at[at]);
	}
}

static void _say_short(struct fts_likely *likely)
{
	bool is_short = likely->predict_us >= WORK_MOST;

	if (is_short && !likely->short_said)
		info("sched/reserve: rsv_predict: likely starts are known of "
		     "%u of %u jobs: a plan with predictions takes longer "
		     "than %d s",
		     likely->known.count, likely->cycle.snapshot->job_count,
		     WORK_MOST / SECOND);
	likely->short_said = is_short;
}

static void _say_unheld_short(struct fts_likely *likely)
{
	bool is_short = likely->expect_us >= WORK_MOST;

	if (is_short && !likely->unheld_said)
		info("sched/reserve: rsv_show: of jobs that hold no "
		     "reservation "
		     "%u are shown a start: to find those of all takes longer "
		     "than %d s",
		     likely->unheld.count, WORK_MOST / SECOND);
	likely->unheld_said = is_short;
}

/* What was known before stays if there was no memory to find out. */
static bool _take_expected(struct fts_likely *likely,
			   const struct ft_schedule_options *options,
			   struct fts_history *history)
{
	const struct fts_cycle *cycle = &likely->cycle;
	struct starts starts = {0};

	if (!likely->expected ||
	    !_collect_starts(cycle, likely->expected, &starts)) {
		_free_starts(&starts);
		return false;
	}
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++) {
		const struct fts_candidate *candidate = &cycle->candidate[i];

		if (!candidate->copy && likely->expected[i] != FT_NEVER &&
		    !ft_id_map_get(&likely->unheld.index, candidate->job_id,
				   NULL))
			fts_history_unheld(history, options, cycle, i,
					   likely->expected[i]);
	}
	_free_starts(&likely->unheld);
	likely->unheld = starts;
	_say_unheld_short(likely);
	return starts.count != 0;
}

static bool _take_likely(struct fts_likely *likely,
			 const struct fts_promise_book *book,
			 struct fts_history *history)
{
	struct starts starts = {0};
	bool fresh = likely->found &&
		     _collect_starts(&likely->cycle, likely->found, &starts);

	if (fresh) {
		_note_new_starts(&likely->known, &starts, book, history);
		_free_starts(&likely->known);
		likely->known = starts;
		_say_short(likely);
	} else {
		_free_starts(&starts);
	}
	return fresh;
}

/* The thread is idle. */
static bool _take_found(struct fts_likely *likely,
			const struct ft_schedule_options *options,
			const struct fts_promise_book *book,
			struct fts_history *history)
{
	bool fresh = _take_expected(likely, options, history);

	fresh |= _take_likely(likely, book, history);
	free(likely->found);
	free(likely->expected);
	likely->found = likely->expected = NULL;
	if (likely->owned)
		fts_cycle_free(&likely->cycle);
	likely->cycle = (struct fts_cycle){0};
	likely->owned = false;
	likely->ended_us = fts_lock_clock();
	return fresh;
}

static bool _wants_likely(const struct ft_schedule_options *options)
{
	return options->predict != FT_PREDICT_LIMIT &&
	       strcmp(options->publish, "no");
}

static void _give_cycle(struct fts_likely *likely,
			const struct ft_schedule_options *options,
			const struct fts_promise_book *book)
{
	likely->stale = false;
	likely->cycle = book->last;
	likely->user_us = options->user_time * 1000;
	likely->predicts = _wants_likely(options);
	likely->expects = options->show == FT_SHOW_ALL;
	if (!likely->predicts)
		_free_starts(&likely->known);
	if (!likely->expects)
		_free_starts(&likely->unheld);
	fts_worker_give(likely->worker);
}

static bool _is_rested(const struct fts_likely *likely,
		       const struct ft_schedule_options *options)
{
	int64_t rest_us = MAX(options->publish_period * SECOND,
			      REST_FACTOR * likely->took_us);

	return !likely->ended_us ||
	       fts_lock_clock() - likely->ended_us >= rest_us;
}

bool fts_likely_look(struct fts_likely **likely,
		     const struct ft_schedule_options *options,
		     const struct fts_promise_book *book,
		     struct fts_history *history)
{
	bool wanted = _wants_likely(options) || options->show == FT_SHOW_ALL;
	bool fresh = false;

	if (!wanted) {
		fts_likely_free(*likely);
		*likely = NULL;
		return false;
	}
	if (!*likely) {
		*likely = _new_likely();
		if (!*likely)
			return false;
		(*likely)->stale = true;
	}
	if (fts_worker_is_busy((*likely)->worker))
		return false;
	if ((*likely)->cycle.snapshot)
		fresh = _take_found(*likely, options, book, history);
	if ((*likely)->stale && book->last.schedule && !book->restored &&
	    _is_rested(*likely, options))
		_give_cycle(*likely, options, book);
	return fresh;
}

void fts_likely_release(struct fts_likely *likely, struct fts_cycle *last)
{
	if (!likely)
		return;
	likely->stale = true;
	if (!likely->cycle.snapshot || likely->owned ||
	    likely->cycle.snapshot != last->snapshot)
		return;
	likely->owned = true;
	memset(last, 0, sizeof(*last));
}

static int64_t _known_start(const struct starts *starts, uint32_t job_id)
{
	uint32_t at;

	return ft_id_map_get(&starts->index, job_id, &at) ? starts->at[at] : 0;
}

int64_t fts_likely_start(const struct fts_likely *likely, uint32_t job_id)
{
	return likely ? _known_start(&likely->known, job_id) : 0;
}

int64_t fts_likely_unheld(const struct fts_likely *likely, uint32_t job_id)
{
	return likely ? _known_start(&likely->unheld, job_id) : 0;
}

void fts_likely_free(struct fts_likely *likely)
{
	if (!likely)
		return;
	atomic_store(&likely->ended, true);
	fts_worker_free(likely->worker);
	if (likely->owned)
		fts_cycle_free(&likely->cycle);
	free(likely->found);
	free(likely->expected);
	_free_starts(&likely->known);
	_free_starts(&likely->unheld);
	free(likely);
}
