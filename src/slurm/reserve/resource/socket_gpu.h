/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_bound - jobs that want their GPUs on the sockets of their cores
 * (--gpus-per-socket, --gres-flags=enforce-binding); private to reserve/.
 *
 * Cores and GPUs of each socket are resources of their own.  Running jobs have
 * those that they have; a bound job is planned on named sockets, with a request
 * for each choice of them, and its start shows slurmctld no others.  On which
 * sockets other jobs will be is known once they run, not before: a mark
 * (ft_mark) keeps them and bound jobs off the same node for as long as both are
 * only planned.
 *
 * The sockets of a job have the same numbers on all of its nodes.  While no
 * bound job waits there are no such resources.  Refuses, so that bound jobs are
 * planned as whole nodes: GRES other than GPUs or several of them, nodes that
 * share GPUs (resource/shared_gpu.h), reservations of single cores,
 * OverSubscribe, CR_Socket, limits on sockets, cores or tasks of a socket
 * beside --gpus-per-socket; and leaves to whole nodes those with GPUs that are
 * near to no socket or to several.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_SOCKET_GPU_H
#define FT_SLURM_RESERVE_RESOURCE_SOCKET_GPU_H

#include "slurm/reserve/build/job_wish.h"
#include "slurm/reserve/demand/demand.h"
#include "slurm/reserve/resource/gres_mask.h"

/*
 * Makes resources for sockets after the first count, if any bound job waits;
 * the number of resources then.  The last of all kinds.  Locks: config read,
 * node read.
 */
extern uint32_t fts_build_bounds(struct fts_build *build, uint32_t count);
/* What the node has of them.  Locks: node read. */
extern void fts_build_bound_capacity(struct fts_build *build,
				     const node_record_t *node_ptr,
				     int64_t *capacity);
/*
 * What a running job has of its n-th node: `cores` bits from first on, and
 * GPUs.  Locks: job read, node read.
 */
extern void fts_build_bound_held(const struct fts_build *build,
				 const job_record_t *job, uint32_t n,
				 uint32_t node, int64_t first, int64_t *amount);

/* Can it be planned on sockets?  Locks: job read. */
extern bool fts_build_binds(const struct fts_build *build,
			    const job_record_t *job);

/* Choices of sockets that a request may have, at most. */
extern uint32_t fts_bound_most(const struct fts_demand *demand);
/*
 * Writes the request with each choice of sockets; their number, at most
 * fts_bound_most().
 */
extern uint32_t fts_bound_choices(struct fts_build *build,
				  const struct fts_demand *demand,
				  const struct ft_request *request,
				  struct ft_request *choice);
/* A request of a job that does not care: not beside bound ones.  False if there
 * are none. */
extern bool fts_bound_avoid(struct fts_build *build,
			    struct ft_request *request);

/* Is it known of all planned nodes where their GPUs are?  Not between a restart
 * of slurmctld and their registration.  Locks: node read. */
extern bool fts_bound_told(const struct fts_cycle *cycle,
			   const struct ft_placement *placement);
/* Cores of that socket that the plan has for the share, if it is of a bound
 * job: what all of them add up to is not 0. */
extern uint32_t fts_bound_cores(const struct fts_cycle *cycle,
				const struct ft_share *share, uint32_t socket);
/*
 * Hides all GPUs but the planned number on each socket, until fts_hide_end().
 * False if out of memory or there are not as many.  Locks: node write.
 */
extern bool fts_bound_hide(struct fts_hidden *hidden,
			   const struct fts_cycle *cycle,
			   const struct ft_placement *placement);

#endif
