/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_hidden - GRES that slurmctld is not shown while it starts a job; private
 * to reserve/.
 *
 * What is hidden counts as taken.  Counts are raised and lowered again, never
 * set, so that what the job is given meanwhile stays with it.  Refuses to
 * choose: see resource/shared_gpu.h and resource/socket_gpu.h.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_GRES_MASK_H
#define FT_SLURM_RESERVE_RESOURCE_GRES_MASK_H

#include "slurm/common/compat.h"

#include "core/plan/schedule.h"

struct fts_hidden {
	uint32_t count, room;
	struct fts_hidden_part *part;
	bool failed; /* out of memory: something that should be is not hidden */
};

/* The node's record of a GRES; NULL: it has none.  Locks: node read. */
extern gres_node_state_t *fts_hide_state(const node_record_t *node,
					 uint32_t plugin_id);

/*
 * The type of a device of a node; if that is not up yet its types are taken to
 * stand in the order of slurm.conf.  0: it has none.  Locks: node read.
 */
extern uint32_t fts_type_of(const gres_node_state_t *state, uint32_t device);

/* So many more of a number of slurmctld's are taken. */
extern void fts_hide_count(struct fts_hidden *hidden, uint64_t *allocated,
			   uint64_t count);
/* The device is taken; nothing if it is. */
extern void fts_hide_bit(struct fts_hidden *hidden, bitstr_t *bits,
			 int64_t device);

/*
 * Of each planned node hides all of one GRES but as many as planned, those
 * first that are near to no core which the job may have (start/core_mask.h).
 * False if out of memory or there are not as many.  Locks: node write.
 */
extern bool fts_hide_rest(struct fts_hidden *hidden, uint32_t plugin_id,
			  uint32_t kind, const struct ft_placement *placement);

/* So many devices of one type that are free.  Locks: node write. */
extern void fts_hide_type(struct fts_hidden *hidden, gres_node_state_t *state,
			  uint32_t type_id, uint64_t count);

/*
 * Shows all again.  There must be no unlock since the first was hidden.
 * Locks: node write.
 */
extern void fts_hide_end(struct fts_hidden *hidden);

#endif
