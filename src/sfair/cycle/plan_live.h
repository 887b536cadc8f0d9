/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_plan_live - the plan of the running scheduler, as a table, as JSON or
 * as a page.
 *
 * The published plan, or what slurmctld tells all users; jobs that are hidden
 * from the user have no names.
 */
#ifndef FT_SFAIR_CYCLE_PLAN_LIVE_H
#define FT_SFAIR_CYCLE_PLAN_LIVE_H

#include <stdbool.h>

struct sfair_plan_call {
	const char *conf; /* a slurm.conf; NULL: as Slurm's commands */
	const char *plan; /* the published plan; NULL: as slurm.conf says */
	const char *html; /* a file to write; NULL: none */
	bool json;
};

/* An exit status; what fails is said on stderr. */
extern int sfair_plan_live(const struct sfair_plan_call *call);

#endif
