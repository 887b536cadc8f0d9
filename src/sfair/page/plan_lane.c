/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nodes over time: a lane for each node, or group of neighbouring nodes, in
 * which each job is as high as its part of the lane's cores.  See plan_part.h.
 *
 * Within a lane uses are set down in the order of their starts in the lowest
 * gaps; since uses never exceed what a node has, the gaps always suffice, if
 * need be several of them for one use.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "sfair/page/plan_part.h"

enum {
	NODES_MAX = 96,	    /* lanes of their own; beyond that groups */
	RUNS_MAX = 2000,    /* small runs beyond so many are put together */
	JOBS_MAX = 1000,    /* planned jobs that are drawn */
	PIECES_MAX = 60000, /* that a browser still moves smoothly */
	SLICES = 60,	    /* of time, to which ends of small runs go */
};

/* A lane, while uses are put into it. */
struct lane {
	uint32_t first, count; /* nodes */
	int64_t cores;
	size_t at; /* its pieces so far that last: piece[held[i]] */
};

struct piece {
	enum sfair_plan_kind kind;
	uint32_t of; /* UINT32_MAX: several small runs */
	uint32_t merged;
	double start, end;  /* seconds */
	int64_t low, high;  /* cores, of the lane's */
	double top, height; /* pixels, when it is set down */
};

struct lanes {
	const struct sfair_plan_scope *scope;
	struct sfair_chart chart;
	uint32_t group; /* nodes of a lane */
	uint32_t count;
	double height; /* of a lane */
	bool merges;   /* small runs are put together */
	struct piece *piece;
	size_t pieces, room;
	struct piece *part; /* uses of one lane */
	size_t parts, part_room;
	size_t *held; /* pieces of the lane that still last, from below */
	size_t held_count, held_room;
	bool cut; /* PIECES_MAX was reached */
};

static int64_t _lane_cores(const struct lanes *lanes, uint32_t lane)
{
	const struct ft_outlook *outlook = lanes->scope->view->outlook;
	uint32_t end = (lane + 1) * lanes->group;
	int64_t cores = 0, has[SFAIR_PLAN_SORTS];

	for (uint32_t n = lane * lanes->group;
	     n < end && n < outlook->node_count; n++) {
		sfair_plan_node_has(outlook, n, has);
		cores += has[SFAIR_PLAN_CORES];
	}
	return cores;
}

static bool _grow_lane(void **array, size_t *room, size_t count, size_t size)
{
	size_t wanted = *room ? 2 * *room : 256;
	void *grown;

	if (count < *room)
		return true;
	grown = realloc(*array, wanted * size);
	if (!grown)
		return false;
	*array = grown;
	*room = wanted;
	return true;
}

static bool _is_drawn(const struct lanes *lanes,
		      const struct sfair_plan_use *use)
{
	if (use->amount[SFAIR_PLAN_CORES] < 1 ||
	    (double) use->start >= lanes->scope->to)
		return false;
	return (use->kind != SFAIR_PLAN_HELD &&
		use->kind != SFAIR_PLAN_LIKELY) ||
	       use->of < JOBS_MAX;
}

/* A run that alone could not be seen becomes a part of those that end within
 * the same slice of time. */
static void _merge_part(const struct lanes *lanes, int64_t cores,
			struct piece *part)
{
	double slice = (lanes->scope->to - lanes->scope->from) / SLICES;
	double high = lanes->height * (double) (part->high - part->low) /
		      (double) cores;

	if (!lanes->merges || part->kind != SFAIR_PLAN_RUN || high >= 1)
		return;
	part->of = UINT32_MAX;
	part->end = fmin(
		lanes->scope->from +
			ceil((part->end - lanes->scope->from) / slice) * slice,
		lanes->scope->to);
}

static int _compare_parts(const void *x, const void *y)
{
	const struct piece *a = x, *b = y;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->of != b->of)
		return a->of < b->of ? -1 : 1;
	return (a->end > b->end) - (a->end < b->end);
}

/* Uses of one job on several nodes of the lane become one. */
static void _join_lane(struct lanes *lanes)
{
	size_t kept = 0;

	if (lanes->parts)
		qsort(lanes->part, lanes->parts, sizeof(*lanes->part),
		      _compare_parts);
	for (size_t i = 0; i < lanes->parts; i++) {
		struct piece *last = kept ? &lanes->part[kept - 1] : NULL;

		if (last && !_compare_parts(last, &lanes->part[i])) {
			last->high += lanes->part[i].high;
			last->merged++;
		} else {
			lanes->part[kept++] = lanes->part[i];
		}
	}
	lanes->parts = kept;
}

static int _take_lane(struct lanes *lanes, uint32_t lane, int64_t cores,
		      size_t *at)
{
	const struct sfair_plan_uses *uses = lanes->scope->uses;
	uint32_t end = (lane + 1) * lanes->group;

	lanes->parts = 0;
	for (; *at < uses->count && uses->use[*at].node < end; ++*at) {
		const struct sfair_plan_use *use = &uses->use[*at];
		struct piece part = {
			.kind = use->kind,
			.of = use->of,
			.merged = 1,
			.start = (double) use->start,
			.end = fmin((double) use->end, lanes->scope->to),
			.high = use->amount[SFAIR_PLAN_CORES],
		};

		if (!_is_drawn(lanes, use))
			continue;
		if (!_grow_lane((void **) &lanes->part, &lanes->part_room,
				lanes->parts, sizeof(part)))
			return -ENOMEM;
		_merge_part(lanes, cores, &part);
		lanes->part[lanes->parts++] = part;
	}
	_join_lane(lanes);
	return 0;
}

/* What has ended by then no longer lies in the lane. */
static void _release_lane(struct lanes *lanes, double now)
{
	size_t kept = 0;

	for (size_t i = 0; i < lanes->held_count; i++)
		if (lanes->piece[lanes->held[i]].end > now)
			lanes->held[kept++] = lanes->held[i];
	lanes->held_count = kept;
}

/* One rectangle of a part, between low and high of the lane's cores. */
static int _put_piece(struct lanes *lanes, uint32_t lane, int64_t cores,
		      struct piece piece, size_t place)
{
	double top = lanes->chart.top + lane * lanes->height;
	double scale = (lanes->height - 1) / (double) cores;

	if (lanes->pieces >= PIECES_MAX) {
		lanes->cut = true;
		return 0;
	}
	if (!_grow_lane((void **) &lanes->piece, &lanes->room, lanes->pieces,
			sizeof(piece)) ||
	    !_grow_lane((void **) &lanes->held, &lanes->held_room,
			lanes->held_count, sizeof(*lanes->held)))
		return -ENOMEM;
	piece.top = top + (double) piece.low * scale;
	piece.height = (double) (piece.high - piece.low) * scale;
	for (size_t i = lanes->held_count++; i > place; i--)
		lanes->held[i] = lanes->held[i - 1];
	lanes->held[place] = lanes->pieces;
	lanes->piece[lanes->pieces++] = piece;
	return 0;
}

static int _put_part(struct lanes *lanes, uint32_t lane, int64_t cores,
		     const struct piece *part)
{
	int64_t left = part->high, low = 0;

	_release_lane(lanes, part->start);
	for (size_t i = 0; left > 0 && low < cores; i++) {
		bool last = i >= lanes->held_count;
		const struct piece *next =
			last ? NULL : &lanes->piece[lanes->held[i]];
		int64_t gap = (last ? cores : next->low) - low;
		struct piece piece = *part;

		if (gap > 0) {
			piece.low = low;
			piece.high = low + (left < gap ? left : gap);
			left -= piece.high - piece.low;
			if (_put_piece(lanes, lane, cores, piece, i))
				return -ENOMEM;
			if (lanes->cut)
				return 0;
			low = piece.high;
			continue;
		}
		if (last)
			break;
		low = next->high;
	}
	return 0;
}

static int _fill_lane(struct lanes *lanes, uint32_t lane, size_t *at)
{
	int64_t cores = _lane_cores(lanes, lane);
	int rc = _take_lane(lanes, lane, cores, at);

	lanes->held_count = 0;
	for (size_t i = 0; !rc && cores && i < lanes->parts; i++)
		rc = _put_part(lanes, lane, cores, &lanes->part[i]);
	return rc;
}

static int _compare_pieces(const void *x, const void *y)
{
	const struct piece *a = x, *b = y;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->of != b->of)
		return a->of < b->of ? -1 : 1;
	if (a->of == UINT32_MAX && a->end != b->end)
		return a->end < b->end ? -1 : 1;
	return (a->top > b->top) - (a->top < b->top);
}

static void _print_lane_name(const struct lanes *lanes, uint32_t node)
{
	const char *name = lanes->scope->view->outlook->node[node].name;

	if (name)
		sfair_page_text(lanes->scope->page, name);
	else
		sfair_page_print(lanes->scope->page, "node %" PRIu32, node);
}

static void _print_lane(const struct lanes *lanes, uint32_t lane)
{
	const struct ft_outlook *outlook = lanes->scope->view->outlook;
	struct sfair_page *page = lanes->scope->page;
	const struct sfair_chart *chart = &lanes->chart;
	double top = chart->top + lane * lanes->height;
	uint32_t first = lane * lanes->group, last = first + lanes->group - 1;

	if (last >= outlook->node_count)
		last = outlook->node_count - 1;
	sfair_page_print(page,
			 "<rect class=\"row\" x=\"%.1f\" y=\"%.1f\" "
			 "width=\"%.1f\" height=\"%.1f\"><title>",
			 chart->left, top, chart->right - chart->left,
			 lanes->height - 1);
	_print_lane_name(lanes, first);
	if (last > first) {
		sfair_page_print(page, " to ");
		_print_lane_name(lanes, last);
		sfair_page_print(page, ": %" PRIu32 " nodes", last - first + 1);
	}
	sfair_page_print(page,
			 ", %" PRId64 " cores</title></rect>"
			 "<text class=\"end\" x=\"%.1f\" y=\"%.1f\">",
			 _lane_cores(lanes, lane), chart->left - 6,
			 top + lanes->height / 2 + 3.5);
	_print_lane_name(lanes, first);
	if (last > first)
		sfair_page_print(page, " +%" PRIu32, last - first);
	sfair_page_print(page, "</text>\n");
}

static void _print_job_title(const struct lanes *lanes,
			     const struct piece *piece)
{
	const struct sfair_plan_view *view = lanes->scope->view;
	struct sfair_page *page = lanes->scope->page;
	bool runs = piece->kind == SFAIR_PLAN_RUN;
	const struct ft_outlook_run *run =
		runs ? &view->outlook->run[piece->of] : NULL;
	const struct ft_outlook_job *job =
		runs ? NULL : &view->outlook->job[piece->of];
	struct sfair_plan_about about =
		sfair_plan_about(view, runs ? run->job_id : job->job_id);
	char id[SFAIR_PLAN_ID], time[SFAIR_PLAN_TIME];

	if (runs)
		snprintf(id, sizeof(id), "%" PRIu32, run->job_id);
	else
		sfair_plan_id(id, job, about.tasks);
	sfair_page_print(page, "Job %s", id);
	if (about.name) {
		sfair_page_print(page, " ");
		sfair_page_text(page, about.name);
	}
	if (about.user) {
		sfair_page_print(page, " of ");
		sfair_page_text(page, about.user);
	}
	sfair_page_print(page, "\n%s on %" PRIu32 " nodes",
			 sfair_plan_words[piece->kind],
			 runs ? run->share_count : job->share_count);
	if (!runs)
		sfair_page_print(page, " from %s",
				 sfair_plan_time(time, job->start));
	sfair_page_print(
		page, " until %s",
		sfair_plan_time(time,
				runs ? run->end : job->start + job->duration));
}

static void _print_piece_title(const struct lanes *lanes,
			       const struct piece *piece, uint32_t runs)
{
	struct sfair_page *page = lanes->scope->page;
	char time[SFAIR_PLAN_TIME];

	sfair_page_print(page, "<title>");
	if (piece->kind == SFAIR_PLAN_RESV || piece->kind == SFAIR_PLAN_DOWN)
		sfair_page_print(page, "%s", sfair_plan_words[piece->kind]);
	else if (piece->of == UINT32_MAX)
		sfair_page_print(
			page,
			"Small jobs that run until %s at most: they "
			"have %" PRIu32 " nodes here, or parts of them",
			sfair_plan_time(time, (int64_t) piece->end), runs);
	else
		_print_job_title(lanes, piece);
	sfair_page_print(page, "</title>\n");
}

/* A job's number where there is room for it. */
static void _print_piece_label(const struct lanes *lanes,
			       const struct piece *piece, double left,
			       double width)
{
	const struct sfair_plan_view *view = lanes->scope->view;
	char id[SFAIR_PLAN_ID];

	if (piece->height < 8.5 || piece->of == UINT32_MAX ||
	    piece->kind > SFAIR_PLAN_LIKELY)
		return;
	if (piece->kind == SFAIR_PLAN_RUN)
		snprintf(id, sizeof(id), "%" PRIu32,
			 view->outlook->run[piece->of].job_id);
	else
		sfair_plan_id(
			id, &view->outlook->job[piece->of],
			sfair_plan_about(view,
					 view->outlook->job[piece->of].job_id)
				.tasks);
	if (width < 8 + 5.5 * (double) snprintf(NULL, 0, "%s", id))
		return;
	sfair_page_print(lanes->scope->page,
			 "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
			 piece->kind == SFAIR_PLAN_LIKELY ? "dark" : "in",
			 left + 4, piece->top + piece->height / 2 + 3.2, id);
}

/* All rectangles of a job, which have one title. */
static size_t _print_pieces(const struct lanes *lanes, size_t at)
{
	const struct piece *first = &lanes->piece[at];
	struct sfair_page *page = lanes->scope->page;
	size_t end = at;
	uint32_t runs = 0;

	while (end < lanes->pieces && lanes->piece[end].kind == first->kind &&
	       lanes->piece[end].of == first->of &&
	       (first->of != UINT32_MAX ||
		(lanes->piece[end].end == first->end)))
		runs += lanes->piece[end++].merged;
	sfair_page_print(page, "<g class=\"%s\">",
			 sfair_plan_classes[first->kind]);
	_print_piece_title(lanes, first, runs);
	for (size_t i = at; i < end; i++) {
		const struct piece *piece = &lanes->piece[i];
		double left = sfair_chart_x(&lanes->chart, piece->start);
		double width = sfair_chart_x(&lanes->chart, piece->end) - left;

		sfair_page_print(page,
				 "<rect%s x=\"%.1f\" y=\"%.2f\" "
				 "width=\"%.1f\" height=\"%.2f\"/>\n",
				 piece->height >= 3 ? " class=\"piece\"" : "",
				 left, piece->top, fmax(width, 0.8),
				 piece->height);
		_print_piece_label(lanes, piece, left, width);
	}
	sfair_page_print(page, "</g>\n");
	return end;
}

static void _print_lanes(struct lanes *lanes)
{
	struct sfair_chart *chart = &lanes->chart;

	sfair_chart_open(chart, "nodes over time");
	for (uint32_t i = 0; i < lanes->count; i++)
		_print_lane(lanes, i);
	sfair_chart_times(chart);
	if (lanes->pieces)
		qsort(lanes->piece, lanes->pieces, sizeof(*lanes->piece),
		      _compare_pieces);
	for (size_t at = 0; at < lanes->pieces;)
		at = _print_pieces(lanes, at);
	sfair_chart_close(chart);
}

static void _print_legend(const struct sfair_plan_scope *scope)
{
	sfair_page_print(scope->page, "<div class=\"legend\">\n");
	for (int k = 0; k < SFAIR_PLAN_KINDS; k++)
		sfair_chart_key(scope->page, sfair_plan_classes[k],
				sfair_plan_words[k]);
	sfair_chart_key(scope->page, "free", "free");
	sfair_page_print(scope->page, "</div>\n");
}

static void _print_limits(const struct lanes *lanes)
{
	const struct ft_outlook *outlook = lanes->scope->view->outlook;
	char text[256];

	if (lanes->cut) {
		snprintf(
			text, sizeof(text),
			"Only the first %d pieces are drawn: what is not drawn "
			"is not free. The next picture is complete.",
			PIECES_MAX);
		sfair_page_remark(lanes->scope->page, text);
	} else if (outlook->job_count > JOBS_MAX) {
		snprintf(text, sizeof(text),
			 "Only the first %d of %" PRIu32
			 " jobs in the order of planning are drawn; more could "
			 "not be read. The next picture counts all of them.",
			 JOBS_MAX, outlook->job_count);
		sfair_page_remark(lanes->scope->page, text);
	}
}

static struct lanes _lanes_of(const struct sfair_plan_scope *scope)
{
	const struct ft_outlook *outlook = scope->view->outlook;
	uint32_t nodes = outlook->node_count;
	struct lanes lanes = {
		.scope = scope,
		.group = nodes <= NODES_MAX
				 ? 1
				 : (nodes + NODES_MAX - 1) / NODES_MAX,
		.merges = outlook->run_count > RUNS_MAX,
	};

	lanes.count = (nodes + lanes.group - 1) / lanes.group;
	lanes.height = lanes.count <= 16 ? 26 : lanes.count <= 40 ? 18 : 13;
	lanes.chart = (struct sfair_chart){
		.page = scope->page,
		.left = SFAIR_PLAN_LEFT,
		.right = SFAIR_CHART_WIDTH - SFAIR_PLAN_RIGHT,
		.top = 4,
		.height = lanes.count * lanes.height,
		.from = scope->from,
		.to = scope->to,
		.high = 1,
	};
	return lanes;
}

int sfair_plan_lanes(const struct sfair_plan_scope *scope)
{
	struct lanes lanes = _lanes_of(scope);
	char note[160];
	size_t at = 0;
	int rc = 0;

	if (lanes.group > 1)
		snprintf(note, sizeof(note),
			 "A lane is %" PRIu32
			 " neighbouring nodes; a job is as high as its part "
			 "of their cores. Hover tells which it is.",
			 lanes.group);
	else
		snprintf(note, sizeof(note),
			 "A job is as high as its part of the node's cores. "
			 "Hover tells which it is.");
	sfair_page_heading(scope->page, "Nodes over time", note);
	_print_legend(scope);
	for (uint32_t i = 0; !rc && i < lanes.count; i++)
		rc = _fill_lane(&lanes, i, &at);
	if (!rc) {
		_print_limits(&lanes);
		_print_lanes(&lanes);
	}
	free(lanes.piece);
	free(lanes.part);
	free(lanes.held);
	return rc;
}
