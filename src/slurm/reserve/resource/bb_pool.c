/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_bb_pool - room in the pools of burst_buffer/lua, over time.
 *
 * Each pool is a licence of the snapshot, behind those that have a name.  What
 * the plugin tells clients says how much there is, and how much of it each job
 * has; what a waiting job wants is read as the plugin reads it.
 *
 * A job that has its buffer keeps it until it ends, whether it runs or still
 * waits for nodes: then it asks for no more, and what it has is held by a run
 * without nodes until the end of its planned run.  What a job that has ended
 * leaves behind is taken to need as long again as it has needed so far.  Space
 * that no known job has is not there.
 *
 * Nothing of this is done for other plugins, or for several at once: see
 * resource/bb_start.c.
 */
#include "slurm/reserve/build/run_end.h"
#include "slurm/reserve/resource/burst_buffer.h"
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/resource/pool.h"

#include <stdlib.h>

#include "src/common/pack.h"

#include "core/snapshot/buffer_wish.h"

struct fts_buffer {
	uint32_t job_id;
	uint32_t pool;
	int64_t amount;
	int64_t since; /* it was made */
	bool placed;   /* a run holds it */
};

struct fts_bb_pools {
	uint32_t count;
	struct ft_buffer_pool *pool;
	int64_t *total, *used; /* as the plugin says */
	uint32_t licence;      /* of the first pool; the others follow */
	uint32_t buffer_count;
	struct fts_buffer *buffer;
	struct ft_id_map by_job; /* its buffer */
};

static void _free_pools(struct fts_build *build)
{
	struct fts_bb_pools *pools = build->pool.buffers;

	if (!pools)
		return;
	for (uint32_t i = 0; pools->pool && i < pools->count; i++)
		free(pools->pool[i].name);
	free(pools->pool);
	free(pools->total);
	free(pools->used);
	free(pools->buffer);
	ft_id_map_fini(&pools->by_job);
	free(pools);
	build->pool.buffers = NULL;
}

/* What the plugins tell clients; NULL: nothing that can be read. */
static burst_buffer_info_msg_t *_ask_pool(void)
{
	buf_t *buffer = init_buf(BUF_SIZE);

	if (bb_g_state_pack(0, buffer, SLURM_PROTOCOL_VERSION) == SLURM_SUCCESS)
		return fts_told(RESPONSE_BURST_BUFFER_INFO, buffer);
	FREE_NULL_BUFFER(buffer);
	return NULL;
}

static int64_t _clip(uint64_t amount)
{
	return amount > INT64_MAX / 4 ? INT64_MAX / 4 : (int64_t) amount;
}

static bool _copy_pools(struct fts_build *build, struct fts_bb_pools *pools,
			const burst_buffer_info_t *info)
{
	uint32_t count = info->pool_cnt;

	pools->pool = calloc(count, sizeof(*pools->pool));
	pools->total = calloc(count, sizeof(*pools->total));
	pools->used = calloc(count, sizeof(*pools->used));
	if (!pools->pool || !pools->total || !pools->used)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const burst_buffer_pool_t *pool = &info->pool_ptr[i];
		uint32_t licence = fts_build_new_licence(build, 0);

		pools->pool[i].name = strdup(pool->name ? pool->name : "");
		if (!pools->pool[i].name || licence == FT_NO_INDEX)
			return false;
		pools->count++;
		pools->pool[i].grain = MAX(_clip(pool->granularity), 1);
		pools->total[i] = _clip(pool->total_space);
		pools->used[i] =
			_clip(MAX(pool->used_space, pool->unfree_space));
		if (!i)
			pools->licence = licence;
	}
	return true;
}

static uint32_t _find_pool(const struct fts_bb_pools *pools, const char *name)
{
	for (uint32_t i = 0; i < pools->count; i++)
		if (!xstrcmp(pools->pool[i].name, name))
			return i;
	return FT_NO_INDEX;
}

static bool _copy_buffers(struct fts_bb_pools *pools,
			  const burst_buffer_info_t *info)
{
	pools->buffer =
		calloc((size_t) info->buffer_count + 1, sizeof(*pools->buffer));
	if (!pools->buffer)
		return false;
	for (uint32_t i = 0; i < info->buffer_count; i++) {
		const burst_buffer_resv_t *have =
			&info->burst_buffer_resv_ptr[i];
		uint32_t pool = _find_pool(pools, have->pool);

		if (pool == FT_NO_INDEX || !have->job_id)
			continue;
		if (ft_id_map_put(&pools->by_job, have->job_id,
				  pools->buffer_count))
			return false;
		pools->buffer[pools->buffer_count++] = (struct fts_buffer){
			.job_id = have->job_id,
			.pool = pool,
			.amount = _clip(have->size),
			.since = have->create_time,
		};
	}
	return true;
}

static void _begin_pools(struct fts_build *build)
{
	burst_buffer_info_msg_t *info;

	if (xstrcmp(slurm_conf.bb_type, "burst_buffer/lua"))
		return;
	info = _ask_pool();
	if (info && info->record_count == 1 &&
	    info->burst_buffer_array[0].pool_cnt) {
		build->pool.buffers = calloc(1, sizeof(*build->pool.buffers));
		if (!build->pool.buffers ||
		    !_copy_pools(build, build->pool.buffers,
				 &info->burst_buffer_array[0]) ||
		    !_copy_buffers(build->pool.buffers,
				   &info->burst_buffer_array[0]))
			build->failed = true;
	}
	if (info)
		slurm_free_burst_buffer_info_msg(info);
}

static struct fts_buffer *_find_buffer(const struct fts_build *build,
				       uint32_t job_id)
{
	uint32_t at;

	if (!build->pool.buffers ||
	    !ft_id_map_get(&build->pool.buffers->by_job, job_id, &at))
		return NULL;
	return &build->pool.buffers->buffer[at];
}

static void _hold_buffer(struct fts_build *build, struct ft_run *run,
			 struct fts_buffer *buffer)
{
	buffer->placed = true;
	if (buffer->amount)
		run->licence = fts_build_one_more(
			build, run->licence, &run->licence_count,
			build->pool.buffers->licence + buffer->pool,
			buffer->amount);
}

static void _held_buffer(struct fts_build *build, const job_record_t *job,
			 struct ft_run *run)
{
	struct fts_buffer *buffer = _find_buffer(build, job->job_id);

	if (buffer && !buffer->placed)
		_hold_buffer(build, run, buffer);
}

/*
 * When a buffer will be gone that no run of the plan has.  What cannot be known
 * is guessed, and a guess stands until it has passed: one that moves on with
 * every cycle would move promises, and make the next cycle.
 */
static int64_t _gone_pool(const struct fts_build *build,
			  const struct fts_buffer *buffer)
{
	const job_record_t *job = find_job_record(buffer->job_id);
	int64_t since = buffer->since, guess = 1;

	if (job && (IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)))
		return fts_run_end(build, job);
	if (job && IS_JOB_PENDING(job)) {
		guess = MAX(fts_run_limit(job), 1);
		if (job->start_time > build->now)
			return job->start_time + guess;
		if (job->start_time)
			since = job->start_time;
	} else if (job && job->end_time) {
		since = job->end_time;
	}
	since = MIN(since, build->now);
	while (guess <= build->now - since)
		guess *= 2;
	return since + guess;
}

static void _rest_buffers(struct fts_build *build)
{
	struct fts_bb_pools *pools = build->pool.buffers;

	if (!pools || build->failed)
		return;
	for (uint32_t i = 0; i < pools->buffer_count; i++) {
		struct fts_buffer *buffer = &pools->buffer[i];
		struct ft_run *run;

		pools->used[buffer->pool] -= buffer->amount;
		if (buffer->placed)
			continue;
		/* of no job: the job itself may be planned besides */
		run = ft_snapshot_add_run(build->snapshot);
		if (!run) {
			build->failed = true;
			return;
		}
		run->end = _gone_pool(build, buffer);
		_hold_buffer(build, run, buffer);
	}
	for (uint32_t i = 0; i < pools->count; i++)
		build->snapshot->licence_total[pools->licence + i] =
			MAX(pools->total[i] - MAX(pools->used[i], 0), 0);
}

/* False: it is not known. */
static bool _pool_wish(const struct fts_build *build, const job_record_t *job,
		       struct ft_buffer_wish *wish)
{
	return build->pool.buffers &&
	       !ft_buffer_wish_read(job->burst_buffer,
				    build->pool.buffers->pool,
				    build->pool.buffers->count, wish);
}

bool fts_build_pool_known(const struct fts_build *build,
			  const job_record_t *job)
{
	struct ft_buffer_wish wish;

	return _pool_wish(build, job, &wish);
}

static void _wanted_buffer(struct fts_build *build, const job_record_t *job,
			   struct ft_request *request)
{
	struct ft_buffer_wish wish;

	if (!job->burst_buffer || _find_buffer(build, job->job_id) ||
	    !_pool_wish(build, job, &wish) || !wish.amount)
		return;
	request->licence = fts_build_one_more(
		build, request->licence, &request->licence_count,
		build->pool.buffers->licence + wish.pool, wish.amount);
}

/* Jobs that have a burst buffer are bound apart in any case. */
const struct fts_pool fts_bb_pool = {
	.begin = _begin_pools,
	.held = _held_buffer,
	.runs = _rest_buffers,
	.wanted = _wanted_buffer,
	.free = _free_pools,
};
