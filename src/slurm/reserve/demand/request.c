/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_demand_requests - all the ways to place one job in one partition.
 *
 * A way is a form (how many nodes, how many tasks on each) in a frame (in no
 * reservation, or in one, in one of its windows).  The planner takes the
 * earliest of all.
 */
#include "slurm/reserve/demand/demand.h"
#include "slurm/reserve/demand/shape_list.h"

#include <stdlib.h>

#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/reservation.h"

#include "core/snapshot/request.h"
#include "slurm/reserve/nodes/node_boot.h"
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/resource/resv.h"
#include "slurm/reserve/resource/socket_gpu.h"
#include "slurm/reserve/resource/shared_gpu.h"
#include "slurm/reserve/demand/task_layout.h"
#include "slurm/reserve/demand/feature_count.h"
#include "slurm/reserve/resource/oversubscribe.h"
#include "slurm/reserve/resource/core_resv.h"

enum { FRAMES_MAX = 16, OWN_WINDOWS = 3 };

struct frame {
	uint32_t resv_id;
	char *name; /* reservation that a start must be given; NULL: none */
	const struct ft_node_set *nodes; /* NULL: all */
	int64_t start, end;
};

struct frames {
	uint32_t count;
	struct frame frame[FRAMES_MAX];
};

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

static const struct ft_node_set *
_narrow_request(struct fts_build *build, const struct fts_demand *demand,
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
static int64_t *_sum_request(struct fts_build *build, const int64_t *a,
			     const int64_t *b, uint32_t sharers)
{
	int64_t *sum = fts_build_draft_amounts(build);

	for (uint32_t i = 0; sum && i < build->snapshot->resource_count; i++)
		sum[i] = ft_amount_sum(a[i], sharers ? b[i] / sharers : 0);
	return sum;
}

/* Cores of a node whose tasks are known: for them, or for its GRES. */
static int64_t _request_cores(const struct fts_demand *demand,
			      const struct fts_form *form)
{
	int64_t cores = fts_demand_cores(demand, form->min_tasks);
	int64_t unit = (int64_t) demand->gres_threads * demand->unit;
	int64_t gres =
		fts_demand_gres_cpus(demand, form->min_tasks, form->alone);

	gres = (gres + unit - 1) / unit;
	return MAX(MAX(gres, cores), MIN(demand->least_units, form->min_tasks));
}

/* Cores of a node that has so many tasks. */
static int64_t _cores_of(const struct fts_demand *demand, uint32_t tasks)
{
	uint32_t threads = demand->survey->most_threads;
	int64_t cpus = fts_demand_cpus(demand, tasks);

	return demand->threads ? fts_demand_cores(demand, tasks)
			       : (cpus + threads - 1) / threads;
}

/*
 * Of a limit on CPUs as many cores as its CPUs fill; of what the planner counts
 * as a task at least so many.
 */
static void _fill_cap(const struct fts_demand *demand, int64_t *per_node,
		      int64_t *per_task)
{
	int64_t used = (int64_t) demand->threads * demand->unit;
	int64_t all = demand->survey->most_threads;

	if (demand->cap == FT_NO_INDEX)
		return;
	per_node[demand->cap] =
		ft_divide_up(ft_amount_product(per_node[FT_CORES], used), all);
	per_task[demand->cap] =
		ft_amount_product(per_task[FT_CORES], used) / all;
}

/* Where what the planner counts as tasks brings GRES of the job. */
static void _fill_units(struct fts_build *build,
			const struct fts_demand *demand,
			const struct fts_form *form, struct ft_request *request)
{
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t *per_node = _sum_request(build, demand->per_node, NULL, 0);
	int64_t *per_task = _sum_request(build, demand->per_task, NULL, 0);

	if (!per_node || !per_task)
		return;
	for (uint32_t r = 0; r < build->snapshot->resource_count; r++) {
		int64_t share =
			ft_amount_product(demand->per_job[r], form->unit_gres) /
			demand->job_gres;

		per_node[r] = ft_amount_sum(
			per_node[r],
			ft_amount_product(per_task[r], form->node_tasks));
		per_task[r] = form->node_tasks ? 0
					       : ft_amount_product(per_task[r],
								   form->grain);
		per_task[r] = ft_amount_sum(per_task[r], share);
	}
	if (form->node_tasks)
		per_node[FT_CORES] += _cores_of(demand, form->node_tasks);
	else if (demand->threads && !form->exclusive)
		per_task[FT_CORES] += fts_demand_cores(demand, form->grain);
	else
		request->cpus_per_task = fts_demand_cpus32(demand, form->grain);
	_fill_cap(demand, per_node, per_task);
	request->per_node = fts_build_same(build, per_node, size);
	request->per_task = fts_build_same(build, per_task, size);
	request->per_core = fts_build_same(build, demand->per_core, size);
}

/*
 * CPUs of a task on a node that the job has to itself: as many as go with what
 * it uses of its cores.  0: its cores are counted.
 */
static uint32_t _request_cpus(const struct fts_demand *demand,
			      const struct fts_form *form)
{
	uint32_t used = demand->threads * demand->unit;
	uint32_t all = demand->survey->most_threads;

	if (!demand->threads)
		return demand->cpus;
	if (!form->exclusive || demand->unit < 2 || demand->core_each)
		return 0;
	return (fts_demand_cpus32(demand, all) + used - 1) / used;
}

/*
 * Where cores do not follow from CPUs by the node's threads, they are counted
 * here for the tasks that the form gives each node; if the planner shares out
 * the tasks, each of them is given its cores as if it were alone.
 */
static void _fill_amounts(struct fts_build *build,
			  const struct fts_demand *demand,
			  const struct fts_form *form,
			  struct ft_request *request)
{
	uint32_t sharers =
		form->alone && demand->counts_per_job ? 1 : form->gres_nodes;
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t *per_node, *per_task;

	request->per_node = fts_build_same(build, demand->per_node, size);
	request->per_task = fts_build_same(build, demand->per_task, size);
	request->per_core = fts_build_same(build, demand->per_core, size);
	request->cpus_per_task =
		_request_cpus(demand, form) * MAX(form->grain, 1);
	if (request->cpus_per_task && !sharers && form->grain < 2)
		return;
	per_node =
		_sum_request(build, demand->per_node, demand->per_job, sharers);
	per_task = _sum_request(build, demand->per_task, NULL, 0);
	if (!per_node || !per_task)
		return;
	for (uint32_t r = 0; r < build->snapshot->resource_count; r++)
		per_task[r] =
			ft_amount_product(per_task[r], MAX(form->grain, 1));
	if (!request->cpus_per_task && !form->grain &&
	    form->min_tasks == form->max_tasks)
		per_node[FT_CORES] += _request_cores(demand, form);
	else if (!request->cpus_per_task)
		per_task[FT_CORES] =
			fts_demand_cores(demand, form->grain ? form->grain : 1);
	_fill_cap(demand, per_node, per_task);
	request->per_node = fts_build_same(build, per_node, size);
	request->per_task = fts_build_same(build, per_task, size);
}

/*
 * Cores of a node beyond those that are kept for the job's GPUs, where it is
 * known how many of both it has there.
 */
static void _fill_open(struct fts_build *build, const struct fts_demand *demand,
		       const struct fts_form *form, struct ft_request *request)
{
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	uint32_t gpu = fts_build_kind(build, gres_build_id("gpu"), 0);
	int64_t *per_node, cores, kept;

	if (!demand->kept_each || gpu == FT_NO_INDEX || form->exclusive ||
	    form->min_tasks != form->max_tasks || !request->per_node)
		return;
	cores = MAX(_cores_of(demand, form->min_tasks),
		    request->per_node[FT_CORES]);
	kept = ft_amount_sum(
		request->per_node[gpu],
		ft_amount_product(request->per_task[gpu], form->min_tasks));
	kept = ft_amount_product(kept, demand->kept_each);
	if (cores <= kept || !kept)
		return;
	per_node = fts_build_draft_amounts(build);
	if (!per_node)
		return;
	memcpy(per_node, request->per_node, size);
	per_node[build->open] = cores - kept;
	request->per_node = fts_build_same(build, per_node, size);
}

/* Sockets of a node that must be free for its tasks, if it is known how many
 * these are. */
static int64_t _want_sockets(const struct fts_demand *demand,
			     const struct fts_form *form)
{
	if (!demand->socket_tasks || form->grain ||
	    form->min_tasks != form->max_tasks)
		return 0;
	return ft_divide_up(form->min_tasks, demand->socket_tasks);
}

/*
 * Cores of a node that must be free.  Where sockets are counted a socket is
 * free as a whole.
 */
static int64_t _want_cores(const struct fts_build *build,
			   const struct fts_demand *demand,
			   const struct fts_form *form)
{
	int64_t threads = demand->threads ? demand->threads
					  : demand->survey->most_threads;
	int64_t cpus = demand->want_cpus;

	if (build->sockets)
		return _want_sockets(demand, form);
	/* select looks for a core for each of these, and takes fewer. */
	if (demand->threads && demand->gres_threads > demand->threads)
		cpus = MAX(cpus, fts_demand_gres_cpus(demand, form->min_tasks,
						      form->alone));
	return MAX(demand->want_cores, (cpus + threads - 1) / threads);
}

/*
 * Cores that must be free, and memory for the GRES of a node, as they are
 * counted there; a job that has a node to itself finds all of it free.
 */
static void _fill_wants(struct fts_build *build,
			const struct fts_demand *demand,
			const struct fts_form *form, struct ft_request *request)
{
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t node = demand->want_memory_node;
	int64_t task = demand->want_memory_task;
	int64_t *want_node, *want_task;
	bool wants;

	if (form->exclusive)
		return;
	if (form->grain)
		task *= form->grain;
	if (form->unit_gres && form->node_tasks) {
		node += task * form->node_tasks;
		task = 0;
	}
	if (form->unit_gres)
		task += demand->want_memory_job * form->unit_gres /
			demand->job_gres;
	else if (form->alone)
		node = MAX(node, demand->want_memory_job);
	else if (form->gres_nodes)
		node = MAX(node, demand->want_memory_job / form->gres_nodes);
	if (!node && !task && _want_cores(build, demand, form) < 2)
		return;
	want_node = fts_build_draft_amounts(build);
	want_task = fts_build_draft_amounts(build);
	if (!want_node || !want_task)
		return;
	want_node[FT_CORES] = _want_cores(build, demand, form);
	want_node[FT_MEMORY] = node;
	want_task[FT_MEMORY] = task;
	request->want_node = want_node;
	request->want_task = want_task;
	/* What no node has to have beyond what the job takes is not wanted: a
	 * board follows such jobs. */
	wants = ft_request_wants(request, build->snapshot->resource_count,
				 demand->survey->most_threads);
	request->want_node =
		wants ? fts_build_same(build, want_node, size) : NULL;
	request->want_task =
		wants ? fts_build_same(build, want_task, size) : NULL;
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

/*
 * Among nodes of equal weight, as slurmctld would choose: CR_LLN, LLN of the
 * partition, pack_serial_at_end; and for later starts bf_busy_nodes.
 */
static uint32_t _place_request(const struct fts_build *build,
			       const job_record_t *job,
			       const struct fts_form *form)
{
	uint32_t later =
		build->options->busy_nodes ? FT_PLACE_BUSY : FT_PLACE_FIT;

	if (build->linear)
		return FT_PLACE_FIT;
	if (form->exclusive)
		return later;
	if ((build->cr_type & CR_LLN) || (job->part_ptr->flags & PART_FLAG_LLN))
		return FT_PLACE_LOAD;
	if (job->details->min_cpus == 1 && form->max_nodes == 1 &&
	    xstrcasestr(slurm_conf.sched_params, "pack_serial_at_end"))
		return FT_PLACE_LAST;
	return later;
}

static bool _fill_request(struct fts_build *build, job_record_t *job,
			  const struct fts_demand *demand,
			  const struct fts_form *form,
			  const struct frame *frame, struct ft_request *request)
{
	const struct ft_node_set *eligible =
		_narrow_request(build, demand, frame);

	if (!eligible || !_fill_time(build, demand, frame, request))
		return false;
	if (demand->required && !ft_node_set_subset(demand->required, eligible))
		return false;
	request->min_nodes = form->min_nodes;
	request->max_nodes = form->max_nodes;
	request->tasks = form->tasks;
	request->min_tasks_node = form->min_tasks;
	request->max_tasks_node = form->max_tasks;
	if (form->unit_gres)
		_fill_units(build, demand, form, request);
	else
		_fill_amounts(build, demand, form, request);
	_fill_open(build, demand, form, request);
	_fill_wants(build, demand, form, request);
	request->exclusive = form->exclusive;
	request->contiguous = demand->contiguous;
	request->place = _place_request(build, job, form);
	request->leaves = form->leaves;
	request->leaf_level = form->leaf_level;
	request->bundle = form->bundle;
	request->bundle_level = demand->bundle_level;
	request->bundle_apart = demand->bundle_apart;
	request->alone = demand->alone;
	request->change = demand->change;
	request->eligible = eligible;
	fts_build_slice_cores(build, frame->resv_id, demand->whole,
			      demand->rows > 1, request);
	request->required = demand->required;
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

/* The requests from that one on. */
static void _divide(struct fts_build *build, const struct fts_demand *demand,
		    struct fts_shape *shape, uint32_t from)
{
	for (uint32_t n = from; n < shape->request_count; n++)
		fts_group_divide(build, demand, &shape->request[n]);
}

/* With a boot a way is two requests. */
bool fts_demand_may_add(const struct fts_build *build, struct fts_shape *shape)
{
	if (shape->request_count + 2 <= build->ways)
		return true;
	shape->unknown = "more ways to run than rsv_requests";
	shape->cut = true;
	return false;
}

static void _add_way(struct fts_build *build, job_record_t *job,
		     const struct fts_demand *demand,
		     const struct fts_form *form, const struct frame *frame,
		     const struct ft_request *request,
		     const struct fts_way *way, struct fts_shape *shape)
{
	uint32_t n = shape->request_count;

	if (!fts_demand_may_add(build, shape) || !fts_shape_room(build, shape))
		return;
	shape->request[n] = *request;
	if (!fts_way_take(build, way, &shape->request[n]))
		return;
	shape->partition[n] = fts_build_text(build, job->part_ptr->name);
	shape->reservation[n] = frame->name;
	shape->manner[n] = form->manner;
	shape->manner[n].prefer = demand->prefer;
	shape->manner[n].licence = way->choice;
	shape->manner[n].any_plugin = form->exclusive ? 0 : demand->any_plugin;
	shape->manner[n].soft = demand->soft;
	shape->manner[n].delayed = demand->delayed;
	shape->manner[n].bound = demand->binds && !form->exclusive;
	shape->manner[n].masked |=
		(build->sockets || demand->binds) && !form->exclusive;
	shape->request_count += fts_build_boot(build, demand->boot, shape, n);
	if (demand->group_count)
		_divide(build, demand, shape, n);
}

/* With each way to have its licences. */
static void _add_ways(struct fts_build *build, job_record_t *job,
		      const struct fts_demand *demand,
		      const struct fts_form *form, const struct frame *frame,
		      const struct ft_request *request, struct fts_shape *shape)
{
	struct fts_way way[FTS_WAYS_MAX];
	bool all;
	uint32_t count = fts_build_ways(build, job->license_list, request, way,
					FTS_WAYS_MAX, &all);

	if (!all && !shape->unknown)
		shape->unknown = "more choices of licences than are planned";
	for (uint32_t i = 0; i < count && !build->failed; i++)
		_add_way(build, job, demand, form, frame, request, &way[i],
			 shape);
}

/* On each choice of sockets. */
static void _add_bound(struct fts_build *build, job_record_t *job,
		       const struct fts_demand *demand,
		       const struct fts_form *form, const struct frame *frame,
		       const struct ft_request *request,
		       struct fts_shape *shape)
{
	uint32_t most = fts_bound_most(demand), count;
	struct ft_request choice[most];

	count = fts_bound_choices(build, demand, request, choice);
	/* GPUs of more sockets than it has cores, say: whole nodes only. */
	if (!count)
		shape->partial = "GPUs of other sockets than those of its "
				 "cores";
	for (uint32_t i = 0; i < count && !build->failed; i++)
		_add_ways(build, job, demand, form, frame, &choice[i], shape);
}

/* On each choice of devices. */
static void _add_devices(struct fts_build *build, job_record_t *job,
			 const struct fts_demand *demand,
			 const struct fts_form *form, const struct frame *frame,
			 const struct ft_request *request,
			 struct fts_shape *shape)
{
	uint32_t choices = fts_device_choices(build, demand, request);

	if (fts_device_rough(build, demand, request) && !shape->partial)
		shape->partial = "shared GPUs of other numbers than are "
				 "planned";
	for (uint32_t i = 0; i < choices && !build->failed; i++) {
		struct ft_request one = *request;

		if (fts_device_choose(build, demand, i, &one))
			_add_ways(build, job, demand, form, frame, &one, shape);
	}
}

/* One form in one frame, with cores of that row. */
static void _add_choices(struct fts_build *build, job_record_t *job,
			 const struct fts_demand *demand,
			 const struct fts_form *form, const struct frame *frame,
			 uint32_t row, struct fts_shape *shape)
{
	bool inside = fts_build_slice(build, frame->resv_id);
	bool rows = demand->rows > 1 && !inside;
	struct ft_request request = {0};

	if (row && (form->exclusive || !rows))
		return;
	if (!_fill_request(build, job, demand, form, frame, &request))
		return;
	if (demand->row != FT_NO_INDEX && !form->exclusive &&
	    (rows || demand->rows == 1))
		fts_build_row_cores(build, demand->row + row, &request);
	if (demand->binds && !form->exclusive) {
		_add_bound(build, job, demand, form, frame, &request, shape);
		return;
	}
	if (fts_bound_avoid(build, &request) && !shape->partial)
		shape->partial = "places beside jobs that are bound to sockets";
	if (form->exclusive)
		_add_ways(build, job, demand, form, frame, &request, shape);
	else
		_add_devices(build, job, demand, form, frame, &request, shape);
}

void fts_demand_requests(struct fts_build *build, job_record_t *job,
			 const struct fts_demand *demand,
			 struct fts_shape *shape)
{
	struct frames frames = {0};
	struct fts_forms forms = {0};

	fts_demand_forms(build, demand, &forms);
	_list_frames(build, job, &frames);
	if (!shape->unknown)
		shape->unknown =
			demand->unknown ? demand->unknown : forms.rough;
	shape->chooses |= demand->chooses;
	if (!shape->partial)
		shape->partial =
			demand->partial ? demand->partial : forms.partial;
	for (uint32_t f = 0; f < frames.count; f++)
		for (uint32_t row = 0; row < demand->rows; row++)
			for (uint32_t i = 0; i < forms.count && !build->failed;
			     i++)
				_add_choices(build, job, demand, &forms.form[i],
					     &frames.frame[f], row, shape);
}

/* Amounts of a node with GRES of one of its sockets only, and what they bring.
 */
static int64_t *_one_socket(struct fts_build *build,
			    const struct fts_demand *demand)
{
	int64_t *amount = fts_build_draft_amounts(build);

	for (uint32_t r = 0; amount && r < build->snapshot->resource_count; r++)
		amount[r] = demand->per_node[r] / demand->gres_sockets;
	return amount ? amount : demand->per_node;
}

/*
 * What is left of the demand without all that is not certain: which sockets,
 * how many of them and which devices, rows and switches, what GRES bring, and
 * of memory by the CPU what depends on the node.
 */
static struct fts_demand _certain(struct fts_build *build,
				  const struct fts_demand *demand)
{
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	struct fts_demand least = *demand;

	least.threads = 0;
	least.core_each = least.binds = least.contiguous = false;
	least.gres_cpus_node = least.gres_cpus_task = least.gres_cpus_job = 0;
	least.device_use = FTS_DEVICE_ANY;
	least.rows = 1;
	least.row = FT_NO_INDEX;
	least.leaves = least.blocks = least.bundle = 0;
	if (demand->gres_sockets > 1)
		least.per_node = _one_socket(build, demand);
	least.per_core = fts_build_draft_amounts(build);
	if (!least.per_core)
		return least;
	memcpy(least.per_core, demand->per_core, size);
	if (demand->survey->least_threads != demand->survey->most_threads)
		least.per_core[FT_MEMORY] = 0;
	if (demand->loose != FT_NO_INDEX)
		least.per_core[demand->loose] = 0;
	return least;
}

/* One of the ways to have its licences, so that no promise of these is hurt. */
static void _add_least_way(struct fts_build *build, job_record_t *job,
			   const struct fts_demand *demand,
			   const struct frame *frame,
			   const struct ft_request *request,
			   const struct fts_way *way, struct fts_shape *shape)
{
	uint32_t n = shape->request_count;

	if (!fts_shape_room(build, shape))
		return;
	shape->request[n] = *request;
	if (!fts_way_take(build, way, &shape->request[n]))
		return;
	(void) fts_bound_avoid(build, &shape->request[n]);
	shape->partition[n] = fts_build_text(build, job->part_ptr->name);
	shape->reservation[n] = frame->name;
	shape->manner[n] =
		(struct fts_manner){.prefer = demand->prefer,
				    .delayed = demand->delayed,
				    .counted = demand->group_count != 0,
				    .licence = way->choice};
	shape->request_count += fts_build_boot(build, demand->boot, shape, n);
	if (demand->group_count)
		_divide(build, demand, shape, n);
}

static void _add_least(struct fts_build *build, job_record_t *job,
		       const struct fts_demand *demand,
		       const struct fts_form *form, const struct frame *frame,
		       struct fts_shape *shape)
{
	struct ft_request request = {0};
	struct fts_way way[FTS_WAYS_TRIED];
	uint32_t count = 0;
	bool all;

	if (_fill_request(build, job, demand, form, frame, &request))
		count = fts_build_ways(build, job->license_list, &request, way,
				       FTS_WAYS_TRIED, &all);
	for (uint32_t i = 0; i < count && !build->failed; i++)
		_add_least_way(build, job, demand, frame, &request, &way[i],
			       shape);
}

void fts_demand_least(struct fts_build *build, job_record_t *job,
		      const struct fts_demand *demand, struct fts_shape *shape)
{
	struct fts_demand least = _certain(build, demand);
	uint32_t tasks =
		demand->max_nodes == 1 ? demand->tasks : demand->least_tasks;
	struct fts_form form = {
		.min_nodes = demand->min_nodes,
		/* each has a task */
		.max_nodes = MIN(demand->max_nodes,
				 MAX(demand->min_nodes, demand->tasks)),
		.min_tasks = job->details->overcommit ? 1 : tasks,
		.max_tasks = job->details->overcommit ? 1 : tasks,
		.exclusive = demand->whole,
	};
	struct frames frames = {0};

	_list_frames(build, job, &frames);
	shape->request_count += shape->least_count;
	for (uint32_t f = 0; f < frames.count && !build->failed; f++) {
		uint32_t before = shape->request_count;

		_add_least(build, job, &least, &form, &frames.frame[f], shape);
		shape->least_count += shape->request_count - before;
	}
	shape->request_count -= shape->least_count;
}
