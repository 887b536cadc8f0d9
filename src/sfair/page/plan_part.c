/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the parts of the page of a plan have in common: see plan_part.h.
 */
#include "sfair/page/plan_part.h"

#include <inttypes.h>
#include <time.h>

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
			  const struct ft_outlook_job *job)
{
	if (job->array_job_id && job->array_task_id != UINT32_MAX)
		snprintf(text, SFAIR_PLAN_ID, "%" PRIu32 "_%" PRIu32,
			 job->array_job_id, job->array_task_id);
	else if (job->array_job_id)
		snprintf(text, SFAIR_PLAN_ID, "%" PRIu32 "_[]",
			 job->array_job_id);
	else
		snprintf(text, SFAIR_PLAN_ID, "%" PRIu32, job->job_id);
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
