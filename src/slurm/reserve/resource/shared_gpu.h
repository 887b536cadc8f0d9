/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_device - GPUs of which several jobs may have a part (gres/shard,
 * gres/mps); private to reserve/.
 *
 * A job has its shards of one device on each of its nodes; a device that has
 * shards in use is given to no job as a GPU, and the reverse.  So each device
 * of a node is a resource with users, all of which a GPU's owner takes and of
 * which each job with shards takes one, and each shared GRES has shards of it.
 * A job is planned on the devices of the same numbers on all of its nodes, with
 * a request for each choice of them, on nodes that have devices of its type
 * there; the start shows slurmctld no others.  gres/mps is used on one device
 * of a node at a time: its jobs wear a mark (ft_mark) with the device's number.
 *
 * While no node shares its GPUs there are no such resources; jobs on nodes that
 * do not share theirs are counted as ever.  Refuses, so that jobs are tried
 * (trial/trial.h): two kinds of shared GRES on one node, GPUs whose number
 * on a node varies or that are counted by feature.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_SHARED_GPU_H
#define FT_SLURM_RESERVE_RESOURCE_SHARED_GPU_H

#include "slurm/reserve/build/demand.h"
#include "slurm/reserve/resource/gres_mask.h"

/* The device that a record of shards belongs to; -1: none. */
extern int64_t fts_device_of(const gres_node_state_t *state, uint16_t topo);
/* Does it matter which devices of the node a job has? */
extern bool fts_device_told(const struct fts_cycle *cycle, uint32_t node);
/*
 * Adds those bits of a GPU, or of a shared GRES with that number of shares, of
 * each device so many (NULL: all of one); one that is neither is nothing. False
 * if it cannot be told which these are.
 */
extern bool fts_device_hold(const struct fts_cycle *cycle, uint32_t plugin_id,
			    bitstr_t *bits, int64_t count, const uint64_t *each,
			    int64_t *amount);
/*
 * What a running job has of the devices of its n-th node; false if that is not
 * known.  Locks: job read.
 */
extern bool fts_build_device_held(const struct fts_build *build,
				  uint32_t plugin_id,
				  const gres_job_state_t *state, uint32_t n,
				  uint32_t node, int64_t *amount);

/* The job asks for so much of a kind; nothing if that is no GPU. */
extern void fts_demand_note_device(const struct fts_build *build, uint32_t kind,
				   const gres_job_state_t *state,
				   struct fts_demand *demand);

/* Once its eligible nodes are known: does it matter which devices it has? */
extern void fts_demand_devices(const struct fts_build *build,
			       struct fts_demand *demand);
/* Do tasks bring them, so that the spread of tasks must be known? */
extern bool fts_device_varies(const struct fts_demand *demand);
/*
 * Choices for this request, of which it is to be given one each.  0: it cannot
 * be told how many devices a node gives.
 */
extern uint32_t fts_device_choices(const struct fts_build *build,
				   const struct fts_demand *demand,
				   const struct ft_request *request);
/* Gives the request choice number i; false: no node can give it. */
extern bool fts_device_choose(struct fts_build *build,
			      const struct fts_demand *demand, uint32_t i,
			      struct ft_request *request);
/* Are there others that are not planned? */
extern bool fts_device_rough(const struct fts_build *build,
			     const struct fts_demand *demand,
			     const struct ft_request *request);

/*
 * Leaves in sight only those that are planned, until fts_hide_end().  False if
 * out of memory.  Locks: node write.
 */
extern bool fts_device_hide(struct fts_hidden *hidden,
			    const struct fts_cycle *cycle,
			    const struct ft_placement *placement);

#endif
