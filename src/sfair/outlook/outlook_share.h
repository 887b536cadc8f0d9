/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_outlook_share - what a job has of each of its nodes.
 *
 * As slurmctld tells users: of jobs that run each node's CPUs and GRES, and the
 * memory that follows from these; of jobs that wait only what they ask for in
 * all.  What is not told of each node (the CPUs of a job that runs on several,
 * from 24.11 on) is taken as even on them, and marked.
 */
#ifndef FT_SFAIR_OUTLOOK_OUTLOOK_SHARE_H
#define FT_SFAIR_OUTLOOK_OUTLOOK_SHARE_H

#include "core/plan/outlook.h"
#include "sfair/outlook/scene.h"

/* One of the nodes of a job. */
struct sfair_outlook_place {
	const job_info_t *job;
	uint32_t nodes, index; /* of how many, which one: from 0 */
	uint32_t threads;      /* of a core */
};

/*
 * By resource, in the outlook's memory; NULL: out of memory.  *guessed is set
 * where something had to be taken as even and may not be.
 */
extern int64_t *sfair_outlook_share(const struct ft_outlook *outlook,
				    const struct sfair_outlook_place *place,
				    bool *guessed);

#endif
