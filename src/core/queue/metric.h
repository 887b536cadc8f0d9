/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_metric - how much a job asks for, and how urgent it is: orders in which
 * holes are filled.
 *
 * Judges requests, not places: the first request of a job that has an eligible
 * node counts, with its least number of nodes, as if all were like that node.
 *
 *	amount(r)	what it takes of resource r on all its nodes together;
 *			on whole nodes at least all that these have
 *	procs		amount(cores)
 *	seconds		the time limit
 *	pe		the largest of amount(r) / total(r), times total(cores),
 *			over all resources of which there are any
 *	xfactor		(waited + limit) / limit
 *	wfp3		(waited / limit)^3 * procs
 *
 * PE is Maui's processor equivalent, which looks at processors, memory, disk
 * and swap; here GRES count too, since a job that takes all GPUs takes the
 * machine.  XFACTOR is Maui's, without a least limit.  WFP3 is that of Tang,
 * Lan, Desai and Buettner (2009).
 */
#ifndef FT_CORE_QUEUE_METRIC_H
#define FT_CORE_QUEUE_METRIC_H

#include "core/base/arena.h"
#include "core/snapshot/snapshot.h"
#include "core/queue/turn.h"

struct ft_metrics {
	const struct ft_snapshot *snapshot;
	double *total; /* of each resource on all nodes */
};

/* Memory lives in the arena.  0 or -ENOMEM. */
extern int ft_metric_init(struct ft_metrics *metric,
			  const struct ft_snapshot *snapshot,
			  struct ft_arena *arena);

/* What the order of the queue goes by, where that is free. */
extern struct ft_turn ft_metric_turn(const struct ft_snapshot *snapshot,
				     const struct ft_job *job);

/* By the policy's metric: backfill wants most of it. */
extern double ft_metric_worth(const struct ft_metrics *metric, uint32_t job);

/* By the policy's compress: larger comes first; all alike for an order that
 * is that of the queue. */
extern double ft_metric_urgency(const struct ft_metrics *metric, uint32_t job);

#endif
