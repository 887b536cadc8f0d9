/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_memory.h.
 */
#include "slurm/fairtree/priority/job_memory.h"

#include "slurm/common/id_name.h"

void fts_job_memory_fini(struct fts_job_memory *memory)
{
	fts_queue_watch_fini(&memory->watch);
	fts_column_book_fini(&memory->shown);
	fts_id_name_fini();
	*memory = (struct fts_job_memory){0};
}

/* Whether clocks are kept: not if the time that a job has waited is not
 * asked for, or its submit time says it all. */
static bool _clocks(const struct fts_priority_config *config)
{
	const struct ft_component_policy *policy =
		fts_priority_config_components(config);

	return policy && config->option.accrual.accrual != FT_ACCRUAL_ALWAYS &&
	       (ft_component_policy_uses(policy, FT_SERV_QUEUETIME) ||
		ft_component_policy_uses(policy, FT_SERV_XFACTOR) ||
		ft_component_policy_uses(policy, FT_TARGET_QUEUETIME) ||
		ft_component_policy_uses(policy, FT_TARGET_XFACTOR));
}

void fts_job_memory_begin(struct fts_job_memory *memory,
			  const struct fts_priority_config *config)
{
	if (!_clocks(config))
		fts_queue_watch_fini(&memory->watch);
	fts_queue_watch_begin(&memory->watch);
	memory->memo = (struct fts_component_memo){0};
	memory->measured = fts_priority_config_components(config) != NULL;
	if (memory->measured)
		memory->system = fts_component_system();
}

void fts_job_memory_end(struct fts_job_memory *memory,
			const struct fts_priority_config *config)
{
	if (_clocks(config))
		fts_queue_watch_end(&memory->watch);
	fts_column_book_sweep(&memory->shown);
}

int64_t fts_job_memory_waited(struct fts_job_memory *memory,
			      const struct fts_priority_config *config,
			      const job_record_t *job, time_t now)
{
	static const struct ft_accrual_policy always = {
		.accrual = FT_ACCRUAL_ALWAYS};

	return fts_queue_watch_look(
		&memory->watch,
		_clocks(config) ? &config->option.accrual : &always, job, now);
}

void fts_job_memory_pass_by(struct fts_job_memory *memory,
			    const struct fts_priority_config *config,
			    const job_record_t *job, time_t now)
{
	if (_clocks(config) && !IS_JOB_FINISHED(job))
		(void) fts_queue_watch_look(&memory->watch,
					    &config->option.accrual, job, now);
}

void fts_job_memory_load(struct fts_job_memory *memory,
			 const struct fts_priority_config *config)
{
	if (_clocks(config))
		fts_queue_watch_load(&memory->watch, config->state_dir);
}

void fts_job_memory_save(struct fts_job_memory *memory,
			 const struct fts_priority_config *config, time_t begun)
{
	if (_clocks(config))
		fts_queue_watch_save(&memory->watch, config->state_dir, begun);
}
