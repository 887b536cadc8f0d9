/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See queue_watch.h.
 */
#include "slurm/fairtree/priority/queue_watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/priority/queue_time_state.h"
#include "slurm/common/lock.h"
#include "slurm/common/state_file.h"

void fts_queue_watch_fini(struct fts_queue_watch *watch)
{
	ft_queue_book_free(&watch->book);
	fts_limit_rooms_fini(&watch->rooms);
	*watch = (struct fts_queue_watch){0};
}

/* A job of several partitions waits while any of them starts jobs. */
static bool _partition_starts(const job_record_t *job)
{
	fts_list_iterator_t at;
	const part_record_t *part;
	bool starts = false;

	if (!job->part_ptr_list)
		return !job->part_ptr ||
		       (job->part_ptr->state_up & PARTITION_SCHED);
	at = list_iterator_create(job->part_ptr_list);
	while (!starts && (part = list_next(at)))
		starts = part->state_up & PARTITION_SCHED;
	list_iterator_destroy(at);
	return starts;
}

/* Reasons of limits on the job alone: no room elsewhere will help it. */
static const int limits_alone[] = {WAIT_PART_NODE_LIMIT,
				   WAIT_PART_TIME_LIMIT,
				   WAIT_QOS_THRES,
				   WAIT_QOS,
				   WAIT_ACCOUNT,
				   WAIT_QOS_MAX_WALL_PER_JOB,
				   WAIT_QOS_MAX_CPU_PER_JOB,
				   WAIT_QOS_MAX_MEM_PER_JOB,
				   WAIT_QOS_MAX_NODE_PER_JOB,
				   WAIT_QOS_MAX_GRES_PER_JOB,
				   WAIT_QOS_MAX_CPU_MINS_PER_JOB,
				   WAIT_QOS_MIN_CPU,
				   WAIT_ASSOC_MAX_WALL_PER_JOB,
				   WAIT_ASSOC_MAX_CPU_PER_JOB,
				   WAIT_ASSOC_MAX_MEM_PER_JOB,
				   WAIT_ASSOC_MAX_NODE_PER_JOB,
				   WAIT_ASSOC_MAX_GRES_PER_JOB,
				   WAIT_ASSOC_MAX_CPU_MINS_PER_JOB};

static bool _alone_job(const job_record_t *job)
{
	size_t count = sizeof(limits_alone) / sizeof(*limits_alone);

	for (size_t i = 0; i < count; i++)
		if ((int) job->state_reason == limits_alone[i])
			return true;
	return false;
}

/* What bars this pending job, enum ft_bar or-ed.  Locks: as look. */
static unsigned _job_bars(struct fts_limit_rooms *rooms,
			  const job_record_t *job, time_t now)
{
	unsigned limits = fts_limit_rooms_judge(rooms, job), bars = 0;

	if (limits & FTS_LIMIT_ACTIVE)
		bars |= FT_BAR_ACTIVE;
	if (limits & FTS_LIMIT_IDLE)
		bars |= FT_BAR_IDLE;
	if (_alone_job(job))
		bars |= FT_BAR_SYSTEM;
	if (!job->priority)
		bars |= FT_BAR_HOLD;
	if (job->bit_flags & JOB_DEPENDENT)
		bars |= FT_BAR_DEPENDENCY;
	if (job->details->begin_time > now)
		bars |= FT_BAR_BEGIN;
	if (!_partition_starts(job))
		bars |= FT_BAR_PARTITION;
	/* A job that was requeued too often has priority 0 besides. */
	if (job->priority && job->state_reason == WAIT_MAX_REQUEUE)
		bars |= FT_BAR_FAIRSHARE;
	return bars;
}

/* A job that runs has waited until its start. */
static int64_t _until_start(struct fts_queue_watch *watch,
			    const struct ft_accrual_policy *policy,
			    const job_record_t *job)
{
	int64_t submit = job->details->submit_time, start = job->start_time;
	int64_t seconds = -1;

	if (policy->accrual != FT_ACCRUAL_ALWAYS) {
		ft_queue_book_keep(&watch->book, job->job_id);
		seconds = ft_queue_book_get(&watch->book, job->job_id, submit,
					    start);
	}
	if (seconds >= 0)
		return seconds;
	return start > submit ? start - submit : 0;
}

int64_t fts_queue_watch_look(struct fts_queue_watch *watch,
			     const struct ft_accrual_policy *policy,
			     const job_record_t *job, time_t now)
{
	struct ft_queue_look look = {
		.job_id = job->job_id,
		.array_job_id = job->array_job_id,
		.now = now,
	};

	if (!job->details)
		return 0;
	look.submit = job->details->submit_time;
	if (!IS_JOB_PENDING(job))
		return _until_start(watch, policy, job);
	if (policy->accrual != FT_ACCRUAL_ALWAYS) {
		look.bars = _job_bars(&watch->rooms, job, now);
		if (job->details->begin_time <= now)
			look.eligible = job->details->begin_time;
	}
	return ft_queue_book_look(&watch->book, policy, &look);
}

void fts_queue_watch_begin(struct fts_queue_watch *watch)
{
	fts_limit_rooms_clear(&watch->rooms);
}

void fts_queue_watch_end(struct fts_queue_watch *watch)
{
	fts_limit_rooms_clear(&watch->rooms);
	ft_queue_book_sweep(&watch->book);
}

static void _reject_job(const char *path, const struct ft_err *err)
{
	int rc = fts_state_file_set_aside(path);

	if (rc)
		error("priority/fairtree: %s; it cannot be set aside: %s; "
		      "queue times are reckoned from what Slurm knows",
		      err->text, strerror(-rc));
	else
		error("priority/fairtree: %s; it is set aside as %s.damaged; "
		      "queue times are reckoned from what Slurm knows",
		      err->text, path);
}

void fts_queue_watch_load(struct fts_queue_watch *watch, const char *dir)
{
	char *path = xstrdup_printf("%s/" FT_QUEUE_TIME_STATE_NAME, dir);
	struct ft_err err;
	char *data;
	size_t size;
	int rc = fts_state_file_read(path, &data, &size);

	if (!rc) {
		if (ft_queue_time_state_read(data, size, path, &watch->book,
					     &err))
			_reject_job(path, &err);
		free(data);
	} else if (rc != -ENOENT) {
		error("priority/fairtree: %s cannot be read: %s; queue times "
		      "are reckoned from what Slurm knows",
		      path, strerror(-rc));
	}
	xfree(path);
}

static int _save_job(const struct ft_queue_clock *clock, uint32_t count,
		     const char *path, time_t begun)
{
	size_t size;
	char *text =
		clock ? ft_queue_time_state_text(begun, clock, count, &size)
		      : NULL;
	int rc;

	if (!text)
		return -ENOMEM;
	rc = fts_state_file_write(path, text, size);
	free(text);
	return rc;
}

void fts_queue_watch_save(struct fts_queue_watch *watch, const char *dir,
			  time_t begun)
{
	static const slurmctld_lock_t job_read = {.job = READ_LOCK};
	struct ft_queue_clock *clock;
	uint32_t count;
	char *path;
	int rc;

	if (!xstrcmp(dir, "/dev/null"))
		return;
	fts_lock_take(job_read, "queue times");
	clock = ft_queue_book_copy(&watch->book, &count);
	fts_lock_drop(job_read);
	path = xstrdup_printf("%s/" FT_QUEUE_TIME_STATE_NAME, dir);
	rc = _save_job(clock, count, path, begun);
	if (rc)
		error("priority/fairtree: cannot write %s: %s", path,
		      strerror(-rc));
	free(clock);
	xfree(path);
}
