/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_site.h.
 */
#define _GNU_SOURCE
#include "sfair/base/priority_site.h"

#include <string.h>

#include "core/base/scheduler_name.h"

const char *sfair_scheduler(const struct ft_conf *conf)
{
	return ft_scheduler_name(ft_conf_get(conf, "SchedulerType", NULL),
				 ft_conf_get(conf, "PluginDir", NULL));
}

/* Slurm looks for its flags by substring; two of them switch Fair Tree off. */
struct ft_priority_site sfair_priority_site(const struct ft_conf *conf)
{
	const char *flags = ft_conf_get(conf, "PriorityFlags", NULL);
	bool oblivious = flags && strcasestr(flags, "DEPTH_OBLIVIOUS");

	return (struct ft_priority_site){
		.fair_tree = !oblivious &&
			     !(flags && strcasestr(flags, "NO_FAIR_TREE")),
		.depth_oblivious = oblivious,
		.incr_only = flags && strcasestr(flags, "INCR_ONLY"),
		.calculate_running =
			flags && strcasestr(flags, "CALCULATE_RUNNING"),
		.scheduler = sfair_scheduler(conf),
	};
}
