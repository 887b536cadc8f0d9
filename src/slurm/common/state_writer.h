/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_state_writer - a thread that writes one state file, so that no other
 * thread waits for a slow disk.
 *
 * Has one text at a time.  Refuses to write where no thread can be had: the
 * caller then does so itself.
 */
#ifndef FT_SLURM_COMMON_STATE_WRITER_H
#define FT_SLURM_COMMON_STATE_WRITER_H

#include <stdbool.h>
#include <stddef.h>

struct fts_state_writer;

/*
 * Takes over text (malloc), to be written to path, which is copied.  *writer is
 * made if it is NULL; it must not be busy.  False: there is no thread, and text
 * is the caller's still.
 */
extern bool fts_state_writer_give(struct fts_state_writer **writer,
				  const char *path, char *text, size_t size);

/* NULL is none, and never busy. */
extern bool fts_state_writer_is_busy(struct fts_state_writer *writer);

/*
 * Once after each text that was written, or was not: *ret_rc 0 or -errno.  It
 * must not be busy; NULL is none.
 */
extern bool fts_state_writer_is_done(struct fts_state_writer *writer,
				     int *ret_rc);

/* Waits until it has written what it has; NULL is none. */
extern void fts_state_writer_free(struct fts_state_writer *writer);

#endif
