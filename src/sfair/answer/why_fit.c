/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: what a job could ask for that fits into the limit, or the
 * partition, that keeps it, with the number.
 *
 * Looks at that one limit: another may keep the job then.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/outlook/whole_node.h"

enum { MINUTE = 60, PHRASE = 128 };

/* Part of a job that a limit leaves room for. */
struct fit {
	struct sfair_why *why;
	const job_info_t *job;
	const char *tres;
	bool of_node; /* not of all its nodes together */
	double room;
};

/* "3 CPUs or fewer", "2 whole nodes or fewer"; false: nothing fits. */
static bool _fit_text(const struct fit *fit, char text[PHRASE])
{
	bool cpus = !strcmp(fit->tres, "cpu");
	const char *noun = cpus				    ? "CPU"
			   : !strcmp(fit->tres, "node")	    ? "node"
			   : !strcmp(fit->tres, "gres/gpu") ? "GPU"
							    : NULL;
	int64_t amount = (int64_t) fit->room;
	struct sfair_whole whole;

	if (cpus && !fit->of_node &&
	    sfair_whole_nodes(&fit->why->scene, fit->job, &whole)) {
		amount = whole.each ? amount / whole.each : 0;
		noun = "whole node";
	}
	if (noun)
		snprintf(text, PHRASE, "%" PRId64 " %s%s or fewer", amount,
			 noun, amount == 1 ? "" : "s");
	else if (!strcmp(fit->tres, "mem"))
		snprintf(text, PHRASE, "%" PRId64 " MB of memory or less",
			 amount);
	else
		snprintf(text, PHRASE, "%.80s=%" PRId64 " or less", fit->tres,
			 amount);
	return amount > 0;
}

static void _advise_less(const struct fit *fit, const char *before)
{
	char text[PHRASE];

	if (_fit_text(fit, text))
		snprintf(fit->why->advice, sizeof(fit->why->advice), "%s%s",
			 before, text);
}

/* Of what running jobs leave. */
static void _advise_left(const struct fit *fit)
{
	bool cpus = !strcmp(fit->tres, "cpu");
	char text[PHRASE];

	if (!_fit_text(fit, text))
		return;
	if (cpus && !fit->why->beyond && !strstr(text, "whole"))
		snprintf(text, sizeof(text), "%.0f or fewer", fit->room);
	snprintf(fit->why->advice, sizeof(fit->why->advice), "ask for %s",
		 text);
	if (fit->why->beyond)
		return;
	if (cpus)
		snprintf(fit->why->advice, sizeof(fit->why->advice),
			 "%.0f CPU%s left: ask for %s", fit->room,
			 fit->room == 1 ? " is" : "s are", text);
	else
		snprintf(fit->why->advice, sizeof(fit->why->advice),
			 "ask for %s, which is left", text);
}

/* A limit of so many minutes. */
static void _advise_time(const struct fit *fit, double minutes)
{
	int64_t seconds = (int64_t) minutes * MINUTE;
	char text[SFAIR_MOMENT];

	if (seconds <= 0)
		return;
	sfair_limit_text(text, seconds);
	snprintf(fit->why->advice, sizeof(fit->why->advice),
		 "ask for a shorter limit: --time=%s or less fits (scontrol "
		 "update JobId=%u TimeLimit=%s)",
		 text, (unsigned int) fit->job->job_id, text);
}

void sfair_why_fit(struct sfair_why *why, const job_info_t *job,
		   const struct sfair_reason *reason, struct json_object *row,
		   double room)
{
	struct fit fit = {why, job, sfair_get_text(row, "tres"),
			  reason->scope == SFAIR_LIMIT_NODE, room};
	double amount = sfair_counted_amount(&why->scene, job, fit.tres);

	switch (reason->scope) {
	case SFAIR_LIMIT_GRP:
	case SFAIR_LIMIT_USER:
	case SFAIR_LIMIT_ACCOUNT:
		_advise_left(&fit);
		break;
	case SFAIR_LIMIT_JOB:
		_advise_less(&fit, "ask for less: ");
		break;
	case SFAIR_LIMIT_NODE:
		_advise_less(&fit, "ask for less of each node: ");
		break;
	case SFAIR_LIMIT_JOB_WALL:
		_advise_time(&fit, room);
		break;
	case SFAIR_LIMIT_GRP_RUN_MINS:
	case SFAIR_LIMIT_JOB_MINS:
		if (amount > 0)
			_advise_time(&fit, room / amount);
		break;
	default:
		break;
	}
}

/* The number of nodes that its partition takes and is next to the job's; 0: it
 * takes the job's. */
static uint32_t _taken_nodes(const partition_info_t *partition,
			     const job_info_t *job)
{
	uint32_t most = partition->max_nodes;

	if (partition->total_nodes < most)
		most = partition->total_nodes;
	if (job->num_nodes > most)
		return most;
	return job->num_nodes < partition->min_nodes ? partition->min_nodes : 0;
}

void sfair_why_fit_partition(struct sfair_why *why, const job_info_t *job,
			     const partition_info_t *partition)
{
	int64_t most = partition->max_time == INFINITE
			       ? INT64_MAX
			       : MINUTE * (int64_t) partition->max_time;
	uint32_t nodes = _taken_nodes(partition, job);
	char text[SFAIR_MOMENT];

	if (job->state_reason == WAIT_PART_TIME_LIMIT &&
	    sfair_scene_limit(&why->scene, job) > most)
		snprintf(why->advice, sizeof(why->advice),
			 "ask for a shorter limit: scontrol update JobId=%u "
			 "TimeLimit=%s, or another partition",
			 (unsigned int) job->job_id,
			 sfair_limit_text(text, most));
	else if (job->state_reason == WAIT_PART_NODE_LIMIT && nodes)
		snprintf(why->advice, sizeof(why->advice),
			 "ask for another number of nodes: scontrol update "
			 "JobId=%u NumNodes=%u, or another partition",
			 (unsigned int) job->job_id, (unsigned int) nodes);
}
