/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_gres - generic resources in the texts that slurmctld tells users.
 *
 * Kinds are named as in the published plan: "gres/gpu", and "gres/gpu:a100" for
 * one type of it.  Where a text does not say of which type something is, it
 * counts for each type: what is told of as free is free.
 */
#ifndef FT_SFAIR_OUTLOOK_OUTLOOK_GRES_H
#define FT_SFAIR_OUTLOOK_OUTLOOK_GRES_H

#include <slurm/slurm.h>
#include <stdint.h>

enum { SFAIR_GRES_NAME = 64 };

/* What a node has of the kind. */
extern int64_t sfair_gres_of_node(const node_info_t *node, const char *kind);

/* What each of the job's nodes takes of it, at most. */
extern int64_t sfair_gres_of_job(const job_info_t *job, const char *kind,
				 uint32_t nodes);

/* What the index-th of its nodes gives it, where slurmctld tells of each. */
extern int64_t sfair_gres_on_node(const job_info_t *job, const char *kind,
				  uint32_t index);

/*
 * The kinds that a node's text names, one a call: 0 first, then what the last
 * call returned; 0: there are no more.  name gets the kind.
 */
extern size_t sfair_gres_next(const char *text, size_t at,
			      char name[SFAIR_GRES_NAME]);

#endif
