/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_form - how many nodes a job has, and how many tasks on each; private to
 * reserve/.
 *
 * A form says exactly what each node gives, or lets the planner say it. Refuses
 * to know about time, reservations and devices: see demand/request.c.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_TASK_LAYOUT_H
#define FT_SLURM_RESERVE_DEMAND_TASK_LAYOUT_H

#include "slurm/reserve/demand/demand.h"

/* Ways for each of eight numbers of nodes, on few switches and on any. */
enum { FTS_FORMS_MAX = 2 * 8 * 8 };

struct fts_form {
	uint32_t min_nodes, max_nodes;
	uint32_t tasks;
	uint32_t min_tasks, max_tasks; /* of a node */
	bool exclusive;
	bool alone; /* one node: it takes what is counted for the job */
	uint32_t gres_nodes;	     /* that share it evenly; 0: none does */
	uint32_t leaves, leaf_level; /* see ft_request */
	uint32_t bundle;
	uint32_t grain; /* tasks are counted in that many; 0: one by one */
	/*
	 * What the planner counts as tasks brings so many of the job's GRES: a
	 * grain of tasks, or, with node_tasks on each node, nothing else.  0:
	 * it brings none.
	 */
	uint32_t unit_gres, node_tasks;
	struct fts_manner manner;
};

struct fts_forms {
	uint32_t count;
	const char *rough;   /* why some are whole nodes only; NULL: none is */
	const char *partial; /* as fts_candidate.partial */
	struct fts_form form[FTS_FORMS_MAX];
};

extern void fts_demand_forms(const struct fts_build *build,
			     const struct fts_demand *demand,
			     struct fts_forms *forms);

#endif
