/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See watch.h.
 */
#include "core/search/watch.h"

#include <errno.h>
#include <stdlib.h>

/* Of what is left, one job has this part at most. */
enum { JOB_PART = 8 };

/* Of an owner's time, to find out what could ever start. */
enum { JUDGE_PART = 4 };

/* Parts that one step looks at. */
enum { STEP_PARTS = 4 };

static int64_t _plan_clock(const struct ft_watch *watch)
{
	const struct ft_halt *halt = watch->halt;

	return halt && halt->clock ? halt->clock(halt->context) : 0;
}

static uint32_t _owner(const struct ft_watch *watch, const struct ft_job *job)
{
	uint32_t owner = 0;

	ft_id_map_get(&watch->owner, job->owner, &owner);
	return owner;
}

static int _find_owners(struct ft_watch *watch,
			const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		uint32_t id = snapshot->job[j].owner;

		if (!ft_id_map_get(&watch->owner, id, NULL))
			rc = ft_id_map_put(&watch->owner, id,
					   watch->owner_count++);
	}
	return rc;
}

int ft_watch_begin(struct ft_watch *watch, const struct ft_snapshot *snapshot,
		   const struct ft_halt *halt)
{
	const struct ft_policy *policy = &snapshot->policy;
	int rc;

	*watch = (struct ft_watch){
		.halt = halt,
		.steps = policy->steps ? policy->steps : FT_PLAN_STEPS,
		.until_us = INT64_MAX,
	};
	ft_id_map_init(&watch->owner);
	rc = _find_owners(watch, snapshot);
	watch->owner_us = calloc((size_t) watch->owner_count + 1,
				 sizeof(*watch->owner_us));
	if (rc || !watch->owner_us)
		return -ENOMEM;
	watch->began_us = _plan_clock(watch);
	if (halt && halt->clock && halt->plan_us)
		watch->until_us = watch->began_us + halt->plan_us;
	watch->job_until_us = watch->until_us;
	return 0;
}

void ft_watch_fini(struct ft_watch *watch)
{
	ft_id_map_fini(&watch->owner);
	free(watch->owner_us);
	*watch = (struct ft_watch){0};
}

/* Microseconds that the jobs of one owner may take; 0: any. */
static int64_t _share_plan(const struct ft_watch *watch)
{
	const struct ft_halt *halt = watch->halt;

	return halt && halt->clock && (watch->owner_count > 1 || watch->awaited)
		       ? halt->user_us
		       : 0;
}

bool ft_watch_admits(const struct ft_watch *watch, const struct ft_job *job)
{
	int64_t share = _share_plan(watch);

	if (watch->spent >= FT_SPENT_PLAN)
		return false;
	return !share ||
	       (!job->tired && (watch->owner_us[_owner(watch, job)] < share));
}

/* The end of the job at hand, by what its owner may take. */
static void _bound_job(struct ft_watch *watch)
{
	int64_t share = watch->job_shares ? _share_plan(watch) : 0, until;

	watch->job_until_us = watch->until_us;
	if (!share)
		return;
	until = watch->job_us + share - watch->owner_us[watch->job_owner];
	if (until < watch->job_until_us)
		watch->job_until_us = until;
}

void ft_watch_enter(struct ft_watch *watch, const struct ft_job *job,
		    bool alone)
{
	watch->job_steps = watch->steps / JOB_PART;
	watch->job_us = _plan_clock(watch);
	watch->job_owner = _owner(watch, job);
	watch->job_shares = !alone;
	_bound_job(watch);
}

void ft_watch_leave(struct ft_watch *watch, const struct ft_job *job)
{
	int64_t now = _plan_clock(watch);

	watch->owner_us[_owner(watch, job)] += now - watch->job_us;
	watch->job_shares = false;
	watch->job_until_us = watch->until_us;
	if (watch->spent == FT_SPENT_JOB)
		watch->spent = FT_SPENT_NONE;
	if (!watch->spent && (now >= watch->until_us))
		watch->spent = FT_SPENT_PLAN;
}

void ft_watch_judge(struct ft_watch *watch)
{
	const struct ft_halt *halt = watch->halt;
	int64_t until;

	watch->judging = true;
	watch->job_steps = watch->steps / JOB_PART;
	if (!halt || !halt->clock || !halt->user_us)
		return;
	until = _plan_clock(watch) + halt->user_us / JUDGE_PART;
	if (until < watch->until_us)
		watch->job_until_us = until;
}

void ft_watch_judged(struct ft_watch *watch)
{
	watch->judging = false;
	watch->job_until_us = watch->until_us;
	if (watch->spent == FT_SPENT_JOB)
		watch->spent = FT_SPENT_NONE;
}

bool ft_watch_had(const struct ft_watch *watch, const struct ft_job *job)
{
	int64_t share = _share_plan(watch);

	return share && (watch->owner_us[_owner(watch, job)] >= share);
}

void ft_watch_extend(struct ft_watch *watch)
{
	int64_t until = _plan_clock(watch) + _share_plan(watch);

	if (until < watch->until_us)
		watch->until_us = until;
}

void ft_watch_renew(struct ft_watch *watch, uint32_t part)
{
	int64_t share = _share_plan(watch);

	watch->hurried = false;
	for (uint32_t i = 0; i < watch->owner_count; i++)
		watch->owner_us[i] = share - share / part;
}

void ft_watch_hurry(struct ft_watch *watch, uint32_t part)
{
	int64_t share = _share_plan(watch);

	if (watch->hurried)
		return;
	watch->hurried = true;
	for (uint32_t i = 0; i < watch->owner_count; i++)
		watch->owner_us[i] += share - share / part;
}

bool ft_watch_news(const struct ft_watch *watch)
{
	const struct ft_halt *halt = watch->halt;

	return halt && halt->news && halt->news(halt->context);
}

bool ft_watch_step(struct ft_watch *watch, uint32_t parts)
{
	uint32_t steps = (parts + STEP_PARTS - 1) / STEP_PARTS;

	if (!watch || !watch->counting)
		return true;
	if (watch->job_steps < steps) {
		watch->job_steps = 0;
		return false;
	}
	watch->job_steps -= steps;
	watch->steps -= steps;
	return !ft_watch_over(watch);
}

bool ft_watch_look(struct ft_watch *watch)
{
	int64_t now = _plan_clock(watch);

	/* A job that was alone as it was entered has a bound from here on. */
	if (!watch->awaited && ft_watch_news(watch)) {
		watch->awaited = true;
		if (!watch->judging)
			_bound_job(watch);
	}
	if (watch->halt->wanted && watch->halt->wanted(watch->halt->context))
		watch->spent = FT_SPENT_HALT;
	else if (now >= watch->until_us)
		watch->spent = FT_SPENT_PLAN;
	else if (now >= watch->job_until_us)
		watch->spent = FT_SPENT_JOB;
	return watch->spent != FT_SPENT_NONE;
}
