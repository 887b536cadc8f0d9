/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair bypass - how often waiting jobs were passed by backfill, as
 * sched/reserve last saved it.
 *
 * Reads files only; never talks to a controller.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/conf.h"
#include "core/base/line.h"
#include "core/base/number.h"
#include "core/queue/reserve_state.h"
#include "sfair/base/envelope.h"
#include "sfair/base/live.h"
#include "sfair/base/sfair.h"

static const char usage[] =
	"Usage: sfair bypass [--conf FILE | --state DIR] [--json] [JOBID]...\n"
	"\n"
	"How often jobs that wait were passed by backfill, most often first,\n"
	"as sched/reserve last saved it in StateSaveLocation.  FILE is\n"
	"$SLURM_CONF or /etc/slurm/slurm.conf, DIR its StateSaveLocation.";

struct call {
	const char *conf, *dir;
	bool json;
	char **job; /* NULL-terminated; none: all */
};

/* The whole file and a 0; NULL with errno. */
static char *_slurp_bypass(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	int rc;

	if (!file)
		return NULL;
	rc = ft_file_read(file, &text, ret_size, FT_FILE_MAX);
	fclose(file);
	errno = -rc;
	return rc ? NULL : text;
}

static int _read_counts(const char *dir, struct ft_reserve_state *state)
{
	struct ft_err err = {0};
	char *path, *text;
	size_t size = 0;
	int rc;

	if (asprintf(&path, "%s/" FT_RESERVE_STATE_NAME, dir) < 0)
		return -ENOMEM;
	text = _slurp_bypass(path, &size);
	rc = text ? 0
		  : ft_fail(&err, -errno,
			    "%s: %s; sched/reserve writes it once a job was "
			    "passed",
			    path, strerror(errno));
	if (!rc)
		rc = ft_reserve_state_read(text, size, path, state, &err);
	if (rc)
		fprintf(stderr, "sfair bypass: %s\n", err.text);
	free(text);
	free(path);
	return rc;
}

/* Most often passed first, then by id. */
static int _compare_bypass(const void *x, const void *y)
{
	const struct ft_bypass *a = x, *b = y;

	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	return (a->job_id > b->job_id) - (a->job_id < b->job_id);
}

static void _print_counts(const struct ft_bypass *bypass, size_t count,
			  int64_t saved_at)
{
	time_t when = (time_t) saved_at;
	char text[32] = "?";
	struct tm tm;

	if (localtime_r(&when, &tm))
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	printf("%10s %10s  (saved %s)\n", "JOBID", "BYPASSED", text);
	for (size_t i = 0; i < count; i++)
		printf("%10" PRIu32 " %10" PRIu32 "\n", bypass[i].job_id,
		       bypass[i].count);
}

static void _json_counts(const struct ft_bypass *bypass, size_t count,
			 int64_t saved_at)
{
	struct json_object *all = sfair_envelope("bypass");
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < count; i++) {
		struct json_object *job = json_object_new_object();

		json_object_object_add(job, "job_id",
				       json_object_new_int64(bypass[i].job_id));
		json_object_object_add(job, "bypassed",
				       json_object_new_int64(bypass[i].count));
		json_object_array_add(list, job);
	}
	json_object_object_add(all, "saved", json_object_new_int64(saved_at));
	json_object_object_add(all, "jobs", list);
	sfair_envelope_print(all);
	json_object_put(all);
}

/* The jobs that were named, 0 for those that were never passed. */
static int _choose_bypass(const struct ft_reserve_state *state, char **job,
			  struct ft_bypass *chosen, size_t *ret_count)
{
	for (; *job; job++) {
		int64_t id;

		if (ft_number_int(*job, 1, UINT32_MAX, &id)) {
			fprintf(stderr, "sfair bypass: %s is no job id\n",
				*job);
			return SFAIR_USAGE;
		}
		chosen[*ret_count] = (struct ft_bypass){
			.job_id = (uint32_t) id,
			.count = ft_bypass_get(&state->bypass, (uint32_t) id),
		};
		++*ret_count;
	}
	return SFAIR_DONE;
}

static int _show_bypass(const struct call *call,
			const struct ft_reserve_state *state)
{
	size_t room = state->bypass.table.count + 1, count = 0;
	struct ft_bypass *bypass;
	int status = SFAIR_DONE;

	for (char **job = call->job; *job; job++)
		room++;
	bypass = calloc(room, sizeof(*bypass));
	if (!bypass) {
		fputs("sfair bypass: out of memory\n", stderr);
		return SFAIR_REFUSED;
	}
	if (*call->job) {
		status = _choose_bypass(state, call->job, bypass, &count);
	} else if (state->bypass.table.count) {
		count = state->bypass.table.count;
		memcpy(bypass, state->bypass.table.record,
		       count * sizeof(*bypass));
		qsort(bypass, count, sizeof(*bypass), _compare_bypass);
	}
	if (status == SFAIR_DONE && call->json)
		_json_counts(bypass, count, state->saved_at);
	else if (status == SFAIR_DONE)
		_print_counts(bypass, count, state->saved_at);
	free(bypass);
	return status;
}

/* StateSaveLocation of the slurm.conf; NULL after a message. */
static char *_state_dir(const char *path)
{
	struct ft_conf *conf = NULL;
	struct ft_err err = {0};
	const char *dir;
	char *copy;

	if (sfair_conf_read(path, &conf, &err)) {
		fprintf(stderr, "sfair bypass: %s\n", err.text);
		return NULL;
	}
	dir = ft_conf_get(conf, "StateSaveLocation", NULL);
	copy = strdup(dir ? dir : "/var/spool");
	ft_conf_free(conf);
	return copy;
}

static int _run_bypass(const struct call *call)
{
	struct ft_reserve_state state = {0};
	char *dir = call->dir ? strdup(call->dir) : _state_dir(call->conf);
	int status = SFAIR_REFUSED;

	if (dir && !_read_counts(dir, &state))
		status = _show_bypass(call, &state);
	ft_reserve_state_free(&state);
	free(dir);
	return status;
}

int sfair_bypass(int argc, char **argv)
{
	static const struct option options[] = {
		{"conf", required_argument, NULL, 'c'},
		{"state", required_argument, NULL, 's'},
		{"json", no_argument, NULL, 'j'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	struct call call = {.conf = sfair_live_conf()};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'c') {
			call.conf = optarg;
		} else if (c == 's') {
			call.dir = optarg;
		} else if (c == 'j') {
			call.json = true;
		} else if (c == 'h') {
			puts(usage);
			return SFAIR_DONE;
		} else {
			return SFAIR_USAGE;
		}
	}
	call.job = argv + optind;
	return _run_bypass(&call);
}
