/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_socket - what a job wishes of the sockets of its nodes (-B,
 * --ntasks-per-socket); private to reserve/.
 *
 * Such a wish limits how many tasks a node carries, and which of its free cores
 * the job may use; what it takes is what its tasks need, as without.  Refuses
 * to plan on named sockets: see resource/socket_gpu.h.  On which sockets cores
 * will be free is known when the job starts.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_SOCKET_H
#define FT_SLURM_RESERVE_DEMAND_SOCKET_H

#include "slurm/reserve/demand/demand.h"

/*
 * The most tasks that a node carries whose sockets are all free; UINT32_MAX:
 * any number.  Needs demand->survey, ->cpus and ->threads.  Locks: job read.
 */
extern uint32_t fts_socket_tasks(const job_record_t *job,
				 const struct fts_demand *demand);

/*
 * Counts what of a node must be free, whatever the job takes of it: cores of
 * its sockets, and CPUs for all tasks of one socket.  Locks: job read.
 */
extern void fts_socket_want(const job_record_t *job, struct fts_demand *demand);

/* Does it wish anything of them?  Locks: job read. */
extern bool fts_socket_wished(const job_record_t *job);
/*
 * Where sockets are what is counted (CR_Socket): how many cores the job uses of
 * each, and how many sockets of a node.  Needs demand->cpus, ->threads and
 * ->unit.  Locks: job read.
 */
extern void fts_socket_count(const job_record_t *job,
			     struct fts_demand *demand);

/*
 * Leaves of the free cores of one node those that the job may use, as the
 * select plugin does it; false if too few sockets are left.  Locks: job read.
 */
extern bool fts_socket_trim(const job_record_t *job, uint32_t sockets,
			    uint32_t cores, uint32_t threads,
			    bitstr_t *free_cores);

/* The wishes of a job, while it starts without. */
struct fts_socket_wish {
	bool kept;
	uint16_t sockets, cores, tasks;
};

/*
 * Takes them from the job: the cores that it is shown already are as it wishes,
 * and no more than it takes.  threads: of a core, where whole sockets are
 * shown, from which it does not follow how many tasks each has: then that
 * stays, counted up to whole cores as in the plan; 0: cores are shown.  Locks:
 * job write.
 */
extern void fts_socket_forget(struct fts_socket_wish *wish, job_record_t *job,
			      uint32_t threads);
/* Gives them back, also to a record that was copied meanwhile. */
extern void fts_socket_recall(const struct fts_socket_wish *wish,
			      job_record_t *job);

#endif
