/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_name_walk - asks the system for the names of all who have jobs, before
 * somebody needs them with locks in hand.
 *
 * A directory service can take milliseconds for a name, and the first pass
 * after a start or a reconfigure needs thousands of them.  Who comes later is
 * asked for one by one, when his first job does.
 */
#ifndef FT_SLURM_COMMON_NAME_WALK_H
#define FT_SLURM_COMMON_NAME_WALK_H

/* Call with no lock held; takes job (read) in slices, and holds none while it
 * asks. */
extern void fts_name_walk(void);

#endif
