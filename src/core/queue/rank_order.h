/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_rank_order - a queue in which some classes of jobs go before others.
 *
 * "Goes before, or else has the higher priority" is no order: of three jobs
 * each can come before the next.  So jobs are taken in the order of priority,
 * but none while a job is left that goes before it.  Classes that go before
 * each other, or in a ring, are taken by priority once nothing else is left.
 */
#ifndef FT_CORE_QUEUE_RANK_ORDER_H
#define FT_CORE_QUEUE_RANK_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* Which classes go before which. */
struct ft_ranks {
	uint32_t count;
	const bool *before; /* count * count: row before column */
};

/*
 * Puts count jobs in order.  job_class: the class of each, in the order of
 * priority; ret_order: of each place the job's place by priority.  0 or
 * -ENOMEM.
 */
extern int ft_rank_order(const struct ft_ranks *ranks,
			 const uint32_t *job_class, uint32_t count,
			 uint32_t *ret_order);

#endif
