/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: tasks of an array that stand in one record, see why.h.
 *
 * The plan has a row for each of the next of them, in the order of their
 * numbers.  Refuses to tell the start of one task as that of another.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdio.h>
#include <stdlib.h>

#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/base/task_list.h"

enum { NAMED_TASKS = 4 }; /* that run */

static bool _is_bundled(const job_info_t *job)
{
	return job->array_job_id && job->array_task_id == NO_VAL &&
	       job->array_task_str;
}

/* The row of its n-th task; NULL: the plan has none for it alone. */
static const struct ft_outlook_job *
_copy_row(const struct sfair_why *why, const struct ft_outlook_job *first,
	  uint32_t n)
{
	const struct ft_outlook *outlook = &why->outlook;
	const struct ft_outlook_job *end = outlook->job + outlook->job_count;

	for (const struct ft_outlook_job *row = first; row < end; row++)
		if (row->job_id == first->job_id && row->copy == n)
			return row;
	return NULL;
}

uint32_t sfair_why_nth(const job_info_t *job, uint32_t task)
{
	uint32_t n = 0, one;

	if (!_is_bundled(job) || task == SFAIR_WHY_ANY)
		return 0;
	while ((one = sfair_task_nth(job->array_task_str, n)) != UINT32_MAX &&
	       one != task)
		n++;
	return one == task ? n : SFAIR_WHY_ANY;
}

uint32_t sfair_why_task_of(const job_info_t *job,
			   const struct ft_outlook_job *row)
{
	bool each = row && row->copy != UINT32_MAX;

	if (!_is_bundled(job))
		return SFAIR_WHY_ANY;
	return sfair_task_nth(job->array_task_str, each ? row->copy : 0);
}

const struct ft_outlook_job *sfair_why_task_row(const struct sfair_why *why,
						const job_info_t *job,
						uint32_t task)
{
	const struct ft_outlook_job *first = sfair_why_row(why, job);
	const struct ft_outlook_job *own = NULL;

	if (first && _is_bundled(job))
		own = _copy_row(why, first, sfair_why_nth(job, task));
	return own ? own : first;
}

/* The next of its tasks that is planned to start, and the last. */
static void _detail_tasks(const struct sfair_why *why, const job_info_t *job,
			  struct json_object *details)
{
	const struct ft_outlook_job *first = sfair_why_row(why, job), *next;
	const struct ft_outlook_job *last = first;
	char from[SFAIR_MOMENT], to[SFAIR_MOMENT];

	if (!first || first->verdict != FT_PLACED)
		return;
	while ((next = _copy_row(why, first, last->copy + 1)) &&
	       next->verdict == FT_PLACED)
		last = next;
	if (last == first || sfair_why_task_of(job, last) == SFAIR_WHY_ANY)
		return;
	sfair_why_detail(details, "tasks",
			 "its next task, %u, starts %s, task %u %s",
			 (unsigned int) sfair_why_task_of(job, first),
			 sfair_moment_text(from, first->start, why->scene.now),
			 (unsigned int) sfair_why_task_of(job, last),
			 sfair_moment_text(to, last->start, why->scene.now));
}

static int _compare_numbers(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;

	return (a > b) - (a < b);
}

/* "tasks 1, 2 and 7" */
static void _detail_running_tasks(const job_info_t *job, uint32_t *task,
				  uint32_t count, struct json_object *details)
{
	char text[16 * (NAMED_TASKS + 1)] = "", more[32] = "";
	size_t used = 0;

	qsort(task, count, sizeof(*task), _compare_numbers);
	for (uint32_t i = 0; i < count && i < NAMED_TASKS; i++)
		used += (size_t) snprintf(text + used, 16, "%s%u",
					  !i		   ? ""
					  : i + 1 == count ? " and "
							   : ", ",
					  (unsigned int) task[i]);
	if (count > NAMED_TASKS)
		snprintf(more, sizeof(more), " and %u more",
			 (unsigned int) (count - NAMED_TASKS));
	sfair_why_detail(details, "tasks", "%%%u of its array: task%s %s%s %s",
			 (unsigned int) job->array_max_tasks,
			 count == 1 ? "" : "s", text, more,
			 count == 1 ? "runs" : "run");
}

/* The tasks that run, if these are as many as the array allows. */
static void _detail_most(struct sfair_why *why, const job_info_t *job,
			 struct json_object *details)
{
	struct sfair_scene *scene = &why->scene;
	struct ft_err err;
	uint32_t count = 0, *task;

	if (!job->array_max_tasks ||
	    (!scene->complete &&
	     sfair_scene_load_job(scene, job->array_job_id, &err)))
		return;
	task = calloc((size_t) scene->job_count + 1, sizeof(*task));
	for (uint32_t i = 0; task && i < scene->job_count; i++)
		if (scene->job[i]->array_job_id == job->array_job_id &&
		    sfair_job_runs(scene->job[i]))
			task[count++] = scene->job[i]->array_task_id;
	if (task && count >= job->array_max_tasks)
		_detail_running_tasks(job, task, count, details);
	free(task);
}

void sfair_why_tasks(struct sfair_why *why, const job_info_t *job,
		     uint32_t task, const struct ft_outlook_job *row,
		     struct json_object *details)
{
	uint32_t told = sfair_why_task_of(job, row);

	if (!job->array_job_id)
		return;
	_detail_most(why, job, details);
	if (!_is_bundled(job))
		return;
	if (task == SFAIR_WHY_ANY)
		_detail_tasks(why, job, details);
	else if (told != task && told != SFAIR_WHY_ANY)
		sfair_why_detail(details, "tasks",
				 "what follows is of its next task, %u: "
				 "nothing tells the start of task %u yet",
				 (unsigned int) told, (unsigned int) task);
}
