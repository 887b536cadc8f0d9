/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_apart - a reservation and a partition that have no node in common.
 *
 * Such a job has no node at all, which slurmctld does not say.  Looks at nodes
 * alone: not at who may use either of them.
 */
#ifndef FT_SFAIR_OUTLOOK_APART_H
#define FT_SFAIR_OUTLOOK_APART_H

#include "sfair/outlook/scene.h"

enum { SFAIR_APART = 3 * SFAIR_SHOWN };

/* "reservation a has n1, none of which is in partition b"; false: some are, or
 * the reservation is of no nodes. */
extern bool sfair_apart(const reserve_info_t *reservation,
			const partition_info_t *partition,
			char text[SFAIR_APART]);
/* A partition that has some of its nodes, or NULL. */
extern const partition_info_t *
sfair_apart_partition(struct sfair_scene *scene,
		      const reserve_info_t *reservation);

#endif
