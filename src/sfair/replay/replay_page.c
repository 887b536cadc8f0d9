/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_page.h.
 */
#include "ft_config.h"

#include "sfair/replay/replay_page.h"

#include <inttypes.h>
#include <string.h>

#include "sfair/replay/replay_figure.h"
#include "sfair/replay/replay_page_part.h"

/* A figure of each configuration, with its ratio to the first. */
static void _print_figures(const struct sfair_replay_scope *scope, size_t row)
{
	struct sfair_figure first[SFAIR_FIGURES], figure[SFAIR_FIGURES];
	struct sfair_page *page = scope->page;

	sfair_figures(&scope->column[0].outcome, first);
	sfair_page_print(page, "<tr><td>%s</td>", first[row].title);
	for (uint32_t c = 0; c < scope->count; c++) {
		sfair_figures(&scope->column[c].outcome, figure);
		sfair_page_print(page, "<td class=\"n\">%.*f",
				 figure[row].digits, figure[row].value);
		if (c && first[row].value != 0)
			sfair_page_print(page,
					 " <span class=\"more\">(%.2f)</span>",
					 figure[row].value / first[row].value);
		sfair_page_print(page, "</td>");
	}
	sfair_page_print(page, "</tr>\n");
}

static void _print_figure_table(const struct sfair_replay_scope *scope)
{
	struct sfair_page *page = scope->page;

	sfair_page_heading(page, "Figures",
			   "In brackets the ratio to the first configuration; "
			   "sfair(1) says what each figure is.");
	sfair_page_print(page, "<div class=\"wide\"><table>\n<tr><th></th>");
	for (uint32_t c = 0; c < scope->count; c++)
		sfair_page_print(page, "<th class=\"n\">[%" PRIu32 "]</th>",
				 c + 1);
	sfair_page_print(page, "</tr>\n");
	for (size_t i = 0; i < SFAIR_FIGURES; i++)
		_print_figures(scope, i);
	sfair_page_print(page, "</table></div>\n");
}

static int _print_replays(const struct sfair_replay_scope *scope)
{
	int rc;

	sfair_replay_legend(scope);
	_print_figure_table(scope);
	rc = sfair_replay_sizes(scope);
	if (!rc)
		rc = sfair_replay_users(scope);
	if (!rc)
		rc = sfair_replay_time(scope);
	if (!rc)
		rc = sfair_replay_errors(scope);
	if (!rc)
		sfair_replay_starts(scope);
	return rc;
}

int sfair_replay_page(const char *path, const char *trace,
		      const struct sfair_replay_column *column, uint32_t count,
		      struct ft_err *err)
{
	struct sfair_page page;
	struct sfair_replay_scope scope = {&page, column, count};
	char title[512];
	int rc;

	snprintf(title, sizeof(title), "Replay of %s",
		 strcmp(trace, "-") ? trace : "a log");
	rc = sfair_page_open(&page, path, title, err);
	if (rc)
		return rc;
	sfair_page_print(&page,
			 "<p class=\"note\">%" PRIu32 " jobs on %" PRId64
			 " processors, scheduled again in simulated time."
			 "</p>\n",
			 column[0].replay.job_count,
			 column[0].replay.processors);
	rc = _print_replays(&scope);
	if (rc)
		rc = ft_fail(err, rc, "out of memory");
	else
		sfair_page_print(&page, "<footer>sfair %s</footer>\n",
				 PACKAGE_VERSION);
	return sfair_page_close(&page, rc, err);
}
