/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See turn.h.
 */
#include "core/queue/turn.h"

#include <math.h>

/* More than any urgency of jobs that are still patient. */
static const double first = 1e15;

static double _job_length(const struct ft_turn *turn)
{
	double predicted = fmax(1, turn->predicted);
	double limit = fmax(1, turn->limit);

	if (turn->predicted <= 0 || predicted >= limit)
		return limit;
	return pow(predicted, 0.8) * pow(limit, 0.2);
}

extern double ft_turn_urgency(const struct ft_turn *turn, int64_t now,
			      int64_t patience)
{
	static const double grace = 3600;
	int64_t waited = now > turn->queued ? now - turn->queued : 0;

	if (waited > patience)
		return first + (double) waited;
	return ((double) waited + grace) /
	       (_job_length(turn) * sqrt(fmax(1, turn->processors)));
}
