/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_outlook_live - the plan as far as slurmctld tells users of it.
 *
 * Starts and nodes that are shown, what runs until its limit, and what nodes
 * have, see outlook_share.h: what is taken as even is marked as guessed.
 * Refuses to guess features with alternatives.
 */
#ifndef FT_SFAIR_OUTLOOK_OUTLOOK_LIVE_H
#define FT_SFAIR_OUTLOOK_OUTLOOK_LIVE_H

#include "core/plan/outlook.h"
#include "sfair/outlook/scene.h"

/* Of all jobs of the scene.  0 or -errno with err. */
extern int sfair_outlook_live(struct sfair_scene *scene,
			      struct ft_outlook *outlook, struct ft_err *err);

/*
 * What a waiting job asks for, as far as that is told, into the outlook's own
 * memory.  NULL: it is not told, or out of memory.
 */
extern struct ft_request *
sfair_outlook_request(struct sfair_scene *scene,
		      const struct ft_outlook *outlook, const job_info_t *job);

/*
 * The nodes of a partition that have all features of "a&b" (NULL: none is
 * wanted), into the outlook's own memory; NULL: there is no such partition.
 */
extern struct ft_node_set *
sfair_outlook_partition(struct sfair_scene *scene,
			const struct ft_outlook *outlook, const char *name,
			const char *features);

#endif
