/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_priority_state - when usage was last decayed and last reset.
 *
 * The file StateSaveLocation/priority_last_decay_ran has the name and form
 * of priority/multifactor's (two packed times), so that a site can change
 * between the plugins and back.  A checksum follows, which multifactor does
 * not look at.  A file of any other length, with a wrong sum, or without one
 * and with a time to come, is damaged: it is set aside and named in one log
 * line; it never stops slurmctld and is never believed.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_PRIORITY_STATE_H
#define FT_SLURM_FAIRTREE_PRIORITY_PRIORITY_STATE_H

#include <time.h>

struct fts_priority_state {
	time_t last_ran;   /* 0: never */
	time_t last_reset; /* 0: never */
};

/* What dir holds; zeros if there is none. */
extern struct fts_priority_state fts_priority_state_read(const char *dir);

/*
 * Writes it so that whatever happens either the old or the new one is there
 * (write aside, fsync, rename); the former file is kept as .old.  A failure
 * is logged and leaves the old one.
 */
extern void fts_priority_state_write(const char *dir,
				     const struct fts_priority_state *state);

#endif
