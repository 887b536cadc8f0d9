/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair share - what a user or account has of fairshare, in sentences.
 *
 * Asks slurmctld for the tree of associations; for PBS's tree of a file, for
 * Maui's targets and for quotas it reads what priority/fairtree last saved,
 * which only administrators may.  Changes nothing.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/share/share.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "sfair/base/command.h"
#include "sfair/base/envelope.h"
#include "sfair/base/live.h"
#include "sfair/base/sfair.h"

static const char usage[] =
	"Usage: sfair share [OPTION]... [NAME...]\n"
	"\n"
	"What users and accounts have of fairshare: their share, what they\n"
	"used, where that stands beside others, when the factor is back at "
	"0.5\n"
	"without new usage, and what running jobs will do to it.  NAMEs are\n"
	"users, or accounts; without any, you.\n"
	"\n"
	"      --me              yourself\n"
	"  -u, --user LIST       these users\n"
	"  -A, --account LIST    these accounts; with -u: users in these\n"
	"      --conf FILE       another slurm.conf\n"
	"      --json            as JSON\n"
	"      --color=auto|always|never\n"
	"      --help            this text\n"
	"\n"
	"Status: 0; 1 if nobody of that name has shares or slurmctld does not\n"
	"answer; 2 if the call is wrong.";

struct call {
	const char *conf, *color, *users, *accounts;
	char *names; /* a list: users or accounts */
	bool me, json;
	struct sfair_paint paint;
};

struct run {
	const struct call *call;
	struct sfair_scene scene;
	struct ft_priority_option option;
	struct sfair_share_wish wish;
	char me[256];
	struct json_object *envelope, *shares, *targets, *quotas, *notes;
	int status;
};

/* What could not be told, though something else was. */
static void _note_share(struct run *run, const char *text)
{
	char shown[SFAIR_SHOWN];

	json_object_array_add(run->notes,
			      json_object_new_string(sfair_shown(shown, text)));
}

/* What slurm.conf says of priority, as slurmctld has it. */
static int _read_option(struct run *run, struct ft_err *err)
{
	const slurm_conf_t *conf = run->scene.conf;
	uint32_t flags = conf->priority_flags;
	const struct ft_priority_site site = {
		.fair_tree = flags & PRIORITY_FLAGS_FAIR_TREE,
		.depth_oblivious = flags & PRIORITY_FLAGS_DEPTH_OBLIVIOUS,
		.incr_only = flags & PRIORITY_FLAGS_INCR_ONLY,
		.calculate_running = flags & PRIORITY_FLAGS_CALCULATE_RUNNING,
		.scheduler = sfair_scene_scheduler(&run->scene),
	};
	const char *type = conf->priority_type;

	if (!type || !strcasecmp(type, "priority/basic"))
		return ft_fail(err, -EINVAL,
			       "there is no fairshare here: PriorityType=%s",
			       type ? type : "priority/basic");
	return ft_priority_option_read(strcasecmp(type, "priority/fairtree")
					       ? NULL
					       : conf->priority_params,
				       &site, &run->option, err);
}

static int _tell_tree(struct run *run, bool file, struct ft_err *err)
{
	struct sfair_share_tree tree;
	const char *path =
		run->call->conf ? run->call->conf : sfair_live_conf();
	int rc = file ? sfair_share_entities(path, &tree, err)
		      : sfair_share_associations(run->scene.conf, &run->option,
						 &tree, err);

	if (!rc)
		rc = sfair_share_answer(&run->scene, &tree, &run->wish,
					run->shares, err);
	if (!rc && tree.partial)
		_note_share(run, "your site shows others' usage to nobody "
				 "(PrivateData=usage): where that leaves you, "
				 "and when, cannot be told");
	sfair_share_free(&tree);
	return rc;
}

static bool _has_targets(const struct ft_priority_option *option)
{
	return ft_priority_option_file(option) ||
	       strcmp(option->fairshare.policy, "none") != 0;
}

/* Targets, or quotas, of a site that has them; else a note. */
static void _tell_saved(struct run *run)
{
	const char *path =
		run->call->conf ? run->call->conf : sfair_live_conf();
	struct ft_err err = {.text = ""};
	int rc = 0;

	if (run->option.model == FT_MODEL_QUOTA)
		rc = sfair_share_quotas(path, &run->wish, run->quotas, &err);
	if (!rc && _has_targets(&run->option))
		rc = sfair_share_targets(path, &run->wish, run->targets, &err);
	if (rc)
		_note_share(run, err.text);
}

static void _tell_share(struct run *run)
{
	bool file = ft_pbs_option_file(&run->option.pbs);
	struct ft_err err = {.text = ""};
	int rc = sfair_scene_load_jobs(&run->scene, &err);

	if (!rc && run->option.model != FT_MODEL_QUOTA)
		rc = _tell_tree(run, file, &err);
	_tell_saved(run);
	if (rc && rc != -ENOENT) {
		run->status = sfair_envelope_complain(run->envelope, err.text);
		return;
	}
	if (rc && !sfair_list_length(run->targets) &&
	    !sfair_list_length(run->quotas))
		run->status = sfair_envelope_complain(run->envelope, err.text);
	else if (!sfair_list_length(run->shares) &&
		 !sfair_list_length(run->targets) &&
		 !sfair_list_length(run->quotas)) {
		(void) ft_fail(&err, -ENOENT, "%s has no shares here",
			       run->wish.names	 ? run->wish.names
			       : run->wish.users ? run->wish.users
						 : run->wish.accounts);
		run->status = sfair_envelope_complain(run->envelope, err.text);
	}
}

static void _print_share(const struct run *run)
{
	const struct sfair_paint *paint = &run->call->paint;

	for (size_t i = 0; i < sfair_list_length(run->shares); i++) {
		if (i)
			puts("");
		sfair_share_print(json_object_array_get_idx(run->shares, i),
				  run->scene.now, paint);
	}
	for (size_t i = 0; i < sfair_list_length(run->targets); i++)
		sfair_share_print_target(
			json_object_array_get_idx(run->targets, i), paint);
	for (size_t i = 0; i < sfair_list_length(run->quotas); i++)
		sfair_share_print_quota(
			json_object_array_get_idx(run->quotas, i), paint);
	sfair_paint_notes(paint, run->notes);
}

/* Whom: a list of names may be users or accounts. */
static void _wish(struct run *run)
{
	const struct call *call = run->call;

	run->wish = (struct sfair_share_wish){
		.users = call->users,
		.accounts = call->accounts,
		.names = call->names,
	};
	if (call->names || call->users || call->accounts)
		return;
	run->wish.users = sfair_command_user(run->me);
}

static int _run_share(const struct call *call)
{
	struct run run = {.call = call, .envelope = sfair_envelope("share")};
	struct ft_err err = {.text = ""};
	int rc = sfair_scene_open(&run.scene, call->conf, &err);

	run.shares = sfair_put_list(run.envelope, "shares");
	run.targets = sfair_put_list(run.envelope, "targets");
	run.quotas = sfair_put_list(run.envelope, "quotas");
	run.notes = sfair_put_list(run.envelope, "notes");
	_wish(&run);
	if (!rc)
		rc = _read_option(&run, &err);
	if (rc)
		run.status = sfair_envelope_complain(run.envelope, err.text);
	else
		_tell_share(&run);
	if (call->json)
		sfair_envelope_print(run.envelope);
	else
		_print_share(&run);
	json_object_put(run.envelope);
	sfair_scene_close(&run.scene);
	return run.status;
}

/* "a b" and "c,d" as one list. */
static int _name(struct call *call, char **word)
{
	char *longer;

	for (; *word; word++) {
		if (asprintf(&longer, "%s%s%s", call->names ? call->names : "",
			     call->names ? "," : "", *word) < 0)
			return SFAIR_REFUSED;
		free(call->names);
		call->names = longer;
	}
	return SFAIR_DONE;
}

static int _judge_share(struct call *call)
{
	int given = (call->names != NULL) + call->me +
		    (call->users || call->accounts);

	if (given <= 1)
		return sfair_command_color("share", call->color, &call->paint);
	fputs("sfair share: give names, or --me, or -u and -A; see sfair "
	      "share --help\n",
	      stderr);
	return SFAIR_USAGE;
}

int sfair_share(int argc, char **argv)
{
	struct call call = {0};
	const struct sfair_command_option option[] = {
		{"me", .flag = &call.me},
		{"user", .text = &call.users},
		{"account", .text = &call.accounts},
		{"conf", .text = &call.conf},
		{"json", .flag = &call.json},
		{"color", .text = &call.color},
		{NULL},
	};
	int status;

	if (!sfair_command_read(argc, argv, usage, option, &status))
		return status;
	status = _name(&call, argv + optind);
	if (!status)
		status = _judge_share(&call);
	if (!status)
		status = _run_share(&call);
	free(call.names);
	return status;
}
