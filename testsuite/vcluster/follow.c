// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Waits of programs that only follow the cluster's clock: clients, slurmdbd.
 *
 * A wait until a time ends when the cluster's clock is there.  Sleeps and
 * limits of network calls stay real: a client's patience is the machine's.
 */
#include "vcluster.h"

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *at)
{
	return vc_clock_timedwait(cond, mutex, at);
}
