/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_hash - has a pending job changed in the eyes of the planner?
 *
 * A keyed hash of the fields that planning reads: users write many of them, and
 * two equal numbers stand for two equal jobs.  Fields that job_limits_check()
 * rewrites for each partition are left out; what they are made from is in.
 * So are those that time alone changes: a begin time (a promise before it does
 * not stand anyhow), and which task an array head is once it is the last.
 * Among 100,000 different jobs the chance of two equal numbers is below one
 * in a thousand million.
 */
#include "slurm/reserve/build/build.h"
#include "slurm/reserve/build/hash_key.h"

#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/nodes/node_rank.h"
#include "slurm/reserve/nodes/topology.h"

/* Most jobs have few of them: which ones is said by one number. */
static void _add_texts(struct ft_keyed_hash *hash, const char *const *text,
		       uint32_t count)
{
	uint64_t there = 0;

	for (uint32_t i = 0; i < count; i++)
		there |= (uint64_t) (text[i] != NULL) << i;
	ft_keyed_hash_add(hash, there);
	for (uint32_t i = 0; i < count; i++)
		if (text[i])
			ft_keyed_hash_add_text(hash, text[i]);
}

static void _add_layout(struct ft_keyed_hash *hash,
			const multi_core_data_t *layout)
{
	ft_keyed_hash_add(hash, layout != NULL);
	if (!layout)
		return;
	ft_keyed_hash_add(hash,
			  layout->sockets_per_node |
				  (uint64_t) layout->cores_per_socket << 16 |
				  (uint64_t) layout->threads_per_core << 32);
	ft_keyed_hash_add(hash,
			  layout->ntasks_per_socket |
				  (uint64_t) layout->ntasks_per_core << 16 |
				  (uint64_t) layout->plane_size << 32 |
				  (uint64_t) layout->ntasks_per_board << 48);
}

static void _add_details(struct ft_keyed_hash *hash,
			 const job_details_t *details)
{
	ft_keyed_hash_add(hash, details->min_nodes |
					(uint64_t) details->max_nodes << 32);
	ft_keyed_hash_add(hash,
			  details->num_tasks |
				  (uint64_t) details->ntasks_per_node << 32 |
				  (uint64_t) details->ntasks_per_tres << 48);
	ft_keyed_hash_add(hash,
			  details->orig_min_cpus |
				  (uint64_t) details->orig_max_cpus << 32);
	ft_keyed_hash_add(hash,
			  details->orig_pn_min_cpus |
				  (uint64_t) details->orig_cpus_per_task << 32 |
				  (uint64_t) details->core_spec << 48);
	ft_keyed_hash_add(hash, details->orig_pn_min_memory);
	ft_keyed_hash_add(hash, details->pn_min_tmp_disk |
					(uint64_t) details->contiguous << 32 |
					(uint64_t) details->overcommit << 48);
	ft_keyed_hash_add(hash, details->share_res |
					(uint64_t) details->whole_node << 8 |
					(uint64_t) details->task_dist << 32);
	_add_layout(hash, details->mc_ptr);
}

static void _add_asked_segments(struct ft_keyed_hash *hash,
				const job_record_t *job)
{
	ft_keyed_hash_add(hash,
			  FTS_SEGMENT_NODES(job) |
				  (uint64_t) FTS_SEGMENTS_APART(job) << 32 |
				  (uint64_t) FTS_SEGMENTS_JOINED(job) << 33);
}

/*
 * Of more nodes by name than a job takes slurmctld makes the only ones that it
 * may have (23.02): it excludes all others and keeps the names, but no set of
 * them.
 */
static void _add_pool(struct ft_keyed_hash *hash, const job_details_t *details)
{
	bool pool = details->req_nodes && !details->req_node_bitmap;

	ft_keyed_hash_add(hash, pool);
	if (!pool)
		return;
	ft_keyed_hash_add_text(hash, details->req_nodes);
	ft_keyed_hash_add(hash, details->contiguous);
}

/*
 * Least amounts of a node, its layout, features, exclusions; where features
 * are counted or alternatives, the number of nodes decides as well.
 */
uint64_t fts_eligible_hash(struct fts_build *build, const job_record_t *job)
{
	const job_details_t *details = job->details;
	const multi_core_data_t *layout = details->mc_ptr;
	struct ft_keyed_hash hash = fts_hash_begin();

	ft_keyed_hash_add(&hash, fts_node_rank(build, job));
	ft_keyed_hash_add(&hash, layout != NULL);
	if (layout)
		ft_keyed_hash_add(
			&hash,
			layout->sockets_per_node |
				(uint64_t) layout->cores_per_socket << 16 |
				(uint64_t) layout->threads_per_core << 32);
	ft_keyed_hash_add(&hash, fts_switch_key(job));
	ft_keyed_hash_add_text(&hash, details->exc_nodes);
	_add_pool(&hash, details);
	ft_keyed_hash_add_text(&hash, details->features);
	ft_keyed_hash_add_text(&hash, details->prefer);
	ft_keyed_hash_add_text(&hash, details->cluster_features);
	ft_keyed_hash_add_text(&hash, FTS_EXTRA(job));
	if (!details->feature_list && !details->prefer_list)
		return ft_keyed_hash_end(&hash);
	ft_keyed_hash_add(&hash,
			  details->min_nodes | (uint64_t) job->user_id << 32);
	ft_keyed_hash_add(&hash, details->max_nodes |
					 (uint64_t) details->contiguous << 32 |
					 (uint64_t) (job->het_job_id != 0)
						 << 48);
	return ft_keyed_hash_end(&hash);
}

/*
 * CPUs and memory of each GPU as the job itself wants them.  The texts of that
 * (cpus_per_tres, mem_per_tres) are no part of it: where the job says nothing
 * select writes there the defaults of the partition that it was last asked for.
 */
static void _add_per_gres(struct ft_keyed_hash *hash, const job_record_t *job)
{
	fts_list_iterator_t iterator;
	gres_state_t *gres;

	if (!job->gres_list_req)
		return;
	iterator = list_iterator_create(job->gres_list_req);
	while ((gres = list_next(iterator))) {
		const gres_job_state_t *state = gres->gres_data;

		ft_keyed_hash_add(hash, gres->plugin_id |
						(uint64_t) state->cpus_per_gres
							<< 32);
		ft_keyed_hash_add(hash, state->mem_per_gres);
	}
	list_iterator_destroy(iterator);
}

static void _add_asked_texts(struct ft_keyed_hash *hash,
			     const job_record_t *job)
{
	const job_details_t *details = job->details;
	const char *const text[] = {
		FTS_EXTRA(job),
		job->tres_per_job,
		job->tres_per_node,
		job->tres_per_socket,
		job->tres_per_task,
		job->licenses,
		job->burst_buffer,
		job->resv_name,
		job->mcs_label,
		details ? details->features : NULL,
		details ? details->prefer : NULL,
		details ? details->cluster_features : NULL,
		details ? details->req_nodes : NULL,
		details ? details->exc_nodes : NULL,
	};

	_add_texts(hash, text, ARRAY_SIZE(text));
}

uint64_t fts_shape_hash(job_record_t *job)
{
	struct ft_keyed_hash hash = fts_hash_begin();

	if (job->details) {
		_add_details(&hash, job->details);
		_add_asked_segments(&hash, job);
	}
	ft_keyed_hash_add(&hash,
			  job->time_limit | (uint64_t) job->time_min << 32);
	ft_keyed_hash_add(&hash,
			  job->bit_flags & (GRES_ENFORCE_BIND | JOB_MEM_SET |
					    JOB_NTASKS_SET | SPREAD_JOB));
	ft_keyed_hash_add(&hash, job->warn_flags |
					 (uint64_t) job->warn_time << 16 |
					 (uint64_t) job->req_switch << 32);
	ft_keyed_hash_add(
		&hash,
		job->wait4switch | (uint64_t) job->reboot << 32 |
			(uint64_t) (job->limit_set.time == ADMIN_SET_LIMIT)
				<< 48);
	_add_asked_texts(&hash, job);
	_add_per_gres(&hash, job);
	if (job->details && job->details->feature_list &&
	    node_features_g_count())
		ft_keyed_hash_add(&hash,
				  node_features_g_user_update(job->user_id));
	return ft_keyed_hash_end(&hash);
}

static uint64_t _schedule_hash(job_record_t *job, uint64_t shape)
{
	struct ft_keyed_hash hash = fts_hash_begin();
	const job_details_t *details = job->details;

	ft_keyed_hash_add(&hash, shape);
	ft_keyed_hash_add(&hash,
			  job->job_id | (uint64_t) job->array_job_id << 32);
	ft_keyed_hash_add(&hash, job->restart_cnt);
	ft_keyed_hash_add(&hash, job->qos_id | (uint64_t) job->assoc_id << 32);
	ft_keyed_hash_add(&hash, (job->job_state & ~FTS_JOB_UPDATE_DB) |
					 (uint64_t) job->user_id << 32);
	ft_keyed_hash_add(&hash, !job->priority);
	ft_keyed_hash_add(&hash, (uint64_t) job->deadline);
	ft_keyed_hash_add(&hash, job->delay_boot);
	ft_keyed_hash_add_text(&hash, job->partition);
	if (!details)
		return ft_keyed_hash_end(&hash);
	if (FTS_QOS_LIST(job))
		ft_keyed_hash_add_text(&hash, FTS_QOS_REQUESTED(job));
	ft_keyed_hash_add_text(&hash, details->dependency);
	return ft_keyed_hash_end(&hash);
}

uint64_t fts_schedule_hash(job_record_t *job)
{
	return _schedule_hash(job, fts_shape_hash(job));
}

uint64_t fts_build_shape_hash(struct fts_build *build, job_record_t *job)
{
	if (build->asked.job_id != job->job_id) {
		build->asked.hash = fts_shape_hash(job);
		build->asked.job_id = job->job_id;
	}
	return build->asked.hash;
}

uint64_t fts_build_schedule_hash(struct fts_build *build, job_record_t *job)
{
	return _schedule_hash(job, fts_build_shape_hash(build, job));
}
