/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * oracle - a textbook planner that tries everything, to judge a schedule.
 *
 * Shares no code with the engine; slow and plain on purpose.  For small
 * snapshots whose times all lie within ORACLE_SPAN seconds from now.
 */
#ifndef TESTSUITE_PROPERTY_ORACLE_H
#define TESTSUITE_PROPERTY_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/plan/schedule.h"

enum { ORACLE_SPAN = 200, ORACLE_NODES = 8, ORACLE_KINDS = 10 };
enum { ORACLE_LIMITS = 4 };
enum { ORACLE_BUCKETS = 3, ORACLE_JOBS = 16, ORACLE_RUNS = 64 };
/* Resources from this one on are marks; a snapshot has fewer, or two marks. */
enum { ORACLE_MARKS = 4, ORACLE_TAGS = 8, ORACLE_LEAVES = 4 };

/*
 * True if the schedule is what it must be without promises; else false and
 * what is wrong.
 */
extern bool oracle_accepts(const struct ft_snapshot *snapshot,
			   const struct ft_schedule *schedule, char *why,
			   size_t size);

/* The same, but starts need not be the earliest: is all that is placed right?
 */
extern bool oracle_tolerates(const struct ft_snapshot *snapshot,
			     const struct ft_schedule *schedule, char *why,
			     size_t size);

/* Could the job start now, everybody else being where the schedule says? */
extern bool oracle_could_start(const struct ft_snapshot *snapshot,
			       const struct ft_schedule *schedule,
			       uint32_t job);

/*
 * The earliest start of the job, everybody else being where the schedule says;
 * FT_NEVER if there is none within ORACLE_SPAN seconds.
 */
extern int64_t oracle_earliest(const struct ft_snapshot *snapshot,
			       const struct ft_schedule *schedule,
			       uint32_t job);

#endif
