/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See agent.h.
 *
 * The thread looks for changes several times a second, which costs a few
 * comparisons and no lock, and runs a cycle when there are any, at most once
 * every bf_interval (a second by default).
 */
#include "slurm/compat.h"

#include <errno.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/time.h>

#include "src/common/macros.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/assoc_rejoin.h"
#include "slurm/scheduler.h"

#include "agent.h"

enum { LOOK_US = 250000 }; /* between two looks for changes */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	bool running;	  /* the thread is to be joined */
	bool reconfigure; /* options shall be read again */
	atomic_bool stop;
	/* the thread's own */
	struct fts_scheduler scheduler;
	int last_code; /* of the last cycle */
} agent = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
};

/* Waits for a look's time, or until it is told to stop. */
static void _wait(void)
{
	struct timeval now;
	struct timespec until;
	int64_t us;

	gettimeofday(&now, NULL);
	us = now.tv_usec + LOOK_US;
	until.tv_sec = now.tv_sec + us / 1000000;
	until.tv_nsec = us % 1000000 * 1000;
	slurm_mutex_lock(&agent.lock);
	if (!atomic_load(&agent.stop))
		slurm_cond_timedwait(&agent.changed, &agent.lock, &until);
	slurm_mutex_unlock(&agent.lock);
}

/* Wrong options at a reconfigure: the last good ones stay, said once. */
static void _read_options(void)
{
	struct ft_err err;
	bool wanted;

	slurm_mutex_lock(&agent.lock);
	wanted = agent.reconfigure;
	agent.reconfigure = false;
	slurm_mutex_unlock(&agent.lock);
	if (!wanted)
		return;
	if (fts_scheduler_read(&agent.scheduler, &err))
		error("sched/reserve: %s; the former configuration stays in "
		      "force",
		      err.text);
	agent.scheduler.owed = true;
}

/*
 * slurmctld loads this plugin while it reads its configuration, before jobs
 * are recovered and other plugins are loaded.  The thread that purges job
 * files is the last that it starts before it goes to work.
 */
static bool _controller_ready(void)
{
	return __atomic_load_n(&slurmctld_config.thread_id_purge_files,
			       __ATOMIC_ACQUIRE) &&
	       !slurmctld_config.shutdown_time;
}

static void _run_cycle(void)
{
	struct ft_err err = {0};
	int rc = fts_scheduler_cycle(&agent.scheduler, &err);

	/* the same failure each second is said once; a cycle that a change of
	 * configuration cut short is simply owed, one that the end of slurmctld
	 * did is not needed */
	if (rc && rc != -EAGAIN && rc != -ECANCELED && rc != agent.last_code)
		error("sched/reserve: no plan in this cycle: %s", err.text);
	agent.last_code = rc;
}

static void *_run(void *arg)
{
	(void) arg;
	prctl(PR_SET_NAME, "reserve", NULL, NULL, NULL);
	fts_assoc_rejoin();
	while (!atomic_load(&agent.stop)) {
		_wait();
		if (atomic_load(&agent.stop) || !_controller_ready())
			continue;
		_read_options();
		if (fts_scheduler_due(&agent.scheduler, time(NULL)))
			_run_cycle();
		fts_scheduler_rest(&agent.scheduler, time(NULL));
	}
	fts_scheduler_fini(&agent.scheduler);
	return NULL;
}

static int _start(struct ft_err *err)
{
	int rc;

	if (agent.running)
		return ft_fail(err, -EBUSY, "its thread runs already");
	/* a backup controller that takes over loads the plugin again */
	agent.scheduler = (struct fts_scheduler){.stop = &agent.stop};
	atomic_store(&agent.stop, false);
	agent.reconfigure = false;
	agent.last_code = 0;
	rc = fts_scheduler_read(&agent.scheduler, err);
	if (rc)
		return rc;
	rc = pthread_create(&agent.thread, NULL, _run, NULL);
	if (rc)
		return ft_fail(err, -rc, "its thread cannot be started: %s",
			       slurm_strerror(rc));
	agent.running = true;
	return 0;
}

int agent_start(struct ft_err *err)
{
	int rc;

	slurm_mutex_lock(&agent.lock);
	rc = _start(err);
	slurm_mutex_unlock(&agent.lock);
	return rc;
}

void agent_stop(void)
{
	pthread_t thread;
	bool running;

	slurm_mutex_lock(&agent.lock);
	running = agent.running;
	thread = agent.thread;
	agent.running = false;
	atomic_store(&agent.stop, true);
	slurm_cond_signal(&agent.changed);
	slurm_mutex_unlock(&agent.lock);
	if (running)
		pthread_join(thread, NULL);
}

void agent_reconfigure(void)
{
	slurm_mutex_lock(&agent.lock);
	agent.reconfigure = true;
	slurm_mutex_unlock(&agent.lock);
}
