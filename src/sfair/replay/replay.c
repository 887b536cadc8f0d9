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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/replay/record.h"
#include "core/replay/shake.h"
#include "sfair/base/json_file.h"
#include "sfair/replay/replay_conf.h"
#include "sfair/replay/replay_key.h"
#include "sfair/replay/replay_page.h"
#include "sfair/replay/replay_plot.h"
#include "sfair/replay/replay_print.h"
#include "sfair/replay/replay_spread.h"
#include "sfair/replay/schedule_file.h"
#include "sfair/base/sfair.h"
#include "sfair/replay/trace_file.h"
#include "sfair/tree/tree_file.h"

#define PROGRAM "sfair replay"
/* In place of a file: accounts are the log's groups. */
#define GROUPS "groups"

struct call {
	struct sfair_replay_column column[SFAIR_COLUMNS_MAX];
	uint32_t count;
	int64_t nodes, processors, memory, jobs, grace;
	int64_t window;
	int64_t shake, seed, shake_by; /* copies; 0: none */
	bool chain, json, models;
	const char *trace, *plot, *plot_shares, *html, *starts, *shares,
		*limits;
	const char *machine;
	struct sfair_replay_rows rows;
	struct ft_workload log;	     /* as it was read */
	struct ft_workload workload; /* it, or a copy that was shaken */
	struct ft_population population;
	struct ft_replay_limit limit;
	struct ft_vertex_list tree; /* as --shares gives it, for each copy */
	struct ft_rule_list rules;  /* of --limits */
	struct ft_fleet fleet;	    /* of --machine */
};

static int _take_schedule(struct sfair_replay_column *column,
			  struct ft_err *err)
{
	int rc = sfair_schedule_read(column->schedule, &column->setup,
				     &column->replay, column->name, err);

	if (!rc && ft_record_fill(&column->setup, &column->replay))
		rc = ft_no_memory(err);
	return rc;
}

/* Under one configuration; ret_replay is to be freed in any case. */
static int _run_column(const struct call *call,
		       struct sfair_replay_column *column,
		       struct ft_replay *ret_replay,
		       struct ft_outcome *ret_outcome, struct ft_err *err)
{
	struct ft_replay_setup *setup = &column->setup;
	int rc;

	column->share.population = &call->population;
	setup->population = &call->population;
	setup->window = call->window;
	if (call->limits)
		setup->limit = &call->limit;
	if (setup->factor.fairshare)
		setup->share = &column->share;
	setup->workload = &call->workload;
	setup->nodes = (uint32_t) call->nodes;
	setup->memory = call->memory;
	setup->fleet = call->machine ? &call->fleet : NULL;
	setup->jobs = (uint32_t) call->jobs;
	setup->chain = call->chain;
	setup->unheld = call->rows.unheld;
	setup->factor.cluster_cpus = (uint32_t) call->workload.processors;
	setup->factor.node_count = setup->nodes;
	setup->grace = call->grace;
	rc = column->schedule ? _take_schedule(column, err)
			      : ft_replay_run(setup, ret_replay, err);
	if (!rc && ft_outcome_make(setup, ret_replay, ret_outcome))
		rc = ft_no_memory(err);
	return rc;
}

static int _read_statements(const char *path, ft_statement_take take,
			    void *context, struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (!rc)
		rc = ft_statement_read(text, path, take, context, err);
	free(text);
	return rc;
}

static int _read_machine(struct call *call, struct ft_err *err)
{
	struct ft_err why = {0};
	int rc = _read_statements(call->machine, ft_fleet_take, &call->fleet,
				  err);

	if (rc)
		return rc;
	if (ft_fleet_check(&call->fleet, &why))
		return ft_fail(err, why.code, "%s: %.400s", call->machine,
			       why.text);
	call->nodes = ft_fleet_nodes(&call->fleet);
	return 0;
}

/* A file may be a pipe: it is read once, whatever becomes of it. */
static int _read_rules(struct call *call, struct ft_err *err)
{
	bool pbs;
	int rc = 0;

	if (call->shares && strcmp(call->shares, GROUPS))
		rc = sfair_tree_read(call->shares, 0, &call->tree, &pbs, err);
	if (rc || !call->limits)
		return rc;
	return _read_statements(call->limits, ft_rule_list_take, &call->rules,
				err);
}

static int _use_tree(struct call *call, struct ft_err *err)
{
	struct ft_vertex_list list = {0};
	struct ft_err why = {0};
	int rc = ft_vertex_copy(&list, &call->tree);

	if (rc)
		return ft_fail(err, rc, "out of memory");
	rc = ft_population_given(&call->workload, &list, &call->population,
				 &why);
	if (list.vertex)
		ft_vertex_fini(&list);
	return rc ? ft_fail(err, rc, "%s: %.400s", call->shares, why.text) : 0;
}

static int _populate(struct call *call, struct ft_err *err)
{
	int rc;

	if (call->shares && strcmp(call->shares, GROUPS))
		return _use_tree(call, err);
	rc = call->shares
		     ? ft_population_groups(&call->workload, &call->population)
		     : ft_population_make_up(&call->workload,
					     &call->population);
	return rc ? ft_fail(err, rc, "out of memory") : 0;
}

static int _use_limits(struct call *call, bool say, struct ft_err *err)
{
	struct ft_err why = {0};
	uint32_t dropped = 0;
	int rc = ft_replay_limit_make(&call->limit, &call->rules,
				      &call->workload, &call->population,
				      &dropped, &why);

	if (rc)
		return ft_fail(err, rc, "%s: %.400s", call->limits, why.text);
	if (dropped && say)
		fprintf(stderr,
			PROGRAM ": %s: %" PRIu32 " jobs left out that ask for "
				"more than a limit\n",
			call->limits, dropped);
	return 0;
}

static int _plot(const struct call *call, struct ft_err *err)
{
	struct sfair_plot_line line[SFAIR_COLUMNS_MAX];
	int rc = 0;

	for (uint32_t c = 0; c < call->count; c++)
		line[c] = (struct sfair_plot_line){
			.name = call->column[c].name,
			.replay = &call->column[c].replay,
		};
	if (call->plot)
		rc = sfair_replay_plot(call->plot, line, call->count, err);
	if (!rc && call->plot_shares)
		rc = sfair_replay_plot_shares(call->plot_shares, line,
					      call->count, &call->population,
					      err);
	return rc;
}

/* One line a job, in the log's order of submission; -1: no promise. */
static int _write_starts(const struct call *call, struct ft_err *err)
{
	const struct ft_workload *workload = &call->workload;
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

static void _say_drops(const struct call *call)
{
	char drops[FT_ERR_TEXT];

	ft_workload_drops(&call->log, drops, sizeof(drops));
	if (call->log.dropped)
		fprintf(stderr, PROGRAM ": %s: %" PRIu32 " jobs left out: %s\n",
			call->trace, call->log.dropped, drops);
	if (call->log.cut)
		fprintf(stderr,
			PROGRAM ": %s: %" PRIu32
				" run times cut at the request\n",
			call->trace, call->log.cut);
}

static int _read_log(struct call *call, struct ft_err *err)
{
	struct ft_workload_machine machine = {
		.processors = call->processors,
		.nodes = call->nodes,
		.memory = call->memory,
		.fleet = call->machine ? &call->fleet : NULL,
	};
	int rc = sfair_trace_read(call->trace, &machine, &call->log, err);

	if (!rc)
		_say_drops(call);
	if (!rc && call->log.ignored)
		fprintf(stderr,
			PROGRAM ": %s: of %" PRIu32 " jobs something that they "
				"ask for is not looked at\n",
			call->trace, call->log.ignored);
	return rc;
}

static void _forget_copy(struct call *call)
{
	ft_replay_limit_free(&call->limit);
	ft_population_free(&call->population);
	ft_workload_free(&call->workload);
}

/* The workload, its accounts and limits; copy 0 is the log itself. */
static int _make_copy(struct call *call, int64_t copy, struct ft_err *err)
{
	int rc;

	_forget_copy(call);
	rc = ft_shake(&call->log, (uint64_t) call->seed << 32 | (uint64_t) copy,
		      copy ? call->shake_by : 0, &call->workload);
	if (rc)
		return ft_fail(err, rc, "out of memory");
	rc = _populate(call, err);
	return rc || !call->limits ? rc : _use_limits(call, copy == 0, err);
}

static int _run_log(struct call *call, struct ft_err *err)
{
	int rc = _make_copy(call, 0, err);

	for (uint32_t c = 0; !rc && c < call->count; c++) {
		struct sfair_replay_column *column = &call->column[c];

		sfair_replay_name(column);
		rc = sfair_replay_conf(column, err);
		if (!rc)
			rc = _run_column(call, column, &column->replay,
					 &column->outcome, err);
	}
	if (!rc)
		rc = _plot(call, err);
	if (!rc && call->html)
		rc = sfair_replay_page(call->html, call->trace, call->column,
				       call->count, err);
	if (!rc)
		rc = _write_starts(call, err);
	if (!rc && !call->shake)
		rc = (call->json ? sfair_replay_json : sfair_replay_table)(
			call->column, call->count, &call->rows, err);
	return rc;
}

static int _run_copies(struct call *call, struct ft_err *err)
{
	size_t copies = (size_t) call->shake;
	int rc = 0;

	for (uint32_t c = 0; c < call->count; c++) {
		call->column[c].shaken =
			calloc(copies, sizeof(struct ft_outcome));
		if (!call->column[c].shaken)
			return ft_no_memory(err);
	}
	for (size_t i = 0; !rc && i < copies; i++) {
		rc = _make_copy(call, (int64_t) i + 1, err);
		for (uint32_t c = 0; !rc && c < call->count; c++) {
			struct ft_replay replay = {0};

			rc = _run_column(call, &call->column[c], &replay,
					 &call->column[c].shaken[i], err);
			ft_replay_free(&replay);
		}
	}
	return rc ? rc
		  : sfair_replay_spread(call->column, call->count,
					(uint32_t) copies, call->json, err);
}

static int _replay(struct call *call)
{
	struct ft_err err = {0};
	int rc = call->machine ? _read_machine(call, &err) : 0;

	if (!rc)
		rc = _read_log(call, &err);
	if (!rc)
		rc = _read_rules(call, &err);
	if (!rc)
		rc = _run_log(call, &err);
	if (!rc && call->shake)
		rc = _run_copies(call, &err);
	if (rc)
		fprintf(stderr, PROGRAM ": %s\n", err.text);
	for (uint32_t c = 0; c < call->count; c++) {
		ft_replay_free(&call->column[c].replay);
		free(call->column[c].shaken);
	}
	_forget_copy(call);
	ft_rule_list_free(&call->rules);
	ft_fleet_free(&call->fleet);
	if (call->tree.vertex)
		ft_vertex_fini(&call->tree);
	ft_workload_free(&call->log);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

static const char usage[] =
	"Usage: sfair replay [OPTION]... TRACE\n\n"
	"Schedules a log in the Standard Workload Format (gzipped or not, -:\n"
	"standard input) again, in simulated time, and prints what became of\n"
	"waits, slowdowns and promised starts.\n\n"
	"  --conf FILE        a slurm.conf: SchedulerParameters, and weights\n"
	"                     of age, job size and fairshare\n"
	"  --parameters TEXT  SchedulerParameters as TEXT\n"
	"                     Each of both adds a configuration; they stand\n"
	"                     side by side, with ratios to the first.\n"
	"  --schedule FILE    what happened elsewhere, as --starts writes it: "
	"one\n"
	"                     more configuration, measured and not simulated\n"
	"  --grace SECONDS    a start that much after its promise keeps it "
	"(0)\n"
	"  --models           each configuration once with each fairshare "
	"model\n"
	"  --shares FILE      accounts, users and shares, as sfair tree reads "
	"them;\n"
	"                     groups: the log's groups; else they are made up\n"
	"  --limits FILE      of accounts, users and QOS: see sfair(1)\n"
	"  --by account|user  print each one's part, waits and slowdown too\n"
	"  --by size          print waits by the number of processors too\n"
	"  --unheld           print what jobs were shown that held no start, "
	"too\n"
	"  --window SECONDS   in which what they got is compared (604800)\n"
	"  --plot-shares FILE what accounts got against their shares, as PNG\n"
	"  --nodes N          that share the log's processors evenly\n"
	"                     (1: processors are counted, not named)\n"
	"  --processors N     of the machine, in place of the log's\n"
	"  --memory MB        of each node; jobs take what they asked for in "
	"the log\n"
	"  --machine FILE     kinds of nodes, with properties, in place of "
	"all of\n"
	"                     these: see sfair(1)\n"
	"  --jobs N           only the first N\n"
	"  --chain            a job that followed another in the log comes\n"
	"                     after its end and its user's think time\n"
	"  --shake N          the same on N copies of the log in which "
	"sessions of\n"
	"                     users come a little later: median and spread\n"
	"  --seed S           which copies (1)\n"
	"  --shake-by SECONDS how much later at most (3600)\n"
	"  --starts FILE      when each job started, under the first\n"
	"                     configuration\n"
	"  --plot FILE        utilisation and queue over time, as PNG\n"
	"  --html FILE        a page to look at: all figures, waits by size "
	"and\n"
	"                     by user, utilisation, queue and share errors "
	"over\n"
	"                     time, and starts against promises\n"
	"  --json             the figures as JSON";

enum {
	CONF = 256,
	PARAMETERS,
	SCHEDULE,
	GRACE,
	NODES,
	PROCESSORS,
	MEMORY,
	JOBS,
	CHAIN,
	STARTS,
	PLOT,
	PLOT_SHARES,
	HTML,
	MODELS,
	SHARES,
	LIMITS,
	MACHINE,
	SHAKE,
	SEED,
	SHAKE_BY,
	WINDOW,
	BY,
	UNHELD
};

static const struct option options[] = {
	{"conf", required_argument, NULL, CONF},
	{"parameters", required_argument, NULL, PARAMETERS},
	{"schedule", required_argument, NULL, SCHEDULE},
	{"grace", required_argument, NULL, GRACE},
	{"nodes", required_argument, NULL, NODES},
	{"processors", required_argument, NULL, PROCESSORS},
	{"memory", required_argument, NULL, MEMORY},
	{"jobs", required_argument, NULL, JOBS},
	{"chain", no_argument, NULL, CHAIN},
	{"starts", required_argument, NULL, STARTS},
	{"plot", required_argument, NULL, PLOT},
	{"plot-shares", required_argument, NULL, PLOT_SHARES},
	{"html", required_argument, NULL, HTML},
	{"models", no_argument, NULL, MODELS},
	{"shares", required_argument, NULL, SHARES},
	{"limits", required_argument, NULL, LIMITS},
	{"machine", required_argument, NULL, MACHINE},
	{"shake", required_argument, NULL, SHAKE},
	{"seed", required_argument, NULL, SEED},
	{"shake-by", required_argument, NULL, SHAKE_BY},
	{"window", required_argument, NULL, WINDOW},
	{"by", required_argument, NULL, BY},
	{"unheld", no_argument, NULL, UNHELD},
	{"json", no_argument, NULL, 'j'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

static int _whole_from(int64_t least, const char *name, const char *text,
		       int64_t *ret_value)
{
	if (!ft_number_int(text, least, INT32_MAX, ret_value))
		return 0;
	fprintf(stderr, PROGRAM ": --%s %s: give a whole number%s\n", name,
		text, least ? " above 0" : ", 0 or more");
	return -EINVAL;
}

static int _add_configuration(struct call *call,
			      struct sfair_replay_column column)
{
	if (call->count == SFAIR_COLUMNS_MAX) {
		fprintf(stderr, PROGRAM ": at most %d configurations\n",
			SFAIR_COLUMNS_MAX);
		return -EINVAL;
	}
	call->column[call->count++] = column;
	return 0;
}

/* Each configuration once for each model, side by side. */
static int _add_models(struct call *call)
{
	struct sfair_replay_column given[SFAIR_COLUMNS_MAX];
	uint32_t count = call->count;
	int rc = 0;

	memcpy(given, call->column, sizeof(given));
	call->count = 0;
	for (uint32_t c = 0; c < count; c++) {
		if (given[c].schedule)
			rc = _add_configuration(call, given[c]);
		for (int m = 0;
		     !rc && !given[c].schedule && sfair_replay_models[m]; m++) {
			given[c].model = sfair_replay_models[m];
			rc = _add_configuration(call, given[c]);
		}
	}
	return rc;
}

static int _add_rows(struct call *call, const char *kind)
{
	static const char *const kinds[] = {"account", "user"};

	for (int k = 0; k < FT_PARTY_KINDS; k++)
		if (!strcmp(kind, kinds[k])) {
			call->rows.of[k] = true;
			return 0;
		}
	if (!strcmp(kind, "size")) {
		call->rows.sizes = true;
		return 0;
	}
	fprintf(stderr, PROGRAM ": --by %s: give account, user or size\n",
		kind);
	return -EINVAL;
}

/* Where an option's number goes; NULL: it has none. */
static int64_t *_number_of(struct call *call, int c)
{
	switch (c) {
	case GRACE:
		return &call->grace;
	case NODES:
		return &call->nodes;
	case PROCESSORS:
		return &call->processors;
	case MEMORY:
		return &call->memory;
	case JOBS:
		return &call->jobs;
	case SHAKE:
		return &call->shake;
	case SEED:
		return &call->seed;
	case SHAKE_BY:
		return &call->shake_by;
	case WINDOW:
		return &call->window;
	default:
		return NULL;
	}
}

/* Where an option's file goes; NULL: it has none, or adds a column. */
static const char **_file_of(struct call *call, int c)
{
	switch (c) {
	case STARTS:
		return &call->starts;
	case PLOT:
		return &call->plot;
	case PLOT_SHARES:
		return &call->plot_shares;
	case HTML:
		return &call->html;
	case SHARES:
		return &call->shares;
	case LIMITS:
		return &call->limits;
	case MACHINE:
		return &call->machine;
	default:
		return NULL;
	}
}

static int _take_column(struct call *call, int c)
{
	struct sfair_replay_column column = {
		.conf = c == CONF ? optarg : NULL,
		.parameters = c == PARAMETERS ? optarg : NULL,
		.schedule = c == SCHEDULE ? optarg : NULL,
	};

	if (column.parameters &&
	    sfair_replay_keys_check("--parameters", column.parameters))
		return -EINVAL;
	return _add_configuration(call, column);
}

/* 0, or -EINVAL for a wrong call. */
static int _take_given(struct call *call, int c, const char *name)
{
	int64_t *number = _number_of(call, c);
	const char **file = _file_of(call, c);

	if (number)
		return _whole_from(c == GRACE ? 0 : 1, name, optarg, number);
	if (file) {
		*file = optarg;
		return 0;
	}
	switch (c) {
	case CONF:
	case PARAMETERS:
	case SCHEDULE:
		return _take_column(call, c);
	case BY:
		return _add_rows(call, optarg);
	case CHAIN:
		call->chain = true;
		return 0;
	case UNHELD:
		call->rows.unheld = true;
		return 0;
	case MODELS:
		call->models = true;
		return 0;
	case 'j':
		call->json = true;
		return 0;
	default:
		return -EINVAL;
	}
}

/* What cannot go together. */
static int _refuse_option(const struct call *call)
{
	const char *why = NULL;

	if (call->machine &&
	    (call->nodes > 1 || call->processors || call->memory)) {
		fputs(PROGRAM ": --machine says what --nodes, --processors and "
			      "--memory would\n",
		      stderr);
		return -EINVAL;
	}
	if (!call->shake)
		return 0;
	if (call->rows.of[FT_PARTY_ACCOUNT] || call->rows.of[FT_PARTY_USER] ||
	    call->rows.sizes)
		why = "--by is of the log alone";
	if (call->rows.unheld)
		why = "--unheld is of the log alone";
	for (uint32_t c = 0; c < call->count; c++)
		if (call->column[c].schedule)
			why = "what --schedule says happened once";
	if (!why)
		return 0;
	fprintf(stderr, PROGRAM ": --shake: %s\n", why);
	return -EINVAL;
}

int sfair_replay(int argc, char **argv)
{
	static struct call call;
	int c, at = 0;

	call = (struct call){.nodes = 1, .seed = 1, .shake_by = 3600};
	while ((c = getopt_long(argc, argv, "", options, &at)) != -1) {
		if (c == 'h') {
			puts(usage);
			return SFAIR_DONE;
		}
		if (_take_given(&call, c, c == '?' ? "" : options[at].name))
			return SFAIR_USAGE;
	}
	if (optind != argc - 1) {
		fputs(PROGRAM ": give one log: see " PROGRAM " --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	call.trace = argv[optind];
	if (!call.count)
		_add_configuration(&call, (struct sfair_replay_column){0});
	if ((call.models && _add_models(&call)) || _refuse_option(&call))
		return SFAIR_USAGE;
	return _replay(&call);
}
