/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See cycle/advice.h.  Lines of nodes and partitions are sfair check's:
 * they are not read when a scheduler is loaded.
 */
#include "slurm/reserve/cycle/advice.h"

#include "slurm/common/compat.h"

#include "core/queue/schedule_advice.h"

struct lists {
	const slurm_conf_t *conf;
	char *select;
};

static const char *_value(void *context, const char *key)
{
	const struct lists *lists = context;

	if (!xstrcmp(key, "SchedulerParameters"))
		return lists->conf->sched_params;
	if (!xstrcmp(key, "SlurmctldParameters"))
		return lists->conf->slurmctld_params;
	if (!xstrcmp(key, "PreemptParameters"))
		return FTS_PREEMPT_PARAMETERS;
	if (!xstrcmp(key, "SelectTypeParameters"))
		return lists->select;
	return NULL;
}

static void _advise(void *context, const char *key, const char *text)
{
	(void) context;
	(void) key;
	info("sched/reserve: %s", text);
}

void fts_schedule_advise(void)
{
	struct lists lists = {.conf = slurm_conf_lock()};

	lists.select = fts_select_words(lists.conf->select_type_param);
	ft_schedule_advice_give(_value, _advise, &lists);
	slurm_conf_unlock();
	xfree(lists.select);
}
