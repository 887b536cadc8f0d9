/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_slice - cores of nodes that an advance reservation holds for its jobs;
 * private to reserve/.
 *
 * Jobs outside of all reservations count their cores a second time, in a
 * resource of which each reservation takes its own cores while it lasts.  Jobs
 * inside count them in a resource of which a node has just the reserved ones.
 * Refuses, so that the nodes are closed as a whole: FLEX, reservations that
 * share cores, CR_Socket.  While there are none, nothing costs.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_CORE_RESV_H
#define FT_SLURM_RESERVE_RESOURCE_CORE_RESV_H

#include "slurm/reserve/build/build.h"

struct fts_slice;

/* The slice of a reservation; NULL: it has whole nodes, or is refused. */
extern const struct fts_slice *fts_build_slice(const struct fts_build *build,
					       uint32_t resv_id);

/* What the slice takes of its nodes, once capacities are known. */
extern struct ft_share *fts_build_slice_shares(struct fts_build *build,
					       uint32_t resv_id,
					       uint32_t *ret_count);

/* Is it one of a slice's cores? */
extern bool fts_build_slice_core(const struct fts_build *build, int64_t core);

/*
 * What the request's cores count as, in that reservation or none (0).  whole:
 * the job wants whole nodes, which Slurm gives to no job in the reservation.
 * rows: outside it counts its cores in rows (resource/oversubscribe.h).
 */
extern void fts_build_slice_cores(struct fts_build *build, uint32_t resv_id,
				  bool whole, bool rows,
				  struct ft_request *request);

#endif
