/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_slack - what a plan leaves free of nodes from an instant on.
 *
 * Of each node the cores, memory and GPUs that are free, as a function of how
 * long they stay free; nothing that runs or is planned moves.  A node that
 * a reservation closes is free until then.  Refuses to know which users may use
 * a node.
 */
#ifndef FT_CORE_PLAN_SLACK_H
#define FT_CORE_PLAN_SLACK_H

#include "core/plan/outlook.h"

/* So much is free of a node until then, at least. */
struct ft_slack_span {
	uint32_t node;
	int64_t until; /* FT_NEVER: as far as is planned */
	int64_t cores, memory, gpus;
};

struct ft_slack {
	struct ft_slack_span *span; /* by node, then the shortest first */
	uint32_t count, room;
};

/*
 * From that instant on.  gpu: the resource that is counted as GPUs, "gres/gpu"
 * or a type of it; one that is not there is nowhere.  0 or -ENOMEM; to be freed
 * in both cases.
 */
extern int ft_slack_fill(struct ft_slack *slack,
			 const struct ft_outlook *outlook, const char *gpu,
			 int64_t from);
extern void ft_slack_free(struct ft_slack *slack);

#endif
