/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_record - a schedule that happened elsewhere, measured as a replay is.
 *
 * So that what a live slurmctld did with a workload and what the engine would
 * have done have figures of one definition.  Refuses to judge whether the
 * machine could have run it.
 */
#ifndef FT_CORE_REPLAY_RECORD_H
#define FT_CORE_REPLAY_RECORD_H

#include "core/replay/replay.h"

/*
 * The caller has filled replay->job (submit, start, end, promise) for the
 * first replay->job_count jobs of the workload; this adds points and windows.
 * 0 or -ENOMEM; the replay is to be freed in both cases.
 */
extern int ft_record_fill(const struct ft_replay_setup *setup,
			  struct ft_replay *replay);

/*
 * How many promises jobs behind broke: the job started more than grace seconds
 * after its first promise, and when these were over what was free and what
 * jobs submitted after it ran on would have been enough for it.  Where the
 * order is another than that of submission this says nothing.  0 or -ENOMEM.
 */
extern int ft_record_broken(const struct ft_replay_setup *setup,
			    const struct ft_replay *replay, int64_t grace,
			    uint32_t *ret_broken);

#endif
