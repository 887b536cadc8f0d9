/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See preempt/preempt.h.
 */
#include "slurm/reserve/preempt/preempt.h"

#include <stdlib.h>
#include <string.h>

#include "src/common/job_resources.h"
#include "src/slurmctld/node_scheduler.h"

#include "slurm/common/change_time.h"
#include "slurm/reserve/limit/qos.h"

enum {
	CHECK_PERIOD = 30, /* slurmctld looks at ends this often */
	CLEAN_UP = 5,	   /* from the last signal to a free node */
};

/* slurmctld preempts no job of more than this; UINT32_MAX: any. */
static uint32_t _exempt_above(void)
{
	static const char key[] = "min_exempt_priority=";
	const char *found = xstrcasestr(FTS_PREEMPT_PARAMETERS, key);
	unsigned long long value;
	char *end;

	if (!found)
		return UINT32_MAX;
	value = strtoull(found + strlen(key), &end, 10);
	/* slurmctld does not take another one, and goes on without. */
	if (end == found + strlen(key) || (*end && *end != ',') ||
	    value > UINT32_MAX)
		return UINT32_MAX;
	return (uint32_t) value;
}

bool fts_preempt_by_priority(uint16_t mode)
{
	return ((mode | slurm_conf.preempt_mode) & FTS_PREEMPT_PRIORITY) != 0;
}

uint16_t fts_preempt_mode(job_record_t *job)
{
	uint16_t mode = slurm_job_preempt_mode(job);

	if (job->priority > _exempt_above())
		return PREEMPT_MODE_OFF;
	mode &= (uint16_t) ~(PREEMPT_MODE_GANG | PREEMPT_MODE_WITHIN |
			     FTS_PREEMPT_PRIORITY);
	if (mode == PREEMPT_MODE_SUSPEND &&
	    !(slurm_conf.preempt_mode & PREEMPT_MODE_GANG))
		return PREEMPT_MODE_OFF;
	return mode;
}

bool fts_preempt_by_qos(void)
{
	return xstrcasestr(slurm_conf.preempt_type, "qos");
}

bool fts_preempt_reclaims(void)
{
	return FTS_RECLAIMS && FTS_PREEMPT_PARAMETER("reclaim_licenses");
}

int64_t fts_preempt_leave(job_record_t *job)
{
	int64_t grace = fts_grace_time(job);

	/* CLEAN_UP once more: it is told some seconds after the snapshot. */
	return (int64_t) slurm_conf.kill_wait + 2 * CLEAN_UP +
	       (grace ? grace + CHECK_PERIOD : 0);
}

uint32_t fts_preempt_rank(job_record_t *job)
{
	if (FTS_PREEMPT_PARAMETER("youngest_first") ||
	    xstrcasestr(slurm_conf.sched_params, "preempt_youngest_first"))
		return UINT32_MAX - (uint32_t) job->start_time;
	return fts_preempt_order(job);
}

bool fts_preempt_suffices(job_record_t *job, const bitstr_t *nodes,
			  fts_list_t victims)
{
	uint32_t least, wanted, most;
	fts_list_t list = NULL;
	bitstr_t *usable;
	int code;

	if (get_node_cnts(job, fts_qos_flags(job), job->part_ptr, &least,
			  &wanted, &most))
		return false;
	usable = bit_copy((bitstr_t *) nodes);
	bit_and(usable, avail_node_bitmap);
	/* Completing ones stay: others of the plan may just have been told. */
	bit_and_not(usable, rs_node_bitmap);
	code = fts_select_test(job, usable, least, most, wanted, victims,
			       &list);
	FREE_NULL_LIST(list);
	FREE_NULL_BITMAP(usable);
	free_job_resources(&job->job_resrcs);
	return code == SLURM_SUCCESS;
}

bool fts_preempt_due(const struct ft_snapshot *snapshot,
		     const struct ft_placement *placement, uint32_t v)
{
	const struct ft_run *run = &snapshot->run[placement->victim[v]];
	int64_t until = MAX(placement->start, run->gone);

	return !run->suspends && until - run->leave <= snapshot->now;
}

bool fts_preempt_anyone_due(const struct ft_snapshot *snapshot,
			    const struct ft_placement *placement)
{
	for (uint32_t v = 0; v < placement->victim_count; v++)
		if (fts_preempt_due(snapshot, placement, v))
			return true;
	return false;
}

void fts_preempt_tell(job_record_t *victim, job_record_t *preemptor)
{
	preempt_send_user_signal =
		FTS_PREEMPT_PARAMETER("send_user_signal") ||
		xstrcasestr(slurm_conf.slurmctld_params,
			    "preempt_send_user_signal") != NULL;
	info("sched/reserve: %pJ leaves for %pJ", victim, preemptor);
	slurm_job_preempt(victim, preemptor, fts_preempt_mode(victim), true);
	FTS_CHANGED_AT(last_job_update, time(NULL));
}
