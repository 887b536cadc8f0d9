/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * priority/fairtree - what Slurm calls.
 *
 * A full replacement of priority/multifactor.  Decides nothing here: each
 * symbol hands on to the thread's configuration and to src/slurm.  sshare
 * and sprio load this file too; there only priority_p_calc_fs_factor() is
 * ever called, and nothing is started.
 */
#include "slurm/common/compat.h"

#include "src/common/slurm_protocol_api.h"

#include "priority_block.h"
#include "priority_current.h"
#include "priority_layout.h"
#include "priority_thread.h"
#include "slurm/fairtree/usage/assoc_snapshot.h"
#include "slurm/common/build_id.h"
#include "slurm/common/exchange.h"
#include "slurm/fairtree/priority/job_priority.h"
#include "slurm/fairtree/priority/priority_list.h"
#include "slurm/common/id_name.h"
#include "slurm/common/layout.h"
#include "core/fairshare/fairshare_effective.h"
#include "core/priority/priority_rule.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT const char plugin_name[] = "Priority fair tree plugin";
EXPORT const char plugin_type[] = "priority/fairtree";
EXPORT const uint32_t plugin_version = SLURM_VERSION_NUMBER;

EXPORT int init(void);
EXPORT int fini(void);
EXPORT uint32_t priority_p_set(uint32_t last_prio, job_record_t *job);
EXPORT void priority_p_reconfig(bool assoc_clear);
EXPORT void priority_p_set_assoc_usage(slurmdb_assoc_rec_t *assoc);
EXPORT double priority_p_calc_fs_factor(long double usage_efctv,
					long double shares_norm);
EXPORT fts_list_t priority_p_get_priority_factors_list(FTS_FACTORS_PARAMETERS);
EXPORT void priority_p_job_end(job_record_t *job);
EXPORT uint32_t priority_p_recover(uint32_t boost);
EXPORT void priority_p_thread_start(void);

/* Whether this is slurmctld: elsewhere its data does not exist. */
static bool _in_slurmctld(void)
{
	return &cluster_cpus && &job_list && cluster_cpus != NO_VAL;
}

static void _warn_plugin(void)
{
	struct fts_priority_config *config = priority_current_get();
	bool counts = config->usage || fts_priority_config_own_usage(config);

	priority_current_put(config);
	if (counts)
		return;
	if (slurm_conf.priority_weight_age)
		error("priority/fairtree: %s", ft_priority_idle_age);
	if (slurm_conf.priority_weight_fs)
		error("priority/fairtree: %s", ft_priority_idle_fairshare);
}

static int _start_plugin(void)
{
	if (priority_current_read(NULL))
		return SLURM_ERROR;
	_warn_plugin();
	fts_site_factor_init();
	if (!priority_thread_start())
		return SLURM_SUCCESS;
	priority_current_forget();
	return SLURM_ERROR;
}

int init(void)
{
	struct ft_err err;
	int rc;

	if (!_in_slurmctld())
		return SLURM_SUCCESS;
	if (fts_layout_check(&err)) {
		error("priority/fairtree: %s", err.text);
		return SLURM_ERROR;
	}
	fts_build_id_tell("priority/fairtree");
	rc = fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_PRIORITY);
	if (rc) {
		error("priority/fairtree: %s", fts_exchange_explain(rc));
		return SLURM_ERROR;
	}
	if (_start_plugin()) {
		fts_exchange_leave(FTS_MEMBER_PRIORITY);
		return SLURM_ERROR;
	}
	debug("%s loaded", plugin_name);
	return SLURM_SUCCESS;
}

int fini(void)
{
	if (!_in_slurmctld())
		return SLURM_SUCCESS;
	priority_thread_stop();
	priority_current_forget();
	fts_site_factor_fini();
	fts_exchange_leave(FTS_MEMBER_PRIORITY);
	return SLURM_SUCCESS;
}

/* Caller holds job (write), conf, node and part (read). */
uint32_t priority_p_set(uint32_t last_prio, job_record_t *job)
{
	struct fts_priority_config *config;
	struct fts_standing *standing;
	struct fts_job_books books;
	const char *block;
	uint32_t priority;

	if (!priority_layout_job(job))
		return last_prio;
	config = priority_current_get();
	if (!config)
		return job->priority;
	priority_thread_notice(time(NULL));
	fts_exchange_call(FTS_CALL_SET);
	standing = fts_standing_get(priority_thread_standing());
	books = (struct fts_job_books){priority_thread_meter(), standing,
				       priority_thread_memory()};
	/* First, so that its change counts in this sum already. */
	site_factor_g_set(job);
	priority =
		fts_job_priority_set(config, &books, job, time(NULL), &block);
	if (priority_block_guard(job, block))
		priority_thread_wake();
	fts_standing_put(priority_thread_standing(), standing);
	priority_current_put(config);
	return priority;
}

/* assoc_clear: no locks held; else conf and job at least. */
void priority_p_reconfig(bool assoc_clear)
{
	bool other_model = false;

	if (!_in_slurmctld())
		return;
	if (assoc_clear)
		(void) priority_current_read(&other_model);
	else
		priority_current_again();
	/* Shares are normalised otherwise in the other model. */
	if (assoc_clear && other_model)
		fts_assoc_normalise();
	/* Users may have been given other names, too. */
	fts_id_name_forget();
	priority_thread_reconfig(assoc_clear);
	fts_site_factor_reconfig();
}

/* Caller holds assoc (read), in one place nothing: so take nothing here. */
void priority_p_set_assoc_usage(slurmdb_assoc_rec_t *assoc)
{
	struct fts_priority_config *config = priority_current_get();

	if (!config) /* not initialised yet */
		return;
	fts_assoc_set_usage(assoc, fts_priority_config_kind(config));
	if (!fts_priority_config_ranks(config))
		fts_assoc_set_factor(assoc);
	priority_current_put(config);
}

double priority_p_calc_fs_factor(long double usage_efctv,
				 long double shares_norm)
{
	return ft_effective_factor(usage_efctv, shares_norm,
				   slurm_conf.fs_dampening_factor);
}

/* Caller holds nothing, or what FTS_FACTORS_UNDER_LOCKS says. */
fts_list_t priority_p_get_priority_factors_list(FTS_FACTORS_PARAMETERS)
{
	struct fts_priority_config *config = priority_current_get();
	fts_list_t list;

	if (!config)
		return NULL;
	list = fts_priority_list(config, priority_thread_memory(),
				 FTS_FACTORS_REQUEST, uid);
	priority_current_put(config);
	return list;
}

/* Caller holds job (write) and node (write); assoc_mgr's are free. */
void priority_p_job_end(job_record_t *job)
{
	struct fts_priority_config *config;

	if (!priority_layout_job(job))
		return;
	config = priority_current_get();
	if (!config)
		return;
	priority_thread_notice(time(NULL));
	/* Before that marks the run as charged. */
	fts_meter_job_end(priority_thread_meter(), config, job, time(NULL));
	fts_assoc_charge_job_end(priority_thread_charges(), config, job,
				 time(NULL));
	fts_exchange_call(FTS_CALL_END);
	priority_current_put(config);
}

/* Since 23.02: the least priority is raised by nothing after a restart. */
uint32_t priority_p_recover(uint32_t boost)
{
	return 0;
}

/* Since 23.11.6, with all locks held: init() has started it. */
void priority_p_thread_start(void)
{
}
