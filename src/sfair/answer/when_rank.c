/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See when_rank.h.
 */
#include "ft_config.h"

#include "sfair/answer/when_rank.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "slurm/common/compat_client.h"

enum { MINUTE = 60, STEPS = 16 /* limits that are tried before a closure */ };

/* -- the priority of a new job -------------------------------------------- */

/* What a waiting job got for waiting; negative: slurmctld does not tell. */
static double _age_of(const priority_factors_response_msg_t *answer,
		      uint32_t job_id)
{
	const priority_factors_object_t *object;
	fts_list_iterator_t at;
	double age = -1;

	if (!answer->priority_factors_list)
		return -1;
	at = slurm_list_iterator_create(answer->priority_factors_list);
	while (age < 0 && (object = slurm_list_next(at)))
		if (FTS_FACTORS_JOB(object) == job_id && FTS_FACTORS_OF(object))
			age = FTS_FACTORS_OF(object)->priority_age;
	slurm_list_iterator_destroy(at);
	return age;
}

/* Nothing was asked for, or it is that. */
static bool _is_as_asked(const char *asked, const char *name)
{
	return !*asked || (name && !strcmp(asked, name));
}

/* A waiting job of the caller's with that account and QOS, in that partition
 * rather than another. */
static const job_info_t *_own_wait(struct sfair_scene *scene,
				   const struct sfair_when_request *asked,
				   const char *partition)
{
	const job_info_t *found = NULL;
	uint32_t self = getuid();

	for (uint32_t i = 0; i < scene->job_count; i++) {
		const job_info_t *job = scene->job[i];

		if (job->user_id != self || !sfair_job_waits(job) ||
		    !job->priority ||
		    !_is_as_asked(asked->account, job->account) ||
		    !_is_as_asked(asked->qos, job->qos))
			continue;
		if (job->partition && !strcmp(job->partition, partition))
			return job;
		found = job;
	}
	return found;
}

int64_t sfair_when_priority(struct sfair_scene *scene,
			    const struct sfair_when_request *asked,
			    const char *partition)
{
	priority_factors_response_msg_t *answer = NULL;
	const job_info_t *own;
	struct ft_err err;
	int64_t priority;
	double age;

	if (sfair_scene_load_jobs(scene, &err))
		return -1;
	own = _own_wait(scene, asked, partition);
	if (!own || fts_load_factors(&answer))
		return -1;
	age = _age_of(answer, own->job_id);
	slurm_free_priority_factors_response_msg(answer);
	priority = own->priority;
	if (age < 0)
		return -1;
	priority -= (int64_t) age + asked->nice;
	return priority > 0 ? priority : 1;
}

/* -- at that priority ----------------------------------------------------- */

struct rank {
	struct sfair_scene *scene;
	struct ft_outlook *outlook;
	uint16_t tier;
	int64_t priority;
};

/* Where the job is planned; without the published plan, the first partition of
 * its list that is there.  NULL if none is. */
static const partition_info_t *_row_partition(const struct rank *rank,
					      const struct ft_outlook_job *row,
					      const job_info_t *job)
{
	const struct ft_outlook *outlook = rank->outlook;
	const partition_info_t *found = NULL;
	char *list, *rest = NULL;

	if (outlook->partition && row->partition < outlook->partition_count)
		return sfair_scene_partition(
			rank->scene, outlook->partition[row->partition]);
	list = job->partition ? strdup(job->partition) : NULL;
	for (char *name = list ? strtok_r(list, ",", &rest) : NULL;
	     name && !found; name = strtok_r(NULL, ",", &rest))
		found = sfair_scene_partition(rank->scene, name);
	free(list);
	return found;
}

/* Does the planned job give way?  One that slurmctld does not tell of does
 * not. */
static bool _row_gives_way(const struct rank *rank,
			   const struct ft_outlook_job *row)
{
	const job_info_t *job = sfair_scene_job(rank->scene, row->job_id);
	const partition_info_t *partition;

	if (row->committed || row->running || !job)
		return false;
	partition = _row_partition(rank, row, job);
	if (!partition)
		return false;
	if (partition->priority_tier != rank->tier)
		return partition->priority_tier < rank->tier;
	return job->priority < rank->priority;
}

int sfair_when_rank(struct sfair_scene *scene, struct ft_outlook *outlook,
		    const partition_info_t *partition, int64_t priority,
		    struct ft_request *request, uint32_t count,
		    int64_t *ret_start, uint32_t *ret_ahead, struct ft_err *err)
{
	const struct rank rank = {scene, outlook, partition->priority_tier,
				  priority};
	enum ft_verdict *kept =
		calloc((size_t) outlook->job_count + 1, sizeof(*kept));
	int rc;

	if (!kept)
		return ft_fail(err, -ENOMEM, "out of memory");
	*ret_ahead = 0;
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		struct ft_outlook_job *row = &outlook->job[i];

		kept[i] = row->verdict;
		if (_row_gives_way(&rank, row))
			row->verdict = FT_UNRESERVED;
		else
			*ret_ahead += !row->running;
	}
	rc = ft_whatif_starts(outlook, FT_NO_INDEX, outlook->until, request,
			      count, ret_start, NULL, err);
	for (uint32_t i = 0; i < outlook->job_count; i++)
		outlook->job[i].verdict = kept[i];
	free(kept);
	return rc;
}

/* -- before a reservation ------------------------------------------------- */

/* When nodes of the request are closed next. */
static int64_t _next_closing(const struct ft_outlook *outlook,
			     const struct ft_request *request)
{
	int64_t closes = FT_NEVER;

	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *one = &outlook->closure[i];

		if (one->nodes && one->start > outlook->made &&
		    one->start < closes &&
		    ft_node_set_overlap(one->nodes, request->eligible))
			closes = one->start;
	}
	return closes;
}

int sfair_when_before(const struct ft_outlook *outlook,
		      const struct ft_request *request,
		      struct sfair_when_gap *ret_gap, struct ft_err *err)
{
	struct ft_request tried[STEPS];
	int64_t start[STEPS], most;
	uint32_t count = 0;
	int rc;

	*ret_gap = (struct sfair_when_gap){
		.closes = _next_closing(outlook, request)};
	if (ret_gap->closes == FT_NEVER)
		return 0;
	most = ret_gap->closes - outlook->made;
	if (most > request->duration)
		most = request->duration;
	for (int step = STEPS; step > 0; step--) {
		int64_t limit = most * step / STEPS;

		tried[count] = *request;
		tried[count].duration = limit - limit % MINUTE;
		count += tried[count].duration > 0;
	}
	if (!count)
		return 0;
	rc = ft_whatif_starts(outlook, FT_NO_INDEX, ret_gap->closes, tried,
			      count, start, NULL, err);
	for (uint32_t i = 0; !rc && i < count && !ret_gap->limit; i++)
		if (start[i] != FT_NEVER &&
		    start[i] + tried[i].duration <= ret_gap->closes) {
			ret_gap->limit = tried[i].duration;
			ret_gap->start = start[i];
		}
	return rc;
}
