/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See component.h.
 */
#include "core/priority/component.h"

#define TARGET_NEAR 1e-4 /* nearer to a target than this counts as this */
#define TARGET_MISSED 1e8

static const char *const components[FT_COMPONENTS] = {
	[FT_CRED] = "cred", [FT_FS] = "fs",	    [FT_RES] = "res",
	[FT_SERV] = "serv", [FT_TARGET] = "target", [FT_USAGE] = "usage",
};

static const struct {
	enum ft_component component;
	const char *word;
} subcomponents[FT_SUBCOMPONENTS] = {
	[FT_CRED_USER] = {FT_CRED, "user"},
	[FT_CRED_GROUP] = {FT_CRED, "group"},
	[FT_CRED_ACCOUNT] = {FT_CRED, "account"},
	[FT_CRED_QOS] = {FT_CRED, "qos"},
	[FT_CRED_CLASS] = {FT_CRED, "class"},
	[FT_FS_USER] = {FT_FS, "user"},
	[FT_FS_GROUP] = {FT_FS, "group"},
	[FT_FS_ACCOUNT] = {FT_FS, "account"},
	[FT_FS_QOS] = {FT_FS, "qos"},
	[FT_FS_CLASS] = {FT_FS, "class"},
	[FT_RES_NODE] = {FT_RES, "node"},
	[FT_RES_PROC] = {FT_RES, "proc"},
	[FT_RES_MEM] = {FT_RES, "mem"},
	[FT_RES_DISK] = {FT_RES, "disk"},
	[FT_RES_PS] = {FT_RES, "ps"},
	[FT_RES_PE] = {FT_RES, "pe"},
	[FT_RES_WALLTIME] = {FT_RES, "walltime"},
	[FT_SERV_QUEUETIME] = {FT_SERV, "queuetime"},
	[FT_SERV_XFACTOR] = {FT_SERV, "xfactor"},
	[FT_SERV_BYPASS] = {FT_SERV, "bypass"},
	[FT_TARGET_QUEUETIME] = {FT_TARGET, "queuetime"},
	[FT_TARGET_XFACTOR] = {FT_TARGET, "xfactor"},
	[FT_USAGE_CONSUMED] = {FT_USAGE, "consumed"},
	[FT_USAGE_REMAINING] = {FT_USAGE, "remaining"},
	[FT_USAGE_PERCENT] = {FT_USAGE, "percent"},
	[FT_USAGE_EXECUTIONTIME] = {FT_USAGE, "executiontime"},
};

/* The first subcomponent behind those of each component. */
static const int past[FT_COMPONENTS] = {
	[FT_CRED] = FT_FS_USER,		 [FT_FS] = FT_RES_NODE,
	[FT_RES] = FT_SERV_QUEUETIME,	 [FT_SERV] = FT_TARGET_QUEUETIME,
	[FT_TARGET] = FT_USAGE_CONSUMED, [FT_USAGE] = FT_SUBCOMPONENTS,
};

enum ft_component ft_component_of(enum ft_subcomponent subcomponent)
{
	return subcomponents[subcomponent].component;
}

const char *ft_component_word(enum ft_component component)
{
	return components[component];
}

const char *ft_subcomponent_word(enum ft_subcomponent subcomponent)
{
	return subcomponents[subcomponent].word;
}

/* Neither is ever NaN; fmax() would be a call. */
static double _larger_component(double a, double b)
{
	return a > b ? a : b;
}

static double _component_part(double wanted, double there_is)
{
	return there_is > 0 ? wanted / there_is : 0;
}

double ft_component_equivalents(const struct ft_component_system *system,
				const struct ft_component_job *job)
{
	double part = _component_part(job->cpus, system->cpus);

	part = _larger_component(part,
				 _component_part(job->mem_mb, system->mem_mb));
	part = _larger_component(
		part, _component_part(job->disk_mb, system->disk_mb));
	part = _larger_component(part,
				 _component_part(job->gpus, system->gpus));
	return part * system->cpus;
}

double ft_component_xfactor(double xfminwclimit,
			    const struct ft_component_job *job)
{
	double limit = _larger_component(xfminwclimit, job->walltime);

	return limit > 0 ? 1 + job->waited / limit : 1;
}

double ft_component_urgency(double target, double value)
{
	double distance = target - value;

	if (!(target > 0))
		return 0;
	if (!(distance > 0))
		return TARGET_MISSED * (value / target);
	distance = _larger_component(distance, TARGET_NEAR);
	return 1 / (distance * distance);
}

static void _component_usage(const struct ft_component_job *job,
			     struct ft_component_term *term)
{
	double cpus = job->running ? job->cpus : 0;
	double elapsed = job->running ? job->elapsed : 0;

	term[FT_USAGE_CONSUMED].value = cpus * elapsed;
	term[FT_USAGE_REMAINING].value =
		cpus * _larger_component(0, job->walltime - elapsed);
	term[FT_USAGE_PERCENT].value =
		100 * _component_part(elapsed, job->walltime);
	term[FT_USAGE_EXECUTIONTIME].value = elapsed;
}

static void _component_values(const struct ft_component_weights *weights,
			      const struct ft_component_system *system,
			      const struct ft_component_job *job,
			      struct ft_component_term *term)
{
	double xfactor = ft_component_xfactor(weights->xfminwclimit, job);

	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		term[FT_CRED_USER + kind].value = job->priority[kind];
		term[FT_FS_USER + kind].value = job->delta[kind];
	}
	term[FT_RES_NODE].value = job->nodes;
	term[FT_RES_PROC].value = job->cpus;
	term[FT_RES_MEM].value = job->mem_mb;
	term[FT_RES_DISK].value = job->disk_mb;
	term[FT_RES_PS].value = job->cpus * job->walltime;
	term[FT_RES_PE].value = ft_component_equivalents(system, job);
	term[FT_RES_WALLTIME].value = job->walltime;
	term[FT_SERV_QUEUETIME].value = job->waited / 60;
	term[FT_SERV_XFACTOR].value = xfactor;
	term[FT_SERV_BYPASS].value = job->bypass;
	term[FT_TARGET_QUEUETIME].value = ft_component_urgency(
		job->qos.queuetime_target / 60, job->waited / 60);
	term[FT_TARGET_XFACTOR].value =
		ft_component_urgency(job->qos.xfactor_target, xfactor);
	_component_usage(job, term);
}

static double _weigh_component(struct ft_component_term *term)
{
	double value = term->value;

	if (term->cap > 0 && value > term->cap)
		value = term->cap;
	term->contribution = term->weight * value;
	return term->contribution;
}

static void _set_weights(const struct ft_component_weights *weights,
			 const struct ft_component_qos *qos,
			 struct ft_component_result *result)
{
	struct ft_component_term *term = result->term;

	for (int i = 0; i < FT_SUBCOMPONENTS; i++) {
		term[i].weight = weights->weight[i];
		term[i].cap = weights->cap[i];
	}
	term[FT_SERV_QUEUETIME].weight += qos->queuetime_weight;
	term[FT_SERV_XFACTOR].weight += qos->xfactor_weight;
	for (int i = 0; i < FT_COMPONENTS; i++) {
		result->component[i].weight = weights->component[i];
		result->component[i].cap = weights->component_cap[i];
	}
}

void ft_component_compute(const struct ft_component_weights *weights,
			  const struct ft_component_system *system,
			  const struct ft_component_job *job,
			  struct ft_component_result *ret_result)
{
	int at = 0;

	_component_values(weights, system, job, ret_result->term);
	_set_weights(weights, &job->qos, ret_result);
	ret_result->points = 0;
	for (int i = 0; i < FT_COMPONENTS; i++) {
		double sum = 0;

		for (; at < past[i]; at++)
			sum += _weigh_component(&ret_result->term[at]);
		ret_result->component[i].value = sum;
		ret_result->points +=
			_weigh_component(&ret_result->component[i]);
	}
}
