/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See tree_page.h.
 */
#include "ft_config.h"

#include "sfair/tree/tree_page.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/base/shown.h"
#include "sfair/page/chart.h"

enum { ROWS_MAX = 2000, LEVELS_MAX = 8, LEAF_PIXELS = 16, LETTER = 6 };

struct plot {
	struct sfair_page *page;
	const struct sfair_tree_view *view;
	double *part; /* of all shares, of each vertex */
	uint32_t *level;
	double height, width; /* of the picture, and of a column */
	uint32_t hidden;      /* vertices that are too low */
	uint32_t rows;
};

static const struct ft_share_node *_vertex_node(const struct plot *plot,
						uint32_t vertex)
{
	const struct ft_share_tree *tree = plot->view->tree;

	return &tree->node[ft_share_tree_find(tree, vertex + 1)];
}

/* One with its parent's shares counts as one share beside its siblings. */
static double _page_shares(const struct ft_vertex *vertex)
{
	return vertex->shares == FT_SHARES_PARENT ? 1 : vertex->shares;
}

/* Each one's part of its parent's part; equal parts where none has shares. */
static int _part_shares(struct plot *plot)
{
	const struct ft_vertex_list *list = plot->view->list;
	double *sum = calloc((size_t) list->count + 1, sizeof(*sum));
	uint32_t *count = calloc((size_t) list->count + 1, sizeof(*count));

	for (uint32_t v = 1; sum && count && v < list->count; v++) {
		sum[list->vertex[v].parent] += _page_shares(&list->vertex[v]);
		count[list->vertex[v].parent]++;
	}
	plot->part[0] = 1;
	for (uint32_t v = 1; sum && count && v < list->count; v++) {
		uint32_t parent = list->vertex[v].parent;
		double own = sum[parent] > 0 ? _page_shares(&list->vertex[v]) /
						       sum[parent]
					     : 1.0 / count[parent];

		plot->part[v] = plot->part[parent] * own;
		plot->level[v] = plot->level[parent] + 1;
	}
	free(count);
	free(sum);
	return sum && count ? 0 : -ENOMEM;
}

/* What it got, against its part of the shares. */
struct colour {
	double below;
	const char *kind, *name;
};

static const struct colour colours[] = {
	{0.5, "q0", "used less than half of its part"},
	{0.9, "q1", "used less than its part"},
	{1.1, "q3", "used about its part"},
	{2, "q4", "used more than its part"},
	{INFINITY, "q5", "used more than twice its part"},
};

enum { COLOURS = sizeof(colours) / sizeof(colours[0]) };

static const struct colour *_vertex_colour(const struct plot *plot,
					   uint32_t vertex)
{
	double usage = (double) _vertex_node(plot, vertex)->usage_norm;
	double part = plot->part[vertex];
	double ratio = part > 0 ? usage / part : usage > 0 ? INFINITY : 1;
	int c = 0;

	if (_vertex_node(plot, 0)->usage_raw <= 0)
		ratio = 1; /* nothing was used of anything */
	while (c + 1 < COLOURS && ratio >= colours[c].below)
		c++;
	return &colours[c];
}

/* "/A/B/u1", as plain text. */
static void _print_path(const struct plot *plot, uint32_t vertex)
{
	const struct ft_vertex *list = plot->view->list->vertex;

	if (plot->level[vertex] > 1 && vertex)
		_print_path(plot, list[vertex].parent);
	sfair_page_print(plot->page, "/");
	if (vertex)
		sfair_page_text(plot->page, list[vertex].name);
}

static void _print_factor(const struct plot *plot, uint32_t vertex)
{
	const struct ft_share_node *node = _vertex_node(plot, vertex);

	if (node->fs_factor != FT_FACTOR_NONE)
		sfair_page_print(plot->page, "%.6f", node->fs_factor);
}

static void _print_vertex_title(const struct plot *plot, uint32_t vertex)
{
	const struct ft_share_node *node = _vertex_node(plot, vertex);
	struct sfair_page *page = plot->page;

	sfair_page_print(page, "<title>");
	_print_path(plot, vertex);
	if (vertex && node->shares_raw == FT_SHARES_PARENT)
		sfair_page_print(page, "\nits parent's shares");
	else if (vertex)
		sfair_page_print(page, "\n%" PRIu32 " shares",
				 node->shares_raw);
	sfair_page_print(page, "\n%.2f %% of all shares, %.2f %% of all usage",
			 100 * plot->part[vertex],
			 100 * (double) node->usage_norm);
	if (node->fs_factor != FT_FACTOR_NONE)
		sfair_page_print(page, "\nfactor %.6f", node->fs_factor);
	if (node->rank)
		sfair_page_print(page, ", rank %" PRIu32, node->rank);
	if (!node->eligible)
		sfair_page_print(page, "\nno shares: may not run");
	sfair_page_print(page, "</title>");
}

/* As much of a name as there is room for. */
static void _print_short(const struct plot *plot, const char *name)
{
	size_t most = (size_t) (plot->width / LETTER) - 2;
	char shown[SFAIR_SHOWN];

	sfair_shown(shown, name);
	if (strlen(shown) > most) {
		while (most && (shown[most] & 0xc0) == 0x80)
			most--;
		shown[most] = '\0';
		sfair_page_text(plot->page, shown);
		sfair_page_print(plot->page, "\xe2\x80\xa6");
	} else {
		sfair_page_text(plot->page, shown);
	}
}

static void _draw_vertex(struct plot *plot, uint32_t vertex, double top)
{
	const struct sfair_tree_view *view = plot->view;
	double height = plot->height * plot->part[vertex];
	double left = plot->width * plot->level[vertex];

	if (plot->level[vertex] >= LEVELS_MAX || height < 1) {
		plot->hidden++;
		return;
	}
	sfair_page_print(plot->page,
			 "<g class=\"%s\"><rect class=\"piece\" x=\"%.1f\" "
			 "y=\"%.2f\" width=\"%.1f\" height=\"%.2f\">",
			 _vertex_colour(plot, vertex)->kind, left, top,
			 plot->width - 2, height);
	_print_vertex_title(plot, vertex);
	sfair_page_print(plot->page, "</rect>");
	if (height >= 11) {
		sfair_page_print(plot->page,
				 "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">",
				 left + 5, top + height / 2 + 4);
		_print_short(plot, view->list->vertex[vertex].name);
		sfair_page_print(plot->page, "</text>");
	}
	sfair_page_print(plot->page, "</g>\n");
	for (uint32_t child = view->first_child[vertex]; child;
	     child = view->next[child]) {
		_draw_vertex(plot, child, top);
		top += plot->height * plot->part[child];
	}
}

static void _draw_tree(struct plot *plot)
{
	const struct ft_vertex_list *list = plot->view->list;
	uint32_t leaves = 0, levels = 0;
	struct sfair_chart chart = {.page = plot->page};
	char text[128];

	for (uint32_t v = 0; v < list->count; v++) {
		leaves += !plot->view->first_child[v];
		if (plot->level[v] + 1 > levels)
			levels = plot->level[v] + 1;
	}
	if (levels > LEVELS_MAX)
		levels = LEVELS_MAX;
	plot->height = fmin(fmax(leaves * (double) LEAF_PIXELS, 240), 1600);
	plot->width = (double) SFAIR_CHART_WIDTH / levels;
	chart.height = plot->height - 20;
	sfair_page_print(plot->page, "<div class=\"legend\">\n");
	for (int c = 0; c < COLOURS; c++)
		sfair_chart_key(plot->page, colours[c].kind, colours[c].name);
	sfair_page_print(plot->page, "</div>\n");
	sfair_chart_open(&chart, "tree of shares");
	_draw_vertex(plot, 0, 0);
	sfair_chart_close(&chart);
	if (!plot->hidden)
		return;
	snprintf(
		text, sizeof(text),
		"%" PRIu32
		" vertices, and what is below them, are too low or too deep to "
		"be drawn.",
		plot->hidden);
	sfair_page_remark(plot->page, text);
}

static void _print_vertex_row(struct plot *plot, uint32_t vertex)
{
	const struct ft_share_node *node = _vertex_node(plot, vertex);
	const struct ft_vertex *own = &plot->view->list->vertex[vertex];
	struct sfair_page *page = plot->page;

	sfair_page_print(page, "<tr><td style=\"padding-left:%.1fem\">",
			 0.6 + 1.2 * fmin(plot->level[vertex], 20));
	sfair_page_print(page, "<i class=\"dot %s\"></i>",
			 _vertex_colour(plot, vertex)->kind);
	sfair_page_text(page, own->name);
	if (own->shares == FT_SHARES_PARENT)
		sfair_page_print(page, "</td><td class=\"n\">parent</td>");
	else
		sfair_page_print(page, "</td><td class=\"n\">%" PRIu32 "</td>",
				 own->shares);
	sfair_page_print(page,
			 "<td class=\"n\">%.2f %%</td><td class=\"n\">%.2f %%"
			 "</td><td class=\"n\">%.0Lf</td><td class=\"n\">",
			 100 * plot->part[vertex],
			 100 * (double) node->usage_norm, node->usage_raw);
	_print_factor(plot, vertex);
	sfair_page_print(page, "</td><td class=\"n\">");
	if (node->rank)
		sfair_page_print(page, "%" PRIu32, node->rank);
	sfair_page_print(page, "</td><td>%s</td></tr>\n",
			 node->eligible ? "" : "no shares: may not run");
}

static void _print_vertices(struct plot *plot, uint32_t vertex)
{
	if (plot->rows++ < ROWS_MAX)
		_print_vertex_row(plot, vertex);
	for (uint32_t child = plot->view->first_child[vertex]; child;
	     child = plot->view->next[child])
		_print_vertices(plot, child);
}

static void _print_vertex_table(struct plot *plot)
{
	struct sfair_page *page = plot->page;
	char text[96];

	sfair_page_heading(page, "Table", NULL);
	if (plot->view->list->count > ROWS_MAX) {
		snprintf(text, sizeof(text),
			 "The first %d of %" PRIu32 " vertices are listed.",
			 ROWS_MAX, plot->view->list->count);
		sfair_page_remark(page, text);
	}
	sfair_page_print(page, "<div class=\"wide\"><table>\n<tr><th>Name</th>"
			       "<th class=\"n\">Shares</th>"
			       "<th class=\"n\">Of all shares</th>"
			       "<th class=\"n\">Of all usage</th>"
			       "<th class=\"n\">Usage</th>"
			       "<th class=\"n\">Factor</th>"
			       "<th class=\"n\">Rank</th><th></th></tr>\n");
	_print_vertices(plot, 0);
	sfair_page_print(page, "</table></div>\n");
}

static int _plot_tree(struct plot *plot)
{
	size_t count = (size_t) plot->view->list->count + 1;
	int rc = -ENOMEM;

	plot->part = calloc(count, sizeof(*plot->part));
	plot->level = calloc(count, sizeof(*plot->level));
	if (plot->part && plot->level)
		rc = _part_shares(plot);
	if (!rc) {
		sfair_page_heading(plot->page, "Shares and usage",
				   "Each is as high as its part of all shares; "
				   "what is one level down stands to the "
				   "right. Hover tells more.");
		_draw_tree(plot);
		_print_vertex_table(plot);
	}
	free(plot->part);
	free(plot->level);
	return rc;
}

int sfair_tree_page(const char *path, const struct sfair_tree_view *view,
		    struct ft_err *err)
{
	struct sfair_page page;
	struct plot plot = {.page = &page, .view = view};
	int rc = sfair_page_open(&page, path, view->title, err);

	if (rc)
		return rc;
	sfair_page_print(&page,
			 "<p class=\"note\">Factors by the model %s."
			 "</p>\n",
			 view->model);
	rc = _plot_tree(&plot);
	if (rc)
		rc = ft_fail(err, rc, "out of memory");
	else
		sfair_page_print(&page, "<footer>sfair %s</footer>\n",
				 PACKAGE_VERSION);
	return sfair_page_close(&page, rc, err);
}
