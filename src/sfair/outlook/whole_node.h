/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_whole_nodes - what a job takes that shares its nodes with no other.
 *
 * slurmctld compares such a job with limits by the CPUs of all its nodes, not
 * by those that it asks for.  Which nodes it will get is not guessed: of
 * nodes that differ the smallest count.
 */
#ifndef FT_SFAIR_OUTLOOK_WHOLE_NODE_H
#define FT_SFAIR_OUTLOOK_WHOLE_NODE_H

#include "sfair/outlook/scene.h"

struct sfair_whole {
	uint32_t nodes;
	uint32_t each; /* CPUs of each of them; 0: nodes differ */
	uint64_t cpus; /* of all of them, or more */
};

/* Does it share its nodes with no other? */
extern bool sfair_takes_whole(struct sfair_scene *scene, const job_info_t *job);
/* False: it shares nodes, or slurmctld does not tell of nodes. */
extern bool sfair_whole_nodes(struct sfair_scene *scene, const job_info_t *job,
			      struct sfair_whole *whole);

/* The amount of a TRES that limits count of a waiting job; memory in MB. */
extern double sfair_counted_amount(struct sfair_scene *scene,
				   const job_info_t *job, const char *tres);

#endif
