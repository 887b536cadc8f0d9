/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_boot - nodes that are powered down have to boot first.
 *
 * To slurmctld such a node is available: a job that is started on it has it,
 * and all its other nodes, from then on, and its limit counts from when they
 * are up.  How long that takes is not known; ResumeTimeout is when slurmctld
 * gives up, so plans count with that, but not with more than rsv_boot: what is
 * longer tells of patience.  A node that a later start needs is woken
 * before (start/node_wake.h); that the job then needs no boot is not foreseen.
 */
#include "slurm/reserve/build/build.h"
#include "slurm/reserve/build/run_end.h"
#include "slurm/reserve/nodes/node_boot.h"
#include "slurm/reserve/resource/node_power.h"

#include "src/common/node_conf.h"

/* Of those nodes: the longest that one asleep takes to boot; 0: none is. */
static uint32_t _longest_boot(const struct fts_build *build,
			      const struct ft_node_set *nodes)
{
	uint32_t boot = 0;

	if (!build->asleep || !ft_node_set_overlap(nodes, build->asleep))
		return 0;
	for (uint32_t i = ft_node_set_next(nodes, 0); i < nodes->size;
	     i = ft_node_set_next(nodes, i + 1))
		if (ft_node_set_has(build->asleep, i) &&
		    node_record_table_ptr[i])
			boot = MAX(boot,
				   fts_node_boot(build->options,
						 node_record_table_ptr[i]));
	return boot;
}

/* The eligible nodes that are up, if they could do; else NULL. */
static const struct ft_node_set *_awake(struct fts_build *build,
					const struct ft_request *request)
{
	struct ft_node_set *set = fts_build_scratch(build);
	struct fts_shared *shared;

	if (!set)
		return NULL;
	ft_node_set_or(set, request->eligible);
	ft_node_set_and_not(set, build->asleep);
	if (ft_node_set_count(set) < request->min_nodes ||
	    (request->required && !ft_node_set_subset(request->required, set)))
		return NULL;
	shared = fts_build_share_set(build, set);
	return shared ? (const void *) shared->data : NULL;
}

/* All of its nodes boot, for at most so many seconds; then it needs a while. */
static void _lengthen_boot(const struct fts_build *build,
			   struct ft_request *request, uint32_t boot,
			   struct fts_manner *manner)
{
	int64_t most = request->end_by == FT_NEVER
			       ? INT64_MAX
			       : request->end_by -
					 MAX(request->not_before, build->now);

	most = MAX(most - request->duration, 0);
	boot = (uint32_t) MIN((int64_t) boot, most);
	request->duration += boot;
	if (request->least)
		request->least += boot;
	manner->boot = boot;
}

uint32_t fts_build_boot(struct fts_build *build, uint32_t must,
			struct fts_shape *shape, uint32_t n)
{
	struct ft_request *any = &shape->request[n];
	uint32_t boot = _longest_boot(build, any->eligible);
	const struct ft_node_set *awake;

	if (must)
		boot = MAX(boot, must);
	if (!boot)
		return 1;
	awake = must ? NULL : _awake(build, any);
	if (awake) {
		any[1] = any[0];
		any[0].eligible = awake;
		shape->partition[n + 1] = shape->partition[n];
		shape->reservation[n + 1] = shape->reservation[n];
		shape->manner[n + 1] = shape->manner[n];
		any++;
	}
	if (!must)
		fts_build_power_request(build, any);
	_lengthen_boot(build, any, boot, &shape->manner[awake ? n + 1 : n]);
	return awake ? 2 : 1;
}
