/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See pass_grid.h.
 */
#include "core/priority/pass_grid.h"

/* The first instant of the grid, beginning with due, that is after time. */
static int64_t _first_after(int64_t due, int64_t time, uint32_t period)
{
	if (due > time)
		return due;
	return due + ((time - due) / period + 1) * period;
}

int64_t ft_pass_grid_next(int64_t due, int64_t began, int64_t now,
			  uint32_t period)
{
	int64_t next = _first_after(due + period, began, period);

	return next > now + period ? now + period : next;
}
