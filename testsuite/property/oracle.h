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

#include "core/schedule.h"

enum { ORACLE_SPAN = 200, ORACLE_NODES = 8, ORACLE_KINDS = 4 };

/*
 * True if the schedule is what it must be; else false and what is wrong.
 * Promises of the snapshot are not looked at.
 */
extern bool oracle_accepts(const struct ft_snapshot *snapshot,
			   const struct ft_schedule *schedule, char *why,
			   size_t size);

#endif
