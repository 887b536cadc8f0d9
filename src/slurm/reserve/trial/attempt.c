/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/attempt.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>

#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/start/planned.h"
#include "slurm/reserve/start/spare_nodes.h"
#include "slurm/reserve/trial/attempt.h"

bool fts_attempt_wanted(const struct fts_cycle *cycle, uint32_t index)
{
	const struct fts_candidate *candidate = &cycle->candidate[index];
	bool due = ft_placement_due(&cycle->schedule->placement[index],
				    cycle->snapshot->now);

	if (!candidate->least_count)
		return candidate->standby && !due;
	return candidate->unknown || candidate->chooses || !due;
}

bool fts_attempt_possible(const struct fts_cycle *cycle)
{
	if (cycle->type_count)
		return true;
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++)
		if (cycle->candidate[i].least_count ||
		    cycle->candidate[i].standby)
			return true;
	return false;
}

bool fts_attempt_enter(struct fts_attempt *attempt)
{
	const struct fts_candidate *candidate = attempt->candidate;
	uint32_t request = attempt->placement->request;

	attempt->former = fts_job_stand(attempt->job);
	return fts_job_row_enter(attempt->job, candidate->partition[request],
				 candidate->qos_id ? candidate->qos_id[request]
						   : 0);
}

void fts_attempt_leave(struct fts_attempt *attempt)
{
	bool held = attempt->job && !attempt->job->priority;

	if (attempt->job)
		fts_job_stand_set(attempt->job, &attempt->former);
	if (held) /* by select: _keep_hold() */
		attempt->job->priority = 0;
}

static const struct ft_request *
_attempt_request(const struct fts_cycle *cycle,
		 const struct fts_attempt *attempt)
{
	return &cycle->snapshot->job[attempt->index]
			.request[attempt->placement->request];
}

uint32_t fts_attempt_minutes(const struct fts_cycle *cycle,
			     const struct fts_attempt *attempt)
{
	const struct ft_placement *placement = attempt->placement;
	const struct fts_manner *manner =
		&attempt->candidate->manner[placement->request];
	int64_t boot = manner->boot;

	if (manner->soft)
		return manner->soft;
	return _attempt_request(cycle, attempt)->least
		       ? (uint32_t) ((placement->duration - boot) / 60)
		       : 0;
}

/* Slurm itself does not know what is left of a node's disk. */
static bool _takes_disk(const struct fts_cycle *cycle,
			const struct ft_request *request)
{
	return cycle->disk != FT_NO_INDEX && request->per_node &&
	       request->per_node[cycle->disk];
}

/* Does its start show a part of its nodes only, and others may have the rest?
 * Seen whole, slurmctld could put it there. */
static bool _is_guarded(const struct fts_manner *manner)
{
	return manner->masked || manner->bound || manner->shown_plugin ||
	       manner->any_plugin;
}

/* Where to try a job that slurmctld does not want to put where the plan says;
 * NULL if the node table changed since. */
static bitstr_t *_other_nodes(const struct fts_cycle *cycle,
			      const struct fts_attempt *attempt,
			      const struct fts_manner *manner)
{
	const struct ft_placement *placement = attempt->placement;

	if (_takes_disk(cycle, _attempt_request(cycle, attempt)))
		return fts_cycle_nodes(cycle, placement);
	return fts_spare_nodes_find(cycle, attempt->index,
				    !_is_guarded(manner));
}

int fts_attempt_elsewhere(struct fts_attempts *attempts,
			  struct fts_attempt *attempt)
{
	uint32_t request = attempt->placement->request;
	int64_t duration = attempt->placement->duration;
	const struct fts_manner *manner = &attempt->candidate->manner[request];
	struct fts_start start = {
		.reservation = attempt->candidate->reservation[request],
		.minutes = fts_attempt_minutes(attempts->cycle, attempt),
		.soft = manner->soft != 0,
		.cores = attempts->cores,
		.counted = manner->counted,
		.prefer = manner->prefer,
		.licence = manner->licence,
		.flag = attempt->flag,
	};
	struct fts_answer answer;
	bitstr_t *nodes;
	int code = ESLURM_NODES_BUSY;

	if (!fts_trial_find(attempts->trial, attempt->index, attempt->job,
			    request, duration, &start, &answer))
		return code;
	code = fts_schedule_start(attempt->job, &start);
	if (!code)
		attempts->displaced +=
			fts_trial_took(attempts->trial, attempt->index, request,
				       duration, &answer);
	else if (!fts_start_limited(code) && !fts_start_postponed(code))
		fts_trial_refused(attempts->trial);
	fts_answer_clear(&answer);
	nodes = (bitstr_t *) start.nodes;
	FREE_NULL_BITMAP(nodes);
	return code;
}

/* Would select be asked the same by these two requests?  Of devices and sockets
 * they may be different choices. */
static bool _ask_alike(const struct fts_attempts *attempts,
		       const struct fts_attempt *attempt, uint32_t a,
		       uint32_t b)
{
	const struct ft_request *request =
		attempts->cycle->snapshot->job[attempt->index].request;
	const struct fts_candidate *candidate = attempt->candidate;
	const struct fts_manner *manner = candidate->manner;

	return request[a].eligible == request[b].eligible &&
	       candidate->partition[a] == candidate->partition[b] &&
	       candidate->reservation[a] == candidate->reservation[b] &&
	       manner[a].prefer == manner[b].prefer &&
	       manner[a].licence == manner[b].licence;
}

bool fts_attempt_waits(job_record_t *job)
{
	return job->details->begin_time > time(NULL) ||
	       !job_array_start_test(job);
}

bool fts_attempt_pause(struct fts_attempts *attempts,
		       struct fts_attempt *attempt)
{
	int64_t from_us = fts_lock_clock();

	if (!fts_hold_pause(attempts->hold))
		return true;
	/* The time was others'. */
	attempts->trial->spent_us -= fts_lock_clock() - from_us;
	attempt->job = fts_schedule_find(attempt->candidate);
	if (attempt->job && fts_attempt_waits(attempt->job))
		attempt->job = NULL;
	return attempt->job;
}

/* By its other requests: on nodes that sleep, or in other partitions. */
static int _try_others(struct fts_attempts *attempts,
		       struct fts_attempt *attempt)
{
	const struct ft_job *job =
		&attempts->cycle->snapshot->job[attempt->index];
	const struct ft_placement *planned = attempt->placement;
	uint32_t count = attempt->candidate->request_count;
	uint32_t last = planned->request;
	int code = ESLURM_NODES_BUSY;

	for (uint32_t r = 0; code && r < count; r++) {
		struct ft_placement own = {
			.request = r,
			.duration = job->request[r].duration,
		};

		if (_ask_alike(attempts, attempt, r, planned->request) ||
		    _ask_alike(attempts, attempt, r, last))
			continue;
		last = r;
		fts_attempt_leave(attempt);
		if (!fts_attempt_pause(attempts, attempt))
			return -ESTALE;
		attempt->placement = &own;
		if (fts_attempt_enter(attempt))
			code = fts_attempt_elsewhere(attempts, attempt);
		attempt->placement = planned;
		if (fts_start_limited(code) || fts_start_postponed(code))
			break;
	}
	return code;
}

int fts_attempt_beside(struct fts_attempts *attempts,
		       struct fts_attempt *attempt, struct fts_start *start)
{
	int64_t from_us = fts_lock_clock();
	int code = ESLURM_NODES_BUSY;
	bitstr_t *nodes;

	if (fts_room_open(&attempts->trial->room)) {
		code = fts_attempt_elsewhere(attempts, attempt);
		if (code && !fts_start_limited(code) &&
		    !fts_start_postponed(code))
			code = _try_others(attempts, attempt);
		fts_trial_spent(attempts->trial, from_us);
		return code;
	}
	if (!start)
		return code;
	start->nodes = nodes =
		_other_nodes(attempts->cycle, attempt, start->manner);
	if (!nodes)
		return -ESTALE;
	start->manner = NULL;
	code = fts_schedule_start(attempt->job, start);
	FREE_NULL_BITMAP(nodes);
	return code;
}
