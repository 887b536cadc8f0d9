/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair replay - a recorded log of jobs, scheduled again under one or several
 * configurations side by side.
 *
 * It is the engine that sched/reserve runs.  Refuses to pretend: what a
 * slurm.conf says that a replay does not model is named.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/conf.h"
#include "core/number.h"
#include "core/outcome.h"
#include "core/record.h"
#include "sfair/priority_site.h"
#include "sfair/replay_plot.h"
#include "sfair/schedule_file.h"
#include "sfair/sfair.h"
#include "sfair/trace_file.h"

enum { RUNS_MAX = 16, NAME = 28 };

#define PROGRAM "sfair replay"

/* One column of the table. */
struct column {
	const char *conf;	/* a slurm.conf; NULL: none */
	const char *parameters; /* in place of its SchedulerParameters */
	const char *schedule;	/* a file: nothing is simulated */
	char name[SFAIR_SCHEDULE_NAME];
	struct ft_replay_setup setup;
	struct ft_replay_share_setup share;
	struct ft_replay replay;
	struct ft_outcome outcome;
};

struct call {
	struct column column[RUNS_MAX];
	uint32_t count;
	int64_t nodes, processors, jobs, grace;
	bool chain, json;
	const char *trace, *plot, *starts;
};

/* Slurm's defaults. */
static const struct ft_replay_share_setup usual_share = {
	.policy = {.model = FT_MODEL_FAIRTREE, .damping = 1},
	.half_life = 7 * 24 * 3600,
	.period = 300,
};

static const char *_name(const struct column *column)
{
	if (column->schedule)
		return column->name;
	if (column->parameters)
		return *column->parameters ? column->parameters : "default";
	return column->conf ? column->conf : "default";
}

static void _warn(void *context, const char *text)
{
	fprintf(stderr, PROGRAM ": %s: %s\n", _name(context), text);
}

/* A weight of slurm.conf; 0 if it is not given. */
static int _weight(const struct ft_conf *conf, const char *key,
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
static int _span(const struct ft_conf *conf, const char *key,
		 int64_t *ret_seconds, struct ft_err *err)
{
	const char *where, *text = ft_conf_get(conf, key, &where);

	if (text && ft_number_span(text, 0, UINT32_MAX, ret_seconds))
		return ft_fail(err, -EINVAL,
			       "%s=%s: give a time such as 7-0 (days-hours)",
			       where, text);
	return 0;
}

/* The model that PriorityFlags and PriorityParameters choose. */
static int _read_share(const struct ft_conf *conf, struct column *column,
		       struct ft_err *err)
{
	struct ft_priority_site site = sfair_priority_site(conf);
	struct ft_replay_share_setup *share = &column->share;
	struct ft_priority_option option;
	const char *where,
		*text = ft_conf_get(conf, "PriorityParameters", &where);
	uint32_t damping;
	int rc = ft_priority_option_read(text, &site, &option, err);

	if (!rc)
		rc = _weight(conf, "FairShareDampeningFactor", &damping, err);
	if (!rc)
		rc = _span(conf, "PriorityDecayHalfLife", &share->half_life,
			   err);
	if (!rc)
		rc = _span(conf, "PriorityCalcPeriod", &share->period, err);
	if (rc)
		return rc;
	if (option.model == FT_MODEL_QUOTA)
		return ft_fail(err, -EINVAL,
			       "%s: model=quota is not modelled: its quotas "
			       "need accounts, which a log has not",
			       where);
	share->policy = (struct ft_fairshare_policy){
		.model = (enum ft_model) option.model,
		.ties = (enum ft_ties) option.ties,
		.damping = damping ? (uint16_t) damping : 1,
		.pbs_order = (enum ft_pbs_order) option.pbs.order,
	};
	return 0;
}

static int _read_priority(const struct ft_conf *conf, struct column *column,
			  struct ft_err *err)
{
	struct ft_factor_policy *factor = &column->setup.factor;
	const char *text = ft_conf_get(conf, "PriorityType", NULL);
	int64_t seconds = 7 * 24 * 3600;
	int rc;

	if (!text || !strcasecmp(text, "priority/basic"))
		return 0;
	rc = _weight(conf, "PriorityWeightAge", &factor->age, err);
	if (!rc)
		rc = _weight(conf, "PriorityWeightJobSize", &factor->job_size,
			     err);
	if (!rc)
		rc = _weight(conf, "PriorityWeightFairshare",
			     &factor->fairshare, err);
	if (!rc)
		rc = _span(conf, "PriorityMaxAge", &seconds, err);
	if (!rc)
		rc = _read_share(conf, column, err);
	factor->max_age = seconds ? (uint32_t) seconds : 1;
	text = ft_conf_get(conf, "PriorityFavorSmall", NULL);
	factor->favor_small = text && !strcasecmp(text, "yes");
	if (!rc)
		_name_idle(conf);
	return rc;
}

static int _read_column(struct column *column, struct ft_err *err)
{
	struct ft_conf *conf = NULL;
	const char *parameters = column->parameters;
	int rc = 0;

	if (column->conf)
		rc = ft_conf_read(column->conf, &conf, err);
	if (rc)
		return rc;
	if (conf)
		rc = _read_priority(conf, column, err);
	if (conf && !parameters)
		parameters = ft_conf_get(conf, "SchedulerParameters", NULL);
	if (!rc)
		rc = ft_schedule_options_read(
			parameters, &column->setup.options, _warn, column, err);
	ft_conf_free(conf);
	return rc;
}

static int _take_schedule(struct column *column, struct ft_err *err)
{
	int rc = sfair_schedule_read(column->schedule, &column->setup,
				     &column->replay, column->name, err);

	if (!rc && ft_record_fill(&column->setup, &column->replay))
		rc = ft_fail(err, -ENOMEM, "out of memory");
	return rc;
}

static int _run_column(const struct call *call,
		       const struct ft_workload *workload,
		       struct column *column, struct ft_err *err)
{
	struct ft_replay_setup *setup = &column->setup;
	int rc;

	column->share = usual_share;
	setup->share = &column->share;
	rc = _read_column(column, err);

	if (rc)
		return rc;
	if (!setup->factor.fairshare)
		column->share.period = INT64_MAX; /* nobody asks for factors */
	setup->workload = workload;
	setup->nodes = (uint32_t) call->nodes;
	setup->jobs = (uint32_t) call->jobs;
	setup->chain = call->chain;
	setup->factor.cluster_cpus = (uint32_t) workload->processors;
	setup->factor.node_count = setup->nodes;
	setup->grace = call->grace;
	rc = column->schedule ? _take_schedule(column, err)
			      : ft_replay_run(setup, &column->replay, err);
	if (!rc && ft_outcome_make(setup, &column->replay, &column->outcome))
		rc = ft_fail(err, -ENOMEM, "out of memory");
	return rc;
}

struct figure {
	const char *key, *title;
	double value;
	int digits;
};

enum { FIGURES = 16 };

/* In the order of the table. */
static void _figures(const struct column *column, struct figure figure[FIGURES])
{
	const struct ft_outcome *o = &column->outcome;
	const struct figure list[FIGURES] = {
		{"jobs", "jobs", o->jobs, 0},
		{"mean_wait", "mean wait, s", o->mean_wait, 0},
		{"median_wait", "median wait, s", o->median_wait, 0},
		{"longest_wait", "longest wait, s", (double) o->longest_wait,
		 0},
		{"mean_slowdown", "mean bounded slowdown", o->mean_slowdown, 2},
		{"utilisation", "utilisation", o->utilisation, 4},
		{"loss", "loss of capacity", o->loss, 4},
		{"dispersion", "dispersion over users", o->dispersion, 3},
		{"promises", "jobs with a promised start", o->promises, 0},
		{"median_error", "median error of it, s", o->median_error, 0},
		{"error_95", "95th percentile, s", o->error_95, 0},
		{"late", "started later than promised", o->late, 0},
		{"broken", "promises broken from behind", o->broken, 0},
		{"group_error", "squared share error, groups", o->group_error,
		 4},
		{"user_error", "squared share error, users", o->user_error, 4},
		{"plans", "plans",
		 (double) (column->replay.plans.fresh +
			   column->replay.plans.repaired),
		 0},
	};

	memcpy(figure, list, sizeof(list));
}

/* Beside the first configuration the others have their ratio to it. */
static void _print_table(const struct call *call)
{
	struct figure first[FIGURES], figure[FIGURES];

	printf("%-*s", NAME, "");
	for (uint32_t c = 0; c < call->count; c++)
		printf("  [%" PRIu32 "]%*s", c + 1, c ? 16 : 7, "");
	putchar('\n');
	_figures(&call->column[0], first);
	for (size_t i = 0; i < FIGURES; i++) {
		printf("%-*s", NAME, first[i].title);
		for (uint32_t c = 0; c < call->count; c++) {
			_figures(&call->column[c], figure);
			printf("  %10.*f", figure[i].digits, figure[i].value);
			if (c && first[i].value != 0)
				printf(" (%5.2f)",
				       figure[i].value / first[i].value);
			else if (c)
				printf("        ");
		}
		putchar('\n');
	}
	for (uint32_t c = 0; c < call->count; c++)
		printf("[%" PRIu32 "] %s\n", c + 1, _name(&call->column[c]));
}

static void _print_json(const struct call *call)
{
	struct json_object *list = json_object_new_array();

	for (uint32_t c = 0; c < call->count; c++) {
		struct json_object *row = json_object_new_object();
		struct figure figure[FIGURES];

		_figures(&call->column[c], figure);
		json_object_object_add(
			row, "configuration",
			json_object_new_string(_name(&call->column[c])));
		for (size_t i = 0; i < FIGURES; i++)
			json_object_object_add(
				row, figure[i].key,
				figure[i].digits
					? json_object_new_double(
						  figure[i].value)
					: json_object_new_int64(
						  (int64_t) (figure[i].value +
							     0.5)));
		json_object_array_add(list, row);
	}
	puts(json_object_to_json_string_ext(list, JSON_C_TO_STRING_PRETTY));
	json_object_put(list);
}

static int _plot(const struct call *call, struct ft_err *err)
{
	struct sfair_plot_line line[RUNS_MAX];

	if (!call->plot)
		return 0;
	for (uint32_t c = 0; c < call->count; c++)
		line[c] = (struct sfair_plot_line){
			.name = _name(&call->column[c]),
			.replay = &call->column[c].replay,
		};
	return sfair_replay_plot(call->plot, line, call->count, err);
}

/* One line a job, in the log's order of submission; -1: no promise. */
static int _write_starts(const struct call *call,
			 const struct ft_workload *workload, struct ft_err *err)
{
	const struct ft_replay *replay = &call->column[0].replay;
	FILE *out;

	if (!call->starts)
		return 0;
	out = fopen(call->starts, "we");
	if (!out)
		return ft_fail(err, -errno, "--starts %s: %s", call->starts,
			       strerror(errno));
	fputs("# job submit start end promise\n", out);
	for (uint32_t i = 0; i < replay->job_count; i++) {
		const struct ft_replay_job *job = &replay->job[i];

		fprintf(out,
			"%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
			" %" PRId64 "\n",
			workload->job[i].number, job->submit, job->start,
			job->end, job->promise == FT_NEVER ? -1 : job->promise);
	}
	if (fclose(out))
		return ft_fail(err, -errno, "--starts %s: %s", call->starts,
			       strerror(errno));
	return 0;
}

static int _replay(struct call *call)
{
	struct ft_workload workload = {0};
	struct ft_err err = {0};
	int rc = sfair_trace_read(call->trace, call->processors, &workload,
				  &err);

	if (!rc && (workload.dropped || workload.cut))
		fprintf(stderr,
			PROGRAM ": %s: %" PRIu32 " jobs left out, %" PRIu32
				" run times cut at the request\n",
			call->trace, workload.dropped, workload.cut);
	for (uint32_t c = 0; !rc && c < call->count; c++)
		rc = _run_column(call, &workload, &call->column[c], &err);
	if (!rc)
		rc = _plot(call, &err);
	if (!rc)
		rc = _write_starts(call, &workload, &err);
	if (rc)
		fprintf(stderr, PROGRAM ": %s\n", err.text);
	else if (call->json)
		_print_json(call);
	else
		_print_table(call);
	for (uint32_t c = 0; c < call->count; c++)
		ft_replay_free(&call->column[c].replay);
	ft_workload_free(&workload);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

static const char usage[] =
	"Usage: sfair replay [OPTION]... TRACE\n\n"
	"Schedules a log in the Standard Workload Format (gzipped or not, -:\n"
	"standard input) again, in simulated time, and prints what became of\n"
	"waits, slowdowns and promised starts.\n\n"
	"  --conf FILE        a slurm.conf: SchedulerParameters, and the\n"
	"                     weights of age and job size\n"
	"  --parameters TEXT  SchedulerParameters as TEXT\n"
	"                     Each of both adds a configuration; they stand\n"
	"                     side by side, with ratios to the first.\n"
	"  --schedule FILE    what happened elsewhere, as --starts writes it: "
	"one\n"
	"                     more configuration, measured and not simulated\n"
	"  --grace SECONDS    a start that much after its promise keeps it "
	"(0)\n"
	"  --nodes N          that share the log's processors evenly\n"
	"                     (1: processors are counted, not named)\n"
	"  --processors N     of the machine, in place of the log's\n"
	"  --jobs N           only the first N\n"
	"  --chain            a job that followed another in the log comes\n"
	"                     after its end and its user's think time\n"
	"  --starts FILE      when each job started, under the first\n"
	"                     configuration\n"
	"  --plot FILE        utilisation and queue over time, as PNG\n"
	"  --json             the figures as JSON";

enum {
	CONF = 256,
	PARAMETERS,
	SCHEDULE,
	GRACE,
	NODES,
	PROCESSORS,
	JOBS,
	CHAIN,
	STARTS,
	PLOT
};

static const struct option options[] = {
	{"conf", required_argument, NULL, CONF},
	{"parameters", required_argument, NULL, PARAMETERS},
	{"schedule", required_argument, NULL, SCHEDULE},
	{"grace", required_argument, NULL, GRACE},
	{"nodes", required_argument, NULL, NODES},
	{"processors", required_argument, NULL, PROCESSORS},
	{"jobs", required_argument, NULL, JOBS},
	{"chain", no_argument, NULL, CHAIN},
	{"starts", required_argument, NULL, STARTS},
	{"plot", required_argument, NULL, PLOT},
	{"json", no_argument, NULL, 'j'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

static int _number(const char *name, const char *text, int64_t *ret_value)
{
	if (!ft_number_int(text, 1, INT32_MAX, ret_value))
		return 0;
	fprintf(stderr, PROGRAM ": --%s %s: give a whole number above 0\n",
		name, text);
	return -EINVAL;
}

static int _add_column(struct call *call, struct column column)
{
	if (call->count == RUNS_MAX) {
		fprintf(stderr, PROGRAM ": at most %d configurations\n",
			RUNS_MAX);
		return -EINVAL;
	}
	call->column[call->count++] = column;
	return 0;
}

/* 0, or -EINVAL for a wrong call. */
static int _take(struct call *call, int c, const char *name)
{
	switch (c) {
	case CONF:
		return _add_column(call, (struct column){.conf = optarg});
	case PARAMETERS:
		return _add_column(call, (struct column){.parameters = optarg});
	case SCHEDULE:
		return _add_column(call, (struct column){.schedule = optarg});
	case GRACE:
		return _number(name, optarg, &call->grace);
	case NODES:
		return _number(name, optarg, &call->nodes);
	case PROCESSORS:
		return _number(name, optarg, &call->processors);
	case JOBS:
		return _number(name, optarg, &call->jobs);
	case CHAIN:
		call->chain = true;
		return 0;
	case STARTS:
		call->starts = optarg;
		return 0;
	case PLOT:
		call->plot = optarg;
		return 0;
	case 'j':
		call->json = true;
		return 0;
	default:
		return -EINVAL;
	}
}

int sfair_replay(int argc, char **argv)
{
	static struct call call;
	int c, at = 0;

	call = (struct call){.nodes = 1};
	while ((c = getopt_long(argc, argv, "", options, &at)) != -1) {
		if (c == 'h') {
			puts(usage);
			return SFAIR_DONE;
		}
		if (_take(&call, c, c == '?' ? "" : options[at].name))
			return SFAIR_USAGE;
	}
	if (optind != argc - 1) {
		fputs(PROGRAM ": give one log: see " PROGRAM " --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	call.trace = argv[optind];
	if (!call.count)
		_add_column(&call, (struct column){0});
	return _replay(&call);
}
