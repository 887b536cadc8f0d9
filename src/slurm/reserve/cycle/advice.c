/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See cycle/advice.h.
 */
#include "slurm/reserve/cycle/advice.h"

#include "slurm/common/compat.h"

#include "core/queue/schedule_advice.h"

static const char *_key_value(void *context, const char *key)
{
	const slurm_conf_t *conf = context;

	if (!xstrcmp(key, "SchedulerParameters"))
		return conf->sched_params;
	if (!xstrcmp(key, "SlurmctldParameters"))
		return conf->slurmctld_params;
	if (!xstrcmp(key, "PreemptParameters"))
		return FTS_PREEMPT_PARAMETERS;
	return NULL;
}

static void _advise_key(void *context, const char *key, const char *text)
{
	(void) context;
	(void) key;
	info("sched/reserve: %s", text);
}

void fts_schedule_advise(void)
{
	ft_schedule_advice_give(_key_value, _advise_key, slurm_conf_lock());
	slurm_conf_unlock();
}
