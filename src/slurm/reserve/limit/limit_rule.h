/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_limits - limits of associations and QOS, as limits of the snapshot.
 *
 * Follows slurmctld's acct_policy in what counts where: a QOS limit takes
 * the place of the association's for the same TRES, the partition's QOS that
 * of the job's (or the reverse, OverPartQOS), an administrator's own setting
 * that of both.  A limit that is not set, or does not concern any job that runs
 * or waits, costs nothing.  Refuses to start anything: acct_policy has the
 * last word, and says why a job waits.
 *
 * Private to reserve/; lives as long as one build of a snapshot.
 */
#ifndef FT_SLURM_RESERVE_LIMIT_LIMIT_RULE_H
#define FT_SLURM_RESERVE_LIMIT_LIMIT_RULE_H

#include "core/base/index_map.h"
#include "slurm/common/limit_walk.h"
#include "slurm/reserve/build/build.h"

/* What acct_policy compares with what. */
enum fts_rule_kind {
	FTS_RULE_JOBS,	 /* running jobs */
	FTS_RULE_TRES,	 /* what they have of a TRES */
	FTS_RULE_RUN,	 /* the same, for each minute that is left of them */
	FTS_RULE_BUDGET, /* minutes used, and to be used: AccountingStorage-
			  * Enforce=safe */
	FTS_RULE_USED,	 /* minutes used up: until they decay */
	FTS_RULE_MOST,	 /* of one job */
	FTS_RULE_LEAST,	 /* of one job */
	FTS_RULE_NODE,	 /* of one job for each node */
	FTS_RULE_MINUTES /* of one job */
};

/* One limit as it concerns one owner. */
struct fts_rule {
	enum fts_rule_kind kind;
	uint32_t pos;	/* TRES */
	int64_t total;	/* BUDGET, USED: what is left */
	uint32_t limit; /* of the snapshot; FT_NO_INDEX: it is none */
	bool asked;	/* else running jobs count for it only */
};

/* Jobs of one association, QOS and partition's QOS. */
struct fts_owner {
	uint32_t assoc_id, qos_id, part_qos_id;
	uint64_t by_admin; /* which limits an administrator set aside: hash */
	uint32_t rule_count;
	struct fts_rule *rule; /* in acct_policy's order */
	double factor;	       /* UsageFactor */
	double asked_factor;   /* the same, if UsageFactorSafe; else 1 */
};

/* What it is a limit of. */
struct fts_subject {
	enum fts_scope scope;
	uint32_t id;   /* of the association or the QOS */
	uint64_t part; /* user, or hash of the account, of a QOS */
};

/* A limit of the snapshot while it is built. */
struct fts_count {
	struct fts_subject subject;
	enum fts_rule_kind kind;
	uint32_t pos;
	int64_t total;
	int64_t used;	/* by running jobs of the snapshot: now */
	int64_t actual; /* what slurmctld counts; -1: the same */
};

enum fts_ration_state {
	FTS_RATION_FREE,
	FTS_RATION_WAITS, /* until running jobs end */
	FTS_RATION_NEVER, /* it is not known until when */
};

/* What jobs of one owner and one shape may have. */
struct fts_ration {
	const struct fts_owner *owner;
	const struct fts_shape *shape;
	enum fts_ration_state state;
	uint32_t reason;	    /* slurmctld's, 0 if it has none */
	struct ft_request *request; /* the shape's, with claims */
};

struct fts_limits {
	bool safe; /* AccountingStorageEnforce=safe */
	uint32_t tres_count;
	uint32_t *resource;	 /* of a TRES; FT_NO_INDEX: of none */
	bool *taken;		 /* working memory of fts_limit_walk() */
	struct fts_count *count; /* snapshot->limit_count of them */
	uint32_t owner_count, ration_count;
	struct fts_owner **owner;
	struct fts_ration **ration;
	struct ft_index_map counts, owners, rations;
};

/* limit/limit_rule.c. */
/* Limits of the job in job->part_ptr; NULL: there are none, or out of memory.
 * Locks: assoc_mgr's assoc, QOS and TRES to read. */
extern const struct fts_owner *fts_limits_owner(struct fts_build *build,
						const job_record_t *job);

/*
 * limit/limit_amount.c: how much of each TRES the job will be given if it is
 * placed by that request of the shape, at least or at most.
 * Locks: as fts_build_shape; assoc_mgr's TRES to read.
 */
extern void fts_limits_amounts(const struct fts_build *build,
			       const job_record_t *job,
			       const struct fts_shape *shape,
			       const struct ft_request *request, bool most,
			       uint64_t *amount);

#endif
