/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: which other QOS of the user's has room where that of a job has
 * none.
 *
 * Looks at the limits that Slurm enforces of running jobs.  Says nothing of
 * what an administrator lets a QOS cost, but for its usage factor.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/list.h"
#include "sfair/base/envelope.h"
#include "sfair/outlook/association.h"
#include "sfair/outlook/whole_node.h"
#include "slurm/common/compat_client.h"

enum { NAMED = 3, MINUTE = 60 };

struct choice {
	struct sfair_scene *scene;
	const job_info_t *job;
	const assoc_mgr_info_msg_t *answer;
	const partition_info_t *partition;
	int64_t limit; /* of the job, in minutes */
};

/* Is there room for the job's TRES?  used NULL: of each job. */
static bool _has_tres(const struct choice *choice, const uint64_t *most,
		      const uint64_t *used)
{
	for (uint32_t i = 0; most && i < choice->answer->tres_cnt; i++) {
		double asked;

		if (most[i] == INFINITE64 || most[i] == NO_VAL64)
			continue;
		asked = sfair_counted_amount(choice->scene, choice->job,
					     choice->answer->tres_names[i]);
		if (asked + (used ? (double) used[i] : 0) > (double) most[i])
			return false;
	}
	return true;
}

static bool _has_count(uint32_t most, uint32_t used)
{
	return most == INFINITE || most == NO_VAL || used < most;
}

/* What the job's user has of the QOS; NULL: nothing. */
static const slurmdb_used_limits_t *_own_use(const struct choice *choice,
					     const slurmdb_qos_rec_t *qos)
{
	const slurmdb_used_limits_t *found = NULL, *one;
	fts_list_iterator_t at;

	if (!qos->usage->user_limit_list)
		return NULL;
	at = slurm_list_iterator_create(qos->usage->user_limit_list);
	while (!found && (one = slurm_list_next(at)))
		if (one->uid == choice->job->user_id)
			found = one;
	slurm_list_iterator_destroy(at);
	return found;
}

static bool _qos_has_room(const struct choice *choice,
			  const slurmdb_qos_rec_t *qos)
{
	const slurmdb_used_limits_t *own;

	if (!qos->usage)
		return false;
	own = _own_use(choice, qos);
	return _has_tres(choice, qos->grp_tres_ctld,
			 qos->usage->grp_used_tres) &&
	       _has_tres(choice, qos->max_tres_pu_ctld,
			 own ? own->tres : NULL) &&
	       _has_tres(choice, qos->max_tres_pj_ctld, NULL) &&
	       _has_count(qos->grp_jobs, qos->usage->grp_used_jobs) &&
	       _has_count(qos->max_jobs_pu, own ? own->jobs : 0) &&
	       (qos->max_wall_pj == INFINITE || qos->max_wall_pj == NO_VAL ||
		choice->limit <= (int64_t) qos->max_wall_pj);
}

static bool _names_qos(const char *list, const char *name)
{
	return ft_list_has(list, name, strlen(name));
}

/* Does the partition take jobs of it? */
static bool _is_taken(const struct choice *choice, const char *name)
{
	const partition_info_t *partition = choice->partition;

	if (!partition)
		return true;
	if (partition->allow_qos && strcmp(partition->allow_qos, "ALL"))
		return _names_qos(partition->allow_qos, name);
	return !_names_qos(partition->deny_qos, name);
}

static const slurmdb_qos_rec_t *_qos_of_id(const struct choice *choice,
					   uint32_t id)
{
	const slurmdb_qos_rec_t *found = NULL, *one;
	fts_list_iterator_t at;

	if (!choice->answer->qos_list)
		return NULL;
	at = slurm_list_iterator_create(choice->answer->qos_list);
	while (!found && (one = slurm_list_next(at)))
		if (one->id == id)
			found = one;
	slurm_list_iterator_destroy(at);
	return found;
}

static void _put_qos(const struct choice *choice, const slurmdb_qos_rec_t *qos,
		     struct json_object *list)
{
	struct json_object *json = sfair_add_object(list);
	char text[2 * SFAIR_SHOWN], name[SFAIR_SHOWN], factor[48] = "";

	if (qos->usage_factor > 0 && qos->usage_factor != 1.)
		snprintf(factor, sizeof(factor),
			 "; what it uses counts %.3g times", qos->usage_factor);
	snprintf(text, sizeof(text),
		 "--qos=%s: its limits have room now%s (scontrol update "
		 "JobId=%u QOS=%s)",
		 sfair_shown(name, qos->name), factor,
		 (unsigned int) choice->job->job_id, name);
	sfair_put_text(json, "kind", "qos");
	sfair_put_text(json, "value", qos->name);
	sfair_put_text(json, "text", text);
}

/* The association's QOS, in the order in which Slurm has them. */
static void _put_choices(const struct choice *choice,
			 const slurmdb_assoc_rec_t *assoc,
			 struct json_object *list)
{
	fts_list_iterator_t at;
	const char *word;
	int named = 0;

	if (!assoc->qos_list)
		return;
	at = slurm_list_iterator_create(assoc->qos_list);
	while (named < NAMED && (word = slurm_list_next(at))) {
		const slurmdb_qos_rec_t *qos =
			_qos_of_id(choice, (uint32_t) strtoul(word, NULL, 10));

		if (!qos || !qos->name ||
		    (choice->job->qos && !strcmp(qos->name, choice->job->qos)))
			continue;
		if (!_is_taken(choice, qos->name) ||
		    !_qos_has_room(choice, qos))
			continue;
		_put_qos(choice, qos, list);
		named++;
	}
	slurm_list_iterator_destroy(at);
}

void sfair_why_qos(struct sfair_why *why, const job_info_t *job,
		   struct json_object *answer)
{
	assoc_mgr_info_msg_t *told =
		job->account
			? sfair_associations(ASSOC_MGR_INFO_FLAG_ASSOC |
						     ASSOC_MGR_INFO_FLAG_QOS,
					     job->account, NULL)
			: NULL;
	const struct choice choice = {
		.scene = &why->scene,
		.job = job,
		.answer = told,
		.partition = sfair_scene_partition(&why->scene, job->partition),
		.limit = sfair_scene_limit(&why->scene, job) / MINUTE,
	};
	struct json_object *list = sfair_put_list(answer, "help");
	const slurmdb_assoc_rec_t *one;
	fts_list_iterator_t at;

	if (told && told->assoc_list) {
		at = slurm_list_iterator_create(told->assoc_list);
		while ((one = slurm_list_next(at)))
			if (one->id == job->assoc_id)
				_put_choices(&choice, one, list);
		slurm_list_iterator_destroy(at);
	}
	slurm_free_assoc_mgr_info_msg(told);
}
