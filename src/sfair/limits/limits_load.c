/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair limits: what slurmctld tells, see limits.h.
 */
#include "ft_config.h"

#include "sfair/limits/limits.h"

#include <errno.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/outlook/association.h"

enum { DEPTH_MAX = 64 };

static void _free_associations(struct sfair_limits *limits)
{
	free(limits->assoc);
	ft_id_map_fini(&limits->index);
	slurm_free_assoc_mgr_info_msg(limits->answer);
}

void sfair_limits_free(struct sfair_limits *limits)
{
	_free_associations(limits);
	if (limits->scene)
		sfair_scene_close(limits->scene);
	*limits = (struct sfair_limits){0};
}

static int _index_assocs(struct sfair_limits *limits)
{
	fts_list_t list = limits->answer->assoc_list;
	size_t room = list ? (size_t) slurm_list_count(list) : 0;
	fts_list_iterator_t at;
	const slurmdb_assoc_rec_t *one;
	int rc = 0;

	limits->assoc = calloc(room + 1, sizeof(*limits->assoc));
	if (!limits->assoc)
		return -ENOMEM;
	if (!list)
		return 0;
	at = slurm_list_iterator_create(list);
	while (!rc && (one = slurm_list_next(at))) {
		rc = ft_id_map_put(&limits->index, one->id,
				   limits->assoc_count);
		limits->assoc[limits->assoc_count++] = one;
	}
	slurm_list_iterator_destroy(at);
	return rc;
}

/* All that slurmctld tells of.  0, -EIO or -ENOMEM with err. */
static int _load_associations(struct sfair_limits *limits, struct ft_err *err)
{
	limits->answer = sfair_associations(ASSOC_MGR_INFO_FLAG_ASSOC |
						    ASSOC_MGR_INFO_FLAG_QOS,
					    NULL, NULL);
	if (!limits->answer)
		return ft_fail(err, -EIO,
			       "slurmctld does not tell its limits: %s",
			       slurm_strerror(errno));
	return _index_assocs(limits) ? ft_fail(err, -ENOMEM, "out of memory")
				     : 0;
}

int sfair_limits_load(struct sfair_limits *limits, struct sfair_scene *scene,
		      const char *conf, struct ft_err *err)
{
	int rc;

	*limits = (struct sfair_limits){.scene = scene};
	ft_id_map_init(&limits->index);
	rc = sfair_scene_open(limits->scene, conf, err);
	if (!rc)
		rc = sfair_scene_load_jobs(limits->scene, err);
	return rc ? rc : _load_associations(limits, err);
}

void sfair_limits_return(struct sfair_limits *limits)
{
	if (limits)
		_free_associations(limits);
	free(limits);
}

struct sfair_limits *sfair_limits_lend(struct sfair_scene *scene)
{
	struct sfair_limits *limits = calloc(1, sizeof(*limits));
	struct ft_err ignored;

	if (!limits)
		return NULL;
	limits->scene = scene;
	ft_id_map_init(&limits->index);
	if (!_load_associations(limits, &ignored))
		return limits;
	sfair_limits_return(limits);
	return NULL;
}

const slurmdb_assoc_rec_t *sfair_limits_assoc(const struct sfair_limits *limits,
					      uint32_t id)
{
	uint32_t at;

	return ft_id_map_get(&limits->index, id, &at) ? limits->assoc[at]
						      : NULL;
}

const slurmdb_qos_rec_t *sfair_limits_qos(const struct sfair_limits *limits,
					  const char *name, uint32_t id)
{
	const slurmdb_qos_rec_t *found = NULL, *one;
	fts_list_iterator_t at;

	if (!limits->answer->qos_list)
		return NULL;
	at = slurm_list_iterator_create(limits->answer->qos_list);
	while (!found && (one = slurm_list_next(at)))
		if (name ? one->name && !strcmp(one->name, name)
			 : one->id == id)
			found = one;
	slurm_list_iterator_destroy(at);
	return found;
}

/* Is the job's association this one, or below it? */
static bool _counts_below(const struct sfair_limits *limits, uint32_t id,
			  uint32_t job_id)
{
	for (int depth = 0; depth < DEPTH_MAX; depth++) {
		const slurmdb_assoc_rec_t *one;

		if (job_id == id)
			return true;
		one = sfair_limits_assoc(limits, job_id);
		if (!one || one->parent_id == job_id)
			return false;
		job_id = one->parent_id;
	}
	return false;
}

bool sfair_limits_counts(struct sfair_limits *limits,
			 const struct sfair_limit_owner *owner,
			 const job_info_t *job)
{
	const partition_info_t *partition;

	if (owner->assoc)
		return _counts_below(limits, owner->assoc->id, job->assoc_id);
	if (owner->of == SFAIR_QOS_USER && job->user_id != owner->user)
		return false;
	if (owner->of == SFAIR_QOS_ACCOUNT &&
	    (!job->account || !owner->account ||
	     strcmp(job->account, owner->account)))
		return false;
	if (job->qos && !strcmp(job->qos, owner->qos->name))
		return true;
	partition = sfair_scene_partition(limits->scene, job->partition);
	return partition && partition->qos_char &&
	       !strcmp(partition->qos_char, owner->qos->name);
}
