/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_block.h.
 */
#include "slurm/fairtree/priority/job_block.h"

#include <string.h>

#include "src/slurmctld/job_scheduler.h"

#include "slurm/common/change_time.h"
#include "slurm/common/job_cursor.h"
#include "slurm/common/job_target.h"
#include "slurm/common/lock.h"

struct fts_job_guard {
	uint32_t job_id;
	time_t before; /* the begin time that it had */
	time_t until;  /* the one that it has got; 0: it kept its own */
};

enum { GUARD_SECONDS = 60 };

static const slurmctld_lock_t locks = {.conf = READ_LOCK,
				       .job = WRITE_LOCK,
				       .node = READ_LOCK,
				       .part = READ_LOCK,
				       .fed = READ_LOCK};

void fts_job_blocks_fini(struct fts_job_blocks *blocks)
{
	xfree(blocks->guard);
	*blocks = (struct fts_job_blocks){0};
}

static bool _ours_job(const char *text)
{
	return text &&
	       (!strncmp(text, FTS_BLOCK_CAP, sizeof(FTS_BLOCK_CAP) - 1) ||
		!strncmp(text, FTS_BLOCK_SHARES, sizeof(FTS_BLOCK_SHARES) - 1));
}

static bool _is_kept_back(const job_record_t *job)
{
	return job->state_reason == WAIT_MAX_REQUEUE && job->priority &&
	       _ours_job(job->state_desc);
}

/* Reasons for which it waits anyway, and which are to be kept. */
static bool _kept_reason(const job_record_t *job)
{
	switch (job->state_reason) {
	case FAIL_BURST_BUFFER_OP:
	case FAIL_ACCOUNT:
	case FAIL_QOS:
	case WAIT_HELD:
	case WAIT_HELD_USER:
	case WAIT_RESV_DELETED:
	case WAIT_DEP_INVALID:
		return true;
	default:
		return false;
	}
}

static bool _put_block(job_record_t *job, const char *text)
{
	if (_kept_reason(job) || (job->state_reason == WAIT_MAX_REQUEUE &&
				  !xstrcmp(job->state_desc, text)))
		return false;
	job->state_reason = WAIT_MAX_REQUEUE;
	xfree(job->state_desc);
	job->state_desc = xstrdup(text);
	return true;
}

static bool _lift(job_record_t *job)
{
	if (!_is_kept_back(job))
		return false;
	job->state_reason = WAIT_NO_REASON;
	xfree(job->state_desc);
	return true;
}

/* Could it start while it is being submitted?  Batch jobs never do. */
static bool _starts_at_once(const job_record_t *job)
{
	return job->priority == NO_VAL && !job->batch_flag && !job->deadline;
}

bool fts_job_block_guard(struct fts_job_blocks *blocks, job_record_t *job,
			 const char *text, time_t now)
{
	struct fts_job_guard *guard;

	if (!text || !IS_JOB_PENDING(job) || !job->details ||
	    job->direct_set_prio || _is_kept_back(job))
		return false;
	if (job->priority && _put_block(job, text))
		FTS_CHANGED_AT(last_job_update, now);
	if (blocks->guard_count == blocks->guard_room) {
		blocks->guard_room = 2 * blocks->guard_room + 1;
		xrecalloc(blocks->guard, blocks->guard_room, sizeof(*guard));
	}
	guard = &blocks->guard[blocks->guard_count++];
	*guard = (struct fts_job_guard){.job_id = job->job_id,
					.before = job->details->begin_time};
	if (guard->before < now + GUARD_SECONDS) {
		guard->until = now + GUARD_SECONDS;
		job->details->begin_time = guard->until;
	}
	if (_starts_at_once(job))
		job->deadline = NO_VAL;
	return true;
}

/* What a walk carries along. */
struct walk {
	struct fts_job_blocks *blocks;
	const struct fts_priority_config *config;
	const struct fts_job_books *books;
	job_record_t *depends[FTS_SLICE_JOBS]; /* blocked in this slice */
	uint32_t depends_count;
	bool changed;
};

bool fts_job_block_by_shares(const struct fts_priority_config *config)
{
	const struct ft_pbs_option *pbs = &config->option.pbs;

	return config->option.model == FT_MODEL_PBS && pbs->enforce_no_shares &&
	       !ft_pbs_option_file(pbs);
}

const char *fts_job_block_shareless(const struct fts_priority_config *config,
				    const job_record_t *job)
{
	const slurmdb_assoc_rec_t *assoc = job->assoc_ptr;

	if (!fts_job_block_by_shares(config))
		return NULL;
	/* The root's own shares are of nothing. */
	for (; assoc && assoc->usage && assoc->usage->parent_assoc_ptr;
	     assoc = assoc->usage->parent_assoc_ptr)
		if (!assoc->shares_raw)
			return FTS_BLOCK_SHARES;
	return NULL;
}

static bool _may_block(const struct fts_job_books *books)
{
	return books->meter && fts_standing_blocks(books->standing);
}

/* Why it may not run in job->part_ptr, or NULL. */
static const char *_why_there(const struct walk *walk, const job_record_t *job)
{
	struct ft_ledger_place place;
	struct fts_verdict verdict;

	if (!fts_meter_place(walk->books->meter, walk->config, job, &place))
		return NULL;
	fts_standing_judge(walk->books->standing, &place, job->job_id,
			   &verdict);
	return verdict.block;
}

/* Why it may not run in any of its partitions, under any QOS, or NULL. */
static const char *_why(const struct walk *walk, job_record_t *job)
{
	const struct fts_job_stand own = fts_job_stand(job);
	struct fts_job_rows rows;
	struct fts_job_row row;
	const char *text = NULL;

	if (job->direct_set_prio)
		return NULL;
	text = fts_job_block_shareless(walk->config, job);
	if (text)
		return text;
	if (!_may_block(walk->books))
		return NULL;
	if (!fts_job_row_count(job))
		return _why_there(walk, job);
	fts_job_rows_begin(&rows, job);
	do {
		if (!fts_job_rows_next(&rows, &row))
			break;
		job->part_ptr = row.part;
		job->qos_ptr = row.qos;
		text = _why_there(walk, job);
	} while (text);
	fts_job_rows_end(&rows);
	fts_job_stand_set(job, &own);
	return text;
}

static bool _depends(const job_record_t *job)
{
	return job->details->depend_list &&
	       list_count(job->details->depend_list);
}

/* Caller holds assoc and qos (read) too. */
static void _judge_pending(struct walk *walk, job_record_t *job)
{
	const char *text;

	if (!IS_JOB_PENDING(job) || !job->details)
		return;
	/* A guard's, perhaps of before a crash: it means none. */
	if (job->deadline == NO_VAL)
		job->deadline = 0;
	if (!job->priority)
		return;
	text = _why(walk, job);
	walk->changed |= text ? _put_block(job, text) : _lift(job);
	if (!_is_kept_back(job))
		return;
	walk->blocks->count++;
	if (_depends(job) && walk->depends_count < FTS_SLICE_JOBS)
		walk->depends[walk->depends_count++] = job;
}

/* Off with a guard, and in the same hold what is to follow it. */
static void _relieve(struct walk *walk, const struct fts_job_guard *guard)
{
	job_record_t *job = find_job_record(guard->job_id);

	if (!job || !job->details)
		return;
	if (guard->until && job->details->begin_time == guard->until)
		job->details->begin_time = guard->before;
	if (guard->until && job->state_reason == WAIT_TIME)
		job->state_reason = WAIT_NO_REASON;
	_judge_pending(walk, job);
}

/* As many as a slice has jobs.  Of two guards on one job the older knows its
 * true begin time. */
static void _relieve_some(struct walk *walk)
{
	struct fts_job_blocks *blocks = walk->blocks;
	uint32_t counted = blocks->count;

	for (int n = 0; blocks->guard_count && n < FTS_SLICE_JOBS; n++)
		_relieve(walk, &blocks->guard[--blocks->guard_count]);
	blocks->count = counted; /* the walk meets them */
}

/* What Slurm does only for jobs that are not held.  Takes assoc itself. */
static void _test_dependencies(struct walk *walk)
{
	while (walk->depends_count) {
		job_record_t *job = walk->depends[--walk->depends_count];

		if (_depends(job) &&
		    test_job_dependency(job, NULL) == FAIL_DEPEND)
			handle_invalid_dependency(job);
	}
}

/* False at the end of the list. */
static bool _walk_slice(struct walk *walk, struct fts_job_cursor *cursor)
{
	assoc_mgr_lock_t assoc = {.assoc = READ_LOCK, .qos = READ_LOCK};
	job_record_t *job;

	walk->changed = false;
	fts_lock_assoc(&assoc, "blocks");
	_relieve_some(walk);
	fts_job_cursor_begin(cursor);
	while ((job = fts_job_cursor_next(cursor))) {
		_judge_pending(walk, job);
		if (fts_job_cursor_full(cursor))
			break;
	}
	fts_unlock_assoc(&assoc);
	_test_dependencies(walk);
	if (walk->changed)
		FTS_CHANGED_AT(last_job_update, time(NULL));
	return job || walk->blocks->guard_count;
}

/* Never waits for the associations with the job lock in hand. */
static void _lock_walk(void)
{
	assoc_mgr_lock_t gate = {.assoc = READ_LOCK, .qos = READ_LOCK};

	fts_lock_await_assoc(&gate);
	fts_lock_take(locks, "blocks");
}

bool fts_job_block_walk(struct fts_job_blocks *blocks,
			const struct fts_priority_config *config,
			const struct fts_job_books *books, bool guarded)
{
	struct walk walk = {.blocks = blocks, .config = config, .books = books};
	struct fts_job_cursor cursor;
	uint32_t count;

	if (blocks->walked && !blocks->count && !guarded && !_may_block(books))
		return false;
	blocks->walked = true;
	_lock_walk();
	blocks->count = 0;
	fts_job_cursor_open(&cursor);
	while (_walk_slice(&walk, &cursor)) {
		fts_lock_drop(locks);
		fts_job_cursor_pause();
		_lock_walk();
	}
	fts_job_cursor_close(&cursor);
	count = blocks->count;
	fts_lock_drop(locks);
	return count || _may_block(books);
}
