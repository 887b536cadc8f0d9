/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_shake - a log with its times of submission moved a little.
 *
 * What a scheduler makes of one log is partly luck: figures of copies that no
 * user could tell from the original say how much (Tsafrir, Ouaknine and
 * Feitelson, "input shaking", MASCOTS 2007).  Each session of a user, jobs less
 * than twenty minutes apart, moves as one, so that bursts stay bursts; nothing
 * else of a job changes.  The same seed gives the same copy.
 */
#ifndef FT_CORE_REPLAY_SHAKE_H
#define FT_CORE_REPLAY_SHAKE_H

#include "core/replay/workload.h"

enum { FT_SHAKE_SESSION = 20 * 60 };

/*
 * A copy in which each session comes later by up to so many seconds.  0 or
 * -ENOMEM.
 */
extern int ft_shake(const struct ft_workload *workload, uint64_t seed,
		    int64_t seconds, struct ft_workload *ret_workload);

#endif
