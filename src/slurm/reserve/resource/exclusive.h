/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_marks - users and labels that keep nodes to themselves; private to
 * reserve/.
 *
 * --exclusive=user, a partition's ExclusiveUser and --exclusive=mcs do not
 * take a node whole: jobs of the same user, or with the same label, may
 * use it too.  Each user and label that keeps nodes has a number, the tag of
 * the planner's marks (ft_mark); all other users share one, since no job
 * asks for them.  Numbers stay from cycle to cycle, so that what runs is known
 * again as what was planned.
 *
 * Jobs that share cores with others (resource/oversubscribe.h) and those that
 * do not keep away from each other in the same way.  Whether a job is bound to
 * sockets (resource/socket_gpu.h) is noted here, too.
 *
 * While no job asks for such a thing there are no marks, at no cost.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_EXCLUSIVE_H
#define FT_SLURM_RESERVE_RESOURCE_EXCLUSIVE_H

#include "slurm/reserve/build/build.h"

struct fts_marks {
	uint32_t owner_count, label_count;
	uint32_t *owner; /* user ids */
	char **label;
	bool sharing;	      /* a job waits or runs with --oversubscribe */
	bool bound;	      /* a waiting job is bound to sockets */
	bool segments;	      /* a job waits or runs that wants whole
			       * segments of the topology (nodes/topology.h) */
	bool owned, labelled; /* a job asked for it in this cycle */
	bool shared, binding, apart;
	bool grown; /* a new user or label did: not in the snapshot yet */
};

extern void fts_marks_begin(struct fts_marks *marks);
/* Forgets all users and labels if no job asked in this cycle. */
extern void fts_marks_end(struct fts_marks *marks);
extern void fts_marks_free(struct fts_marks *marks);
/* A job wants segments to itself. */
extern void fts_marks_segments(struct fts_marks *marks);

/* More than all squares of tags on one node can add up to. */
#define FTS_MARK_PLENTY (INT64_C(1) << 50)
/* What a job with the tag has of the mark's resources, from kind on. */
extern void fts_mark_wear(int64_t *amount, uint32_t kind, int64_t tag);
/* The request wants that tag of all others on its nodes, too. */
extern void fts_build_add_mark(struct fts_build *build,
			       struct ft_request *request, uint32_t kind,
			       int64_t tag);

#endif
