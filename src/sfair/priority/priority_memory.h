/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_memory - what the plugins remember of jobs and credentials beside
 * what slurmctld tells: queue times, bypasses, usage.
 *
 * Reads the files that they last saved in StateSaveLocation.  One that may
 * not be read, and is needed, is named in a note; it then counts as empty.
 */
#ifndef FT_SFAIR_PRIORITY_PRIORITY_MEMORY_H
#define FT_SFAIR_PRIORITY_PRIORITY_MEMORY_H

#include "core/ledger/ledger_file.h"
#include "core/priority/queue_time.h"
#include "core/queue/reserve_state.h"
#include "sfair/priority/priority_jobs.h"

struct sfair_memory {
	struct ft_queue_book queue;
	struct ft_reserve_state reserve;
	struct ft_ledger_image ledger;
	bool has_ledger;
};

/* Reads what policy uses.  0 or -ENOMEM with err; free in any case. */
extern int sfair_memory_read(const struct sfair_priority_policy *policy,
			     struct sfair_memory *memory, struct ft_err *err);
extern void sfair_memory_free(struct sfair_memory *memory);

/* Effective queue time at some instant, seconds, at least 0. */
extern double sfair_memory_waited(const struct sfair_memory *memory,
				  uint32_t job_id, int64_t submit, int64_t at);
extern uint32_t sfair_memory_bypass(const struct sfair_memory *memory,
				    uint32_t job_id);

/* Sets the job's usage, percent of what was delivered. */
extern void sfair_memory_usage(const struct sfair_memory *memory,
			       const struct sfair_priority_policy *policy,
			       struct sfair_job *job);

#endif
