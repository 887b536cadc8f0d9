/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See agent.h.
 *
 * The thread sleeps until slurmctld has served a request, priority/fairtree
 * calls, or a time has come; four times a second it looks all the same.  It
 * runs a cycle when there is a reason for one; how soon after the last one is
 * the scheduler's business.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <pthread.h>
#include <sys/prctl.h>

#include "src/common/macros.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/common/assoc_rejoin.h"
#include "slurm/reserve/cycle/bell.h"
#include "slurm/common/exchange.h"
#include "slurm/reserve/cycle/scheduler.h"

#include "agent.h"

enum { READY_US = 100000 }; /* between two looks whether slurmctld is up */

static struct {
	pthread_mutex_t lock;
	pthread_t thread;
	bool running;	  /* the thread is to be joined */
	bool reconfigure; /* options shall be read again */
	atomic_bool stop;
	/* the thread's own */
	struct fts_scheduler scheduler;
	int last_code; /* of the last cycle */
} agent = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

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

static bool _is_stopped(void *arg)
{
	(void) arg;
	return atomic_load(&agent.stop);
}

static bool _is_awake(void *arg)
{
	return _is_stopped(arg) || fts_scheduler_has_news(&agent.scheduler);
}

/* Until there may be something to do, or the thread is told to stop. */
static void _wait_agent(void)
{
	if (!_controller_ready())
		fts_bell_wait(READY_US, _is_stopped, NULL);
	else
		fts_bell_wait(fts_scheduler_pause(&agent.scheduler), _is_awake,
			      NULL);
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

static void *_run_agent(void *arg)
{
	(void) arg;
	prctl(PR_SET_NAME, "reserve", NULL, NULL, NULL);
	fts_assoc_rejoin();
	(void) fts_exchange_listen(fts_bell_ring);
	while (!atomic_load(&agent.stop)) {
		_wait_agent();
		if (atomic_load(&agent.stop) || !_controller_ready())
			continue;
		_read_options();
		fts_scheduler_look(&agent.scheduler);
		if (!fts_scheduler_pause(&agent.scheduler))
			_run_cycle();
		fts_scheduler_between(&agent.scheduler, time(NULL));
	}
	fts_scheduler_fini(&agent.scheduler);
	return NULL;
}

static int _start_agent(struct ft_err *err)
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
	rc = pthread_create(&agent.thread, NULL, _run_agent, NULL);
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
	rc = _start_agent(err);
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
	slurm_mutex_unlock(&agent.lock);
	fts_bell_ring();
	if (running)
		pthread_join(thread, NULL);
}

void agent_reconfigure(void)
{
	slurm_mutex_lock(&agent.lock);
	agent.reconfigure = true;
	slurm_mutex_unlock(&agent.lock);
}
