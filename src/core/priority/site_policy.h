/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_site_policy - what a site says in Maui's words about what each one gets:
 * fairshare targets, quotas of accounts, weights of priority factors.
 *
 * Its lines stand in the file that PriorityParameters' policy= names (see
 * statement.h), and in sfair's.  Refuses a line that no reader takes: a word
 * that is misspelt would else change nothing, without a sound.
 */
#ifndef FT_CORE_PRIORITY_SITE_POLICY_H
#define FT_CORE_PRIORITY_SITE_POLICY_H

#include "core/priority/component_policy.h"
#include "core/maui/fairshare_option.h"
#include "core/quota/quota_tree.h"

struct ft_site_policy {
	struct ft_fs_goals goals;
	struct ft_component_policy *components;
	struct ft_quota_tree quota; /* QUOTA[/dept/group] lines */
};

/* 0 or -ENOMEM. */
extern int ft_site_policy_init(struct ft_site_policy *policy);
extern void ft_site_policy_fini(struct ft_site_policy *policy);

/*
 * Takes every statement of text (which is changed).  0, or -EINVAL or
 * -ENOMEM with "FILE:LINE: " before the reason; policy then holds what stood
 * before that line.
 */
extern int ft_site_policy_read(struct ft_site_policy *policy, char *text,
			       const char *file, struct ft_err *err);

/* An ft_option_take (context: the policy) for PriorityParameters; what no
 * part of the policy knows is left to others. */
extern int ft_site_policy_option(void *context,
				 const struct ft_option_entry *entry,
				 struct ft_err *err);

/*
 * Once everything is read: judges whether it fits together.  scheduler:
 * SchedulerType, NULL: Slurm's default.  0, -EINVAL or -ENOMEM; the policy
 * does not change any more.
 */
extern int ft_site_policy_close(struct ft_site_policy *policy,
				const char *scheduler, struct ft_err *err);

/*
 * Of a closed policy, a sentence for its author: there are targets, but
 * all weights on them are 0, so that no priority changes.  NULL: all is well.
 */
extern const char *ft_site_policy_advice(const struct ft_site_policy *policy);

#endif
