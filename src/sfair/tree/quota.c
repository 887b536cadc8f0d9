/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair quota - what is within quota, and the order in which jobs are voted
 * for.
 *
 * Reads a file, or what the running plugin last saved; in both cases with the
 * code that the plugin runs.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/quota/quota.h"
#include "sfair/base/envelope.h"
#include "sfair/base/live.h"
#include "sfair/base/envelope.h"
#include "sfair/tree/quota_report.h"
#include "sfair/base/sfair.h"
#include "sfair/base/shown.h"

enum { LABEL = 256, DEPTH = 64 };

#define RATE_MAX 1e12

struct call {
	const char *file, *policy, *conf;
	bool json, rated, report;
	double rate[FT_QUOTA_KINDS];
};

struct view {
	const struct call *call;
	const struct sfair_quotas *quota;
	const uint32_t *order; /* indices of jobs */
};

static double _owes_quota(const struct view *view, uint32_t account)
{
	double sum = 0;

	for (int k = 0; k < FT_QUOTA_KINDS; k++)
		sum += view->quota->tree.quota[account].used[k] *
		       view->call->rate[k];
	return sum;
}

static struct json_object *_json_hours(const double hours[FT_QUOTA_KINDS])
{
	struct json_object *json = json_object_new_object();

	for (int k = 0; k < FT_QUOTA_KINDS; k++)
		if (hours[k] >= 0)
			json_object_object_add(
				json, sfair_quota_kinds[k],
				json_object_new_double(hours[k]));
	return json;
}

static struct json_object *_json_account(const struct view *view, uint32_t i)
{
	const struct ft_quota_tree *quota = &view->quota->tree;
	struct json_object *json = json_object_new_object();
	char label[LABEL], flags[DEPTH], path[LABEL];

	ft_quota_tree_path(quota, i, path, sizeof(path));
	ft_quota_label(&quota->list, quota->quota, i, label, sizeof(label),
		       flags, sizeof(flags));
	json_object_object_add(json, "path", sfair_json_shown(path));
	json_object_object_add(json, "label", sfair_json_shown(label));
	json_object_object_add(json, "flags", sfair_json_shown(flags));
	json_object_object_add(json, "high",
			       json_object_new_boolean(quota->quota[i].high));
	json_object_object_add(json, "quota",
			       _json_hours(quota->quota[i].limit));
	json_object_object_add(json, "usage",
			       _json_hours(quota->quota[i].used));
	if (view->call->rated)
		json_object_object_add(
			json, "owes",
			json_object_new_double(_owes_quota(view, i)));
	return json;
}

static void _print_json(const struct view *view)
{
	struct json_object *json = sfair_envelope("quota");
	struct json_object *accounts = json_object_new_array();
	struct json_object *order = json_object_new_array();

	for (uint32_t i = 1; i < view->quota->tree.list.count; i++)
		json_object_array_add(accounts, _json_account(view, i));
	for (uint32_t i = 0; i < view->quota->job_count; i++)
		json_object_array_add(
			order,
			json_object_new_int64(
				view->quota->job[view->order[i]].job_id));
	json_object_object_add(json, "accounts", accounts);
	json_object_object_add(json, "order", order);
	sfair_envelope_print(json);
	json_object_put(json);
}

static void _print_account(const struct view *view, uint32_t i)
{
	const struct ft_quota *quota = &view->quota->tree.quota[i];
	char label[LABEL], flags[DEPTH], name[SFAIR_SHOWN];

	ft_quota_label(&view->quota->tree.list, view->quota->tree.quota, i,
		       label, sizeof(label), flags, sizeof(flags));
	printf("%-28s %-5s", sfair_shown(name, label), flags);
	for (int k = 0; k < FT_QUOTA_KINDS; k++) {
		char limit[24] = "-";

		if (quota->limit[k] >= 0)
			snprintf(limit, sizeof(limit), "%.2f", quota->limit[k]);
		printf(" %12.2f %12s", quota->used[k], limit);
	}
	if (view->call->rated)
		printf(" %12.2f", _owes_quota(view, i));
	putchar('\n');
}

static void _print_table(const struct view *view)
{
	printf("%-28s %-5s %12s %12s %12s %12s %12s %12s%s\n", "ACCOUNT",
	       "FLAGS", "CPUH", "QUOTA", "MEMMBH", "QUOTA", "DISKMBH", "QUOTA",
	       view->call->rated ? "         OWES" : "");
	for (uint32_t i = 1; i < view->quota->tree.list.count; i++)
		_print_account(view, i);
	if (view->quota->job_count)
		printf("\n%10s %10s %s\n", "PLACE", "JOBID", "ACCOUNT");
	for (uint32_t i = 0; i < view->quota->job_count; i++) {
		const struct ft_quota_job *job =
			&view->quota->job[view->order[i]];
		char label[LABEL], flags[DEPTH], name[SFAIR_SHOWN];

		ft_quota_label(&view->quota->tree.list, view->quota->tree.quota,
			       job->account, label, sizeof(label), flags,
			       sizeof(flags));
		printf("%10" PRIu32 " %10" PRIu32 " %s\n", i + 1, job->job_id,
		       sfair_shown(name, label));
	}
}

/* In a queue that is there already, its own. */
static int _order_quota(const struct sfair_quotas *quota, uint32_t *order)
{
	if (!order)
		return -ENOMEM;
	if (!quota->ordered)
		return ft_quota_order(&quota->tree.list, quota->tree.quota,
				      quota->job, quota->job_count, order);
	for (uint32_t i = 0; i < quota->job_count; i++)
		order[i] = i;
	return 0;
}

static int _show_quota(const struct call *call, struct sfair_quotas *quota,
		       struct ft_err *err)
{
	uint32_t *order = calloc((size_t) quota->job_count + 1, sizeof(*order));
	struct view view = {call, quota, order};

	ft_quota_judge(&quota->tree.list, quota->tree.quota);
	if (_order_quota(quota, order)) {
		free(order);
		return ft_no_memory(err);
	}
	if (call->json)
		_print_json(&view);
	else
		_print_table(&view);
	free(order);
	return 0;
}

static int _run_file(const struct call *call, struct ft_err *err)
{
	struct sfair_quotas quota = {0};
	int rc = sfair_quota_read(call->file, &quota, err);

	if (!rc && call->policy)
		rc = sfair_quota_policy(call->policy, &quota, err);
	if (!rc)
		rc = _show_quota(call, &quota, err);
	sfair_quota_free(&quota);
	return rc;
}

static int _show_live(const struct call *call,
		      const struct sfair_quota_live *live, struct ft_err *err)
{
	struct sfair_quotas quota = {0};
	int rc;

	if (call->report) {
		rc = sfair_quota_report(live, call->rated ? call->rate : NULL,
					call->json);
		return rc ? ft_fail(err, rc, "out of memory") : 0;
	}
	rc = sfair_quota_live_period(live, 0, &quota.tree);
	rc = rc ? ft_fail(err, rc, "out of memory")
		: sfair_quota_live_jobs(call->conf, &quota, err);
	if (!rc)
		rc = _show_quota(call, &quota, err);
	sfair_quota_free(&quota);
	return rc;
}

static int _run_live(const struct call *call, struct ft_err *err)
{
	struct sfair_quota_live live;
	int rc = sfair_quota_live_read(call->conf, &live, err);

	if (!rc)
		rc = _show_live(call, &live, err);
	sfair_quota_live_free(&live);
	return rc;
}

static int _run_quota(const struct call *call)
{
	struct ft_err err = {0};
	int rc = call->file ? _run_file(call, &err) : _run_live(call, &err);

	if (rc)
		fprintf(stderr, "sfair quota: %s\n", err.text);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

/* "cpu=1.5,mem=0.001"; false after saying what is wrong. */
static bool _take_rate(char *text, struct call *call)
{
	static const char *const names[] = {"cpu", "mem", "disk", NULL};
	char *value;
	int kind;

	call->rated = true;
	while (*text) {
		kind = getsubopt(&text, (char *const *) names, &value);
		if (kind < 0 || !value ||
		    ft_number_real(value, 0, RATE_MAX, &call->rate[kind])) {
			fputs("sfair quota: --rate: give what an hour costs, "
			      "as cpu=1.5,mem=0.001,disk=0.0001\n",
			      stderr);
			return false;
		}
	}
	return true;
}

static const char usage_text[] =
	"Usage: sfair quota [OPTION]... [FILE]\n\n"
	"Prints which accounts of FILE (JSON) are within quota, in upper case\n"
	"and with the flag H if they are, and the order of the waiting jobs.\n"
	"Without FILE those of the running site: what priority/fairtree last\n"
	"saved, and the queue as squeue shows it.\n\n"
	"  --conf FILE     slurm.conf of the site: $SLURM_CONF, or\n"
	"                  /etc/slurm/slurm.conf\n"
	"  --report        what each account used in each accounting period\n"
	"  --policy FILE   quotas from lines QUOTA[/dept/group] CPUH=..\n"
	"                  MEMMBH=.. DISKMBH=.., over those of FILE\n"
	"  --rate RATES    what each account owes at cpu=R,mem=R,disk=R\n"
	"  --json          as JSON";

static const struct option options[] = {
	{"conf", required_argument, NULL, 'c'},
	{"policy", required_argument, NULL, 'p'},
	{"rate", required_argument, NULL, 'r'},
	{"report", no_argument, NULL, 'b'},
	{"json", no_argument, NULL, 'j'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

/* False: a wrong call, which has been said. */
static bool _take_quota(int option, struct call *call)
{
	if (option == 'c')
		call->conf = optarg;
	else if (option == 'b')
		call->report = true;
	else if (option == 'j')
		call->json = true;
	else if (option == 'p')
		call->policy = optarg;
	else
		return option == 'r' && _take_rate(optarg, call);
	return true;
}

/* What goes with a file and what with a site. */
static bool _agree_quota(const struct call *call)
{
	if (call->file ? !call->report : !call->policy)
		return true;
	fputs(call->file ? "sfair quota: --report is of a running site: give "
			   "no FILE\n"
			 : "sfair quota: --policy goes with a FILE; a running "
			   "site has its own\n",
	      stderr);
	return false;
}

int sfair_quota(int argc, char **argv)
{
	struct call call = {.conf = sfair_live_conf()};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'h') {
			puts(usage_text);
			return SFAIR_DONE;
		}
		if (!_take_quota(c, &call))
			return SFAIR_USAGE;
	}
	if (optind < argc - 1) {
		fputs("sfair quota: give one file: see sfair quota --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	if (optind < argc)
		call.file = argv[optind];
	return _agree_quota(&call) ? _run_quota(&call) : SFAIR_USAGE;
}
