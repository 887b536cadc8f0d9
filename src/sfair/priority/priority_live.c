/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_jobs.h: the jobs of a running slurmctld, through libslurm.
 *
 * What a job wants and what sprio shows of it come from slurmctld; how long
 * it has waited and how often it was passed, where slurm.conf's submit time
 * does not tell, from the files in StateSaveLocation, which only
 * administrators may read.  Without them that counts as nothing known, and is
 * said once.  What a column holds beyond our own terms is stock's.
 */
#include "ft_config.h"

#include "sfair/priority/priority_jobs.h"

#include <errno.h>

#ifndef HAVE_LIBSLURM

int sfair_jobs_live(const struct sfair_priority_policy *policy,
		    const char *conf, struct sfair_jobs *jobs,
		    struct ft_err *err)
{
	(void) policy;
	(void) conf;
	(void) jobs;
	return ft_fail(err, -ENOTSUP,
		       "this sfair was built without libslurm: give a file of "
		       "jobs");
}

#else

#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/id_map.h"
#include "sfair/outlook/scene.h"
#include "sfair/priority/priority_memory.h"
#include "sfair/base/told.h"
#include "sfair/base/tres_text.h"
#include "slurm/common/compat_client.h"

enum { MINUTE = 60 };

/* Everything that slurmctld has said. */
struct answer {
	job_info_msg_t *jobs;
	partition_info_msg_t *partitions;
	node_info_msg_t *nodes;
	priority_factors_response_msg_t *factors;
	struct ft_id_map index; /* job id to jobs->job_array */
	struct sfair_memory memory;
	struct sfair_told users, groups;
	time_t now;
};

static int _ask_slurmctld(struct answer *answer, struct ft_err *err)
{
	if (slurm_load_jobs(0, &answer->jobs, SHOW_ALL | SHOW_DETAIL))
		return sfair_no_answer("jobs", err);
	if (slurm_load_partitions(0, &answer->partitions, SHOW_ALL))
		return sfair_no_answer("partitions", err);
	if (slurm_load_node(0, &answer->nodes, SHOW_ALL))
		return sfair_no_answer("nodes", err);
	if (fts_load_factors(&answer->factors))
		return sfair_no_answer("priorities", err);
	answer->now = time(NULL);
	for (uint32_t i = 0; i < answer->jobs->record_count; i++)
		if (ft_id_map_put(&answer->index,
				  answer->jobs->job_array[i].job_id, i))
			return ft_no_memory(err);
	return 0;
}

static void _free_answer(struct answer *answer)
{
	slurm_free_job_info_msg(answer->jobs);
	slurm_free_partition_info_msg(answer->partitions);
	slurm_free_node_info_msg(answer->nodes);
	slurm_free_priority_factors_response_msg(answer->factors);
	ft_id_map_fini(&answer->index);
	sfair_memory_free(&answer->memory);
	sfair_told_free(&answer->users);
	sfair_told_free(&answer->groups);
}

static const partition_info_t *_partition(const struct answer *answer,
					  const char *name)
{
	for (uint32_t i = 0; i < answer->partitions->record_count; i++)
		if (!strcmp(answer->partitions->partition_array[i].name, name))
			return &answer->partitions->partition_array[i];
	return NULL;
}

/* As the plugin has it: the limit, else what the partition gives or allows. */
static double _told_walltime(const job_info_t *job,
			     const partition_info_t *partition)
{
	uint32_t limit = job->time_limit;

	if (limit == NO_VAL && partition)
		limit = partition->default_time != NO_VAL
				? partition->default_time
				: partition->max_time;
	if (limit == INFINITE && partition)
		limit = partition->max_time;
	return limit == NO_VAL || limit == INFINITE ? 0
						    : (double) limit * MINUTE;
}

static double _told_elapsed(const job_info_t *job, time_t now)
{
	time_t since = job->start_time > job->suspend_time ? job->start_time
							   : job->suspend_time;
	double before = (double) job->pre_sus_time;

	if ((job->job_state & JOB_STATE_BASE) != JOB_RUNNING || now < since)
		return before;
	return before + (double) (now - since);
}

static void _job_values(const struct answer *answer, const job_info_t *job,
			const partition_info_t *partition,
			struct ft_component_job *values)
{
	uint32_t state = job->job_state & JOB_STATE_BASE;
	bool given = state != JOB_PENDING && job->tres_alloc_str;
	const char *tres = given ? job->tres_alloc_str : job->tres_req_str;

	values->nodes = job->num_nodes ? job->num_nodes : 1;
	values->cpus = job->num_cpus;
	values->mem_mb = sfair_tres_amount(tres, "mem");
	values->disk_mb = job->pn_min_tmp_disk == NO_VAL
				  ? 0
				  : job->pn_min_tmp_disk * values->nodes;
	values->gpus = sfair_tres_amount(tres, "gres/gpu");
	values->walltime = _told_walltime(job, partition);
	values->running = state == JOB_RUNNING || state == JOB_SUSPENDED;
	if (values->running)
		values->elapsed = _told_elapsed(job, answer->now);
	values->waited = sfair_memory_waited(
		&answer->memory, job->job_id, job->submit_time,
		values->running ? job->start_time : answer->now);
	values->bypass = sfair_memory_bypass(&answer->memory, job->job_id);
}

static int _copy_text(char **to, const char *from)
{
	if (!from)
		return 0;
	*to = strdup(from);
	return *to ? 0 : -ENOMEM;
}

/* Copies a name of users or groups, or NULL.  0 or -ENOMEM. */
static int _told_name(struct sfair_told *told, uint32_t id,
		      int (*look_up)(struct sfair_told *told, uint32_t id,
				     const char **ret_name),
		      char **ret_name)
{
	const char *name;
	int rc = look_up(told, id, &name);

	return rc ? rc : _copy_text(ret_name, name);
}

static int _told_names(struct answer *answer, const job_info_t *job,
		       const char *partition, struct sfair_job *own)
{
	int rc = _told_name(&answer->users, job->user_id, sfair_told_user,
			    &own->credential[FT_USER]);

	if (!rc)
		rc = _told_name(&answer->groups, job->group_id,
				sfair_told_group, &own->credential[FT_GROUP]);
	if (!rc)
		rc = _copy_text(&own->credential[FT_ACCOUNT], job->account);
	if (!rc)
		rc = _copy_text(&own->credential[FT_QOS], job->qos);
	return rc ? rc : _copy_text(&own->credential[FT_CLASS], partition);
}

static void _shown_job(const fts_factors_t *factors, struct sfair_job *own)
{
	own->shown = (struct ft_columns){
		.age = factors->priority_age,
		.assoc = factors->priority_assoc,
		.fairshare = factors->priority_fs,
		.job_size = factors->priority_js,
		.partition = factors->priority_part,
		.qos = factors->priority_qos,
		.site = factors->priority_site,
		.nice = factors->nice,
	};
	for (uint32_t i = 0; i < factors->tres_cnt; i++)
		own->shown_tres += factors->priority_tres[i];
	own->has_tres = factors->tres_cnt > 0;
}

/* What sprio adds up: the priority in one of several partitions. */
static uint32_t _sum_job(const struct sfair_job *own)
{
	const struct ft_column_tres_terms tres = {.term = &own->shown_tres,
						  .count = own->has_tres,
						  .at = {1, 1, 1}};
	double sum = ft_columns_sum(&own->shown, &tres);

	return sum < (double) UINT32_MAX ? (uint32_t) sum : UINT32_MAX;
}

static int _take_told(struct answer *answer,
		      const struct sfair_priority_policy *policy,
		      const priority_factors_object_t *object,
		      struct sfair_jobs *jobs)
{
	uint32_t at;
	struct sfair_job *own = &jobs->job[jobs->count];
	const partition_info_t *partition;
	const job_info_t *job;

	if (!ft_id_map_get(&answer->index, FTS_FACTORS_JOB(object), &at))
		return 0; /* it came after the list */
	job = &answer->jobs->job_array[at];
	partition = _partition(answer, object->partition);
	jobs->count++;
	own->id = job->job_id;
	own->site = (int64_t) job->site_factor - FT_FACTOR_ZERO;
	own->nice = (int64_t) job->nice - FT_FACTOR_ZERO;
	own->partition_factor = partition ? partition->priority_job_factor : 0;
	_job_values(answer, job, partition, &own->values);
	if (FTS_FACTORS_OF(object))
		_shown_job(FTS_FACTORS_OF(object), own);
	own->direct = object->direct_prio > 0;
	own->is_live = true;
	own->priority = job->priority;
	if (!own->direct && job->partition && strchr(job->partition, ','))
		own->priority = _sum_job(own);
	if (_told_names(answer, job, object->partition, own))
		return -ENOMEM;
	sfair_memory_usage(&answer->memory, policy, own);
	return 0;
}

static void _measure_job(const struct answer *answer,
			 struct ft_component_system *system)
{
	for (uint32_t i = 0; i < answer->nodes->record_count; i++) {
		const node_info_t *node = &answer->nodes->node_array[i];

		if (!node->name)
			continue;
		system->cpus += node->cpus;
		system->mem_mb += (double) node->real_memory;
		system->disk_mb += node->tmp_disk;
		system->gpus +=
			sfair_tres_amount(node->tres_fmt_str, "gres/gpu");
	}
}

static int _fill_jobs(struct answer *answer,
		      const struct sfair_priority_policy *policy,
		      struct sfair_jobs *jobs)
{
	const priority_factors_object_t *object;
	fts_list_t list = answer->factors->priority_factors_list;
	size_t room = list ? (size_t) slurm_list_count(list) : 0;
	fts_list_iterator_t at;
	int rc = 0;

	jobs->job = calloc(room + 1, sizeof(*jobs->job));
	if (!jobs->job)
		return -ENOMEM;
	_measure_job(answer, &jobs->system);
	if (!list)
		return 0;
	at = slurm_list_iterator_create(list);
	while (!rc && (object = slurm_list_next(at)))
		rc = _take_told(answer, policy, object, jobs);
	slurm_list_iterator_destroy(at);
	return rc;
}

int sfair_jobs_live(const struct sfair_priority_policy *policy,
		    const char *conf, struct sfair_jobs *jobs,
		    struct ft_err *err)
{
	struct answer answer = {0};
	int rc;

	slurm_init(conf);
	ft_id_map_init(&answer.index);
	rc = _ask_slurmctld(&answer, err);
	if (!rc)
		rc = sfair_memory_read(policy, &answer.memory, err);
	if (!rc && _fill_jobs(&answer, policy, jobs))
		rc = ft_no_memory(err);
	_free_answer(&answer);
	return rc;
}

#endif
