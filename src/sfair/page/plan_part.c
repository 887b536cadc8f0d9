/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the parts of the page of a plan have in common: see plan_part.h.
 */
#include "sfair/page/plan_part.h"

#include <inttypes.h>
#include <time.h>

#include "sfair/base/task_list.h"

const char *const sfair_plan_classes[SFAIR_PLAN_KINDS] = {
	"run", "held", "likely", "resv", "down",
};

const char *const sfair_plan_words[SFAIR_PLAN_KINDS] = {
	"running", "committed", "expected", "reserved", "not available",
};

struct sfair_plan_about sfair_plan_about(const struct sfair_plan_view *view,
					 uint32_t job_id)
{
	struct sfair_plan_about about = {0};

	if (view->tell)
		view->tell(view->context, job_id, &about);
	return about;
}

const char *sfair_plan_id(char text[SFAIR_PLAN_ID],
			  const struct ft_outlook_job *job, const char *tasks)
{
	uint32_t task = job->array_task_id;

	if (task == UINT32_MAX && job->verdict == FT_PLACED)
		task = sfair_task_nth(tasks, job->copy);
	if (!job->array_job_id)
		snprintf(text, SFAIR_PLAN_ID, "%" PRIu32, job->job_id);
	else if (task != UINT32_MAX)
		snprintf(text, SFAIR_PLAN_ID, "%" PRIu32 "_%" PRIu32,
			 job->array_job_id, task);
	else
		snprintf(text, SFAIR_PLAN_ID, "%" PRIu32 "_[%.40s]",
			 job->array_job_id, tasks ? tasks : "...");
	return text;
}

const char *sfair_plan_time(char text[SFAIR_PLAN_TIME], int64_t at)
{
	time_t when = (time_t) at;
	struct tm tm;

	if (at == FT_NEVER || !localtime_r(&when, &tm) ||
	    !strftime(text, SFAIR_PLAN_TIME, "%a %e %b %H:%M", &tm))
		snprintf(text, SFAIR_PLAN_TIME, "further notice");
	return text;
}
