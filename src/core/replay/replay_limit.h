/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_limit - limits of accounts, users and QOS in a replay.
 *
 * The QOS of a job is its queue in the log.  Names and meaning are Slurm's:
 * GrpJobs and GrpTRES=cpu= of an account count for all below it, MaxJobsPU and
 * MaxTRESPU=cpu= of a QOS for each of its users.  Each account and user has
 * its own rule, or that of all that have none.  Refuses other TRES, and limits
 * of single jobs, which a site enforces at submission.
 */
#ifndef FT_CORE_REPLAY_REPLAY_LIMIT_H
#define FT_CORE_REPLAY_REPLAY_LIMIT_H

#include "core/base/id_map.h"
#include "core/replay/population.h"
#include "core/snapshot/snapshot.h"
#include "core/base/statement.h"

enum ft_rule_kind {
	FT_RULE_ACCOUNT,
	FT_RULE_USER,
	FT_RULE_QOS,	  /* all of its jobs together */
	FT_RULE_QOS_USER, /* each of its users */
	FT_RULE_KINDS
};

enum ft_rule_measure { FT_RULE_JOBS, FT_RULE_PROCESSORS, FT_RULE_MEASURES };

#define FT_RULE_NONE (-1) /* not limited */

struct ft_rule;

/* What a file says, for any workload. */
struct ft_rule_list {
	struct ft_arena *arena; /* owns rules and names */
	struct ft_rule *rule;
	uint32_t count;
};

/* What it means for one. */
struct ft_replay_limit {
	struct ft_arena *arena; /* owns claims */
	int64_t *total;		/* of each limit */
	uint32_t count, size;
	struct ft_id_map index[FT_RULE_KINDS * FT_RULE_MEASURES];
	/* Of each of the workload's jobs. */
	struct ft_claim **claim;
	uint32_t *claim_count;
};

/* Everything zero is no rules, no limits. */
extern void ft_rule_list_free(struct ft_rule_list *rules);
extern void ft_replay_limit_free(struct ft_replay_limit *limit);

/*
 * An ft_statement_take (context: the rules): ACCOUNT[name], USER[number] or
 * QOS[queue], DEFAULT for all that have none, with GrpJobs=N, GrpTRES=cpu=N,
 * and of a QOS MaxJobsPU=N, MaxTRESPU=cpu=N.
 */
extern int ft_rule_list_take(void *context,
			     const struct ft_statement *statement,
			     struct ft_err *err);

/*
 * Fills empty limits: which there are, and what each job takes of them.  A job
 * that asks for more than a limit allows is dropped from the workload and the
 * population; *ret_dropped: how many.  0, -EINVAL (no account, user or queue of
 * a name, or no job is left) or -ENOMEM; to be freed in any case.
 */
extern int ft_replay_limit_make(struct ft_replay_limit *limit,
				const struct ft_rule_list *rules,
				struct ft_workload *workload,
				struct ft_population *population,
				uint32_t *ret_dropped, struct ft_err *err);

#endif
