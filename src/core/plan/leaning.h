/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_leaning - which promises of jobs that may take runs lean on runs leaving.
 *
 * Where a run came to stand in the place of a promise, beyond what else is
 * there, the promise can be kept only if the run leaves.  The earlier a job is
 * in the order the sooner it has its place; only the first MAX such are named.
 *
 * Refuses to plan: what a promise counts on besides, licences say, is not
 * looked at, and a node only at the promise's start.
 */
#ifndef FT_CORE_PLAN_LEANING_H
#define FT_CORE_PLAN_LEANING_H

#include "core/snapshot/snapshot.h"

enum { FT_LEANING_MAX = 64 };

/* Marks them; leans: of each job, all false before.  0 or -ENOMEM. */
extern int ft_leaning_find(const struct ft_snapshot *snapshot, bool *leans);

#endif
