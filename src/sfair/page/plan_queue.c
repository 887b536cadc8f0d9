/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The queue as a table: each job with its start, and why it waits.  See
 * plan_part.h.
 */
#include <inttypes.h>

#include "sfair/base/moment_text.h"
#include "sfair/page/plan_part.h"

enum { ROWS_MAX = 1000 };

static const char *const obstacles[] = {
	[FT_OBSTACLE_NONE] = "nothing: it is about to start",
	[FT_OBSTACLE_RESOURCES] = "what it asks for is in use",
	[FT_OBSTACLE_PRIORITY] =
		"jobs that are ahead of it are planned where it could run",
	[FT_OBSTACLE_CLOSURE] = "an advance reservation is in its way",
	[FT_OBSTACLE_LICENCES] = "licences that it asks for are in use",
	[FT_OBSTACLE_BEGIN] =
		"its begin time, or that of its nodes, has not come",
	[FT_OBSTACLE_LIMIT] = "a limit keeps it",
};

static const char *const verdicts[] = {
	[FT_PLACED] = "planned",
	[FT_BEYOND] = "later than is planned",
	[FT_IMPOSSIBLE] = "cannot run as things are",
	[FT_UNRESERVED] = "holds no reservation",
	[FT_UNSEEN] = "not planned yet",
};

static void _print_cell(struct sfair_page *page, const char *kind,
			const char *text)
{
	sfair_page_print(page, "<td class=\"%s\">", kind);
	if (text)
		sfair_page_text(page, text);
	sfair_page_print(page, "</td>");
}

static void _print_about(const struct sfair_plan_scope *scope, uint32_t place,
			 const char *id, const struct sfair_plan_about *about)
{
	struct sfair_page *page = scope->page;
	char span[SFAIR_MOMENT];

	if (place)
		sfair_page_print(page, "<tr><td class=\"n\">%" PRIu32 "</td>",
				 place);
	else
		sfair_page_print(page, "<tr><td class=\"n\"></td>");
	_print_cell(page, "t", id);
	if (scope->view->tell) {
		_print_cell(page, "t", about->user);
		_print_cell(page, "name", about->name);
		_print_cell(page, "t", about->partition);
	}
	if (about->nodes)
		sfair_page_print(page, "<td class=\"n\">%" PRIu32 "</td>",
				 about->nodes);
	else
		_print_cell(page, "n", NULL);
	_print_cell(page, "n",
		    about->limit ? sfair_limit_text(span, about->limit) : NULL);
}

static void _print_queue_start(const struct sfair_plan_scope *scope,
			       const struct ft_outlook_job *job)
{
	struct sfair_page *page = scope->page;
	bool placed = job->verdict == FT_PLACED;
	enum sfair_plan_kind kind =
		job->committed ? SFAIR_PLAN_HELD : SFAIR_PLAN_LIKELY;
	char time[SFAIR_PLAN_TIME], span[SFAIR_MOMENT];
	int64_t start = placed ? job->start : job->unheld;
	int64_t wait = start - scope->view->outlook->made;

	if (!placed && job->unheld) {
		sfair_page_print(page,
				 "<td class=\"t\">%s <span class=\"more\">%s%s"
				 "</span></td><td>not held</td>",
				 sfair_plan_time(time, start),
				 wait > 0 ? "in " : "now",
				 wait > 0 ? sfair_span_text(span, wait) : "");
		return;
	}
	if (!placed) {
		sfair_page_print(page, "<td></td><td>%s</td>",
				 verdicts[job->verdict]);
		return;
	}
	sfair_page_print(page,
			 "<td class=\"t\">%s <span class=\"more\">%s%s</span>"
			 "</td><td class=\"t\"><i class=\"dot %s\"></i>%s</td>",
			 sfair_plan_time(time, start), wait > 0 ? "in " : "now",
			 wait > 0 ? sfair_span_text(span, wait) : "",
			 sfair_plan_classes[kind], sfair_plan_words[kind]);
}

static void _print_planned(const struct sfair_plan_scope *scope, uint32_t index)
{
	const struct ft_outlook *outlook = scope->view->outlook;
	const struct ft_outlook_job *job = &outlook->job[index];
	struct sfair_plan_about about =
		sfair_plan_about(scope->view, job->job_id);
	char id[SFAIR_PLAN_ID];

	if (job->verdict == FT_PLACED) {
		about.nodes = job->share_count;
		about.limit = job->duration;
	}
	if (!about.partition && outlook->partition &&
	    job->partition < outlook->partition_count)
		about.partition = outlook->partition[job->partition];
	_print_about(scope, index + 1, sfair_plan_id(id, job, about.tasks),
		     &about);
	_print_queue_start(scope, job);
	_print_cell(scope->page, "",
		    about.why ? about.why : obstacles[job->obstacle]);
	sfair_page_print(scope->page, "</tr>\n");
}

static void _print_other(const struct sfair_plan_scope *scope, uint32_t job_id)
{
	struct sfair_plan_about about = sfair_plan_about(scope->view, job_id);
	char id[SFAIR_PLAN_ID];

	snprintf(id, sizeof(id), "%" PRIu32, job_id);
	_print_about(scope, 0, id, &about);
	sfair_page_print(scope->page, "<td></td><td>not planned</td>");
	_print_cell(scope->page, "", about.why);
	sfair_page_print(scope->page, "</tr>\n");
}

void sfair_plan_queue(const struct sfair_plan_scope *scope)
{
	const struct sfair_plan_view *view = scope->view;
	uint32_t planned = view->outlook->job_count;
	uint32_t all = planned + view->other_count;
	char text[160];

	sfair_page_heading(scope->page, "Queue",
			   "In the order of planning; a committed start is not "
			   "moved later by any other job.");
	if (all > ROWS_MAX) {
		snprintf(text, sizeof(text),
			 "The first %d of %" PRIu32 " waiting jobs are listed.",
			 ROWS_MAX, all);
		sfair_page_remark(scope->page, text);
	}
	if (!all) {
		sfair_page_print(scope->page, "<p>No job waits.</p>\n");
		return;
	}
	sfair_page_print(scope->page,
			 "<div class=\"wide\"><table>\n<tr><th class=\"n\">#"
			 "</th><th>Job</th>%s<th class=\"n\">Nodes</th>"
			 "<th class=\"n\">Limit</th><th>Start</th>"
			 "<th>State</th><th>Why it waits</th></tr>\n",
			 view->tell ? "<th>User</th><th>Name</th>"
				      "<th>Partition</th>"
				    : "");
	for (uint32_t i = 0; i < planned && i < ROWS_MAX; i++)
		_print_planned(scope, i);
	for (uint32_t i = 0; i < view->other_count && planned + i < ROWS_MAX;
	     i++)
		_print_other(scope, view->other[i]);
	sfair_page_print(scope->page, "</table></div>\n");
}
