/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_reason - why slurmctld says that a job waits, or has failed, in words.
 *
 * What reasons there are follows from the headers of the Slurm that sfair was
 * built with; what a reason about a limit says follows from its name, so those
 * that a later release adds are understood.  Knows nothing of a single job.
 */
#ifndef FT_SFAIR_OUTLOOK_REASON_H
#define FT_SFAIR_OUTLOOK_REASON_H

#include <stdbool.h>
#include <stdint.h>

/* What becomes of the job. */
enum sfair_reason_kind {
	SFAIR_REASON_QUEUE,   /* it is planned: nothing need be done */
	SFAIR_REASON_WAITS,   /* for something that comes by itself */
	SFAIR_REASON_LIMIT,   /* until others leave room in a limit */
	SFAIR_REASON_REQUEST, /* never, as it is: the request must change */
	SFAIR_REASON_HELD,    /* until it is released */
	SFAIR_REASON_SITE,    /* until an administrator does something */
	SFAIR_REASON_ENDED,   /* it ended so */
};

enum sfair_limit_scope {
	SFAIR_LIMIT_NONE,
	SFAIR_LIMIT_GRP,	  /* GrpTRES: all running jobs together */
	SFAIR_LIMIT_GRP_MINS,	  /* GrpTRESMins: minutes used up */
	SFAIR_LIMIT_GRP_RUN_MINS, /* GrpTRESRunMins: minutes left to run */
	SFAIR_LIMIT_GRP_JOBS,
	SFAIR_LIMIT_GRP_SUBMIT,
	SFAIR_LIMIT_GRP_WALL,
	SFAIR_LIMIT_JOB,      /* MaxTRESPerJob */
	SFAIR_LIMIT_JOB_MINS, /* MaxTRESMinsPerJob */
	SFAIR_LIMIT_JOB_WALL, /* MaxWall */
	SFAIR_LIMIT_NODE,     /* MaxTRESPerNode */
	SFAIR_LIMIT_USER,     /* MaxTRESPerUser */
	SFAIR_LIMIT_USER_RUN_MINS,
	SFAIR_LIMIT_USER_JOBS,
	SFAIR_LIMIT_USER_SUBMIT,
	SFAIR_LIMIT_ACCOUNT, /* MaxTRESPerAccount */
	SFAIR_LIMIT_ACCOUNT_RUN_MINS,
	SFAIR_LIMIT_ACCOUNT_JOBS,
	SFAIR_LIMIT_ACCOUNT_SUBMIT,
	SFAIR_LIMIT_LEAST, /* MinTRESPerJob */
};

struct sfair_reason {
	const char *name; /* of the headers: "WAIT_PRIORITY" */
	bool known;	  /* what follows is more than that name */
	enum sfair_reason_kind kind;
	/* Limits: of a QOS, or of an association; of which TRES ("" or NULL:
	 * none). */
	enum sfair_limit_scope scope;
	bool qos;
	const char *tres;
	char what[256];	  /* "jobs of higher priority come first" */
	const char *help; /* what its user can do; "": nothing */
};

/* How many numbers there are. */
extern uint32_t sfair_reason_count(void);

/* Number code; name is NULL if the headers have none of that number. */
extern struct sfair_reason sfair_reason_of(uint32_t code);

/* Of a limit that the job is beyond, whatever runs: that in words, and what
 * becomes of the job. */
extern void sfair_reason_beyond(struct sfair_reason *reason);

/* The word of the kind, for --json. */
extern const char *sfair_reason_kind_name(enum sfair_reason_kind kind);
/* The limit's name in sacctmgr; "" if it is none. */
extern const char *sfair_limit_name(enum sfair_limit_scope scope);

#endif
