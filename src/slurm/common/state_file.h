/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_state_file - a file in StateSaveLocation that is whole or not there.
 *
 * Knows nothing of what is in it.  Call without slurmctld's locks, since a disk
 * may be slow: also without that of its own state files, which it may want with
 * others in hand.  No two threads write one file.
 */
#ifndef FT_SLURM_COMMON_STATE_FILE_H
#define FT_SLURM_COMMON_STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * All of the file, with a 0 behind its *ret_size bytes; to be freed.  0, or
 * -errno (-ENOENT: there is none).
 */
extern int fts_state_file_read(const char *path, char **ret_data,
			       size_t *ret_size);

/*
 * An empty PATH.new that only its owner may read, for callers that write it
 * otherwise.
 * 0 or -errno.
 */
extern int fts_state_file_open(const char *path);

/*
 * What is there becomes PATH.old, by rename: there is never less than before.
 * Without a current file PATH.old stays what it is.  Takes the lock of files.
 */
extern void fts_state_file_keep(const char *path);

/*
 * Writes aside, fsync, rename: whatever happens, the former or the new file
 * is there.  0 or -errno.
 */
extern int fts_state_file_write(const char *path, const void *data,
				size_t size);

/* All of it, however many calls of write(2) it takes.  0 or -errno. */
extern int fts_file_put(int fd, const char *data, size_t size);

/* Damaged copies of one file that are kept: the first ones and the last. */
enum { FTS_STATE_FILE_DAMAGED = 4 };

/*
 * Renames it to PATH.damaged, and what was there before to PATH.damaged.1, .2
 * or .3; where all of these are taken, it is gone.  0 or -errno.
 */
extern int fts_state_file_set_aside(const char *path);

/*
 * Reads it as sched/reserve does.  False: there is none, or it cannot be
 * read, which is logged with what is lost by that ("..., LOSS").
 */
extern bool fts_state_file_load(const char *path, const char *loss,
				char **ret_data, size_t *ret_size);

/* Sets it aside and logs why, and what is lost by that. */
extern void fts_state_file_reject(const char *path, const char *why,
				  const char *loss);

#endif
