/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_component_policy - weights and caps for each partition, and what users,
 * groups, accounts, QOS and partitions (Maui: classes) are given.
 *
 * Source: Maui's *WEIGHT, *CAP, XFMINWCLIMIT, and PRIORITY, QTWEIGHT,
 * XFWEIGHT, QTTARGET and XFTARGET of USERCFG[..] and so on.  They stand in
 * PriorityParameters, or in the file that policy= names; what is said for one
 * partition goes before what is said for all, and then what is said in
 * PriorityParameters before what the file says.  Component weights are 1 and
 * all others 0 unless said.
 *
 * Refuses what could not count: a weight on what is not measured.  A policy
 * is made by new, statements and parameters in any order, then close; from
 * then on it never changes and any thread may read it.
 */
#ifndef FT_CORE_PRIORITY_COMPONENT_POLICY_H
#define FT_CORE_PRIORITY_COMPONENT_POLICY_H

#include "core/priority/component.h"
#include "core/base/err.h"
#include "core/base/option.h"
#include "core/base/statement.h"

struct ft_component_policy;

/* The keys of PriorityParameters; offsets are meaningless to others. */
extern const struct ft_option ft_component_option_table[];

/* NULL if out of memory. */
extern struct ft_component_policy *ft_component_policy_new(void);
extern void ft_component_policy_free(struct ft_component_policy *policy);

/*
 * One statement of a policy file: "QUEUETIMEWEIGHT 10", "QUEUETIMEWEIGHT[gpu]
 * 5", "USERCFG[john] PRIORITY=2000", "QOSXFTARGET[special] 5".  *ret_taken:
 * whether it was one of ours.  0, -EINVAL, -ERANGE or -ENOMEM; err does not
 * name the place.
 */
extern int ft_component_policy_take(struct ft_component_policy *policy,
				    const struct ft_statement *statement,
				    bool *ret_taken, struct ft_err *err);

/* An ft_option_take (context: the policy) for PriorityParameters; takes no
 * entry of a table that is not ft_component_option_table. */
extern int ft_component_policy_option(void *context,
				      const struct ft_option_entry *entry,
				      struct ft_err *err);

/*
 * Works out what counts in each partition.  scheduler: SchedulerType, NULL:
 * Slurm's default.  0, -ENOMEM, or -EINVAL for what cannot count: swap, which
 * no job asks for, and bypasses, where sched/reserve does not count them.
 */
extern int ft_component_policy_close(struct ft_component_policy *policy,
				     const char *scheduler, struct ft_err *err);

/* Whether anything counts, so that ft_component_compute() has to be asked. */
extern bool
ft_component_policy_active(const struct ft_component_policy *policy);
/* Whether this subcomponent can count for any job, in any partition. */
extern bool ft_component_policy_uses(const struct ft_component_policy *policy,
				     enum ft_subcomponent subcomponent);

/* The index-th partition that has something of its own; NULL: no more. */
extern const char *
ft_component_policy_partition(const struct ft_component_policy *policy,
			      uint32_t index);

/* What counts in a partition (NULL: in one of which nothing is said); lives
 * as long as the policy. */
extern const struct ft_component_weights *
ft_component_policy_weights(const struct ft_component_policy *policy,
			    const char *partition);

/*
 * PRIORITY of a credential: its own, else DEFAULT's of its kind, else
 * otherwise (which is PriorityJobFactor for a partition, 0 for the others).
 * name may be NULL.
 */
extern double
ft_component_policy_priority(const struct ft_component_policy *policy,
			     enum ft_credential_kind kind, const char *name,
			     double otherwise);

/*
 * Steps through the names of a kind that are given something, DEFAULT left
 * out: start with *at = 0; NULL after the last.
 */
extern const char *
ft_component_policy_next(const struct ft_component_policy *policy,
			 enum ft_credential_kind kind, uint32_t *at);

/* Each value: the QOS's own, else DEFAULT's, else 0.  name may be NULL. */
extern struct ft_component_qos
ft_component_policy_qos(const struct ft_component_policy *policy,
			const char *name);

#endif
