/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/reason.h.
 */
#include "slurm/common/compat.h"

#include "src/slurmctld/reservation.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/start/reason.h"

struct verdict {
	uint32_t reason;
	char *text; /* xmalloc'd, NULL: none */
};

/*
 * A job that was planned has passed every test of this cycle: what an earlier
 * test or an earlier plan said about it is out of date.
 */
static const uint32_t passing_reasons[] = {
	WAIT_NO_REASON,	      WAIT_PRIORITY,	    WAIT_RESOURCES,
	WAIT_LICENSES,	      WAIT_NODE_NOT_AVAIL,  FTS_WAIT_FRONT_END,
	WAIT_PART_NODE_LIMIT, WAIT_PART_TIME_LIMIT, WAIT_PART_DOWN,
	WAIT_PART_INACTIVE,   WAIT_PART_CONFIG,	    WAIT_PN_MEM_LIMIT,
	WAIT_FED_JOB_LOCK,    WAIT_ACCOUNT,	    WAIT_QOS,
};

static bool _passes(uint32_t reason)
{
	for (size_t i = 0; i < ARRAY_SIZE(passing_reasons); i++)
		if (reason == passing_reasons[i])
			return true;
	return false;
}

/* Is it slurmctld that has to say whether the reason still holds? */
static bool _is_asked(uint32_t reason)
{
	return reason == WAIT_RESERVATION || reason == WAIT_ARRAY_TASK_LIMIT ||
	       reason == WAIT_BURST_BUFFER_RESOURCE ||
	       reason == WAIT_BURST_BUFFER_STAGING || reason == WAIT_TIME;
}

static bool _out_of_date(job_record_t *job)
{
	if (job->state_reason == WAIT_RESERVATION)
		return job_test_resv_now(job) == SLURM_SUCCESS;
	if (job->state_reason == WAIT_ARRAY_TASK_LIMIT)
		return job_array_start_test(job);
	if (job->state_reason == WAIT_BURST_BUFFER_RESOURCE ||
	    job->state_reason == WAIT_BURST_BUFFER_STAGING)
		return bb_g_job_test_stage_in(job, true) == 1;
	if (job->state_reason == WAIT_TIME)
		return !job->details || job->details->begin_time <= time(NULL);
	return _passes(job->state_reason);
}

/* Nodes that it could use or must have, and that are down or drained. */
static bitstr_t *_unavailable_nodes(job_record_t *job)
{
	bitstr_t *nodes = bit_copy(avail_node_bitmap);

	bit_not(nodes);
	bit_and_not(nodes, future_node_bitmap);
	if (job->part_ptr && job->part_ptr->node_bitmap)
		bit_and(nodes, job->part_ptr->node_bitmap);
	if (job->details && job->details->req_node_bitmap)
		bit_and(nodes, job->details->req_node_bitmap);
	return nodes;
}

/* Is it the burst buffer that it waits for?  A pool counts as a licence. */
static bool _lacks_buffer(job_record_t *job)
{
	return job->burst_buffer && !job->license_list &&
	       bb_g_job_test_stage_in(job, true) == -1;
}

/* A job with no other licence waits for nodes that may be powered up. */
static bool _lacks_power(const job_record_t *job)
{
	return FTS_MAX_POWERED_NODES != NO_VAL && !job->license_list &&
	       !job->burst_buffer && !job->array_job_id;
}

static uint32_t _licence_reason(job_record_t *job)
{
	if (_lacks_buffer(job))
		return WAIT_BURST_BUFFER_RESOURCE;
	return _lacks_power(job) ? FTS_WAIT_POWERED : WAIT_LICENSES;
}

static void _judge_impossible(job_record_t *job, struct verdict *verdict)
{
	bitstr_t *nodes = _unavailable_nodes(job);
	char *names;

	verdict->reason = WAIT_RESOURCES;
	if (_lacks_buffer(job)) {
		verdict->reason = WAIT_BURST_BUFFER_RESOURCE;
	} else if (bit_ffs(nodes) == -1) {
		verdict->text = xstrdup("Nodes required for job are not in the "
					"cluster as it is now");
	} else if (job->details && job->details->req_node_bitmap) {
		names = bitmap2node_name(nodes);
		verdict->reason = WAIT_NODE_NOT_AVAIL;
		verdict->text = xstrdup_printf(
			"ReqNodeNotAvail, UnavailableNodes:%s", names);
		xfree(names);
	} else {
		/* users know this sentence from the stock scheduler */
		verdict->text = xstrdup("Nodes required for job are DOWN, "
					"DRAINED or reserved for jobs in "
					"higher priority partitions");
	}
	FREE_NULL_BITMAP(nodes);
}

static void _judge_closure(const job_record_t *job, struct verdict *verdict)
{
	if (job->resv_name) {
		verdict->reason = WAIT_RESERVATION;
		return;
	}
	verdict->reason = WAIT_NODE_NOT_AVAIL;
	verdict->text = xstrdup("ReqNodeNotAvail, May be reserved for other "
				"job");
}

static void _judge_obstacle(job_record_t *job, enum ft_obstacle obstacle,
			    struct verdict *verdict)
{
	switch (obstacle) {
	case FT_OBSTACLE_PRIORITY:
		verdict->reason = WAIT_PRIORITY;
		break;
	case FT_OBSTACLE_CLOSURE:
		_judge_closure(job, verdict);
		break;
	case FT_OBSTACLE_LICENCES:
		verdict->reason = _licence_reason(job);
		break;
	case FT_OBSTACLE_BEGIN:
		if (job->details && job->details->begin_time > time(NULL))
			verdict->reason = WAIT_TIME;
		else
			verdict->reason = WAIT_RESOURCES;
		break;
	case FT_OBSTACLE_NONE:
	case FT_OBSTACLE_LIMIT: /* Slurm has said which */
	case FT_OBSTACLE_RESOURCES:
		verdict->reason = WAIT_RESOURCES;
		break;
	}
}

/* Is there no start from which it could end in time, however far we look? */
static bool _misses_deadline(const job_record_t *job,
			     const struct fts_cycle *cycle, uint32_t index)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;
	const struct ft_job *record = &snapshot->job[index];
	enum ft_verdict verdict = cycle->schedule->placement[index].verdict;
	int64_t from = MAX(snapshot->now, job->details->begin_time);

	if (!job->deadline || job->deadline == NO_VAL ||
	    (verdict != FT_BEYOND && verdict != FT_IMPOSSIBLE))
		return false;
	for (uint32_t r = 0; r < record->request_count; r++) {
		const struct ft_request *request = &record->request[r];
		int64_t last = request->end_by - ft_request_least(request);

		if (request->end_by != (int64_t) job->deadline ||
		    (verdict == FT_BEYOND ? last > snapshot->window_end
					  : from <= last))
			return false;
	}
	return true;
}

static bool _write_reason(job_record_t *job, struct verdict *verdict)
{
	if (job->state_reason == verdict->reason &&
	    !xstrcmp(job->state_desc, verdict->text)) {
		xfree(verdict->text);
		return false;
	}
	job->state_reason = verdict->reason;
	xfree(job->state_desc);
	job->state_desc = verdict->text;
	return true;
}

bool fts_schedule_reason_misfit(job_record_t *job, const char *reason)
{
	struct verdict verdict = {.reason = WAIT_RESOURCES};

	if (!_out_of_date(job))
		return false;
	verdict.text = xstrdup_printf("Cannot be planned: %s", reason);
	return _write_reason(job, &verdict);
}

/* Is there a way for which a deadline has a say? */
static bool _has_deadline(const struct ft_job *job)
{
	for (uint32_t r = 0; r < job->request_count; r++)
		if (job->request[r].end_by != FT_NEVER)
			return true;
	return false;
}

bool fts_schedule_reason_stands(const struct fts_cycle *cycle, uint32_t index)
{
	const struct fts_shown *shown = &cycle->candidate[index].shown;
	const struct ft_placement *placement =
		&cycle->schedule->placement[index];

	if (_is_asked(shown->reason))
		return false;
	if (!_passes(shown->reason))
		return true;
	if (placement->verdict == FT_UNSEEN)
		return shown->reason != WAIT_NO_REASON;
	if (shown->text || placement->verdict == FT_IMPOSSIBLE ||
	    (placement->verdict != FT_PLACED &&
	     _has_deadline(&cycle->snapshot->job[index])))
		return false;
	switch (placement->obstacle) {
	case FT_OBSTACLE_PRIORITY:
		return shown->reason == WAIT_PRIORITY;
	case FT_OBSTACLE_NONE:
	case FT_OBSTACLE_LIMIT:
	case FT_OBSTACLE_RESOURCES:
		return shown->reason == WAIT_RESOURCES;
	default: /* the job itself has something to say */
		return false;
	}
}

bool fts_schedule_reason(job_record_t *job, const struct fts_cycle *cycle,
			 uint32_t index)
{
	const struct ft_placement *placement =
		&cycle->schedule->placement[index];
	struct verdict verdict = {.reason = WAIT_RESOURCES};

	if (!_out_of_date(job))
		return false;
	if (placement->verdict == FT_UNSEEN) {
		if (job->state_reason != WAIT_NO_REASON)
			return false;
		verdict.reason = WAIT_PRIORITY;
		return _write_reason(job, &verdict);
	}
	if (_misses_deadline(job, cycle, index)) {
		_judge_obstacle(job, placement->obstacle, &verdict);
		xfree(verdict.text);
		verdict.text = xstrdup("Deadline cannot be met");
	} else if (placement->verdict == FT_IMPOSSIBLE)
		_judge_impossible(job, &verdict);
	else
		_judge_obstacle(job, placement->obstacle, &verdict);
	return _write_reason(job, &verdict);
}
