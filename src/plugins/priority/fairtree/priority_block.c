/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_block.h.
 */
#include "slurm/common/compat.h"

#include <pthread.h>

#include "priority_block.h"
#include "priority_current.h"
#include "priority_thread.h"

/* Guarded by slurmctld's job lock. */
static struct fts_job_blocks blocks;

/* lock guards what follows; it is the innermost of all locks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool guarded; /* there are guards to take off */

bool priority_block_guard(job_record_t *job, const char *text)
{
	if (!fts_job_block_guard(&blocks, job, text, time(NULL)))
		return false;
	slurm_mutex_lock(&lock);
	guarded = true;
	slurm_mutex_unlock(&lock);
	return true;
}

static bool _take_guarded(void)
{
	bool was;

	slurm_mutex_lock(&lock);
	was = guarded;
	guarded = false;
	slurm_mutex_unlock(&lock);
	return was;
}

bool priority_block_walk(void)
{
	struct fts_priority_config *config = priority_current_get();
	struct fts_standing_slot *slot = priority_thread_standing();
	struct fts_standing *standing = fts_standing_get(slot);
	struct fts_job_books books = {priority_thread_meter(), standing,
				      priority_thread_memory()};
	bool again;

	again = fts_job_block_walk(&blocks, config, &books, _take_guarded());
	fts_standing_put(slot, standing);
	priority_current_put(config);
	return again;
}

void priority_block_fini(void)
{
	fts_job_blocks_fini(&blocks);
}
