/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_seats - nodes for a job with counts of features, so many of each kind.
 *
 * Of nodes that come one after the other, the best first, as many are kept as
 * can be seated together; one that is seated may change to another part.
 * Refuses to judge what is free of a node.
 */
#ifndef FT_SLURM_RESERVE_TRIAL_SEATS_H
#define FT_SLURM_RESERVE_TRIAL_SEATS_H

#include "core/snapshot/snapshot.h"

struct fts_seats {
	const struct ft_request *request; /* its parts are the kinds */
	uint32_t wanted, taken;
	uint32_t *first; /* of each part its first seat, and the end */
	uint32_t *count; /* of each part: seats taken */
	uint32_t *node;	 /* in each seat */
};

/* Nodes that the request takes, all parts together. */
extern uint32_t fts_seats_wanted(const struct ft_request *request);

/* False if out of memory; to be closed in any case. */
extern bool fts_seats_open(struct fts_seats *seats,
			   const struct ft_request *request);
extern void fts_seats_close(struct fts_seats *seats);

/* Seats the node if there is a seat for it; true if it has one. */
extern bool fts_seats_offer(struct fts_seats *seats, uint32_t node);

#endif
