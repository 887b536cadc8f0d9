/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair fairshare - usage of users, groups, accounts, QOS and classes against
 * their targets, as Maui's "diagnose -f" shows it.
 *
 * Reads Maui's FS.<epoch> files only, with the code that the plugin runs.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/fairshare_file.h"
#include "core/fairshare_goal.h"
#include "sfair/json_file.h"
#include "sfair/sfair.h"

struct view {
	const struct ft_fs_goals *goals;
	const struct ft_fs_history *history;
	uint32_t depth; /* windows that count */
};

static int _read_file(const char *folder, const char *name,
		      const struct ft_fs_goals *goals,
		      struct ft_fs_history *history, struct ft_err *err)
{
	char *path = NULL, *text = NULL;
	int rc;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		return ft_fail(err, -ENOMEM, "out of memory");
	rc = sfair_file_read(path, &text, err);
	if (!rc)
		rc = ft_fs_file_read(text, path, ft_fs_file_start(name),
				     goals->span.interval, history, err);
	free(text);
	free(path);
	return rc;
}

static int _is_window(const struct dirent *entry)
{
	return ft_fs_file_start(entry->d_name) >= 0;
}

static int _read_folder(const char *folder, const struct ft_fs_goals *goals,
			struct ft_fs_history *history, struct ft_err *err)
{
	struct dirent **entry = NULL;
	int count = scandir(folder, &entry, _is_window, versionsort);
	int rc = 0;

	if (count < 0)
		return ft_fail(err, -errno, "%s: %s", folder, strerror(errno));
	if (!count)
		rc = ft_fail(err, -ENOENT,
			     "%s: there is no file FS.<epoch> in it", folder);
	for (int i = 0; i < count; i++) {
		if (!rc)
			rc = _read_file(folder, entry[i]->d_name, goals,
					history, err);
		free(entry[i]);
	}
	free(entry);
	return rc;
}

static int _take(void *context, const struct ft_statement *statement,
		 struct ft_err *err)
{
	bool taken;

	return ft_fs_goals_take(context, statement, &taken, err);
}

static int _read_policy(const char *path, struct ft_fs_goals *goals,
			struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (!rc)
		rc = ft_statement_read(text, path, _take, goals, err);
	free(text);
	return rc;
}

static struct ft_fs_state _state(const struct view *view, uint32_t credential)
{
	const struct ft_fs_span *span = &view->goals->span;

	return (struct ft_fs_state){
		.usage = ft_fs_usage(view->history, span, credential),
		.total = ft_fs_total(view->history, span),
	};
}

static struct ft_fs_target _target(const struct view *view, uint32_t credential)
{
	const struct ft_credential *own =
		&view->history->credentials.entry[credential];

	return ft_fs_goals_get(view->goals, own->kind, own->name);
}

static double _percent_in(const struct ft_fs_window *window,
			  uint32_t credential)
{
	return ft_fs_percent((struct ft_fs_state){
		ft_fs_window_amount(window, credential), window->total});
}

static void _print_head(const struct view *view)
{
	const struct ft_fs_goals *goals = view->goals;

	printf("FairShare Information\n\nDepth: %" PRIu32
	       " intervals   Interval Length: %02" PRId64 ":%02" PRId64
	       ":%02" PRId64 "   Decay Rate: %.2f\n\nFS Policy: %s%s\n\n",
	       goals->span.depth, goals->span.interval / 3600,
	       goals->span.interval / 60 % 60, goals->span.interval % 60,
	       goals->span.decay, ft_fs_metric_word(goals->metric),
	       goals->ratio ? "%" : "");
	printf("%-16s %7s %8s", "FSInterval", "%", "Target");
	for (uint32_t i = 0; i < view->depth; i++)
		printf(" %7" PRIu32, i);
	printf("\n%-16s %7s %8s", "FSWeight", "-------", "-------");
	for (uint32_t i = 0; i < view->depth; i++)
		printf(" %7.4f", ft_fs_weight(&goals->span, i));
	printf("\n%-16s %7.2f %8s", "TotalUsage", 100.0, "-------");
	for (uint32_t i = 0; i < view->depth; i++)
		printf(" %7.1f", view->history->window[i].total / 3600);
	putchar('\n');
}

static void _print_credential(const struct view *view, uint32_t i)
{
	const struct ft_credential *own = &view->history->credentials.entry[i];
	struct ft_fs_target target = _target(view, i);
	struct ft_fs_state state = _state(view, i);
	char text[32], name[64];

	snprintf(name, sizeof(name), "%s%s", own->name,
		 ft_fs_off_target(target, state) ? "*" : "");
	ft_fs_target_text(target, text, sizeof(text));
	printf("%-16s %7.2f %8s", name, ft_fs_percent(state), text);
	for (uint32_t w = 0; w < view->depth; w++) {
		const struct ft_fs_window *window = &view->history->window[w];

		if (window->total > 0)
			printf(" %7.2f", _percent_in(window, i));
		else
			printf(" %7s", "-------");
	}
	putchar('\n');
}

static void _print_table(const struct view *view)
{
	const struct ft_credential_table *table = &view->history->credentials;

	_print_head(view);
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		bool any = false;

		for (uint32_t i = 0; i < table->count; i++) {
			if ((int) table->entry[i].kind != kind)
				continue;
			if (!any) {
				printf("\n%s\n-------------\n",
				       ft_credential_word(
					       (enum ft_credential_kind) kind));
				any = true;
			}
			_print_credential(view, i);
		}
	}
}

static struct json_object *_json_credential(const struct view *view, uint32_t i)
{
	const struct ft_credential *own = &view->history->credentials.entry[i];
	struct json_object *json = json_object_new_object();
	struct json_object *windows = json_object_new_array();
	struct ft_fs_target target = _target(view, i);
	struct ft_fs_state state = _state(view, i);
	char text[32];

	ft_fs_target_text(target, text, sizeof(text));
	json_object_object_add(
		json, "kind",
		json_object_new_string(ft_credential_word(own->kind)));
	json_object_object_add(json, "name", json_object_new_string(own->name));
	json_object_object_add(json, "usage",
			       json_object_new_double(state.usage));
	json_object_object_add(json, "percent",
			       json_object_new_double(ft_fs_percent(state)));
	json_object_object_add(json, "target",
			       target.type == FT_FS_NO_TARGET
				       ? NULL
				       : json_object_new_string(text));
	json_object_object_add(json, "delta",
			       json_object_new_double(ft_fs_delta(
				       target, state, view->goals->ratio)));
	json_object_object_add(
		json, "flag",
		json_object_new_boolean(ft_fs_off_target(target, state)));
	json_object_object_add(
		json, "capped",
		json_object_new_boolean(ft_fs_capped(target, state)));
	for (uint32_t w = 0; w < view->depth; w++)
		json_object_array_add(windows,
				      json_object_new_double(_percent_in(
					      &view->history->window[w], i)));
	json_object_object_add(json, "windows", windows);
	return json;
}

static struct json_object *_json_windows(const struct view *view)
{
	struct json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < view->depth; i++) {
		const struct ft_fs_window *window = &view->history->window[i];
		struct json_object *json = json_object_new_object();

		json_object_object_add(json, "start",
				       json_object_new_int64(window->start));
		json_object_object_add(json, "length",
				       json_object_new_int64(window->length));
		json_object_object_add(json, "weight",
				       json_object_new_double(ft_fs_weight(
					       &view->goals->span, i)));
		json_object_object_add(json, "total",
				       json_object_new_double(window->total));
		json_object_array_add(list, json);
	}
	return list;
}

static void _print_json(const struct view *view)
{
	struct json_object *json = json_object_new_object();
	struct json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < view->history->credentials.count; i++)
		json_object_array_add(list, _json_credential(view, i));
	json_object_object_add(
		json, "policy",
		json_object_new_string(ft_fs_metric_word(view->goals->metric)));
	json_object_object_add(json, "ratio",
			       json_object_new_boolean(view->goals->ratio));
	json_object_object_add(json, "windows", _json_windows(view));
	json_object_object_add(json, "credentials", list);
	puts(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PRETTY));
	json_object_put(json);
}

static const char usage_text[] =
	"Usage: sfair fairshare [OPTION]... DIR\n\n"
	"Prints usage against targets, as Maui's diagnose -f does, out of the\n"
	"files FS.<epoch> in DIR.\n\n"
	"  --policy FILE     FSINTERVAL, FSDEPTH, FSDECAY, FSPOLICY, and the\n"
	"                    FSTARGET of USERCFG[..], GROUPCFG[..] and so on\n"
	"  --fsinterval T    length of a window whose file does not say: "
	"12:00:00\n"
	"  --fsdepth N       windows that count: 8\n"
	"  --fsdecay F       what each older window counts: 1\n"
	"  --fspolicy P      DEDICATEDPS, DEDICATEDPES or UTILIZEDPS; with % "
	"at\n"
	"                    the end deltas are ratios\n"
	"  --json            as JSON";

static const struct option options[] = {
	{"policy", required_argument, NULL, 'p'},
	{"fsinterval", required_argument, NULL, 'f'},
	{"fsdepth", required_argument, NULL, 'f'},
	{"fsdecay", required_argument, NULL, 'f'},
	{"fspolicy", required_argument, NULL, 'f'},
	{"json", no_argument, NULL, 'j'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

enum { OVERRIDES_MAX = 16 };

struct call {
	const char *policy;
	bool json;
	struct ft_statement override[OVERRIDES_MAX];
	size_t override_count;
};

/* The file first: what the command line says overrides it. */
static int _goals(const struct call *call, struct ft_fs_goals *goals,
		  struct ft_err *err)
{
	bool taken;
	int rc = 0;

	if (call->policy)
		rc = _read_policy(call->policy, goals, err);
	for (size_t i = 0; !rc && i < call->override_count; i++)
		rc = ft_fs_goals_take(goals, &call->override[i], &taken, err);
	return rc;
}

static int _run(const struct call *call, const char *folder)
{
	struct ft_fs_history history = {0};
	struct ft_fs_goals goals = {0};
	struct ft_err err = {0};
	int rc = 0;

	if (ft_fs_goals_init(&goals) || ft_fs_history_init(&history))
		rc = ft_fail(&err, -ENOMEM, "out of memory");
	if (!rc)
		rc = _goals(call, &goals, &err);
	if (!rc)
		rc = _read_folder(folder, &goals, &history, &err);
	if (rc) {
		fprintf(stderr, "sfair fairshare: %s\n", err.text);
	} else {
		struct view view = {&goals, &history, goals.span.depth};

		if (view.depth > history.count)
			view.depth = history.count;
		if (call->json)
			_print_json(&view);
		else
			_print_table(&view);
	}
	ft_fs_history_fini(&history);
	ft_fs_goals_fini(&goals);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

int sfair_fairshare(int argc, char **argv)
{
	struct call call = {0};
	int c, at;

	while ((c = getopt_long(argc, argv, "", options, &at)) != -1) {
		if (c == 'h') {
			puts(usage_text);
			return SFAIR_DONE;
		} else if (c == 'j') {
			call.json = true;
		} else if (c == 'p') {
			call.policy = optarg;
		} else if (c == 'f' && call.override_count < OVERRIDES_MAX) {
			call.override[call.override_count++] =
				(struct ft_statement){.name = options[at].name,
						      .value = optarg};
		} else {
			return SFAIR_USAGE;
		}
	}
	if (optind != argc - 1) {
		fputs("sfair fairshare: give one folder: see sfair fairshare "
		      "--help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	return _run(&call, argv[optind]);
}
