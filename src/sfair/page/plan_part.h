/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parts of the page of a plan: see plan_view.h.
 */
#ifndef FT_SFAIR_PAGE_PLAN_PART_H
#define FT_SFAIR_PAGE_PLAN_PART_H

#include "sfair/page/chart.h"
#include "sfair/page/plan_use.h"
#include "sfair/page/plan_view.h"

struct sfair_plan_scope {
	struct sfair_page *page;
	const struct sfair_plan_view *view;
	const struct sfair_plan_uses *uses;
	double from, to; /* what is shown, seconds of the epoch */
};

/* Classes of the style, and words, of each kind. */
extern const char *const sfair_plan_classes[SFAIR_PLAN_KINDS];
extern const char *const sfair_plan_words[SFAIR_PLAN_KINDS];

/* What is known of a job; all unknown if nothing tells. */
extern struct sfair_plan_about
sfair_plan_about(const struct sfair_plan_view *view, uint32_t job_id);

/* Pixels beside a plane, the same for all, so that times stand below times. */
enum { SFAIR_PLAN_LEFT = 140, SFAIR_PLAN_RIGHT = 34 };

enum { SFAIR_PLAN_ID = 64, SFAIR_PLAN_TIME = 64 };

/*
 * "123", "123_4", as squeue writes them; of a task that is not split off yet
 * "123_4" too where tasks says which it will be, else "123_[1-9]".  tasks: of
 * the array, NULL: not known.  Returns text.
 */
extern const char *sfair_plan_id(char text[SFAIR_PLAN_ID],
				 const struct ft_outlook_job *job,
				 const char *tasks);
/* "Mon 23 Nov 14:05"; returns text. */
extern const char *sfair_plan_time(char text[SFAIR_PLAN_TIME], int64_t at);

/* Each 0 or -ENOMEM. */
extern int sfair_plan_lanes(const struct sfair_plan_scope *scope);
extern int sfair_plan_room(const struct sfair_plan_scope *scope);
extern void sfair_plan_queue(const struct sfair_plan_scope *scope);

#endif
