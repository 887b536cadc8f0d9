/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_advise - core/queue/schedule_advice.h about slurmctld's
 * configuration, for its log.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_ADVICE_H
#define FT_SLURM_RESERVE_CYCLE_ADVICE_H

/* Takes the lock of slurm_conf. */
extern void fts_schedule_advise(void);

#endif
