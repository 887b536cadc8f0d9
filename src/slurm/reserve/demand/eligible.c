/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_eligible - the nodes that a job could ever use in a partition.
 *
 * Partition, excluded nodes, hardware and features; never states of nodes
 * (those pass) nor reservations (those are closures).  Each alternative of
 * the features ("[a|b]") is a set of its own, and so is what --prefer wants.
 * Counted ones ("[a*2&b*1]") are groups of its nodes (demand/feature_count.h).
 * Some jobs cannot be planned by parts; there one choice that works is fixed
 * here, idle nodes first, for what is planned, and all choices are for trials.
 */
#include "slurm/reserve/build/build.h"

#include "src/common/node_conf.h"

#include "slurm/reserve/build/feature.h"
#include "slurm/reserve/demand/eligible.h"
#include "slurm/reserve/demand/feature_count.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/nodes/topology.h"

/* Moves up to count nodes, idle ones first, from pool to chosen. */
static void _choose_node(bitstr_t *chosen, bitstr_t *pool, int64_t count)
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

/* Nodes with enough of each counted feature, and whatever there is besides. */
static void _fix_counts(const job_details_t *details, fts_list_t features,
			bitstr_t *nodes)
{
	bitstr_t *chosen = bit_alloc(bit_size(nodes));
	bitstr_t *any = bit_copy(nodes);
	int64_t left = details->min_nodes;
	fts_list_iterator_t iterator = list_iterator_create(features);
	job_feature_t *feature;

	while ((feature = list_next(iterator))) {
		bitstr_t *pool;

		if (!feature->node_bitmap_avail)
			continue;
		pool = bit_copy(feature->node_bitmap_avail);
		bit_and(pool, nodes);
		bit_and_not(pool, chosen);
		_choose_node(chosen, pool, feature->count);
		FREE_NULL_BITMAP(pool);
	}
	list_iterator_destroy(iterator);
	bit_and_not(any, chosen);
	left -= bit_set_count(chosen);
	_choose_node(chosen, any, left);
	bit_and(nodes, chosen);
	FREE_NULL_BITMAP(any);
	FREE_NULL_BITMAP(chosen);
}

/* What is known of one eligible hash in one partition. */
struct known {
	bool exact;
	uint32_t count;
	struct fts_eligible *eligible;
};

static const struct ft_node_set *_share_node(struct fts_build *build,
					     bitstr_t *nodes)
{
	struct ft_node_set *set = fts_build_scratch(build);
	struct fts_shared *shared;

	if (!set)
		return NULL;
	if (nodes)
		fts_set_add(set, nodes);
	shared = fts_build_share_set(build, set);
	return shared ? (const void *) shared->data : NULL;
}

static void _add_node(struct fts_build *build, struct known *known,
		      bitstr_t *nodes, bool prefer)
{
	const struct ft_node_set *set = _share_node(build, nodes);

	/* A wish that no node fulfils, now or ever, is none. */
	if (!set || (prefer && !ft_node_set_count(set)) ||
	    known->count == FTS_ELIGIBLE_MAX)
		return;
	known->eligible[known->count++] =
		(struct fts_eligible){.nodes = set, .prefer = prefer};
}

/* Each part of the network by itself, if that matters to the job. */
static void _add_parts(struct fts_build *build, const job_record_t *job,
		       struct known *known, bitstr_t *nodes, bool prefer)
{
	const struct fts_topology *topology = fts_topology_of(build, job);

	if (!fts_switch_counts(build, job)) {
		_add_node(build, known, nodes, prefer);
		return;
	}
	for (uint32_t i = 0; i < topology->root_count; i++) {
		bitstr_t *part = bit_copy(nodes);

		for (int64_t n = fts_bit_next(part, 0); n >= 0;
		     n = fts_bit_next(part, n + 1))
			if (!ft_node_set_has(topology->root[i], (uint32_t) n))
				bit_clear(part, n);
		if (topology->root_count == 1 || bit_ffs(part) >= 0)
			_add_node(build, known, part, prefer);
		FREE_NULL_BITMAP(part);
	}
}

/*
 * Parts have no parts, know nothing of neighbours, and each would want segments
 * of its own.
 */
static bool _divisible(const struct fts_build *build, const job_record_t *job,
		       const struct fts_feature_traits *traits)
{
	return !traits->changeable && !job->details->contiguous &&
	       !job->het_job_id && !fts_segments_wanted(build, job);
}

static void _add_groups(struct fts_build *build, const job_record_t *job,
			fts_list_t features, bool prefer, struct known *known,
			bitstr_t *nodes)
{
	uint32_t first = known->count, count;
	const struct fts_group *group =
		fts_build_groups(build, job, features, nodes, &count);

	if (!group)
		return;
	_add_parts(build, job, known, nodes, prefer);
	for (uint32_t i = first; i < known->count; i++) {
		known->eligible[i].group = group;
		known->eligible[i].group_count = count;
	}
}

/*
 * Of a job that is not planned by parts: one choice, and all of them for
 * trials.  Those know nothing of neighbours: where these matter the one choice
 * is tried, too.
 */
static void _add_fixed(struct fts_build *build, const job_record_t *job,
		       fts_list_t features, bool prefer, bool boots,
		       struct known *known, bitstr_t *nodes)
{
	bitstr_t *all = bit_copy(nodes);
	uint32_t first = known->count;

	_fix_counts(job->details, features, nodes);
	_add_parts(build, job, known, nodes, prefer);
	for (uint32_t i = first; i < known->count; i++)
		known->eligible[i].fixed = !boots && !job->details->contiguous;
	first = known->count;
	if (!boots)
		_add_groups(build, job, features, prefer, known, all);
	for (uint32_t i = first; i < known->count; i++)
		known->eligible[i].tried = true;
	FREE_NULL_BITMAP(all);
}

/*
 * Features that a boot changes: the nodes that have them now, for as long as
 * no boot changes them, and any that would have them after a boot.  So all
 * nodes are in the latter, too, which a job planned ahead may boot.
 */
static void _add_changeable(struct fts_build *build, job_record_t *job,
			    struct known *known, bitstr_t *nodes, bool prefer)
{
	const job_details_t *details = job->details;
	bitstr_t *active = fts_feature_active(job, prefer, nodes);
	uint32_t first = known->count;

	if (!active || bit_ffs(active) >= 0)
		_add_parts(build, job, known, active ? active : nodes, prefer);
	for (; first < known->count; first++)
		known->eligible[first].change = FT_CHANGE_RELIES;
	FREE_NULL_BITMAP(active);
	if (!fts_feature_may_boot(job))
		return;
	_add_parts(build, job, known, nodes, prefer);
	for (; first < known->count; first++) {
		known->eligible[first].change = FT_CHANGE_MAKES;
		known->eligible[first].boot = fts_feature_boot(
			prefer ? details->prefer_list : details->feature_list);
	}
}

/* One set for each alternative in brackets. */
static void _add_ways(struct fts_build *build, const job_record_t *job,
		      fts_list_t features, uint32_t count, bool prefer,
		      struct known *known, bitstr_t *nodes)
{
	for (uint32_t i = 0; i < count; i++) {
		bitstr_t *way = fts_feature_way(features, i);

		if (!way)
			continue;
		bit_and(way, nodes);
		_add_parts(build, job, known, way, prefer);
		FREE_NULL_BITMAP(way);
	}
}

/*
 * It is not known of the sets from first on whether slurmctld will boot them;
 * for users that may not have it boot, the sets are of what nodes have now.
 */
static void _suspect(const job_record_t *job, struct known *known,
		     uint32_t first)
{
	uint32_t change =
		fts_feature_may_boot(job) ? FT_CHANGE_MAKES : FT_CHANGE_RELIES;

	for (uint32_t i = first; i < known->count; i++)
		if (!known->eligible[i].change)
			known->eligible[i].change = change;
}

/* What --extra asks for. */
static void _match_extra(const job_record_t *job, bitstr_t *nodes)
{
	if (!FTS_EXTRA(job))
		return;
	for (int64_t i = fts_bit_next(nodes, 0); i >= 0;
	     i = fts_bit_next(nodes, i + 1))
		if (!node_record_table_ptr[i] ||
		    !fts_extra_matches(job, node_record_table_ptr[i]))
			bit_clear(nodes, i);
}

/* The sets of one expression: what is wanted, or what is preferred. */
static void _find_node(struct fts_build *build, job_record_t *job, bool prefer,
		       struct known *known)
{
	job_details_t *details = job->details;
	fts_list_t features =
		prefer ? details->prefer_list : details->feature_list;
	struct fts_feature_traits traits;
	bitstr_t *nodes = bit_copy(job->part_ptr->node_bitmap);
	uint32_t first = known->count;
	bool grouped;

	if (details->exc_node_bitmap)
		bit_and_not(nodes, details->exc_node_bitmap);
	_match_extra(job, nodes);
	fts_feature_traits(features, &traits);
	fts_feature_filter(job, prefer, nodes);
	grouped = traits.counted && _divisible(build, job, &traits);
	known->exact &= (grouped || !traits.counted) &&
			!(traits.changeable && traits.alternatives);
	if (grouped)
		_add_groups(build, job, features, prefer, known, nodes);
	else if (traits.counted)
		_add_fixed(build, job, features, prefer, traits.changeable,
			   known, nodes);
	else if (traits.changeable && !traits.alternatives)
		_add_changeable(build, job, known, nodes, prefer);
	else if (!traits.alternatives)
		_add_parts(build, job, known, nodes, prefer);
	else
		_add_ways(build, job, features, traits.alternatives, prefer,
			  known, nodes);
	if (traits.changeable)
		_suspect(job, known, first);
	FREE_NULL_BITMAP(nodes);
}

static void _find_all(struct fts_build *build, job_record_t *job,
		      struct known *known)
{
	if (!job->part_ptr->node_bitmap) {
		_add_node(build, known, NULL, false);
		return;
	}
	if (job->details->prefer_list)
		_find_node(build, job, true, known);
	_find_node(build, job, false, known);
}

/* NULL sets failed. */
static struct known *_keep_known(struct fts_build *build, job_record_t *job)
{
	struct fts_eligible eligible[FTS_ELIGIBLE_MAX] = {0};
	struct known draft = {.exact = true, .eligible = eligible}, *known;
	size_t size;

	_find_all(build, job, &draft);
	size = draft.count * sizeof(*eligible);
	known = fts_build_own(build, sizeof(*known));
	if (!known)
		return NULL;
	*known = draft;
	known->eligible = fts_build_own(build, size);
	if (!known->eligible)
		return NULL;
	memcpy(known->eligible, eligible, size);
	return known;
}

/* The partition's nodes: partitions of the same ones have one set. */
static const struct ft_node_set *_partition_set(struct fts_build *build,
						const part_record_t *part)
{
	struct {
		char what[8];
		char partition[64];
	} key = {.what = "nodes"};
	const struct ft_node_set *nodes;
	struct fts_shared *memo = NULL;

	if (snprintf(key.partition, sizeof(key.partition), "%s", part->name) <
	    (int) sizeof(key.partition)) {
		memo = fts_build_memo(build, &key, sizeof(key));
		if (!memo)
			return NULL;
	}
	if (memo && memo->about)
		return memo->about;
	nodes = _share_node(build, part->node_bitmap);
	if (memo)
		memo->about = (void *) nodes;
	return nodes;
}

/*
 * Nothing of the partition but its nodes decides, and slurmctld looks at each
 * node: a job of many partitions of the same nodes has that done once.
 */
const struct fts_eligible *fts_build_eligible(struct fts_build *build,
					      job_record_t *job,
					      uint32_t *ret_count,
					      bool *ret_exact)
{
	struct {
		uint64_t hash;
		const struct ft_node_set *nodes;
	} key = {.hash = fts_eligible_hash(build, job)};
	struct fts_shared *memo;
	struct known *known;

	*ret_count = 0;
	if (job->part_ptr->node_bitmap) {
		key.nodes = _partition_set(build, job->part_ptr);
		if (!key.nodes)
			return NULL;
	}
	memo = fts_build_memo(build, &key, sizeof(key));
	if (!memo)
		return NULL;
	if (!memo->about)
		memo->about = _keep_known(build, job);
	known = memo->about;
	if (!known)
		return NULL;
	*ret_exact = known->exact;
	*ret_count = known->count;
	return known->eligible;
}

/* Does it differ from others like it in its nodes only? */
static bool _is_like_others(const struct fts_eligible *eligible)
{
	return !eligible->prefer && !eligible->group_count && !eligible->boot &&
	       !eligible->change && !eligible->fixed && !eligible->tried;
}

/* NULL sets failed. */
static struct known *_merge_alike(struct fts_build *build,
				  const struct fts_eligible *eligible,
				  uint32_t count)
{
	struct known *merged = fts_build_own(build, sizeof(*merged));
	struct ft_node_set *all = fts_build_scratch(build);
	struct fts_shared *shared = NULL;

	if (merged)
		merged->eligible =
			fts_build_own(build, count * sizeof(*eligible));
	if (!merged || !merged->eligible || !all)
		return NULL;
	for (uint32_t i = 0; i < count; i++)
		if (_is_like_others(&eligible[i]))
			ft_node_set_or(all, eligible[i].nodes);
	shared = fts_build_share_set(build, all);
	for (uint32_t i = 0, plain = 0; shared && i < count; i++) {
		if (_is_like_others(&eligible[i]) && plain++)
			continue;
		merged->eligible[merged->count] = eligible[i];
		if (_is_like_others(&eligible[i]))
			merged->eligible[merged->count].nodes =
				(const void *) shared->data;
		merged->count++;
	}
	return shared ? merged : NULL;
}

const struct fts_eligible *
fts_build_eligible_merged(struct fts_build *build,
			  const struct fts_eligible *eligible,
			  uint32_t *ret_count)
{
	struct {
		char what[8];
		const struct fts_eligible *of;
	} key = {.what = "merged", .of = eligible};
	struct fts_shared *memo = fts_build_memo(build, &key, sizeof(key));
	const struct known *merged;

	if (memo && !memo->about)
		memo->about = _merge_alike(build, eligible, *ret_count);
	merged = memo ? memo->about : NULL;
	*ret_count = merged ? merged->count : 0;
	return merged ? merged->eligible : NULL;
}
