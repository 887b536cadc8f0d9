/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_eligible - the nodes that a job could ever use in a partition.
 *
 * Partition, excluded nodes, hardware and features; never states of nodes
 * (those pass) nor reservations (those are closures).  Features that are
 * single, joined by AND or by OR are exact.  For counted ones ("a*2&b*1") and
 * alternatives ("[a|b]") one choice that works is fixed here, idle nodes
 * first; the job then waits for these nodes, longer than it must, but gets
 * them.
 */
#include "slurm/schedule_build.h"

#include "src/common/node_conf.h"
#include "src/slurmctld/node_scheduler.h"

struct feature_traits {
	bool counted, alternative, changeable;
};

static struct feature_traits _traits(fts_list_t features)
{
	struct feature_traits traits = {false, false, false};
	fts_list_iterator_t iterator;
	job_feature_t *feature;

	if (!features)
		return traits;
	iterator = list_iterator_create(features);
	while ((feature = list_next(iterator))) {
		traits.counted |= feature->count > 0;
		traits.changeable |= feature->changeable;
		traits.alternative |= feature->op_code == FEATURE_OP_XOR ||
				      feature->op_code == FEATURE_OP_XAND;
	}
	list_iterator_destroy(iterator);
	return traits;
}

/* Moves up to count nodes, idle ones first, from pool to chosen. */
static void _choose(bitstr_t *chosen, bitstr_t *pool, int64_t count)
{
	for (int pass = 0; pass < 2 && count > 0; pass++) {
		bitstr_t *prefer = pass ? avail_node_bitmap : idle_node_bitmap;

		for (int64_t i = fts_bit_next(pool, 0); i >= 0 && count > 0;
		     i = fts_bit_next(pool, i + 1)) {
			if (!bit_test(prefer, i))
				continue;
			bit_set(chosen, i);
			bit_clear(pool, i);
			count--;
		}
	}
}

/* Nodes with enough of each counted feature, and of any for the rest. */
static void _fix_counts(const struct job_details *details, bitstr_t *nodes)
{
	bitstr_t *chosen = bit_alloc(bit_size(nodes));
	bitstr_t *any = bit_alloc(bit_size(nodes));
	int64_t left = details->min_nodes;
	fts_list_iterator_t iterator =
		list_iterator_create(details->feature_list);
	job_feature_t *feature;

	while ((feature = list_next(iterator))) {
		bitstr_t *pool;

		if (!feature->node_bitmap_avail)
			continue;
		pool = bit_copy(feature->node_bitmap_avail);
		bit_and(pool, nodes);
		bit_or(any, pool);
		bit_and_not(pool, chosen);
		_choose(chosen, pool, feature->count);
		FREE_NULL_BITMAP(pool);
	}
	list_iterator_destroy(iterator);
	bit_and_not(any, chosen);
	left -= bit_set_count(chosen);
	_choose(chosen, any, left);
	bit_and(nodes, chosen);
	FREE_NULL_BITMAP(any);
	FREE_NULL_BITMAP(chosen);
}

/* The alternative with the most idle nodes, of those with enough nodes. */
static void _fix_alternative(const struct job_details *details, bitstr_t *nodes)
{
	fts_list_iterator_t iterator =
		list_iterator_create(details->feature_list);
	int64_t best_idle = -1;
	bitstr_t *best = NULL;
	job_feature_t *feature;

	while ((feature = list_next(iterator))) {
		int64_t idle;

		if (!feature->node_bitmap_avail ||
		    bit_overlap(feature->node_bitmap_avail, nodes) <
			    (int64_t) details->min_nodes)
			continue;
		idle = bit_overlap(feature->node_bitmap_avail,
				   idle_node_bitmap);
		if (idle <= best_idle)
			continue;
		best_idle = idle;
		best = feature->node_bitmap_avail;
	}
	list_iterator_destroy(iterator);
	if (best)
		bit_and(nodes, best);
}

static void _filter(job_record_t *job, bitstr_t *nodes)
{
	struct job_details *details = job->details;
	fts_list_t saved_list = details->feature_list_use;
	char *saved = details->features_use;

	details->features_use = details->features;
	details->feature_list_use = details->feature_list;
	if (job_req_node_filter(job, nodes, true))
		bit_clear_all(nodes);
	details->features_use = saved;
	details->feature_list_use = saved_list;
}

/* What is known of one eligible hash in one partition. */
struct known {
	bool exact;
	const struct ft_node_set *set;
};

static const struct ft_node_set *_share(struct fts_build *build,
					bitstr_t *nodes)
{
	struct ft_node_set *set = fts_build_scratch(build);
	struct fts_shared *shared;

	if (!set)
		return NULL;
	for (int64_t i = nodes ? fts_bit_next(nodes, 0) : -1;
	     i >= 0 && i < set->size; i = fts_bit_next(nodes, i + 1))
		ft_node_set_add(set, (uint32_t) i);
	shared = fts_build_share_set(build, set);
	return shared ? (const void *) shared->data : NULL;
}

static const struct ft_node_set *_find(struct fts_build *build,
				       job_record_t *job, bool *ret_exact)
{
	struct job_details *details = job->details;
	struct feature_traits traits = _traits(details->feature_list);
	const struct ft_node_set *set;
	bitstr_t *nodes;

	if (!job->part_ptr->node_bitmap) {
		*ret_exact = true;
		return _share(build, NULL);
	}
	nodes = bit_copy(job->part_ptr->node_bitmap);
	if (details->exc_node_bitmap)
		bit_and_not(nodes, details->exc_node_bitmap);
	_filter(job, nodes);
	if (traits.counted)
		_fix_counts(details, nodes);
	else if (traits.alternative)
		_fix_alternative(details, nodes);
	*ret_exact =
		!traits.counted && !traits.alternative && !traits.changeable;
	set = _share(build, nodes);
	FREE_NULL_BITMAP(nodes);
	return set;
}

const struct ft_node_set *fts_build_eligible(struct fts_build *build,
					     job_record_t *job, bool *ret_exact)
{
	struct {
		uint64_t hash;
		char partition[64];
	} key = {.hash = fts_eligible_hash(job)};
	struct fts_shared *memo;
	struct known *known;

	if (snprintf(key.partition, sizeof(key.partition), "%s",
		     job->part_ptr->name) >= (int) sizeof(key.partition))
		return _find(build, job, ret_exact);
	memo = fts_build_share(build, &key, sizeof(key));
	if (!memo)
		return NULL;
	if (!memo->about) {
		known = fts_build_alloc(build, sizeof(*known));
		if (!known)
			return NULL;
		known->set = _find(build, job, &known->exact);
		memo->about = known;
	}
	known = memo->about;
	*ret_exact = known->exact;
	return known->set;
}
