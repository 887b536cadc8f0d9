/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See plan_view.h.
 */
#include "ft_config.h"

#include "sfair/page/plan_view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "sfair/page/plan_part.h"

/* A picture shows at least so many seconds; a node that comes back sooner than
 * after GRACE counts as available. */
enum { LEAST = 600, GRACE = 60 };

static int _compare_ends(const void *x, const void *y)
{
	double a = *(const double *) x, b = *(const double *) y;

	return (a > b) - (a < b);
}

/*
 * Until when to look: each start is seen, and most ends; a few that are far off
 * make no room for themselves.
 */
static int _plan_horizon(const struct ft_outlook *outlook, double *ret_to)
{
	size_t room = (size_t) outlook->run_count + outlook->job_count + 1;
	double *end = malloc(room * sizeof(*end)), start = 0, to;
	double made = (double) outlook->made;
	size_t count = 0;

	if (!end)
		return -ENOMEM;
	for (uint32_t i = 0; i < outlook->run_count; i++)
		if (outlook->run[i].end != FT_NEVER)
			end[count++] = (double) outlook->run[i].end - made;
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct ft_outlook_job *job = &outlook->job[i];

		if (job->verdict != FT_PLACED)
			continue;
		end[count++] = (double) (job->start + job->duration) - made;
		if ((double) job->start - made > start)
			start = (double) job->start - made;
	}
	qsort(end, count, sizeof(*end), _compare_ends);
	to = count ? end[count * 9 / 10] : 0;
	if (to < 1.15 * start)
		to = 1.15 * start;
	if (count && to > 1.03 * end[count - 1])
		to = 1.03 * end[count - 1];
	*ret_to = made + (to < LEAST ? LEAST : to);
	free(end);
	return 0;
}

static void _print_count(struct sfair_page *page, uint32_t count,
			 const char *what)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu32, count);
	sfair_page_figure(page, text, what);
}

static void _print_counts(struct sfair_page *page,
			  const struct sfair_plan_view *view)
{
	const struct ft_outlook *outlook = view->outlook;
	uint32_t committed = 0, expected = 0, down = 0, nodes = 0;

	for (uint32_t i = 0; i < outlook->job_count; i++) {
		committed += outlook->job[i].committed;
		expected += outlook->job[i].verdict == FT_PLACED &&
			    !outlook->job[i].committed;
	}
	for (uint32_t n = 0; n < outlook->node_count; n++) {
		if (!outlook->node[n].capacity)
			continue;
		nodes++;
		down += outlook->node[n].available_from - GRACE > outlook->made;
	}
	sfair_page_print(page, "<div class=\"figures\">\n");
	_print_count(page, outlook->run_count, "jobs run");
	_print_count(page, committed, "have a committed start");
	_print_count(page, expected, "have an expected start");
	_print_count(page,
		     outlook->job_count + view->other_count - committed -
			     expected,
		     "wait without a start");
	_print_count(page, nodes, "nodes");
	_print_count(page, down, "of them not available");
	sfair_page_print(page, "</div>\n");
}

static int _print_parts(struct sfair_page *page,
			const struct sfair_plan_view *view,
			const struct sfair_plan_uses *uses)
{
	struct sfair_plan_scope scope = {
		.page = page,
		.view = view,
		.uses = uses,
		.from = (double) view->outlook->made,
	};
	int rc = _plan_horizon(view->outlook, &scope.to);

	if (!rc)
		rc = sfair_plan_lanes(&scope);
	if (!rc)
		rc = sfair_plan_room(&scope);
	if (!rc)
		sfair_plan_queue(&scope);
	return rc;
}

int sfair_plan_page(const char *path, const struct sfair_plan_view *view,
		    struct ft_err *err)
{
	struct sfair_plan_uses uses;
	struct sfair_page page;
	char time[SFAIR_PLAN_TIME];
	int rc = sfair_page_open(&page, path, view->title, err);

	if (rc)
		return rc;
	sfair_page_print(&page, "<p class=\"note\">As of %s; ",
			 sfair_plan_time(time, view->outlook->made));
	sfair_page_text(&page, view->source);
	sfair_page_print(&page, "</p>\n");
	_print_counts(&page, view);
	rc = sfair_plan_uses_make(view->outlook, &uses);
	if (!rc)
		rc = _print_parts(&page, view, &uses);
	sfair_plan_uses_free(&uses);
	if (rc)
		rc = ft_fail(err, rc, "out of memory");
	else
		sfair_page_print(&page,
				 "<footer>sfair %s; times are those of the "
				 "machine that made this page.</footer>\n",
				 PACKAGE_VERSION);
	return sfair_page_close(&page, rc, err);
}
