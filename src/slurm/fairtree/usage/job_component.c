/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_component.h.
 */
#include "slurm/fairtree/usage/job_component.h"

#include <string.h>

#include "slurm/common/id_name.h"
#include "slurm/common/job_target.h"

#define GPU "gpu"

enum { MINUTE = 60 };

static double _known_count(uint64_t count)
{
	return count == NO_VAL64 || count == INFINITE64 ? 0 : (double) count;
}

static uint32_t _job_nodes(const job_record_t *job)
{
	if (!IS_JOB_PENDING(job) && job->node_cnt)
		return job->node_cnt;
	return job->details->min_nodes ? job->details->min_nodes : 1;
}

static uint32_t _held_cpus(const job_record_t *job)
{
	if (job->total_cpus)
		return job->total_cpus;
	return job->details->min_cpus;
}

/* MB in all: what slurmctld has worked out, given before asked for. */
static double _mem_mb(const job_record_t *job)
{
	const uint64_t *given = job->tres_alloc_cnt;

	if (given && given[TRES_ARRAY_MEM] != NO_CONSUME_VAL64)
		return _known_count(given[TRES_ARRAY_MEM]);
	return job->tres_req_cnt
		       ? _known_count(job->tres_req_cnt[TRES_ARRAY_MEM])
		       : 0;
}

static double _job_tasks(const job_record_t *job)
{
	uint32_t tasks = job->details->num_tasks;

	return tasks && tasks != NO_VAL ? tasks : _job_nodes(job);
}

static double _gres_wanted(const job_record_t *job,
			   const gres_job_state_t *gres)
{
	if (gres->gres_per_job)
		return _known_count(gres->gres_per_job);
	if (gres->gres_per_node)
		return _known_count(gres->gres_per_node) * _job_nodes(job);
	if (gres->gres_per_task)
		return _known_count(gres->gres_per_task) * _job_tasks(job);
	return _known_count(gres->gres_per_socket) * _job_nodes(job);
}

static double _gpus(const job_record_t *job)
{
	fts_list_t list = job->gres_list_alloc;
	bool given = list && !IS_JOB_PENDING(job);
	fts_list_iterator_t at;
	const gres_state_t *gres;
	double sum = 0;

	if (!given)
		list = job->gres_list_req;
	if (!list)
		return 0;
	at = list_iterator_create(list);
	while ((gres = list_next(at))) {
		const gres_job_state_t *state = gres->gres_data;

		if (xstrcmp(gres->gres_name, GPU))
			continue;
		sum += given ? _known_count(state->total_gres)
			     : _gres_wanted(job, state);
	}
	list_iterator_destroy(at);
	return sum;
}

/* Seconds that it has run, suspensions left out. */
static double _job_elapsed(const job_record_t *job, time_t now)
{
	time_t since = MAX(job->start_time, job->suspend_time);
	double before = (double) job->pre_sus_time;

	if (!IS_JOB_RUNNING(job) || now < since)
		return before;
	return before + (double) (now - since);
}

static double _job_walltime(const job_record_t *job, const part_record_t *part)
{
	uint32_t limit = job->time_limit;

	if (limit == NO_VAL && part)
		limit = fts_part_minutes(part);
	if (limit == INFINITE && part)
		limit = part->max_time;
	return limit == NO_VAL || limit == INFINITE ? 0
						    : (double) limit * MINUTE;
}

static bool _is_same_name(const char *kept, const char *name)
{
	return kept[0] && !strcmp(kept, name);
}

static void _keep_name(char *kept, size_t size, const char *name)
{
	size_t length = strlen(name);

	kept[0] = '\0';
	if (length < size)
		memcpy(kept, name, length + 1);
}

/* The memo holds what is said of this QOS. */
static void _see_qos(struct fts_component_memo *memo, const char *name)
{
	if (name && _is_same_name(memo->qos_name, name))
		return;
	_keep_name(memo->qos_name, sizeof(memo->qos_name), name ? name : "");
	memo->qos = ft_component_policy_qos(memo->policy, name);
	memo->qos_priority =
		ft_component_policy_priority(memo->policy, FT_QOS, name, 0);
}

/* The same of a partition; part may be NULL. */
static void _see_partition(struct fts_component_memo *memo,
			   const part_record_t *part)
{
	const char *name = part ? part->name : NULL;

	if (name && _is_same_name(memo->part_name, name) &&
	    memo->part_factor == part->priority_job_factor)
		return;
	_keep_name(memo->part_name, sizeof(memo->part_name), name ? name : "");
	memo->part_factor = part ? part->priority_job_factor : 0;
	memo->weights = ft_component_policy_weights(memo->policy, name);
	memo->part_priority = ft_component_policy_priority(
		memo->policy, FT_CLASS, name, memo->part_factor);
}

static void _open_memo(struct fts_component_memo *memo,
		       const struct ft_component_policy *policy)
{
	if (memo->policy != policy)
		*memo = (struct fts_component_memo){.policy = policy};
}

void fts_job_component_copy(const struct ft_component_policy *policy,
			    struct fts_component_memo *memo,
			    const job_record_t *job, int64_t waited, time_t now,
			    struct ft_component_job *ret_job)
{
	uint32_t disk = job->details->pn_min_tmp_disk;

	_open_memo(memo, policy);
	_see_qos(memo, job->qos_ptr ? job->qos_ptr->name : NULL);
	*ret_job = (struct ft_component_job){
		.qos = memo->qos,
		.nodes = _job_nodes(job),
		.cpus = _held_cpus(job),
		.mem_mb = _mem_mb(job),
		.disk_mb = disk == NO_VAL ? 0 : (double) disk * _job_nodes(job),
		.gpus = _gpus(job),
		.waited = (double) waited,
		.running = IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job),
	};
	if (ret_job->running)
		ret_job->elapsed = _job_elapsed(job, now);
	ret_job->priority[FT_QOS] = memo->qos_priority;
	if (ft_component_policy_uses(policy, FT_CRED_ACCOUNT))
		ret_job->priority[FT_ACCOUNT] = ft_component_policy_priority(
			policy, FT_ACCOUNT, job->account, 0);
}

struct fts_component_partition
fts_job_component_partition(const struct ft_component_policy *policy,
			    struct fts_component_memo *memo,
			    const job_record_t *job, const part_record_t *part)
{
	_open_memo(memo, policy);
	_see_partition(memo, part);
	return (struct fts_component_partition){
		.weights = memo->weights,
		.priority = memo->part_priority,
		.walltime = _job_walltime(job, part),
	};
}

void fts_job_component_names(const struct fts_priority_files *files, uid_t uid,
			     gid_t gid, struct ft_component_job *job)
{
	const struct ft_component_policy *policy = files->policy.components;

	if (ft_component_policy_uses(policy, FT_CRED_USER) &&
	    !fts_id_priority_get(&files->users, uid, &job->priority[FT_USER]))
		job->priority[FT_USER] = ft_component_policy_priority(
			policy, FT_USER, fts_id_name_user(uid), 0);
	if (ft_component_policy_uses(policy, FT_CRED_GROUP) &&
	    !fts_id_priority_get(&files->groups, gid, &job->priority[FT_GROUP]))
		job->priority[FT_GROUP] = ft_component_policy_priority(
			policy, FT_GROUP, fts_id_name_group(gid), 0);
}

struct ft_component_system fts_component_system(void)
{
	struct ft_component_system system = {
		.cpus = cluster_cpus,
		.gpus = _known_count(fts_gres_count((char *) GPU)),
	};

	for (int i = 0; i < node_record_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];

		if (!node || IS_NODE_FUTURE(node) || !node->config_ptr)
			continue;
		system.mem_mb += (double) node->config_ptr->real_memory;
		system.disk_mb += node->config_ptr->tmp_disk;
	}
	return system;
}

double fts_job_equivalents(const struct ft_component_system *system,
			   const job_record_t *job)
{
	struct ft_component_job given = {.mem_mb = _mem_mb(job)};
	const uint64_t *tres = job->tres_alloc_cnt;
	uint32_t disk = NO_VAL;

	if (tres)
		given.cpus = _known_count(tres[TRES_ARRAY_CPU]);
	if (job->details)
		disk = job->details->pn_min_tmp_disk;
	if (disk != NO_VAL)
		given.disk_mb = (double) disk * job->node_cnt;
	if (job->gres_list_alloc)
		given.gpus = _gpus(job);
	return ft_component_equivalents(system, &given);
}
