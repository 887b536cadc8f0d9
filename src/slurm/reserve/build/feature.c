/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See build/feature.h.
 *
 * A list has one entry a feature, with the operator that follows it.  A
 * feature within parentheses has paren set, but for the last of them.
 * Brackets leave no trace of their own: an alternative is what is followed or
 * preceded by their operator.
 */
#include "slurm/reserve/build/feature.h"

#include "src/slurmctld/node_scheduler.h"

static bool _divides_feature(int op)
{
	return op == FEATURE_OP_MOR || op == FEATURE_OP_XAND;
}

/*
 * The last feature of the next term: one feature, or all in parentheses.
 * ret_nodes (may be NULL): which nodes have what the term says.
 */
static job_feature_t *_next_term(fts_list_iterator_t iterator,
				 bitstr_t **ret_nodes)
{
	job_feature_t *feature = list_next(iterator);
	int op = FEATURE_OP_END;

	if (!feature)
		return NULL;
	if (ret_nodes)
		*ret_nodes = feature->node_bitmap_avail
				     ? bit_copy(feature->node_bitmap_avail)
				     : bit_alloc(node_record_count);
	while (feature->paren) {
		op = feature->op_code;
		feature = list_next(iterator);
		if (!feature)
			break;
		if (!ret_nodes || !feature->node_bitmap_avail)
			continue;
		if (op == FEATURE_OP_AND)
			bit_and(*ret_nodes, feature->node_bitmap_avail);
		else
			bit_or(*ret_nodes, feature->node_bitmap_avail);
	}
	return feature;
}

static uint32_t _count_ways(fts_list_t features)
{
	fts_list_iterator_t iterator = list_iterator_create(features);
	int before = FEATURE_OP_END;
	job_feature_t *last;
	uint32_t count = 0;

	while ((last = _next_term(iterator, NULL))) {
		count += _divides_feature(last->op_code) ||
			 _divides_feature(before);
		before = last->op_code;
	}
	list_iterator_destroy(iterator);
	return count > FTS_FEATURE_WAYS_MAX ? FTS_FEATURE_WAYS_MAX : count;
}

void fts_feature_traits(fts_list_t features,
			struct fts_feature_traits *ret_traits)
{
	fts_list_iterator_t iterator;
	job_feature_t *feature;

	*ret_traits = (struct fts_feature_traits){0};
	if (!features)
		return;
	iterator = list_iterator_create(features);
	while ((feature = list_next(iterator))) {
		ret_traits->counted |= feature->count > 0;
		ret_traits->changeable |= feature->changeable;
		ret_traits->bracketed |= feature->op_code == FEATURE_OP_XAND;
	}
	list_iterator_destroy(iterator);
	ret_traits->alternatives = _count_ways(features);
}

/* The features that slurmctld goes by. */
struct used {
	fts_list_t list;
	char *text;
};

static struct used _use_feature(job_details_t *details, bool prefer)
{
	struct used former = {details->feature_list_use, details->features_use};

	/* Without a text slurmctld takes the list of --constraint. */
	details->features_use = prefer ? details->prefer : details->features;
	details->feature_list_use =
		prefer ? details->prefer_list : details->feature_list;
	return former;
}

static void _use_again(job_details_t *details, struct used former)
{
	details->feature_list_use = former.list;
	details->features_use = former.text;
}

void fts_feature_filter(job_record_t *job, bool prefer, bitstr_t *nodes)
{
	struct used former = _use_feature(job->details, prefer);

	if (job_req_node_filter(job, nodes, true))
		bit_clear_all(nodes);
	_use_again(job->details, former);
}

bitstr_t *fts_feature_active(job_record_t *job, bool prefer, bitstr_t *nodes)
{
	struct used former = _use_feature(job->details, prefer);
	bitstr_t *active = NULL;

	build_active_feature_bitmap(job, nodes, &active);
	_use_again(job->details, former);
	return active;
}

bool fts_feature_may_boot(const job_record_t *job)
{
	return node_features_g_count() > 0 &&
	       node_features_g_user_update(job->user_id);
}

int64_t fts_feature_delay(const struct fts_build *build,
			  const job_record_t *job)
{
	int64_t begin = job->details->begin_time;

	if (!job->delay_boot || job->delay_boot == NO_VAL)
		return 0;
	return ft_time_bound((begin ? begin : build->now) + job->delay_boot);
}

static int _is_changeable(void *x, void *arg)
{
	const job_feature_t *feature = x;

	(void) arg;
	return feature->changeable;
}

uint32_t fts_feature_boot(fts_list_t features)
{
	if (!features || !list_find_first(features, _is_changeable, NULL))
		return 0;
	return node_features_g_boot_time();
}

bitstr_t *fts_feature_way(fts_list_t features, uint32_t n)
{
	fts_list_iterator_t iterator = list_iterator_create(features);
	bitstr_t *nodes = NULL;
	int before = FEATURE_OP_END;
	job_feature_t *last;
	uint32_t at = 0;

	while ((last = _next_term(iterator, &nodes))) {
		bool way = _divides_feature(last->op_code) ||
			   _divides_feature(before);

		if (way && at++ == n)
			break;
		before = last->op_code;
		FREE_NULL_BITMAP(nodes);
	}
	if (!last)
		FREE_NULL_BITMAP(nodes);
	list_iterator_destroy(iterator);
	return nodes;
}

bitstr_t *fts_feature_counted(fts_list_t features, uint32_t n,
			      uint32_t *ret_count)
{
	fts_list_iterator_t iterator = list_iterator_create(features);
	bitstr_t *nodes = NULL;
	job_feature_t *last;
	uint32_t at = 0;

	while ((last = _next_term(iterator, &nodes))) {
		if (last->count && at++ == n)
			break;
		FREE_NULL_BITMAP(nodes);
	}
	list_iterator_destroy(iterator);
	if (last)
		*ret_count = last->count;
	else
		FREE_NULL_BITMAP(nodes);
	return nodes;
}

void fts_feature_uncounted(fts_list_t features, bitstr_t *nodes)
{
	fts_list_iterator_t iterator = list_iterator_create(features);
	int before = FEATURE_OP_AND;
	bitstr_t *term = NULL;
	job_feature_t *last;

	while ((last = _next_term(iterator, &term))) {
		bool joined = before != FEATURE_OP_OR &&
			      last->op_code != FEATURE_OP_OR;

		if (!last->count && joined)
			bit_and(nodes, term);
		before = last->op_code;
		FREE_NULL_BITMAP(term);
	}
	list_iterator_destroy(iterator);
}
