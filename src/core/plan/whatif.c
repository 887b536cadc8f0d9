/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See whatif.h.
 */
#include "core/plan/whatif.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/search/choice.h"
#include "core/search/search.h"
#include "core/timeline/timeline.h"

struct whatif {
	const struct ft_outlook *outlook;
	struct ft_snapshot *snapshot;
	struct ft_node_set *nodes; /* on which any request may be placed */
	struct ft_shape_table table;
	struct ft_timeline timeline;
	struct ft_search search;
	struct ft_arena *arena;
	int64_t until;	 /* later starts do not matter */
	int64_t longest; /* of the requests */
};

static int _copy_nodes(struct whatif *whatif)
{
	const struct ft_outlook *outlook = whatif->outlook;
	struct ft_snapshot *snapshot = whatif->snapshot;
	uint32_t kinds = outlook->resource_count;

	for (uint32_t i = 0; i < outlook->node_count; i++) {
		const struct ft_outlook_node *node = &outlook->node[i];

		snapshot->node[i].threads = node->threads;
		snapshot->node[i].available_from = node->available_from;
		snapshot->node[i].leaf = node->leaf;
		memcpy(&snapshot->capacity[(size_t) i * kinds], node->capacity,
		       kinds * sizeof(*node->capacity));
	}
	return 0;
}

/* The shares on nodes that matter; false: out of memory. */
static bool _question_shares(struct whatif *whatif,
			     const struct ft_share *share, uint32_t count,
			     struct ft_share **ret_share, uint32_t *ret_count)
{
	struct ft_share *kept =
		ft_snapshot_alloc(whatif->snapshot, count * sizeof(*kept));

	*ret_share = kept;
	*ret_count = 0;
	for (uint32_t i = 0; kept && i < count; i++)
		if (ft_node_set_has(whatif->nodes, share[i].node))
			kept[(*ret_count)++] = share[i];
	return kept;
}

static int _take_runs(struct whatif *whatif)
{
	const struct ft_outlook *outlook = whatif->outlook;

	for (uint32_t i = 0; i < outlook->run_count; i++) {
		const struct ft_outlook_run *from = &outlook->run[i];
		struct ft_share *share;
		struct ft_run *run;
		uint32_t count;

		if (!_question_shares(whatif, from->share, from->share_count,
				      &share, &count))
			return -ENOMEM;
		if (!count)
			continue;
		run = ft_snapshot_add_run(whatif->snapshot);
		if (!run)
			return -ENOMEM;
		run->job_id = from->job_id;
		run->end = from->end > outlook->made ? from->end
						     : outlook->made + 1;
		run->gone = outlook->made;
		run->share = share;
		run->share_count = count;
	}
	return 0;
}

static int _take_closures(struct whatif *whatif)
{
	const struct ft_outlook *outlook = whatif->outlook;

	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *from = &outlook->closure[i];
		struct ft_closure *closure;

		/* also one that has ended: requests name them by index */
		closure = ft_snapshot_add_closure(whatif->snapshot);
		if (!closure)
			return -ENOMEM;
		closure->start = from->start;
		closure->end = from->end;
		closure->nodes = from->nodes;
		closure->share = from->share;
		closure->share_count = from->share_count;
	}
	return 0;
}

static int _copy_requests(struct whatif *whatif, struct ft_request *request,
			  uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct ft_job *job = ft_snapshot_add_job(whatif->snapshot);

		if (!job)
			return -ENOMEM;
		job->job_id = i + 1;
		job->reserve = true;
		job->request_count = 1;
		job->request = &request[i];
		ft_node_set_or(whatif->nodes, request[i].eligible);
		if (request[i].duration > whatif->longest)
			whatif->longest = request[i].duration;
	}
	return 0;
}

static int _build_question(struct whatif *whatif, struct ft_request *request,
			   uint32_t count, struct ft_err *err)
{
	const struct ft_outlook *outlook = whatif->outlook;
	int rc = -ENOMEM;

	whatif->snapshot = ft_snapshot_new(outlook->node_count,
					   outlook->resource_count, 0);
	if (!whatif->snapshot)
		return ft_fail(err, rc, "out of memory");
	whatif->snapshot->now = outlook->made;
	whatif->snapshot->window_end = whatif->until;
	whatif->nodes = ft_snapshot_set(whatif->snapshot);
	if (whatif->nodes)
		rc = _copy_requests(whatif, request, count);
	if (!rc)
		rc = _copy_nodes(whatif);
	if (!rc)
		rc = _take_runs(whatif);
	if (!rc)
		rc = _take_closures(whatif);
	if (rc)
		return ft_fail(err, rc, "out of memory");
	ft_snapshot_bound(whatif->snapshot);
	return ft_snapshot_check(whatif->snapshot, err);
}

/* One planned job of the outlook, where it is in the way. */
static int _take_question(struct whatif *whatif,
			  const struct ft_outlook_job *job)
{
	const struct ft_outlook *outlook = whatif->outlook;
	struct ft_booking booking = {
		.start = job->start,
		.end = job->start + job->duration,
		.whole = job->request != FT_NO_INDEX &&
			 outlook->request[job->request]->exclusive,
	};
	struct ft_share *share;

	if (!_question_shares(whatif, job->share, job->share_count, &share,
			      &booking.share_count))
		return -ENOMEM;
	if (!booking.share_count || !job->duration)
		return 0;
	for (uint32_t i = 0; i < booking.share_count; i++)
		if (!share[i].amount)
			share[i].amount = outlook->node[share[i].node].capacity;
	booking.share = share;
	return ft_timeline_take(&whatif->timeline, &booking);
}

static int _compare_starts(const void *x, const void *y)
{
	const struct ft_outlook_job *a =
		*(const struct ft_outlook_job *const *) x;
	const struct ft_outlook_job *b =
		*(const struct ft_outlook_job *const *) y;

	return (a->start > b->start) - (a->start < b->start);
}

/* The earliest first: steps are then added at the end of each node's. */
static int _take_all(struct whatif *whatif, uint32_t skip)
{
	const struct ft_outlook *outlook = whatif->outlook;
	const struct ft_outlook_job **taken = ft_arena_alloc(
		whatif->arena, outlook->job_count * sizeof(*taken));
	uint32_t count = 0;
	int rc = 0;

	if (!taken)
		return -ENOMEM;
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct ft_outlook_job *job = &outlook->job[i];

		if (i != skip && job->verdict == FT_PLACED && !job->running &&
		    job->start - whatif->until <= whatif->longest)
			taken[count++] = job;
	}
	if (count)
		qsort(taken, count, sizeof(*taken), _compare_starts);
	for (uint32_t i = 0; i < count && !rc; i++)
		rc = _take_question(whatif, taken[i]);
	return rc;
}

/* On how many nodes a shape starts then. */
static uint32_t _width_of(struct whatif *whatif, uint32_t shape, int64_t start)
{
	if (start == FT_NEVER ||
	    !ft_search_at(&whatif->search, &whatif->timeline,
			  &whatif->table.shape[shape], start))
		return 0;
	return ft_choice_make(&whatif->search, start);
}

static int _search_question(struct whatif *whatif, uint32_t skip,
			    const struct ft_request *request, uint32_t count,
			    int64_t *ret_start, uint32_t *ret_nodes)
{
	int rc = ft_shape_table_init(&whatif->table, whatif->snapshot,
				     whatif->arena);

	if (!rc)
		rc = ft_search_init(&whatif->search, &whatif->table.machine);
	if (!rc)
		rc = ft_timeline_init(&whatif->timeline, whatif->snapshot);
	if (!rc)
		rc = _take_all(whatif, skip);
	for (uint32_t i = 0; i < count && !rc; i++) {
		uint32_t at =
			whatif->table.request_shape[whatif->table.first[i]];
		struct ft_shape *shape = &whatif->table.shape[at];
		int64_t from = whatif->outlook->made;

		if (request[i].not_before > from)
			from = request[i].not_before;
		/* the search knows the nodes of the roster only, and not that
		 * one that is required is down */
		ret_start[i] = FT_NEVER;
		if (shape->possible)
			ret_start[i] = ft_search_start(
				&whatif->search, &whatif->timeline, shape, NULL,
				from, whatif->until);
		if (ret_nodes)
			ret_nodes[i] = _width_of(whatif, at, ret_start[i]);
	}
	ft_timeline_fini(&whatif->timeline);
	ft_search_fini(&whatif->search);
	ft_shape_table_fini(&whatif->table);
	return rc;
}

int ft_whatif_starts(const struct ft_outlook *outlook, uint32_t skip,
		     int64_t until, struct ft_request *request, uint32_t count,
		     int64_t *ret_start, uint32_t *ret_nodes,
		     struct ft_err *err)
{
	struct whatif whatif = {
		.outlook = outlook,
		.until = until,
		.arena = ft_arena_new(),
	};
	int rc;

	if (!whatif.arena)
		return ft_no_memory(err);
	rc = _build_question(&whatif, request, count, err);
	if (!rc && _search_question(&whatif, skip, request, count, ret_start,
				    ret_nodes))
		rc = ft_no_memory(err);
	ft_snapshot_free(whatif.snapshot);
	ft_arena_free(whatif.arena);
	return rc;
}

int ft_whatif_empty(const struct ft_outlook *outlook, bool up, int64_t until,
		    struct ft_request *request, uint32_t count,
		    int64_t *ret_start, uint32_t *ret_nodes, struct ft_err *err)
{
	struct ft_outlook empty = *outlook;
	struct ft_arena *arena = ft_arena_new();
	size_t nodes = outlook->node_count;
	int rc;

	empty.run_count = empty.job_count = 0;
	empty.until = until;
	empty.node =
		arena ? ft_arena_alloc(arena, (nodes + 1) * sizeof(*empty.node))
		      : NULL;
	for (size_t n = 0; empty.node && (n < nodes); n++) {
		empty.node[n] = outlook->node[n];
		if (up)
			empty.node[n].available_from = empty.made;
	}
	if (empty.node)
		rc = ft_whatif_starts(&empty, FT_NO_INDEX, until, request,
				      count, ret_start, ret_nodes, err);
	else
		rc = ft_no_memory(err);
	ft_arena_free(arena);
	return rc;
}
