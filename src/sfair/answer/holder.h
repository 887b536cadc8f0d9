/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_holder - runs and planned jobs, and which of them keep a job waiting:
 * for what they have of its nodes, of a limit, or of a licence.
 *
 * Blames no run or job that leaves room for the job all the while, as far as
 * slurmctld and the plan tell what each has.
 */
#ifndef FT_SFAIR_ANSWER_HOLDER_H
#define FT_SFAIR_ANSWER_HOLDER_H

#include "sfair/answer/stake.h"
#include "sfair/answer/why.h"

enum sfair_holder_kind {
	SFAIR_HOLDER_RUN,
	SFAIR_HOLDER_AHEAD,  /* planned, ahead of the job in the order */
	SFAIR_HOLDER_BEHIND, /* planned, behind it */
};

struct sfair_holder {
	uint32_t job_id;
	enum sfair_holder_kind kind;
	int64_t start, end; /* start 0: it runs */
	uint32_t copy;	    /* as that of a row; UINT32_MAX: none */
	const struct ft_share *share;
	uint32_t share_count;
	bool blamed;
	int64_t has, all; /* of what; all 0: it is blamed for nodes only */
	const char *what; /* "CPUs of QOS small" */
};

/* What a holder has of a node that is planned for the job. */
struct sfair_node_stake {
	uint32_t node, holder; /* indices */
	struct sfair_stake stake;
	bool blamed;
};

struct sfair_holders {
	const struct ft_outlook_job *row; /* the job; NULL: not planned */
	int64_t start;			  /* of the job; INT64_MAX: not known */
	struct sfair_holder *holder;
	uint32_t count, room;
	struct sfair_node_stake *on; /* by node */
	uint32_t on_count, on_room;
	char **text; /* owns what they have something of */
	uint32_t text_count;
};

/* All runs and, of a job that is planned, all planned jobs; nothing blamed. */
extern void sfair_holders_find(const struct sfair_why *why,
			       const struct ft_outlook_job *row,
			       struct sfair_holders *holders);
extern void sfair_holders_free(struct sfair_holders *holders);

/* The last end of those that are blamed; 0: none is. */
extern int64_t sfair_holders_end(const struct sfair_holders *holders);

/* holder_node.c: for what they have of nodes: runs and jobs ahead of it; and
 * jobs behind it that end after that time. */
extern void sfair_holders_nodes(const struct sfair_why *why,
				struct sfair_holders *holders);
extern void sfair_holders_kept(const struct sfair_why *why,
			       struct sfair_holders *holders, int64_t after);
/* Could it start at once, on any nodes, for all that runs there? */
extern bool sfair_holders_leave_nodes(struct sfair_why *why,
				      const job_info_t *job,
				      const struct sfair_holders *holders);

/* holder_limit.c: for what they have of the limit of the reason, and of
 * licences.  Loads all jobs. */
extern void sfair_holders_limit(struct sfair_why *why, const job_info_t *job,
				const struct sfair_reason *reason,
				struct sfair_holders *holders);
extern void sfair_holders_licences(struct sfair_why *why, const job_info_t *job,
				   struct sfair_holders *holders);
/* How many of the licence the job asks for; 0: none. */
extern uint32_t sfair_licences_asked(const char *list, const char *name);

#endif
