/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See chart.h.
 */
#define _GNU_SOURCE
#include "sfair/page/chart.h"

#include <math.h>
#include <stdbool.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, TICKS = 9, ROWS = 5 };

static const double steps[] = {
	MINUTE,	     2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE,
	30 * MINUTE, HOUR,	 2 * HOUR,   3 * HOUR,	  6 * HOUR,
	12 * HOUR,   DAY,	 2 * DAY,    5 * DAY,	  10 * DAY,
	30 * DAY,    60 * DAY,	 120 * DAY,  365 * DAY,
};

enum { STEPS = sizeof(steps) / sizeof(steps[0]) };

static double _within_plane(double value, double low, double high)
{
	return value < low ? low : value > high ? high : value;
}

double sfair_chart_x(const struct sfair_chart *chart, double x)
{
	double part = (x - chart->from) / (chart->to - chart->from);

	return chart->left +
	       _within_plane(part, 0, 1) * (chart->right - chart->left);
}

double sfair_chart_y(const struct sfair_chart *chart, double y)
{
	double part = (y - chart->low) / (chart->high - chart->low);

	return chart->top + (1 - _within_plane(part, 0, 1)) * chart->height;
}

void sfair_chart_open(const struct sfair_chart *chart, const char *label)
{
	sfair_page_print(chart->page,
			 "<div class=\"wide\"><svg viewBox=\"0 0 %d %.0f\" "
			 "role=\"img\" aria-label=\"",
			 SFAIR_CHART_WIDTH,
			 ceil(chart->top + chart->height + 24));
	sfair_page_text(chart->page, label);
	sfair_page_print(chart->page, "\">\n");
}

void sfair_chart_close(const struct sfair_chart *chart)
{
	sfair_page_print(chart->page, "</svg></div>\n");
}

static void _print_tick(const struct sfair_chart *chart, double at,
			const char *label)
{
	double x = sfair_chart_x(chart, at);
	double foot = chart->top + chart->height;

	sfair_page_print(chart->page,
			 "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>"
			 "<text class=\"mid\" x=\"%.1f\" y=\"%.1f\">",
			 x, chart->top, foot, x, foot + 15);
	sfair_page_text(chart->page, label);
	sfair_page_print(chart->page, "</text>\n");
}

static double _time_step(double span)
{
	for (int i = 0; i < STEPS; i++)
		if (span / steps[i] <= TICKS)
			return steps[i];
	return sfair_chart_round(span / TICKS / DAY) * DAY;
}

/* Seconds that local time is ahead of UTC. */
static double _zone(time_t at)
{
	struct tm tm;

	return localtime_r(&at, &tm) ? (double) tm.tm_gmtoff : 0;
}

void sfair_chart_times(const struct sfair_chart *chart)
{
	double step = _time_step(chart->to - chart->from);
	double zone = _zone((time_t) chart->from);
	double at = ceil((chart->from + zone) / step) * step - zone;
	int last = -1;

	for (; at <= chart->to; at += step) {
		time_t when = (time_t) at;
		char label[48];
		struct tm tm;

		if (!localtime_r(&when, &tm))
			return;
		strftime(label, sizeof(label),
			 tm.tm_yday == last ? "%H:%M"
			 : step < DAY	    ? "%a %e %b %H:%M"
					    : "%e %b %Y",
			 &tm);
		last = step < DAY ? tm.tm_yday : -1;
		_print_tick(chart, at, label);
	}
}

void sfair_chart_days(const struct sfair_chart *chart)
{
	double step = sfair_chart_round((chart->to - chart->from) / TICKS);

	for (double at = ceil(chart->from / step) * step; at <= chart->to;
	     at += step) {
		char label[48];

		snprintf(label, sizeof(label), "%g d", at);
		_print_tick(chart, at, label);
	}
}

double sfair_chart_round(double most)
{
	double ten;

	if (!(most > 0))
		return 1;
	ten = pow(10, floor(log10(most)));
	if (most <= ten)
		return ten;
	return most <= 2 * ten ? 2 * ten : most <= 5 * ten ? 5 * ten : 10 * ten;
}

void sfair_chart_scale(const struct sfair_chart *chart)
{
	double step = sfair_chart_round((chart->high - chart->low) / ROWS);

	for (double at = ceil(chart->low / step) * step;
	     at <= chart->high + step / 1000; at += step) {
		double y = sfair_chart_y(chart, at);

		if (fabs(at) < step / 1000)
			at = 0;
		sfair_page_print(chart->page,
				 "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>"
				 "<text class=\"end\" x=\"%.1f\" y=\"%.1f\">"
				 "%.10g</text>\n",
				 chart->left, y, chart->right, chart->left - 6,
				 y + 4, at);
	}
}

static void _print_name(struct sfair_page *page, const char *name)
{
	sfair_page_print(page, "<title>");
	sfair_page_text(page, name);
	sfair_page_print(page, "</title>");
}

void sfair_chart_steps(const struct sfair_chart *chart,
		       const struct sfair_chart_point *point, uint32_t count,
		       const char *kind, const char *name)
{
	struct sfair_page *page = chart->page;
	bool first = true;

	if (!count)
		return;
	sfair_page_print(page, "<path class=\"%s lines\" d=\"", kind);
	for (uint32_t i = 0; i < count; i++) {
		double x = sfair_chart_x(chart, point[i].x);
		double y = sfair_chart_y(chart, point[i].y);

		if (isnan(point[i].y)) {
			first = true;
			continue;
		}
		if (first)
			sfair_page_print(page, "M%.1f %.1f", x, y);
		else
			sfair_page_print(page, "H%.1fV%.1f", x, y);
		first = false;
	}
	sfair_page_print(page, "\" style=\"fill:none\">");
	_print_name(page, name);
	sfair_page_print(page, "</path>\n");
}

void sfair_chart_area(const struct sfair_chart *chart, const double *x,
		      const double *low, const double *high, uint32_t count,
		      const char *kind, const char *name)
{
	struct sfair_page *page = chart->page;

	if (count < 2)
		return;
	sfair_page_print(page, "<path class=\"%s\" d=\"M%.1f %.1f", kind,
			 sfair_chart_x(chart, x[0]),
			 sfair_chart_y(chart, high[0]));
	for (uint32_t i = 1; i < count; i++)
		sfair_page_print(page, "H%.1fV%.1f", sfair_chart_x(chart, x[i]),
				 sfair_chart_y(chart, high[i]));
	sfair_page_print(page, "V%.1f", sfair_chart_y(chart, low[count - 1]));
	for (uint32_t i = count - 1; i-- > 0;)
		sfair_page_print(page, "V%.1fH%.1f",
				 sfair_chart_y(chart, low[i]),
				 sfair_chart_x(chart, x[i]));
	sfair_page_print(page, "Z\">");
	_print_name(page, name);
	sfair_page_print(page, "</path>\n");
}

void sfair_chart_key(struct sfair_page *page, const char *kind,
		     const char *name)
{
	sfair_page_print(page, "<span><i class=\"%s\"></i>", kind);
	sfair_page_text(page, name);
	sfair_page_print(page, "</span>\n");
}
