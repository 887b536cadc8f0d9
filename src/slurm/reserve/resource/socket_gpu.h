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
#include "slurm/reserve/build/demand.h"
#include "slurm/reserve/resource/gres_mask.h"

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
#endif
