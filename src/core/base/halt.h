/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_halt - when a plan ends early, as its caller says.
 *
 * Here is where a clock comes from, if any: the core has none of its own.
 */
#ifndef FT_CORE_BASE_HALT_H
#define FT_CORE_BASE_HALT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * When a plan ends early.  wanted: true ends it with -ECANCELED.
 *
 * With a clock (microseconds) it has bounds, since one job may ask for so much
 * that it takes minutes to find its place.  plan_us: jobs that were not looked
 * at by then keep their promises, and are FT_UNSEEN without; so are those for
 * which no place was found in time.  user_us: the jobs of one owner take no
 * more than that while jobs of others wait to be looked at.  Those that are
 * left, and tired ones, are put off until then; from the first one on jobs that
 * have no promise get no place but one at once, which no job that is put off
 * could be promised.  If none is to start now, those that were put off follow
 * for as long again.  To move up into holes one owner's jobs have that time
 * once more, and a quarter of it from another place in the queue on with each
 * plan.  0: no such bound.
 *
 * news: has a job come that the plan does not know?  NULL: none does.  It waits
 * for the next plan, so those that were put off do too, user_us holds also if
 * all jobs of the plan are of one owner, and to move up into
 * holes one owner's jobs have a quarter of the time.
 */
struct ft_halt {
	bool (*wanted)(const void *context);
	bool (*news)(const void *context);
	const void *context;
	int64_t (*clock)(const void *context); /* NULL: no bounds */
	int64_t plan_us, user_us;
};

#endif
