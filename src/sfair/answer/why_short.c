/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: what is short of a job that waits for what runs, see why.h.
 *
 * Tells of one resource that is short on each node that the job could have, of
 * memory alone, or of how many nodes are free.  Says nothing where what is free
 * is guessed, or several things are short on several nodes.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/answer/free_nodes.h"
#include "sfair/answer/why.h"

struct shortage {
	struct sfair_why *why;
	const job_info_t *job;
	const struct ft_outlook_job *row;
	const struct sfair_free_nodes *nodes;
	struct json_object *details;
	char *of; /* "partition gpu", "n[1-5]" */
};

/* CPUs of cores. */
static int64_t _shown_amount(const struct shortage *shortage, uint32_t node,
			     uint32_t kind, int64_t amount)
{
	const struct ft_outlook *outlook = shortage->nodes->outlook;

	return kind == FT_CORES ? amount * outlook->node[node].threads : amount;
}

/* "GPUs", "GPUs of type a100" */
static const char *_short_word(const struct shortage *shortage, uint32_t kind,
			       char text[SFAIR_SHOWN])
{
	const char *name = shortage->nodes->outlook->resource[kind];
	char shown[SFAIR_SHOWN];

	if (kind == FT_CORES)
		return "CPUs";
	if (kind == FT_MEMORY)
		return "MB of memory";
	if (!strcmp(name, "gres/gpu"))
		return "GPUs";
	if (!strncmp(name, "gres/gpu:", 9))
		snprintf(text, SFAIR_SHOWN, "GPUs of type %.900s",
			 sfair_shown(shown, name + 9));
	else
		return sfair_shown(text, name);
	return text;
}

/* -- nodes ----------------------------------------------------------------- */

static void _tell_nodes_short(const struct shortage *shortage, uint32_t count)
{
	uint32_t wanted = shortage->row->share_count;
	bool whole = shortage->nodes->whole;
	char text[32] = "none";

	if (count)
		snprintf(text, sizeof(text), "%u", (unsigned int) count);
	sfair_why_detail(shortage->details, "short",
			 "%u %snode%s of %s%s %s needed: %s %s",
			 (unsigned int) wanted, whole ? "free " : "",
			 wanted == 1 ? "" : "s", shortage->of,
			 whole ? "" : " with room for its part",
			 wanted == 1 ? "is" : "are", text,
			 whole	     ? count > 1 ? "are free" : "is free"
			 : count > 1 ? "have that"
				     : "has that");
}

/* -- one node -------------------------------------------------------------- */

static void _tell_kind_short(const struct shortage *shortage, uint32_t kind)
{
	const struct sfair_free_nodes *nodes = shortage->nodes;
	const struct ft_node_set *set = nodes->usable;
	int64_t all = 0, most = 0, left = 0;
	char word[SFAIR_SHOWN];

	for (uint32_t n = ft_node_set_next(set, 0); n < set->size;
	     n = ft_node_set_next(set, n + 1)) {
		int64_t own =
			_shown_amount(shortage, n, kind,
				      sfair_free_nodes_left(nodes, n, kind));

		all += _shown_amount(shortage, n, kind,
				     nodes->outlook->node[n].capacity[kind]);
		left += own;
		most = own > most ? own : most;
	}
	if (!left)
		sfair_why_detail(shortage->details, "short",
				 "all %" PRId64 " %s of %s are in use", all,
				 _short_word(shortage, kind, word),
				 shortage->of);
	else
		sfair_why_detail(
			shortage->details, "short",
			"it asks for %" PRId64 " %s of one node: no node of %s "
			"has more than %" PRId64 " free",
			_shown_amount(shortage, shortage->row->share[0].node,
				      kind, nodes->need[kind]),
			_short_word(shortage, kind, word), shortage->of, most);
}

/* Is it short on each node? */
static bool _lack_all(const struct sfair_free_nodes *nodes, uint32_t kind)
{
	const struct ft_node_set *set = nodes->usable;

	for (uint32_t n = ft_node_set_next(set, 0); n < set->size;
	     n = ft_node_set_next(set, n + 1))
		if (!sfair_free_nodes_lack(nodes, n, kind))
			return false;
	return nodes->need[kind] > 0;
}

/* -- memory ---------------------------------------------------------------- */

/* Without --mem, and no default, a job takes all memory of its nodes; the same
 * with --mem=0. */
static bool _takes_all_memory(const struct shortage *shortage)
{
	const slurm_conf_t *conf = shortage->why->scene.conf;

	return conf->select_type_param & CR_MEMORY &&
	       !(shortage->job->pn_min_memory & ~MEM_PER_CPU);
}

static bool _lacks_memory_only(const struct shortage *shortage, uint32_t node)
{
	const struct sfair_free_nodes *nodes = shortage->nodes;

	for (uint32_t k = 0; k < nodes->outlook->resource_count; k++)
		if (k != FT_MEMORY && sfair_free_nodes_lack(nodes, node, k))
			return false;
	return true;
}

/* Does a job that is planned begin there before this one could end? */
static bool _is_promised(const struct shortage *shortage, uint32_t node)
{
	const struct ft_outlook *outlook = shortage->nodes->outlook;

	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct ft_outlook_job *one = &outlook->job[i];

		if (one == shortage->row || one->verdict != FT_PLACED ||
		    one->start >= outlook->made + shortage->row->duration)
			continue;
		for (uint32_t s = 0; s < one->share_count; s++)
			if (one->share[s].node == node)
				return true;
	}
	return false;
}

/* The node with most memory of those where nothing else is short. */
static uint32_t _roomiest_node(const struct shortage *shortage)
{
	const struct sfair_free_nodes *nodes = shortage->nodes;
	uint32_t best = FT_NO_INDEX;
	int64_t most = -1;

	for (uint32_t n = ft_node_set_next(nodes->usable, 0);
	     n < nodes->usable->size;
	     n = ft_node_set_next(nodes->usable, n + 1)) {
		int64_t left = sfair_free_nodes_left(nodes, n, FT_MEMORY);

		if (left <= most || !_lacks_memory_only(shortage, n))
			continue;
		best = n;
		most = left;
	}
	return best;
}

/* False: not memory alone is short. */
static bool _tell_memory_short(const struct shortage *shortage)
{
	const struct sfair_free_nodes *nodes = shortage->nodes;
	uint32_t node = _roomiest_node(shortage);
	bool all = _takes_all_memory(shortage);
	int64_t left, cpus;
	char name[SFAIR_SHOWN];

	if (node == FT_NO_INDEX)
		return false;
	left = sfair_free_nodes_left(nodes, node, FT_MEMORY);
	cpus = _shown_amount(shortage, node, FT_CORES,
			     sfair_free_nodes_left(nodes, node, FT_CORES));
	if (all && left && !_is_promised(shortage, node)) {
		sfair_why_detail(shortage->details, "short",
				 "it asks for all memory of a node, since it "
				 "has no --mem: with --mem=%" PRId64
				 " it could start now",
				 left);
		return true;
	}
	if (all)
		sfair_why_detail(shortage->details, "short",
				 "it asks for all memory of a node, since it "
				 "has no --mem");
	sfair_why_detail(shortage->details, "short",
			 "memory: %s has %" PRId64 " free CPU%s, but %" PRId64
			 " of its %" PRId64 " MB",
			 sfair_shown(name, nodes->outlook->node[node].name),
			 cpus, cpus == 1 ? "" : "s", left,
			 nodes->outlook->node[node].capacity[FT_MEMORY]);
	return true;
}

/* -- the whole ------------------------------------------------------------- */

static void _tell_shortage(const struct shortage *shortage)
{
	const struct sfair_free_nodes *nodes = shortage->nodes;
	uint32_t count = sfair_free_nodes_count(nodes);

	if (count >= shortage->row->share_count || nodes->guessed)
		return;
	if (nodes->whole || (nodes->need && shortage->row->share_count > 1)) {
		_tell_nodes_short(shortage, count);
		return;
	}
	if (!nodes->need || _tell_memory_short(shortage))
		return;
	for (uint32_t k = nodes->outlook->resource_count; k > 0; k--)
		if (_lack_all(nodes, k - 1)) {
			_tell_kind_short(shortage, k - 1);
			return;
		}
}

/* Where the nodes are; to be freed, or NULL. */
static char *_name_usable(const struct sfair_why *why, const job_info_t *job,
			  const struct ft_outlook_job *row,
			  const struct sfair_free_nodes *nodes)
{
	const struct ft_outlook *outlook = &why->outlook;
	char name[SFAIR_SHOWN], *text;

	if (!nodes->all || nodes->whole || row->share_count > 1)
		return sfair_why_nodes(outlook, nodes->usable);
	if (asprintf(&text, "partition %s",
		     sfair_shown(name,
				 row->partition < outlook->partition_count
					 ? outlook->partition[row->partition]
					 : job->partition)) < 0)
		return NULL;
	return text;
}

void sfair_why_short(struct sfair_why *why, const job_info_t *job,
		     const struct ft_outlook_job *row,
		     struct json_object *details)
{
	struct sfair_free_nodes nodes;
	struct shortage shortage = {.why = why,
				    .job = job,
				    .row = row,
				    .nodes = &nodes,
				    .details = details};

	if (row->verdict != FT_PLACED ||
	    row->obstacle != FT_OBSTACLE_RESOURCES ||
	    !sfair_free_nodes_open(why, job, row, &nodes))
		return;
	shortage.of = _name_usable(why, job, row, &nodes);
	if (shortage.of && ft_node_set_count(nodes.usable))
		_tell_shortage(&shortage);
	free(shortage.of);
	sfair_free_nodes_close(&nodes);
}
