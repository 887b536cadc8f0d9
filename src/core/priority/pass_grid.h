/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_pass_grid - when the next pass over all priorities is due.
 *
 * Passes keep to the grid that began with the first of them.  Law (tested): an
 * instant of the grid that a pass did not know of when it began, since it came
 * later, is never passed over; however many they are, one pass makes up for
 * them.
 *
 * Pure numbers: reads no clock and refuses to say what a pass does.
 */
#ifndef FT_CORE_PRIORITY_PASS_GRID_H
#define FT_CORE_PRIORITY_PASS_GRID_H

#include <stdint.h>

/*
 * due, of the pass that ended just now; began, the time that it counted up to;
 * period of 1 second or more.  What is returned is not after now + period, so
 * that a clock that was set back begins a new grid, and may have passed
 * already: then the next pass is to begin at once.
 */
extern int64_t ft_pass_grid_next(int64_t due, int64_t began, int64_t now,
				 uint32_t period);

#endif
