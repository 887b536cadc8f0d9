/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_priority_rule - all that a slurm.conf must say right for priority/fairtree
 * to start with it, in one list.
 *
 * The plugin and sfair check both call it, so that the latter says what
 * slurmctld would say, in the same words and order.  It reads no file and
 * knows no TRES: the caller's functions do.  Refuses to judge what Slurm
 * itself judges, and what is wise (ft_site_policy_advice()).
 */
#ifndef FT_CORE_PRIORITY_PRIORITY_RULE_H
#define FT_CORE_PRIORITY_PRIORITY_RULE_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/priority/priority_option.h"
#include "core/priority/site_policy.h"
#include "core/priority/tres_weight.h"
#include "core/fairshare/vertex.h"

/* A file that was read whole; both are freed after use. */
struct ft_rule_file {
	char *path, *text;
};

/* What slurm.conf says, and how to find out the rest. */
struct ft_priority_case {
	const char *parameters;	  /* PriorityParameters; may be NULL */
	const char *tres_weights; /* PriorityWeightTRES; may be NULL */
	struct ft_priority_site site;
	bool slurmdbd; /* there is one */

	ft_tres_known counts; /* NULL: TRES are not known, none is refused */
	/*
	 * Reads the file that key ("slurm.conf: PriorityParameters: policy")
	 * names.  0 or -errno with err.
	 */
	int (*read)(void *context, const char *key, const char *name,
		    struct ft_rule_file *ret_file, struct ft_err *err);
	/* A line of a file is wrong, "FILE:LINE: why"; err follows. */
	void (*bad_line)(void *context, const char *text);
	void *context;
};

/* What came of it; to be given back by ft_priority_rules_fini(). */
struct ft_priority_rules {
	struct ft_priority_option option;
	struct ft_site_policy policy; /* closed */
	struct ft_vertex_list group;  /* of resource_group; empty: none */
};

/*
 * 0, or -errno and err, which names key and value or file and line; then
 * rules are empty.
 */
extern int ft_priority_rules_read(const struct ft_priority_case *site,
				  struct ft_priority_rules *rules,
				  struct ft_err *err);

extern void ft_priority_rules_fini(struct ft_priority_rules *rules);

/* Does its model keep usage of its own, so that it needs no slurmdbd? */
extern bool ft_priority_books(const struct ft_priority_option *option);

/* What is to be said of these weights where there is neither. */
extern const char ft_priority_idle_age[], ft_priority_idle_fairshare[];

#endif
