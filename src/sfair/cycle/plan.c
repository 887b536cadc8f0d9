/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair plan - plans a cycle that sched/reserve saved, with the same engine.
 *
 * Reads the file only; with --live it shows what the running scheduler has
 * planned (plan_live.h) and plans nothing.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/plan/estimate.h"
#include "core/plan/schedule.h"
#include "core/queue/schedule_option.h"
#include "core/snapshot/snapshot.h"
#include "sfair/base/sfair.h"
#include "sfair/base/envelope.h"
#include "sfair/cycle/plan_live.h"
#include "sfair/page/plan_view.h"

static const char *const verdicts[] = {
	[FT_PLACED] = "placed",		[FT_BEYOND] = "beyond window",
	[FT_IMPOSSIBLE] = "impossible", [FT_UNRESERVED] = "not reserved",
	[FT_UNSEEN] = "not looked at",
};

static const char *const obstacles[] = {
	[FT_OBSTACLE_NONE] = "none",
	[FT_OBSTACLE_RESOURCES] = "resources",
	[FT_OBSTACLE_PRIORITY] = "priority",
	[FT_OBSTACLE_CLOSURE] = "reservation",
	[FT_OBSTACLE_LICENCES] = "licenses",
	[FT_OBSTACLE_BEGIN] = "begin time",
	[FT_OBSTACLE_LIMIT] = "limit",
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
		       snapshot->job[i].job_id,
		       place->committed ? "committed"
					: verdicts[place->verdict],
		       placed ? _time_text(place->start, text, sizeof(text))
			      : "-",
		       estimate[i] != FT_NEVER
			       ? _time_text(estimate[i], likely, sizeof(likely))
			       : "-",
		       place->share_count, obstacles[place->obstacle]);
	}
}

struct tried {
	const char *why;
	uint32_t job_id;
};

static int _by_reason(const void *x, const void *y)
{
	const struct tried *a = x, *b = y;
	int order = strcmp(a->why, b->why);

	return order ? order
		     : (a->job_id > b->job_id) - (a->job_id < b->job_id);
}

/* For each reason the numbers of its jobs, of which tasks have the same. */
static int _print_tried(const struct ft_snapshot *snapshot, struct ft_err *err)
{
	struct tried *list =
		calloc((size_t) snapshot->job_count + 1, sizeof(*list));
	uint32_t count = 0;

	if (!list)
		return ft_no_memory(err);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		if (snapshot->job[i].tried)
			list[count++] = (struct tried){snapshot->job[i].tried,
						       snapshot->job[i].job_id};
	qsort(list, count, sizeof(*list), _by_reason);
	puts(count ? "Tried besides:" : "No job is tried besides.");
	for (uint32_t i = 0; i < count; i++) {
		bool first = !i || strcmp(list[i].why, list[i - 1].why);

		if (first)
			printf("%s  %s:", i ? "\n" : "", list[i].why);
		if (first || list[i].job_id != list[i - 1].job_id)
			printf(" %" PRIu32, list[i].job_id);
	}
	if (count)
		putchar('\n');
	free(list);
	return 0;
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
	struct json_object *envelope = sfair_envelope("plan");
	struct json_object *list = sfair_put_list(envelope, "jobs");

	sfair_envelope_meta(envelope, "source", "snapshot");
	for (uint32_t i = 0; i < schedule->job_count; i++) {
		const struct ft_placement *place = &schedule->placement[i];
		struct json_object *job = sfair_add_object(list);

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
			json_object_object_add(
				job, "committed",
				json_object_new_boolean(place->committed));
			json_object_object_add(job, "nodes",
					       _nodes_json(place));
		}
		if (estimate[i] != FT_NEVER)
			json_object_object_add(
				job, "estimate",
				json_object_new_int64(estimate[i]));
		if (snapshot->job[i].tried)
			json_object_object_add(
				job, "tried",
				sfair_json_shown(snapshot->job[i].tried));
	}
	sfair_envelope_print(envelope);
	json_object_put(envelope);
}

static int _estimate(const struct ft_snapshot *snapshot,
		     const struct ft_schedule *schedule, int64_t **ret_estimate,
		     struct ft_err *err)
{
	*ret_estimate = calloc((size_t) snapshot->job_count + 1,
			       sizeof(**ret_estimate));
	if (!*ret_estimate)
		return ft_no_memory(err);
	return ft_estimate_starts(snapshot, schedule, NULL, *ret_estimate, err);
}

enum { KEYS_MAX = 64 };

/* What the command line says instead of the file; NULL: nothing. */
struct what_if {
	/* of each key of ft_schedule_reserve_table */
	const char *value[KEYS_MAX];
};

/* "rsv_depth=1,rsv_policy=never" of what was given; the caller frees it. */
static char *_parameters(const struct what_if *what_if)
{
	const struct ft_option *table = ft_schedule_reserve_table;
	size_t size = 1, used = 0;
	char *text;

	for (size_t i = 0; table[i].name; i++)
		if (what_if->value[i])
			size += strlen(table[i].name) + 2 +
				strlen(what_if->value[i]);
	text = calloc(1, size);
	for (size_t i = 0; text && table[i].name; i++)
		if (what_if->value[i])
			used += (size_t) snprintf(text + used, size - used,
						  "%s%s=%s", used ? "," : "",
						  table[i].name,
						  what_if->value[i]);
	return text;
}

/* The file has buckets without names: one depth for all jobs. */
static int _set_depth(struct ft_snapshot *snapshot,
		      const struct ft_schedule_options *options,
		      struct ft_err *err)
{
	const struct ft_depth_rule *rule = &options->depth;
	struct ft_policy *policy = &snapshot->policy;

	if ((rule->bucket_count > 1) || (rule->bucket_count && rule->names[0]))
		return ft_fail(err, -EINVAL,
			       "--rsv-depth=%s: give one number, or all: the "
			       "file does not say which QOS a job has",
			       rule->text);
	policy->bucket_count = rule->bucket_count;
	policy->depth = ft_snapshot_alloc(snapshot, sizeof(*policy->depth));
	if (!policy->depth)
		return ft_no_memory(err);
	policy->depth[0] = rule->depth[0];
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		snapshot->job[j].bucket = rule->bucket_count ? 0 : FT_NO_INDEX;
	return 0;
}

static bool _given_plan(const struct what_if *what_if, const char *key)
{
	for (size_t i = 0; ft_schedule_reserve_table[i].name; i++)
		if (!strcmp(ft_schedule_reserve_table[i].name, key))
			return what_if->value[i];
	return false;
}

static int _override(struct ft_snapshot *snapshot,
		     const struct what_if *what_if, struct ft_err *err)
{
	struct ft_policy *policy = &snapshot->policy;
	struct ft_schedule_options options;
	char *text = _parameters(what_if);
	int rc = text ? ft_schedule_options_given("--rsv-KEY", text, &options,
						  NULL, NULL, err)
		      : ft_no_memory(err);

	free(text);
	if (rc)
		return rc;
	if (_given_plan(what_if, "rsv_overrule")) {
		if (options.overrule == FT_OVERRULE_AUTO)
			return ft_fail(err, -EINVAL,
				       "--rsv-overrule=auto: give a number: "
				       "the file does not say what fairshare "
				       "is worth");
		snapshot->overrule = options.overrule;
	}
	if (_given_plan(what_if, "rsv_commit"))
		policy->commit = options.commit;
	if (_given_plan(what_if, "rsv_patience"))
		policy->patience = options.patience;
	if (_given_plan(what_if, "rsv_policy"))
		policy->hold = (enum ft_hold) options.hold;
	if (_given_plan(what_if, "rsv_compress"))
		policy->compress = (enum ft_compress) options.compress;
	if (_given_plan(what_if, "rsv_backfill"))
		policy->backfill = (enum ft_backfill) options.backfill;
	if (_given_plan(what_if, "rsv_metric"))
		policy->metric = (enum ft_metric) options.metric;
	if (_given_plan(what_if, "rsv_backfill_depth"))
		policy->backfill_depth = (uint32_t) options.backfill_depth;
	if (!_given_plan(what_if, "rsv_depth"))
		return 0;
	return _set_depth(snapshot, &options, err);
}

/* How it is shown. */
struct shown {
	bool json, verbose, live;
	const char *html, *plan, *conf;
};

/* As a page: names are not in the file. */
static int _draw_file(const char *path, const char *html,
		      const struct ft_snapshot *snapshot,
		      const struct ft_schedule *schedule, struct ft_err *err)
{
	char title[512];
	struct ft_outlook outlook;
	struct sfair_plan_view view = {
		.outlook = &outlook,
		.title = title,
		.source = "planned again from what a cycle of sched/reserve "
			  "saw, which has no names.",
	};
	int rc = ft_outlook_fill(&outlook, snapshot, schedule, FT_FIRST_GRES);

	if (rc)
		return ft_fail(err, rc, "out of memory");
	snprintf(title, sizeof(title), "Plan of %s", path);
	rc = sfair_plan_page(html, &view, err);
	ft_outlook_free(&outlook);
	return rc;
}

static int _plan_file(const char *path, const struct what_if *what_if,
		      const struct shown *shown)
{
	struct ft_snapshot *snapshot = NULL;
	struct ft_schedule *schedule = NULL;
	int64_t *estimate = NULL;
	struct ft_err err = {0};
	int status = SFAIR_REFUSED;

	if (ft_snapshot_read(path, &snapshot, &err) ||
	    _override(snapshot, what_if, &err) ||
	    ft_schedule_plan(snapshot, &schedule, &err) ||
	    _estimate(snapshot, schedule, &estimate, &err) ||
	    (shown->html &&
	     _draw_file(path, shown->html, snapshot, schedule, &err))) {
		fprintf(stderr, "sfair plan: %s\n", err.text);
		goto out;
	}
	if (shown->json)
		_print_json(snapshot, schedule, estimate);
	else if (!shown->html)
		_print_table(snapshot, schedule, estimate);
	if (shown->verbose && !shown->json && _print_tried(snapshot, &err))
		fprintf(stderr, "sfair plan: %s\n", err.text);
	else
		status = SFAIR_DONE;
out:
	free(estimate);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
	return status;
}

static const char usage[] =
	"Usage: sfair plan [OPTION]... FILE\n"
	"       sfair plan --live [OPTION]...\n\n"
	"Plans the cycle that sched/reserve saved in FILE, with --rsv-KEY as\n"
	"if SchedulerParameters had that value, see sched_reserve(5); or "
	"shows\n"
	"what the running scheduler has planned.\n\n"
	"  --live     the running scheduler's plan: the published one, or "
	"what\n"
	"             slurmctld tells everybody\n"
	"  --plan FILE  with --live: the published plan, if not where\n"
	"             slurm.conf says\n"
	"  --conf FILE  with --live: another slurm.conf\n"
	"  --html FILE  a page to look at, in one file: the nodes over time,\n"
	"             what is free over time, and the queue\n"
	"  --json     as JSON, with the indices of the nodes\n"
	"  --verbose  also the jobs that are tried in ways that are not "
	"planned,\n"
	"             and why";

/* Long options that override a key of the same name. */
enum { WHAT_IF = 256 };

static const struct option options[] = {
	{"live", no_argument, NULL, 'l'},
	{"plan", required_argument, NULL, 'p'},
	{"conf", required_argument, NULL, 'c'},
	{"html", required_argument, NULL, 'H'},
	{"json", no_argument, NULL, 'j'},
	{"verbose", no_argument, NULL, 'v'},
	{"help", no_argument, NULL, 'h'},
	{"rsv-overrule", required_argument, NULL, WHAT_IF},
	{"rsv-commit", required_argument, NULL, WHAT_IF},
	{"rsv-patience", required_argument, NULL, WHAT_IF},
	{"rsv-depth", required_argument, NULL, WHAT_IF},
	{"rsv-policy", required_argument, NULL, WHAT_IF},
	{"rsv-compress", required_argument, NULL, WHAT_IF},
	{"rsv-backfill", required_argument, NULL, WHAT_IF},
	{"rsv-metric", required_argument, NULL, WHAT_IF},
	{"rsv-backfill-depth", required_argument, NULL, WHAT_IF},
	{NULL, 0, NULL, 0},
};

/* The option "rsv-depth" is the key "rsv_depth". */
static bool _is_key(const char *option, const char *key)
{
	for (; *option && *key; option++, key++)
		if ((*option == '-' ? '_' : *option) != *key)
			return false;
	return *option == *key;
}

static void _note_plan(struct what_if *what_if, const char *option,
		       const char *value)
{
	for (size_t i = 0; ft_schedule_reserve_table[i].name; i++)
		if (_is_key(option, ft_schedule_reserve_table[i].name))
			what_if->value[i] = value;
}

/* What a key takes, in the words of its table. */
static void _print_values(const struct ft_option *option)
{
	const char *const *choice = option->choices;

	if (!choice) {
		fputs(option->type == FT_OPTION_INT ? "N" : "TEXT", stdout);
		return;
	}
	for (; *choice; choice++)
		printf("%s%s", choice == option->choices ? "" : "|", *choice);
}

/* What the file does not say narrows what some keys take here. */
static const struct {
	const char *option, *values, *help;
} own_help[] = {
	{"rsv-overrule", "N",
	 "A shown start gives way to a job that is ahead by more points"},
	{"rsv-depth", "N|all",
	 "Reservations that jobs hold together; no buckets: the file names no "
	 "QOS"},
};

static bool _print_own_help(const char *option)
{
	for (size_t i = 0; i < sizeof(own_help) / sizeof(*own_help); i++)
		if (!strcmp(own_help[i].option, option)) {
			printf("  --%s=%s\n          %s\n", option,
			       own_help[i].values, own_help[i].help);
			return true;
		}
	return false;
}

static void _print_help(void)
{
	puts(usage);
	for (const struct option *given = options; given->name; given++) {
		for (const struct ft_option *key = ft_schedule_reserve_table;
		     key->name; key++) {
			if (!_is_key(given->name, key->name) ||
			    _print_own_help(given->name))
				continue;
			printf("  --%s=", given->name);
			_print_values(key);
			printf("\n          %s\n", key->help);
		}
	}
}

/* False: it is no option. */
static bool _take_plan(struct shown *shown, int c)
{
	switch (c) {
	case 'j':
		shown->json = true;
		return true;
	case 'v':
		shown->verbose = true;
		return true;
	case 'l':
		shown->live = true;
		return true;
	case 'p':
		shown->plan = optarg;
		return true;
	case 'c':
		shown->conf = optarg;
		return true;
	case 'H':
		shown->html = optarg;
		return true;
	default:
		return false;
	}
}

static bool _is_whatif(const struct what_if *what_if)
{
	for (size_t i = 0; i < KEYS_MAX; i++)
		if (what_if->value[i])
			return true;
	return false;
}

static int _plan_live(const struct what_if *what_if, const struct shown *shown)
{
	struct sfair_plan_call call = {
		.conf = shown->conf,
		.plan = shown->plan,
		.html = shown->html,
		.json = shown->json,
	};

	if (!_is_whatif(what_if) && !shown->verbose)
		return sfair_plan_live(&call);
	fputs("sfair plan: --live plans nothing anew: --rsv-KEY and --verbose "
	      "want the file of a saved cycle\n",
	      stderr);
	return SFAIR_USAGE;
}

int sfair_plan(int argc, char **argv)
{
	struct what_if what_if = {{NULL}};
	struct shown shown = {0};
	int c, at;

	while ((c = getopt_long(argc, argv, "", options, &at)) != -1) {
		if (c == 'h') {
			_print_help();
			return SFAIR_DONE;
		}
		if (c == WHAT_IF)
			_note_plan(&what_if, options[at].name, optarg);
		else if (!_take_plan(&shown, c))
			return SFAIR_USAGE;
	}
	if (optind != argc - !shown.live) {
		fputs("sfair plan: give one file, or --live: see sfair plan "
		      "--help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	if (shown.live)
		return _plan_live(&what_if, &shown);
	if (!shown.conf && !shown.plan)
		return _plan_file(argv[optind], &what_if, &shown);
	fputs("sfair plan: --conf and --plan are for --live\n", stderr);
	return SFAIR_USAGE;
}
