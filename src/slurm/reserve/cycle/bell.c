/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See bell.h.
 */
#include "slurm/common/compat.h"

#include <sys/time.h>

#include "src/common/macros.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/cycle/bell.h"

void fts_bell_wait(int64_t us, bool (*awake)(void *arg), void *arg)
{
	struct timeval now;
	struct timespec until;

	gettimeofday(&now, NULL);
	us += now.tv_usec;
	until.tv_sec = now.tv_sec + us / 1000000;
	until.tv_nsec = us % 1000000 * 1000;
	slurm_mutex_lock(&slurmctld_config.thread_count_lock);
	if (!awake(arg))
		slurm_cond_timedwait(&slurmctld_config.thread_count_cond,
				     &slurmctld_config.thread_count_lock,
				     &until);
	slurm_mutex_unlock(&slurmctld_config.thread_count_lock);
}

void fts_bell_ring(void)
{
	slurm_mutex_lock(&slurmctld_config.thread_count_lock);
	slurm_cond_broadcast(&slurmctld_config.thread_count_cond);
	slurm_mutex_unlock(&slurmctld_config.thread_count_lock);
}
