/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_vacancy - how many jobs like one could start now, at the most.
 *
 * An upper bound, quickly: by what running jobs leave of each node, of licences
 * and of limits, and by the closures that the job may not enter.  Refuses to
 * look at what is planned, at switches, segments, marks and parts; so fewer may
 * start, never more.  For deciding how many tasks of an array a plan needs.
 */
#ifndef FT_CORE_PLAN_VACANCY_H
#define FT_CORE_PLAN_VACANCY_H

#include "core/snapshot/snapshot.h"

struct ft_vacancy;

/*
 * Of a snapshot whose nodes, runs, closures, licences and limits are complete,
 * and stay as they are.  Until by, a time no earlier than its now, a start is
 * one now: nodes that are back by then count as there.  NULL if out of memory.
 */
extern struct ft_vacancy *ft_vacancy_new(const struct ft_snapshot *snapshot,
					 int64_t by);
extern void ft_vacancy_free(struct ft_vacancy *vacancy);

/*
 * So many jobs with these requests, each of which takes one of them, could
 * start now if the runs that they may take were gone; no more than most, which
 * is also the answer where there is no memory for one.  The last answers are
 * known again by the address of the requests.
 */
extern uint32_t ft_vacancy_count(struct ft_vacancy *vacancy,
				 const struct ft_request *request,
				 uint32_t request_count, uint32_t most);

#endif
