/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_demand_requests - all the ways to place one job in one partition.
 *
 * A way is a form (how many nodes, how many tasks on each) in a frame (in no
 * reservation, or in one, in one of its windows).  The planner takes the
 * earliest of all.  Forms say exactly what each node gives, or let the planner
 * say it: select_nodes spreads tasks over several nodes by what is free at
 * that second, which a plan cannot know, so the start shows it no other cores
 * than those planned (schedule_fence.h).
 *
 * Where the cores that a node gives do not tell its tasks, the tasks go in
 * grains of as many as fill a core; where not even grains do, they go to one
 * node, or evenly to several (the start then insists on that), or else the
 * nodes are taken whole.
 */
#include "slurm/schedule_demand.h"

#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/reservation.h"

#include "slurm/schedule_bound.h"
#include "slurm/schedule_device.h"
#include "slurm/schedule_group.h"
#include "slurm/schedule_row.h"
#include "slurm/schedule_slice.h"

/* Numbers of a range of nodes that are tried, and ways for each of them, on
 * few switches and on any. */
enum { RANGE_MAX = 8, FORMS_MAX = 2 * 4 * RANGE_MAX };
enum { EVEN_MAX = 2, FRAMES_MAX = 16, OWN_WINDOWS = 3 };

struct form {
	uint32_t min_nodes, max_nodes;
	uint32_t tasks;
	uint32_t min_tasks, max_tasks; /* of a node */
	bool exclusive;
	bool alone; /* one node: it takes what is counted for the job */
	uint32_t gres_nodes; /* that share it evenly; 0: nobody does */
	uint32_t leaves;     /* see ft_request */
	uint32_t grain;	     /* tasks are counted in that many; 0: one by one */
	struct fts_manner manner;
};

struct frame {
	uint32_t resv_id;
	char *name; /* reservation that a start must be given; NULL: none */
	const struct ft_node_set *nodes; /* NULL: all */
	int64_t start, end;
};

struct forms {
	uint32_t count;
	bool rough; /* whole nodes for want of a better way */
	struct form form[FORMS_MAX];
};

struct frames {
	uint32_t count;
	struct frame frame[FRAMES_MAX];
};

static void _add_form(struct forms *forms, struct form form)
{
	if (forms->count < FORMS_MAX)
		forms->form[forms->count++] = form;
}

/* GRES counted for the whole job: on how many nodes at least they are. */
static uint32_t _nodes_for_gres(const struct fts_build *build,
				const struct fts_demand *demand)
{
	uint32_t count = build->snapshot->resource_count;
	int64_t nodes = 1;

	for (uint32_t kind = FT_FIRST_GRES; kind < count; kind++) {
		int64_t wanted = demand->per_job[kind];
		int64_t least = demand->survey->least[kind];

		if (wanted && least > 0 && (wanted + least - 1) / least > nodes)
			nodes = (wanted + least - 1) / least;
	}
	return nodes > UINT32_MAX ? UINT32_MAX : (uint32_t) nodes;
}

/* Whole nodes, as many as it takes. */
static void _add_whole(const struct fts_build *build,
		       const struct fts_demand *demand, uint32_t min_nodes,
		       struct forms *forms)
{
	struct form form = {.min_nodes = min_nodes,
			    .max_nodes = demand->max_nodes,
			    .tasks = demand->tasks,
			    .min_tasks = demand->least_tasks,
			    .max_tasks = demand->most_tasks,
			    .exclusive = true};
	uint32_t nodes = _nodes_for_gres(build, demand);

	if (form.min_nodes < nodes)
		form.min_nodes = nodes;
	if (form.max_nodes < form.min_nodes)
		form.max_nodes = form.min_nodes;
	if (demand->tasks_per_node) {
		form.tasks = 0;
		form.min_tasks = demand->tasks_per_node;
		if (form.max_tasks < form.min_tasks)
			form.max_tasks = form.min_tasks;
	} else if (form.tasks <= form.min_nodes * form.min_tasks) {
		form.tasks = 0;
	}
	_add_form(forms, form);
}

/* The same number of tasks on each of m nodes, for the smallest m. */
static void _add_even(const struct fts_demand *demand, struct forms *forms)
{
	uint32_t m = demand->min_nodes < 2 ? 2 : demand->min_nodes;
	int64_t cpus =
		demand->survey->most[FT_CORES] * demand->survey->most_threads;
	uint32_t added = 0;

	for (; m <= demand->max_nodes && m <= demand->tasks && added < EVEN_MAX;
	     m++) {
		uint32_t each = demand->tasks / m;

		if (demand->tasks % m || each < demand->least_tasks ||
		    each > demand->most_tasks || each >= INFINITE16 / 2 ||
		    (int64_t) each * demand->cpus > cpus)
			continue;
		_add_form(forms, (struct form){.min_nodes = m,
					       .max_nodes = m,
					       .min_tasks = each,
					       .max_tasks = each,
					       .manner.tasks_per_node =
						       (uint16_t) each});
		added++;
	}
}

/*
 * Tasks that go together so that cores tell them: all the tasks of a core, or
 * single ones of a core or more.  0: there is no such number.
 *
 * A node shows so many cores that its grains fill.  cons_tres gives each node
 * tasks while it has CPUs for one more; if a task needs all that a core has,
 * it can place no more on a node than planned, so it places just these on
 * each.  If a core carries several, less than a core is left over of all nodes
 * together, so that no node can spare one.
 */
static uint32_t _grain(const struct fts_build *build,
		       const struct fts_demand *demand)
{
	uint32_t most = demand->survey->most_threads;
	uint32_t threads =
		demand->threads ? demand->threads * demand->unit : most;

	if (demand->core_each && demand->unit > 1)
		return 0;
	if (demand->core_each || demand->cpus % threads == 0)
		return 1;
	if (demand->cpus > threads)
		return demand->threads ? 0 : 1;
	if (threads % demand->cpus ||
	    (!demand->threads && demand->survey->least_threads != most))
		return 0;
	for (uint32_t r = 0; r < build->snapshot->resource_count; r++)
		if (demand->per_task[r])
			return 0;
	return threads / demand->cpus;
}

/* Any spread over several nodes, which the start insists on. */
static bool _add_spread(const struct fts_build *build,
			const struct fts_demand *demand, struct forms *forms)
{
	uint32_t grain = _grain(build, demand);
	struct form form = {.min_nodes = demand->min_nodes,
			    .max_nodes = demand->max_nodes,
			    .grain = grain,
			    .manner.fenced = true};

	if (!grain)
		return false;
	if (form.min_nodes < 2)
		form.min_nodes = 2;
	form.tasks = (demand->tasks - 1) / grain + 1;
	form.min_tasks = (demand->least_tasks - 1) / grain + 1;
	form.max_tasks = demand->most_tasks;
	if (form.max_tasks != UINT32_MAX)
		form.max_tasks /= grain;
	if (form.tasks < form.min_nodes * form.min_tasks)
		form.tasks = form.min_nodes * form.min_tasks;
	if (form.max_nodes > form.tasks / form.min_tasks)
		form.max_nodes = form.tasks / form.min_tasks;
	if (form.max_tasks < form.min_tasks || form.max_nodes < form.min_nodes)
		return false;
	_add_form(forms, form);
	return true;
}

static bool _fits_any_node(const struct fts_demand *demand)
{
	int64_t cpus = (int64_t) demand->tasks * demand->cpus;
	uint32_t threads = demand->survey->least_threads;
	int64_t cores = demand->survey->least[FT_CORES];

	if (demand->threads)
		return fts_demand_cores(demand, demand->tasks) <= cores;
	return (cpus + threads - 1) / threads <= cores;
}

/* Tasks of each node if that is certain: asked for, or no other way. */
static uint32_t _certain_tasks(const struct fts_demand *demand)
{
	if (demand->tasks_per_node)
		return demand->tasks_per_node;
	if (demand->tasks <= demand->min_nodes * demand->least_tasks)
		return demand->least_tasks;
	return demand->min_nodes == 1 ? demand->tasks : 0;
}

static bool _divides(const struct fts_build *build,
		     const struct fts_demand *demand, uint32_t nodes)
{
	for (uint32_t r = 0; r < build->snapshot->resource_count; r++)
		if (demand->per_job[r] % nodes)
			return false;
	return true;
}

/* As many tasks and GRES on each of m nodes, for the smallest such m. */
static void _add_gres_even(const struct fts_build *build,
			   const struct fts_demand *demand, struct forms *forms)
{
	uint32_t m = demand->min_nodes < 2 ? 2 : demand->min_nodes;
	uint32_t added = 0;

	for (; m <= demand->max_nodes && m <= demand->tasks && added < EVEN_MAX;
	     m++) {
		uint32_t each = demand->tasks / m;

		if (demand->tasks % m || each < demand->least_tasks ||
		    each > demand->most_tasks || each >= INFINITE16 / 2 ||
		    !_divides(build, demand, m))
			continue;
		_add_form(forms,
			  (struct form){
				  .min_nodes = m,
				  .max_nodes = m,
				  .min_tasks = each,
				  .max_tasks = each,
				  .gres_nodes = m,
				  .manner = {.tasks_per_node = (uint16_t) each,
					     .gres_even = true}});
		added++;
	}
}

/* Several nodes, without a count for each. */
static void _list_shared(const struct fts_build *build,
			 const struct fts_demand *demand, bool gres_cpus,
			 struct forms *forms)
{
	uint32_t n = demand->min_nodes, before = forms->count;

	/* Which cores are free is known only where they are given once. */
	if (!gres_cpus && demand->rows == 1 && !fts_device_varies(demand) &&
	    _add_spread(build, demand, forms))
		return;
	forms->rough |= fts_device_varies(demand);
	if (!gres_cpus)
		_add_even(demand, forms);
	forms->rough |= demand->rows > 1 && forms->count == before;
	if (n > 1 || !_fits_any_node(demand))
		_add_whole(build, demand, n > 1 ? n : 2, forms);
}

/* Tasks of each of n nodes, as evenly as may be; more nodes if they must. */
static uint32_t _level_tasks(const struct fts_demand *demand, uint32_t *n)
{
	int64_t cpus =
		demand->survey->most[FT_CORES] * demand->survey->most_threads;
	uint32_t each = _certain_tasks(demand);

	if (each && *n > 1)
		return each;
	for (;; (*n)++) {
		each = (demand->tasks + *n - 1) / *n;
		if (*n >= demand->max_nodes || *n >= demand->tasks ||
		    (int64_t) each * demand->cpus <= cpus)
			return MAX(each, demand->least_tasks);
	}
}

/*
 * Where features are counted each node gets as many tasks, since parts cannot
 * share them out; if they do not divide, the nodes are taken whole.
 */
static void _list_counted(const struct fts_demand *demand, struct forms *forms)
{
	bool gres_cpus = fts_demand_gres_cpus(demand, 1, true);
	struct form form = {.exclusive = demand->whole || !demand->modelled,
			    .manner.counted = true};
	uint32_t n = demand->min_nodes;

	form.min_tasks = form.max_tasks = _level_tasks(demand, &n);
	form.min_nodes = form.max_nodes = n;
	form.alone = n == 1;
	if (!form.exclusive &&
	    (demand->counts_per_job ||
	     (!demand->tasks_per_node &&
	      (uint64_t) n * form.min_tasks !=
		      MAX(demand->tasks, n * demand->least_tasks))))
		forms->rough = form.exclusive = true;
	if (!form.exclusive && n > 1 && !gres_cpus &&
	    form.min_tasks < INFINITE16 / 2)
		form.manner.tasks_per_node = (uint16_t) form.min_tasks;
	form.manner.fenced = !form.exclusive && gres_cpus && n > 1;
	_add_form(forms, form);
}

static void _list_forms(const struct fts_build *build,
			const struct fts_demand *demand, struct forms *forms)
{
	uint32_t n = demand->min_nodes, each = _certain_tasks(demand);
	bool gres_cpus = fts_demand_gres_cpus(demand, 1, true);

	if (demand->group_count) {
		_list_counted(demand, forms);
		return;
	}
	if (demand->whole || !demand->modelled) {
		_add_whole(build, demand, n, forms);
		return;
	}
	if (each && (n == 1 || !demand->counts_per_job))
		_add_form(forms,
			  (struct form){.min_nodes = n,
					.max_nodes = n,
					.min_tasks = each,
					.max_tasks = each,
					.alone = n == 1,
					.manner.fenced = gres_cpus && n > 1});
	if (demand->max_nodes < 2 ||
	    (demand->tasks_per_node && !demand->counts_per_job))
		return;
	if (demand->counts_per_job && !gres_cpus)
		_add_gres_even(build, demand, forms);
	if (demand->counts_per_job)
		_add_whole(build, demand, n, forms);
	else if (demand->tasks > n * demand->least_tasks)
		_list_shared(build, demand, gres_cpus, forms);
}

/* The largest number of a range of nodes that this job can use. */
static uint32_t _most_nodes(const struct fts_demand *demand)
{
	uint32_t most = MIN(demand->want_nodes, demand->max_nodes);
	uint32_t least = demand->min_nodes * demand->least_tasks;

	if (most <= demand->min_nodes || !demand->eligible)
		return demand->min_nodes;
	most = MIN(most, ft_node_set_count(demand->eligible));
	if (demand->tasks > least && !demand->tasks_per_node)
		most = MIN(most, demand->tasks / demand->least_tasks);
	return MAX(most, demand->min_nodes);
}

/*
 * Of a range of nodes a job gets as many as it can have when it starts, which
 * is never later for that.  The planner takes the first of the earliest ways,
 * so larger numbers come first; of a wide range a few are tried.
 */
static void _list_range(const struct fts_build *build,
			const struct fts_demand *demand, struct forms *forms)
{
	uint32_t most = _most_nodes(demand), last = most - demand->min_nodes;
	uint32_t steps = MIN(last, RANGE_MAX - 1);

	for (uint32_t i = 0; i <= steps; i++) {
		struct fts_demand one = *demand;

		if (steps)
			one.min_nodes =
				most - (uint32_t) ((uint64_t) last * i / steps);
		one.tasks = MAX(one.tasks, one.min_nodes * one.least_tasks);
		_list_forms(build, &one, forms);
	}
}

/*
 * On few switches at any time, on any once it has waited for them.  False: for
 * want of a better way it asks for fewer than it wants.
 */
static bool _limit_leaves(const struct fts_demand *demand, struct forms *forms)
{
	uint32_t count = forms->count;
	bool exact = true;

	for (uint32_t i = 0; demand->leaves && i < count; i++) {
		struct form *form = &forms->form[i];

		if (form->max_nodes < 2)
			continue;
		form->manner.late = true;
		if (form->manner.counted) {
			exact = false;
			continue;
		}
		_add_form(forms, *form);
		form->manner.late = false;
		form->leaves = demand->leaves;
		if (form->leaves > FT_LEAVES_MAX)
			form->leaves = FT_LEAVES_MAX;
		if (form->tasks && form->leaves > 1)
			form->leaves = 1;
		exact &= form->leaves == demand->leaves;
	}
	return exact;
}

static void _add_frame(struct frames *frames, struct frame frame)
{
	if (frames->count < FRAMES_MAX)
		frames->frame[frames->count++] = frame;
}

/*
 * In a reservation: on its nodes, within the next of its windows.  Slurm ends
 * a job with its reservation, so a longer limit is cut there.
 */
static void _add_reservation(const struct fts_build *build,
			     slurmctld_resv_t *resv, char *name,
			     struct frames *frames)
{
	uint32_t found = 0;

	if (resv->flags & RESERVE_FLAG_FLEX) {
		_add_frame(frames, (struct frame){.resv_id = resv->resv_id,
						  .name = name,
						  .end = FT_NEVER});
		return;
	}
	for (uint32_t i = 0; i < build->window_count && found < OWN_WINDOWS;
	     i++) {
		const struct fts_window *window = &build->window[i];

		if (window->resv_id != resv->resv_id ||
		    (!window->nodes && !window->any_nodes))
			continue;
		_add_frame(frames,
			   (struct frame){.resv_id = resv->resv_id,
					  .name = name,
					  .nodes = window->any_nodes
							   ? NULL
							   : window->nodes,
					  .start = window->start,
					  .end = window->end});
		found++;
	}
}

static void _add_magnetic(struct fts_build *build, job_record_t *job,
			  struct frames *frames)
{
	fts_list_t queue = list_create(xfree_ptr);
	job_queue_req_t wish = {.job_ptr = job,
				.job_queue = queue,
				.part_ptr = job->part_ptr,
				.prio = job->priority};
	fts_list_iterator_t iterator;
	job_queue_rec_t *record;

	job_resv_append_magnetic(&wish);
	iterator = list_iterator_create(queue);
	while ((record = list_next(iterator)))
		if (record->resv_ptr)
			_add_reservation(
				build, record->resv_ptr,
				fts_build_text(build, record->resv_ptr->name),
				frames);
	list_iterator_destroy(iterator);
	FREE_NULL_LIST(queue);
}

static void _list_frames(struct fts_build *build, job_record_t *job,
			 struct frames *frames)
{
	fts_list_iterator_t iterator;
	slurmctld_resv_t *resv;

	if (job->resv_list) {
		iterator = list_iterator_create(job->resv_list);
		while ((resv = list_next(iterator)))
			_add_reservation(build, resv,
					 fts_build_text(build, resv->name),
					 frames);
		list_iterator_destroy(iterator);
		return;
	}
	if (job->resv_name) {
		if (job->resv_ptr)
			_add_reservation(build, job->resv_ptr, NULL, frames);
		return;
	}
	_add_frame(frames, (struct frame){.end = FT_NEVER});
	if (build->magnetic)
		_add_magnetic(build, job, frames);
}

static const struct ft_node_set *_narrow(struct fts_build *build,
					 const struct fts_demand *demand,
					 const struct frame *frame)
{
	struct ft_node_set *set;
	struct fts_shared *shared;

	if (!frame->nodes)
		return demand->eligible;
	set = fts_build_scratch(build);
	if (!set)
		return NULL;
	ft_node_set_or(set, demand->eligible);
	ft_node_set_and(set, frame->nodes);
	shared = fts_build_share_set(build, set);
	return shared ? (const void *) shared->data : NULL;
}

/* a, and what each of the sharers gets of b. */
static int64_t *_sum(struct fts_build *build, const int64_t *a,
		     const int64_t *b, uint32_t sharers)
{
	int64_t *sum = fts_build_amounts(build);

	for (uint32_t i = 0; sum && i < build->snapshot->resource_count; i++)
		sum[i] = a[i] + (sharers ? b[i] / sharers : 0);
	return sum;
}

/* Cores of a node whose tasks are known: for them, or for its GRES. */
static int64_t _cores(const struct fts_demand *demand, const struct form *form)
{
	int64_t cores = fts_demand_cores(demand, form->min_tasks);
	int64_t unit = (int64_t) demand->threads * demand->unit;
	int64_t gres =
		fts_demand_gres_cpus(demand, form->min_tasks, form->alone);

	gres = (gres + unit - 1) / unit;
	return gres > cores ? gres : cores;
}

/*
 * Where cores do not follow from CPUs by the node's threads, they are counted
 * here for the tasks that the form gives each node; if the planner shares out
 * the tasks, each of them is given its cores as if it were alone.
 */
static void _fill_amounts(struct fts_build *build,
			  const struct fts_demand *demand,
			  const struct form *form, struct ft_request *request)
{
	uint32_t sharers =
		form->alone && demand->counts_per_job ? 1 : form->gres_nodes;
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t *per_node, *per_task;

	request->per_node = fts_build_same(build, demand->per_node, size);
	request->per_task = fts_build_same(build, demand->per_task, size);
	request->per_core = fts_build_same(build, demand->per_core, size);
	request->cpus_per_task = demand->threads ? 0 : demand->cpus;
	if (!demand->threads && form->grain)
		request->cpus_per_task *= form->grain;
	if (!demand->threads && !sharers)
		return;
	per_node = _sum(build, demand->per_node, demand->per_job, sharers);
	per_task = _sum(build, demand->per_task, NULL, 0);
	if (!per_node || !per_task)
		return;
	if (demand->threads && !form->grain &&
	    form->min_tasks == form->max_tasks)
		per_node[FT_CORES] += _cores(demand, form);
	else if (demand->threads)
		per_task[FT_CORES] =
			fts_demand_cores(demand, form->grain ? form->grain : 1);
	request->per_node = fts_build_same(build, per_node, size);
	request->per_task = fts_build_same(build, per_task, size);
}

static bool _fill_time(const struct fts_build *build,
		       const struct fts_demand *demand,
		       const struct frame *frame, struct ft_request *request)
{
	int64_t from = frame->start > build->now ? frame->start : build->now;

	request->duration = demand->duration;
	request->least = demand->least;
	request->step = 60;
	request->not_before = frame->start;
	request->end_by = frame->end;
	if (frame->end == FT_NEVER)
		return true;
	if (frame->end <= from)
		return false;
	if (request->duration > frame->end - from)
		request->duration = frame->end - from;
	if (request->least >= request->duration)
		request->least = 0;
	return true;
}

static bool _fill_request(struct fts_build *build, job_record_t *job,
			  const struct fts_demand *demand,
			  const struct form *form, const struct frame *frame,
			  struct ft_request *request)
{
	const struct ft_node_set *eligible = _narrow(build, demand, frame);

	if (!eligible || !_fill_time(build, demand, frame, request))
		return false;
	if (demand->required && !ft_node_set_subset(demand->required, eligible))
		return false;
	request->min_nodes = form->min_nodes;
	request->max_nodes = form->max_nodes;
	request->tasks = form->tasks;
	request->min_tasks_node = form->min_tasks;
	request->max_tasks_node = form->max_tasks;
	_fill_amounts(build, demand, form, request);
	request->exclusive = form->exclusive;
	request->contiguous = demand->contiguous;
	request->leaves = form->leaves;
	request->eligible = eligible;
	fts_build_slice_cores(build, frame->resv_id, demand->whole, request);
	request->required = demand->required;
	request->licence = fts_build_licences(build, job->license_list,
					      &request->licence_count);
	request->licence = fts_build_same(build, request->licence,
					  request->licence_count *
						  sizeof(*request->licence));
	request->closure = fts_build_entries(build, job, frame->resv_id,
					     &request->closure_count);
	request->closure = fts_build_same(build, request->closure,
					  request->closure_count *
						  sizeof(*request->closure));
	request->mark_count = demand->mark_count;
	request->mark =
		fts_build_same(build, demand->mark,
			       demand->mark_count * sizeof(*demand->mark));
	return true;
}

/* Makes room for so many requests more. */
static void *_more(struct fts_build *build, const void *data, uint32_t count,
		   uint32_t more, size_t size)
{
	void *grown = fts_build_alloc(build, (count + more) * size);

	if (grown && count)
		memcpy(grown, data, count * size);
	return grown;
}

static void _grow_shape(struct fts_build *build, struct fts_shape *shape,
			uint32_t more)
{
	uint32_t count = shape->request_count;

	shape->request = _more(build, shape->request, count, more,
			       sizeof(*shape->request));
	shape->partition =
		_more(build, shape->partition, count, more, sizeof(char *));
	shape->reservation =
		_more(build, shape->reservation, count, more, sizeof(char *));
	shape->manner = _more(build, shape->manner, count, more,
			      sizeof(*shape->manner));
}

/* The requests from that one on. */
static void _divide(struct fts_build *build, const struct fts_demand *demand,
		    struct fts_shape *shape, uint32_t from)
{
	for (uint32_t n = from; n < shape->request_count; n++)
		fts_group_divide(build, demand, &shape->request[n]);
}

static void _add_request(struct fts_build *build, job_record_t *job,
			 const struct fts_demand *demand,
			 const struct form *form, const struct frame *frame,
			 const struct ft_request *request,
			 struct fts_shape *shape)
{
	uint32_t n = shape->request_count;

	shape->request[n] = *request;
	shape->partition[n] = fts_build_text(build, job->part_ptr->name);
	shape->reservation[n] = frame->name;
	shape->manner[n] = form->manner;
	shape->manner[n].prefer = demand->prefer;
	shape->manner[n].bound = demand->binds && !form->exclusive;
	shape->manner[n].fenced |=
		(build->sockets || demand->binds) && !form->exclusive;
	shape->request_count += fts_build_boot(build, demand->boot, shape, n);
	if (demand->group_count)
		_divide(build, demand, shape, n);
}

/* On each choice of sockets. */
static void _add_bound(struct fts_build *build, job_record_t *job,
		       const struct fts_demand *demand, const struct form *form,
		       const struct frame *frame,
		       const struct ft_request *request,
		       struct fts_shape *shape)
{
	uint32_t most = fts_bound_most(demand), count;
	struct ft_request choice[most];

	count = fts_bound_choices(build, demand, request, choice);
	for (uint32_t i = 0; i < count && !build->failed; i++)
		_add_request(build, job, demand, form, frame, &choice[i],
			     shape);
}

/* One form in one frame, with cores of that row, on each choice of devices. */
static void _add_choices(struct fts_build *build, job_record_t *job,
			 const struct fts_demand *demand,
			 const struct form *form, const struct frame *frame,
			 uint32_t row, struct fts_shape *shape)
{
	struct ft_request request = {0};
	uint32_t choices = 1;

	if (form->exclusive && row)
		return;
	if (!_fill_request(build, job, demand, form, frame, &request))
		return;
	if (demand->row != FT_NO_INDEX && !form->exclusive)
		fts_build_row_cores(build, demand->row + row, &request);
	if (demand->binds && !form->exclusive) {
		_add_bound(build, job, demand, form, frame, &request, shape);
		return;
	}
	fts_bound_avoid(build, &request);
	if (!form->exclusive)
		choices = fts_device_choices(build, demand, &request);
	for (uint32_t i = 0; i < choices; i++) {
		struct ft_request one = request;

		if (!form->exclusive)
			fts_device_choose(build, demand, i, &one);
		_add_request(build, job, demand, form, frame, &one, shape);
	}
}

void fts_demand_requests(struct fts_build *build, job_record_t *job,
			 const struct fts_demand *demand,
			 struct fts_shape *shape)
{
	struct frames frames = {0};
	struct forms forms = {0};

	_list_range(build, demand, &forms);
	if (demand->binds)
		_add_whole(build, demand, demand->min_nodes, &forms);
	_list_frames(build, job, &frames);
	shape->modelled &=
		demand->modelled & !forms.rough & _limit_leaves(demand, &forms);
	_grow_shape(build, shape,
		    forms.count * frames.count * demand->rows *
			    fts_device_most(build, demand) *
			    fts_bound_most(demand) * (build->asleep ? 2 : 1));
	for (uint32_t f = 0; f < frames.count; f++)
		for (uint32_t row = 0; row < demand->rows; row++)
			for (uint32_t i = 0; i < forms.count && !build->failed;
			     i++)
				_add_choices(build, job, demand, &forms.form[i],
					     &frames.frame[f], row, shape);
	shape->request =
		fts_build_same(build, shape->request,
			       shape->request_count * sizeof(*shape->request));
}
