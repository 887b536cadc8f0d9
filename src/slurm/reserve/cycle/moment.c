/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See moment.h.
 */
#include "slurm/common/compat.h"

#include <time.h>

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/cycle/moment.h"

int64_t fts_moment_wall(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME_COARSE, &now);
	return (int64_t) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

struct fts_moment fts_moment_now(void)
{
	return (struct fts_moment){fts_moment_wall(), fts_lock_clock()};
}

/* Microseconds since then, by the clock that says more; never negative. */
static int64_t _moment_age(const struct fts_moment *moment)
{
	int64_t wall_us = fts_moment_wall() - moment->wall_us;
	int64_t steady_us = fts_lock_clock() - moment->steady_us;

	return MAX(MAX(wall_us, steady_us), 0);
}

int64_t fts_moment_left(const struct fts_moment *moment, int64_t us)
{
	return MAX(us - _moment_age(moment), 0);
}
