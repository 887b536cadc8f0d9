/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_reserve_state - what sched/reserve remembers across a restart, as text.
 *
 * Bypass counts of jobs and run times of users, one record a line, closed by
 * a checksum.  Refuses a text that is not whole and unchanged; what it says
 * is then not used at all.  Reading and writing files is left to the caller.
 */
#ifndef FT_CORE_QUEUE_RESERVE_STATE_H
#define FT_CORE_QUEUE_RESERVE_STATE_H

#include <stddef.h>

#include "core/queue/bypass.h"
#include "core/base/err.h"
#include "core/queue/predict.h"

#define FT_RESERVE_STATE_NAME "sched_reserve.state"

struct ft_reserve_state {
	int64_t saved_at; /* seconds since the epoch */
	struct ft_bypass_book bypass;
	struct ft_predict predict;
};

extern void ft_reserve_state_free(struct ft_reserve_state *state);

/* A string of *ret_size bytes to be freed, or NULL if out of memory. */
extern char *ft_reserve_state_text(const struct ft_reserve_state *state,
				   size_t *ret_size);

/*
 * Reads size bytes (text[size] must be 0; text is changed) into an empty
 * state.  name: of the file, for messages.  0, -EINVAL or -ENOMEM with err;
 * then the state is still empty.
 */
extern int ft_reserve_state_read(char *text, size_t size, const char *name,
				 struct ft_reserve_state *state,
				 struct ft_err *err);

#endif
