/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_spread.h.
 */
#include "sfair/replay/replay_spread.h"
#include "sfair/base/envelope.h"

#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/order.h"
#include "sfair/replay/replay_figure.h"

enum { TITLE = 30 };

struct spread {
	double median, low, high;
	uint32_t count, below; /* values; how many are below 1 */
};

struct row {
	struct sfair_figure log; /* of the log itself */
	struct spread value, ratio;
};

/* The lower one of the two in the middle. */
static struct spread _spread_figure(double *value, uint32_t count)
{
	struct spread spread = {.count = count};

	if (!count)
		return spread;
	qsort(value, count, sizeof(*value), ft_order_real);
	for (uint32_t i = 0; i < count; i++)
		spread.below += value[i] < 1;
	spread.low = value[0];
	spread.high = value[count - 1];
	spread.median = value[(count - 1) / 2];
	return spread;
}

static double _figure_value(const struct ft_outcome *outcome, uint32_t figure)
{
	struct sfair_figure list[SFAIR_FIGURES];

	sfair_figures(outcome, list);
	return list[figure].value;
}

/* room: for as many values as there are copies. */
static struct row _figure_row(const struct sfair_replay_column *column,
			      const struct sfair_replay_column *first,
			      uint32_t copies, uint32_t figure, double *room)
{
	struct sfair_figure list[SFAIR_FIGURES];
	uint32_t ratios = 0;
	struct row row;

	sfair_figures(&column->outcome, list);
	row.log = list[figure];
	for (uint32_t i = 0; i < copies; i++)
		room[i] = _figure_value(&column->shaken[i], figure);
	row.value = _spread_figure(room, copies);
	for (uint32_t i = 0; column != first && i < copies; i++) {
		double base = _figure_value(&first->shaken[i], figure);

		if (base > 0)
			room[ratios++] =
				_figure_value(&column->shaken[i], figure) /
				base;
	}
	row.ratio = _spread_figure(room, ratios);
	return row;
}

static void _print_row(const struct row *row)
{
	int digits = row->log.digits;

	printf("%-*s %10.*f %10.*f %10.*f %10.*f", TITLE, row->log.title,
	       digits, row->log.value, digits, row->value.median, digits,
	       row->value.low, digits, row->value.high);
	if (row->ratio.count)
		printf("  %6.2f %6.2f %6.2f %5" PRIu32 "/%" PRIu32,
		       row->ratio.median, row->ratio.low, row->ratio.high,
		       row->ratio.below, row->ratio.count);
	putchar('\n');
}

static void _print_head(const struct sfair_replay_column *column,
			uint32_t number)
{
	printf("%s[%" PRIu32 "] %s\n%-*s %10s %10s %10s %10s%s\n",
	       number > 1 ? "\n" : "", number, column->name, TITLE, "", "log",
	       "median", "lowest", "highest",
	       number > 1 ? "   ratio lowest highest below 1" : "");
}

static struct json_object *_json_spread(const struct spread *spread)
{
	struct json_object *object = json_object_new_object();

	sfair_figure_put(object, "median", spread->median);
	sfair_figure_put(object, "lowest", spread->low);
	sfair_figure_put(object, "highest", spread->high);
	return object;
}

static struct json_object *_json_row(const struct row *row)
{
	struct json_object *object = json_object_new_object();

	sfair_figure_put(object, "log", row->log.value);
	json_object_object_add(object, "copies", _json_spread(&row->value));
	if (row->ratio.count)
		json_object_object_add(object, "ratio",
				       _json_spread(&row->ratio));
	return object;
}

extern int sfair_replay_spread(const struct sfair_replay_column *column,
			       uint32_t count, uint32_t copies, bool json,
			       struct ft_err *err)
{
	struct json_object *envelope = json ? sfair_envelope("replay") : NULL;
	struct json_object *list =
		json ? sfair_put_list(envelope, "configurations") : NULL;
	double *room = calloc(copies, sizeof(*room));

	for (uint32_t c = 0; room && c < count; c++) {
		struct json_object *object =
			json ? json_object_new_object() : NULL;

		if (json)
			json_object_object_add(
				object, "configuration",
				sfair_json_shown(column[c].name));
		else
			_print_head(&column[c], c + 1);
		for (uint32_t i = 0; i < SFAIR_FIGURES; i++) {
			struct row row = _figure_row(&column[c], column, copies,
						     i, room);

			if (json)
				json_object_object_add(object, row.log.key,
						       _json_row(&row));
			else
				_print_row(&row);
		}
		if (json)
			json_object_array_add(list, object);
	}
	if (json && room)
		sfair_envelope_print(envelope);
	json_object_put(envelope);
	free(room);
	return room ? 0 : ft_no_memory(err);
}
