/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_print.h.
 */
#include "sfair/replay/replay_print.h"

#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/replay/replay_figure.h"

enum { TITLE = 30, PARTY = 8 };

static const char *const kind_names[] = {"account", "user"};
static const char *const list_names[] = {"accounts", "users"};

/* Beside the first configuration the others have their ratio to it. */
static void _print_row(const struct sfair_replay_column *column, uint32_t count,
		       size_t row)
{
	struct sfair_figure first[SFAIR_FIGURES], figure[SFAIR_FIGURES];

	sfair_figures(&column[0].outcome, first);
	printf("%-*s", TITLE, first[row].title);
	for (uint32_t c = 0; c < count; c++) {
		sfair_figures(&column[c].outcome, figure);
		printf("  %10.*f", figure[row].digits, figure[row].value);
		if (c && first[row].value != 0)
			printf(" (%5.2f)",
			       figure[row].value / first[row].value);
		else if (c)
			printf("        ");
	}
	putchar('\n');
}

/* A row of a party that ran or waited; what it got is a part of all. */
struct share_row {
	const char *name;
	double promised, delivered, due, error, miss;
	struct ft_party_outcome outcome;
};

static double _all_figure(const struct ft_delivery_kind *kind, bool due)
{
	double sum = 0;

	for (uint32_t i = 0; i < kind->count; i++)
		sum += due ? kind->party[i].due : kind->party[i].delivered;
	return sum > 0 ? sum : 1;
}

/* *ret_row: to be freed; *ret_count rows.  0 or -ENOMEM. */
static int _figure_rows(const struct sfair_replay_column *column,
			enum ft_party_kind which, struct share_row **ret_row,
			uint32_t *ret_count)
{
	const struct ft_delivery_kind *kind =
		&column->replay.delivery.kind[which];
	const struct ft_vertex *vertex = column->setup.population->list.vertex;
	struct ft_party_outcome *outcome =
		calloc((size_t) kind->count + 1, sizeof(*outcome));
	struct share_row *row = calloc((size_t) kind->count + 1, sizeof(*row));
	double delivered = _all_figure(kind, false),
	       due = _all_figure(kind, true);
	uint32_t count = 0;

	if (!outcome || !row) {
		free(outcome);
		free(row);
		return -ENOMEM;
	}
	ft_outcome_parties(&column->setup, &column->replay, which, outcome);
	for (uint32_t i = 0; i < kind->count; i++) {
		const struct ft_party *party = &kind->party[i];

		if (outcome[i].jobs)
			row[count++] = (struct share_row){
				.name = vertex[party->vertex].name,
				.promised = party->promised,
				.delivered = party->delivered / delivered,
				.due = party->due / due,
				.error = party->error,
				.miss = party->miss,
				.outcome = outcome[i],
			};
	}
	free(outcome);
	*ret_row = row;
	*ret_count = count;
	return 0;
}

static int _print_rows(const struct sfair_replay_column *column,
		       uint32_t number, enum ft_party_kind kind)
{
	struct share_row *row;
	uint32_t count;

	if (_figure_rows(column, kind, &row, &count))
		return -ENOMEM;
	printf("\n[%" PRIu32 "] %s\n%-*s %9s %9s %9s %9s %9s %7s %10s %9s\n",
	       number, column->name, PARTY, kind_names[kind], "promised",
	       "delivered", "due", "error^2", "off due^2", "jobs", "mean wait",
	       "slowdown");
	for (uint32_t i = 0; i < count; i++)
		printf("%-*s %9.4f %9.4f %9.4f %9.5f %9.5f %7" PRIu32
		       " %10.0f %9.2f\n",
		       PARTY, row[i].name, row[i].promised, row[i].delivered,
		       row[i].due, row[i].error, row[i].miss,
		       row[i].outcome.jobs, row[i].outcome.mean_wait,
		       row[i].outcome.mean_slowdown);
	free(row);
	return 0;
}

static int _print_sizes(const struct sfair_replay_column *column,
			uint32_t number)
{
	struct ft_size_outcome size[FT_SIZE_CLASSES];

	if (ft_outcome_sizes(&column->setup, &column->replay, size))
		return -ENOMEM;
	printf("\n[%" PRIu32 "] %s\n%-17s %7s %10s %15s\n", number,
	       column->name, "processors", "jobs", "mean wait",
	       "95th percentile");
	for (int k = 0; k < FT_SIZE_CLASSES; k++)
		if (size[k].jobs)
			printf("%7" PRId64 " to %6" PRId64 " %7" PRIu32
			       " %10.0f %15.0f\n",
			       size[k].from, size[k].to, size[k].jobs,
			       size[k].mean_wait, size[k].wait_95);
	return 0;
}

static int _print_unheld(const struct sfair_replay_column *column,
			 uint32_t number)
{
	struct ft_unheld_outcome outcome;

	if (ft_outcome_unheld(&column->setup, &column->replay, &outcome))
		return -ENOMEM;
	printf("\n[%" PRIu32 "] %s\n", number, column->name);
	printf("%-*s  %10" PRIu32 "\n", TITLE, "shown a start not held",
	       outcome.jobs);
	printf("%-*s  %10" PRIu32 "\n", TITLE, "of them never held one",
	       outcome.only);
	printf("%-*s  %10" PRIu32 "\n", TITLE, "started later than shown",
	       outcome.late);
	printf("%-*s  %10.0f\n", TITLE, "median of how much later, s",
	       outcome.late_median);
	printf("%-*s  %10.0f\n", TITLE, "95th percentile, s", outcome.late_95);
	printf("%-*s  %10" PRIu32 "\n", TITLE, "started earlier",
	       outcome.early);
	printf("%-*s  %10.0f\n", TITLE, "median of how much, s",
	       outcome.early_median);
	printf("%-*s  %10.0f\n", TITLE, "median error, s",
	       outcome.error_median);
	printf("%-*s  %10.0f\n", TITLE, "95th percentile of it, s",
	       outcome.error_95);
	return 0;
}

/* What was asked for besides the table, of each configuration. */
static int _print_besides(const struct sfair_replay_column *column,
			  uint32_t count, const struct sfair_replay_rows *rows)
{
	int rc = 0;

	for (enum ft_party_kind k = 0; !rc && k < FT_PARTY_KINDS; k++)
		for (uint32_t c = 0; !rc && rows->of[k] && c < count; c++)
			rc = _print_rows(&column[c], c + 1, k);
	for (uint32_t c = 0; !rc && rows->sizes && c < count; c++)
		rc = _print_sizes(&column[c], c + 1);
	for (uint32_t c = 0; !rc && rows->unheld && c < count; c++)
		rc = _print_unheld(&column[c], c + 1);
	return rc;
}

extern int sfair_replay_table(const struct sfair_replay_column *column,
			      uint32_t count,
			      const struct sfair_replay_rows *rows,
			      struct ft_err *err)
{
	int rc;

	printf("%-*s", TITLE, "");
	for (uint32_t c = 0; c < count; c++)
		printf("  [%" PRIu32 "]%*s", c + 1, c ? 16 : 7, "");
	putchar('\n');
	for (size_t i = 0; i < SFAIR_FIGURES; i++)
		_print_row(column, count, i);
	for (uint32_t c = 0; c < count; c++)
		printf("[%" PRIu32 "] %s\n", c + 1, column[c].name);
	rc = _print_besides(column, count, rows);
	return rc ? ft_fail(err, rc, "out of memory") : 0;
}

static int _json_rows(const struct sfair_replay_column *column,
		      enum ft_party_kind kind, struct json_object *object)
{
	struct json_object *list;
	struct share_row *row;
	uint32_t count;

	if (_figure_rows(column, kind, &row, &count))
		return -ENOMEM;
	list = json_object_new_array();
	for (uint32_t i = 0; i < count; i++) {
		struct json_object *own = json_object_new_object();

		json_object_object_add(own, kind_names[kind],
				       json_object_new_string(row[i].name));
		sfair_figure_put(own, "promised", row[i].promised);
		sfair_figure_put(own, "delivered", row[i].delivered);
		sfair_figure_put(own, "due", row[i].due);
		sfair_figure_put(own, "error", row[i].error);
		sfair_figure_put(own, "miss", row[i].miss);
		json_object_object_add(
			own, "jobs",
			json_object_new_int64(row[i].outcome.jobs));
		sfair_figure_put(own, "mean_wait", row[i].outcome.mean_wait);
		sfair_figure_put(own, "mean_slowdown",
				 row[i].outcome.mean_slowdown);
		json_object_array_add(list, own);
	}
	json_object_object_add(object, list_names[kind], list);
	free(row);
	return 0;
}

static int _json_sizes(const struct sfair_replay_column *column,
		       struct json_object *object)
{
	struct ft_size_outcome size[FT_SIZE_CLASSES];
	struct json_object *list;

	if (ft_outcome_sizes(&column->setup, &column->replay, size))
		return -ENOMEM;
	list = json_object_new_array();
	for (int k = 0; k < FT_SIZE_CLASSES; k++) {
		struct json_object *own;

		if (!size[k].jobs)
			continue;
		own = json_object_new_object();
		json_object_object_add(own, "from",
				       json_object_new_int64(size[k].from));
		json_object_object_add(own, "to",
				       json_object_new_int64(size[k].to));
		json_object_object_add(own, "jobs",
				       json_object_new_int64(size[k].jobs));
		sfair_figure_put(own, "mean_wait", size[k].mean_wait);
		sfair_figure_put(own, "wait_95", size[k].wait_95);
		json_object_array_add(list, own);
	}
	json_object_object_add(object, "sizes", list);
	return 0;
}

static int _json_unheld(const struct sfair_replay_column *column,
			struct json_object *object)
{
	struct json_object *own;
	struct ft_unheld_outcome outcome;

	if (ft_outcome_unheld(&column->setup, &column->replay, &outcome))
		return -ENOMEM;
	own = json_object_new_object();
	json_object_object_add(own, "jobs",
			       json_object_new_int64(outcome.jobs));
	json_object_object_add(own, "never_held",
			       json_object_new_int64(outcome.only));
	json_object_object_add(own, "late",
			       json_object_new_int64(outcome.late));
	json_object_object_add(own, "early",
			       json_object_new_int64(outcome.early));
	sfair_figure_put(own, "late_median", outcome.late_median);
	sfair_figure_put(own, "late_95", outcome.late_95);
	sfair_figure_put(own, "early_median", outcome.early_median);
	sfair_figure_put(own, "error_median", outcome.error_median);
	sfair_figure_put(own, "error_95", outcome.error_95);
	json_object_object_add(object, "unheld", own);
	return 0;
}

/* What the errors were over time. */
static struct json_object *_json_delivery(const struct ft_delivery *delivery)
{
	struct json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < delivery->window_count; i++) {
		const struct ft_delivery_window *window = &delivery->window[i];
		struct json_object *object = json_object_new_object();

		json_object_object_add(object, "end",
				       json_object_new_int64(window->end));
		sfair_figure_put(object, "account_error",
				 window->error[FT_PARTY_ACCOUNT]);
		sfair_figure_put(object, "account_miss",
				 window->miss[FT_PARTY_ACCOUNT]);
		sfair_figure_put(object, "user_error",
				 window->error[FT_PARTY_USER]);
		sfair_figure_put(object, "user_miss",
				 window->miss[FT_PARTY_USER]);
		json_object_array_add(list, object);
	}
	return list;
}

static struct json_object *
_figure_json(const struct sfair_replay_column *column)
{
	struct json_object *object = json_object_new_object();
	struct sfair_figure figure[SFAIR_FIGURES];

	sfair_figures(&column->outcome, figure);
	json_object_object_add(object, "configuration",
			       json_object_new_string(column->name));
	for (size_t i = 0; i < SFAIR_FIGURES; i++)
		if (figure[i].digits)
			sfair_figure_put(object, figure[i].key,
					 figure[i].value);
		else
			json_object_object_add(
				object, figure[i].key,
				json_object_new_int64(
					(int64_t) (figure[i].value + 0.5)));
	json_object_object_add(object, "windows",
			       _json_delivery(&column->replay.delivery));
	return object;
}

extern int sfair_replay_json(const struct sfair_replay_column *column,
			     uint32_t count,
			     const struct sfair_replay_rows *rows,
			     struct ft_err *err)
{
	struct json_object *envelope = sfair_envelope("replay");
	struct json_object *list = sfair_put_list(envelope, "configurations");
	int rc = 0;

	for (uint32_t c = 0; c < count; c++) {
		struct json_object *object = _figure_json(&column[c]);

		for (enum ft_party_kind k = 0; !rc && k < FT_PARTY_KINDS; k++)
			if (rows->of[k])
				rc = _json_rows(&column[c], k, object);
		if (!rc && rows->sizes)
			rc = _json_sizes(&column[c], object);
		if (!rc && rows->unheld)
			rc = _json_unheld(&column[c], object);
		json_object_array_add(list, object);
	}
	sfair_envelope_print(envelope);
	json_object_put(envelope);
	return rc ? ft_fail(err, rc, "out of memory") : 0;
}
