/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See outlook_share.h.
 */
#include "ft_config.h"

#include "sfair/outlook/outlook_share.h"

#include <math.h>

#include "core/base/arena.h"
#include "sfair/base/tres_text.h"
#include "sfair/outlook/outlook_gres.h"
#include "slurm/common/compat_client.h"

/* CPUs of the node; 0: that is not told. */
static int64_t _told_cpus(const struct sfair_outlook_place *place,
			  uint32_t index)
{
	job_resources_t *all = place->job->job_resrcs;
	int cpus = all ? fts_job_cpus_on_node(all, (int) index) : 0;

	return cpus > 0 ? cpus : 0;
}

static int64_t _told_total(const struct sfair_outlook_place *place)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < place->nodes; i++)
		sum += _told_cpus(place, i);
	return sum;
}

/* May nodes of a job that waits get other amounts than the others? */
static bool _may_be_uneven(const struct sfair_outlook_place *place)
{
	const job_info_t *job = place->job;

	if (place->nodes <= 1)
		return false;
	if (job->tres_per_job && *job->tres_per_job)
		return true;
	if (job->ntasks_per_node && job->ntasks_per_node != NO_VAL16)
		return false;
	return job->num_tasks != NO_VAL && job->num_tasks > place->nodes;
}

/* MB of the node, if what is asked for makes up all that the job has. */
static int64_t _told_memory(const struct sfair_outlook_place *place,
			    int64_t cpus, int64_t all_memory, bool *guessed)
{
	uint64_t asked = place->job->pn_min_memory;
	int64_t each = (int64_t) (asked & ~MEM_PER_CPU);
	bool by_cpu = asked & MEM_PER_CPU;

	if (asked != NO_VAL64 && each &&
	    all_memory == each * (by_cpu ? _told_total(place)
					 : (int64_t) place->nodes))
		return by_cpu ? each * cpus : each;
	*guessed |= place->nodes > 1 && all_memory;
	return (all_memory + place->nodes - 1) / place->nodes;
}

static int64_t _whole_cores(double cpus, uint32_t threads)
{
	return (int64_t) ceil(cpus / threads);
}

static void _even_share(const struct ft_outlook *outlook,
			const struct sfair_outlook_place *place,
			int64_t *amount)
{
	const job_info_t *job = place->job;
	const char *tres =
		sfair_job_runs(job) ? job->tres_alloc_str : job->tres_req_str;

	amount[FT_CORES] = _whole_cores(
		sfair_tres_amount(tres, "cpu") / place->nodes, place->threads);
	amount[FT_MEMORY] =
		(int64_t) ceil(sfair_tres_amount(tres, "mem") / place->nodes);
	for (uint32_t k = FT_FIRST_GRES; k < outlook->resource_count; k++)
		amount[k] = sfair_gres_of_job(job, outlook->resource[k],
					      place->nodes);
}

/* What is told of this node, in place of the even parts. */
static void _told_share(const struct ft_outlook *outlook,
			const struct sfair_outlook_place *place,
			int64_t *amount, bool *guessed)
{
	const job_info_t *job = place->job;
	int64_t cpus = _told_cpus(place, place->index);
	bool detailed = job->gres_detail_cnt == place->nodes;

	if (!cpus) {
		*guessed |= place->nodes > 1;
		return;
	}
	amount[FT_CORES] = _whole_cores((double) cpus, place->threads);
	amount[FT_MEMORY] = _told_memory(
		place, cpus,
		(int64_t) sfair_tres_amount(job->tres_alloc_str, "mem"),
		guessed);
	for (uint32_t k = FT_FIRST_GRES; k < outlook->resource_count; k++)
		if (detailed)
			amount[k] = sfair_gres_on_node(
				job, outlook->resource[k], place->index);
		else
			*guessed |= place->nodes > 1 && amount[k];
}

int64_t *sfair_outlook_share(const struct ft_outlook *outlook,
			     const struct sfair_outlook_place *place,
			     bool *guessed)
{
	int64_t *amount = ft_arena_alloc(
		outlook->arena, outlook->resource_count * sizeof(*amount));

	if (!amount || !place->nodes)
		return NULL;
	_even_share(outlook, place, amount);
	if (sfair_job_runs(place->job))
		_told_share(outlook, place, amount, guessed);
	else
		*guessed |= _may_be_uneven(place);
	return amount;
}
