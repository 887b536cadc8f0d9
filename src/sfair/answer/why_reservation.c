/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: a job ends with its reservation, see why.h.
 *
 * slurmctld ends a job at the end of its reservation, and ResvOverRun later at
 * that.  Refuses to say so of a reservation with the flag FLEX.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include "core/base/arena.h"
#include "sfair/base/moment_text.h"

enum { MINUTE = 60 };

/* The reservation that ends the job; NULL: none does. */
static const reserve_info_t *_ending_reservation(struct sfair_why *why,
						 const job_info_t *job)
{
	const reserve_info_t *one;

	if (why->scene.conf->resv_over_run == INFINITE16)
		return NULL;
	one = sfair_scene_reservation(&why->scene, job->resv_name);
	return one && !(one->flags & RESERVE_FLAG_FLEX) ? one : NULL;
}

int64_t sfair_why_end(struct sfair_why *why, const job_info_t *job, int64_t end)
{
	const reserve_info_t *reservation = _ending_reservation(why, job);
	int64_t killed;

	if (!reservation)
		return end;
	killed = reservation->end_time +
		 MINUTE * (int64_t) why->scene.conf->resv_over_run;
	return killed < end ? killed : end;
}

void sfair_why_cut(struct sfair_why *why, const job_info_t *job,
		   const struct ft_outlook_job *row,
		   struct json_object *details)
{
	const reserve_info_t *reservation = _ending_reservation(why, job);
	int64_t limit = sfair_scene_limit(&why->scene, job);
	int64_t start = row ? row->start : job->start_time, end;
	char at[SFAIR_MOMENT], span[SFAIR_MOMENT], whole[SFAIR_MOMENT];
	bool planned = row ? row->verdict == FT_PLACED : !sfair_job_waits(job);

	if (!planned)
		start = why->scene.now;
	end = sfair_why_end(why, job, start + limit);
	if (!reservation || end >= start + limit || end < start)
		return;
	sfair_moment_text(at, reservation->end_time, why->scene.now);
	sfair_limit_text(whole, limit);
	if (planned)
		sfair_why_detail(details, "cut",
				 "its reservation ends %s, and the job with "
				 "it: it gets %s of its %s",
				 at, sfair_span_text(span, end - start), whole);
	else
		sfair_why_detail(details, "cut",
				 "its reservation ends %s, and the job with "
				 "it: of its %s it gets what is left then",
				 at, whole);
}

bool sfair_why_enter(struct sfair_why *why, const job_info_t *job,
		     struct ft_request *request)
{
	const reserve_info_t *reservation = _ending_reservation(why, job);
	const struct ft_outlook *outlook = &why->outlook;
	uint32_t *closure, count = 0;

	if (!job->resv_name || !*job->resv_name)
		return true;
	if (!reservation)
		return false;
	closure = ft_arena_alloc(outlook->arena, (outlook->closure_count + 1) *
							 sizeof(*closure));
	for (uint32_t i = 0; closure && i < outlook->closure_count; i++) {
		const struct ft_closure *one = &outlook->closure[i];

		if (one->start == reservation->start_time &&
		    one->end == reservation->end_time && one->nodes &&
		    ft_node_set_overlap(one->nodes, request->eligible))
			closure[count++] = i;
	}
	request->end_by = reservation->end_time;
	request->closure = closure;
	request->closure_count = count;
	if (request->not_before < reservation->start_time)
		request->not_before = reservation->start_time;
	return count;
}
