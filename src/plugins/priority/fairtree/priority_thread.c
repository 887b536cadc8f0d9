/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_thread.h.
 */
#include "slurm/common/compat.h"

#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>

#include "priority_block.h"
#include "priority_current.h"
#include "priority_layout.h"
#include "priority_thread.h"
#include "slurm/common/assoc_rejoin.h"
#include "slurm/fairtree/priority/priority_pass.h"
#include "slurm/fairtree/priority/priority_state.h"
#include "slurm/fairtree/usage/usage_decay.h"
#include "slurm/fairtree/usage/usage_recount.h"

/* Between looks at jobs that must not run: one can be requeued, or let go. */
enum { BLOCK_SECONDS = 5 };

static pthread_t thread;
static bool thread_runs;
static struct fts_ledger ledger;
static struct fts_job_memory memory;
static struct fts_meter meter;
static struct fts_standing_slot standing = {.lock = PTHREAD_MUTEX_INITIALIZER};
/* The thread's own. */
static struct fts_priority_pass pass;
static struct fts_priority_state state;
static time_t next_reset;
static time_t begun;
static bool with_usage; /* there is a slurmdbd */

/* lock guards what follows; it is the innermost of all locks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static bool stop;
static time_t asleep;	   /* since when the thread waits */
static bool reset_changed; /* the reset calendar is to be read anew */
static bool reset_now;	   /* PriorityUsageResetPeriod=NOW is to be done */

struct fts_ledger *priority_thread_ledger(void)
{
	return &ledger;
}

struct fts_job_memory *priority_thread_memory(void)
{
	return &memory;
}

struct fts_meter *priority_thread_meter(void)
{
	return &meter;
}

struct fts_standing_slot *priority_thread_standing(void)
{
	return &standing;
}

static void _reset(const struct fts_priority_config *config, time_t now)
{
	bool changed, at_once;

	slurm_mutex_lock(&lock);
	changed = reset_changed;
	at_once = reset_now;
	reset_changed = reset_now = false;
	slurm_mutex_unlock(&lock);

	if (changed)
		next_reset = 0;
	fts_usage_reset_due(config->reset_period, at_once, now,
			    &state.last_reset, &next_reset);
}

/* Without usage only Maui's components change with time; see to each once. */
static bool _changes(const struct fts_priority_config *config, time_t now)
{
	return now == begun || fts_priority_config_components(config);
}

static void _pass_thread(time_t now)
{
	struct fts_priority_config *config = priority_current_get();

	fts_meter_load(&meter, config);
	if (config->usage) {
		_reset(config, now);
		fts_priority_pass_run(&pass, &ledger, config, now);
		fts_usage_recount_due(&ledger);
		state.last_ran = now;
		fts_priority_state_write(config->state_dir, &state);
	} else if (config->keep_ledger || _changes(config, now)) {
		fts_priority_pass_ledger(&pass, config, now);
		fts_priority_pass_priorities(&pass, config, now);
	}
	fts_meter_save(&meter, config, &pass.books);
	priority_current_put(config);
}

static void _sweep_thread(void)
{
	struct fts_priority_config *config = priority_current_get();

	fts_priority_pass_sweep(&pass, &ledger, config);
	fts_meter_save(&meter, config, &pass.books);
	priority_current_put(config);
}

/* False when the plugin is to stop. */
static bool _sleep(const struct timespec *until)
{
	bool more;

	slurm_mutex_lock(&lock);
	asleep = time(NULL);
	if (!stop)
		slurm_cond_timedwait(&wake, &lock, until);
	more = !stop;
	slurm_mutex_unlock(&lock);
	return more;
}

static uint32_t _thread_period(bool sweep)
{
	struct fts_priority_config *config = priority_current_get();
	uint32_t period = sweep ? config->sweep_period : config->calc_period;

	priority_current_put(config);
	return period;
}

/* Sweeps as often as due until the next pass, and looks after blocked jobs;
 * false: stop. */
static bool _wait_thread(const struct timespec *next)
{
	bool blocks = priority_block_walk(), more;
	time_t now = time(NULL), sweep = now + _thread_period(true);

	while (now < next->tv_sec) {
		struct timespec until = *next;

		if (sweep < until.tv_sec)
			until.tv_sec = sweep;
		if (blocks && now + BLOCK_SECONDS < until.tv_sec)
			until.tv_sec = now + BLOCK_SECONDS;
		if (!_sleep(&until))
			return false;
		now = time(NULL);
		if (now >= next->tv_sec || now < asleep)
			break;
		blocks = priority_block_walk();
		if (now < sweep)
			continue;
		if (priority_layout_fits())
			_sweep_thread();
		sweep = now + _thread_period(true);
	}
	slurm_mutex_lock(&lock);
	more = !stop;
	slurm_mutex_unlock(&lock);
	return more;
}

/*
 * Passes keep to the grid that began with the thread.  After a jump of the
 * clock one pass makes up for all that were missed, and after one back there
 * is a new grid.
 */
static void _advance_thread(struct timespec *next)
{
	uint32_t period = _thread_period(false);
	time_t now = time(NULL);

	next->tv_sec += period;
	if (next->tv_sec > now + period)
		next->tv_sec = now + period;
	if (next->tv_sec <= now)
		next->tv_sec += ((now - next->tv_sec) / period + 1) * period;
}

static void *_run_thread(void *arg)
{
	struct timespec next;
	time_t now = begun;

	prctl(PR_SET_NAME, "ft_priority", NULL, NULL, NULL);
	clock_gettime(CLOCK_REALTIME, &next);
	fts_assoc_rejoin();
	if (with_usage)
		fts_usage_recount(&ledger);
	do {
		if (priority_layout_fits())
			_pass_thread(now);
		_advance_thread(&next);
	} while (_wait_thread(&next) && (now = time(NULL)));
	return NULL;
}

static void _read_state(const struct fts_priority_config *config)
{
	begun = time(NULL);
	state = (struct fts_priority_state){0};
	if (config->usage)
		state = fts_priority_state_read(config->state_dir);
	ledger.last_ran = state.last_ran;
	if (!state.last_reset)
		state.last_reset = begun;
	next_reset = 0;
	with_usage = config->usage;
	fts_job_memory_load(&memory, config);
}

void priority_thread_wake(void)
{
	slurm_mutex_lock(&lock);
	pthread_cond_broadcast(&wake);
	slurm_mutex_unlock(&lock);
}

int priority_thread_start(void)
{
	struct fts_priority_config *config = priority_current_get();
	int rc;

	if (config->usage && !assoc_mgr_root_assoc)
		error("priority/fairtree: no associations are known: usage is "
		      "not counted until slurmdbd answers");
	if (fts_meter_init(&meter)) {
		priority_current_put(config);
		error("priority/fairtree: out of memory");
		return SLURM_ERROR;
	}
	pass.meter = &meter;
	pass.memory = &memory;
	pass.standing = &standing;
	fts_meter_load(&meter, config);
	_read_state(config);
	reset_now = config->reset_period == PRIORITY_RESET_NOW;
	stop = false;
	priority_current_put(config);
	rc = pthread_create(&thread, NULL, _run_thread, NULL);
	if (rc) {
		error("priority/fairtree: cannot start a thread: %s",
		      strerror(rc));
		return SLURM_ERROR;
	}
	thread_runs = true;
	return SLURM_SUCCESS;
}

void priority_thread_stop(void)
{
	struct fts_priority_config *config;

	slurm_mutex_lock(&lock);
	stop = true;
	pthread_cond_broadcast(&wake);
	slurm_mutex_unlock(&lock);
	if (thread_runs)
		pthread_join(thread, NULL);
	thread_runs = false;
	config = priority_current_get();
	if (config)
		fts_meter_save(&meter, config, &pass.books);
	priority_current_put(config);
	fts_priority_pass_fini(&pass);
	priority_block_fini();
	fts_standing_set(&standing, NULL);
	fts_meter_fini(&meter);
	fts_job_memory_fini(&memory);
	fts_ledger_fini(&ledger);
}

void priority_thread_notice(time_t now)
{
	slurm_mutex_lock(&lock);
	if (now < asleep)
		pthread_cond_broadcast(&wake);
	slurm_mutex_unlock(&lock);
}

void priority_thread_reconfig(bool restarted)
{
	struct fts_priority_config *config = priority_current_get();

	slurm_mutex_lock(&lock);
	reset_changed = true;
	reset_now |= restarted && config->reset_period == PRIORITY_RESET_NOW;
	slurm_mutex_unlock(&lock);
	priority_current_put(config);
	if (restarted)
		fts_usage_recount(&ledger);
}
