/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See sample.h.
 */
#include "sample.h"
#include "../random.h"

#include <stdlib.h>

/* Of nodes with marks, the kinds of users and of owners. */
enum {
	USERS = 4,
	OWNERS = USERS + FT_MARK_SIZE,
	MARKED = OWNERS + FT_MARK_SIZE
};
enum { PEOPLE = 3, MANY = 1 << 20 };

struct sample {
	struct ft_snapshot *snapshot;
	uint64_t state;
	bool big;	/* demands that fill a node are frequent */
	uint32_t kinds; /* of resources that are no marks */
	bool joint; /* requests with parts are frequent, else there are none */
};

static uint64_t draw(struct sample *sample)
{
	return random_next(&sample->state);
}

/* Uniform in [low, high]. */
static int64_t between(struct sample *sample, int64_t low, int64_t high)
{
	return low + (int64_t) (draw(sample) % (uint64_t) (high - low + 1));
}

static uint32_t some(struct sample *sample, uint32_t low, uint32_t high)
{
	return (uint32_t) between(sample, low, high);
}

/* True once in `times`. */
static bool once_in(struct sample *sample, uint32_t times)
{
	return draw(sample) % times == 0;
}

static void *room(struct sample *sample, size_t size)
{
	void *memory = ft_snapshot_alloc(sample->snapshot, size);

	if (!memory)
		abort();
	return memory;
}

static struct ft_node_set *some_nodes(struct sample *sample,
				      const struct ft_node_set *within,
				      uint32_t out_of)
{
	struct ft_node_set *set = ft_snapshot_set(sample->snapshot);

	for (uint32_t n = 0; n < set->size; n++)
		if ((!within || ft_node_set_has(within, n)) &&
		    once_in(sample, out_of))
			ft_node_set_add(set, n);
	return set;
}

static void make_nodes(struct sample *sample)
{
	struct ft_snapshot *snapshot = sample->snapshot;
	bool alike = once_in(sample, 2);

	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		struct ft_node *node = &snapshot->node[n];
		int64_t *capacity =
			snapshot->capacity + n * snapshot->resource_count;

		node->threads = alike ? 1 : some(sample, 1, 2);
		node->leaf = some(sample, 0, 3);
		node->weight = once_in(sample, 3) ? some(sample, 0, 2) : 1;
		if (once_in(sample, 12))
			node->available_from =
				snapshot->now + between(sample, 1, 20);
		if (once_in(sample, 25))
			node->available_from = FT_NEVER;
		capacity[0] = alike ? 4 : between(sample, 1, 4);
		for (uint32_t k = 1; k < sample->kinds; k++)
			capacity[k] = alike ? 6 : between(sample, 0, 6);
		for (uint32_t k = sample->kinds; k < snapshot->resource_count;
		     k++)
			capacity[k] = k < USERS ? 0 : MANY;
	}
}

static struct ft_licence *some_licences(struct sample *sample,
					uint32_t *ret_count)
{
	uint32_t count = sample->snapshot->licence_count;
	struct ft_licence *licence = room(sample, 2 * sizeof(*licence));

	*ret_count = count && once_in(sample, 3) ? some(sample, 1, 2) : 0;
	for (uint32_t i = 0; i < *ret_count; i++) {
		licence[i].licence = some(sample, 0, count - 1);
		licence[i].count = between(sample, 0, 2);
	}
	return licence;
}

static int64_t *some_amounts(struct sample *sample, int64_t most)
{
	uint32_t count = sample->snapshot->resource_count;
	int64_t *amount = room(sample, count * sizeof(*amount));

	for (uint32_t k = 0; k < sample->kinds; k++)
		amount[k] = between(sample, 0, most);
	return amount;
}

static bool marked(const struct sample *sample)
{
	return sample->snapshot->resource_count == MARKED;
}

static void wear(int64_t *amount, uint32_t kind, int64_t tag)
{
	amount[kind] = 1;
	amount[kind + 1] = tag;
	amount[kind + 2] = tag * tag;
}

/* Somebody, who may want nodes for herself. */
static void make_person(struct sample *sample, struct ft_request *request)
{
	struct ft_mark *mark = room(sample, sizeof(*mark));
	int64_t *amount = room(sample, MARKED * sizeof(*amount));
	bool owner = once_in(sample, 3);
	/* The last of them never owns a node. */
	uint32_t who = some(sample, 1, owner ? PEOPLE - 1 : PEOPLE);

	for (uint32_t k = 0; request->per_node && (k < sample->kinds); k++)
		amount[k] = request->per_node[k];
	wear(amount, USERS, who);
	if (owner)
		wear(amount, OWNERS, who);
	*mark = (struct ft_mark){owner ? USERS : OWNERS, who};
	if (who == PEOPLE)
		mark->tag = 0;
	request->per_node = amount;
	request->mark = mark;
	request->mark_count = 1;
}

static int64_t *amounts_of_run(struct sample *sample)
{
	int64_t *amount = some_amounts(sample, 2);
	uint32_t who;

	if (!marked(sample))
		return amount;
	who = some(sample, 1, PEOPLE);
	wear(amount, USERS, who);
	if ((who < PEOPLE) && once_in(sample, 3))
		wear(amount, OWNERS, who);
	return amount;
}

/* What is left of each node bounds the next running job. */
static void make_runs(struct sample *sample)
{
	struct ft_snapshot *snapshot = sample->snapshot;
	uint32_t nodes = snapshot->node_count;

	for (uint32_t i = some(sample, 0, 5); i > 0; i--) {
		struct ft_run *run = ft_snapshot_add_run(snapshot);

		run->job_id = 1000 + i;
		run->end = snapshot->now + between(sample, 1, 25);
		if (once_in(sample, 60))
			run->end = FT_NEVER;
		run->share = room(sample, nodes * sizeof(*run->share));
		for (uint32_t n = 0; n < nodes; n++) {
			struct ft_share *share;

			if (!once_in(sample, 3))
				continue;
			share = &run->share[run->share_count++];
			share->node = n;
			share->amount = once_in(sample, 3)
						? NULL
						: amounts_of_run(sample);
		}
		run->licence = some_licences(sample, &run->licence_count);
	}
}

static void take_of_nodes(struct sample *sample, struct ft_closure *closure)
{
	uint32_t nodes = sample->snapshot->node_count;

	closure->share = room(sample, nodes * sizeof(*closure->share));
	for (uint32_t n = 0; n < nodes; n++) {
		struct ft_share *share;

		if (!once_in(sample, 2))
			continue;
		share = &closure->share[closure->share_count++];
		share->node = n;
		share->amount = some_amounts(sample, 2);
	}
}

static void make_closures(struct sample *sample)
{
	struct ft_snapshot *snapshot = sample->snapshot;

	for (uint32_t i = some(sample, 0, 2); i > 0; i--) {
		struct ft_closure *closure = ft_snapshot_add_closure(snapshot);

		closure->start = snapshot->now + between(sample, -5, 30);
		closure->end = closure->start + between(sample, 1, 30);
		if (once_in(sample, 40))
			closure->end = FT_NEVER;
		if (!once_in(sample, 5))
			closure->nodes = some_nodes(sample, NULL, 2);
		closure->licence =
			some_licences(sample, &closure->licence_count);
		if (once_in(sample, 4))
			take_of_nodes(sample, closure);
	}
}

static void make_counts(struct sample *sample, struct ft_request *request)
{
	uint32_t nodes = sample->snapshot->node_count;

	request->min_nodes = some(sample, 1, once_in(sample, 2) ? nodes : 2);
	request->max_nodes = request->min_nodes;
	request->min_tasks_node = 1;
	request->max_tasks_node = UINT32_MAX;
	if (once_in(sample, 3))
		request->min_tasks_node = some(sample, 1, 2);
	if (once_in(sample, 2))
		return;
	if ((request->min_nodes <= nodes) && !once_in(sample, 3))
		request->max_nodes = some(sample, request->min_nodes, nodes);
	if (once_in(sample, 4))
		request->max_nodes = UINT32_MAX;
	if (once_in(sample, 3))
		request->max_tasks_node =
			some(sample, request->min_tasks_node, 4);
	request->tasks = some(sample, 1, 9);
}

static void make_amounts(struct sample *sample, struct ft_request *request)
{
	request->exclusive = once_in(sample, sample->big ? 2 : 5);
	if (once_in(sample, 2))
		request->cpus_per_task = some(sample, 1, 3);
	if (once_in(sample, 2))
		request->per_node = some_amounts(sample, sample->big ? 3 : 1);
	if (once_in(sample, 2))
		request->per_task = some_amounts(sample, 2);
	if (once_in(sample, 4))
		request->per_core = some_amounts(sample, 1);
	if (marked(sample))
		make_person(sample, request);
}

/* As many nodes of each leaf as go into what it wants; by what was drawn
 * already. */
static void make_bundle(struct ft_request *request)
{
	uint32_t kind = (uint32_t) request->duration;

	if (!request->leaf_level || request->tasks || request->contiguous ||
	    request->required)
		return;
	request->bundle = request->min_nodes % 2 ? request->min_nodes : 2;
	if (kind % 4 == 0)
		request->bundle = 1;
	request->bundle_level = request->leaf_level - 1;
	request->bundle_apart = kind % 2;
	if (request->leaves)
		request->leaves = 1;
}

static void make_part(struct sample *sample, struct ft_request *request)
{
	struct ft_snapshot *snapshot = sample->snapshot;
	struct ft_node_set *eligible;

	request->duration = between(sample, 1, 8);
	if (once_in(sample, 5)) {
		request->least = between(sample, 1, request->duration);
		request->step = between(sample, 1, 3);
	}
	request->end_by = FT_NEVER;
	if (once_in(sample, 8))
		request->not_before = snapshot->now + between(sample, 0, 20);
	if (once_in(sample, 12))
		request->end_by = snapshot->now + between(sample, 1, 60);
	make_counts(sample, request);
	make_amounts(sample, request);
	request->place = (uint32_t) request->duration % (FT_PLACE_BUSY + 1);
	request->contiguous = once_in(sample, 6);
	if (!request->contiguous && once_in(sample, 6))
		request->leaves = request->tasks ? 1 : some(sample, 1, 3);
	if (once_in(sample, 3))
		request->leaf_level = some(sample, 1, 2);
	eligible = ft_snapshot_set(snapshot);
	ft_node_set_fill(eligible);
	if (once_in(sample, 3))
		ft_node_set_and_not(eligible, some_nodes(sample, NULL, 3));
	request->eligible = eligible;
	if (once_in(sample, 6))
		request->required = some_nodes(sample, eligible, 3);
	make_bundle(request);
	request->licence = some_licences(sample, &request->licence_count);
	if (snapshot->closure_count && once_in(sample, 4)) {
		uint32_t *closure = room(sample, sizeof(*closure));

		*closure = some(sample, 0, snapshot->closure_count - 1);
		request->closure = closure;
		request->closure_count = 1;
	}
}

/* The oracle tries every way: with few tasks there are not too many. */
static void make_small(struct ft_request *request, uint32_t most)
{
	if (request->tasks > most)
		request->tasks = most;
	if (request->min_nodes > most)
		request->min_nodes = most;
}

static void make_parts(struct sample *sample, struct ft_request *request)
{
	uint32_t count = once_in(sample, 5) ? 2 : 1;
	struct ft_request *part = room(sample, count * sizeof(*part));

	make_small(request, count == 1 ? 4 : 2);
	request->least = 0;
	request->leaves = request->bundle = 0;
	for (uint32_t p = 0; p < count; p++) {
		make_part(sample, &part[p]);
		make_small(&part[p], p + 1 == count ? 9 : 2);
		part[p].least = 0;
		part[p].leaves = part[p].bundle = 0;
		part[p].not_before = 0;
		part[p].end_by = FT_NEVER;
		part[p].apart = once_in(sample, 3);
	}
	request->part_count = count;
	request->part = part;
}

static void make_request(struct sample *sample, struct ft_request *request)
{
	make_part(sample, request);
	if (sample->joint && once_in(sample, 2))
		make_parts(sample, request);
}

static void make_jobs(struct sample *sample)
{
	struct ft_snapshot *snapshot = sample->snapshot;

	for (uint32_t i = some(sample, 1, 12); i > 0; i--) {
		struct ft_job *job = ft_snapshot_add_job(snapshot);

		job->job_id = snapshot->job_count;
		job->reserve = !once_in(sample, 8);
		/* Often one of the shapes that were there before. */
		if ((snapshot->job_count > 1) && once_in(sample, 2)) {
			struct ft_job *other = &snapshot->job[some(
				sample, 0, snapshot->job_count - 2)];

			job->request_count = other->request_count;
			job->request = other->request;
			continue;
		}
		job->request_count = once_in(sample, 4) ? 2 : 1;
		job->request = room(sample,
				    job->request_count * sizeof(*job->request));
		for (uint32_t r = 0; r < job->request_count; r++)
			make_request(sample, &job->request[r]);
	}
}

/* Some of the limits, in their order. */
static const struct ft_claim *some_claims(struct sample *sample,
					  uint32_t *ret_count)
{
	uint32_t limits = sample->snapshot->limit_count;
	struct ft_claim *claim = room(sample, (limits + 1) * sizeof(*claim));

	*ret_count = 0;
	for (uint32_t i = 0; i < limits; i++) {
		if (once_in(sample, 2))
			continue;
		claim[*ret_count].limit = i;
		claim[(*ret_count)++].count = some(sample, 1, 2);
	}
	return claim;
}

static void make_limits(struct sample *sample)
{
	struct ft_snapshot *snapshot = sample->snapshot;

	for (uint32_t i = some(sample, 0, 3); i > 0; i--) {
		struct ft_limit *limit = ft_snapshot_add_limit(snapshot);

		limit->kind = once_in(sample, 2)
				      ? FT_LIMIT_HELD
				      : (enum ft_limit_kind) some(
						sample, 0, FT_LIMIT_SPENT);
		limit->total = between(sample, 0, 6);
		if (limit->kind == FT_LIMIT_FALLS)
			limit->total *= 5;
	}
	/* What never ends counts for longer than the oracle looks ahead. */
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].end != FT_NEVER)
			snapshot->run[i].claim = some_claims(
				sample, &snapshot->run[i].claim_count);
}

/* Jobs of one shape may belong to owners with different limits. */
static void make_claims(struct sample *sample)
{
	struct ft_snapshot *snapshot = sample->snapshot;

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		struct ft_job *job = &snapshot->job[j];
		struct ft_request *request;

		if (once_in(sample, 3))
			continue;
		request = room(sample, job->request_count * sizeof(*request));
		for (uint32_t r = 0; r < job->request_count; r++) {
			request[r] = job->request[r];
			request[r].claim =
				some_claims(sample, &request[r].claim_count);
		}
		job->request = request;
	}
}

/* Some jobs are tasks of the array that the one before them is of. */
static void make_arrays(struct sample *sample)
{
	struct ft_snapshot *snapshot = sample->snapshot;

	snapshot->policy.array_depth = some(sample, 1, 2);
	for (uint32_t j = 1; j < snapshot->job_count; j++) {
		struct ft_job *job = &snapshot->job[j];

		/* A promise is for the request that it was made for. */
		if (once_in(sample, 2) || (job->promise != FT_NEVER))
			continue;
		job->job_id = job[-1].job_id;
		job->reserve = job[-1].reserve;
		job->bucket = job[-1].bucket;
		job->request_count = job[-1].request_count;
		job->request = job[-1].request;
	}
}

extern void sample_policy(struct ft_snapshot *snapshot, uint64_t seed)
{
	struct sample sample = {.snapshot = snapshot, .state = ~seed};
	struct ft_policy *policy = &snapshot->policy;

	if (once_in(&sample, 4))
		policy->hold = (enum ft_hold) some(&sample, 0, FT_HOLD_NEVER);
	if (once_in(&sample, 2))
		policy->backfill_depth = some(&sample, 0, 3);
	policy->backfill =
		(enum ft_backfill) some(&sample, 0, FT_BACKFILL_NONE);
	policy->metric = (enum ft_metric) some(&sample, 0, FT_METRIC_PESECONDS);
	policy->bucket_count = some(&sample, 0, 3);
	policy->depth = room(&sample, 3 * sizeof(*policy->depth));
	for (uint32_t i = 0; i < policy->bucket_count; i++)
		policy->depth[i] = once_in(&sample, 5) ? FT_DEPTH_ALL
						       : some(&sample, 0, 3);
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		struct ft_job *job = &snapshot->job[j];

		job->queued = snapshot->now - between(&sample, -5, 20);
		job->predicted = between(&sample, 0, 9);
		if (policy->bucket_count && !once_in(&sample, 5))
			job->bucket =
				some(&sample, 0, policy->bucket_count - 1);
	}
	if (once_in(&sample, 2))
		make_arrays(&sample);
}

static void make_leavers(struct sample *sample)
{
	struct ft_snapshot *snapshot = sample->snapshot;

	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		struct ft_run *run = &snapshot->run[i];

		run->class = run->alone ? 0 : some(sample, 0, 3);
		run->rank = some(sample, 0, 2);
		run->leave = between(sample, 0, 3);
		run->gone = snapshot->now + run->leave;
		if (once_in(sample, 3))
			run->gone += between(sample, 0, 8);
		run->suspends = once_in(sample, 6);
	}
	for (uint32_t i = 0; i + 1 < snapshot->run_count; i++) {
		uint32_t behind = snapshot->run_count - 1 - i;
		struct ft_run *run = &snapshot->run[i];

		if (!run->class || !once_in(sample, 4))
			continue;
		run->fellows = some(sample, 1, behind < 2 ? behind : 2);
		for (uint32_t f = 1; f <= run->fellows; f++)
			run[f].class = run[f].alone = 0;
		i += run->fellows;
	}
}

/* Is it the first of the jobs that share its requests? */
static bool is_first(const struct ft_snapshot *snapshot, uint32_t job)
{
	uint32_t twin = 0;

	while (snapshot->job[twin].request != snapshot->job[job].request)
		twin++;
	return twin == job;
}

extern void sample_takes(struct ft_snapshot *snapshot, uint64_t seed)
{
	struct sample sample = {.snapshot = snapshot, .state = seed * 3};

	make_leavers(&sample);
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		snapshot->run[i].keeps = once_in(&sample, 3);
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		struct ft_job *job = &snapshot->job[j];

		for (uint32_t r = 0;
		     is_first(snapshot, j) && (r < job->request_count); r++)
			if (!once_in(&sample, 3) && !job->request[r].alone)
				job->request[r].takes = some(&sample, 0, 15);
	}
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		struct ft_job *job = &snapshot->job[j];

		for (uint32_t r = 0;
		     is_first(snapshot, j) && (r < job->request_count); r++)
			job->request[r].reclaims =
				job->request[r].takes && once_in(&sample, 2);
	}
}

static void make_change(struct sample *sample, struct ft_request *request)
{
	struct ft_request *part = (struct ft_request *) request->part;

	request->change = some(sample, 0, FT_CHANGE_MAKES);
	for (uint32_t p = 0; p < request->part_count; p++)
		part[p].change = some(sample, 0, FT_CHANGE_MAKES);
}

extern void sample_changes(struct ft_snapshot *snapshot, uint64_t seed)
{
	struct sample sample = {.snapshot = snapshot, .state = seed * 7};

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		struct ft_job *job = &snapshot->job[j];

		for (uint32_t r = 0;
		     is_first(snapshot, j) && (r < job->request_count); r++)
			make_change(&sample, &job->request[r]);
	}
}

extern void sample_segments(struct ft_snapshot *snapshot, uint64_t seed)
{
	struct sample sample = {.snapshot = snapshot, .state = seed * 11};
	uint32_t count = snapshot->node_count < 3 ? snapshot->node_count : 3;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		snapshot->node[n].segment = some(&sample, 0, count);
	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		snapshot->run[i].alone =
			!snapshot->run[i].class && once_in(&sample, 3);
		i += snapshot->run[i].fellows;
	}
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		struct ft_job *job = &snapshot->job[j];

		for (uint32_t r = 0;
		     is_first(snapshot, j) && (r < job->request_count); r++) {
			struct ft_request *request = &job->request[r];

			/* One part after the other: not always the earliest. */
			request->alone = !request->part_count &&
					 !request->takes && once_in(&sample, 2);
		}
	}
}

static void make_wants(struct sample *sample, struct ft_request *request)
{
	struct ft_request *part = (struct ft_request *) request->part;

	if (!once_in(sample, 3))
		request->want_node = some_amounts(sample, 3);
	if (once_in(sample, 3))
		request->want_task = some_amounts(sample, 2);
	for (uint32_t p = 0; p < request->part_count; p++)
		make_wants(sample, &part[p]);
}

/* Kinds that some node has, but for marks. */
static uint32_t count_kinds(const struct ft_snapshot *snapshot)
{
	uint32_t kinds = 0;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		for (uint32_t k = 0;
		     (k < snapshot->resource_count) && (k < USERS); k++)
			if (snapshot->capacity[n * snapshot->resource_count +
					       k] &&
			    (k >= kinds))
				kinds = k + 1;
	return kinds;
}

extern void sample_wants(struct ft_snapshot *snapshot, uint64_t seed)
{
	struct sample sample = {.snapshot = snapshot, .state = seed * 13};

	sample.kinds = count_kinds(snapshot);
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		struct ft_job *job = &snapshot->job[j];

		for (uint32_t r = 0;
		     is_first(snapshot, j) && (r < job->request_count); r++)
			if (once_in(&sample, 2))
				make_wants(&sample, &job->request[r]);
	}
}

extern struct ft_snapshot *sample_sized(uint64_t seed, uint32_t most_nodes)
{
	struct sample sample = {.state = seed};
	uint32_t nodes = some(&sample, 1, most_nodes);
	uint32_t kinds = some(&sample, 1, 3);
	uint32_t licences = some(&sample, 0, 2);

	sample.big = once_in(&sample, 2);
	sample.kinds = kinds;
	sample.joint = seed % 4 == 3;
	sample.snapshot = ft_snapshot_new(
		nodes, once_in(&sample, 4) ? MARKED : kinds, licences);
	if (!sample.snapshot)
		abort();
	sample.snapshot->now = 1000000;
	sample.snapshot->window_end = FT_NEVER;
	if (once_in(&sample, 3))
		sample.snapshot->window_end =
			sample.snapshot->now + between(&sample, 0, 40);
	for (uint32_t i = 0; i < licences; i++)
		sample.snapshot->licence_total[i] = between(&sample, 0, 3);
	make_nodes(&sample);
	make_runs(&sample);
	make_closures(&sample);
	make_jobs(&sample);
	if (once_in(&sample, 2)) {
		make_limits(&sample);
		make_claims(&sample);
	}
	return sample.snapshot;
}

extern void sample_steady(struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < snapshot->limit_count; i++)
		if (snapshot->limit[i].kind == FT_LIMIT_FALLS)
			snapshot->limit[i].kind = FT_LIMIT_HELD;
}

static void scale_time(int64_t now, int64_t scale, int64_t *time)
{
	if (*time && (*time != FT_NEVER))
		*time = now + (*time - now) * scale;
}

/* Durations of its parts, which it owns. */
static void scale_parts(struct ft_request *request, int64_t scale)
{
	struct ft_request *part = (struct ft_request *) request->part;

	for (uint32_t p = 0; p < request->part_count; p++)
		part[p].duration *= scale;
}

/* Have the parts been met in an earlier request?  Copies share them. */
static bool parts_seen(const struct ft_snapshot *snapshot, uint32_t j,
		       uint32_t r)
{
	const struct ft_request *part = snapshot->job[j].request[r].part;

	for (uint32_t i = 0; i <= j; i++) {
		const struct ft_job *job = &snapshot->job[i];
		uint32_t count = i < j ? job->request_count : r;

		for (uint32_t k = 0; part && (k < count); k++)
			if (job->request[k].part == part)
				return true;
	}
	return false;
}

/* Jobs may share their requests: these are scaled with the first of them. */
static void scale_job(const struct ft_snapshot *snapshot, uint32_t j,
		      int64_t scale)
{
	struct ft_job *job = &snapshot->job[j];
	int64_t now = snapshot->now;

	scale_time(now, scale, &job->queued);
	scale_time(now, scale, &job->promise);
	for (uint32_t i = 0; i < j; i++)
		if (snapshot->job[i].request == job->request)
			return;
	for (uint32_t r = 0; r < job->request_count; r++) {
		struct ft_request *request = &job->request[r];

		request->duration *= scale;
		request->least *= scale;
		request->step *= scale;
		if (!parts_seen(snapshot, j, r))
			scale_parts(request, scale);
		scale_time(now, scale, &request->not_before);
		scale_time(now, scale, &request->end_by);
	}
}

extern void sample_scale(struct ft_snapshot *snapshot, int64_t scale)
{
	int64_t now = snapshot->now;

	scale_time(now, scale, &snapshot->window_end);
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		scale_time(now, scale, &snapshot->node[n].available_from);
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		scale_time(now, scale, &snapshot->run[i].end);
	for (uint32_t i = 0; i < snapshot->closure_count; i++) {
		scale_time(now, scale, &snapshot->closure[i].start);
		scale_time(now, scale, &snapshot->closure[i].end);
	}
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		scale_job(snapshot, j, scale);
}

static bool hides(uint64_t hidden, uint32_t record)
{
	return (hidden >> record) & 1;
}

extern void sample_hide(struct ft_snapshot *snapshot, uint64_t hidden)
{
	uint32_t jobs = 0, runs = 0, record = 0;

	for (uint32_t i = 0; i < snapshot->job_count; i++)
		if (!hides(hidden, record++))
			snapshot->job[jobs++] = snapshot->job[i];
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (!hides(hidden, record++))
			snapshot->run[runs++] = snapshot->run[i];
	for (uint32_t i = 0; i < snapshot->closure_count; i++) {
		if (!hides(hidden, record++))
			continue;
		snapshot->closure[i].nodes = NULL;
		snapshot->closure[i].licence_count = 0;
		snapshot->closure[i].share_count = 0;
	}
	snapshot->job_count = jobs;
	snapshot->run_count = runs;
}
