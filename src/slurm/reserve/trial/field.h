/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_field - the nodes that a job might start on now; private to trial/.
 *
 * A node is in the field if it has the least that the job surely takes, beside
 * what the plan keeps there, and, where the job wants the segments of its nodes
 * to itself, if no protected job is in its segment.  They are listed as
 * slurmctld likes them, those that the job names first, and only as many as the
 * trial wants to ask about: to look at all of thousands takes longer than a
 * question.  Refuses to ask slurmctld: trial/trial.c does.
 */
#ifndef FT_SLURM_RESERVE_TRIAL_FIELD_H
#define FT_SLURM_RESERVE_TRIAL_FIELD_H

#include "slurm/common/compat.h"

#include "src/common/bitstring.h"

#include "slurm/reserve/trial/leftover.h"

/* Begin with all zero but room, leftover, request, index, end and barred. */
struct fts_field {
	struct fts_room *room;
	struct fts_leftover *leftover;
	const struct ft_request *request;
	uint32_t index; /* of the candidate */
	int64_t end;
	const struct ft_node_set *barred; /* NULL: none */
	uint32_t wanted;		  /* nodes, at least */
	uint32_t named, count;		  /* listed so far: those of -w, all */
	uint32_t *node;
	uint64_t version; /* changes with what is on these nodes */
	/* Private. */
	uint32_t next;	/* of the room's order */
	int64_t *least; /* of a node */
	/* Of all parts, or without segments that others have, or will; NULL:
	 * those of the request. */
	struct ft_node_set *set;
};

/* A node of the field, to be sorted. */
struct fts_weighed {
	uint64_t weight;
	uint32_t users; /* 0 where these do not matter */
	uint32_t node;
};

/*
 * Lists the nodes that the job names.  False if one of them is not in the
 * field, or out of memory: it cannot start now.  Locks: those of fts_hold, for
 * all functions.
 */
extern bool fts_field_open(struct fts_field *field);
extern void fts_field_close(struct fts_field *field);

/* Lists more, until there are so many, or, once there are as many as the job
 * needs, that much time is over.  False if it needs more than there are. */
extern bool fts_field_list(struct fts_field *field, uint64_t count,
			   int64_t patience_us);

/* Are all listed? */
extern bool fts_field_ended(const struct fts_field *field);

/* Does the job, or a part of it, name the node (-w)? */
extern bool fts_field_names(const struct fts_field *field, uint32_t node);

/* Those that are listed, from the one of that number on; to be freed. */
extern bitstr_t *fts_field_nodes(const struct fts_field *field, uint32_t first);

/* Which of them come first: all zero, those that slurmctld likes best. */
struct fts_liking {
	bool spread;	  /* those with the fewest users */
	uint32_t segment; /* those of that segment, then of the next ones */
};

/* The same in that order; NULL: out of memory.  To be freed by free(). */
extern struct fts_weighed *fts_field_weigh(const struct fts_field *field,
					   const struct fts_liking *liking);

/* The next segment that any of them is in; 0: none. */
extern uint32_t fts_field_segment(const struct fts_field *field,
				  uint32_t after);

#endif
