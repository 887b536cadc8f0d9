/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See free_nodes.h.
 */
#include "ft_config.h"

#include "sfair/answer/free_nodes.h"

#include <stdlib.h>

#include "sfair/outlook/outlook_live.h"

bool sfair_wants_whole_nodes(const struct sfair_why *why,
			     const struct ft_outlook_job *row)
{
	return row->request != FT_NO_INDEX &&
	       why->outlook.request[row->request]->exclusive;
}

static bool _is_shut(const struct ft_outlook *outlook,
		     const struct ft_outlook_job *row, uint32_t node)
{
	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *closure = &outlook->closure[i];

		if (closure->nodes && ft_node_set_has(closure->nodes, node) &&
		    closure->start < outlook->made + row->duration &&
		    closure->end > outlook->made)
			return true;
	}
	return false;
}

/* Of those that the job could have. */
static void _keep_usable(struct sfair_free_nodes *nodes,
			 const struct ft_outlook_job *row)
{
	const struct ft_outlook *outlook = nodes->outlook;

	for (uint32_t n = ft_node_set_next(nodes->usable, 0);
	     n < nodes->usable->size;
	     n = ft_node_set_next(nodes->usable, n + 1))
		if (outlook->node[n].available_from > outlook->made ||
		    _is_shut(outlook, row, n))
			ft_node_set_drop(nodes->usable, n);
}

static void _take_share(struct sfair_free_nodes *nodes,
			const struct ft_share *share)
{
	uint32_t kinds = nodes->outlook->resource_count;

	nodes->runs[share->node]++;
	for (uint32_t k = 0; k < kinds; k++) {
		int64_t *left = &nodes->left[share->node * kinds + k];

		*left = share->amount ? *left - share->amount[k] : -1;
	}
}

static void _count_left(struct sfair_free_nodes *nodes)
{
	const struct ft_outlook *outlook = nodes->outlook;
	uint32_t kinds = outlook->resource_count;

	for (uint32_t n = 0; n < outlook->node_count; n++)
		for (uint32_t k = 0; k < kinds; k++)
			nodes->left[n * kinds + k] =
				outlook->node[n].capacity[k];
	for (uint32_t i = 0; i < outlook->run_count; i++)
		for (uint32_t s = 0; s < outlook->run[i].share_count; s++) {
			const struct ft_share *share =
				&outlook->run[i].share[s];

			_take_share(nodes, share);
			nodes->guessed |=
				outlook->run[i].guessed &&
				ft_node_set_has(nodes->usable, share->node);
		}
}

/* The same of each node, or NULL. */
static const int64_t *_need_of(const struct sfair_free_nodes *nodes,
			       const struct ft_outlook_job *row)
{
	const int64_t *need = row->share[0].amount;

	for (uint32_t i = 1; i < row->share_count; i++)
		for (uint32_t k = 0; k < nodes->outlook->resource_count; k++)
			if (!need || !row->share[i].amount ||
			    need[k] != row->share[i].amount[k])
				return NULL;
	return need;
}

void sfair_free_nodes_close(struct sfair_free_nodes *nodes)
{
	ft_node_set_free(nodes->usable);
	free(nodes->left);
	free(nodes->runs);
	*nodes = (struct sfair_free_nodes){0};
}

bool sfair_free_nodes_open(struct sfair_why *why, const job_info_t *job,
			   const struct ft_outlook_job *row,
			   struct sfair_free_nodes *nodes)
{
	const struct ft_outlook *outlook = &why->outlook;
	const char *name = row->partition < outlook->partition_count
				   ? outlook->partition[row->partition]
				   : job->partition;
	const struct ft_node_set *all =
		sfair_outlook_partition(&why->scene, outlook, name, NULL);
	const struct ft_node_set *set =
		row->request != FT_NO_INDEX
			? outlook->request[row->request]->eligible
			: sfair_outlook_partition(&why->scene, outlook, name,
						  job->features);
	size_t count = outlook->node_count;

	if (!set || !row->share_count)
		return false;
	*nodes = (struct sfair_free_nodes){
		.outlook = outlook,
		.usable = ft_node_set_copy(set),
		.whole = sfair_wants_whole_nodes(why, row) ||
			 job->shared == JOB_SHARED_NONE ||
			 !row->share[0].amount,
		.guessed = row->guessed,
		.left = calloc(count * outlook->resource_count + 1,
			       sizeof(*nodes->left)),
		.runs = calloc(count + 1, sizeof(*nodes->runs)),
		.need = NULL};
	if (!nodes->usable || !nodes->left || !nodes->runs) {
		sfair_free_nodes_close(nodes);
		return false;
	}
	_keep_usable(nodes, row);
	_count_left(nodes);
	nodes->all = all && ft_node_set_equal(all, nodes->usable);
	nodes->need = _need_of(nodes, row);
	return true;
}

int64_t sfair_free_nodes_left(const struct sfair_free_nodes *nodes,
			      uint32_t node, uint32_t resource)
{
	int64_t left =
		nodes->left[node * nodes->outlook->resource_count + resource];

	return left > 0 ? left : 0;
}

bool sfair_free_nodes_lack(const struct sfair_free_nodes *nodes, uint32_t node,
			   uint32_t resource)
{
	int64_t left =
		nodes->left[node * nodes->outlook->resource_count + resource];

	if (nodes->whole)
		return nodes->runs[node];
	return left < 0 || !nodes->need || left < nodes->need[resource];
}

uint32_t sfair_free_nodes_count(const struct sfair_free_nodes *nodes)
{
	uint32_t count = 0;

	for (uint32_t n = ft_node_set_next(nodes->usable, 0);
	     n < nodes->usable->size;
	     n = ft_node_set_next(nodes->usable, n + 1)) {
		bool lacks = false;

		for (uint32_t k = 0; k < nodes->outlook->resource_count; k++)
			lacks = lacks || sfair_free_nodes_lack(nodes, n, k);
		count += !lacks;
	}
	return count;
}
