/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_plan_view - a plan to look at: one page with the nodes over time, what
 * is free over time, and the queue.
 *
 * Many nodes are drawn as groups of neighbours, and of very many jobs the first
 * ones; the page says so.  Knows nothing of Slurm: what a job is called, and
 * why it waits, is asked of the caller.
 */
#ifndef FT_SFAIR_PAGE_PLAN_VIEW_H
#define FT_SFAIR_PAGE_PLAN_VIEW_H

#include <stdbool.h>

#include "core/plan/outlook.h"

/* Plain texts, valid until the next is asked for; NULL: not known. */
struct sfair_plan_about {
	const char *user, *name, *partition, *why;
	const char *tasks; /* of an array that is not split yet: "1-9%2" */
	uint32_t nodes;	   /* that it asks for; 0: not known */
	int64_t limit;	   /* seconds; 0: not known */
};

struct sfair_plan_view {
	const struct ft_outlook *outlook;
	const char *title, *source; /* plain texts; source: a sentence */
	/* Fills what is known of a job; NULL: nothing is. */
	void (*tell)(void *context, uint32_t job_id,
		     struct sfair_plan_about *about);
	void *context;
	/* Jobs that wait and that the outlook does not have. */
	const uint32_t *other;
	uint32_t other_count;
};

/* The page as a file.  0 or -errno with err. */
extern int sfair_plan_page(const char *path, const struct sfair_plan_view *view,
			   struct ft_err *err);

#endif
