/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * board_law - the laws of board.h, judged from what a board was told and said.
 *
 * Rebuilds all from the jobs' own lists of nodes, with edges sorted by time,
 * and shares nothing with the board.  Each function writes what is wrong into
 * why and returns false, or returns true.
 */
#ifndef TESTSUITE_PROPERTY_BOARD_LAW_H
#define TESTSUITE_PROPERTY_BOARD_LAW_H

#include <stddef.h>

#include "world.h"

struct law_report {
	char why[256];
	bool broken;
	uint64_t checks;
	/* What was there to judge. */
	uint64_t expectations, moves, moves_before, swaps, mended, started;
	uint64_t started_before; /* the last check */
	uint64_t waits;		 /* starts that waited for their own nodes */
	uint64_t ways;	 /* promises by another request than the first */
	uint64_t spread; /* promises with other numbers of tasks by node */
	uint64_t leaves; /* promises that are bound to leaf switches */
	uint64_t turns;	 /* that a run which lasts a moment longer took */
	struct {
		uint32_t number;
		int64_t since, most; /* its start, and how late it may be */
	} turn[16];
	uint32_t turn_count; /* of the last event */
	uint32_t turn_run;
};

/* Watches each change; context is the report.  Before world_settle. */
extern void law_watch(struct world *world, uint32_t number,
		      const struct ft_board_placement *fresh, void *context);

/*
 * Which start the job that came or rose should get, by trying each second as if
 * those that it may displace were not there.  To be called after the event and
 * before the board works; sets world->expected.
 */
extern void law_expect(struct world *world, uint32_t number);

/* After world_settle: overuse, places, who could start now. */
extern void law_check(struct world *world, struct law_report *report);
/* That no job without a promise has a start: tries each second. */
extern void law_check_waiting(struct world *world, struct law_report *report);

#endif
