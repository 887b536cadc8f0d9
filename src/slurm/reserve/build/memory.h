/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_memory - what sched/reserve remembers across a restart of slurmctld:
 * bypass counts and run times, in StateSaveLocation/sched_reserve.state.
 *
 * A damaged file is set aside and named in one log line, and all counts begin
 * anew; it never stops slurmctld.  Belongs to the scheduler's thread.
 */
#ifndef FT_SLURM_RESERVE_BUILD_MEMORY_H
#define FT_SLURM_RESERVE_BUILD_MEMORY_H

#include <stdbool.h>
#include <time.h>

#include "core/queue/reserve_state.h"

struct fts_memory {
	struct ft_reserve_state state;
	/* Seconds predicted of a job, by its id: what was predicted once stays.
	 * Not saved: after a restart it is so again. */
	struct ft_id_map predicted;
	int predicted_by; /* enum ft_predict_rule */
	char *dir;	  /* where the file is */
	int64_t swept_at; /* when counts of jobs that are gone were dropped */
	bool known;	  /* the file was read, or there is none */
	bool changed;	  /* since it was saved; a change of state sets this */
	bool failing;	  /* it could not be saved: said once */
	struct fts_state_writer *writer; /* NULL: none was needed yet */
};

/*
 * Reads the file in that folder, once.  Call without slurmctld's locks.  The
 * folder's name is copied: a reconfigure frees slurm_conf's strings.
 */
extern void fts_memory_read(struct fts_memory *memory, const char *dir);

/*
 * Saves what changed, at most every few seconds, in a thread of its own;
 * at_once: whenever it was saved last, and waits until it is.  A failure is
 * logged once and tried again.  Call without
 * slurmctld's locks.
 */
extern void fts_memory_save(struct fts_memory *memory, time_t now,
			    bool at_once);

extern void fts_memory_free(struct fts_memory *memory);

#endif
