/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair check - says what the plugins would say of a slurm.conf, before any
 * daemon reads it: by core/priority/priority_rule.h and
 * core/queue/schedule_option.h, as they do.
 *
 * Looks only at the keys that the pair reads, and at how lines are written; it
 * is no check of what Slurm's own keys say.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/conf.h"
#include "core/base/list.h"
#include "core/base/number.h"
#include "core/priority/priority_rule.h"
#include "core/queue/schedule_advice.h"
#include "core/queue/schedule_option.h"
#include "core/priority/tres_weight.h"
#include "sfair/base/live.h"
#include "sfair/base/priority_site.h"
#include "sfair/base/sfair.h"
#include "sfair/check/check_line.h"
#include "sfair/check/check_plugin.h"
#include "sfair/check/check_value.h"
#include "slurm/common/config_file.h"

#define WEIGHTS "PriorityWeightTRES"

struct tally {
	const char *where; /* FILE:LINE: KEY */
	unsigned int warnings, refusals;
};

static void _warn_conf(void *context, const char *text)
{
	struct tally *tally = context;

	tally->warnings++;
	printf("warning: %s (%s)\n", text, tally->where);
}

static void _refuse_conf(struct tally *tally, const char *text)
{
	tally->refusals++;
	printf("refused: %s (%s)\n", text, tally->where);
}

static bool _is_conf(const char *value, const char *expected)
{
	return value && !strcasecmp(value, expected);
}

/* Without both, Slurm's main loop starts jobs that the plan knows not of. */
static void _advise_starter(const char *parameters, struct tally *tally)
{
	if ((!ft_list_has_key(parameters, "defer") &&
	     !ft_list_has_key(parameters, "defer_batch")) ||
	    !ft_schedule_loop_stops(parameters))
		_warn_conf(tally, "defer,sched_interval=-1 is recommended with "
				  "sched/reserve: else Slurm's main loop "
				  "starts jobs too");
}

/* Values that were chosen for a slower planner, and do here what they say. */
static void _advise_pace(const struct ft_schedule_options *options,
			 struct tally *tally)
{
	char text[FT_ERR_TEXT];

	if (options->interval < 0)
		_warn_conf(tally, "with bf_interval=-1 nothing is planned, and "
				  "sched/reserve starts no job: leave it out");
	if (options->interval > 0) {
		snprintf(text, sizeof(text),
			 "with bf_interval=%" PRId64 " a job waits up to so "
			 "many seconds for its start: leave it out",
			 options->interval);
		_warn_conf(tally, text);
	}
	if (options->max_job_test) {
		snprintf(text, sizeof(text),
			 "with bf_max_job_test=%" PRId64 " jobs behind so many "
			 "others are shown no start: leave it out",
			 options->max_job_test);
		_warn_conf(tally, text);
	}
}

/* Starts behind a window that was made small for a slower planner. */
static void _advise_window(const struct ft_conf *conf,
			   const struct ft_schedule_options *options,
			   struct tally *tally)
{
	struct ft_schedule_options usual = *options;
	int64_t longest = sfair_check_longest(conf), minutes;
	char text[FT_ERR_TEXT];

	usual.window_minutes = 0;
	minutes = ft_schedule_window(&usual, longest);
	if (!options->window_minutes || !longest ||
	    options->window_minutes >= minutes)
		return;
	snprintf(text, sizeof(text),
		 "with bf_window=%" PRId64 " a job that could start later is "
		 "shown no start and may be passed again and again: leave it "
		 "out, for %" PRId64 " minutes by the partitions' MaxTime",
		 options->window_minutes, minutes);
	_warn_conf(tally, text);
}

/* Jobs beyond these counts are shown no start. */
static void _advise_counts(const struct ft_schedule_options *options,
			   struct tally *tally)
{
	const struct {
		const char *key;
		int64_t most;
	} counts[] = {{"bf_max_job_user", options->max_job_user},
		      {"bf_max_job_part", options->max_job_part},
		      {"bf_max_job_assoc", options->max_job_assoc},
		      {"bf_max_job_user_part", options->max_job_user_part}};
	char text[FT_ERR_TEXT];

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		if (!counts[i].most)
			continue;
		snprintf(text, sizeof(text),
			 "with %s=%" PRId64 " jobs beyond so many are shown no "
			 "start and may be passed again and again: leave it "
			 "out, unless that is a policy",
			 counts[i].key, counts[i].most);
		_warn_conf(tally, text);
	}
}

/* The file, and where what is told stands in it. */
struct advised {
	const struct ft_conf *conf;
	struct tally *tally;
};

static const char *_conf_value(void *context, const char *key)
{
	const struct advised *advised = context;

	return ft_conf_get(advised->conf, key, NULL);
}

static void _advise_conf(void *context, const char *key, const char *text)
{
	const struct advised *advised = context;

	ft_conf_get(advised->conf, key, &advised->tally->where);
	_warn_conf(advised->tally, text);
}

/* Keys that mean something else than with sched/backfill. */
static void _advise_keys(const struct ft_conf *conf, struct tally *tally)
{
	struct advised advised = {conf, tally};

	ft_schedule_advice_give(_conf_value, _advise_conf, &advised);
}

/* Each step of fairshare then breaks starts that were shown. */
static void _advise_overrule(const struct ft_conf *conf,
			     const struct ft_schedule_options *options,
			     struct tally *tally)
{
	const char *type = ft_conf_get(conf, "PriorityType", NULL);
	const char *text = ft_conf_get(conf, "PriorityWeightFairshare", NULL);
	int64_t weight = 0;
	char warning[FT_ERR_TEXT];
	uint32_t usual;

	if (text && ft_number_int(text, 0, UINT32_MAX, &weight))
		return;
	usual = ft_overrule_auto(type, (uint32_t) weight,
				 ft_conf_get(conf, "PriorityParameters", NULL));
	if (!usual || options->overrule ||
	    (options->order != FT_ORDER_PRIORITY))
		return;
	snprintf(warning, sizeof(warning),
		 "rsv_overrule=0: with fairshare jobs take starts that others "
		 "were shown at each step of their priorities, and some "
		 "starve: leave it out, or give some %" PRIu32,
		 usual);
	_warn_conf(tally, warning);
}

/* slurmctld makes the file, not its folder. */
static void _advise_publish(const struct ft_schedule_options *options,
			    struct tally *tally)
{
	const char *end = strrchr(options->publish, '/');
	char folder[FT_PUBLISH_TEXT], text[FT_ERR_TEXT];

	if (!strcasecmp(options->publish, "yes"))
		_warn_conf(tally,
			   "rsv_publish=yes: the plan would be a file of "
			   "that name in StateSaveLocation: give a path");
	if (*options->publish != '/')
		return;
	if (sfair_check_folder(options->publish)) {
		snprintf(text, sizeof(text),
			 "rsv_publish=%.200s is a folder: name a file in it",
			 options->publish);
		_warn_conf(tally, text);
	}
	snprintf(folder, sizeof(folder), "%.*s",
		 (int) (end - options->publish) + 1, options->publish);
	if (sfair_check_folder(folder))
		return;
	snprintf(text, sizeof(text),
		 "rsv_publish: there is no folder %.200s on this machine; "
		 "slurmctld does not make it, and SlurmUser has to write there",
		 folder);
	_warn_conf(tally, text);
}

static void _check_scheduler(const struct ft_conf *conf, struct tally *tally)
{
	struct ft_schedule_options options;
	struct ft_err err = {0};
	const char *parameters;

	if (!_is_conf(sfair_scheduler(conf), "sched/reserve"))
		return;
	parameters = ft_conf_get(conf, "SchedulerParameters", &tally->where);
	if (!parameters)
		ft_conf_get(conf, "SchedulerType", &tally->where);
	if (ft_schedule_options_read(parameters, &options, _warn_conf, tally,
				     &err)) {
		_refuse_conf(tally, err.text);
	} else {
		_advise_pace(&options, tally);
		_advise_counts(&options, tally);
		_advise_window(conf, &options, tally);
		_advise_overrule(conf, &options, tally);
		_advise_publish(&options, tally);
	}
	_advise_starter(parameters, tally);
	_advise_keys(conf, tally);
}

struct partition {
	const char *name;
	bool known;
};

static int _is_partition(void *context, const char *value, const char *rest,
			 const char *where)
{
	struct partition *partition = context;

	(void) rest;
	(void) where;
	partition->known = !strcmp(value, partition->name);
	return partition->known;
}

/* A misspelt partition would have its weights without a sound. */
static void _check_partitions(const struct ft_conf *conf,
			      const struct ft_component_policy *components,
			      struct tally *tally)
{
	struct partition partition = {0};
	char text[FT_ERR_TEXT];

	if (!ft_conf_get(conf, "PartitionName", NULL))
		return;
	for (uint32_t i = 0;
	     (partition.name = ft_component_policy_partition(components, i));
	     i++) {
		(void) ft_conf_each(conf, "PartitionName", _is_partition,
				    &partition);
		if (partition.known)
			continue;
		snprintf(text, sizeof(text),
			 "there are weights for partition %.80s, but no line "
			 "PartitionName=%.80s",
			 partition.name, partition.name);
		_warn_conf(tally, text);
	}
}

/* What a slurm.conf is judged by. */
struct bench {
	const struct ft_conf *conf;
	const char *path;
	struct tally *tally;
	uid_t owner; /* SlurmUser */
};

/* As slurmctld reads it, in the same words. */
static int _read_file(void *context, const char *key, const char *name,
		      struct ft_rule_file *ret_file, struct ft_err *err)
{
	struct bench *bench = context;
	struct fts_config_file file;
	int rc = fts_config_file_read(key, name, bench->path, bench->owner,
				      &file, err);

	if (!rc)
		*ret_file = (struct ft_rule_file){.path = file.path,
						  .text = file.text};
	return rc;
}

static void _bad_line(void *context, const char *text)
{
	struct bench *bench = context;

	_refuse_conf(bench->tally, text);
}

static bool _conf_counts(void *context, const char *name)
{
	struct bench *bench = context;

	return ft_tres_listed(
		ft_conf_get(bench->conf, "AccountingStorageTRES", NULL), name);
}

static uid_t _slurm_user(const struct ft_conf *conf)
{
	const char *name = ft_conf_get(conf, "SlurmUser", NULL);
	const struct passwd *user;
	int64_t number;

	if (!name)
		return 0;
	if (!ft_number_int(name, 0, UINT32_MAX - 1, &number))
		return (uid_t) number;
	user = getpwnam(name);
	return user ? user->pw_uid : 0;
}

static bool _names_weight(const struct ft_conf *conf, const char *key,
			  const char **ret_where)
{
	const char *value = ft_conf_get(conf, key, ret_where);

	return value && strcmp(value, "0");
}

/* Without accounts nothing is known of what was used, nor of ages. */
static void _advise_idle(const struct ft_conf *conf, struct tally *tally)
{
	if (_names_weight(conf, "PriorityWeightAge", &tally->where))
		_warn_conf(tally, ft_priority_idle_age);
	if (_names_weight(conf, "PriorityWeightFairshare", &tally->where))
		_warn_conf(tally, ft_priority_idle_fairshare);
}

static void _judge_conf(struct bench *bench,
			const struct ft_priority_case *site)
{
	struct tally *tally = bench->tally;
	unsigned int before = tally->refusals;
	struct ft_priority_rules rules;
	struct ft_err err = {0};

	if (ft_priority_rules_read(site, &rules, &err)) {
		if (strstr(err.text, WEIGHTS "="))
			(void) ft_conf_get(bench->conf, WEIGHTS, &tally->where);
		/* The last word on a file is how many lines are wrong. */
		if (tally->refusals == before)
			_refuse_conf(tally, err.text);
		return;
	}
	_check_partitions(bench->conf, rules.policy.components, tally);
	if (ft_site_policy_advice(&rules.policy))
		_warn_conf(tally, ft_site_policy_advice(&rules.policy));
	if (!site->slurmdbd && !ft_priority_books(&rules.option))
		_advise_idle(bench->conf, tally);
	ft_priority_rules_fini(&rules);
}

static void _check_priority(const struct ft_conf *conf, const char *path,
			    struct tally *tally)
{
	struct bench bench = {conf, path, tally, _slurm_user(conf)};
	struct ft_priority_case site = {
		.tres_weights = ft_conf_get(conf, WEIGHTS, NULL),
		.site = sfair_priority_site(conf),
		.slurmdbd = _is_conf(
			ft_conf_get(conf, "AccountingStorageType", NULL),
			"accounting_storage/slurmdbd"),
		.counts = _conf_counts,
		.read = _read_file,
		.bad_line = _bad_line,
		.context = &bench,
	};

	if (!_is_conf(ft_conf_get(conf, "PriorityType", &tally->where),
		      "priority/fairtree"))
		return;
	site.parameters =
		ft_conf_get(conf, "PriorityParameters", &tally->where);
	_judge_conf(&bench, &site);
}

static void _tell_of_line(void *context, bool refused, const char *where,
			  const char *text)
{
	struct tally *tally = context;

	tally->where = where;
	if (refused)
		_refuse_conf(tally, text);
	else
		_warn_conf(tally, text);
}

static bool _names_plugin(const struct ft_conf *conf)
{
	return _is_conf(ft_conf_get(conf, "PriorityType", NULL),
			"priority/fairtree") ||
	       _is_conf(sfair_scheduler(conf), "sched/reserve");
}

static int _check_file(const char *path)
{
	struct tally tally = {.where = path};
	struct ft_conf *conf = NULL;
	struct ft_err err = {0};

	if (sfair_conf_read(path, &conf, &err)) {
		printf("refused: %s\n", err.text);
		return SFAIR_REFUSED;
	}
	sfair_check_lines(conf, _tell_of_line, &tally);
	sfair_check_plugins(conf, _tell_of_line, &tally);
	sfair_check_values(conf, _tell_of_line, &tally);
	_check_priority(conf, path, &tally);
	_check_scheduler(conf, &tally);
	if (!_names_plugin(conf))
		printf("%s: names neither priority/fairtree nor sched/reserve, "
		       "so there is nothing to check: give it a copy with the "
		       "lines that switch them on\n",
		       path);
	ft_conf_free(conf);
	printf("%s: %u refused, %u warnings\n", path, tally.refusals,
	       tally.warnings);
	return tally.refusals ? SFAIR_REFUSED : SFAIR_DONE;
}

int sfair_check(int argc, char **argv)
{
	static const struct option options[] = {
		{"conf", required_argument, NULL, 'c'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	const char *path = sfair_live_conf();
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'c') {
			path = optarg;
		} else if (c == 'h') {
			puts("Usage: sfair check [--conf FILE]\n\nExits 1 if "
			     "priority/fairtree or sched/reserve would refuse "
			     "to start with FILE\n($SLURM_CONF, or "
			     "/etc/slurm/slurm.conf), and says what they would "
			     "say.");
			return SFAIR_DONE;
		} else {
			return SFAIR_USAGE;
		}
	}
	if (optind < argc)
		path = argv[optind++];
	if (optind < argc) {
		fputs("sfair check: give one file\n", stderr);
		return SFAIR_USAGE;
	}
	return _check_file(path);
}
