/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start_watch.h.
 */
#include "slurm/common/compat.h"

#include "src/slurmctld/slurmctld.h"

#include "slurm/common/lock.h"
#include "slurm/reserve/cycle/start_watch.h"

enum { JOBS_A_HOLD = 512 };

/* What takes a start back takes the nodes as well. */
static bool _lost_start(uint32_t job_id)
{
	const job_record_t *job = find_job_record(job_id);

	return job && IS_JOB_PENDING(job) && !job->start_time &&
	       job->sched_nodes;
}

static bool _lost_any_start(const struct fts_candidate *candidate)
{
	for (uint32_t p = 0;
	     candidate->part_count && p <= candidate->part_count; p++)
		if (_lost_start(candidate->component[p].job_id))
			return true;
	return _lost_start(candidate->job_id);
}

static bool _lost_between(const struct fts_cycle *last, uint32_t from,
			  uint32_t to)
{
	static const slurmctld_lock_t job_read = {.job = READ_LOCK};
	bool lost = false;

	fts_lock_take(job_read, "starts");
	for (uint32_t i = from; i < to && !lost; i++)
		lost = last->schedule->placement[i].verdict == FT_PLACED &&
		       _lost_any_start(&last->candidate[i]);
	fts_lock_drop(job_read);
	return lost;
}

bool fts_start_watch_look(struct fts_start_watch *watch,
			  const struct fts_promise_book *book)
{
	uint32_t count =
		book->last.schedule ? book->last.schedule->job_count : 0;
	bool lost = false;

	if (!FTS_TEST_ERASES || book->restored || !fts_rest_over(&watch->rest))
		return false;
	for (uint32_t from = 0; from < count && !lost; from += JOBS_A_HOLD)
		lost = _lost_between(&book->last, from,
				     MIN(count, from + JOBS_A_HOLD));
	fts_rest_end(&watch->rest);
	return lost;
}
