/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_bypass - a book of how often each waiting job was passed.
 *
 * Which job is passed by what is told in bypass_count.h.  Not thread safe.
 */
#ifndef FT_CORE_QUEUE_BYPASS_H
#define FT_CORE_QUEUE_BYPASS_H

#include <stdint.h>

#include "core/base/job_table.h"

/* The count so far of each job that has one. */
struct ft_bypass {
	uint32_t job_id;
	uint32_t count;
};

struct ft_bypass_book {
	struct ft_job_table table; /* of struct ft_bypass */
};

/* Every field zero is an empty book. */
extern void ft_bypass_free(struct ft_bypass_book *book);

/* 0 for a job that is not in the book. */
extern uint32_t ft_bypass_get(const struct ft_bypass_book *book,
			      uint32_t job_id);

/* Adds, up to UINT32_MAX.  0 or -ENOMEM; then the book is unchanged. */
extern int ft_bypass_add(struct ft_bypass_book *book, uint32_t job_id,
			 uint32_t passed);

/* Forgets that job, if it is there; the last entry takes its place.  An empty
 * book has no memory. */
extern void ft_bypass_drop(struct ft_bypass_book *book, uint32_t job_id);

#endif
