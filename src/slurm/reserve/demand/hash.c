/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_hash - has a pending job changed in the eyes of the planner?
 *
 * FNV-1a over the fields that planning reads.  Fields that job_limits_check()
 * rewrites for each partition are left out; what they are made from is in.
 * So are those that time alone changes: a begin time (a promise before it does
 * not stand anyhow), and which task an array head is once it is the last.
 * Among 100,000 different jobs the chance of two equal numbers is below one
 * in a thousand million.
 */
#include "slurm/reserve/build/build.h"

#include "slurm/reserve/demand/het.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/nodes/topology.h"

static const uint64_t prime = UINT64_C(1099511628211);

static uint64_t _mix(uint64_t hash, const void *data, size_t size)
{
	const unsigned char *byte = data;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ byte[i]) * prime;
	return hash;
}

static uint64_t _mix_int(uint64_t hash, uint64_t value)
{
	return _mix(hash, &value, sizeof(value));
}

/* NULL and "" differ, and the end of a text counts. */
static uint64_t _mix_text(uint64_t hash, const char *text)
{
	return text ? _mix(hash, text, strlen(text) + 1) : (hash ^ 1) * prime;
}

static uint64_t _mix_layout(uint64_t hash, const multi_core_data_t *layout)
{
	if (!layout)
		return _mix_int(hash, 0);
	hash = _mix_int(hash,
			layout->sockets_per_node |
				(uint64_t) layout->cores_per_socket << 16 |
				(uint64_t) layout->threads_per_core << 32);
	return _mix_int(hash,
			layout->ntasks_per_socket |
				(uint64_t) layout->ntasks_per_core << 16 |
				(uint64_t) layout->plane_size << 32 |
				(uint64_t) layout->ntasks_per_board << 48);
}

static uint64_t _mix_details(uint64_t hash, const job_details_t *details)
{
	hash = _mix_int(hash, details->min_nodes | (uint64_t) details->max_nodes
							   << 32);
	hash = _mix_int(hash,
			details->num_tasks |
				(uint64_t) details->ntasks_per_node << 32 |
				(uint64_t) details->ntasks_per_tres << 48);
	hash = _mix_int(hash, details->orig_min_cpus |
				      (uint64_t) details->orig_max_cpus << 32);
	hash = _mix_int(hash,
			details->orig_pn_min_cpus |
				(uint64_t) details->orig_cpus_per_task << 32 |
				(uint64_t) details->core_spec << 48);
	hash = _mix_int(hash, details->orig_pn_min_memory);
	hash = _mix_int(hash, details->pn_min_tmp_disk |
				      (uint64_t) details->contiguous << 32 |
				      (uint64_t) details->overcommit << 48);
	hash = _mix_int(hash, details->share_res |
				      (uint64_t) details->whole_node << 8 |
				      (uint64_t) details->task_dist << 32);
	hash = _mix_text(hash, details->features);
	hash = _mix_text(hash, details->prefer);
	hash = _mix_text(hash, details->cluster_features);
	hash = _mix_text(hash, details->req_nodes);
	hash = _mix_text(hash, details->exc_nodes);
	return _mix_layout(hash, details->mc_ptr);
}

/*
 * Of more nodes by name than a job takes slurmctld makes the only ones that it
 * may have (23.02): it excludes all others and keeps the names, but no set of
 * them.
 */
static uint64_t _mix_pool(uint64_t hash, const job_details_t *details)
{
	if (!details->req_nodes || details->req_node_bitmap)
		return hash;
	hash = _mix_text(hash, details->req_nodes);
	return _mix_int(hash, details->contiguous);
}

/*
 * Least amounts of a node, its layout, features, exclusions; where features
 * are counted or alternatives, the number of nodes decides as well.
 */
uint64_t fts_eligible_hash(const job_record_t *job)
{
	const job_details_t *details = job->details;
	const multi_core_data_t *layout = details->mc_ptr;
	uint64_t hash = UINT64_C(14695981039346656037);

	hash = _mix_int(hash,
			details->pn_min_cpus |
				(uint64_t) details->pn_min_tmp_disk << 32);
	hash = _mix_int(hash, details->pn_min_memory);
	if (layout)
		hash = _mix_int(
			hash,
			layout->sockets_per_node |
				(uint64_t) layout->cores_per_socket << 16 |
				(uint64_t) layout->threads_per_core << 32);
	hash = _mix_int(hash, fts_switch_key(job));
	hash = _mix_text(hash, details->exc_nodes);
	hash = _mix_pool(hash, details);
	hash = _mix_text(hash, details->features);
	hash = _mix_text(hash, details->prefer);
	hash = _mix_text(hash, details->cluster_features);
	hash = _mix_text(hash, FTS_EXTRA(job));
	if (!details->feature_list && !details->prefer_list)
		return hash;
	hash = _mix_int(hash,
			details->min_nodes | (uint64_t) job->user_id << 32);
	return _mix_int(hash, details->max_nodes |
				      (uint64_t) details->contiguous << 32 |
				      (uint64_t) (job->het_job_id != 0) << 48);
}

uint64_t fts_shape_hash(job_record_t *job)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	if (job->details)
		hash = _mix_details(hash, job->details);
	hash = _mix_text(hash, FTS_EXTRA(job));
	hash = _mix_int(hash, job->time_limit | (uint64_t) job->time_min << 32);
	hash = _mix_int(hash, job->bit_flags & (GRES_ENFORCE_BIND |
						JOB_MEM_SET | SPREAD_JOB));
	hash = _mix_int(hash, job->warn_flags |
				      (uint64_t) job->warn_time << 16 |
				      (uint64_t) job->req_switch << 32);
	hash = _mix_int(hash, job->wait4switch);
	hash = _mix_text(hash, job->tres_per_job);
	hash = _mix_text(hash, job->tres_per_node);
	hash = _mix_text(hash, job->tres_per_socket);
	hash = _mix_text(hash, job->tres_per_task);
	hash = _mix_text(hash, job->cpus_per_tres);
	hash = _mix_text(hash, job->mem_per_tres);
	hash = _mix_text(hash, job->licenses);
	hash = _mix_text(hash, job->burst_buffer);
	hash = _mix_text(hash, job->resv_name);
	hash = _mix_int(hash, job->reboot);
	if (job->details && job->details->feature_list &&
	    node_features_g_count())
		hash = _mix_int(hash,
				node_features_g_user_update(job->user_id));
	return _mix_text(hash, job->mcs_label);
}

uint64_t fts_schedule_hash(job_record_t *job)
{
	uint64_t hash = fts_shape_hash(job);
	const job_details_t *details = job->details;

	hash = _mix_int(hash, job->job_id | (uint64_t) job->array_job_id << 32);
	hash = _mix_int(hash, job->restart_cnt);
	hash = _mix_int(hash, job->qos_id | (uint64_t) job->assoc_id << 32);
	hash = _mix_int(hash, (job->job_state & ~FTS_JOB_UPDATE_DB) |
				      (uint64_t) job->user_id << 32);
	hash = _mix_int(hash, !job->priority);
	hash = _mix_int(hash, (uint64_t) job->deadline);
	hash = _mix_int(hash, job->delay_boot);
	hash = _mix_text(hash, job->partition);
	if (!details)
		return hash;
	if (FTS_QOS_LIST(job))
		hash = _mix_text(hash, FTS_QOS_REQUESTED(job));
	return _mix_text(hash, details->dependency);
}

static uint64_t _hash(job_record_t *job, const struct fts_candidate *candidate)
{
	return candidate->part_count ? fts_het_hash(job)
				     : fts_schedule_hash(job);
}

job_record_t *fts_schedule_find(const struct fts_candidate *candidate)
{
	job_record_t *job = find_job_record(candidate->job_id);

	if (!job || !IS_JOB_PENDING(job) || IS_JOB_COMPLETING(job) ||
	    !job->priority || !job->details ||
	    job->restart_cnt != candidate->restart_count ||
	    _hash(job, candidate) != candidate->hash)
		return NULL;
	return job;
}
