/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See board_law.h.
 */
#include "board_law.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 16 };

static bool complain(struct law_report *report, const char *what, uint32_t job,
		     int64_t time)
{
	if (!report->broken)
		snprintf(report->why, sizeof(report->why),
			 "%s: job %u at %" PRId64, what, job, time);
	report->broken = true;
	return false;
}

/* What is taken of one thing from time on. */
struct edge {
	int64_t time;
	int64_t users, whole, promises, amount[KINDS_MAX];
};

/* Sums over time, the first at INT64_MIN. */
struct usage {
	struct edge *edge;
	uint32_t count, room;
};

/* Which bookings count. */
struct filter {
	bool ahead;    /* only those that stand against this job */
	uint32_t self; /* never this one's */
};

static bool counts(const struct world *world, const struct filter *filter,
		   uint32_t number)
{
	const struct world_job *job = &world->job[number];

	if ((job->state != WORLD_PROMISED) && (job->state != WORLD_RUNNING))
		return false;
	if (number == filter->self)
		return false;
	if (!filter->ahead || (job->state == WORLD_RUNNING))
		return true;
	return (job->key <= world->job[filter->self].over) ||
	       world_committed(world, job);
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

/* Of every node, then of every licence. */
struct sheet {
	struct usage *node, *licence;
};

static struct sheet make_sheet(const struct world *world,
			       const struct filter *filter)
{
	const struct ft_snapshot *snapshot = world->snapshot;
	struct sheet sheet = {
		calloc(snapshot->node_count + 1, sizeof(struct usage)),
		calloc(snapshot->licence_count + 1, sizeof(struct usage)),
	};
	int64_t amount[KINDS_MAX];

	if (!sheet.node || !sheet.licence)
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
		}
		for (uint32_t l = 0; l < snapshot->licence_count; l++) {
			amount[0] = world_licence(job, l);
			if (amount[0])
				put(&sheet.licence[l], job, false, amount, 1);
		}
	}
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		add_up(&sheet.node[n], snapshot->resource_count);
	for (uint32_t l = 0; l < snapshot->licence_count; l++)
		add_up(&sheet.licence[l], 1);
	return sheet;
}

static void free_sheet(const struct world *world, struct sheet *sheet)
{
	for (uint32_t n = 0; n < world->snapshot->node_count; n++)
		free(sheet->node[n].edge);
	for (uint32_t l = 0; l < world->snapshot->licence_count; l++)
		free(sheet->licence[l].edge);
	free(sheet->node);
	free(sheet->licence);
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

static bool node_closed(const struct world *world,
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

/* Can the job be there beside what the edge says, its own left out? */
static bool edge_has_room(const struct world *world, const struct edge *edge,
			  bool lifted, bool whole, const int64_t *amount,
			  const int64_t *have)
{
	int64_t mine = lifted ? 1 : 0;

	if ((edge->users > mine) &&
	    (whole || (edge->whole > (whole ? mine : 0))))
		return false;
	for (uint32_t k = 0; !whole && (k < world->snapshot->resource_count);
	     k++)
		if (edge->amount[k] - mine * amount[k] + amount[k] > have[k])
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

/*
 * Does the job find room on the node from start to end, beside what the usage
 * says?  Its own booking, if that is in the usage, is let be.
 */
static bool node_has_room(const struct world *world,
			  const struct world_job *job,
			  const struct usage *usage, uint32_t node,
			  int64_t start, int64_t end, bool own)
{
	uint32_t kinds = world->snapshot->resource_count;
	const int64_t *have = world->snapshot->capacity + (size_t) node * kinds;
	int64_t amount[KINDS_MAX];
	bool whole = world_amount(world, job, node, amount);
	uint32_t i = at_time(usage, start);

	if (!fits_empty(amount, have, kinds))
		return false;
	for (i = i ? i - 1 : 0;
	     (i < usage->count) && (usage->edge[i].time < end); i++) {
		const struct edge *edge = &usage->edge[i];
		bool lifted = own && (edge->time >= job->start) &&
			      (edge->time < job->end);

		if ((i + 1 < usage->count) &&
		    (usage->edge[i + 1].time <= start))
			continue;
		if (!edge_has_room(world, edge, lifted, whole, amount, have))
			return false;
	}
	return true;
}

static bool node_may(const struct world *world, const struct world_job *job,
		     const struct usage *usage, uint32_t node, int64_t start,
		     bool own)
{
	int64_t end = start + job->request->duration;

	return ft_node_set_has(job->request->eligible, node) &&
	       (world->available_from[node] <= start) &&
	       !node_closed(world, job->request, node, start, end) &&
	       node_has_room(world, job, usage, node, start, end, own);
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

	if (own && (time >= job->start) && (time < job->end))
		used -= wanted;
	return used + wanted + set_aside(world, job->request, licence, time) <=
	       world->snapshot->licence_total[licence];
}

/* Every time at which less of it may be there. */
static bool licences_may(const struct world *world, const struct world_job *job,
			 const struct sheet *sheet, int64_t start, bool own)
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

static bool times_may(const struct world_job *job, int64_t start)
{
	return (start >= job->request->not_before) &&
	       (start + job->request->duration <= job->request->end_by);
}

/* Could it start then, among what the sheet has? */
static bool job_may(const struct world *world, const struct world_job *job,
		    const struct sheet *sheet, int64_t start)
{
	uint32_t nodes = 0;

	if (!times_may(job, start) ||
	    !licences_may(world, job, sheet, start, false))
		return false;
	for (uint32_t n = 0; (n < world->snapshot->node_count) &&
			     (nodes < job->request->min_nodes);
	     n++)
		nodes += node_may(world, job, &sheet->node[n], n, start, false);
	return nodes >= job->request->min_nodes;
}

/* One of its kind, ahead of it, that has no promise: see board.h. */
static bool behind_its_like(const struct world *world, uint32_t number)
{
	const struct world_job *job = &world->job[number];

	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *other = &world->job[j];

		if ((j != number) && (other->state == WORLD_WAITING) &&
		    (other->key < job->key) && other->request &&
		    (other->request->duration == job->request->duration) &&
		    (other->request->min_nodes == job->request->min_nodes))
			return true;
	}
	return false;
}

extern void law_expect(struct world *world, uint32_t number)
{
	struct world_job *job = &world->job[number];
	struct filter filter = {.ahead = true, .self = number};
	struct sheet sheet;
	int64_t last = ft_board_last_start(world->board);

	world->expected = -1;
	if (behind_its_like(world, number))
		return;
	sheet = make_sheet(world, &filter);
	world->expected = FT_NEVER;
	for (int64_t t = world->now;
	     (t <= last) && (world->expected == FT_NEVER); t++)
		if (job_may(world, job, &sheet, t))
			world->expected = t;
	if ((job->state == WORLD_PROMISED) && (job->start < world->expected))
		world->expected = job->start;
	free_sheet(world, &sheet);
}

static bool overlap(int64_t start, int64_t end, int64_t from, int64_t until)
{
	return (start < until) && (from < end);
}

static bool share_something(const struct world *world,
			    const struct world_job *a, const uint32_t *node,
			    uint32_t node_count, const struct world_job *b)
{
	for (uint32_t i = 0; i < node_count; i++)
		if (world_uses(a, node[i]))
			return true;
	for (uint32_t l = 0; l < world->snapshot->licence_count; l++)
		if (world_licence(a, l) && world_licence(b, l))
			return true;
	return false;
}

/* Does a job that is overdue, and ahead of it, take its place from now on? */
static bool held_up(const struct world *world, const struct world_job *old)
{
	if (world_committed(world, old))
		return false;
	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *other = &world->job[j];
		struct ft_board_placement there;

		if ((other->state != WORLD_PROMISED) ||
		    (other->key >= old->key))
			continue;
		there = ft_board_placed(world->board, j);
		if ((there.cause == FT_CAUSE_LATE) &&
		    (there.start == world->now) &&
		    overlap(old->start, old->end, there.start, there.end) &&
		    share_something(world, old, there.node, there.node_count,
				    other))
			return true;
	}
	return false;
}

/* May what happened move the job from where it was? */
static bool has_cause(struct world *world, uint32_t number)
{
	const struct world_job *old = &world->job[number];
	const struct world_event *event = &world->event;
	const struct world_job *other = NULL;
	struct ft_board_placement there;

	if (event->kind == WORLD_TIME)
		return (old->start < world->now) || held_up(world, old);
	if (event->kind == WORLD_NODE)
		return world_uses(old, event->number) &&
		       (old->start < world->available_from[event->number]);
	if (event->number == number)
		return true;
	other = &world->job[event->number];
	there = ft_board_placed(world->board, event->number);
	if ((event->kind == WORLD_EXTENDED) || (event->kind == WORLD_STARTED))
		return overlap(old->start, old->end, world->now, other->end) &&
		       share_something(world, old, there.node, there.node_count,
				       other);
	return ((event->kind == WORLD_CAME) || (event->kind == WORLD_RANKED)) &&
	       (old->key > other->over) && !world_committed(world, old) &&
	       (there.start != FT_NEVER) &&
	       overlap(old->start, old->end, there.start, there.end) &&
	       share_something(world, old, there.node, there.node_count, other);
}

static bool same_nodes(const struct world_job *old,
		       const struct ft_board_placement *fresh)
{
	for (uint32_t i = 0; i < fresh->node_count; i++)
		if (!world_uses(old, fresh->node[i]))
			return false;
	return old->node_count == fresh->node_count;
}

extern void law_watch(struct world *world, uint32_t number,
		      const struct ft_board_placement *fresh, void *context)
{
	struct law_report *report = context;
	const struct world_job *old = &world->job[number];

	if ((old->state != WORLD_PROMISED) ||
	    ((fresh->start == old->start) && same_nodes(old, fresh)))
		return;
	report->moves++;
	report->started += fresh->cause == FT_CAUSE_NOW;
	report->swaps += fresh->cause == FT_CAUSE_SWAP;
	report->mended += fresh->start == old->start;
	/* Sooner, since there is room: it is a matter of its own. */
	if ((fresh->cause == FT_CAUSE_NOW) && (fresh->start == world->now))
		return;
	if ((fresh->start == old->start) && (fresh->cause == FT_CAUSE_SWAP) &&
	    (world->event.kind >= WORLD_TIME))
		return;
	if (!has_cause(world, number))
		complain(report, "moved without a cause", old->id,
			 fresh->start);
}

static bool sheet_overused(const struct world *world, const struct sheet *sheet,
			   struct law_report *report)
{
	const struct ft_snapshot *snapshot = world->snapshot;
	uint32_t kinds = snapshot->resource_count;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		for (uint32_t i = 0; i < sheet->node[n].count; i++) {
			const struct edge *edge = &sheet->node[n].edge[i];
			bool over = edge->whole && (edge->users > 1);

			for (uint32_t k = 0; k < kinds; k++)
				over |= edge->amount[k] >
					snapshot->capacity[n * kinds + k];
			/* Runs that last longer may overuse it. */
			if (over && edge->promises)
				return complain(report, "node overused", n,
						edge->time);
		}
	for (uint32_t l = 0; l < snapshot->licence_count; l++)
		for (uint32_t i = 0; i < sheet->licence[l].count; i++)
			if (sheet->licence[l].edge[i].amount[0] >
			    snapshot->licence_total[l])
				return complain(report, "licence overused", l,
						sheet->licence[l].edge[i].time);
	return true;
}

/* Nodes, times and closures of one promise.  Of licences there is no more to
 * say than that they are not overused: jobs of a reservation may use, later,
 * what was set aside for them when this one was placed. */
static void check_place(const struct world *world, const struct sheet *sheet,
			const struct world_job *job, struct law_report *report)
{
	const struct ft_request *request = job->request;

	if ((job->start < world->now) ||
	    (job->start > ft_board_last_start(world->board)) ||
	    (job->end != job->start + request->duration) ||
	    !times_may(job, job->start))
		complain(report, "start out of bounds", job->id, job->start);
	if (job->node_count != request->min_nodes)
		complain(report, "number of nodes", job->id, job->node_count);
	for (uint32_t i = 0; i < job->node_count; i++) {
		for (uint32_t k = 0; k < i; k++)
			if (job->node[k] == job->node[i])
				complain(report, "a node twice", job->id,
					 job->start);
		if (!node_may(world, job, &sheet->node[job->node[i]],
			      job->node[i], job->start, true))
			complain(report, "a node that it may not have", job->id,
				 job->start);
	}
}

/* For the request: nodes on which it fits from now on; owner's are counted for
 * each job. */
struct fits {
	const struct ft_request *request;
	bool *node;
	uint32_t count;
};

static struct fits *find_fits(const struct world *world,
			      const struct sheet *sheet,
			      const struct world_job *job, struct fits *fits,
			      uint32_t *count)
{
	struct fits *at = fits;

	while ((at < fits + *count) && (at->request != job->request))
		at++;
	if (at < fits + *count)
		return at;
	++*count;
	*at = (struct fits){job->request,
			    calloc(world->snapshot->node_count + 1, 1), 0};
	if (!at->node)
		abort();
	for (uint32_t n = 0; n < world->snapshot->node_count; n++) {
		at->node[n] = node_may(world, job, &sheet->node[n], n,
				       world->now, false);
		at->count += at->node[n];
	}
	return at;
}

static void check_now(const struct world *world, const struct sheet *sheet,
		      const struct world_job *job, struct fits *fits,
		      struct law_report *report)
{
	bool own = job->state == WORLD_PROMISED;
	uint32_t nodes = fits->count;

	if (!times_may(job, world->now))
		return;
	for (uint32_t i = 0; own && (i < job->node_count); i++)
		nodes += !fits->node[job->node[i]] &&
			 node_may(world, job, &sheet->node[job->node[i]],
				  job->node[i], world->now, true);
	if ((nodes >= job->request->min_nodes) &&
	    licences_may(world, job, sheet, world->now, own))
		complain(report, "could start now", job->id, job->start);
}

extern void law_check(struct world *world, struct law_report *report)
{
	struct filter filter = {.self = UINT32_MAX};
	struct sheet sheet = make_sheet(world, &filter);
	struct fits *fits = calloc(world->job_count + 1, sizeof(*fits));
	uint32_t count = 0;

	if (!fits)
		abort();
	report->checks++;
	sheet_overused(world, &sheet, report);
	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *job = &world->job[j];

		if (job->state == WORLD_PROMISED)
			check_place(world, &sheet, job, report);
		if ((job->state == WORLD_WAITING) ||
		    ((job->state == WORLD_PROMISED) &&
		     (job->start > world->now)))
			check_now(world, &sheet, job,
				  find_fits(world, &sheet, job, fits, &count),
				  report);
	}
	if (world->expected >= 0) {
		const struct world_job *job = &world->job[world->event.number];

		report->expectations++;
		/* Sooner where others moved to now, and left a place. */
		if ((job->start > world->expected) ||
		    ((job->start < world->expected) &&
		     (report->moves == report->moves_before)))
			complain(report, "not the earliest start", job->id,
				 world->expected);
	}
	report->moves_before = report->moves;
	while (count)
		free(fits[--count].node);
	free(fits);
	free_sheet(world, &sheet);
}

extern void law_check_waiting(struct world *world, struct law_report *report)
{
	struct filter filter = {.self = UINT32_MAX};
	struct sheet sheet = make_sheet(world, &filter);
	int64_t last = ft_board_last_start(world->board);

	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *job = &world->job[j];

		for (int64_t t = world->now;
		     (job->state == WORLD_WAITING) && (t <= last); t++)
			if (job_may(world, job, &sheet, t)) {
				complain(report, "waits without a promise",
					 job->id, t);
				break;
			}
	}
	free_sheet(world, &sheet);
}
