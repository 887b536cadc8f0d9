/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair fairshare - usage of users, groups, accounts, QOS and classes against
 * their targets, as Maui's "diagnose -f" shows it.
 *
 * Reads Maui's FS.<epoch> files or the plugin's ledger, with the code that
 * the plugin runs.
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

#include "core/maui/fairshare_goal.h"
#include "sfair/base/envelope.h"
#include "sfair/tree/fairshare_folder.h"
#include "sfair/base/envelope.h"
#include "sfair/tree/fairshare_live.h"
#include "sfair/base/json_file.h"
#include "sfair/base/sfair.h"
#include "sfair/base/shown.h"

struct view {
	const struct ft_fs_goals *goals;
	const struct ft_fs_history *history;
	uint32_t depth; /* windows that count */
};

static int _take_window(void *context, const struct ft_statement *statement,
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
		rc = ft_statement_read(text, path, _take_window, goals, err);
	free(text);
	return rc;
}

static struct ft_fs_state _window_state(const struct view *view,
					uint32_t credential)
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
	struct ft_fs_state state = _window_state(view, i);
	char text[32], name[64], shown[SFAIR_SHOWN];

	snprintf(name, sizeof(name), "%s%s", own->name,
		 ft_fs_off_target(target, state) ? "*" : "");
	ft_fs_target_text(target, text, sizeof(text));
	printf("%-16s %7.2f %8s", sfair_shown(shown, name),
	       ft_fs_percent(state), text);
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
	struct ft_fs_state state = _window_state(view, i);
	char text[32];

	ft_fs_target_text(target, text, sizeof(text));
	json_object_object_add(
		json, "kind",
		json_object_new_string(ft_credential_word(own->kind)));
	json_object_object_add(json, "name", sfair_json_shown(own->name));
	json_object_object_add(json, "usage",
			       json_object_new_double(state.usage));
	json_object_object_add(json, "percent",
			       json_object_new_double(ft_fs_percent(state)));
	json_object_object_add(
		json, "target",
		target.type == FT_FS_NO_TARGET ? NULL : sfair_json_shown(text));
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
	struct json_object *json = sfair_envelope("fairshare");
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
	sfair_envelope_print(json);
	json_object_put(json);
}

static const char usage_text[] =
	"Usage: sfair fairshare [OPTION]... [DIR]\n\n"
	"Prints usage against targets, as Maui's diagnose -f does, out of the\n"
	"files FS.<epoch> in DIR; without DIR, what the running plugin "
	"keeps.\n\n"
	"  --conf FILE       slurm.conf, without DIR: $SLURM_CONF or\n"
	"                    /etc/slurm/slurm.conf\n"
	"  --policy FILE     FSINTERVAL, FSDEPTH, FSDECAY, FSPOLICY, and the\n"
	"                    FSTARGET of USERCFG[..], GROUPCFG[..] and so on\n"
	"  --fsinterval T    length of a window whose file does not say: "
	"12:00:00\n"
	"  --fsdepth N       windows that count: 8\n"
	"  --fsdecay F       what each older window counts: 1\n"
	"  --fspolicy P      DEDICATEDPS, DEDICATEDPES or UTILIZEDPS; with % "
	"at\n"
	"                    the end deltas are ratios\n"
	"  --export FOLDER   writes each window as a file FS.<epoch> instead\n"
	"  --spelling=manual|3.3.2   of those files: Maui's manual's, or\n"
	"                    that of its last release\n"
	"  --import FOLDER   asks slurmctld to add the usage of those files\n"
	"  --json            as JSON";

static const struct option options[] = {
	{"conf", required_argument, NULL, 'c'},
	{"export", required_argument, NULL, 'e'},
	{"import", required_argument, NULL, 'i'},
	{"spelling", required_argument, NULL, 's'},
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
	const char *conf, *policy, *folder, *export, *import;
	enum ft_fs_spelling spelling;
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

static int _show_window(const struct call *call,
			const struct ft_fs_goals *goals,
			const struct ft_fs_history *history, struct ft_err *err)
{
	struct view view = {goals, history, goals->span.depth};

	if (call->export)
		return sfair_fs_folder_write(call->export, history,
					     call->spelling, err);
	if (call->import)
		return sfair_fs_live_import(call->conf, history, err);
	if (view.depth > history->count)
		view.depth = history->count;
	if (call->json)
		_print_json(&view);
	else
		_print_table(&view);
	return 0;
}

static int _run_folder(const struct call *call, struct ft_err *err)
{
	struct ft_fs_history history = {0};
	struct ft_fs_goals goals = {0};
	int rc = 0;

	if (ft_fs_goals_init(&goals) || ft_fs_history_init(&history))
		rc = ft_no_memory(err);
	if (!rc)
		rc = _goals(call, &goals, err);
	if (!rc)
		rc = sfair_fs_folder_read(call->folder, goals.span.interval,
					  &history, err);
	if (!rc)
		rc = _show_window(call, &goals, &history, err);
	ft_fs_history_fini(&history);
	ft_fs_goals_fini(&goals);
	return rc;
}

static int _run_live(const struct call *call, struct ft_err *err)
{
	struct sfair_fs_live live;
	int rc = sfair_fs_live_read(call->conf, &live, err);

	if (rc)
		return rc;
	rc = _goals(call, &live.policy.goals, err);
	if (!rc)
		rc = _show_window(call, &live.policy.goals,
				  &live.image.ledger.window, err);
	sfair_fs_live_fini(&live);
	return rc;
}

static int _run_window(const struct call *call)
{
	struct ft_err err = {0};
	int rc;

	if (call->folder)
		rc = _run_folder(call, &err);
	else
		rc = _run_live(call, &err);
	if (!rc)
		return SFAIR_DONE;
	fprintf(stderr, "sfair fairshare: %s\n", err.text);
	return SFAIR_REFUSED;
}

static int _spelling(const char *word, enum ft_fs_spelling *ret)
{
	*ret = strcmp(word, "3.3.2") ? FT_FS_MANUAL : FT_FS_332;
	if (*ret == FT_FS_332 || !strcmp(word, "manual"))
		return SFAIR_DONE;
	fprintf(stderr,
		"sfair fairshare: --spelling=%s: give manual or 3.3.2\n", word);
	return SFAIR_USAGE;
}

/* SFAIR_DONE, or SFAIR_USAGE after a message. */
static int _take_option(struct call *call, int c, int at)
{
	switch (c) {
	case 'j':
		call->json = true;
		return SFAIR_DONE;
	case 'c':
		call->conf = optarg;
		return SFAIR_DONE;
	case 'e':
		call->export = optarg;
		return SFAIR_DONE;
	case 'i':
		call->import = optarg;
		return SFAIR_DONE;
	case 'p':
		call->policy = optarg;
		return SFAIR_DONE;
	case 's':
		return _spelling(optarg, &call->spelling);
	case 'f':
		break;
	default:
		return SFAIR_USAGE;
	}
	if (call->override_count == OVERRIDES_MAX)
		return SFAIR_USAGE;
	call->override[call->override_count++] = (struct ft_statement){
		.name = options[at].name, .value = optarg};
	return SFAIR_DONE;
}

/* SFAIR_DONE, or SFAIR_USAGE after a message. */
static int _take_folder(struct call *call, int argc, char **argv)
{
	if (optind < argc)
		call->folder = argv[optind++];
	if (optind == argc &&
	    !(call->import && (call->folder || call->export))) {
		if (call->import)
			call->folder = call->import;
		return SFAIR_DONE;
	}
	fputs("sfair fairshare: give one folder: see sfair fairshare --help\n",
	      stderr);
	return SFAIR_USAGE;
}

int sfair_fairshare(int argc, char **argv)
{
	struct call call = {0};
	int c, at = 0, rc;

	while ((c = getopt_long(argc, argv, "", options, &at)) != -1) {
		if (c == 'h') {
			puts(usage_text);
			return SFAIR_DONE;
		}
		rc = _take_option(&call, c, at);
		if (rc)
			return rc;
	}
	rc = _take_folder(&call, argc, argv);
	return rc ? rc : _run_window(&call);
}
