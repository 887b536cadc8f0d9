/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See scene.h.
 */
#include "ft_config.h"

#include "sfair/outlook/scene.h"

#include <errno.h>
#include <pwd.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/list.h"
#include "core/base/scheduler_name.h"
#include "sfair/base/moment_text.h"
#include "slurm/common/compat_client.h"

enum { MINUTE = 60 };

int sfair_no_answer(const char *what, struct ft_err *err)
{
	return ft_fail(err, -EIO, "slurmctld does not tell its %s: %s", what,
		       slurm_strerror(errno));
}

/*
 * 0, or -errno with err.  Slurm's library waits a minute for a file that is not
 * there, and ends the program without its name.
 */
static int _judge_conf_file(const char *conf, struct ft_err *err)
{
	const char *path = conf ? conf : getenv("SLURM_CONF");
	char shown[SFAIR_SHOWN];
	struct stat file;
	int code = 0;

	if (!path)
		return 0;
	if (access(path, R_OK) || stat(path, &file))
		code = errno;
	else if (S_ISDIR(file.st_mode))
		code = EISDIR;
	return code ? ft_fail(err, -code, "%s%.300s: %s",
			      conf ? "--conf " : "SLURM_CONF=",
			      sfair_shown(shown, path), strerror(code))
		    : 0;
}

int sfair_scene_open(struct sfair_scene *scene, const char *conf,
		     struct ft_err *err)
{
	int rc = _judge_conf_file(conf, err);

	*scene = (struct sfair_scene){.now = time(NULL)};
	ft_id_map_init(&scene->index);
	if (rc)
		return rc;
	slurm_init(conf);
	if (slurm_load_ctl_conf(0, &scene->conf))
		return sfair_no_answer("configuration", err);
	scene->hidden = (scene->conf->private_data & PRIVATE_DATA_JOBS) &&
			geteuid() && geteuid() != scene->conf->slurm_user_id;
	return 0;
}

void sfair_scene_close(struct sfair_scene *scene)
{
	for (uint32_t i = 0; i < scene->answer_count; i++)
		slurm_free_job_info_msg(scene->answer[i]);
	free(scene->answer);
	free(scene->job);
	ft_id_map_fini(&scene->index);
	slurm_free_node_info_msg(scene->nodes);
	slurm_free_partition_info_msg(scene->partitions);
	slurm_free_reservation_info_msg(scene->reservations);
	slurm_free_license_info_msg(scene->licences);
	fts_conf_free(scene->conf);
	*scene = (struct sfair_scene){0};
}

/* Takes the answer over. */
static int _keep_scene(struct sfair_scene *scene, job_info_msg_t *answer)
{
	size_t jobs = (size_t) scene->job_count + answer->record_count + 1;
	job_info_msg_t **answers = realloc(
		scene->answer, (scene->answer_count + 1) * sizeof(*answers));
	const job_info_t **job;

	if (answers)
		scene->answer = answers;
	job = answers ? realloc(scene->job, jobs * sizeof(*job)) : NULL;
	if (!job) {
		slurm_free_job_info_msg(answer);
		return -ENOMEM;
	}
	scene->job = job;
	scene->answer[scene->answer_count++] = answer;
	for (uint32_t i = 0; i < answer->record_count; i++) {
		const job_info_t *own = &answer->job_array[i];

		if (ft_id_map_get(&scene->index, own->job_id, NULL))
			continue;
		if (ft_id_map_put(&scene->index, own->job_id, scene->job_count))
			return -ENOMEM;
		scene->job[scene->job_count++] = own;
	}
	return 0;
}

int sfair_scene_load_jobs(struct sfair_scene *scene, struct ft_err *err)
{
	job_info_msg_t *answer = NULL;

	if (scene->complete)
		return 0;
	if (slurm_load_jobs(0, &answer, SHOW_ALL | SHOW_DETAIL))
		return sfair_no_answer("jobs", err);
	scene->complete = true;
	return _keep_scene(scene, answer) ? ft_no_memory(err) : 0;
}

int sfair_scene_load_job(struct sfair_scene *scene, uint32_t job_id,
			 struct ft_err *err)
{
	job_info_msg_t *answer = NULL;

	if (fts_load_job(&answer, job_id, SHOW_ALL)) {
		if (errno == ESLURM_INVALID_JOB_ID)
			return ft_fail(err, -ENOENT,
				       "job %u: slurmctld knows none, or tells "
				       "you of none",
				       (unsigned int) job_id);
		return sfair_no_answer("jobs", err);
	}
	return _keep_scene(scene, answer) ? ft_no_memory(err) : 0;
}

const job_info_t *sfair_scene_job(struct sfair_scene *scene, uint32_t job_id)
{
	struct ft_err err;
	uint32_t at;

	if (!ft_id_map_get(&scene->index, job_id, &at)) {
		if (scene->complete ||
		    sfair_scene_load_job(scene, job_id, &err) ||
		    !ft_id_map_get(&scene->index, job_id, &at))
			return NULL;
	}
	return scene->job[at];
}

/* On other machines than slurmctld's the folder may be empty. */
static bool _names_alias(const char *folders)
{
	static const char alias[] = "/as-backfill";
	const char *found = folders ? strstr(folders, alias) : NULL;

	return found && strchr(":/", found[strlen(alias)]);
}

const char *sfair_scene_scheduler(const struct sfair_scene *scene)
{
	const char *type = scene->conf->schedtype;
	const char *name = ft_scheduler_name(type, scene->conf->plugindir);

	if (name && !strcmp(name, "sched/backfill") &&
	    _names_alias(scene->conf->plugindir))
		return "sched/reserve";
	return name ? name : "another";
}

bool sfair_scene_reserves(const struct sfair_scene *scene)
{
	return !strcmp(sfair_scene_scheduler(scene), "sched/reserve");
}

const node_info_msg_t *sfair_scene_nodes(struct sfair_scene *scene)
{
	if (!scene->nodes && slurm_load_node(0, &scene->nodes, SHOW_ALL))
		scene->nodes = NULL;
	return scene->nodes;
}

const partition_info_msg_t *sfair_scene_partitions(struct sfair_scene *scene)
{
	if (!scene->partitions &&
	    slurm_load_partitions(0, &scene->partitions, 0))
		scene->partitions = NULL;
	return scene->partitions;
}

const reserve_info_msg_t *sfair_scene_reservations(struct sfair_scene *scene)
{
	if (!scene->reservations &&
	    slurm_load_reservations(0, &scene->reservations))
		scene->reservations = NULL;
	return scene->reservations;
}

const license_info_msg_t *sfair_scene_licences(struct sfair_scene *scene)
{
	if (!scene->licences &&
	    slurm_load_licenses(0, &scene->licences, SHOW_ALL))
		scene->licences = NULL;
	return scene->licences;
}

const partition_info_t *sfair_scene_partition(struct sfair_scene *scene,
					      const char *name)
{
	const partition_info_msg_t *all = sfair_scene_partitions(scene);

	for (uint32_t i = 0; name && all && i < all->record_count; i++)
		if (!strcmp(all->partition_array[i].name, name))
			return &all->partition_array[i];
	return NULL;
}

const reserve_info_t *sfair_scene_reservation(struct sfair_scene *scene,
					      const char *name)
{
	const reserve_info_msg_t *all =
		name && *name ? sfair_scene_reservations(scene) : NULL;

	for (uint32_t i = 0; all && i < all->record_count; i++)
		if (!strcmp(all->reservation_array[i].name, name))
			return &all->reservation_array[i];
	return NULL;
}

int sfair_scene_has_partitions(struct sfair_scene *scene, const char *list,
			       struct ft_err *err)
{
	char name[256], shown[SFAIR_SHOWN];
	const char *word;
	size_t size;

	while ((word = ft_list_next(&list, &size))) {
		snprintf(name, sizeof(name), "%.*s", (int) size, word);
		if (size && !sfair_scene_partition(scene, name))
			return ft_fail(err, -ENOENT,
				       "there is no partition %s: sinfo lists "
				       "all",
				       sfair_shown(shown, name));
	}
	return 0;
}

const char *sfair_scene_id(const job_info_t *job, char text[SFAIR_JOB_ID])
{
	if (job->array_job_id && job->array_task_id != NO_VAL)
		snprintf(text, SFAIR_JOB_ID, "%u_%u",
			 (unsigned int) job->array_job_id,
			 (unsigned int) job->array_task_id);
	else if (job->array_job_id && job->array_task_str)
		snprintf(text, SFAIR_JOB_ID, "%u_[%.96s]",
			 (unsigned int) job->array_job_id, job->array_task_str);
	else if (job->het_job_id)
		snprintf(text, SFAIR_JOB_ID, "%u+%u",
			 (unsigned int) job->het_job_id,
			 (unsigned int) job->het_job_offset);
	else
		snprintf(text, SFAIR_JOB_ID, "%u", (unsigned int) job->job_id);
	return text;
}

const char *sfair_scene_user(const job_info_t *job, char text[SFAIR_SHOWN])
{
	const struct passwd *user;

	if (job->user_name && *job->user_name)
		return sfair_shown(text, job->user_name);
	user = getpwuid(job->user_id);
	if (user)
		return sfair_shown(text, user->pw_name);
	snprintf(text, SFAIR_SHOWN, "%u", (unsigned int) job->user_id);
	return text;
}

static bool _is_limited(uint32_t minutes)
{
	return minutes != NO_VAL && minutes != INFINITE;
}

int64_t sfair_partition_limit(const partition_info_t *partition)
{
	if (_is_limited(partition->default_time))
		return (int64_t) partition->default_time * MINUTE;
	if (_is_limited(partition->max_time))
		return (int64_t) partition->max_time * MINUTE;
	return SFAIR_ENDLESS;
}

bool sfair_partition_takes(const partition_info_t *partition, int64_t limit,
			   int64_t nodes)
{
	if (partition->state_up != PARTITION_UP || partition->allow_accounts ||
	    partition->allow_qos || partition->deny_accounts ||
	    partition->deny_qos ||
	    (partition->allow_groups && strcmp(partition->allow_groups, "ALL")))
		return false;
	if (partition->flags & (PART_FLAG_ROOT_ONLY | PART_FLAG_REQ_RESV))
		return false;
	if (partition->max_time != INFINITE &&
	    limit > MINUTE * (int64_t) partition->max_time)
		return false;
	return partition->max_nodes >= nodes;
}

int64_t sfair_scene_limit(struct sfair_scene *scene, const job_info_t *job)
{
	const partition_info_t *partition;

	if (job->time_limit == INFINITE)
		return SFAIR_ENDLESS;
	if (_is_limited(job->time_limit) && job->time_limit)
		return (int64_t) job->time_limit * MINUTE;
	partition = sfair_scene_partition(scene, job->partition);
	return partition ? sfair_partition_limit(partition) : SFAIR_ENDLESS;
}
