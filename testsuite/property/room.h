/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * room - is there room at every instant for what a schedule places, beside what
 * runs?  By cores and all else that nodes have, licences aside, by marks, and
 * by what jobs want when they start.
 *
 * Refuses to judge whether a start is as early as it may be.
 */
#ifndef TESTSUITE_PROPERTY_ROOM_H
#define TESTSUITE_PROPERTY_ROOM_H

#include "core/plan/schedule.h"

/*
 * Of the jobs that may take no runs, beside all runs until their ends (no start
 * counts on what others take); and of all jobs, beside runs of which victims
 * leave in time.  What runs overuse by themselves is not held against it.
 * False: why says where.
 */
extern bool room_for(const struct ft_snapshot *snapshot,
		     const struct ft_schedule *schedule, char *why,
		     size_t size);

#endif
