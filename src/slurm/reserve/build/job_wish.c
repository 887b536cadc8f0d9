/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_wish.h.
 */
#include "slurm/reserve/build/job_wish.h"

uint32_t fts_part_rows(const part_record_t *part)
{
	uint32_t rows = part->max_share & (uint16_t) ~SHARED_FORCE;

	return rows > 1 ? rows : 1;
}

bool fts_part_forces(const part_record_t *part)
{
	return part->max_share & SHARED_FORCE;
}

bool fts_job_wants_sharing(const job_record_t *job)
{
	return job->part_ptr && job->details &&
	       !fts_part_forces(job->part_ptr) &&
	       fts_part_rows(job->part_ptr) > 1 && job->details->share_res == 1;
}

bool fts_job_shares(const job_record_t *job)
{
	return (job->part_ptr && fts_part_forces(job->part_ptr)) ||
	       fts_job_wants_sharing(job);
}

static int _find_by_socket(void *gres, void *key)
{
	const gres_job_state_t *state = ((gres_state_t *) gres)->gres_data;

	(void) key;
	return state->gres_per_socket != 0;
}

bool fts_job_binds(const job_record_t *job)
{
	return job->gres_list_req && list_count(job->gres_list_req) &&
	       ((job->bit_flags & GRES_ENFORCE_BIND) ||
		list_find_first(job->gres_list_req, _find_by_socket, NULL));
}

static int _is_gpu(void *x, void *arg)
{
	const gres_state_t *gres = x;

	(void) arg;
	return gres->plugin_id == gres_build_id("gpu") ||
	       gres->plugin_id == gres_build_id("shard") ||
	       gres->plugin_id == gres_build_id("mps");
}

bool fts_job_wants_gpus(const job_record_t *job)
{
	return job->gres_list_req &&
	       list_find_first(job->gres_list_req, _is_gpu, NULL);
}
