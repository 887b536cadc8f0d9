/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See nodes/free_cores.h.
 */
#include "slurm/reserve/nodes/free_cores.h"

#include <stdlib.h>

#include "src/common/job_resources.h"
#include "src/common/node_conf.h"

#include "core/base/array.h"

#include "slurm/reserve/build/run_end.h"

struct fts_cores_entry {
	uint32_t job_id;
	uint32_t next; /* of the same node; 0: none */
};

void fts_cores_fini(struct fts_cores *cores)
{
	free(cores->started);
	free(cores->first);
	free(cores->entry);
	*cores = (struct fts_cores){.cycle = cores->cycle};
}

void fts_cores_started(struct fts_cores *cores, uint32_t job_id)
{
	if (FT_ARRAY_GROW(cores->started, cores->started_count,
			  cores->started_room))
		cores->started[cores->started_count++] = job_id;
}

static bool _add_core(struct fts_cores *cores, uint32_t node, uint32_t job_id)
{
	if (!FT_ARRAY_GROW(cores->entry, cores->entry_count, cores->entry_room))
		return false;
	cores->entry[cores->entry_count] = (struct fts_cores_entry){
		.job_id = job_id,
		.next = cores->first[node],
	};
	cores->first[node] = cores->entry_count++;
	return true;
}

static bool _open_core(struct fts_cores *cores)
{
	const struct ft_snapshot *snapshot = cores->cycle->snapshot;

	if (cores->first)
		return true;
	cores->first = calloc(snapshot->node_count + 1, sizeof(*cores->first));
	cores->entry_count = 1;
	if (!cores->first || !FT_ARRAY_GROW(cores->entry, 1, cores->entry_room))
		return false;
	for (uint32_t r = 0; r < snapshot->run_count; r++) {
		const struct ft_run *run = &snapshot->run[r];

		for (uint32_t s = 0; s < run->share_count; s++)
			if (!_add_core(cores, run->share[s].node, run->job_id))
				return false;
	}
	return true;
}

static bool _add_started(struct fts_cores *cores)
{
	uint32_t count = cores->cycle->snapshot->node_count;

	for (; cores->indexed < cores->started_count; cores->indexed++) {
		uint32_t job_id = cores->started[cores->indexed];
		const job_record_t *job = find_job_record(job_id);
		int64_t size;

		if (!job || !job->node_bitmap)
			continue;
		size = bit_size(job->node_bitmap);
		for (int64_t i = bit_ffs(job->node_bitmap);
		     i >= 0 && i < size && i < count; i++)
			if (bit_test(job->node_bitmap, i) &&
			    !_add_core(cores, (uint32_t) i, job_id))
				return false;
	}
	return true;
}

/* Takes the cores of one job away. */
static void _take_core(bitstr_t *free_cores, uint32_t job_id, uint32_t node)
{
	const job_record_t *job = find_job_record(job_id);
	job_resources_t *resources = job ? job->job_resrcs : NULL;
	int64_t size = bit_size(free_cores);
	int offset, nth;

	if (!resources || !resources->core_bitmap || !resources->node_bitmap ||
	    node >= bit_size(resources->node_bitmap) ||
	    !bit_test(resources->node_bitmap, node) ||
	    !(IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)) ||
	    fts_run_stopped(job))
		return;
	nth = node ? bit_set_count_range(resources->node_bitmap, 0, node) : 0;
	offset = get_job_resources_offset(resources, (uint32_t) nth, 0, 0);
	for (int64_t i = 0; offset >= 0 && i < size; i++)
		if (offset + i < bit_size(resources->core_bitmap) &&
		    bit_test(resources->core_bitmap, offset + i))
			bit_clear(free_cores, i);
}

bitstr_t *fts_cores_free(struct fts_cores *cores, uint32_t node)
{
	const node_record_t *record = node_record_table_ptr[node];
	bitstr_t *free_cores;

	if (!_open_core(cores) || !_add_started(cores))
		return NULL;
	free_cores = bit_alloc(record->tot_cores);
	for (int64_t i = 0; i < record->tot_cores; i++)
		if (!record->node_spec_bitmap ||
		    (i < bit_size(record->node_spec_bitmap) &&
		     bit_test(record->node_spec_bitmap, i)))
			bit_set(free_cores, i);
	for (uint32_t e = cores->first[node]; e; e = cores->entry[e].next)
		_take_core(free_cores, cores->entry[e].job_id, node);
	return free_cores;
}
