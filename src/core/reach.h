/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_reach - what is known of the starts that each node allows a shape.
 *
 * Knowledge is optimistic: as long as a timeline only fills up, a node can
 * start the shape at no time before `first`, and where it is up to date (its
 * stamp is that of the timeline's node) at all times from first to last.
 * So a search may count on old knowledge and need not look at a node again
 * unless it would use it.
 */
#ifndef FT_CORE_REACH_H
#define FT_CORE_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Arrays by position in the roster; first is NULL while nothing is known. */
struct ft_reach {
	int64_t *first, *last;
	uint32_t *stamp; /* 0: last and tasks mean nothing */
	uint32_t *tasks; /* that can be carried from first to last */
};

/* 0 or -ENOMEM. */
extern int ft_reach_init(struct ft_reach *reach, uint32_t count);
extern void ft_reach_fini(struct ft_reach *reach);
extern size_t ft_reach_bytes(uint32_t count);

/* Forgets all: every node might start from `from` on. */
extern void ft_reach_reset(struct ft_reach *reach, uint32_t count,
			   int64_t from);

#endif
