/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_limit_walk - the limits of associations and QOS that concern a job, in
 * the order in which acct_policy looks at them.
 *
 * A QOS limit takes the place of the association's for the same TRES, that of
 * the first QOS the place of the second's, an administrator's own setting of
 * what the job asks for that of all.  Limits that are not set are passed over.
 * Refuses to judge: whether the job is within a limit is for the caller to say.
 */
#ifndef FT_SLURM_COMMON_LIMIT_WALK_H
#define FT_SLURM_COMMON_LIMIT_WALK_H

#include "slurm/common/compat.h"

/* What a limit is on; a QOS has at most one of each for each TRES. */
enum fts_limit_place {
	FTS_LIMIT_GROUP,   /* GrpTRES */
	FTS_LIMIT_BUDGET,  /* GrpTRESMins */
	FTS_LIMIT_MINUTES, /* GrpTRESRunMins */
	FTS_LIMIT_JOB_MINUTES,
	FTS_LIMIT_JOB_MOST,
	FTS_LIMIT_JOB_NODE,
	FTS_LIMIT_JOB_LEAST,
	FTS_LIMIT_ACCOUNT,
	FTS_LIMIT_USER,
	FTS_LIMIT_PLACES, /* those above are of each TRES, those below not */
	FTS_LIMIT_JOBS = FTS_LIMIT_PLACES,
	FTS_LIMIT_WALL, /* GrpWall */
	FTS_LIMIT_ACCOUNT_JOBS,
	FTS_LIMIT_USER_JOBS,
	FTS_LIMIT_END
};

/* What it is a limit of. */
enum fts_scope {
	FTS_SCOPE_ASSOC,
	FTS_SCOPE_ASSOC_OWN, /* its own jobs, for limits of users */
	FTS_SCOPE_QOS,
	FTS_SCOPE_QOS_USER,
	FTS_SCOPE_QOS_ACCOUNT,
};

struct fts_limit {
	enum fts_limit_place place;
	enum fts_scope scope;
	uint32_t id;	/* of the association or the QOS */
	uint32_t pos;	/* TRES; 0 of those that are of none */
	uint64_t limit; /* with LimitFactor */
	uint64_t used;	/* of what it is on, as slurmctld counts; 0 of jobs' */
	uint64_t running; /* BUDGET: minutes that running jobs may use */
	bool asked;	  /* else another has its place */
};

typedef void (*fts_limit_visit)(const struct fts_limit *limit, void *arg);

struct fts_limit_walk {
	const slurmdb_assoc_rec_t *assoc;
	uint32_t user_id;
	/* as acct_policy_set_qos_order() has them; NULL: none */
	const slurmdb_qos_rec_t *one, *two;
	/* job_record_t.limit_set.tres; NULL: no administrator set anything */
	const uint16_t *by_admin;
	uint32_t tres_count;
	bool *taken; /* working memory, FTS_LIMIT_PLACES for each TRES */
	fts_limit_visit visit;
	void *arg;
};

/* Locks: assoc_mgr's assoc, QOS and TRES to read, for the visits, too. */
extern void fts_limit_walk(const struct fts_limit_walk *walk);

/* What a user or an account has of a QOS; not NULL.  A list may hold each user
 * of the cluster: it is searched only if there is a limit to compare with.
 * Locks: QOS to read. */
extern const slurmdb_used_limits_t *
fts_limit_used_by_user(const slurmdb_qos_rec_t *qos, bool limited,
		       uint32_t user_id);
extern const slurmdb_used_limits_t *
fts_limit_used_by_account(const slurmdb_qos_rec_t *qos, bool limited,
			  const char *account);

#endif
