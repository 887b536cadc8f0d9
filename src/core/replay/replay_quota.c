/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_quota.h.
 */
#include "core/replay/replay_quota.h"

#include <errno.h>
#include <stdlib.h>

#define HOUR 3600.0

static int _period_limit(struct ft_replay_quota *quota, int64_t processors)
{
	uint32_t count = quota->population->list.count;
	double all = (double) processors * FT_REPLAY_QUOTA_PERIOD / HOUR;
	double *promised = calloc(count, sizeof(*promised));
	int rc = promised ? ft_population_promise(quota->population, promised)
			  : -ENOMEM;

	ft_quota_clear(quota->quota, count);
	for (uint32_t i = 1; !rc && i < count; i++)
		quota->quota[i].limit[FT_QUOTA_CPU] = all * promised[i];
	free(promised);
	return rc;
}

extern int ft_replay_quota_init(struct ft_replay_quota *quota,
				const struct ft_population *population,
				int64_t processors)
{
	uint32_t count = population->list.count;

	*quota = (struct ft_replay_quota){.population = population,
					  .period_end = INT64_MIN};
	quota->quota = calloc(count, sizeof(*quota->quota));
	quota->used = calloc(count, sizeof(*quota->used));
	if (!quota->quota || !quota->used)
		return -ENOMEM;
	return _period_limit(quota, processors);
}

extern void ft_replay_quota_free(struct ft_replay_quota *quota)
{
	ft_quota_place_fini(&quota->place);
	free(quota->quota);
	free(quota->used);
	free(quota->job);
	free(quota->order);
	*quota = (struct ft_replay_quota){0};
}

extern void ft_replay_quota_charge(struct ft_replay_quota *quota, uint32_t leaf,
				   double processor_seconds)
{
	quota->used[leaf] += processor_seconds / HOUR;
}

extern void ft_replay_quota_look(struct ft_replay_quota *quota, int64_t now)
{
	uint32_t count = quota->population->list.count;

	if (quota->period_end == INT64_MIN)
		quota->period_end = now + FT_REPLAY_QUOTA_PERIOD;
	if (now >= quota->period_end) {
		for (uint32_t i = 0; i < count; i++)
			quota->used[i] = 0;
		quota->period_end += (1 + (now - quota->period_end) /
						  FT_REPLAY_QUOTA_PERIOD) *
				     FT_REPLAY_QUOTA_PERIOD;
	}
	for (uint32_t i = 0; i < count; i++)
		quota->quota[i].used[FT_QUOTA_CPU] = quota->used[i];
	ft_quota_judge(&quota->population->list, quota->quota);
}

static int _grow_period(struct ft_replay_quota *quota, uint32_t count)
{
	void *more;

	if (count <= quota->room)
		return 0;
	more = realloc(quota->job, 2 * count * sizeof(*quota->job));
	if (!more)
		return -ENOMEM;
	quota->job = more;
	more = realloc(quota->order, 2 * count * sizeof(*quota->order));
	if (!more)
		return -ENOMEM;
	quota->order = more;
	quota->room = 2 * count;
	return 0;
}

extern int ft_replay_quota_vote(struct ft_replay_quota *quota,
				const uint32_t *job, uint32_t count)
{
	const struct ft_population *population = quota->population;
	int rc = _grow_period(quota, count);

	ft_quota_place_fini(&quota->place);
	if (rc || !count)
		return rc;
	for (uint32_t i = 0; i < count; i++)
		quota->job[i] = (struct ft_quota_job){
			.job_id = job[i],
			.account = population->leaf[job[i]],
			.submit = job[i],
		};
	rc = ft_quota_order(&population->list, quota->quota, quota->job, count,
			    quota->order);
	if (rc)
		return rc;
	return ft_quota_place_make(&population->list, quota->quota, quota->job,
				   count, quota->order, &quota->place);
}

extern double ft_replay_quota_factor(const struct ft_replay_quota *quota,
				     uint32_t job)
{
	return ft_quota_place_of(&quota->place, &quota->population->list,
				 quota->quota, job,
				 quota->population->leaf[job]);
}
