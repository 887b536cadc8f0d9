/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Figures of promises, out of the history that sched/reserve keeps: see
 * metrics_part.h.
 */
#include "ft_config.h"

#include "sfair/metrics/metrics_part.h"

#include <stddef.h>

#include "sfair/base/envelope.h"
#include "sfair/metrics/open_metrics.h"
#include "sfair/promises/tally.h"

static const char *const against[] = {"shown", "committed", "likely", "unheld",
				      NULL};
static const char *const results[] = {
	"starts", "kept", "within_1_min", "within_10_min",
	"early",  "late", NULL,
};

/* Rows of the week, by partition. */
struct week {
	FILE *out;
	struct json_object *list;
	int64_t monday;
};

typedef void row_fn(FILE *out, const char *partition, struct json_object *row);

static void _each_row(const struct week *week, row_fn *print)
{
	for (size_t i = 0; i < sfair_list_length(week->list); i++) {
		struct json_object *row =
			json_object_array_get_idx(week->list, i);

		if (sfair_get_whole(row, "week") == week->monday)
			print(week->out, sfair_get_text(row, "partition"), row);
	}
}

static void _print_made(FILE *out, const char *partition,
			struct json_object *row)
{
	sfair_metric(
		out, "sfair_week_promised_jobs",
		(struct sfair_label[SFAIR_LABELS]){{"partition", partition}},
		(double) sfair_get_whole(row, "made"));
}

static void _print_started(FILE *out, const char *partition,
			   struct json_object *row)
{
	sfair_metric(
		out, "sfair_week_started_jobs",
		(struct sfair_label[SFAIR_LABELS]){{"partition", partition}},
		(double) sfair_get_whole(row, "started"));
}

static void _print_results(FILE *out, const char *partition,
			   struct json_object *row)
{
	for (int a = 0; against[a]; a++)
		for (int r = 0; results[r]; r++)
			sfair_metric(out, "sfair_week_starts",
				     (struct sfair_label[SFAIR_LABELS]){
					     {"partition", partition},
					     {"against", against[a]},
					     {"result", r ? results[r] : "all"},
				     },
				     (double) sfair_get_whole(
					     sfair_get(row, against[a]),
					     results[r]));
}

static void _print_error(FILE *out, const char *partition, const char *what,
			 const char *direction, int64_t starts, int64_t sum)
{
	sfair_metric(out, "sfair_week_start_error_seconds",
		     (struct sfair_label[SFAIR_LABELS]){
			     {"partition", partition},
			     {"against", what},
			     {"direction", direction},
		     },
		     starts ? (double) sum / (double) starts : 0);
}

static void _print_errors(FILE *out, const char *partition,
			  struct json_object *row)
{
	for (int a = 0; against[a]; a++) {
		struct json_object *json = sfair_get(row, against[a]);

		_print_error(out, partition, against[a], "early",
			     sfair_get_whole(json, "early"),
			     sfair_get_whole(json, "early_by"));
		_print_error(out, partition, against[a], "late",
			     sfair_get_whole(json, "late"),
			     sfair_get_whole(json, "late_by"));
	}
}

static void _print_causes(FILE *out, const char *partition,
			  struct json_object *row)
{
	struct json_object *moved = sfair_get(row, "moved_later");

	for (int c = 0; c < FT_HISTORY_CAUSES; c++)
		sfair_metric(
			out, "sfair_week_moved_later_starts",
			(struct sfair_label[SFAIR_LABELS]){
				{"partition", partition},
				{"cause", ft_history_words[c]},
			},
			(double) sfair_get_whole(moved, ft_history_words[c]));
}

static void _print_week(const struct week *week)
{
	sfair_metric_family(week->out, "sfair_week_promised_jobs", "gauge",
			    "Jobs that were shown a start, since Monday.");
	_each_row(week, _print_made);
	sfair_metric_family(week->out, "sfair_week_started_jobs", "gauge",
			    "Jobs that were started, since Monday.");
	_each_row(week, _print_started);
	sfair_metric_family(week->out, "sfair_week_starts", "gauge",
			    "Starts against those that were shown first, "
			    "committed first, first known as likely, and shown "
			    "first without being held, since Monday.");
	_each_row(week, _print_results);
	sfair_metric_family(week->out, "sfair_week_start_error_seconds",
			    "gauge",
			    "Mean of starts that were more than a minute early "
			    "or late, since Monday.");
	_each_row(week, _print_errors);
	sfair_metric_family(week->out, "sfair_week_moved_later_starts", "gauge",
			    "How often a start moved later, since Monday.");
	_each_row(week, _print_causes);
}

int sfair_metrics_promises(FILE *out, const char *path, int64_t now,
			   struct ft_err *err)
{
	struct week week = {
		.out = out,
		.list = json_object_new_array(),
		.monday = sfair_tally_monday(now),
	};
	struct sfair_tally tally;
	int rc;

	sfair_tally_init(&tally, NULL);
	rc = sfair_tally_read(&tally, path, err);
	if (!rc) {
		sfair_tally_put(&tally, week.list);
		_print_week(&week);
	}
	sfair_tally_fini(&tally);
	json_object_put(week.list);
	return rc;
}
