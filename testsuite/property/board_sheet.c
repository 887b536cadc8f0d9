/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See board_sheet.h.
 */
#include "board_sheet.h"

#include <stdlib.h>
#include <string.h>

#include "board_leaf.h"

static bool counts(const struct world *world, const struct filter *filter,
		   uint32_t number)
{
	const struct world_job *job = &world->job[number];

	if ((job->state != WORLD_PROMISED) && (job->state != WORLD_RUNNING))
		return false;
	if (number == filter->self)
		return false;
	if (job->state == WORLD_RUNNING)
		return true;
	if (filter->turn)
		return (job->key < world->job[filter->self].key) ||
		       (job->start < filter->since);
	if (!filter->ahead)
		return true;
	return (job->key <= world->job[filter->self].over) ||
	       (world_committed(world, job) &&
		(job->tier >= world->job[filter->self].tier));
}

static struct edge *more(struct usage *usage)
{
	if (usage->count == usage->room) {
		usage->room = usage->room ? 2 * usage->room : 8;
		usage->edge = realloc(usage->edge,
				      usage->room * sizeof(*usage->edge));
		if (!usage->edge)
			abort();
	}
	usage->edge[usage->count] = (struct edge){0};
	return &usage->edge[usage->count++];
}

static void put(struct usage *usage, const struct world_job *job, bool whole,
		const int64_t *amount, uint32_t kinds)
{
	for (int sign = 1; sign >= -1; sign -= 2) {
		struct edge *edge = more(usage);

		edge->time = sign > 0 ? job->start : job->end;
		edge->users = sign;
		edge->whole = whole ? sign : 0;
		edge->promises = job->state == WORLD_PROMISED ? sign : 0;
		for (uint32_t k = 0; k < kinds; k++)
			edge->amount[k] = sign * amount[k];
	}
}

/* What it wants beyond that when it starts. */
static void put_hold(const struct world *world, const struct world_job *job,
		     uint32_t node, struct usage *usage)
{
	uint32_t kinds = world->snapshot->resource_count;
	int64_t amount[KINDS_MAX];

	if (!world_holds(world, job, node, amount))
		return;
	for (int sign = 1; sign >= -1; sign -= 2) {
		struct edge *edge = more(usage);

		edge->time = sign > 0 ? job->start : job->start + 1;
		for (uint32_t k = 0; k < kinds; k++)
			edge->amount[k] = sign * amount[k];
	}
}

static int by_time(const void *a, const void *b)
{
	const struct edge *one = a, *two = b;

	return (one->time > two->time) - (one->time < two->time);
}

/* Sorted, and summed up: what holds from each time on. */
static void add_up(struct usage *usage, uint32_t kinds)
{
	uint32_t kept = 0;

	if (!usage->count)
		return;
	qsort(usage->edge, usage->count, sizeof(*usage->edge), by_time);
	for (uint32_t i = 1; i < usage->count; i++) {
		struct edge *last = &usage->edge[kept];
		struct edge sum = usage->edge[i];

		sum.users += last->users;
		sum.whole += last->whole;
		sum.promises += last->promises;
		for (uint32_t k = 0; k < kinds; k++)
			sum.amount[k] += last->amount[k];
		if (sum.time != last->time)
			kept++;
		usage->edge[kept] = sum;
	}
	usage->count = kept + 1;
}

/* What a claim of a job with these times comes to, as a line over time. */
static void claim_line(const struct ft_limit *limit, int64_t count, int64_t end,
		       int64_t *line)
{
	bool falls = limit->kind == FT_LIMIT_FALLS;

	line[0] = falls ? count * end : count;
	line[1] = falls ? -count : 0;
}

static void put_claims(const struct world *world, const struct world_job *job,
		       struct sheet *sheet)
{
	for (uint32_t l = 0; l < world->snapshot->limit_count; l++) {
		const struct ft_limit *limit = &world->snapshot->limit[l];
		struct world_job lasting = *job;
		int64_t line[2], count = world_claim(job, l);

		if (!count)
			continue;
		if (limit->kind == FT_LIMIT_SPENT)
			lasting.end = FT_NEVER;
		claim_line(limit, count, job->end, line);
		put(&sheet->limit[l], &lasting, false, line, 2);
	}
}

/* What closures take of nodes. */
static void put_closures(const struct world *world, struct sheet *sheet)
{
	const struct ft_snapshot *snapshot = world->snapshot;

	for (uint32_t c = 0; c < snapshot->closure_count; c++) {
		const struct ft_closure *closure = &snapshot->closure[c];
		const struct world_job holder = {.state = WORLD_RUNNING,
						 .start = closure->start,
						 .end = closure->end};

		for (uint32_t i = 0; i < closure->share_count; i++)
			put(&sheet->node[closure->share[i].node], &holder,
			    false, closure->share[i].amount,
			    snapshot->resource_count);
	}
}

extern struct sheet sheet_make(const struct world *world,
			       const struct filter *filter)
{
	const struct ft_snapshot *snapshot = world->snapshot;
	struct sheet sheet = {
		calloc(snapshot->node_count + 1, sizeof(struct usage)),
		calloc(snapshot->licence_count + 1, sizeof(struct usage)),
		calloc(snapshot->limit_count + 1, sizeof(struct usage)),
	};
	int64_t amount[KINDS_MAX];

	if (!sheet.node || !sheet.licence || !sheet.limit)
		abort();
	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *job = &world->job[j];

		if (!counts(world, filter, j))
			continue;
		for (uint32_t i = 0; i < job->node_count; i++) {
			bool whole =
				world_amount(world, job, job->node[i], amount);

			put(&sheet.node[job->node[i]], job, whole, amount,
			    snapshot->resource_count);
			put_hold(world, job, job->node[i],
				 &sheet.node[job->node[i]]);
		}
		for (uint32_t l = 0; l < snapshot->licence_count; l++) {
			amount[0] = world_licence(job, l);
			if (amount[0])
				put(&sheet.licence[l], job, false, amount, 1);
		}
		put_claims(world, job, &sheet);
	}
	put_closures(world, &sheet);
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		add_up(&sheet.node[n], snapshot->resource_count);
	for (uint32_t l = 0; l < snapshot->licence_count; l++)
		add_up(&sheet.licence[l], 1);
	for (uint32_t l = 0; l < snapshot->limit_count; l++)
		add_up(&sheet.limit[l], 2);
	return sheet;
}

extern void sheet_free(const struct world *world, struct sheet *sheet)
{
	for (uint32_t n = 0; n < world->snapshot->node_count; n++)
		free(sheet->node[n].edge);
	for (uint32_t l = 0; l < world->snapshot->licence_count; l++)
		free(sheet->licence[l].edge);
	for (uint32_t l = 0; l < world->snapshot->limit_count; l++)
		free(sheet->limit[l].edge);
	free(sheet->node);
	free(sheet->licence);
	free(sheet->limit);
}

/* The sum that holds then; NULL before the first. */
static uint32_t at_time(const struct usage *usage, int64_t time)
{
	uint32_t low = 0, high = usage->count;

	while (low < high) {
		uint32_t half = (low + high) / 2;

		if (usage->edge[half].time <= time)
			low = half + 1;
		else
			high = half;
	}
	return low; /* one more than its index */
}

static bool enters(const struct ft_request *request, uint32_t closure)
{
	for (uint32_t i = 0; i < request->closure_count; i++)
		if (request->closure[i] == closure)
			return true;
	return false;
}

extern bool sheet_node_closed(const struct world *world,
			      const struct ft_request *request, uint32_t node,
			      int64_t start, int64_t end)
{
	for (uint32_t c = 0; c < world->snapshot->closure_count; c++) {
		const struct ft_closure *closure = &world->snapshot->closure[c];

		if ((closure->start < end) && (closure->end > start) &&
		    closure->nodes && ft_node_set_has(closure->nodes, node) &&
		    !enters(request, c))
			return true;
	}
	return false;
}

/* Have all that the edge says, its own left out, the request's marks? */
static bool edge_is_company(const struct ft_request *request,
			    const struct edge *edge, const int64_t *lifted)
{
	for (uint32_t i = 0; i < request->mark_count; i++) {
		uint32_t kind = request->mark[i].kind;
		int64_t tag = request->mark[i].tag, worn[FT_MARK_SIZE];

		for (uint32_t k = 0; k < FT_MARK_SIZE; k++)
			worn[k] = edge->amount[kind + k] -
				  (lifted ? lifted[kind + k] : 0);
		/* Each of them has the tag if there are no others. */
		if ((worn[1] != tag * worn[0]) ||
		    (worn[2] != tag * tag * worn[0]))
			return false;
	}
	return true;
}

/* Can the job be there beside what the edge says, its own left out (NULL: there
 * is none)? */
static bool edge_has_room(const struct world *world, const struct edge *edge,
			  const int64_t *lifted, bool whole,
			  const int64_t *amount, const int64_t *have)
{
	int64_t mine = lifted ? 1 : 0;

	if ((edge->users > mine) &&
	    (whole || (edge->whole > (whole ? mine : 0))))
		return false;
	for (uint32_t k = 0; !whole && (k < world->snapshot->resource_count);
	     k++)
		if (edge->amount[k] - (lifted ? lifted[k] : 0) + amount[k] >
		    have[k])
			return false;
	return true;
}

static bool fits_empty(const int64_t *amount, const int64_t *have,
		       uint32_t kinds)
{
	for (uint32_t k = 0; k < kinds; k++)
		if (amount[k] > have[k])
			return false;
	return true;
}

static void add_amounts(int64_t *to, const int64_t *more, uint32_t kinds)
{
	for (uint32_t k = 0; k < kinds; k++)
		to[k] += more[k];
}

/* What the job has of the node from that time on, which an edge has; false:
 * nothing. */
static bool own_amounts(const struct world *world, const struct world_job *job,
			uint32_t node, int64_t time, int64_t *amount)
{
	uint32_t kinds = world->snapshot->resource_count;
	int64_t hold[KINDS_MAX];

	if ((time < job->start) || (time >= job->end) || !world_uses(job, node))
		return false;
	world_amount(world, job, node, amount);
	if ((time == job->start) && world_holds(world, job, node, hold))
		add_amounts(amount, hold, kinds);
	return true;
}

/* Is there room for so much beside what the edge says of the node, and do the
 * others let it be there? */
static bool edge_admits(const struct world *world, const struct world_job *job,
			uint32_t node, const struct edge *edge, bool whole,
			const int64_t *amount, bool own)
{
	uint32_t kinds = world->snapshot->resource_count;
	const int64_t *have = world->snapshot->capacity + (size_t) node * kinds;
	int64_t held[KINDS_MAX];
	const int64_t *lifted = NULL;

	if (own && own_amounts(world, job, node, edge->time, held))
		lifted = held;
	return edge_has_room(world, edge, lifted, whole, amount, have) &&
	       (whole || edge_is_company(job->request, edge, lifted));
}

/*
 * Does the job find room on the node from start to end, beside what the usage
 * says?  Its own booking, if that is in the usage, is let be.
 */
static bool node_has_room(const struct world *world,
			  const struct world_job *job,
			  const struct usage *usage, uint32_t node,
			  uint32_t tasks, int64_t start, bool own)
{
	/* One that waits for its nodes ends when it was to. */
	int64_t end = own && (start == job->start)
			      ? job->end
			      : start + job->request->duration;
	uint32_t kinds = world->snapshot->resource_count;
	const int64_t *have = world->snapshot->capacity + (size_t) node * kinds;
	int64_t amount[KINDS_MAX], first[KINDS_MAX];
	bool whole = world_cost(world, job->request, node, tasks, amount);
	uint32_t i = at_time(usage, start);

	world_hold(world, job->request, node, tasks, first);
	add_amounts(first, amount, kinds);
	if (!fits_empty(first, have, kinds))
		return false;
	for (i = i ? i - 1 : 0;
	     (i < usage->count) && (usage->edge[i].time < end); i++) {
		const struct edge *edge = &usage->edge[i];

		if ((i + 1 < usage->count) && (edge[1].time <= start))
			continue;
		if (!edge_admits(world, job, node, edge, whole,
				 edge->time <= start ? first : amount, own))
			return false;
	}
	return true;
}

extern bool sheet_node_may(const struct world *world,
			   const struct world_job *job,
			   const struct usage *usage, uint32_t node,
			   uint32_t tasks, int64_t start, bool own)
{
	int64_t end = start + job->request->duration;

	return ft_node_set_has(job->request->eligible, node) &&
	       (world->available_from[node] <= start) &&
	       !sheet_node_closed(world, job->request, node, start, end) &&
	       node_has_room(world, job, usage, node, tasks, start, own);
}

enum { TRIES = 64 };

/* All numbers of tasks that a node may get are tried, once there are few left:
 * fewer of them take no more. */
extern uint32_t sheet_node_tasks(const struct world *world,
				 const struct world_job *job,
				 const struct usage *usage, uint32_t node,
				 int64_t start, bool own)
{
	const struct ft_request *request = job->request;
	uint32_t low = request->min_tasks_node, most = low;

	if (request->tasks)
		most = request->tasks < request->max_tasks_node
			       ? request->tasks
			       : request->max_tasks_node;
	while (most - low > TRIES) {
		uint32_t half = low + (most - low) / 2;

		if (sheet_node_may(world, job, usage, node, half, start, own))
			low = half;
		else
			most = half - 1;
	}
	while ((most >= low) &&
	       !sheet_node_may(world, job, usage, node, most, start, own))
		most--;
	return most < low ? 0 : most;
}

static int by_most(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *) a, two = *(const uint32_t *) b;

	return (one < two) - (one > two);
}

static bool enough_nodes(const struct ft_request *request,
			 const uint32_t *tasks, uint32_t count)
{
	const struct ft_node_set *required = request->required;
	uint32_t best[count + 1], nodes = 0;
	uint64_t sum = 0;

	for (uint32_t n = 0; n < count; n++)
		if (tasks[n] && (!required || ft_node_set_has(required, n)))
			best[nodes++] = tasks[n];
	if (required && (nodes < ft_node_set_count(required)))
		return false;
	if (!request->tasks)
		return nodes >= request->min_nodes;
	qsort(best, nodes, sizeof(*best), by_most);
	for (uint32_t m = 1; (m <= request->max_nodes) && (m <= nodes); m++) {
		sum += best[m - 1];
		if ((m >= request->min_nodes) && (sum >= request->tasks) &&
		    ((uint64_t) m * request->min_tasks_node <= request->tasks))
			return true;
	}
	return false;
}

extern bool sheet_enough(const struct world *world,
			 const struct ft_request *request,
			 const uint32_t *tasks)
{
	return leaf_enough(world->snapshot, request, tasks, enough_nodes);
}

static int64_t set_aside(const struct world *world,
			 const struct ft_request *request, uint32_t licence,
			 int64_t time)
{
	int64_t sum = 0;

	for (uint32_t c = 0; c < world->snapshot->closure_count; c++) {
		const struct ft_closure *closure = &world->snapshot->closure[c];

		if ((closure->start > time) || (closure->end <= time) ||
		    enters(request, c))
			continue;
		for (uint32_t i = 0; i < closure->licence_count; i++)
			if (closure->licence[i].licence == licence)
				sum += closure->licence[i].count;
	}
	return sum;
}

static bool licence_enough(const struct world *world,
			   const struct world_job *job,
			   const struct usage *usage, uint32_t licence,
			   int64_t time, bool own)
{
	int64_t wanted = world_licence(job, licence);
	uint32_t i = at_time(usage, time);
	int64_t used = i ? usage->edge[i - 1].amount[0] : 0;
	struct world_job held = *job;

	held.request = job->held;
	if (own && (time >= job->start) && (time < job->end))
		used -= world_licence(&held, licence);
	return used + wanted + set_aside(world, job->request, licence, time) <=
	       world->snapshot->licence_total[licence];
}

/* Every time at which less of it may be there. */
extern bool sheet_licences_may(const struct world *world,
			       const struct world_job *job,
			       const struct sheet *sheet, int64_t start,
			       bool own)
{
	int64_t end = start + job->request->duration;

	for (uint32_t l = 0; l < world->snapshot->licence_count; l++) {
		const struct usage *usage = &sheet->licence[l];

		if (!world_licence(job, l))
			continue;
		if (!licence_enough(world, job, usage, l, start, own))
			return false;
		for (uint32_t i = 0; i < usage->count; i++)
			if ((usage->edge[i].time > start) &&
			    (usage->edge[i].time < end) &&
			    !licence_enough(world, job, usage, l,
					    usage->edge[i].time, own))
				return false;
		for (uint32_t c = 0; c < world->snapshot->closure_count; c++) {
			int64_t time = world->snapshot->closure[c].start;

			if ((time > start) && (time < end) &&
			    !licence_enough(world, job, usage, l, time, own))
				return false;
		}
	}
	return true;
}

/* Is there enough of the limit at the time, for a job that starts then? */
static bool limit_enough(const struct world *world, const struct world_job *job,
			 const struct sheet *sheet, uint32_t l, int64_t start,
			 int64_t time, bool own)
{
	const struct ft_limit *limit = &world->snapshot->limit[l];
	const struct usage *usage = &sheet->limit[l];
	uint32_t i = at_time(usage, time);
	int64_t line[2], used = 0;
	int64_t end = start + job->request->duration;
	struct world_job held = *job;

	if (i)
		used = usage->edge[i - 1].amount[0] +
		       usage->edge[i - 1].amount[1] * time;
	claim_line(limit, world_claim(job, l), end, line);
	used += line[0] + line[1] * time;
	if (own && (time >= job->start) &&
	    ((time < job->end) || (limit->kind == FT_LIMIT_SPENT))) {
		held.request = job->held;
		claim_line(limit, world_claim(&held, l), job->end, line);
		used -= line[0] + line[1] * time;
	}
	return used <= limit->total;
}

/* What is claimed rises at edges only; own claims are lifted in part. */
extern bool sheet_limits_may(const struct world *world,
			     const struct world_job *job,
			     const struct sheet *sheet, int64_t start, bool own)
{
	int64_t end = start + job->request->duration;

	for (uint32_t l = 0; l < world->snapshot->limit_count; l++) {
		const struct usage *usage = &sheet->limit[l];
		int64_t until = world->snapshot->limit[l].kind == FT_LIMIT_SPENT
					? FT_NEVER
					: end;

		if (!world_claim(job, l))
			continue;
		if (!limit_enough(world, job, sheet, l, start, start, own))
			return false;
		for (uint32_t i = 0; i < usage->count; i++)
			if ((usage->edge[i].time > start) &&
			    (usage->edge[i].time < until) &&
			    !limit_enough(world, job, sheet, l, start,
					  usage->edge[i].time, own))
				return false;
	}
	return true;
}

extern bool sheet_times_may(const struct world_job *job, int64_t start)
{
	return (start >= job->request->not_before) &&
	       (start + job->request->duration <= job->request->end_by);
}

extern struct world_job sheet_way(const struct world_job *job, uint32_t wish)
{
	struct world_job way = *job;

	way.request = &job->wish[wish];
	return way;
}

static bool way_may(const struct world *world, const struct world_job *job,
		    const struct sheet *sheet, int64_t start)
{
	uint32_t count = world->snapshot->node_count, tasks[count + 1];

	if (!sheet_times_may(job, start) ||
	    !sheet_licences_may(world, job, sheet, start, false) ||
	    !sheet_limits_may(world, job, sheet, start, false))
		return false;
	for (uint32_t n = 0; n < count; n++)
		tasks[n] = sheet_node_tasks(world, job, &sheet->node[n], n,
					    start, false);
	return sheet_enough(world, job->request, tasks);
}

/* Could it start then, among what the sheet has? */
extern bool sheet_job_may(const struct world *world,
			  const struct world_job *job,
			  const struct sheet *sheet, int64_t start)
{
	for (uint32_t r = 0; r < job->wish_count; r++) {
		const struct world_job way = sheet_way(job, r);

		if (way_may(world, &way, sheet, start))
			return true;
	}
	return false;
}
