/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See plan_live.h.
 */
#include "ft_config.h"

#include "sfair/cycle/plan_live.h"

#include <stdio.h>

#include "sfair/base/sfair.h"

#ifndef HAVE_LIBSLURM

int sfair_plan_live(const struct sfair_plan_call *call)
{
	(void) call;
	fputs("sfair plan: --live: this sfair was built without libslurm\n",
	      stderr);
	return SFAIR_REFUSED;
}

#else

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/id_map.h"
#include "sfair/base/envelope.h"
#include "sfair/outlook/outlook_any.h"
#include "sfair/page/plan_part.h"
#include "sfair/outlook/reason.h"

struct plan {
	struct sfair_scene scene;
	struct ft_outlook outlook;
	bool published;
	char note[SFAIR_NOTE];
	uint32_t *other; /* jobs that wait and are not in the outlook */
	uint32_t other_count;
	/* What was told last. */
	char user[SFAIR_SHOWN];
	struct sfair_reason reason;
};

static int _ask_plan(const struct sfair_plan_call *call, struct plan *plan,
		     struct ft_err *err)
{
	int rc = sfair_scene_open(&plan->scene, call->conf, err);

	if (!rc)
		rc = sfair_scene_load_jobs(&plan->scene, err);
	if (!rc)
		rc = sfair_outlook_any(
			&plan->scene,
			&(struct sfair_outlook_call){call->plan, call->html},
			&plan->outlook, &plan->published, plan->note, err);
	return rc;
}

/* Jobs that wait for something else than their turn. */
static int _list_unplanned(struct plan *plan, struct ft_err *err)
{
	const struct sfair_scene *scene = &plan->scene;
	struct ft_id_map known = {0};
	int rc = 0;

	plan->other =
		calloc((size_t) scene->job_count + 1, sizeof(*plan->other));
	if (!plan->other)
		return ft_fail(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; !rc && i < plan->outlook.job_count; i++)
		rc = ft_id_map_put(&known, plan->outlook.job[i].job_id, i);
	for (uint32_t i = 0; !rc && i < scene->job_count; i++)
		if (sfair_job_waits(scene->job[i]) &&
		    !ft_id_map_get(&known, scene->job[i]->job_id, NULL))
			plan->other[plan->other_count++] =
				scene->job[i]->job_id;
	ft_id_map_fini(&known);
	return rc ? ft_fail(err, rc, "out of memory") : 0;
}

/* The tell of a view; context: the plan. */
static void _tell_plan_job(void *context, uint32_t job_id,
			   struct sfair_plan_about *about)
{
	struct plan *plan = context;
	const job_info_t *job = sfair_scene_job(&plan->scene, job_id);

	if (!job)
		return;
	about->user = sfair_scene_user(job, plan->user);
	about->name = job->name;
	about->tasks = job->array_task_str;
	about->partition = job->partition;
	about->nodes = job->num_nodes;
	about->limit = sfair_scene_limit(&plan->scene, job);
	if (job->state_reason == WAIT_NO_REASON)
		return;
	plan->reason = sfair_reason_of(job->state_reason);
	about->why = plan->reason.known ? plan->reason.what : plan->reason.name;
}

static int _draw_plan(struct plan *plan, const char *path, struct ft_err *err)
{
	char title[SFAIR_SHOWN + 32], source[SFAIR_NOTE + 64];
	struct sfair_plan_view view = {
		.outlook = &plan->outlook,
		.title = title,
		.source = source,
		.tell = _tell_plan_job,
		.context = plan,
		.other = plan->other,
		.other_count = plan->other_count,
	};

	snprintf(title, sizeof(title), "Plan of %s",
		 plan->scene.conf->cluster_name ? plan->scene.conf->cluster_name
						: "the cluster");
	if (plan->note[0])
		snprintf(source, sizeof(source), "%s.", plan->note);
	else
		snprintf(source, sizeof(source),
			 "the plan that sched/reserve has published.");
	return sfair_plan_page(path, &view, err);
}

static const char *_moment(char text[32], int64_t moment)
{
	time_t when = (time_t) moment;
	struct tm tm;

	if (!localtime_r(&when, &tm) ||
	    !strftime(text, 32, "%Y-%m-%dT%H:%M:%S", &tm))
		snprintf(text, 32, "-");
	return text;
}

static bool _has_likely(const struct ft_outlook *outlook)
{
	for (uint32_t i = 0; i < outlook->job_count; i++)
		if (outlook->job[i].likely)
			return true;
	return false;
}

static const char *_state_of(const struct plan *plan,
			     const struct ft_outlook_job *job)
{
	static const char *const words[] = {
		[FT_PLACED] = "expected",	[FT_BEYOND] = "later",
		[FT_IMPOSSIBLE] = "cannot run", [FT_UNRESERVED] = "not planned",
		[FT_UNSEEN] = "not planned",
	};

	if (job->committed)
		return "committed";
	if (job->unheld)
		return "not held";
	return job->verdict == FT_PLACED && !plan->published
		       ? "shown"
		       : words[job->verdict];
}

static const char *_obstacle_of(struct plan *plan,
				const struct ft_outlook_job *job,
				const job_info_t *told)
{
	static const char *const words[] = {
		[FT_OBSTACLE_NONE] = "-",
		[FT_OBSTACLE_RESOURCES] = "resources",
		[FT_OBSTACLE_PRIORITY] = "jobs ahead of it",
		[FT_OBSTACLE_CLOSURE] = "a reservation",
		[FT_OBSTACLE_LICENCES] = "licences",
		[FT_OBSTACLE_BEGIN] = "its begin time",
		[FT_OBSTACLE_LIMIT] = "a limit",
	};

	if (plan->published || job->verdict == FT_PLACED || !told ||
	    told->state_reason == WAIT_NO_REASON)
		return words[job->obstacle];
	plan->reason = sfair_reason_of(told->state_reason);
	return plan->reason.what;
}

static void _print_plan(struct plan *plan)
{
	bool likely = _has_likely(&plan->outlook);

	printf("%12s %-11s %-19s %s%6s  %s\n", "JOBID", "STATE", "START",
	       likely ? "LIKELY              " : "", "NODES", "WAITS FOR");
	for (uint32_t i = 0; i < plan->outlook.job_count; i++) {
		const struct ft_outlook_job *job = &plan->outlook.job[i];
		bool placed = job->verdict == FT_PLACED;
		const job_info_t *told =
			sfair_scene_job(&plan->scene, job->job_id);
		char id[SFAIR_PLAN_ID], start[32] = "-", soon[32] = "-";

		printf("%12s %-11s %-19s ",
		       sfair_plan_id(id, job,
				     told ? told->array_task_str : NULL),
		       _state_of(plan, job),
		       placed || job->unheld
			       ? _moment(start,
					 placed ? job->start : job->unheld)
			       : "-");
		if (likely)
			printf("%-19s ",
			       job->likely ? _moment(soon, job->likely) : "-");
		printf("%6" PRIu32 "  %s\n",
		       placed || !told ? job->share_count : told->num_nodes,
		       _obstacle_of(plan, job, told));
	}
	if (plan->note[0])
		printf("\nThis is %s.\n", plan->note);
}

static void _put_plan(struct plan *plan, struct json_object *envelope)
{
	struct json_object *list = sfair_put_list(envelope, "jobs");

	sfair_envelope_meta(envelope, "slurm", plan->scene.conf->version);
	sfair_envelope_meta(envelope, "source",
			    plan->published ? "plan" : "slurmctld");
	for (uint32_t i = 0; i < plan->outlook.job_count; i++) {
		const struct ft_outlook_job *job = &plan->outlook.job[i];
		struct json_object *json = sfair_add_object(list);
		struct json_object *nodes;

		const job_info_t *told =
			sfair_scene_job(&plan->scene, job->job_id);
		char id[SFAIR_PLAN_ID];

		sfair_put_whole(json, "job_id", job->job_id);
		sfair_put_text(
			json, "id",
			sfair_plan_id(id, job,
				      told ? told->array_task_str : NULL));
		sfair_put_text(json, "verdict",
			       ft_outlook_verdicts[job->verdict]);
		sfair_put_text(json, "obstacle",
			       ft_outlook_obstacles[job->obstacle]);
		if (job->likely)
			sfair_put_whole(json, "likely", job->likely);
		if (job->unheld)
			sfair_put_whole(json, "unheld", job->unheld);
		if (job->verdict != FT_PLACED)
			continue;
		sfair_put_whole(json, "start", job->start);
		sfair_put_whole(json, "end", job->start + job->duration);
		json_object_object_add(json, "committed",
				       json_object_new_boolean(job->committed));
		nodes = sfair_put_list(json, "nodes");
		for (uint32_t s = 0; s < job->share_count; s++) {
			const char *name =
				plan->outlook.node[job->share[s].node].name;

			json_object_array_add(
				nodes, sfair_json_shown(name ? name : "?"));
		}
	}
}

static int _show_plan(const struct sfair_plan_call *call, struct plan *plan,
		      struct json_object *envelope)
{
	struct ft_err err = {.text = ""};
	int rc = _ask_plan(call, plan, &err);

	if (!rc)
		rc = _list_unplanned(plan, &err);
	if (!rc && call->html)
		rc = _draw_plan(plan, call->html, &err);
	if (rc)
		(void) sfair_envelope_complain(envelope, err.text);
	else if (call->json)
		_put_plan(plan, envelope);
	else if (!call->html)
		_print_plan(plan);
	if (call->json)
		sfair_envelope_print(envelope);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

int sfair_plan_live(const struct sfair_plan_call *call)
{
	struct json_object *envelope = sfair_envelope("plan");
	struct plan plan = {.other = NULL};
	int status = _show_plan(call, &plan, envelope);

	json_object_put(envelope);
	free(plan.other);
	ft_outlook_free(&plan.outlook);
	sfair_scene_close(&plan.scene);
	return status;
}

#endif
