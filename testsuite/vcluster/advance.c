// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Lets the cluster's time pass: as the machine's does while slurmctld works,
 * at once to the next wait that ends when it does not, never past what the
 * driver asked for.
 *
 * Held, the clock runs to the end of its second and stands: what slurmctld
 * measures of itself meanwhile is right, and no whole second goes by.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "vcluster.h"

enum {
	SETTLE_NS = 50000,   /* a woken thread has not run yet */
	LONG_NS = 100000000, /* somebody says when there is more to do */
};

enum mode { FREE, RUN, HELD };

/* Under the lock of the threads. */
static struct {
	enum mode mode;
	int64_t target;
	bool to_end;
	int64_t patience;
	int64_t there_since; /* monotonic, 0: not there yet */
	pthread_cond_t arrived;
	bool idle; /* when the clock was held */
	struct vc_totals totals;
	size_t nended, room;
	uint32_t *ended;
} state = {.arrived = PTHREAD_COND_INITIALIZER};

/* The last instant of the second that `at` lies in. */
static int64_t _second_end(int64_t at)
{
	return (at / VC_SECOND + 1) * VC_SECOND - 1000;
}

static void _hold(int64_t now, bool idle)
{
	state.idle = idle;
	state.mode = HELD;
	vc_clock_set(now - vc_monotonic(), _second_end(now));
	pthread_cond_signal(&state.arrived);
}

static void _jump(int64_t now, int64_t to)
{
	vc_clock_set(to - vc_monotonic(),
		     _second_end(to > state.target ? to : state.target));
	state.totals.jumps++;
	state.totals.skipped += to - now;
}

static bool _is_there(int64_t now)
{
	return now >= state.target || (state.to_end && state.nended);
}

/* One look while time shall pass; how long to wait for the next. */
static int64_t _look(int64_t now, int64_t next)
{
	bool quiet = vc_threads_quiet();
	int64_t pause = next - now;

	if (_is_there(now)) {
		if (!state.there_since)
			state.there_since = vc_monotonic();
		if (quiet ||
		    vc_monotonic() - state.there_since >= state.patience) {
			_hold(now, quiet);
			return LONG_NS;
		}
	} else if (quiet) {
		_jump(now, next < state.target ? next : state.target);
		return 0;
	}
	if (!vc_threads_busy())
		return SETTLE_NS;
	if (state.there_since && state.patience < LONG_NS)
		return SETTLE_NS;
	return pause < LONG_NS ? pause : LONG_NS;
}

static void *_pass(void *arg)
{
	int64_t now, next, pause;

	(void) arg;
	vc_threads_lock();
	for (;;) {
		now = vc_now();
		next = vc_threads_wake(now, vc_clock_stands());
		if (state.mode == RUN)
			pause = _look(now, next);
		else
			pause = next - now < LONG_NS ? next - now : LONG_NS;
		if (pause > 0)
			vc_threads_wait(pause);
	}
	return arg;
}

extern int vc_advance_start(void)
{
	return vc_thread_start(_pass, NULL);
}

extern void vc_advance_release(void)
{
	vc_threads_lock();
	state.mode = FREE;
	vc_clock_set(vc_now() - vc_monotonic(), VC_NEVER);
	pthread_cond_signal(&state.arrived);
	vc_threads_notify();
	vc_threads_unlock();
}

extern void vc_advance(int64_t target, bool to_end, int64_t patience,
		       struct vc_arrival *ret)
{
	int64_t now;

	vc_threads_lock();
	now = vc_now();
	state.target = target > now ? target : now;
	state.to_end = to_end;
	state.patience = patience;
	state.there_since = 0;
	state.mode = RUN;
	vc_clock_set(now - vc_monotonic(), _second_end(state.target));
	vc_threads_notify();
	while (state.mode == RUN)
		vc_threads_wait_for(&state.arrived);
	ret->now = vc_now();
	ret->idle = state.idle;
	ret->nended = state.nended;
	ret->ended = state.ended;
	state.ended = NULL;
	state.nended = state.room = 0;
	vc_threads_unlock();
}

extern void vc_advance_ended(uint32_t job_id)
{
	uint32_t *more;

	vc_threads_lock();
	if (state.nended == state.room) {
		state.room = state.room ? state.room * 2 : 64;
		more = realloc(state.ended, state.room * sizeof(*more));
		if (!more)
			abort();
		state.ended = more;
	}
	state.ended[state.nended++] = job_id;
	vc_threads_unlock();
}

extern void vc_advance_totals(struct vc_totals *ret)
{
	vc_threads_lock();
	*ret = state.totals;
	vc_threads_unlock();
}
