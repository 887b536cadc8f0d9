/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit/qos.h.
 */
#include "slurm/common/compat.h"

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
	assoc_mgr_lock(&locks);
	while ((name = ft_depth_rule_name(rule, name)))
		if (!assoc_mgr_qos_list ||
		    !list_find_first(assoc_mgr_qos_list, _is_named,
				     (void *) name))
			error("sched/reserve: slurm.conf: SchedulerParameters: "
			      "rsv_depth=%s: there is no QOS %s: correct the "
			      "name, or make it with sacctmgr",
			      rule->text, name);
	assoc_mgr_unlock(&locks);
}

uint32_t fts_qos_flags(const job_record_t *job)
{
	assoc_mgr_lock_t locks = {.qos = READ_LOCK};
	uint32_t flags;

	assoc_mgr_lock(&locks);
	flags = job->qos_ptr ? job->qos_ptr->flags : 0;
	assoc_mgr_unlock(&locks);
	return flags;
}
