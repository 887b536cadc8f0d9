/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit/qos.h.
 */
#include "slurm/common/compat.h"

#include "slurm/common/lock.h"
#include "slurm/reserve/limit/qos.h"

static int _is_named(void *x, void *arg)
{
	slurmdb_qos_rec_t *qos = x;
	const char *name = arg;

	return !xstrcasecmp(qos->name, name);
}

void fts_schedule_qos_check(const struct ft_depth_rule *rule)
{
	assoc_mgr_lock_t locks = {.qos = READ_LOCK};
	const char *name = NULL;

	if (!rule->bucket_count)
		return;
	fts_lock_assoc(&locks, "limits");
	while ((name = ft_depth_rule_name(rule, name)))
		if (!assoc_mgr_qos_list ||
		    !list_find_first(assoc_mgr_qos_list, _is_named,
				     (void *) name))
			error("sched/reserve: slurm.conf: SchedulerParameters: "
			      "rsv_depth=%s: there is no QOS %s: correct the "
			      "name, or make it with sacctmgr",
			      rule->text, name);
	fts_unlock_assoc(&locks);
}

uint32_t fts_qos_flags(const job_record_t *job)
{
	assoc_mgr_lock_t locks = {.qos = READ_LOCK};
	uint32_t flags;

	if (!job->qos_ptr) /* written with slurmctld's lock of jobs alone */
		return 0;
	fts_lock_assoc(&locks, "limits");
	flags = job->qos_ptr ? job->qos_ptr->flags : 0;
	fts_unlock_assoc(&locks);
	return flags;
}
