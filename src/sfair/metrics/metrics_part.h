/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parts of sfair metrics: figures of jobs, of the plan, of sdiag and of
 * slurmctld's log.
 */
#ifndef FT_SFAIR_METRICS_METRICS_PART_H
#define FT_SFAIR_METRICS_METRICS_PART_H

#include <stdint.h>
#include <stdio.h>

#include "core/base/err.h"

struct ft_outlook;
struct sfair_scene;

/* Jobs and waits by partition, QOS and state.  0 or -ENOMEM. */
extern int sfair_metrics_jobs(FILE *out, struct sfair_scene *scene);

/* Planned jobs by partition, and what of the machine is in use.  0 or -ENOMEM.
 */
extern int sfair_metrics_plan(FILE *out, struct sfair_scene *scene,
			      const struct ft_outlook *outlook);

/* Cycles, as sdiag has them.  0, or -errno with err: they are not told. */
extern int sfair_metrics_cycles(FILE *out, struct ft_err *err);

/*
 * Promises of this week, out of the history (promises.h): made, kept, moved,
 * and how wrong they were.  now: a moment of the week.  0, or -errno with err
 * (there is none, or it cannot be read).
 */
extern int sfair_metrics_promises(FILE *out, const char *path, int64_t now,
				  struct ft_err *err);

/*
 * The cycles that the end of slurmctld's log tells of, at level debug.  0, or
 * -errno with err (it cannot be read).
 */
extern int sfair_metrics_log(FILE *out, const char *path, struct ft_err *err);

#endif
