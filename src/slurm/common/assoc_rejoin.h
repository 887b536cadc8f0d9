/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_assoc_rejoin - jobs and partitions point to associations that exist.
 *
 * As of 23.11 slurmctld gives up its associations and QOS before it tries to
 * reconfigure, and reads them anew if that fails; until a thread of its own
 * has looked at them, jobs and partitions point to what is gone.  Does what
 * that thread does, and no more: neither checks nor changes what a job asks
 * for.
 */
#ifndef FT_SLURM_COMMON_ASSOC_REJOIN_H
#define FT_SLURM_COMMON_ASSOC_REJOIN_H

/* For the first steps of a plugin's thread.  Caller holds no lock. */
extern void fts_assoc_rejoin(void);

#endif
