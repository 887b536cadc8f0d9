/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See build/run_end.h: until when a running job has its nodes.
 *
 * When a job will end is not known; what Slurm knows is its limit.  Until then
 * the planned end is the limit, to the second: what waits for a job that ends
 * there by itself starts on time.  A job that is still there at its limit must
 * be killed.  From that second on its planned end is the latest that Slurm
 * takes for it: OverTimeLimit, the 30 seconds between two checks of limits,
 * and KillWait between the first signal and the last.  So a start that is
 * shown while a job is being killed is never exceeded by that job.
 */
#include "slurm/reserve/build/build.h"

#include "slurm/reserve/build/feature.h"
#include "slurm/reserve/build/run_end.h"

enum {
	CHECK_PERIOD = 30, /* slurmctld looks at limits this often */
	CLEAN_UP = 5,	   /* from the last signal to a free node */
	LATE_END = 3,	   /* from a limit to an end that slurmctld knows of */
	STOPPED_STEP = 3600, /* to which a guess when one resumes is rounded */
};

/* Seconds that Slurm may take to end a job, counted from its limit. */
static int64_t _kill_time(const job_record_t *job)
{
	uint16_t over = slurm_conf.over_time_limit;

	if (job->part_ptr && job->part_ptr->over_time_limit != NO_VAL16)
		over = job->part_ptr->over_time_limit;
	if (over == INFINITE16)
		return 365 * 86400;
	return (int64_t) over * 60 + CHECK_PERIOD + slurm_conf.kill_wait +
	       CLEAN_UP;
}

/* The seconds after its end by which one that is preempted is gone. */
static int64_t _preempt_time(const job_record_t *job)
{
	int64_t seconds = (int64_t) slurm_conf.kill_wait + CLEAN_UP;

	/* Then it has GraceTime, and is only looked at now and then. */
	if (job->end_time > job->preempt_time)
		seconds += CHECK_PERIOD;
	return seconds;
}

uint32_t fts_node_boot(const struct ft_schedule_options *options,
		       const node_record_t *node)
{
	return MIN(node->resume_timeout, (uint32_t) options->boot);
}

/* Seconds that the nodes which boot for it are given; 0: none boots. */
static uint32_t _boot_run(const struct fts_build *build,
			  const job_record_t *job)
{
	uint32_t boot = 0;

	if (!IS_JOB_POWER_UP_NODE(job) || !job->node_bitmap)
		return 0;
	if (job->details)
		boot = fts_feature_boot(job->details->feature_list_use);
	if (boot)
		return boot;
	for (int64_t i = fts_bit_next(job->node_bitmap, 0);
	     i >= 0 && i < node_record_count;
	     i = fts_bit_next(job->node_bitmap, i + 1))
		if (node_record_table_ptr[i])
			boot = MAX(boot,
				   fts_node_boot(build->options,
						 node_record_table_ptr[i]));
	return boot;
}

/*
 * The limit of a job whose nodes boot, or whose prolog runs, counts from the
 * launch, which is not known.  In the first minute it is taken to be at hand,
 * and in the first that nodes are given to boot, at the end of that, as it was
 * when the job was planned; after that a job that waited so long is taken to
 * wait as long again.  If the guess moved with the clock, every start behind it
 * would move each second.
 */
static int64_t _configured_by(const struct fts_build *build,
			      const job_record_t *job)
{
	int64_t waited = build->now - (int64_t) job->start_time;
	int64_t boot = _boot_run(build, job), guess = boot ? boot : 60;

	if (waited < guess)
		return (int64_t) job->start_time + boot;
	while (guess <= waited)
		guess *= 2;
	return (int64_t) job->start_time + guess;
}

bool fts_run_stopped(const job_record_t *job)
{
	return IS_JOB_SUSPENDED(job) && !IS_JOB_COMPLETING(job) &&
	       !job->priority;
}

int64_t fts_run_limit(const job_record_t *job)
{
	if (job->time_limit == INFINITE || job->time_limit == NO_VAL)
		return 365 * 86400;
	return (int64_t) job->time_limit * 60;
}

/*
 * Of a job that ends at its limit slurmctld hears a moment later.  A job
 * promised its nodes shall not go and take those of others for that.
 */
static bool _may_have_ended(const job_record_t *job, int64_t end, int64_t now)
{
	return end == (int64_t) job->end_time && now < end + LATE_END;
}

/*
 * With time_min_as_soft_limit a job is thought to need --time-min, and, once it
 * runs longer, half of what is left: as sched/backfill does, but in steps of a
 * minute, so that what waits for it is not planned anew each second.
 */
static int64_t _soft_end(const struct fts_build *build, const job_record_t *job,
			 int64_t end)
{
	int64_t now = build->now, soft;

	if (!build->options->soft_limit || !job->time_min ||
	    job->time_min == NO_VAL || job->preempt_time || end <= now ||
	    IS_JOB_SUSPENDED(job))
		return end;
	soft = (int64_t) job->end_time - fts_run_limit(job) +
	       (int64_t) job->time_min * 60;
	if (soft <= now)
		soft = (now + (end - now) / 2 + 59) / 60 * 60;
	return MIN(soft, end);
}

/* As if it went on now; what is a guess must not move with the clock, see
 * _configured_by. */
static int64_t _resumed_end(const job_record_t *job, int64_t end)
{
	end -= (int64_t) job->pre_sus_time;
	return fts_run_stopped(job) ? (end / STOPPED_STEP + 1) * STOPPED_STEP
				    : end;
}

int64_t fts_run_end(const struct fts_build *build, const job_record_t *job)
{
	int64_t now = build->now;
	int64_t limit = fts_run_limit(job), end = job->end_time;

	if (IS_JOB_SUSPENDED(job))
		end = _resumed_end(job, now + limit);
	else if (job->preempt_time)
		end += _preempt_time(job);
	else if (IS_JOB_CONFIGURING(job) && end <= now + limit)
		end = _configured_by(build, job) + limit;
	if (end <= now && !_may_have_ended(job, end, now))
		end += _kill_time(job);
	end = _soft_end(build, job, end);
	return end > now ? end : now + 1;
}
