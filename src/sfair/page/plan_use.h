/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_plan_uses - what an outlook says, as a flat list: which job has how
 * much of which node from when to when.
 *
 * Beside what runs and is planned there is what a closed or unavailable node
 * keeps idle, so that at no instant more of a node is listed than it has.
 * Refuses GRES other than GPUs.
 */
#ifndef FT_SFAIR_PAGE_PLAN_USE_H
#define FT_SFAIR_PAGE_PLAN_USE_H

#include "core/plan/outlook.h"

enum { SFAIR_PLAN_CORES, SFAIR_PLAN_MEMORY, SFAIR_PLAN_GPUS, SFAIR_PLAN_SORTS };

enum sfair_plan_kind {
	SFAIR_PLAN_RUN,	   /* of: index of the run */
	SFAIR_PLAN_HELD,   /* of: index of the job, its start is committed */
	SFAIR_PLAN_LIKELY, /* of: index of the job */
	SFAIR_PLAN_RESV,   /* idle, or taken, by an advance reservation */
	SFAIR_PLAN_DOWN,   /* idle since the node is not available */
	SFAIR_PLAN_KINDS
};

struct sfair_plan_use {
	uint32_t node, of;
	enum sfair_plan_kind kind;
	int64_t start, end; /* end FT_NEVER: as far as is known */
	int64_t amount[SFAIR_PLAN_SORTS];
};

struct sfair_plan_uses {
	struct sfair_plan_use *use; /* by node, then by start */
	size_t count, room;
	int64_t capacity[SFAIR_PLAN_SORTS]; /* of all nodes */
};

/* 0 or -ENOMEM; to be freed in both cases. */
extern int sfair_plan_uses_make(const struct ft_outlook *outlook,
				struct sfair_plan_uses *uses);
extern void sfair_plan_uses_free(struct sfair_plan_uses *uses);

/* What a node has of cores, memory and GPUs. */
extern void sfair_plan_node_has(const struct ft_outlook *outlook, uint32_t node,
				int64_t amount[SFAIR_PLAN_SORTS]);

#endif
