/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Utilisation, queue and errors of shares over time: see replay_page_part.h.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "sfair/replay/replay_bin.h"
#include "sfair/replay/replay_page_part.h"

enum { BINS = 400, DAY = 86400, LEFT = 60 };

static struct sfair_chart _time_plane(const struct sfair_replay_scope *scope,
				      double days, double high)
{
	return (struct sfair_chart){
		.page = scope->page,
		.left = LEFT,
		.right = SFAIR_CHART_WIDTH - 34,
		.top = 10,
		.height = 200,
		.to = days > 0 ? days : 1,
		.high = high > 0 ? high : 1,
	};
}

/* A line for each configuration; point: count of each. */
static void _draw_lines(const struct sfair_replay_scope *scope,
			const char *title, double days,
			const struct sfair_chart_point *point,
			const uint32_t *count, uint32_t most)
{
	struct sfair_chart chart;
	char label[SFAIR_COLUMN_NAME + 16];
	double high = 0;

	for (uint32_t c = 0; c < scope->count; c++)
		for (uint32_t i = 0; i < count[c]; i++)
			high = fmax(high, point[(size_t) c * most + i].y);
	chart = _time_plane(scope, days, high);
	sfair_chart_open(&chart, title);
	sfair_chart_scale(&chart);
	sfair_chart_days(&chart);
	for (uint32_t c = 0; c < scope->count; c++)
		sfair_chart_steps(&chart, &point[(size_t) c * most], count[c],
				  sfair_replay_class(c),
				  sfair_replay_label(label, scope, c));
	sfair_chart_close(&chart);
}

struct curves {
	struct sfair_replay_bin bin[BINS];
	struct sfair_chart_point used[SFAIR_COLUMNS_MAX][BINS];
	struct sfair_chart_point queued[SFAIR_COLUMNS_MAX][BINS];
	uint32_t count[SFAIR_COLUMNS_MAX];
};

int sfair_replay_time(const struct sfair_replay_scope *scope)
{
	struct curves *curves = calloc(1, sizeof(*curves));
	double span = 1;

	if (!curves)
		return -ENOMEM;
	for (uint32_t c = 0; c < scope->count; c++)
		span = fmax(span,
			    sfair_replay_seconds(&scope->column[c].replay));
	for (uint32_t c = 0; c < scope->count; c++) {
		sfair_replay_bins(&scope->column[c].replay, span, BINS,
				  curves->bin);
		curves->count[c] = BINS;
		for (uint32_t b = 0; b < BINS; b++) {
			double day = span / DAY * b / BINS;

			curves->used[c][b].x = curves->queued[c][b].x = day;
			curves->used[c][b].y = 100 * curves->bin[b].used;
			curves->queued[c][b].y = curves->bin[b].queued;
		}
	}
	sfair_page_heading(scope->page, "Utilisation over time",
			   "Processors in use, percent.");
	sfair_replay_legend(scope);
	_draw_lines(scope, "utilisation", span / DAY, curves->used[0],
		    curves->count, BINS);
	sfair_page_heading(scope->page, "Queue over time", "Jobs that wait.");
	_draw_lines(scope, "jobs in the queue", span / DAY, curves->queued[0],
		    curves->count, BINS);
	free(curves);
	return 0;
}

/* The errors of a kind, window by window; NAN ends the last one. */
static void _fill_errors(const struct ft_replay *replay,
			 enum ft_party_kind kind,
			 struct sfair_chart_point *point, uint32_t *ret_count)
{
	const struct ft_delivery *delivery = &replay->delivery;
	double first = replay->point_count ? (double) replay->point[0].time : 0;
	uint32_t i = 0;

	for (; i < delivery->window_count; i++) {
		double begin = (double) (delivery->window[i].end -
					 delivery->window_seconds);

		point[i].x = fmax(begin - first, 0) / DAY;
		point[i].y = delivery->window[i].error[kind];
	}
	if (i) {
		point[i].x =
			((double) delivery->window[i - 1].end - first) / DAY;
		point[i].y = point[i - 1].y;
		i++;
	}
	*ret_count = i;
}

int sfair_replay_errors(const struct sfair_replay_scope *scope)
{
	static const char *const names[] = {"Share errors of accounts",
					    "Share errors of users"};
	uint32_t most = 0, count[SFAIR_COLUMNS_MAX];
	struct sfair_chart_point *point;
	double days = 0;

	for (uint32_t c = 0; c < scope->count; c++) {
		const struct ft_replay *replay = &scope->column[c].replay;

		if (replay->delivery.window_count > most)
			most = replay->delivery.window_count;
		days = fmax(days, sfair_replay_seconds(replay) / DAY);
	}
	if (!most) {
		sfair_page_heading(scope->page, names[0],
				   "The replay is shorter than one --window.");
		return 0;
	}
	point = calloc((size_t) scope->count * ++most, sizeof(*point));
	if (!point)
		return -ENOMEM;
	for (int k = 0; k < FT_PARTY_KINDS; k++) {
		for (uint32_t c = 0; c < scope->count; c++)
			_fill_errors(&scope->column[c].replay,
				     (enum ft_party_kind) k,
				     &point[(size_t) c * most], &count[c]);
		sfair_page_heading(scope->page, names[k],
				   "Sum of the squares of what they got less "
				   "their part of the shares, window by "
				   "window.");
		sfair_replay_legend(scope);
		_draw_lines(scope, names[k], days, point, count, most);
	}
	free(point);
	return 0;
}
