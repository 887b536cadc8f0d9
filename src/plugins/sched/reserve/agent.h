/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * agent - the scheduler's thread.
 */
#ifndef FT_PLUGINS_SCHED_RESERVE_AGENT_H
#define FT_PLUGINS_SCHED_RESERVE_AGENT_H

#include "core/base/err.h"

/*
 * Reads the options and starts the thread.  0, or -errno and err: wrong
 * options, a thread that runs already.
 */
extern int agent_start(struct ft_err *err);

/* Ends the thread and waits for it; harmless if none runs. */
extern void agent_stop(void);

/* slurm.conf or debug flags may have changed. */
extern void agent_reconfigure(void);

#endif
