/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/socket.h.
 */
#include "slurm/reserve/demand/socket.h"

#include "core/base/bounds.h"
#include "slurm/common/given.h"

static uint32_t _tasks_per_socket(const job_record_t *job)
{
	const multi_core_data_t *layout = job->details->mc_ptr;

	return layout && fts_given16(layout->ntasks_per_socket)
		       ? layout->ntasks_per_socket
		       : 0;
}

/* Is it tasks that select counts, whatever CPUs they leave of a core? */
static bool _counts_tasks(const job_record_t *job,
			  const struct fts_demand *demand)
{
	const multi_core_data_t *layout = job->details->mc_ptr;
	uint32_t unit = demand->survey->most_unit;

	return FTS_SOCKETS_BOUND_TASKS && !job->gres_list_req &&
	       (layout->ntasks_per_core != 1 ||
		demand->cpus <= demand->survey->most_threads / unit);
}

/*
 * A core is given out whole: where CPUs are counted its last thread may carry
 * one task more.
 */
uint32_t fts_socket_tasks(const job_record_t *job,
			  const struct fts_demand *demand)
{
	uint32_t tasks = _tasks_per_socket(job);
	uint32_t unit = demand->survey->most_unit;
	uint32_t threads = demand->threads
				   ? demand->threads
				   : demand->survey->most_threads / unit;
	uint64_t cpus = (uint64_t) tasks * demand->cpus;

	if (!tasks || job->details->overcommit)
		return UINT32_MAX;
	if (_counts_tasks(job, demand))
		threads = 1;
	cpus = (cpus + threads - 1) / threads * threads;
	cpus = cpus * demand->survey->most_sockets / demand->cpus;
	return cpus < UINT32_MAX ? (uint32_t) cpus : UINT32_MAX;
}

bool fts_socket_wished(const job_record_t *job)
{
	const multi_core_data_t *layout = job->details->mc_ptr;

	return layout && (fts_given16(layout->sockets_per_node) ||
			  fts_given16(layout->cores_per_socket) ||
			  fts_given16(layout->ntasks_per_socket));
}

void fts_socket_count(const job_record_t *job, struct fts_demand *demand)
{
	const multi_core_data_t *layout = job->details->mc_ptr;
	uint32_t tasks = _tasks_per_socket(job);

	if (tasks)
		demand->unit = MIN(demand->unit,
				   ft_divide_up(fts_demand_cpus(demand, tasks),
						MAX(demand->threads, 1)));
	if (layout && fts_given16(layout->sockets_per_node) &&
	    demand->cpus == 1)
		demand->least_units = layout->sockets_per_node;
	if (tasks && !job->details->overcommit && _counts_tasks(job, demand))
		demand->socket_tasks = tasks;
}

void fts_socket_want(const job_record_t *job, struct fts_demand *demand)
{
	const job_details_t *details = job->details;
	const multi_core_data_t *layout = details->mc_ptr;
	uint32_t tasks = _tasks_per_socket(job);

	if (!layout)
		return;
	if (tasks && !details->overcommit &&
	    !fts_given16(details->ntasks_per_node))
		demand->want_cpus =
			MAX(demand->want_cpus, fts_demand_cpus(demand, tasks));
	demand->want_cores = fts_given16(layout->sockets_per_node)
				     ? layout->sockets_per_node
				     : 1;
	if (fts_given16(layout->cores_per_socket))
		demand->want_cores *= layout->cores_per_socket;
}

/* Threads of a core that the job uses. */
static uint32_t _threads(const job_record_t *job, uint32_t threads)
{
	const job_details_t *details = job->details;
	const multi_core_data_t *layout = details->mc_ptr;
	uint32_t cpus = MAX(details->cpus_per_task, 1);

	if (fts_given16(layout->ntasks_per_core))
		threads = MIN(threads, layout->ntasks_per_core * cpus);
	if (fts_given16(layout->threads_per_core))
		threads = MIN(threads, layout->threads_per_core);
	return MAX(threads, 1);
}

/* The first so many of a socket's; 0: none. */
static void _keep_socket(bitstr_t *bits, int64_t first, int64_t end,
			 uint32_t count)
{
	for (int64_t i = first; i < end; i++) {
		if (!bit_test(bits, i))
			continue;
		if (count)
			count--;
		else
			bit_clear(bits, i);
	}
}

bool fts_socket_trim(const job_record_t *job, uint32_t sockets, uint32_t cores,
		     uint32_t threads, bitstr_t *free_cores)
{
	const multi_core_data_t *layout = job->details->mc_ptr;
	uint32_t tasks = _tasks_per_socket(job), most = cores, usable = 0;
	uint32_t least = 1;

	if (!layout)
		return true;
	if (fts_given16(layout->cores_per_socket))
		least = layout->cores_per_socket;
	if (tasks)
		most = ft_divide_up(tasks * MAX(job->details->cpus_per_task, 1),
				    _threads(job, threads));
	for (uint32_t s = 0; s < sockets; s++) {
		int64_t first = (int64_t) s * cores, end = first + cores;
		int count = bit_set_count_range(free_cores, first, end);
		bool enough = count >= (int64_t) least;

		_keep_socket(free_cores, first, end, enough ? most : 0);
		usable += enough;
	}
	return !fts_given16(layout->sockets_per_node) ||
	       usable >= layout->sockets_per_node;
}

/* With as many CPUs of each socket as fill the cores that it needs there. */
static uint16_t _fill_cores(const job_record_t *job, uint32_t threads)
{
	uint32_t cpus = MAX(job->details->cpus_per_task, 1);
	uint32_t used = _threads(job, threads), tasks = _tasks_per_socket(job);

	return (uint16_t) (ft_divide_up(tasks * cpus, used) * used / cpus);
}

void fts_socket_forget(struct fts_socket_wish *wish, job_record_t *job,
		       uint32_t threads)
{
	multi_core_data_t *layout = job->details->mc_ptr;

	if (!layout)
		return;
	*wish = (struct fts_socket_wish){
		.kept = true,
		.sockets = layout->sockets_per_node,
		.cores = layout->cores_per_socket,
		.tasks = layout->ntasks_per_socket,
	};
	layout->sockets_per_node = layout->cores_per_socket = NO_VAL16;
	if (!threads)
		layout->ntasks_per_socket = INFINITE16;
	else if (FTS_SOCKETS_BOUND_TASKS && _tasks_per_socket(job))
		layout->ntasks_per_socket = _fill_cores(job, threads);
}

void fts_socket_recall(const struct fts_socket_wish *wish, job_record_t *job)
{
	multi_core_data_t *layout = job->details->mc_ptr;

	if (!wish->kept || !layout)
		return;
	layout->sockets_per_node = wish->sockets;
	layout->cores_per_socket = wish->cores;
	layout->ntasks_per_socket = wish->tasks;
}
