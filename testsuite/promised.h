/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an applied cycle hands to the next one, without a controller: for the
 * tests and the benchmark of promises.
 */
#ifndef FT_TESTSUITE_PROMISED_H
#define FT_TESTSUITE_PROMISED_H

#include "core/plan/schedule.h"

/* The run is suspended for a job that lasts so long: it has all but its cores
 * until that has ended, and goes on then.  Of whole nodes it has nothing. */
extern void suspend_run(struct ft_snapshot *snapshot, struct ft_run *run,
			int64_t duration);

/* The schedule's placements become promises; it must outlive them. */
extern void promise(struct ft_snapshot *snapshot,
		    const struct ft_schedule *schedule);

#endif
