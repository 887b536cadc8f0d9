/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_queue_time_state - a book of queue times as text, closed by a checksum.
 *
 * Refuses a text that is not whole and unchanged; what it says is then not
 * used at all.  Reading and writing files is left to the caller.
 */
#ifndef FT_CORE_PRIORITY_QUEUE_TIME_STATE_H
#define FT_CORE_PRIORITY_QUEUE_TIME_STATE_H

#include <stddef.h>

#include "core/base/err.h"
#include "core/priority/queue_time.h"

#define FT_QUEUE_TIME_STATE_NAME "priority_queue_time"

/*
 * A string of *ret_size bytes to be freed, or NULL if out of memory.
 * saved_at: becomes book->known when it is read.
 */
extern char *ft_queue_time_state_text(int64_t saved_at,
				      const struct ft_queue_clock *clock,
				      uint32_t count, size_t *ret_size);

/*
 * Reads size bytes (text[size] must be 0; text is changed) into an empty
 * book.  name: of the file, for messages.  0, -EINVAL or -ENOMEM with err;
 * then the book is still empty.
 */
extern int ft_queue_time_state_read(char *text, size_t size, const char *name,
				    struct ft_queue_book *book,
				    struct ft_err *err);

#endif
