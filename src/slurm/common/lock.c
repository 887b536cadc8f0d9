/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See lock.h.
 */
#include "slurm/common/compat.h"

#include <inttypes.h>
#include <time.h>

#include "src/common/macros.h"
#include "src/common/xstring.h"

#include "slurm/common/lock.h"

/* lock guards what follows; it is the innermost of all locks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fts_holds all;

/* Of this thread: what it holds, since when, and what for. */
static __thread uint32_t depth;
static __thread int64_t since_us;
static __thread const char *held_step;

int64_t fts_lock_clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t) ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

static void _begin_hold(const char *step)
{
	if (depth++)
		return;
	held_step = step;
	since_us = fts_lock_clock();
}

/* The length of the hold that ends with this lock; -1: there are others. */
static int64_t _end_hold(void)
{
	if (--depth)
		return -1;
	return fts_lock_clock() - since_us;
}

/* After the lock was given up: a hold is not made longer by counting it. */
static void _count_hold(int64_t us)
{
	if (us < 0)
		return;
	slurm_mutex_lock(&lock);
	if (!all.longest_step || us > all.longest_us) {
		all.longest_us = us;
		all.longest_step = held_step;
	}
	all.count++;
	all.bucket[MIN(us / FTS_HOLD_BUCKET_US, FTS_HOLD_BUCKETS - 1)]++;
	slurm_mutex_unlock(&lock);
}

void fts_lock_take(slurmctld_lock_t locks, const char *step)
{
	lock_slurmctld(locks);
	_begin_hold(step);
}

void fts_lock_drop(slurmctld_lock_t locks)
{
	int64_t us = _end_hold();

	unlock_slurmctld(locks);
	_count_hold(us);
}

void fts_lock_assoc(assoc_mgr_lock_t *locks, const char *step)
{
	assoc_mgr_lock(locks);
	_begin_hold(step);
}

void fts_unlock_assoc(assoc_mgr_lock_t *locks)
{
	int64_t us = _end_hold();

	assoc_mgr_unlock(locks);
	_count_hold(us);
}

void fts_lock_own(pthread_mutex_t *own, const char *step)
{
	slurm_mutex_lock(own);
	_begin_hold(step);
}

void fts_unlock_own(pthread_mutex_t *own)
{
	int64_t us = _end_hold();

	slurm_mutex_unlock(own);
	_count_hold(us);
}

void fts_lock_await_assoc(assoc_mgr_lock_t *locks)
{
	assoc_mgr_lock(locks);
	assoc_mgr_unlock(locks);
}

void fts_holds_take(struct fts_holds *holds)
{
	slurm_mutex_lock(&lock);
	*holds = all;
	all = (struct fts_holds){0};
	slurm_mutex_unlock(&lock);
}

int64_t fts_holds_percentile(const struct fts_holds *holds, int percent)
{
	int64_t wanted = ((int64_t) holds->count * percent + 99) / 100;
	int64_t seen = 0;

	for (int b = 0; b < FTS_HOLD_BUCKETS - 1; b++) {
		seen += holds->bucket[b];
		if (seen >= wanted)
			return MIN((int64_t) (b + 1) * FTS_HOLD_BUCKET_US,
				   holds->longest_us);
	}
	return holds->longest_us;
}

char *fts_holds_text(const struct fts_holds *holds)
{
	return xstrdup_printf(
		"hold=%" PRId64 "us(%s) hold_p99=%" PRId64 "us holds=%u",
		holds->longest_us,
		holds->longest_step ? holds->longest_step : "none",
		fts_holds_percentile(holds, 99), holds->count);
}

void fts_holds_log(const char *what)
{
	struct fts_holds holds;
	char *text;

	if (get_log_level() < LOG_LEVEL_DEBUG)
		return;
	fts_holds_take(&holds);
	text = fts_holds_text(&holds);
	debug("%s: %s", what, text);
	xfree(text);
}
