/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is in use, set aside and free over time: an area for each kind of use,
 * one picture for cores, memory and GPUs each.  See plan_part.h.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "sfair/page/plan_part.h"

/* Of a picture: more cannot be told apart. */
enum { BINS = 480 };

static const char *const sorts[] = {"cores", "memory, GB", "GPUs"};
static const double units[] = {1, 1024, 1};

/* Means over bins: of what begins or ends within a bin, its part of it. */
struct bins {
	double step[SFAIR_PLAN_KINDS][BINS + 2]; /* changes at their left */
	double part[SFAIR_PLAN_KINDS][BINS + 2]; /* only in this bin */
	double x[BINS + 1], low[BINS + 1], high[BINS + 1];
};

static void _change_bin(struct bins *bins, enum sfair_plan_kind kind, double at,
			double amount)
{
	double bin = floor(at);

	if (at >= BINS)
		return;
	if (at < 0)
		bin = at = 0;
	bins->part[kind][(int) bin] += amount * (1 - (at - bin));
	bins->step[kind][(int) bin + 1] += amount;
}

static void _fill_bins(const struct sfair_plan_scope *scope, int sort,
		       struct bins *bins)
{
	double width = (scope->to - scope->from) / BINS;

	for (size_t i = 0; i < scope->uses->count; i++) {
		const struct sfair_plan_use *use = &scope->uses->use[i];
		double amount = (double) use->amount[sort] / units[sort];

		_change_bin(bins, use->kind,
			    ((double) use->start - scope->from) / width,
			    amount);
		_change_bin(bins, use->kind,
			    ((double) use->end - scope->from) / width, -amount);
	}
	for (int b = 0; b <= BINS; b++) {
		bins->x[b] = scope->from + b * width;
		bins->high[b] = 0;
	}
}

/* The next kind lies on those before it. */
static void _stack_bins(struct bins *bins, enum sfair_plan_kind kind,
			double most)
{
	double sum = 0;

	for (int b = 0; b < BINS; b++) {
		sum += bins->step[kind][b];
		bins->low[b] = bins->high[b];
		bins->high[b] =
			fmin(bins->low[b] + fmax(sum + bins->part[kind][b], 0),
			     most);
	}
	bins->low[BINS] = bins->low[BINS - 1];
	bins->high[BINS] = bins->high[BINS - 1];
}

static void _draw_sort(const struct sfair_plan_scope *scope, int sort,
		       struct bins *bins)
{
	double most = (double) scope->uses->capacity[sort] / units[sort];
	struct sfair_chart chart = {
		.page = scope->page,
		.left = SFAIR_PLAN_LEFT,
		.right = SFAIR_CHART_WIDTH - SFAIR_PLAN_RIGHT,
		.top = 20,
		.height = sort == SFAIR_PLAN_CORES ? 190 : 110,
		.from = scope->from,
		.to = scope->to,
		.high = most,
	};

	*bins = (struct bins){0};
	_fill_bins(scope, sort, bins);
	sfair_chart_open(&chart, sorts[sort]);
	sfair_page_print(scope->page,
			 "<text x=\"%d\" y=\"12\">%s</text>"
			 "<rect class=\"free\" x=\"%.1f\" y=\"%.1f\" "
			 "width=\"%.1f\" height=\"%.1f\"><title>free</title>"
			 "</rect>\n",
			 SFAIR_PLAN_LEFT, sorts[sort], chart.left, chart.top,
			 chart.right - chart.left, chart.height);
	for (int k = 0; k < SFAIR_PLAN_KINDS; k++) {
		_stack_bins(bins, (enum sfair_plan_kind) k, most);
		sfair_chart_area(&chart, bins->x, bins->low, bins->high,
				 BINS + 1, sfair_plan_classes[k],
				 sfair_plan_words[k]);
	}
	sfair_chart_scale(&chart);
	sfair_chart_times(&chart);
	sfair_chart_close(&chart);
}

int sfair_plan_room(const struct sfair_plan_scope *scope)
{
	struct bins *bins = malloc(sizeof(*bins));

	if (!bins)
		return -ENOMEM;
	sfair_page_heading(scope->page, "Free resources over time",
			   "What no colour covers is free: nothing that runs "
			   "or is planned has it.");
	for (int s = 0; s < SFAIR_PLAN_SORTS; s++)
		if (scope->uses->capacity[s] > 0)
			_draw_sort(scope, s, bins);
	free(bins);
	return 0;
}
