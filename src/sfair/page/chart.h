/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_chart - one picture with axes on a page.
 *
 * Values are mapped to a plane of fixed width; what lies outside of the ranges
 * is cut off at its border.  Refuses to choose ranges.
 */
#ifndef FT_SFAIR_PAGE_CHART_H
#define FT_SFAIR_PAGE_CHART_H

#include <stdint.h>

#include "sfair/page/page.h"

enum { SFAIR_CHART_WIDTH = 1180 };

struct sfair_chart {
	struct sfair_page *page;
	double left, right, top, height; /* of the plane, in pixels */
	double from, to;		 /* along x; from < to */
	double low, high;		 /* along y, from below; low < high */
};

struct sfair_chart_point {
	double x, y;
};

/*
 * Begins the picture; label is plain text, for those that cannot see it. Fields
 * of the chart are set, with room for labels around the plane.
 */
extern void sfair_chart_open(const struct sfair_chart *chart,
			     const char *label);
extern void sfair_chart_close(const struct sfair_chart *chart);

/* Pixels, within the plane. */
extern double sfair_chart_x(const struct sfair_chart *chart, double x);
extern double sfair_chart_y(const struct sfair_chart *chart, double y);

/* Lines and labels below: x are seconds of the epoch, or days. */
extern void sfair_chart_times(const struct sfair_chart *chart);
extern void sfair_chart_days(const struct sfair_chart *chart);
/* Lines and labels at the left. */
extern void sfair_chart_scale(const struct sfair_chart *chart);

/*
 * A line of steps: from each point its y holds until the next.  kind: a class
 * of the style; name: plain text that is shown beside the pointer.
 */
extern void sfair_chart_steps(const struct sfair_chart *chart,
			      const struct sfair_chart_point *point,
			      uint32_t count, const char *kind,
			      const char *name);
/* The same between two lines of steps at the same x, as an area. */
extern void sfair_chart_area(const struct sfair_chart *chart, const double *x,
			     const double *low, const double *high,
			     uint32_t count, const char *kind,
			     const char *name);

/* The least of 1, 2, 5, 10, ... that is not below most, for a range. */
extern double sfair_chart_round(double most);

/* An entry of a legend: <div class="legend"> around them is the caller's. */
extern void sfair_chart_key(struct sfair_page *page, const char *kind,
			    const char *name);

#endif
