/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair plan - plans a cycle that sched/reserve saved, with the same engine.
 *
 * Reads the file only; never talks to a controller.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/estimate.h"
#include "core/schedule.h"
#include "core/snapshot.h"
#include "sfair/sfair.h"

static const char *const verdicts[] = {
	[FT_PLACED] = "placed",
	[FT_BEYOND] = "beyond window",
	[FT_IMPOSSIBLE] = "impossible",
	[FT_UNRESERVED] = "not reserved",
};

static const char *const obstacles[] = {
	[FT_OBSTACLE_NONE] = "none",
	[FT_OBSTACLE_RESOURCES] = "resources",
	[FT_OBSTACLE_PRIORITY] = "priority",
	[FT_OBSTACLE_CLOSURE] = "reservation",
	[FT_OBSTACLE_LICENCES] = "licenses",
	[FT_OBSTACLE_BEGIN] = "begin time",
};

static const char *_time_text(int64_t seconds, char *text, size_t room)
{
	time_t when = (time_t) seconds;
	struct tm tm;

	if (!localtime_r(&when, &tm) ||
	    !strftime(text, room, "%Y-%m-%dT%H:%M:%S", &tm))
		return "?";
	return text;
}

static void _print_table(const struct ft_snapshot *snapshot,
			 const struct ft_schedule *schedule,
			 const int64_t *estimate)
{
	char text[32], likely[32];

	printf("%10s %-14s %-19s %-19s %6s  %s\n", "JOBID", "VERDICT", "START",
	       "ESTIMATE", "NODES", "OBSTACLE");
	for (uint32_t i = 0; i < schedule->job_count; i++) {
		const struct ft_placement *place = &schedule->placement[i];
		bool placed = place->verdict == FT_PLACED;

		printf("%10" PRIu32 " %-14s %-19s %-19s %6" PRIu32 "  %s\n",
		       snapshot->job[i].job_id, verdicts[place->verdict],
		       placed ? _time_text(place->start, text, sizeof(text))
			      : "-",
		       estimate[i] != FT_NEVER
			       ? _time_text(estimate[i], likely, sizeof(likely))
			       : "-",
		       place->share_count, obstacles[place->obstacle]);
	}
}

static struct json_object *_nodes_json(const struct ft_placement *place)
{
	struct json_object *nodes = json_object_new_array();

	for (uint32_t i = 0; i < place->share_count; i++)
		json_object_array_add(
			nodes, json_object_new_int64(place->share[i].node));
	return nodes;
}

static void _print_json(const struct ft_snapshot *snapshot,
			const struct ft_schedule *schedule,
			const int64_t *estimate)
{
	struct json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < schedule->job_count; i++) {
		const struct ft_placement *place = &schedule->placement[i];
		struct json_object *job = json_object_new_object();

		json_object_object_add(
			job, "job_id",
			json_object_new_int64(snapshot->job[i].job_id));
		json_object_object_add(
			job, "verdict",
			json_object_new_string(verdicts[place->verdict]));
		json_object_object_add(
			job, "obstacle",
			json_object_new_string(obstacles[place->obstacle]));
		if (place->verdict == FT_PLACED) {
			json_object_object_add(
				job, "start",
				json_object_new_int64(place->start));
			json_object_object_add(job, "nodes",
					       _nodes_json(place));
		}
		if (estimate[i] != FT_NEVER)
			json_object_object_add(
				job, "estimate",
				json_object_new_int64(estimate[i]));
		json_object_array_add(list, job);
	}
	puts(json_object_to_json_string_ext(list, JSON_C_TO_STRING_PRETTY));
	json_object_put(list);
}

static int _estimate(const struct ft_snapshot *snapshot,
		     const struct ft_schedule *schedule, int64_t **ret_estimate,
		     struct ft_err *err)
{
	*ret_estimate = calloc((size_t) snapshot->job_count + 1,
			       sizeof(**ret_estimate));
	if (!*ret_estimate)
		return ft_fail(err, -ENOMEM, "out of memory");
	return ft_estimate_starts(snapshot, schedule, *ret_estimate, err);
}

static int _plan_file(const char *path, bool json)
{
	struct ft_snapshot *snapshot = NULL;
	struct ft_schedule *schedule = NULL;
	int64_t *estimate = NULL;
	struct ft_err err = {0};
	int status = SFAIR_REFUSED;

	if (ft_snapshot_read(path, &snapshot, &err) ||
	    ft_schedule_plan(snapshot, &schedule, &err) ||
	    _estimate(snapshot, schedule, &estimate, &err)) {
		fprintf(stderr, "sfair plan: %s\n", err.text);
		goto out;
	}
	if (json)
		_print_json(snapshot, schedule, estimate);
	else
		_print_table(snapshot, schedule, estimate);
	status = SFAIR_DONE;
out:
	free(estimate);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
	return status;
}

int sfair_plan(int argc, char **argv)
{
	static const struct option options[] = {
		{"json", no_argument, NULL, 'j'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	bool json = false;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'j') {
			json = true;
		} else if (c == 'h') {
			puts("Usage: sfair plan [--json] FILE\n\nPlans the "
			     "cycle that sched/reserve saved in FILE.");
			return SFAIR_DONE;
		} else {
			return SFAIR_USAGE;
		}
	}
	if (optind != argc - 1) {
		fputs("sfair plan: give one file: see sfair plan --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	return _plan_file(argv[optind], json);
}
