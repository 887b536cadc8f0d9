/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/pool.h.
 */
#include "slurm/reserve/resource/pool.h"

/* Licences that have a name come first, since lists of names lead to them. */
static const struct fts_pool *const pools[] = {
	&fts_licence_pool, &fts_layer_pool, &fts_array_pool,
	&fts_bb_pool,	   &fts_power_pool,
};

enum { COUNT = sizeof(pools) / sizeof(*pools) };

uint32_t fts_pool_names(struct fts_build *build)
{
	uint32_t count = 0;

	for (int i = 0; i < COUNT; i++)
		if (pools[i]->names)
			count += pools[i]->names(build);
	return count;
}

void fts_pool_begin(struct fts_build *build)
{
	for (int i = 0; i < COUNT; i++)
		if (pools[i]->begin)
			pools[i]->begin(build);
}

void fts_pool_held(struct fts_build *build, const job_record_t *job,
		   struct ft_run *run)
{
	for (int i = 0; i < COUNT; i++)
		if (pools[i]->held)
			pools[i]->held(build, job, run);
}

void fts_pool_runs(struct fts_build *build)
{
	for (int i = 0; i < COUNT; i++)
		if (pools[i]->runs)
			pools[i]->runs(build);
}

bool fts_pool_apart(struct fts_build *build, const job_record_t *job)
{
	bool apart = false;

	for (int i = 0; i < COUNT && !apart; i++)
		apart = pools[i]->apart && pools[i]->apart(build, job);
	return apart;
}

void fts_pool_wanted(struct fts_build *build, const job_record_t *job,
		     struct ft_request *request)
{
	for (int i = 0; i < COUNT; i++)
		if (pools[i]->wanted)
			pools[i]->wanted(build, job, request);
}

void fts_pool_free(struct fts_build *build)
{
	for (int i = 0; i < COUNT; i++)
		if (pools[i]->free)
			pools[i]->free(build);
}
