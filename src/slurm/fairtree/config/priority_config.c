/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_config.h.
 */
#include "slurm/common/compat.h"

#include "src/common/slurm_protocol_api.h"

#include <errno.h>
#include <string.h>

#include "slurm/fairtree/config/priority_config.h"

#include "core/fairshare/decay.h"
#include "core/priority/priority_rule.h"

static void _read_factor(struct ft_factor_policy *factor, uint32_t flags)
{
	factor->age = slurm_conf.priority_weight_age;
	factor->assoc = slurm_conf.priority_weight_assoc;
	factor->fairshare = slurm_conf.priority_weight_fs;
	factor->job_size = slurm_conf.priority_weight_js;
	factor->partition = slurm_conf.priority_weight_part;
	factor->qos = slurm_conf.priority_weight_qos;
	factor->max_age = slurm_conf.priority_max_age;
	factor->favor_small = slurm_conf.priority_favor_small;
	factor->small_relative = flags & PRIORITY_FLAGS_SIZE_RELATIVE;
	factor->raw_assoc = flags & PRIORITY_FLAGS_NO_NORMAL_ASSOC;
	factor->raw_partition = flags & PRIORITY_FLAGS_NO_NORMAL_PART;
	factor->raw_qos = flags & PRIORITY_FLAGS_NO_NORMAL_QOS;
	factor->raw_tres = flags & PRIORITY_FLAGS_NO_NORMAL_TRES;
}

/*
 * The parser in Slurm would end slurmctld if it were asked to.  It refuses
 * nothing that core/priority/tres_weight.h took.
 */
static int _read_tres(struct ft_factor_policy *factor, struct ft_err *err)
{
	char *text = slurm_conf.priority_weight_tres;

	if (!text || !text[0] || fts_tres_count() < 1)
		return 0;
	factor->tres =
		slurm_get_tres_weight_array(text, fts_tres_count(), false);
	if (!factor->tres)
		return ft_fail(err, -EINVAL,
			       "slurm.conf: PriorityWeightTRES=%s: Slurm does "
			       "not take it",
			       text);
	factor->tres_count = (uint32_t) fts_tres_count();
	return 0;
}

/* Ended jobs are purged after MinJobAge (0: never): look twice before. */
static uint32_t _sweep_period(uint32_t calc_period)
{
	uint32_t least = calc_period;

	if (slurm_conf.min_job_age && slurm_conf.min_job_age < least)
		least = slurm_conf.min_job_age;
	return least / 2 ? least / 2 : 1;
}

/* How many closed ones are kept: each costs some bytes an account. */
static const uint32_t closed_periods[] = {
	[FTS_PERIOD_MONTH] = 12,  [FTS_PERIOD_DAY] = 31, [FTS_PERIOD_WEEK] = 13,
	[FTS_PERIOD_QUARTER] = 8, [FTS_PERIOD_YEAR] = 3,
};

/* Accounting periods are kept where Slurm resets no usage as well. */
static enum fts_accounting_period _config_period(uint16_t reset_period)
{
	switch (reset_period) {
	case PRIORITY_RESET_DAILY:
		return FTS_PERIOD_DAY;
	case PRIORITY_RESET_WEEKLY:
		return FTS_PERIOD_WEEK;
	case PRIORITY_RESET_QUARTERLY:
		return FTS_PERIOD_QUARTER;
	case PRIORITY_RESET_YEARLY:
		return FTS_PERIOD_YEAR;
	default:
		return FTS_PERIOD_MONTH;
	}
}

static void _read_ledger(struct fts_priority_config *config)
{
	const struct ft_priority_option *option = &config->option;
	const struct ft_fs_goals *goals = &config->files->policy.goals;

	config->keep_ledger =
		option->ledger || ft_models[option->model].books ||
		ft_pbs_option_file(&option->pbs) || goals->metric != FT_FS_NONE;
	config->period = _config_period(slurm_conf.priority_reset_period);
	config->ledger = ft_ledger_defaults();
	config->ledger.periods = closed_periods[config->period];
	config->ledger.decay_time = option->pbs.decay_time;
	config->ledger.decay_factor = option->pbs.decay_factor;
	config->ledger.span = goals->span;
	fts_usage_formula_find(&option->pbs.usage, &config->usage_formula);
}

/*
 * Without slurmdbd there are neither associations nor their usage: age and
 * fairshare count only under a model that keeps usage by itself.
 */
static void _drop_usage(struct fts_priority_config *config)
{
	if (config->usage || fts_priority_config_own_usage(config))
		return;
	config->factor.age = 0;
	config->factor.fairshare = 0;
}

struct fts_priority_config *fts_priority_config_read(bool usage,
						     struct ft_err *err)
{
	struct fts_priority_config *config = xmalloc(sizeof(*config));

	config->references = 1;
	config->flags = slurm_conf.priority_flags;
	config->usage = usage;
	config->damping = slurm_conf.fs_dampening_factor;
	config->per_second =
		ft_decay_per_second((double) slurm_conf.priority_decay_hl);
	config->reset_period = slurm_conf.priority_reset_period;
	config->calc_period = slurm_conf.priority_calc_period;
	config->sweep_period = _sweep_period(config->calc_period);
	config->state_dir = xstrdup(slurm_conf.state_save_location);
	_read_factor(&config->factor, config->flags);
	config->files = fts_priority_files_read(usage, &config->option, err);
	if (!config->files || _read_tres(&config->factor, err)) {
		fts_priority_config_free(config);
		return NULL;
	}
	_drop_usage(config);
	_read_ledger(config);
	return config;
}

struct fts_priority_config *
fts_priority_config_again(const struct fts_priority_config *former)
{
	struct fts_priority_config *config = xmalloc(sizeof(*config));
	size_t size = former->factor.tres_count * sizeof(double);

	*config = *former;
	config->references = 1;
	config->files->references++;
	config->state_dir = xstrdup(former->state_dir);
	config->damping = slurm_conf.fs_dampening_factor;
	if (former->factor.tres) {
		double *tres = xmalloc(size);

		config->factor.tres = memcpy(tres, former->factor.tres, size);
	}
	return config;
}

void fts_priority_config_free(struct fts_priority_config *config)
{
	double *tres;

	if (!config || --config->references > 0)
		return;
	tres = (double *) config->factor.tres;
	xfree(tres);
	xfree(config->state_dir);
	fts_priority_files_free(config->files);
	xfree(config);
}

void fts_priority_config_log(const struct fts_priority_config *config)
{
	const struct ft_factor_policy *factor = &config->factor;

	log_flag(PRIO,
		 "fairtree: model %s, ties %s, damping %u, max age %u s, calc "
		 "period %u s, flags 0x%x",
		 ft_model_names[config->option.model],
		 ft_ties_names[config->option.ties], config->damping,
		 factor->max_age, config->calc_period, config->flags);
	log_flag(PRIO,
		 "fairtree: weights: age %u, assoc %u, fairshare %u, job size "
		 "%u, partition %u, qos %u",
		 factor->age, factor->assoc, factor->fairshare,
		 factor->job_size, factor->partition, factor->qos);
}

bool fts_priority_config_own_usage(const struct fts_priority_config *config)
{
	return ft_priority_books(&config->option);
}

bool fts_priority_config_ranks(const struct fts_priority_config *config)
{
	return ft_models[config->option.model].ranks;
}

struct ft_fairshare_policy
fts_priority_config_policy(const struct fts_priority_config *config)
{
	return (struct ft_fairshare_policy){
		.model = ft_models[config->option.model].associations,
		.ties = (enum ft_ties) config->option.ties,
		.damping = config->damping,
		.pbs_order = (enum ft_pbs_order) config->option.pbs.order,
		.enforce_no_shares = config->option.pbs.enforce_no_shares,
	};
}

enum ft_effective_kind
fts_priority_config_kind(const struct fts_priority_config *config)
{
	enum ft_effective_kind kind = ft_models[config->option.model].kind;

	return kind == FT_EFFECTIVE_BLEND &&
			       (config->flags & PRIORITY_FLAGS_DEPTH_OBLIVIOUS)
		       ? FT_EFFECTIVE_OBLIVIOUS
		       : kind;
}

const struct ft_component_policy *
fts_priority_config_components(const struct fts_priority_config *config)
{
	const struct ft_component_policy *policy =
		config->files->policy.components;

	return ft_component_policy_active(policy) ? policy : NULL;
}
