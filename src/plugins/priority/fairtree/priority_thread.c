/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_thread.h.
 */
#include "slurm/common/compat.h"

#include <pthread.h>
#include <stdatomic.h>
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
#include "core/priority/pass_grid.h"

/* Between looks at jobs that must not run: one can be requeued, or let go. */
enum { BLOCK_SECONDS = 5 };

static struct {
	pthread_t thread;
	bool running; /* the thread is to be joined */
	struct fts_assoc_charge charges;
	struct fts_job_memory memory;
	struct fts_meter meter;
	struct fts_standing_slot standing;
	/* the thread's own */
	struct fts_priority_pass pass;
	struct fts_priority_state state;
	time_t next_reset;
	time_t begun;
	bool with_usage; /* there is a slurmdbd */
	/* the innermost of all locks guards what stands behind it */
	pthread_mutex_t lock;
	pthread_cond_t wake;
	atomic_bool stop;   /* set under the lock, so that no wait misses it */
	time_t asleep;	    /* since when the thread waits */
	bool reset_changed; /* the reset calendar is to be read anew */
	bool reset_now;	    /* PriorityUsageResetPeriod=NOW is to be done */
} agent = {
	.standing.lock = PTHREAD_MUTEX_INITIALIZER,
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.wake = PTHREAD_COND_INITIALIZER,
};

struct fts_assoc_charge *priority_thread_charges(void)
{
	return &agent.charges;
}

struct fts_job_memory *priority_thread_memory(void)
{
	return &agent.memory;
}

struct fts_meter *priority_thread_meter(void)
{
	return &agent.meter;
}

struct fts_standing_slot *priority_thread_standing(void)
{
	return &agent.standing;
}

static void _reset(const struct fts_priority_config *config, time_t now)
{
	bool changed, at_once;

	slurm_mutex_lock(&agent.lock);
	changed = agent.reset_changed;
	at_once = agent.reset_now;
	agent.reset_changed = agent.reset_now = false;
	slurm_mutex_unlock(&agent.lock);

	if (changed)
		agent.next_reset = 0;
	fts_usage_reset_due(config->reset_period, at_once, now,
			    &agent.state.last_reset, &agent.next_reset);
}

/* Without usage only Maui's components change with time; see to each once. */
static bool _changes(const struct fts_priority_config *config, time_t now)
{
	return now == agent.begun || fts_priority_config_components(config);
}

static void _pass_thread(time_t now)
{
	struct fts_priority_config *config = priority_current_get();

	fts_meter_load(&agent.meter, config);
	if (config->usage) {
		_reset(config, now);
		fts_priority_pass_run(&agent.pass, &agent.charges, config, now);
		fts_usage_recount_due(&agent.charges);
		agent.state.last_ran = now;
		fts_priority_state_write(config->state_dir, &agent.state);
	} else if (config->keep_ledger || _changes(config, now)) {
		fts_priority_pass_ledger(&agent.pass, config, now);
		fts_priority_pass_priorities(&agent.pass, config, now);
	}
	fts_meter_save(&agent.meter, config, &agent.pass.books);
	priority_current_put(config);
}

static void _sweep_thread(void)
{
	struct fts_priority_config *config = priority_current_get();

	fts_priority_pass_sweep(&agent.pass, &agent.charges, config);
	fts_meter_save(&agent.meter, config, &agent.pass.books);
	priority_current_put(config);
}

/* False when the plugin is to stop. */
static bool _sleep(const struct timespec *until)
{
	slurm_mutex_lock(&agent.lock);
	agent.asleep = time(NULL);
	if (!atomic_load(&agent.stop))
		slurm_cond_timedwait(&agent.wake, &agent.lock, until);
	slurm_mutex_unlock(&agent.lock);
	return !atomic_load(&agent.stop);
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
	bool blocks = priority_block_walk();
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
		if (now >= next->tv_sec || now < agent.asleep)
			break;
		blocks = priority_block_walk();
		if (now < sweep)
			continue;
		if (priority_layout_fits())
			_sweep_thread();
		sweep = now + _thread_period(true);
	}
	return !atomic_load(&agent.stop);
}

/*
 * While a pass saves its state the clock goes on: what comes due since it began
 * is not done by it, so that now alone does not tell when the next is due.
 */
static void _advance_thread(struct timespec *next, time_t began)
{
	next->tv_sec = ft_pass_grid_next(next->tv_sec, began, time(NULL),
					 _thread_period(false));
}

static void *_run_thread(void *arg)
{
	struct timespec next;
	time_t now = agent.begun;

	prctl(PR_SET_NAME, "ft_priority", NULL, NULL, NULL);
	clock_gettime(CLOCK_REALTIME, &next);
	fts_assoc_rejoin();
	if (agent.with_usage)
		fts_usage_recount(&agent.charges);
	do {
		if (priority_layout_fits())
			_pass_thread(now);
		_advance_thread(&next, now);
	} while (_wait_thread(&next) && (now = time(NULL)));
	return NULL;
}

static void _read_state(const struct fts_priority_config *config)
{
	agent.begun = time(NULL);
	agent.state = (struct fts_priority_state){0};
	if (config->usage)
		agent.state = fts_priority_state_read(config->state_dir);
	agent.charges.last_ran = agent.state.last_ran;
	if (!agent.state.last_reset)
		agent.state.last_reset = agent.begun;
	agent.next_reset = 0;
	agent.with_usage = config->usage;
	fts_job_memory_load(&agent.memory, config);
}

void priority_thread_wake(void)
{
	slurm_mutex_lock(&agent.lock);
	pthread_cond_broadcast(&agent.wake);
	slurm_mutex_unlock(&agent.lock);
}

int priority_thread_start(void)
{
	struct fts_priority_config *config = priority_current_get();
	int rc;

	if (config->usage && !assoc_mgr_root_assoc)
		error("priority/fairtree: no associations are known: usage is "
		      "not counted until slurmdbd answers");
	if (fts_meter_init(&agent.meter)) {
		priority_current_put(config);
		error("priority/fairtree: out of memory");
		return SLURM_ERROR;
	}
	agent.pass.meter = &agent.meter;
	agent.pass.memory = &agent.memory;
	agent.pass.standing = &agent.standing;
	fts_meter_load(&agent.meter, config);
	_read_state(config);
	agent.reset_now = config->reset_period == PRIORITY_RESET_NOW;
	atomic_store(&agent.stop, false);
	priority_current_put(config);
	rc = pthread_create(&agent.thread, NULL, _run_thread, NULL);
	if (rc) {
		error("priority/fairtree: cannot start a thread: %s",
		      strerror(rc));
		return SLURM_ERROR;
	}
	agent.running = true;
	return SLURM_SUCCESS;
}

void priority_thread_stop(void)
{
	struct fts_priority_config *config;

	slurm_mutex_lock(&agent.lock);
	atomic_store(&agent.stop, true);
	pthread_cond_broadcast(&agent.wake);
	slurm_mutex_unlock(&agent.lock);
	if (agent.running)
		pthread_join(agent.thread, NULL);
	agent.running = false;
	config = priority_current_get();
	if (config)
		fts_meter_save(&agent.meter, config, &agent.pass.books);
	priority_current_put(config);
	fts_priority_pass_fini(&agent.pass);
	priority_block_fini();
	fts_standing_set(&agent.standing, NULL);
	fts_meter_fini(&agent.meter);
	fts_job_memory_fini(&agent.memory);
	fts_assoc_charge_fini(&agent.charges);
}

void priority_thread_notice(time_t now)
{
	slurm_mutex_lock(&agent.lock);
	if (now < agent.asleep)
		pthread_cond_broadcast(&agent.wake);
	slurm_mutex_unlock(&agent.lock);
}

void priority_thread_reconfig(bool restarted)
{
	struct fts_priority_config *config = priority_current_get();

	slurm_mutex_lock(&agent.lock);
	agent.reset_changed = true;
	agent.reset_now |=
		restarted && config->reset_period == PRIORITY_RESET_NOW;
	slurm_mutex_unlock(&agent.lock);
	priority_current_put(config);
	if (restarted)
		fts_usage_recount(&agent.charges);
}
