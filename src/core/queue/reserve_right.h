/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_reserve_right - has a job waited long enough, for its length, to hold a
 * reservation (rsv_reserve_from)?
 *
 * Looks at one job; whether there is a reservation left for it is depth.h's.
 */
#ifndef FT_CORE_QUEUE_RESERVE_RIGHT_H
#define FT_CORE_QUEUE_RESERVE_RIGHT_H

#include "core/snapshot/snapshot.h"

/*
 * Has the job waited for as many times its time limit, or longer?  Of several
 * requests the first one's counts.  Always true of a job that may take runs:
 * these are given time to leave only for a reservation.
 */
extern bool ft_reserve_right(const struct ft_job *job, double limits,
			     int64_t now);

#endif
