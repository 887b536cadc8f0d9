/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_publish_writer - a thread that writes one file after the other.
 *
 * Only the end waits for it: a shared folder may take long to answer.
 * A failure is logged once, until a file was written or the path is another.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_PUBLISH_WRITER_H
#define FT_SLURM_RESERVE_PROMISE_PUBLISH_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "core/queue/schedule_option.h"

struct fts_publish_writer;

/* Where: a name is one in dir; to be freed with xfree(). */
extern char *fts_publish_writer_path(const struct ft_schedule_options *options,
				     const char *dir);
/* A path of the site's is for all to read, unless Slurm itself would not tell
 * them of nodes or reservations. */
extern mode_t
fts_publish_writer_mode(const struct ft_schedule_options *options);

/* NULL: no memory, or no thread. */
extern struct fts_publish_writer *fts_publish_writer_new(void);
/* Ends the thread once it has written what it has; NULL is none. */
extern void fts_publish_writer_free(struct fts_publish_writer *writer);

extern bool fts_publish_writer_is_busy(struct fts_publish_writer *writer);

/* What it was given last could not be written.  It must not be busy. */
extern bool
fts_publish_writer_has_failed(const struct fts_publish_writer *writer);

/*
 * Takes over path (xmalloc) and text (malloc): the file is replaced whole, with
 * that mode.  The writer must not be busy.
 */
extern void fts_publish_writer_give(struct fts_publish_writer *writer,
				    char *path, mode_t mode, char *text,
				    size_t size);

/*
 * The same, but the lines are added to a history of promises
 * (core/plan/history.h).  One that is long enough is kept as the one before,
 * and another is begun.
 */
extern void fts_publish_writer_append(struct fts_publish_writer *writer,
				      char *path, mode_t mode, char *text,
				      size_t size);

#endif
