/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_types - which types of a GRES a job may take that asks for any; private
 * to reserve/.
 *
 * On a node with GPUs of several types a job that names none is planned with
 * so many GPUs, whatever they are, and one that names a type with so many of
 * that and of all.  At each instant there are then enough of each; which it
 * has is slurmctld's choice at the start, when it is shown no more of a type
 * than are left until its end by those that run and those that were promised
 * that type.  So no promise is hurt by that choice.  Passes over nodes
 * whose devices are planned one by one (resource/shared_gpu.h).
 *
 * An index of the types that jobs have or are promised on each node is made
 * at the first question, at a cost of all shares; a cycle without a question
 * pays nothing.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_GRES_TYPE_H
#define FT_SLURM_RESERVE_RESOURCE_GRES_TYPE_H

#include "slurm/common/compat.h"

#include "slurm/reserve/build/cycle.h"
#include "slurm/reserve/resource/gres_mask.h"

struct fts_types_entry;

/* Begin with all zero but cycle and started. */
struct fts_types {
	const struct fts_cycle *cycle;
	const bool *started; /* of each job, whether this cycle did */
	uint32_t *first;     /* of each node; NULL: no index yet */
	uint32_t entry_count, entry_room;
	struct fts_types_entry *entry; /* number 0 is not used */
};

extern void fts_types_fini(struct fts_types *types);

/*
 * Of each planned node hides the devices of each type of that GRES that the
 * job with this index must leave to others.  False if out of memory.  Locks:
 * node write.
 */
extern bool fts_types_hide(struct fts_hidden *hidden, struct fts_types *types,
			   uint32_t index, uint32_t plugin_id,
			   const struct ft_placement *placement);

#endif
