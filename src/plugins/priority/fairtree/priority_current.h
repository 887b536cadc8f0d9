/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * priority_current - the configuration in force.
 *
 * Handed out by reference, so that nothing is computed under a lock and a
 * reconfigure waits for nothing.  A wrong configuration never comes in force.
 */
#ifndef FT_PLUGINS_PRIORITY_FAIRTREE_PRIORITY_CURRENT_H
#define FT_PLUGINS_PRIORITY_FAIRTREE_PRIORITY_CURRENT_H

#include <stdbool.h>

#include "slurm/fairtree/config/priority_config.h"

/*
 * Reads slurm_conf.  SLURM_ERROR after one message (the same refusal is said
 * once however often it is read) if it is wrong; then the former
 * configuration, if any, stays.  ret_other_model: the fairshare model is not
 * the former one.  NULL at a start: if the plugin was ended in this process
 * before, what was in force then comes in force again in place of a wrong one,
 * and that is SLURM_SUCCESS.  Takes assoc_mgr's tres lock (read).
 */
extern int priority_current_read(bool *ret_other_model);

/*
 * Takes over what changes without a reconfigure.  Reads no file and takes no
 * lock: slurmctld holds its own.
 */
extern void priority_current_again(void);

/* NULL: nothing was read yet, or it was forgotten.  Give it back. */
extern struct fts_priority_config *priority_current_get(void);
extern void priority_current_put(struct fts_priority_config *config);

/* Nothing is in force any more; it is kept for the next start. */
extern void priority_current_forget(void);

#endif
