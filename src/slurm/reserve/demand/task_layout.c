/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/task_layout.h.
 *
 * select_nodes spreads tasks over several nodes by what is free at that second,
 * which a plan cannot know, so the start shows it no other cores than those
 * planned (start/core_mask.h).  Where the cores that a node gives do not tell
 * its tasks, the tasks go in grains of as many as fill a core; where not even
 * grains do, they go to one node, or evenly to several (the start then insists
 * on that), or else the nodes are taken whole.
 */
#include "slurm/reserve/demand/task_layout.h"

#include "slurm/reserve/resource/socket_gpu.h"
#include "slurm/reserve/resource/shared_gpu.h"
#include "slurm/reserve/demand/feature_count.h"

/* Numbers of a range of nodes that are tried. */
enum { RANGE_MAX = 8, EVEN_MAX = 2 };

/* For want of a better way the job asks for more than it needs. */
static void _note_rough(struct fts_forms *forms, const char *why)
{
	if (!forms->rough)
		forms->rough = why;
}

static void _add_form(struct fts_forms *forms, struct fts_form form)
{
	if (forms->count < FTS_FORMS_MAX)
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

/*
 * Whole nodes whose GRES bring the CPUs that carry their tasks, which are
 * counted in what goes with one of the GRES.  False: that cannot be.
 */
static bool _add_carriers(const struct fts_demand *demand,
			  struct fts_forms *forms)
{
	int64_t gres = demand->job_gres;
	struct fts_form form = {.min_nodes = demand->min_nodes,
				.max_nodes = demand->max_nodes,
				.max_tasks = (uint32_t) demand->node_gres,
				.unit_gres = 1,
				.exclusive = true};

	if (!demand->gres_tasks || demand->job_kinds != 1 || gres < 1 ||
	    gres > UINT32_MAX || demand->gres_cpus_node ||
	    demand->gres_cpus_job % (gres * demand->cpus))
		return false;
	form.grain = (uint32_t) (demand->gres_cpus_job / gres / demand->cpus);
	if (!form.grain)
		return false;
	form.min_tasks = (demand->least_tasks - 1) / form.grain + 1;
	form.tasks = MAX((demand->tasks - 1) / form.grain + 1, (uint32_t) gres);
	form.tasks = MAX(form.tasks, form.min_nodes * form.min_tasks);
	if (form.max_tasks < form.min_tasks)
		return false;
	_add_form(forms, form);
	return true;
}

/* Whole nodes, as many as it takes. */
static void _add_whole(const struct fts_build *build,
		       const struct fts_demand *demand, uint32_t min_nodes,
		       struct fts_forms *forms)
{
	struct fts_form form = {.min_nodes = min_nodes,
				.max_nodes = demand->max_nodes,
				.tasks = demand->tasks,
				.min_tasks = demand->least_tasks,
				.max_tasks = demand->most_tasks,
				.exclusive = true};
	uint32_t nodes = _nodes_for_gres(build, demand);

	if (_add_carriers(demand, forms))
		return;
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

/* Tasks on each of m nodes, the same number; 0: it cannot be. */
static uint32_t _even_tasks(const struct fts_demand *demand, uint32_t m)
{
	uint32_t each = demand->tasks / m;

	if (demand->tasks % m || each < demand->least_tasks ||
	    each > demand->most_tasks || each >= INFINITE16 / 2)
		return 0;
	return each;
}

/*
 * The largest number of nodes that is worth a look: no more than could ever be
 * had, whatever number the job or its partition says.
 */
static uint32_t _nodes_ever(const struct fts_demand *demand)
{
	return demand->eligible ? MIN(demand->max_nodes,
				      ft_node_set_count(demand->eligible))
				: demand->min_nodes;
}

/* The same number of tasks on each of m nodes, for the smallest m. */
static void _add_even(const struct fts_demand *demand, struct fts_forms *forms)
{
	uint32_t m = demand->min_nodes < 2 ? 2 : demand->min_nodes;
	uint32_t most = MIN(_nodes_ever(demand), demand->tasks);
	int64_t cpus =
		demand->survey->most[FT_CORES] * demand->survey->most_threads;
	uint32_t added = 0;

	for (; m <= most && added < EVEN_MAX; m++) {
		uint32_t each = _even_tasks(demand, m);

		if (!each || fts_demand_cpus(demand, each) > cpus)
			continue;
		_add_form(forms, (struct fts_form){.min_nodes = m,
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
 * together, so that no node can spare one.  Memory that tasks have each is
 * planned for all that such cores carry.
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
		if (demand->per_task[r] && r != FT_MEMORY)
			return 0;
	return threads / demand->cpus;
}

/* Can a node be shown some of it? */
static bool _can_show(const struct fts_build *build, uint32_t kind)
{
	const struct fts_kind *found = &build->kind[kind - FT_FIRST_GRES];

	return !found->mixed && !found->shared && !found->no_consume;
}

/* Do GRES tell the tasks of a node, where cores do not? */
static bool _told_by_gres(const struct fts_build *build,
			  const struct fts_demand *demand)
{
	return demand->task_kinds == 1 && !demand->device_use &&
	       _can_show(build, demand->task_kind) &&
	       !(demand->core_each && demand->unit > 1);
}

/* Any spread over several nodes, which the start insists on. */
static bool _add_spread(const struct fts_build *build,
			const struct fts_demand *demand,
			struct fts_forms *forms)
{
	uint32_t grain = _grain(build, demand);
	struct fts_form form = {.min_nodes = demand->min_nodes,
				.max_nodes = demand->max_nodes,
				.manner.masked = true};

	if (!grain && _told_by_gres(build, demand)) {
		grain = 1;
		form.manner.shown_plugin = demand->task_plugin;
		form.manner.shown_kind = demand->task_kind;
	}
	form.grain = grain;
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
	int64_t cpus = fts_demand_cpus(demand, demand->tasks);
	uint32_t threads = demand->survey->least_threads;
	int64_t cores = demand->survey->least[FT_CORES];

	if (demand->tasks > demand->most_tasks)
		return false;
	if (demand->threads)
		return fts_demand_cores(demand, demand->tasks) <= cores;
	return (cpus + threads - 1) / threads <= cores;
}

/* Does a node give what its own GRES bring, whatever tasks it has? */
static bool _follows_gres(const struct fts_demand *demand)
{
	return demand->gres_tasks && !demand->gres_cpus_job &&
	       demand->least_tasks <= demand->gres_tasks;
}

/*
 * Tasks of each node if that is certain: asked for, or no other way; where GRES
 * tell what it gives, those that they carry.
 */
static uint32_t _certain_tasks(const struct fts_demand *demand)
{
	if (demand->tasks_per_node)
		return demand->tasks_per_node;
	if (demand->tasks <= demand->min_nodes * demand->least_tasks)
		return demand->least_tasks;
	if (demand->min_nodes == 1)
		return demand->tasks;
	return _follows_gres(demand) ? demand->gres_tasks : 0;
}

static bool _divides_layout(const struct fts_build *build,
			    const struct fts_demand *demand, uint32_t nodes)
{
	for (uint32_t r = 0; r < build->snapshot->resource_count; r++)
		if (demand->per_job[r] % nodes)
			return false;
	return true;
}

/* As many tasks and GRES on each of m nodes, for the smallest such m. */
static void _add_gres_even(const struct fts_build *build,
			   const struct fts_demand *demand,
			   struct fts_forms *forms)
{
	uint32_t m = demand->min_nodes < 2 ? 2 : demand->min_nodes;
	uint32_t most = MIN(_nodes_ever(demand), demand->tasks);
	uint32_t added = 0;

	for (; m <= most && added < EVEN_MAX; m++) {
		uint32_t each = _even_tasks(demand, m);

		if (!each || !_divides_layout(build, demand, m))
			continue;
		_add_form(forms,
			  (struct fts_form){
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

/* Is there one GRES for the job, of which a node can be shown some? */
static bool _counts_units(const struct fts_build *build,
			  const struct fts_demand *demand)
{
	return demand->job_kinds == 1 && _can_show(build, demand->job_kind) &&
	       demand->rows == 1 && demand->job_gres > 1 &&
	       demand->job_gres <= UINT32_MAX;
}

static void _show_layout(const struct fts_demand *demand, struct fts_form *form)
{
	form->manner.shown_plugin = demand->job_plugin;
	form->manner.shown_kind = demand->job_kind;
}

/* As many tasks on each of m nodes, and of the GRES what there is. */
static void _add_gres_uneven(const struct fts_build *build,
			     const struct fts_demand *demand,
			     struct fts_forms *forms)
{
	uint32_t nodes = _nodes_for_gres(build, demand), added = 0;
	uint32_t tasks = MAX(demand->tasks, nodes);
	uint32_t m = MAX(2, demand->min_nodes);
	uint32_t most = MIN(_nodes_ever(demand), tasks);

	if (!demand->threads &&
	    demand->survey->least_threads != demand->survey->most_threads)
		return;
	for (; m <= most && m <= demand->job_gres && added < EVEN_MAX; m++) {
		uint32_t each = tasks / m;
		struct fts_form form = {.min_nodes = m,
					.max_nodes = m,
					.tasks = (uint32_t) demand->job_gres,
					.min_tasks = 1,
					.max_tasks = UINT32_MAX,
					.unit_gres = 1,
					.node_tasks = each};

		if (tasks % m || each < demand->least_tasks ||
		    each > demand->most_tasks || each >= INFINITE16 / 2 ||
		    (demand->tasks_per_node && each != demand->tasks_per_node))
			continue;
		form.manner.tasks_per_node = (uint16_t) each;
		_show_layout(demand, &form);
		_add_form(forms, form);
		added++;
	}
}

/* Tasks and GRES go together: so many of one for each of the other. */
static void _add_gres_joint(const struct fts_build *build,
			    const struct fts_demand *demand,
			    struct fts_forms *forms)
{
	uint32_t gres = (uint32_t) demand->job_gres,
		 core = _grain(build, demand);
	uint32_t grain = MAX(demand->tasks / gres, 1);
	uint32_t unit = MAX(gres / demand->tasks, 1);
	struct fts_form form = {.min_nodes = MAX(2, demand->min_nodes),
				.max_nodes = demand->max_nodes,
				.tasks = demand->tasks / grain,
				.grain = grain,
				.unit_gres = unit,
				.manner.masked = true};

	if ((uint64_t) grain * gres != (uint64_t) unit * demand->tasks ||
	    demand->tasks_per_node || (grain > 1 && (!core || grain % core)) ||
	    (grain == 1 && demand->core_each && demand->unit > 1))
		return;
	form.min_tasks = (demand->least_tasks - 1) / grain + 1;
	form.max_tasks = demand->most_tasks;
	if (form.max_tasks != UINT32_MAX)
		form.max_tasks /= grain;
	form.max_nodes = MIN(form.max_nodes, form.tasks / form.min_tasks);
	if (form.max_tasks < form.min_tasks || form.max_nodes < form.min_nodes)
		return;
	_show_layout(demand, &form);
	_add_form(forms, form);
}

/* Would tasks divide evenly among as many nodes as the job allows? */
static bool _divides_ever(const struct fts_demand *demand)
{
	return demand->tasks % demand->least_tasks == 0 &&
	       demand->tasks / demand->least_tasks <= demand->max_nodes;
}

/* Several nodes, without a count for each. */
static void _list_shared(const struct fts_build *build,
			 const struct fts_demand *demand, bool gres_cpus,
			 struct fts_forms *forms)
{
	uint32_t n = demand->min_nodes, before = forms->count;

	/* Which cores are free is known only where they are given once. */
	if (!gres_cpus && demand->rows == 1 && !fts_device_varies(demand) &&
	    _add_spread(build, demand, forms)) {
		/* Where memory is short a core may carry fewer tasks. */
		if (demand->per_task[FT_MEMORY])
			_add_even(demand, forms);
		return;
	}
	forms->partial = fts_device_varies(demand)
				 ? "shared GPUs counted by task"
				 : "tasks that are planned on one node, or "
				   "evenly on several";
	if (!gres_cpus)
		_add_even(demand, forms);
	/* On fewer nodes than would divide the tasks one node is what it gets.
	 */
	if (demand->rows > 1 && forms->count == before &&
	    !_divides_ever(demand))
		_note_rough(forms, "cores that are shared, of several nodes");
	if (n > 1 || !_fits_any_node(demand))
		_add_whole(build, demand, n > 1 ? n : 2, forms);
}

/* Several nodes, with GRES counted for the job. */
static void _list_gres(const struct fts_build *build,
		       const struct fts_demand *demand, bool gres_cpus,
		       struct fts_forms *forms)
{
	if (!gres_cpus)
		_add_gres_even(build, demand, forms);
	if (!gres_cpus && _counts_units(build, demand)) {
		_add_gres_uneven(build, demand, forms);
		_add_gres_joint(build, demand, forms);
	}
	_add_whole(build, demand, demand->min_nodes, forms);
}

/* Tasks of each of n nodes, as evenly as may be; more nodes if they must. */
static uint32_t _level_tasks(const struct fts_demand *demand, uint32_t *n)
{
	int64_t cpus =
		demand->survey->most[FT_CORES] * demand->survey->most_threads;
	uint32_t each = _certain_tasks(demand), most;

	if (each && *n > 1)
		return each;
	most = _nodes_ever(demand);
	for (;; (*n)++) {
		each = (demand->tasks + *n - 1) / *n;
		if (*n >= most || *n >= demand->tasks ||
		    fts_demand_cpus(demand, each) <= cpus)
			return MAX(each, demand->least_tasks);
	}
}

/* May slurmctld give some of n counted nodes more tasks than others? */
static bool _goes_unevenly(const struct fts_demand *demand, uint32_t n)
{
	return !demand->tasks_per_node && demand->bundle != 1 &&
	       demand->tasks > n * demand->least_tasks &&
	       !_follows_gres(demand);
}

/*
 * Where features or nodes of a block are counted each node gets as many tasks,
 * since parts cannot share them out, and other ways are tried, in which
 * segments still have as many each; if they do not divide, the nodes are taken
 * whole.
 */
static void _list_counted(const struct fts_demand *demand,
			  struct fts_forms *forms)
{
	bool gres_cpus = fts_demand_gres_cpus(demand, 1, true);
	struct fts_form form = {.exclusive = demand->whole || demand->unknown,
				.manner.counted = demand->group_count > 0};
	uint32_t n = demand->min_nodes;

	form.min_tasks = form.max_tasks = _level_tasks(demand, &n);
	form.min_nodes = form.max_nodes = n;
	form.alone = n == 1;
	if (!form.exclusive &&
	    (demand->counts_per_job ||
	     (!demand->tasks_per_node &&
	      (uint64_t) n * form.min_tasks !=
		      MAX(demand->tasks, n * demand->least_tasks)))) {
		_note_rough(forms, "nodes that are counted by their features "
				   "or blocks, with tasks or GRES that do not "
				   "go evenly");
		form.exclusive = true;
	}
	if (!form.exclusive && _goes_unevenly(demand, n))
		forms->partial = "tasks of counted nodes that do not go evenly";
	if (!form.exclusive && n > 1 && !gres_cpus &&
	    form.min_tasks < INFINITE16 / 2)
		form.manner.tasks_per_node = (uint16_t) form.min_tasks;
	form.manner.masked = !form.exclusive && gres_cpus && n > 1;
	_add_form(forms, form);
}

static void _list_forms(const struct fts_build *build,
			const struct fts_demand *demand,
			struct fts_forms *forms)
{
	uint32_t n = demand->min_nodes, each = _certain_tasks(demand);
	bool gres_cpus = fts_demand_gres_cpus(demand, 1, true);

	if (demand->whole || demand->unknown) {
		_add_whole(build, demand, n, forms);
		return;
	}
	if (each && each <= demand->most_tasks &&
	    (n == 1 || !demand->counts_per_job))
		_add_form(forms, (struct fts_form){.min_nodes = n,
						   .max_nodes = n,
						   .min_tasks = each,
						   .max_tasks = each,
						   .alone = n == 1,
						   .manner.masked =
							   gres_cpus && n > 1});
	if (demand->max_nodes < 2 ||
	    (!demand->counts_per_job &&
	     (demand->tasks_per_node || _follows_gres(demand))))
		return;
	if (demand->counts_per_job)
		_list_gres(build, demand, gres_cpus, forms);
	else if (demand->tasks > n * demand->least_tasks)
		_list_shared(build, demand, gres_cpus, forms);
}

/*
 * The largest number of a range of nodes that this job can use.  While GRES of
 * the job bring its CPUs it is started without a number of its tasks of each
 * node, and cons_tres then takes as few nodes as will do.
 */
static uint32_t _most_nodes(const struct fts_demand *demand)
{
	uint32_t most = MIN(demand->want_nodes, demand->max_nodes);
	uint32_t least = demand->min_nodes * demand->least_tasks;

	if (most <= demand->min_nodes || !demand->eligible ||
	    demand->gres_cpus_job)
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
			const struct fts_demand *demand,
			struct fts_forms *forms)
{
	uint32_t most = _most_nodes(demand), last = most - demand->min_nodes;
	uint32_t steps = MIN(last, RANGE_MAX - 1);

	for (uint32_t i = 0; i <= steps; i++) {
		struct fts_demand one = *demand;

		if (steps)
			one.min_nodes =
				most - (uint32_t) ((uint64_t) last * i / steps);
		one.tasks = MAX(one.tasks, one.min_nodes * one.least_tasks);
		if (one.group_count || one.bundle)
			_list_counted(&one, forms);
		else
			_list_forms(build, &one, forms);
	}
}

/*
 * On few switches at any time, on any once it has waited for them.  False: for
 * want of a better way it asks for fewer than it wants.
 */
static bool _limit_leaves(const struct fts_demand *demand,
			  struct fts_forms *forms)
{
	uint32_t count = forms->count;
	bool exact = true;

	for (uint32_t i = 0; demand->leaves && i < count; i++) {
		struct fts_form *form = &forms->form[i];

		if (form->max_nodes < 2)
			continue;
		form->manner.switch_wait = true;
		if (form->manner.counted) {
			exact = false;
			continue;
		}
		_add_form(forms, *form);
		form->manner.switch_wait = false;
		form->leaves = demand->leaves;
		if (form->leaves > FT_LEAVES_MAX)
			form->leaves = FT_LEAVES_MAX;
		if (form->tasks && form->leaves > 1)
			form->leaves = 1;
		exact &= form->leaves == demand->leaves;
	}
	return exact;
}

/*
 * All leaves there are, so none are too many: the choice of nodes begins with
 * those that suffice.  Of tasks that vary from node to node the planner knows
 * no such choice.
 */
static void _prefer_few(const struct fts_demand *demand,
			struct fts_forms *forms)
{
	for (uint32_t i = 0; demand->few && i < forms->count; i++) {
		struct fts_form *form = &forms->form[i];

		if (form->max_nodes < 2 || form->tasks || form->leaves)
			continue;
		form->leaves = FT_LEAVES_MAX;
		form->leaf_level = demand->few_level;
	}
}

/* A job of one node is on one block anyway. */
static void _limit_form(const struct fts_demand *demand, struct fts_form *form)
{
	if (form->max_nodes < 2)
		return;
	form->leaf_level = demand->block_level;
	form->leaves = demand->blocks;
	ft_blocks_round(form->tasks > 0, &form->leaves, &form->leaf_level);
}

/*
 * Segments of one node may be anywhere.  False: of a number of nodes that
 * segments do not go into, it takes more.
 */
static bool _bundle_form(const struct fts_demand *demand, struct fts_form *form)
{
	uint32_t more = form->min_nodes % demand->bundle;

	if (more)
		form->min_nodes += demand->bundle - more;
	if (more || form->tasks)
		form->max_nodes = form->min_nodes;
	form->tasks = 0;
	if (demand->bundle > 1 || demand->bundle_apart)
		form->bundle = demand->bundle;
	return !more;
}

/*
 * On one block, or on few.  False: slurmctld may want fewer or others, or that
 * parts of the job be on one.
 */
static bool _limit_blocks(const struct fts_demand *demand,
			  struct fts_forms *forms)
{
	bool exact = true;

	if (!demand->blocks && !demand->bundle)
		return true;
	if (demand->group_count)
		return false;
	for (uint32_t i = 0; i < forms->count; i++) {
		struct fts_form *form = &forms->form[i];

		_limit_form(demand, form);
		if (demand->bundle)
			exact &= _bundle_form(demand, form);
		else if (form->tasks)
			exact &= !(demand->blocks & (demand->blocks - 1));
		else
			exact &= demand->blocks <= FT_LEAVES_MAX;
	}
	return exact;
}

void fts_demand_forms(const struct fts_build *build,
		      const struct fts_demand *demand, struct fts_forms *forms)
{
	_list_range(build, demand, forms);
	if (demand->binds) {
		/*
		 * slurmctld wants some core on the sockets of its GPUs, not
		 * all; nor does the plan know which sockets jobs will have
		 * that are not bound.
		 */
		forms->partial = "cores of other sockets than those of its "
				 "GPUs, and places beside other jobs";
		if (_most_nodes(demand) > demand->min_nodes)
			_add_whole(build, demand, _most_nodes(demand), forms);
		_add_whole(build, demand, demand->min_nodes, forms);
	}
	for (uint32_t i = 0; i < forms->count; i++) {
		struct fts_form *form = &forms->form[i];

		if (form->exclusive && !demand->whole && !demand->binds)
			forms->partial = "parts of nodes that are planned as "
					 "whole ones";
		if (form->manner.masked && demand->gres_is_cpus)
			form->manner.task_cpus = (uint16_t) demand->cpus;
	}
	if (!_limit_leaves(demand, forms))
		_note_rough(forms, "more switches than are planned");
	_prefer_few(demand, forms);
	if (!_limit_blocks(demand, forms))
		_note_rough(forms, "blocks of the topology");
}
