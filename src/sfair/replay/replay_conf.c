/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_conf.h.
 */
#define _GNU_SOURCE
#include "sfair/replay/replay_conf.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/conf.h"
#include "core/base/number.h"
#include "sfair/base/priority_site.h"
#include "sfair/replay/replay_key.h"

#define PROGRAM "sfair replay"

/* Where a model is asked for and a slurm.conf gives it no weight. */
enum { AGE = 1000, FAIRSHARE = 100000 };

const char *const sfair_replay_models[] = {
	"none", "simple", "effective", "fairtree", "pbs", "maui", "quota", NULL,
};

/* Slurm's defaults. */
static const struct ft_replay_share_setup usual_share = {
	.policy = {.model = FT_MODEL_FAIRTREE, .damping = 1},
	.half_life = 7 * 24 * 3600,
	.period = 300,
};

extern void sfair_replay_name(struct sfair_replay_column *column)
{
	const char *text =
		column->parameters ? column->parameters : column->conf;

	if (column->schedule)
		return; /* as the file says */
	if (!text || !*text)
		text = "default";
	if (column->model && strcmp(text, "default"))
		snprintf(column->name, sizeof(column->name), "%s, %s",
			 column->model, text);
	else
		snprintf(column->name, sizeof(column->name), "%s",
			 column->model ? column->model : text);
}

static void _warn_conf(void *context, const char *text)
{
	fprintf(stderr, PROGRAM ": %s: %s\n",
		((struct sfair_replay_column *) context)->name, text);
}

/* A weight of slurm.conf; 0 if it is not given. */
static int _conf_weight(const struct ft_conf *conf, const char *key,
			uint32_t *ret_weight, struct ft_err *err)
{
	const char *where, *text = ft_conf_get(conf, key, &where);
	int64_t value = 0;

	if (text && ft_number_int(text, 0, UINT32_MAX, &value))
		return ft_fail(err, -EINVAL,
			       "%s=%s: give a whole number, 0 to %" PRIu32,
			       where, text, UINT32_MAX);
	*ret_weight = (uint32_t) value;
	return 0;
}

/* What counts in slurmctld, and is the same for all jobs here. */
static void _name_idle(const struct ft_conf *conf)
{
	static const char *const keys[] = {
		"PriorityWeightQOS",
		"PriorityWeightPartition",
		"PriorityWeightAssoc",
		"PriorityWeightTRES",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *where, *text = ft_conf_get(conf, keys[i], &where);

		if (text && strcmp(text, "0"))
			fprintf(stderr,
				PROGRAM ": %s: not modelled: the log knows no "
					"accounts, QOS or partitions\n",
				where);
	}
}

/* A span of slurm.conf in seconds; what it was before if it is not given. */
static int _conf_span(const struct ft_conf *conf, const char *key,
		      int64_t *ret_seconds, struct ft_err *err)
{
	const char *where, *text = ft_conf_get(conf, key, &where);

	if (text && ft_number_span(text, 0, UINT32_MAX, ret_seconds))
		return ft_fail(err, -EINVAL,
			       "%s=%s: give a time such as 7-0 (days-hours)",
			       where, text);
	return 0;
}

/* A note where the log's accounts stand for those of the site. */
static void _name_stand_in(const char *where,
			   const struct ft_priority_option *option)
{
	if (option->model == FT_MODEL_QUOTA)
		fprintf(stderr,
			PROGRAM ": %s: model=quota: quotas are the parts of "
				"the shares, not those of a policy file\n",
			where);
	if (strcasecmp(option->fairshare.policy, "none"))
		fprintf(stderr,
			PROGRAM ": %s: fspolicy is not modelled: see --models "
				"for Maui's targets\n",
			where);
}

/* A note, lest this be taken for what another scheduler would do. */
static void _name_scheduler(const struct ft_conf *conf)
{
	const char *where, *text = ft_conf_get(conf, "SchedulerType", &where);

	if (text && strcasecmp(text, "sched/reserve"))
		fprintf(stderr,
			PROGRAM ": %s=%s: jobs are planned as sched/reserve "
				"would with these keys; nearer to "
				"sched/backfill is rsv_policy=currenthighest,"
				"rsv_compress=order beside them\n",
			where, text);
}

/* The model that PriorityFlags and PriorityParameters choose. */
static int _read_share(const struct ft_conf *conf,
		       struct sfair_replay_column *column, struct ft_err *err)
{
	struct ft_priority_site site = sfair_priority_site(conf);
	struct ft_replay_share_setup *share = &column->share;
	struct ft_priority_option option;
	const char *where,
		*text = ft_conf_get(conf, "PriorityParameters", &where);
	uint32_t damping;
	int rc = ft_priority_option_read(text, &site, &option, err);

	if (!rc)
		rc = _conf_weight(conf, "FairShareDampeningFactor", &damping,
				  err);
	if (!rc)
		rc = _conf_span(conf, "PriorityDecayHalfLife",
				&share->half_life, err);
	if (!rc)
		rc = _conf_span(conf, "PriorityCalcPeriod", &share->period,
				err);
	if (rc)
		return rc;
	if (!column->model)
		_name_stand_in(where, &option);
	share->policy = (struct ft_fairshare_policy){
		.model = (enum ft_model) option.model,
		.ties = (enum ft_ties) option.ties,
		.damping = damping ? (uint16_t) damping : 1,
		.pbs_order = (enum ft_pbs_order) option.pbs.order,
	};
	return 0;
}

static int _read_priority(const struct ft_conf *conf,
			  struct sfair_replay_column *column,
			  struct ft_err *err)
{
	struct ft_factor_policy *factor = &column->setup.factor;
	const char *text = ft_conf_get(conf, "PriorityType", NULL);
	int64_t seconds = 7 * 24 * 3600;
	int rc;

	if (!text || !strcasecmp(text, "priority/basic"))
		return 0;
	rc = _conf_weight(conf, "PriorityWeightAge", &factor->age, err);
	if (!rc)
		rc = _conf_weight(conf, "PriorityWeightJobSize",
				  &factor->job_size, err);
	if (!rc)
		rc = _conf_weight(conf, "PriorityWeightFairshare",
				  &factor->fairshare, err);
	if (!rc)
		rc = _conf_span(conf, "PriorityMaxAge", &seconds, err);
	if (!rc)
		rc = _read_share(conf, column, err);
	factor->max_age = seconds ? (uint32_t) seconds : 1;
	text = ft_conf_get(conf, "PriorityFavorSmall", NULL);
	factor->favor_small = text && !strcasecmp(text, "yes");
	if (!rc)
		_name_idle(conf);
	return rc;
}

/* A model that is asked for, in place of what slurm.conf says. */
static void _take_model(struct sfair_replay_column *column)
{
	struct ft_factor_policy *factor = &column->setup.factor;
	struct ft_replay_share_setup *share = &column->share;

	if (!strcmp(column->model, sfair_replay_models[0])) {
		factor->fairshare = 0;
		return;
	}
	if (!factor->fairshare) {
		factor->fairshare = FAIRSHARE;
		factor->age = AGE;
	}
	if (!factor->max_age)
		factor->max_age = 7 * 24 * 3600;
	share->targets = !strcmp(column->model, "maui");
	for (int i = 0; ft_model_names[i]; i++)
		if (!strcmp(column->model, ft_model_names[i]))
			share->policy.model = (enum ft_model) i;
}

/* What auto stands for; of Maui's weights none counts here. */
static void _set_overrule(struct sfair_replay_column *column)
{
	column->setup.overrule = ft_overrule_auto(
		"priority/multifactor", column->setup.factor.fairshare, NULL);
}

/* With --models a file is read once for each of them. */
static bool _is_repeated(const struct sfair_replay_column *column)
{
	return column->model && strcmp(column->model, sfair_replay_models[0]);
}

extern int sfair_replay_conf(struct sfair_replay_column *column,
			     struct ft_err *err)
{
	struct ft_conf *conf = NULL;
	const char *parameters = column->parameters;
	const char *where = "--parameters";
	int rc = 0;

	column->share = usual_share;
	if (column->conf)
		rc = ft_conf_read(column->conf, &conf, err);
	if (rc)
		return rc;
	if (conf)
		rc = _read_priority(conf, column, err);
	if (!rc && conf)
		_name_scheduler(conf);
	if (conf && !parameters) {
		parameters = ft_conf_get(conf, "SchedulerParameters", &where);
		if (parameters && !_is_repeated(column))
			sfair_replay_keys_name(where, parameters);
	}
	if (!rc)
		rc = ft_schedule_options_given(where, parameters,
					       &column->setup.options,
					       _warn_conf, column, err);
	if (!rc && column->model)
		_take_model(column);
	if (!rc)
		_set_overrule(column);
	ft_conf_free(conf);
	return rc;
}
