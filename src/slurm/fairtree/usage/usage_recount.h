/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_usage_recount - TRES seconds booked ahead, counted anew from the jobs.
 *
 * After a start or reconfigure slurmctld has booked the whole time limit of
 * every job that runs or is suspended.  Some time has gone by since, without
 * its locks: jobs have ended and begun, a pass has charged others.  And where
 * the limit of a job is cut below what it has run, slurmctld takes more from
 * its associations and QOS than the job has left there.  So nothing of what
 * stands there is used: each association and QOS gets what the charges to come
 * will take back, no more and no less.
 *
 * It books no usage.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_USAGE_RECOUNT_H
#define FT_SLURM_FAIRTREE_USAGE_USAGE_RECOUNT_H

#include "slurm/fairtree/usage/assoc_charge.h"

/*
 * Does nothing where limits are not enforced.  Takes job and part (read), then
 * assoc and qos (write), tres (read).  Logs what a charge has missed, unless a
 * job past its limit explains it.
 */
extern void fts_usage_recount(struct fts_assoc_charge *charges);

/*
 * The same where a charge was of a job past its limit or has missed something,
 * else nothing.
 */
extern void fts_usage_recount_due(struct fts_assoc_charge *charges);

#endif
