/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See cycle/budget.h.
 */
#include "slurm/common/compat.h"

#include "core/base/id_map.h"
#include "slurm/common/lock.h"
#include "slurm/reserve/cycle/budget.h"

/* So long a thread is taken to have had its processor. */
enum { TRUST_US = 200 };

static bool _stopped(const void *context)
{
	const struct fts_signals *signals = context;

	return fts_hold_stopped(signals->hold);
}

static bool _has_news(const void *context)
{
	const struct fts_signals *signals = context;

	return fts_event_watch_has_job(signals->events);
}

/*
 * That of the processor: a plan that had to wait for one has spent nothing.
 * The kernel is asked for it seldom, since that costs ten times what the other
 * clock does, and a plan asks twice for each job.
 */
static int64_t _processor_clock(const void *context)
{
	const struct fts_signals *signals = context;
	struct fts_stint *stint = signals->stint;
	int64_t now_us = fts_lock_clock();
	int64_t past_us = now_us - stint->asked_us, told_us;

	if ((past_us < 0) || (past_us > TRUST_US)) {
		stint->processor_us = fts_hold_processor_clock();
		stint->asked_us = now_us;
		past_us = 0;
	}
	told_us = stint->processor_us + past_us;
	stint->told_us = MAX(stint->told_us, told_us);
	return stint->told_us;
}

struct ft_halt fts_budget(const struct fts_signals *signals,
			  const struct ft_schedule_options *options)
{
	return (struct ft_halt){
		/* slurmctld must not have to wait for a long plan */
		.wanted = _stopped,
		.news = _has_news,
		.context = signals,
		.clock = _processor_clock,
		.plan_us = options->max_time * 1000000,
		.user_us = options->user_time * 1000,
	};
}

static uint32_t _unseen(const struct fts_cycle *cycle)
{
	return cycle->schedule ? cycle->schedule->unseen : 0;
}

void fts_budget_tire(const struct fts_cycle *last, struct fts_cycle *cycle)
{
	struct ft_id_map tired = {0};

	if (!_unseen(last))
		return;
	/* one that is forgotten is looked at in its turn: no harm */
	for (uint32_t i = 0; i < last->schedule->job_count; i++)
		if (last->schedule->placement[i].tired)
			(void) ft_id_map_put(&tired, last->candidate[i].job_id,
					     1);
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++)
		cycle->snapshot->job[i].tired =
			ft_id_map_get(&tired, cycle->candidate[i].job_id, NULL);
	ft_id_map_fini(&tired);
}

void fts_budget_log(const struct fts_cycle *last, const struct fts_cycle *cycle)
{
	if (_unseen(cycle) && !_unseen(last))
		info("sched/reserve: the plan ended before %u of %u jobs were "
		     "looked at: see bf_max_time, rsv_user_time and "
		     "rsv_memory; "
		     "the next cycles go on with them",
		     _unseen(cycle), cycle->snapshot->job_count);
	else if (!_unseen(cycle) && _unseen(last))
		info("sched/reserve: all jobs were looked at again");
}
