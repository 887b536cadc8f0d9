/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/dimension.h.
 */
#include "slurm/reserve/resource/dimension.h"

#include "core/base/index_map.h"

/* A dimension may look at the columns of those before it.  Choices come last.
 */
static const struct fts_dimension *const dimensions[] = {
	&fts_gres,	 &fts_disk,	     &fts_exclusive,
	&fts_max_cpus,	 &fts_gpu_cores,     &fts_core_resv,
	&fts_shared_gpu, &fts_oversubscribe, &fts_socket_gpu,
};

enum { COUNT = sizeof(dimensions) / sizeof(*dimensions) };

uint32_t fts_dimension_columns(struct fts_build *build, uint32_t count)
{
	bool choice = false;

	for (int i = 0; i < COUNT; i++) {
		if (dimensions[i]->choice && !choice)
			build->cycle->choice_first = count;
		choice |= dimensions[i]->choice;
		count = dimensions[i]->columns(build, count);
	}
	return count;
}

void fts_dimension_capacity(struct fts_build *build, const node_record_t *node,
			    int64_t *capacity)
{
	for (int i = 0; i < COUNT; i++)
		dimensions[i]->capacity(build, node, capacity);
}

void fts_dimension_held(struct fts_build *build, struct fts_held *held)
{
	for (int i = 0; i < COUNT && !held->whole; i++)
		if (dimensions[i]->held)
			dimensions[i]->held(build, held);
}

void fts_dimension_runs(struct fts_build *build)
{
	for (int i = 0; i < COUNT; i++)
		if (dimensions[i]->runs)
			dimensions[i]->runs(build);
}

void fts_dimension_wanted(struct fts_build *build, job_record_t *job,
			  struct fts_demand *demand)
{
	for (int i = 0; i < COUNT; i++)
		if (dimensions[i]->wanted)
			dimensions[i]->wanted(build, job, demand);
}

uint64_t fts_dimension_key(const struct fts_build *build,
			   const job_record_t *job)
{
	uint64_t key = 0;

	for (int i = 0; i < COUNT; i++)
		if (dimensions[i]->key)
			key = ft_index_mix(key, dimensions[i]->key(build, job));
	return key;
}

bool fts_dimension_show(struct fts_hidden *hidden,
			const struct fts_cycle *cycle,
			const struct fts_manner *manner,
			const struct ft_placement *placement)
{
	for (int i = 0; i < COUNT; i++)
		if (dimensions[i]->show &&
		    !dimensions[i]->show(hidden, cycle, manner, placement))
			return false;
	return true;
}

void fts_dimension_free(struct fts_build *build)
{
	for (int i = 0; i < COUNT; i++)
		if (dimensions[i]->free)
			dimensions[i]->free(build);
}
