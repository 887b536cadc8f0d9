/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/demand.h.
 */
#include "slurm/reserve/build/job_wish.h"
#include "core/base/bounds.h"
#include "slurm/common/given.h"
#include "slurm/common/job_target.h"
#include "slurm/reserve/demand/demand.h"

#include "slurm/reserve/demand/eligible.h"
#include "slurm/reserve/nodes/node_return.h"
#include "slurm/reserve/resource/socket_gpu.h"
#include "slurm/reserve/resource/shared_gpu.h"
#include "slurm/reserve/demand/feature_count.h"
#include "slurm/reserve/resource/dimension.h"
#include "slurm/reserve/resource/oversubscribe.h"
#include "slurm/reserve/demand/socket.h"
#include "slurm/reserve/demand/survey.h"
#include "slurm/reserve/nodes/topology.h"

enum { YEAR = 365 * 86400 };

/*
 * Never longer than a year: nothing is planned that far.  What select_nodes
 * would shorten is as short as it makes it.
 */
static int64_t _duration(const job_record_t *job)
{
	const part_record_t *part = job->part_ptr;
	uint32_t minutes = job->time_limit;

	if (minutes == NO_VAL)
		minutes = fts_part_minutes(part);
	else if (job->time_min && minutes > part->max_time &&
		 job->limit_set.time != ADMIN_SET_LIMIT)
		minutes = part->max_time;
	if (minutes == INFINITE || minutes == NO_VAL || minutes > YEAR / 60)
		return YEAR;
	return minutes ? (int64_t) minutes * 60 : 60;
}

/* A partition may count otherwise than the cluster. */
static uint16_t _cr_type(const struct fts_build *build, const job_record_t *job)
{
	uint16_t type = build->cr_type;

	if (job->part_ptr->cr_type && (type & (CR_SOCKET | CR_CORE))) {
		type &= (uint16_t) ~(CR_SOCKET | CR_CORE | CR_MEMORY);
		type |= job->part_ptr->cr_type;
	}
	return type;
}

/* What it can do with, if that is less than its limit. */
static int64_t _demand_least(const job_record_t *job, int64_t duration)
{
	int64_t least = (int64_t) job->time_min * 60;

	return fts_given32(job->time_min) && least < duration ? least : 0;
}

/* Has the job more GRES than its least nodes?  Then it needs as many as that.
 */
static bool _exceeds_nodes(struct fts_demand *demand)
{
	int64_t most = demand->survey->most[demand->job_kind];
	int64_t nodes = demand->min_nodes;

	if (demand->job_kinds && most > 0)
		nodes = ft_divide_up(demand->job_gres, most);
	if (nodes <= demand->min_nodes || nodes > demand->max_nodes)
		return false;
	demand->min_nodes = (uint32_t) nodes;
	return true;
}

/*
 * With --ntasks-per-gpu Slurm counts tasks by GPUs, and puts the same number of
 * them on each of the least nodes.
 */
static void _count_by_gpu(const job_record_t *job, struct fts_demand *demand)
{
	const job_details_t *details = job->details;

	if (!fts_given16(details->ntasks_per_tres) ||
	    !fts_given32(details->num_tasks) ||
	    fts_given16(details->ntasks_per_node))
		return;
	if (_exceeds_nodes(demand)) {
		fts_demand_refuse(demand, "tasks of --ntasks-per-gpu whose "
					  "GPUs need more nodes than it says");
		return;
	}
	demand->max_nodes = demand->min_nodes;
	demand->tasks_per_node = details->num_tasks / demand->min_nodes;
	if (!demand->tasks_per_node || details->num_tasks % demand->min_nodes)
		fts_demand_refuse(demand, "tasks of --ntasks-per-gpu that do "
					  "not go evenly to its nodes");
	if (demand->tasks_per_node < demand->least_tasks)
		demand->tasks_per_node = demand->least_tasks;
	demand->tasks = demand->min_nodes * demand->tasks_per_node;
}

/*
 * What its GRES bring may have been added to the CPUs of the job, which then
 * do not tell its tasks.  Where GRES are counted for the job, nodes must have
 * them all the same.
 */
static uint32_t _demand_tasks(const job_record_t *job,
			      const struct fts_demand *demand)
{
	const job_details_t *details = job->details;
	uint32_t total = fts_given32(details->min_cpus) ? details->min_cpus : 1;

	if (demand->gres_cpus_task && details->num_tasks)
		return details->num_tasks;
	if (FTS_GRES_IN_CPUS && demand->gres_asks_cpus &&
	    (!demand->gres_cpus_job || fts_given16(details->ntasks_per_node)))
		return fts_given32(details->num_tasks) ? details->num_tasks
						       : demand->min_nodes;
	return total / demand->cpus ? total / demand->cpus : 1;
}

/* Tasks of each node, if it says how many, or they divide; 0: that varies. */
static uint32_t _known_tasks(const job_record_t *job,
			     const struct fts_demand *demand)
{
	const job_details_t *details = job->details;
	uint32_t tasks = MAX(details->num_tasks, 1);

	if (fts_given16(details->ntasks_per_node))
		return details->ntasks_per_node;
	return tasks % demand->min_nodes ? 0 : tasks / demand->min_nodes;
}

/*
 * It has as many nodes as its tasks need, with so many on each, but no more
 * than it may have: slurmctld 26.05 takes a job whose CPUs do not come of its
 * tasks, and starts it though some of these are left over.
 */
static void _count_nodes(struct fts_demand *demand, uint32_t tasks,
			 uint32_t per_node)
{
	uint32_t nodes = (uint32_t) ft_divide_up(tasks, per_node);

	nodes = MIN(nodes, demand->max_nodes);
	demand->min_nodes = MAX(demand->min_nodes, nodes);
}

/*
 * All tasks of a node have the CPUs of one, whatever its GRES bring; of GRES by
 * task each has its own.
 */
static void _count_overcommitted(const struct fts_build *build,
				 const job_record_t *job,
				 struct fts_demand *demand)
{
	uint32_t tasks, per_node = job->details->ntasks_per_node;

	demand->gres_cpus_node = demand->gres_cpus_task =
		demand->gres_cpus_job = 0;
	demand->gres_sets_cpus = demand->gres_asks_cpus = false;
	if (fts_given16(per_node) && fts_given32(job->details->num_tasks))
		_count_nodes(demand, job->details->num_tasks, per_node);
	tasks = _known_tasks(job, demand);
	for (uint32_t r = 0; r < build->snapshot->resource_count; r++) {
		if (demand->per_task[r] && !tasks)
			fts_demand_refuse(demand, "--overcommit with GRES of "
						  "tasks");
		demand->per_node[r] = ft_amount_sum(
			demand->per_node[r],
			ft_amount_product(demand->per_task[r], tasks));
		demand->per_task[r] = 0;
	}
	if (fts_given16(per_node)) /* are wanted free */
		demand->want_cpus = fts_demand_cpus(demand, per_node);
	demand->task_kinds = 0;
	demand->least_tasks = 1;
	demand->tasks = demand->min_nodes;
}

/*
 * Does it have one task of each node only?  From 25.05 on a job with GRES that
 * says how many CPUs a task has asks for those of all its tasks, whether it
 * overcommits or not, and is given them.
 */
static bool _has_one_task(const job_record_t *job, uint32_t cpus)
{
	const job_details_t *details = job->details;
	uint64_t all = (uint64_t) details->num_tasks * cpus;

	if (!details->overcommit ||
	    !(job->gres_list_req || fts_given16(details->ntasks_per_node)))
		return false;
	return !job->gres_list_req || details->min_cpus < all ||
	       details->min_cpus <= MAX(details->min_nodes, 1);
}

/* Must CPUs of --mincpus be free at its start, beyond what it then has? */
static bool _frees_mincpus(const job_record_t *job,
			   const struct fts_demand *demand)
{
	const job_details_t *details = job->details;
	uint32_t tasks = fts_given16(details->ntasks_per_node)
				 ? details->ntasks_per_node
				 : (job->bit_flags & JOB_NTASKS_SET) != 0;

	return FTS_MINCPUS_FREE && !demand->gres_asks_cpus && tasks &&
	       details->num_tasks && fts_given32(details->pn_min_cpus) &&
	       (int64_t) details->pn_min_cpus > fts_demand_cpus(demand, tasks);
}

/* --mincpus is what each node must have free; the tasks share the CPUs of the
 * job. */
static void _count_mincpus(const job_record_t *job, struct fts_demand *demand)
{
	demand->want_cpus = job->details->pn_min_cpus;
	if (!fts_given16(job->details->ntasks_per_node))
		demand->tasks = job->details->num_tasks;
}

/*
 * What GRES bring to a task are its CPUs: slurmctld makes them so, of
 * --cpus-per-gpu when the job is submitted, of a default when it selects nodes.
 * Where sockets are given out it takes more of them than hold these.
 */
static void _adopt_cpus(const struct fts_build *build,
			struct fts_demand *demand)
{
	int64_t cpus = demand->gres_cpus_task;

	if (!cpus || build->sockets || demand->task_kinds != 1 ||
	    cpus > INFINITE16 / 2)
		return;
	if (demand->gres_sets_cpus && cpus > demand->cpus)
		demand->cpus = (uint32_t) cpus;
	demand->gres_is_cpus = cpus <= demand->cpus;
	if (demand->gres_is_cpus)
		demand->gres_cpus_task = 0;
}

/*
 * How many tasks there are.  Slurm gives out the larger of: tasks times CPUs,
 * one task a node, and the least CPUs of each node.
 */
static void _count_tasks(const struct fts_build *build, const job_record_t *job,
			 struct fts_demand *demand)
{
	const job_details_t *details = job->details;
	uint32_t cpus = fts_given16(details->cpus_per_task)
				? details->cpus_per_task
				: 1;

	if (demand->gres_sets_cpus)
		cpus = 1; /* select_nodes may have written the default there */
	demand->cpus = cpus;
	if (_has_one_task(job, cpus)) {
		_count_overcommitted(build, job, demand);
		return;
	}
	demand->least_tasks = 1;
	demand->tasks = _demand_tasks(job, demand);
	_adopt_cpus(build, demand);
	if (_frees_mincpus(job, demand))
		_count_mincpus(job, demand);
	else if (fts_given32(details->pn_min_cpus))
		demand->least_tasks = (uint32_t) ft_divide_up(
			details->pn_min_cpus, demand->cpus);
	if (fts_given16(details->ntasks_per_node)) {
		demand->tasks_per_node = details->ntasks_per_node;
		if (demand->tasks_per_node < demand->least_tasks)
			demand->tasks_per_node = demand->least_tasks;
		_count_nodes(demand, demand->tasks, demand->tasks_per_node);
		demand->tasks = demand->min_nodes * demand->tasks_per_node;
		return;
	}
	if (demand->tasks < demand->min_nodes * demand->least_tasks)
		demand->tasks = demand->min_nodes * demand->least_tasks;
	_count_by_gpu(job, demand);
}

/* The job's eligible nodes become these, shared with equal sets. */
static void _settle_demand(struct fts_build *build, struct fts_demand *demand,
			   const struct ft_node_set *nodes)
{
	struct fts_shared *shared =
		nodes ? fts_build_share_set(build, nodes) : NULL;

	demand->eligible = shared ? (const void *) shared->data : NULL;
}

/* CPUs that go with the GRES of a node; of a whole one they may all count. */
static int64_t _node_gres_cpus(const job_record_t *job,
			       const struct fts_demand *demand)
{
	int64_t cpus = demand->gres_cpus_node, asked;

	if (FTS_GRES_LIMIT_ASKED || !cpus ||
	    (job->part_ptr->max_share &&
	     !FTS_WHOLE_NODES(job->details->whole_node)))
		return cpus;
	asked = demand->per_node[demand->bound_kind];
	if (asked < 1)
		return cpus;
	return ft_amount_product(
		cpus / asked,
		MAX(demand->survey->least[demand->bound_kind], asked));
}

/*
 * Tasks that the CPUs carry which come with the GRES of a node, one if they
 * carry none; for what is counted for the job, of the node that has most.
 */
static uint32_t _carried(const job_record_t *job,
			 const struct fts_demand *demand)
{
	int64_t cpus = demand->gres_cpus_job;

	if (demand->job_kinds == 1 && demand->job_gres > 0) {
		int64_t has = demand->survey->most[demand->job_kind];

		cpus /= demand->job_gres;
		cpus *= MIN(demand->node_gres, MAX(has, 1));
	}
	cpus += _node_gres_cpus(job, demand);
	if (cpus < demand->cpus || cpus < job->details->pn_min_cpus)
		return 1;
	return (uint32_t) (cpus / demand->cpus);
}

/*
 * Where CPUs come with the GRES of a node or of the job, cons_tres may give a
 * node no more tasks than these carry; unless the job says how many a node has.
 * The others want more nodes, and of what is counted for the job one is left
 * for each of the other nodes that it needs, since 24.05.
 */
static void _spread_by_gres(struct fts_build *build, const job_record_t *job,
			    struct fts_demand *demand)
{
	const job_details_t *details = job->details;
	uint32_t nodes;

	if (!FTS_GRES_LIMIT_TASKS || build->linear ||
	    !(demand->gres_cpus_node + demand->gres_cpus_job) ||
	    details->overcommit || demand->tasks_per_node ||
	    fts_given16(details->ntasks_per_tres) || details->max_nodes == 1)
		return;
	demand->node_gres = MAX(demand->job_gres, 1);
	if (FTS_GRES_LIMIT_ASKED)
		demand->node_gres =
			MAX(demand->job_gres - (demand->min_nodes - 1), 1);
	demand->gres_tasks = _carried(job, demand);
	nodes = (uint32_t) ft_divide_up(demand->tasks, demand->gres_tasks);
	if (nodes > demand->max_nodes) /* it can never run */
		_settle_demand(build, demand, fts_build_scratch(build));
	demand->min_nodes = MAX(demand->min_nodes, nodes);
	demand->max_nodes = MAX(demand->max_nodes, nodes);
	demand->tasks =
		MAX(demand->tasks, demand->min_nodes * demand->least_tasks);
}

/* Tasks that a core may have; UINT32_MAX: any number. */
static uint32_t _tasks_per_core(const struct fts_build *build,
				const job_record_t *job, bool gres_cpus)
{
	const multi_core_data_t *layout = job->details->mc_ptr;
	bool single = build->cr_type & CR_ONE_TASK_PER_CORE;

	if (gres_cpus && single)
		return UINT32_MAX; /* whatever else is asked */
	if (layout && fts_given16(layout->ntasks_per_core))
		return layout->ntasks_per_core;
	return single ? 1 : UINT32_MAX;
}

/* Threads that the job uses of a core with so many. */
static uint32_t _threads_used(const job_record_t *job, uint32_t cpus,
			      uint32_t per_core, uint32_t threads)
{
	const multi_core_data_t *layout = job->details->mc_ptr;

	if (per_core < threads && per_core * cpus < threads)
		threads = per_core * cpus;
	if (layout && fts_given16(layout->threads_per_core) &&
	    layout->threads_per_core < threads)
		threads = layout->threads_per_core;
	return threads;
}

/* Threads of a core that has so many and is used for CPUs of its GRES. */
static uint32_t _gres_threads(const job_record_t *job,
			      const struct fts_demand *demand, uint32_t threads)
{
	if (!FTS_GRES_FILL_CORES || demand->cpus > 1)
		return demand->threads;
	return _threads_used(job, demand->cpus, UINT32_MAX, threads);
}

/*
 * Cores follow from CPUs by the threads of each node, unless the job uses
 * fewer threads of a core than it has, or keeps its tasks on cores apart, or
 * its GRES bring CPUs.
 */
static void _count_cores(const struct fts_build *build, const job_record_t *job,
			 struct fts_demand *demand)
{
	bool gres_cpus = fts_demand_gres_cpus(demand, 1, true);
	uint32_t per_core = _tasks_per_core(build, job, gres_cpus);
	uint32_t most =
		demand->survey->most_threads / demand->survey->most_unit;
	uint32_t least =
		demand->survey->least_threads / demand->survey->least_unit;
	uint32_t threads = _threads_used(job, demand->cpus, per_core, most);

	demand->core_each = per_core == 1 && demand->cpus > least;
	if (threads >= most && !demand->core_each && !gres_cpus &&
	    !(build->sockets && fts_socket_wished(job)))
		return;
	if (gres_cpus && (least != most || demand->core_each ||
			  (build->sockets && threads < most)))
		fts_demand_refuse(demand, "CPUs that its GRES bring, of tasks "
					  "with cores of their own, or of "
					  "nodes of different threads");
	demand->threads = threads < least ? threads : least;
	demand->gres_threads = _gres_threads(job, demand, least);
	demand->unit = demand->survey->most_unit;
	if (demand->unit != demand->survey->least_unit)
		fts_demand_refuse(demand, "sockets of different sizes");
	if (build->sockets)
		fts_socket_count(job, demand);
}

/*
 * Of cores of which it uses some threads --mincpus is planned as so many tasks,
 * each with its CPUs; a node may have it with fewer.
 */
static void _judge_mincpus(const job_record_t *job, struct fts_demand *demand)
{
	if (demand->threads && demand->cpus > 1 && demand->least_tasks > 1 &&
	    job->details->pn_min_cpus % demand->cpus && !demand->partial)
		demand->partial = "--mincpus with some threads of each core";
}

/*
 * Of a node cons_tres shows a job that counts GRES in all no more CPUs than
 * come with the GRES that are free there: with more tasks than CPUs come with
 * its own GRES, what it gets depends on others'.
 */
static void _judge_gres(struct fts_demand *demand)
{
	if (demand->gres_cpus_job &&
	    fts_demand_cpus(demand, demand->tasks) > demand->gres_cpus_job)
		fts_demand_refuse(demand, "more CPUs than its GRES bring");
}

int64_t fts_demand_cores(const struct fts_demand *demand, uint32_t tasks)
{
	int64_t cores =
		ft_divide_up(fts_demand_cpus(demand, tasks), demand->threads);

	if (demand->core_each)
		cores = fts_demand_product(
			tasks, ft_divide_up(demand->cpus, demand->threads));
	return ft_divide_up(cores, demand->unit);
}

static void _count_memory(const struct fts_build *build,
			  const job_record_t *job, struct fts_demand *demand)
{
	uint16_t type = _cr_type(build, job);
	const multi_core_data_t *layout = job->details->mc_ptr;
	uint64_t memory = job->details->pn_min_memory;
	const struct fts_survey *survey = demand->survey;
	uint32_t threads = survey->most_threads;

	if (!(type & CR_MEMORY)) {
		demand->per_node[FT_MEMORY] = demand->per_task[FT_MEMORY] =
			demand->per_job[FT_MEMORY] = 0;
		demand->want_memory_node = demand->want_memory_task =
			demand->want_memory_job = 0;
		return;
	}
	if (demand->gres_memory)
		return;
	if (!memory) { /* all that a node has */
		demand->per_node[FT_MEMORY] = survey->least[FT_MEMORY];
		if (survey->least[FT_MEMORY] != survey->most[FT_MEMORY])
			fts_demand_refuse(demand, "all the memory of nodes "
						  "that have not the same");
		return;
	}
	if (!(memory & MEM_PER_CPU)) {
		demand->per_node[FT_MEMORY] = ft_amount_of(memory);
		return;
	}
	memory &= ~MEM_PER_CPU;
	if (layout && fts_given16(layout->threads_per_core) &&
	    layout->threads_per_core * survey->most_unit < threads)
		threads = layout->threads_per_core * survey->most_unit;
	if (type & (CR_CORE | CR_SOCKET))
		demand->per_core[FT_MEMORY] =
			ft_amount_product(ft_amount_of(memory), threads);
	else
		demand->per_task[FT_MEMORY] =
			ft_amount_product(ft_amount_of(memory), demand->cpus);
}

/* Wishes about sockets of GPUs and spreading that the planner has not. */
static void _judge_layout(const job_record_t *job, struct fts_demand *demand)
{
	const job_details_t *details = job->details;
	uint32_t spread = details->task_dist & SLURM_DIST_STATE_BASE;

	if (spread == SLURM_DIST_ARBITRARY)
		fts_demand_refuse(demand, "an arbitrary distribution");
	if (!demand->binds && fts_job_binds(job))
		fts_demand_refuse(demand, "GPUs of its own sockets");
}

/* Cores may be given to several jobs at once (OverSubscribe). */
static bool _stacked(const job_record_t *job)
{
	return fts_job_shares(job) &&
	       (job->part_ptr->max_share & (uint16_t) ~SHARED_FORCE) > 1;
}

/*
 * Cores of each node that the job leaves to the system.  It has the nodes for
 * itself; how many of their cores it can use matters for its tasks only.
 */
static void _count_special(const struct fts_build *build,
			   const job_record_t *job, struct fts_demand *demand)
{
	uint16_t special = job->details->core_spec;
	const struct ft_node_set *set = demand->eligible;

	demand->whole = true;
	if (special & CORE_SPEC_THREAD || build->sockets)
		fts_demand_refuse(demand, "threads that it leaves to the "
					  "system");
	for (uint32_t i = ft_node_set_next(set, 0); i < set->size;
	     i = ft_node_set_next(set, i + 1)) {
		const node_record_t *node = fts_survey_node(i);

		if (node && node->node_spec_bitmap)
			fts_demand_refuse(demand, "cores that it leaves to "
						  "the system beside those "
						  "that nodes keep back");
	}
	if (!demand->unknown)
		demand->per_node[FT_CORES] += special;
}

static void _judge_sharing(const struct fts_build *build, job_record_t *job,
			   struct fts_demand *demand)
{
	uint16_t type = _cr_type(build, job);

	demand->whole = build->linear || !job->part_ptr->max_share ||
			demand->boot ||
			FTS_WHOLE_NODES(job->details->whole_node);
	if (job->details->core_spec != NO_VAL16)
		_count_special(build, job, demand);
	if (demand->rows > 1 && fts_demand_gres_cpus(demand, 1, true))
		fts_demand_refuse(demand, "cores that are shared, with CPUs "
					  "that its GRES bring");
	if (_stacked(job) && demand->rows == 1 &&
	    !FTS_WHOLE_NODES(job->details->whole_node))
		fts_demand_refuse(demand, "cores that are shared with other "
					  "jobs");
	if (!demand->whole && (((type & CR_SOCKET) && !build->sockets) ||
			       !(type & (CR_CORE | CR_CPU | CR_SOCKET))))
		fts_demand_refuse(demand, "a way to count that its partition "
					  "has for itself");
}

/* Tasks of a node, as its sockets and its partition allow. */
static void _limit_tasks(struct fts_build *build, const job_record_t *job,
			 struct fts_demand *demand)
{
	demand->most_tasks =
		build->linear ? UINT32_MAX : fts_socket_tasks(job, demand);
	if (demand->most_tasks != UINT32_MAX &&
	    fts_demand_gres_cpus(demand, demand->most_tasks, true) >
		    fts_demand_cpus(demand, demand->most_tasks))
		fts_demand_refuse(demand, "more CPUs for its GRES than the "
					  "tasks of its sockets have");
	fts_socket_want(job, demand);
	fts_demand_limit_cpus(build, job, demand);
	if (!demand->most_tasks)
		_settle_demand(build, demand, fts_build_scratch(build));
	if (demand->most_tasks < demand->least_tasks)
		demand->most_tasks = demand->least_tasks;
}

/* True if the nodes that it wants by name are among those that it may have. */
static bool _require_nodes(struct fts_build *build, const job_record_t *job,
			   struct fts_demand *demand,
			   const struct ft_node_set *nodes)
{
	bitstr_t *required = job->details->req_node_bitmap;
	struct ft_node_set *set;
	struct fts_shared *shared;
	uint32_t count;

	if (!required || bit_ffs(required) < 0)
		return true;
	set = fts_build_set(build, required);
	shared = set ? fts_build_share_set(build, set) : NULL;
	if (!shared)
		return true;
	count = ft_node_set_count(set);
	if (count > demand->min_nodes)
		demand->min_nodes = count;
	if (demand->max_nodes < demand->min_nodes)
		demand->max_nodes = demand->min_nodes;
	if (!ft_node_set_subset(set, nodes))
		return false;
	demand->required = (const void *) shared->data;
	return true;
}

/* Which nodes, by their kind and by what the job wants on each. */
static void _find_nodes(struct fts_build *build, job_record_t *job,
			const struct ft_node_set *all,
			struct fts_demand *demand)
{
	struct ft_node_set *nodes = fts_build_scratch(build);

	if (build->failed)
		return;
	ft_node_set_or(nodes, all);
	fts_demand_gres(build, job, demand, nodes);
	if (!_require_nodes(build, job, demand, nodes))
		ft_node_set_clear(nodes); /* it can never run here */
	_settle_demand(build, demand, nodes);
	if (demand->eligible)
		demand->survey = fts_survey_of(build, demand->eligible);
}

/* Counts of features may add up to more nodes than it asked for. */
static void _count_groups(struct fts_build *build, struct fts_demand *demand)
{
	uint32_t nodes = demand->group_count ? fts_group_nodes(demand) : 0;

	if (nodes <= demand->min_nodes)
		return;
	if (nodes > demand->max_nodes) /* it can never run */
		_settle_demand(build, demand, fts_build_scratch(build));
	demand->min_nodes = nodes;
	demand->max_nodes = MAX(demand->max_nodes, nodes);
}

/* Neighbours are not asked for there; other nodes are of no block. */
static void _count_blocks(const struct fts_build *build,
			  const struct fts_topology *topology,
			  const job_record_t *job, struct fts_demand *demand)
{
	uint32_t node = demand->eligible ? ft_node_set_next(demand->eligible, 0)
					 : build->snapshot->node_count;

	if (!topology->blocks.size)
		return;
	demand->contiguous = false;
	if (node < build->snapshot->node_count &&
	    build->snapshot->node[node].leaf)
		fts_block_demand(topology, job, demand->min_nodes, demand);
}

/* For their features, or because the user wants it (--reboot). */
static uint32_t _boot_demand(const struct fts_build *build,
			     const job_record_t *job,
			     const struct fts_eligible *eligible)
{
	if (!job->reboot ||
	    (!slurm_conf.reboot_program && !slurm_conf.resume_program))
		return eligible->boot;
	return MAX(eligible->boot, fts_reboot_time(build->options));
}

/* More than any of the nodes has is as good as one more than that. */
static void _bound_amounts(const struct fts_build *build,
			   struct fts_demand *demand)
{
	const int64_t *most = demand->survey->most;

	for (uint32_t r = 0; r < build->snapshot->resource_count; r++) {
		int64_t bound = ft_amount_sum(most[r], 1);

		demand->per_node[r] =
			MIN(ft_amount_bound(demand->per_node[r]), bound);
		demand->per_task[r] =
			MIN(ft_amount_bound(demand->per_task[r]), bound);
		demand->per_core[r] =
			MIN(ft_amount_bound(demand->per_core[r]), bound);
		demand->per_job[r] = ft_amount_bound(demand->per_job[r]);
	}
}

/* What its user thinks it needs is what it is planned for. */
static void _soften(const struct fts_build *build, struct fts_demand *demand)
{
	if (!build->options->soft_limit || !demand->least)
		return;
	demand->soft = (uint32_t) (demand->least / 60);
	demand->duration = demand->least;
	demand->least = 0;
}

/*
 * The order matters: nodes (eligible, survey) come before all that is counted
 * on them; groups and blocks, which say how many nodes, before tasks; tasks
 * (with their CPUs) before cores, memory and dimensions; cores (threads, unit)
 * and sharing (whole) before limits.
 */
void fts_demand_read(struct fts_build *build, job_record_t *job,
		     const struct fts_range *range,
		     const struct fts_eligible *eligible,
		     struct fts_demand *demand)
{
	const struct fts_topology *topology = fts_topology_of(build, job);

	*demand = (struct fts_demand){
		.duration = _duration(job),
		.least = _demand_least(job, _duration(job)),
		.min_nodes = range->min ? range->min : 1,
		.max_nodes = MAX(range->min, range->max),
		.want_nodes = range->want,
		.contiguous = job->details->contiguous,
		.alone = fts_segments_wanted(build, job),
		.leaves = fts_switch_leaves(build, job),
		.prefer = eligible->prefer,
		.group_count = eligible->group_count,
		.group = eligible->group,
		.boot = _boot_demand(build, job, eligible),
		.delayed = eligible->boot != 0,
		.change = eligible->change,
		.binds = fts_build_binds(build, job),
		.most_tasks = UINT32_MAX,
		.cap = FT_NO_INDEX,
		.loose = FT_NO_INDEX,
		.per_node = fts_build_draft_amounts(build),
		.per_task = fts_build_draft_amounts(build),
		.per_core = fts_build_draft_amounts(build),
		.per_job = fts_build_draft_amounts(build),
	};
	demand->few = !demand->group_count &&
		      fts_switch_wish(build, job, &demand->few_level);
	_soften(build, demand);
	if (!demand->max_nodes)
		demand->max_nodes = 1;
	_find_nodes(build, job, eligible->nodes, demand);
	if (build->failed)
		return;
	fts_demand_devices(build, demand);
	_count_groups(build, demand);
	_count_blocks(build, topology, job, demand);
	_judge_layout(job, demand);
	if ((demand->leaves || demand->blocks || demand->bundle) &&
	    topology->leaves_overlap)
		fts_demand_refuse(demand, "switches that share nodes");
	_count_tasks(build, job, demand);
	_spread_by_gres(build, job, demand);
	_count_cores(build, job, demand);
	_judge_mincpus(job, demand);
	_judge_gres(demand);
	_count_memory(build, job, demand);
	fts_dimension_wanted(build, job, demand);
	_judge_sharing(build, job, demand);
	_limit_tasks(build, job, demand);
	if (demand->survey)
		_bound_amounts(build, demand);
}
