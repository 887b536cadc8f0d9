/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair promises - how starts that were shown compare with what happened, by
 * week and partition, and for one job.
 *
 * Reads the history that sched/reserve keeps beside the published plan: who may
 * read that.  Changes nothing.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/promises/promises.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sfair/base/command.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/base/sfair.h"
#include "sfair/outlook/scene.h"
#include "sfair/promises/tally.h"

static const char usage[] =
	"Usage: sfair promises [OPTION]...\n"
	"       sfair promises [OPTION]... --job JOBID\n"
	"\n"
	"How the starts that jobs were shown compare with when they started, "
	"by\n"
	"week and partition; or what became of the start of one job.\n"
	"\n"
	"  -j, --job JOBID       this job\n"
	"  -p, --partition LIST  in these partitions\n"
	"      --history FILE    the history, if not where slurm.conf says\n"
	"      --conf FILE       another slurm.conf\n"
	"      --json            as JSON\n"
	"      --color=auto|always|never\n"
	"      --help            this text\n"
	"\n"
	"Status: 0; 1 if there is no history or the job is not in it; 2 if "
	"the\n"
	"call is wrong.";

struct call {
	const char *conf, *color, *job, *partitions, *history;
	bool json;
	uint32_t job_id;
	struct sfair_paint paint;
};

/*
 * 0, or -ENOENT with err: none was kept yet.  One of a time with sched/reserve
 * is told whatever schedules now.
 */
static int _judge_kept(const struct sfair_scene *scene, const char *path,
		       struct ft_err *err)
{
	char *old = NULL;
	bool kept = !access(path, F_OK);

	if (!kept && asprintf(&old, "%s.old", path) >= 0)
		kept = !access(old, F_OK);
	free(old);
	if (kept)
		return 0;
	if (!sfair_scene_reserves(scene))
		return ft_fail(err, -ENOENT,
			       "this cluster runs %s: only sched/reserve keeps "
			       "the starts that it shows, and their history",
			       sfair_scene_scheduler(scene));
	if (access(path, F_OK) && errno == ENOENT)
		return ft_fail(err, -ENOENT,
			       "%s: there is none yet: sched/reserve begins it "
			       "with the first start that it shows",
			       path);
	return 0;
}

/* The file that is named, or that of the running slurmctld; to be freed. */
static char *_find_history(const struct call *call, struct ft_err *err)
{
	struct sfair_scene scene;
	char *path = NULL;

	if (call->history) {
		path = strdup(call->history);
		if (!path)
			(void) ft_fail(err, -ENOMEM, "out of memory");
		return path;
	}
	if (!sfair_scene_open(&scene, call->conf, err)) {
		path = sfair_history_path(scene.conf->sched_params,
					  scene.conf->state_save_location);
		if (!path)
			(void) ft_fail(err, -ENOENT,
				       "no history is kept: rsv_publish=no");
		else if (_judge_kept(&scene, path, err)) {
			free(path);
			path = NULL;
		}
	}
	sfair_scene_close(&scene);
	return path;
}

static int _tell_history(const struct call *call, const char *path,
			 struct json_object *envelope)
{
	struct json_object *list = sfair_put_list(envelope, "events");
	struct ft_err err = {.text = ""};
	char text[96];

	if (sfair_history_job(path, call->job_id, list, &err))
		return sfair_envelope_complain(envelope, err.text);
	if (sfair_list_length(list))
		return SFAIR_DONE;
	snprintf(text, sizeof(text), "job %u: the history has nothing of it",
		 (unsigned int) call->job_id);
	return sfair_envelope_complain(envelope, text);
}

static int _tell_weeks(const struct call *call, const char *path,
		       struct json_object *envelope)
{
	struct json_object *list = sfair_put_list(envelope, "weeks");
	struct ft_err err = {.text = ""};
	struct sfair_tally tally;
	int rc;

	sfair_tally_init(&tally, call->partitions);
	rc = sfair_tally_read(&tally, path, &err);
	if (!rc)
		sfair_tally_put(&tally, list);
	sfair_put_whole(envelope, "waiting", tally.open);
	sfair_put_whole(envelope, "broken_lines", (int64_t) tally.broken);
	sfair_tally_fini(&tally);
	return rc ? sfair_envelope_complain(envelope, err.text) : SFAIR_DONE;
}

static void _print_events(struct json_object *envelope, const struct call *call)
{
	struct json_object *list = sfair_get(envelope, "events");
	int64_t now = time(NULL);

	if (sfair_list_length(list))
		printf("%sJob %u%s\n", call->paint.bold,
		       (unsigned int) call->job_id, call->paint.off);
	for (size_t i = 0; i < sfair_list_length(list); i++) {
		printf("  ");
		sfair_history_print(json_object_array_get_idx(list, i), now);
		putchar('\n');
	}
}

static void _print_weeks(struct json_object *envelope, const struct call *call)
{
	int64_t broken = sfair_get_whole(envelope, "broken_lines");

	sfair_tally_print(sfair_get(envelope, "weeks"), &call->paint);
	if (broken)
		printf("\n%" PRId64
		       " line%s of the history could not be read.\n",
		       broken, broken == 1 ? "" : "s");
}

static int _run_promises(const struct call *call)
{
	struct json_object *envelope = sfair_envelope("promises");
	struct ft_err err = {.text = ""};
	char *path = _find_history(call, &err);
	int status;

	if (!path)
		status = sfair_envelope_complain(envelope, err.text);
	else if (call->job)
		status = _tell_history(call, path, envelope);
	else
		status = _tell_weeks(call, path, envelope);
	if (call->json)
		sfair_envelope_print(envelope);
	else if (call->job)
		_print_events(envelope, call);
	else if (!status)
		_print_weeks(envelope, call);
	json_object_put(envelope);
	free(path);
	return status;
}

static int _judge_promises(struct call *call)
{
	int status = sfair_command_color("promises", call->color, &call->paint);

	if (!status)
		status =
			sfair_command_job("promises", call->job, &call->job_id);
	if (!status && call->job && call->partitions) {
		fputs("sfair promises: give -j or -p; see sfair promises "
		      "--help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	return status;
}

int sfair_promises(int argc, char **argv)
{
	struct call call = {0};
	const struct sfair_command_option option[] = {
		{"job", .text = &call.job},
		{"partition", .text = &call.partitions},
		{"history", .text = &call.history},
		{"conf", .text = &call.conf},
		{"json", .flag = &call.json},
		{"color", .text = &call.color},
		{NULL},
	};
	int status;

	if (!sfair_command_read(argc, argv, usage, option, &status))
		return status;
	status = sfair_command_end("promises", argv[optind]);
	if (!status)
		status = _judge_promises(&call);
	return status ? status : _run_promises(&call);
}
