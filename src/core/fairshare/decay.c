/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See decay.h.
 */
#include "core/fairshare/decay.h"

#include <float.h>
#include <math.h>

double ft_decay_per_second(double half_life)
{
	double left;

	if (!(half_life > 0))
		return 1;
	left = 1 - 0.693 / half_life;
	/* A half-life below one second leaves nothing, never less than that. */
	return left < DBL_MIN ? DBL_MIN : left;
}

double ft_decay_over(double per_second, double seconds)
{
	double left = pow(per_second, seconds);

	return left < DBL_MIN ? DBL_MIN : left;
}
