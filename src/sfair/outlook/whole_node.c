/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See whole_node.h.
 */
#include "ft_config.h"

#include "sfair/outlook/whole_node.h"

#include <string.h>

#include "core/base/list.h"
#include "sfair/base/tres_text.h"

/* The job asks so, or its partition or select/linear wants it. */
bool sfair_takes_whole(struct sfair_scene *scene, const job_info_t *job)
{
	const partition_info_t *partition =
		sfair_scene_partition(scene, job->partition);
	const char *select = scene->conf ? scene->conf->select_type : NULL;

	return job->shared == JOB_SHARED_NONE ||
	       (select && !strcmp(select, "select/linear")) ||
	       (partition && !partition->max_share);
}

static uint32_t _node_cpus(const node_info_t *node)
{
	return node->cpus_efctv ? node->cpus_efctv : node->cpus;
}

/* Is the node in a partition of the job, and not one that it refuses? */
static bool _may_have_node(struct sfair_scene *scene, const job_info_t *job,
			   uint32_t n)
{
	const partition_info_msg_t *all = sfair_scene_partitions(scene);

	if (sfair_node_in(job->exc_node_inx, n))
		return false;
	for (uint32_t i = 0; job->partition && all && i < all->record_count;
	     i++) {
		const partition_info_t *one = &all->partition_array[i];

		if (ft_list_has(job->partition, one->name, strlen(one->name)) &&
		    sfair_node_in(one->node_inx, n))
			return true;
	}
	return false;
}

/* Nodes that a job could have. */
struct range {
	uint32_t least, most; /* CPUs of one */
	uint32_t required;    /* nodes that the job names, and their CPUs */
	uint64_t cpus;
};

static void _count_cpus_of(struct sfair_scene *scene, const job_info_t *job,
			   uint32_t n, struct range *range)
{
	uint32_t cpus = _node_cpus(&scene->nodes->node_array[n]);
	bool required = sfair_node_in(job->req_node_inx, n);

	if (required) {
		range->required++;
		range->cpus += cpus;
	} else if (cpus < job->pn_min_cpus || !_may_have_node(scene, job, n)) {
		return;
	}
	range->least = cpus < range->least ? cpus : range->least;
	range->most = cpus > range->most ? cpus : range->most;
}

bool sfair_whole_nodes(struct sfair_scene *scene, const job_info_t *job,
		       struct sfair_whole *whole)
{
	const node_info_msg_t *all =
		sfair_takes_whole(scene, job) ? sfair_scene_nodes(scene) : NULL;
	struct range range = {.least = UINT32_MAX};

	for (uint32_t n = 0; all && n < all->record_count; n++)
		if (_node_cpus(&all->node_array[n]))
			_count_cpus_of(scene, job, n, &range);
	if (!range.most)
		return false;
	*whole = (struct sfair_whole){.nodes = job->num_nodes,
				      .cpus = range.cpus};
	whole->each = range.least == range.most ? range.least : 0;
	if (whole->each &&
	    (uint64_t) whole->nodes * whole->each < job->num_cpus)
		whole->nodes = (job->num_cpus + whole->each - 1) / whole->each;
	if (whole->nodes > range.required)
		whole->cpus += (uint64_t) (whole->nodes - range.required) *
			       range.least;
	if (whole->cpus < job->num_cpus)
		whole->cpus = job->num_cpus;
	return true;
}

double sfair_counted_amount(struct sfair_scene *scene, const job_info_t *job,
			    const char *tres)
{
	struct sfair_whole whole;

	if (!strcmp(tres, "cpu") && sfair_whole_nodes(scene, job, &whole))
		return (double) whole.cpus;
	return sfair_tres_amount(job->tres_req_str, tres);
}
