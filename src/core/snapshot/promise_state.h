/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_promise_state - what jobs were promised, as text that outlasts a restart.
 *
 * Starts and nodes of the last plan, nodes and partitions by name, closed by a
 * checksum.  Refuses a text that is not whole and unchanged; what it says is
 * then not used at all.  Whether a promise can still stand is for the planner
 * to say; reading and writing files is left to the caller.
 */
#ifndef FT_CORE_SNAPSHOT_PROMISE_STATE_H
#define FT_CORE_SNAPSHOT_PROMISE_STATE_H

#include <stddef.h>

#include "core/base/err.h"
#include "core/snapshot/snapshot.h"

#define FT_PROMISE_STATE_NAME "sched_reserve.promises"

struct ft_promise_record {
	uint32_t job_id;
	uint32_t restart_count;
	int64_t submitted; /* a number that is used again is another job */
	uint32_t partition;
	int64_t start, duration;
	bool held; /* ft_placement.held */
	uint32_t share_count;
	const struct ft_share *share; /* by part, then by node; NULL amounts
				       * are read, and no amount is written */
	uint32_t part_count;	      /* as ft_placement.part_count */
	const uint32_t *part_end;
};

/* A running job that began after its planned start: see fts_late. */
struct ft_promise_late {
	uint32_t job_id;
	uint32_t value;
};

struct ft_promise_state {
	uint32_t node_count;
	char **node; /* names, NULL: no node has that index */
	uint32_t partition_count;
	char **partition;
	uint32_t count;
	struct ft_promise_record *record; /* in the order of the plan; those of
					   * one array in that of its tasks */
	uint32_t late_count;
	struct ft_promise_late *late;
	struct ft_arena *arena; /* owns all that was read */
};

extern void ft_promise_state_free(struct ft_promise_state *state);

/* A string of *ret_size bytes to be freed, or NULL if out of memory. */
extern char *ft_promise_state_text(const struct ft_promise_state *state,
				   size_t *ret_size);

/*
 * Reads size bytes (text[size] must be 0; text is changed) into an empty
 * state.  name: of the file, for messages.  0, -EINVAL or -ENOMEM with err;
 * then the state is still empty.
 */
extern int ft_promise_state_read(char *text, size_t size, const char *name,
				 struct ft_promise_state *state,
				 struct ft_err *err);

#endif
