/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See hold.h.
 */
#include "slurm/common/compat.h"

#include <time.h>
#include <unistd.h>

#include "src/common/macros.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/build/hold.h"

enum {
	/* long enough for threads that wait for the locks to be woken, and for
	 * a client that asks again at once to be heard */
	BREATH_US = 1000,
	/* the thread that listens counts among those that serve, and so does
	 * the one that the next request will get */
	LISTENERS = 2,
	/* sched/backfill's threshold to go on is a tenth, but at least this */
	CALM_THREADS = 20,
};

int64_t fts_hold_processor_clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (int64_t) ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

void fts_hold_init(struct fts_hold *hold,
		   const struct ft_schedule_options *options,
		   const atomic_bool *stop)
{
	*hold = (struct fts_hold){
		.stop = stop,
		.piece_us = MIN(FTS_HOLD_PIECE_US, options->yield_interval_us),
		.rpc_limit = options->max_rpc_cnt,
		.rpc_sleep_us = options->yield_sleep_us,
	};
}

void fts_hold_take(struct fts_hold *hold, const char *step)
{
	assoc_mgr_lock_t lists = {
		.assoc = READ_LOCK, .qos = READ_LOCK, .tres = READ_LOCK};

	fts_lock_await_assoc(&lists);
	fts_lock_take(fts_cycle_locks, step);
	hold->step = step;
	hold->taken_us = fts_lock_clock();
}

void fts_hold_drop(struct fts_hold *hold)
{
	(void) hold;
	fts_lock_drop(fts_cycle_locks);
}

bool fts_hold_stopped(const struct fts_hold *hold)
{
	return atomic_load(hold->stop) || slurmctld_config.shutdown_time;
}

static bool _busier_than(int64_t threads)
{
	bool busier;

	slurm_mutex_lock(&slurmctld_config.thread_count_lock);
	busier = slurmctld_config.server_thread_count > threads;
	slurm_mutex_unlock(&slurmctld_config.thread_count_lock);
	return busier;
}

bool fts_hold_crowded(const struct fts_hold *hold)
{
	return hold->rpc_limit > 0 && _busier_than(hold->rpc_limit - 1);
}

/* Lets others have the locks until none waits, but for a piece at most. */
static void _breathe_lock(const struct fts_hold *hold)
{
	int64_t end_us = fts_lock_clock() + hold->piece_us;

	do {
		usleep(BREATH_US);
	} while (_busier_than(LISTENERS) && fts_lock_clock() < end_us &&
		 !fts_hold_stopped(hold));
}

bool fts_hold_pause(struct fts_hold *hold)
{
	bool crowded = fts_hold_crowded(hold);

	if (!crowded && fts_lock_clock() - hold->taken_us < hold->piece_us)
		return false;
	fts_hold_drop(hold);
	_breathe_lock(hold);
	while (crowded && !fts_hold_stopped(hold)) {
		usleep((useconds_t) hold->rpc_sleep_us);
		crowded = _busier_than(MAX(hold->rpc_limit / 10, CALM_THREADS));
	}
	fts_hold_take(hold, hold->step);
	return true;
}
