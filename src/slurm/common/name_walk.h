/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_name_walk - asks the system for the names of all users with jobs,
 * before they are needed with locks in hand.
 *
 * A directory service can take milliseconds for a name, and the first pass
 * after a start or a reconfigure needs thousands of them.  Users that come
 * later are asked for one by one, with their first jobs.
 */
#ifndef FT_SLURM_COMMON_NAME_WALK_H
#define FT_SLURM_COMMON_NAME_WALK_H

/* Call with no lock held; takes job (read) in slices, and holds none while it
 * asks. */
extern void fts_name_walk(void);

#endif
