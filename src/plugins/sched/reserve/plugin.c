/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sched/reserve: the symbols that slurmctld looks for.
 *
 * init() is called while slurmctld reads its configuration and holds all of
 * its locks: nothing here may take one.
 */
#include "slurm/common/compat.h"

#include "src/common/log.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/common/build_id.h"
#include "slurm/common/exchange.h"
#include "slurm/common/layout.h"
#include "slurm/reserve/build/hash_key.h"

#include "agent.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT extern const char plugin_name[];
EXPORT extern const char plugin_type[];
EXPORT extern const uint32_t plugin_version;
EXPORT extern int init(void);
EXPORT extern void fini(void);
EXPORT extern int sched_p_reconfig(void);

const char plugin_name[] = "Reservation scheduler plugin";
const char plugin_type[] = "sched/reserve";
const uint32_t plugin_version = SLURM_VERSION_NUMBER;

int init(void)
{
	struct ft_err err;
	int rc;

	if (fts_layout_check(&err)) {
		error("sched/reserve: %s", err.text);
		return SLURM_ERROR;
	}
	fts_build_id_tell("sched/reserve");
	if (slurmctld_config.scheduling_disabled)
		return SLURM_SUCCESS;
	rc = fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_SCHEDULER);
	if (rc) {
		error("sched/reserve: %s", fts_exchange_explain(rc));
		return SLURM_ERROR;
	}
	fts_hash_init();
	if (agent_start(&err)) {
		fts_exchange_leave(FTS_MEMBER_SCHEDULER);
		error("sched/reserve: %s", err.text);
		return SLURM_ERROR;
	}
	verbose("sched/reserve loaded");
	return SLURM_SUCCESS;
}

void fini(void)
{
	agent_stop();
	fts_exchange_leave(FTS_MEMBER_SCHEDULER);
}

int sched_p_reconfig(void)
{
	agent_reconfigure();
	return SLURM_SUCCESS;
}
