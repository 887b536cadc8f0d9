/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waits by the size of jobs and by user, and starts against promises: see
 * replay_page_part.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "sfair/base/moment_text.h"
#include "sfair/replay/replay_page_part.h"

/* Of users: the busiest. */
enum { USERS = 25, HOUR = 3600, LEFT = 60 };

static void _size_name(char text[48], const struct ft_size_outcome *size)
{
	if (size->to == 1)
		snprintf(text, 48, "1 processor");
	else
		snprintf(text, 48, "%" PRId64 " to %" PRId64 " processors",
			 size->from, size->to);
}

/* A bar up to the mean, and a thin one up to what 95 of 100 waited at most. */
static void _print_size_bar(const struct sfair_replay_scope *scope,
			    const struct sfair_chart *chart, double place,
			    double width, uint32_t column, const char *size,
			    const struct ft_size_outcome *bar)
{
	struct sfair_page *page = scope->page;
	double foot = sfair_chart_y(chart, 0);
	double mean = sfair_chart_y(chart, bar->mean_wait / HOUR);
	double most = sfair_chart_y(chart, bar->wait_95 / HOUR);
	char label[SFAIR_COLUMN_NAME + 16], text[SFAIR_MOMENT];

	sfair_page_print(page, "<g class=\"%s\"><title>",
			 sfair_replay_class(column));
	sfair_page_text(page, sfair_replay_label(label, scope, column));
	sfair_page_print(page, "\n%s, %" PRIu32 " jobs: mean wait %s", size,
			 bar->jobs,
			 sfair_span_text(text, (int64_t) bar->mean_wait));
	sfair_page_print(
		page,
		"; 95 of 100 wait %s at most</title>"
		"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>"
		"<rect x=\"%.1f\" y=\"%.1f\" width=\"1.5\" height=\"%.1f\"/>"
		"</g>\n",
		sfair_span_text(text, (int64_t) bar->wait_95), place, mean,
		width, foot - mean, place + width / 2 - 0.75, most,
		foot - most);
}

static void
_draw_sizes(const struct sfair_replay_scope *scope,
	    struct ft_size_outcome bar[SFAIR_COLUMNS_MAX][FT_SIZE_CLASSES],
	    const uint32_t *class, uint32_t classes, double most)
{
	struct sfair_chart chart = {
		.page = scope->page,
		.left = LEFT,
		.right = SFAIR_CHART_WIDTH - 12,
		.top = 10,
		.height = 240,
		.to = 1,
		.high = most > 0 ? most / HOUR : 1,
	};
	double slot = (chart.right - chart.left) / classes;
	double width = fmin(slot * 0.8 / scope->count, 60);

	sfair_chart_open(&chart, "waits by size, hours");
	sfair_chart_scale(&chart);
	for (uint32_t k = 0; k < classes; k++) {
		double left = chart.left + k * slot +
			      (slot - width * scope->count) / 2;
		char name[48];

		_size_name(name, &bar[0][class[k]]);
		for (uint32_t c = 0; c < scope->count; c++)
			_print_size_bar(scope, &chart, left + c * width,
					width * 0.92, c, name,
					&bar[c][class[k]]);
		sfair_page_print(scope->page,
				 "<text class=\"mid\" x=\"%.1f\" y=\"%.1f\">"
				 "%s</text>\n",
				 chart.left + (k + 0.5) * slot,
				 chart.top + chart.height + 15, name);
	}
	sfair_chart_close(&chart);
}

/* Returns how many classes have jobs, in ret_class; *ret_most: the longest of
 * what is drawn. */
static uint32_t
_list_classes(const struct sfair_replay_scope *scope,
	      struct ft_size_outcome bar[SFAIR_COLUMNS_MAX][FT_SIZE_CLASSES],
	      uint32_t ret_class[FT_SIZE_CLASSES], double *ret_most)
{
	uint32_t classes = 0;

	*ret_most = 0;
	for (uint32_t k = 0; k < FT_SIZE_CLASSES; k++) {
		uint32_t some = 0;

		for (uint32_t c = 0; c < scope->count; c++) {
			some |= bar[c][k].jobs;
			*ret_most = fmax(*ret_most, fmax(bar[c][k].mean_wait,
							 bar[c][k].wait_95));
		}
		if (some)
			ret_class[classes++] = k;
	}
	return classes;
}

int sfair_replay_sizes(const struct sfair_replay_scope *scope)
{
	struct ft_size_outcome bar[SFAIR_COLUMNS_MAX][FT_SIZE_CLASSES];
	uint32_t class[FT_SIZE_CLASSES], classes;
	double most;

	for (uint32_t c = 0; c < scope->count; c++)
		if (ft_outcome_sizes(&scope->column[c].setup,
				     &scope->column[c].replay, bar[c]))
			return -ENOMEM;
	classes = _list_classes(scope, bar, class, &most);
	sfair_page_heading(scope->page, "Waits by size",
			   "Hours. The bar is the mean, the line what 95 of "
			   "100 jobs wait at most.");
	sfair_replay_legend(scope);
	if (classes)
		_draw_sizes(scope, bar, class, classes, most);
	return 0;
}

struct user {
	int64_t user;
	uint32_t jobs;
	double work; /* processor-seconds */
	double wait[SFAIR_COLUMNS_MAX];
};

static int _compare_user_ids(const void *x, const void *y)
{
	const struct user *a = x, *b = y;

	return (a->user > b->user) - (a->user < b->user);
}

static int _compare_user_work(const void *x, const void *y)
{
	const struct user *a = x, *b = y;

	return a->work != b->work ? (a->work < b->work) - (a->work > b->work)
				  : _compare_user_ids(x, y);
}

/* A record for each job becomes one for each user; returns how many. */
static uint32_t _join_users(struct user *user, uint32_t count)
{
	uint32_t kept = 0;

	qsort(user, count, sizeof(*user), _compare_user_ids);
	for (uint32_t i = 0; i < count; i++) {
		struct user *last = kept ? &user[kept - 1] : NULL;

		if (!last || last->user != user[i].user) {
			user[kept++] = user[i];
			continue;
		}
		last->jobs += user[i].jobs;
		last->work += user[i].work;
		for (int c = 0; c < SFAIR_COLUMNS_MAX; c++)
			last->wait[c] += user[i].wait[c];
	}
	return kept;
}

static void _print_user(const struct sfair_replay_scope *scope,
			const struct user *user)
{
	struct sfair_page *page = scope->page;
	char text[SFAIR_MOMENT];

	if (user->user)
		sfair_page_print(page, "<tr><td>%" PRId64 "</td>", user->user);
	else
		sfair_page_print(page, "<tr><td>not known</td>");
	sfair_page_print(page,
			 "<td class=\"n\">%" PRIu32
			 "</td><td class=\"n\">%.0f</td>",
			 user->jobs, user->work / HOUR);
	for (uint32_t c = 0; c < scope->count; c++) {
		double mean = user->wait[c] / user->jobs;
		double first = user->wait[0] / user->jobs;

		sfair_page_print(page, "<td class=\"n\">%s",
				 sfair_span_text(text, (int64_t) mean));
		if (c && first > 0)
			sfair_page_print(page,
					 " <span class=\"more\">(%.2f)</span>",
					 mean / first);
		sfair_page_print(page, "</td>");
	}
	sfair_page_print(page, "</tr>\n");
}

static void _print_users(const struct sfair_replay_scope *scope,
			 const struct user *user, uint32_t count)
{
	struct sfair_page *page = scope->page;
	char note[128];

	snprintf(note, sizeof(note),
		 count > USERS ? "Mean waits of the %d busiest of %" PRIu32
				 " users."
			       : "Mean waits, the busiest first.",
		 USERS, count);
	sfair_page_heading(page, "Waits by user", note);
	sfair_page_print(page, "<div class=\"wide\"><table>\n<tr><th>User</th>"
			       "<th class=\"n\">Jobs</th>"
			       "<th class=\"n\">Processor hours</th>");
	for (uint32_t c = 0; c < scope->count; c++)
		sfair_page_print(page, "<th class=\"n\">[%" PRIu32 "]</th>",
				 c + 1);
	sfair_page_print(page, "</tr>\n");
	for (uint32_t i = 0; i < count && i < USERS; i++)
		_print_user(scope, &user[i]);
	sfair_page_print(page, "</table></div>\n");
}

int sfair_replay_users(const struct sfair_replay_scope *scope)
{
	const struct sfair_replay_column *first = &scope->column[0];
	uint32_t jobs = first->replay.job_count;
	struct user *user = calloc((size_t) jobs + 1, sizeof(*user));
	uint32_t count;

	if (!user)
		return -ENOMEM;
	for (uint32_t i = 0; i < jobs; i++) {
		const struct ft_workload_job *job =
			&first->setup.workload->job[i];

		user[i].user = job->user;
		user[i].jobs = 1;
		user[i].work = (double) job->processors * (double) job->run;
		for (uint32_t c = 0; c < scope->count; c++) {
			const struct ft_replay_job *own =
				&scope->column[c].replay.job[i];

			user[i].wait[c] = (double) (own->start - own->submit);
		}
	}
	count = _join_users(user, jobs);
	qsort(user, count, sizeof(*user), _compare_user_work);
	_print_users(scope, user, count);
	free(user);
	return 0;
}

/* By how much a job started later than it was first promised. */
struct miss {
	double below; /* seconds */
	const char *kind, *name;
};

static const struct miss misses[] = {
	{-HOUR, "q0", "more than an hour earlier"},
	{-600, "q1", "10 minutes to an hour earlier"},
	{-60, "q2", "1 to 10 minutes earlier"},
	{61, "q3", "within a minute"},
	{601, "q4", "1 to 10 minutes later"},
	{INFINITY, "q5", "more than 10 minutes later"},
};

enum { MISSES = sizeof(misses) / sizeof(misses[0]), BAR = 22 };

/* Returns how many jobs were promised a start. */
static uint32_t _count_misses(const struct ft_replay *replay,
			      uint32_t part[MISSES])
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < replay->job_count; i++) {
		const struct ft_replay_job *job = &replay->job[i];
		int m = 0;

		if (job->promise == FT_NEVER)
			continue;
		while ((double) (job->start - job->promise) >= misses[m].below)
			m++;
		part[m]++;
		count++;
	}
	return count;
}

static void _print_starts(const struct sfair_replay_scope *scope,
			  const struct sfair_chart *chart, uint32_t column)
{
	struct sfair_page *page = scope->page;
	uint32_t part[MISSES] = {0};
	uint32_t count = _count_misses(&scope->column[column].replay, part);
	double top = chart->top + column * BAR, left = chart->left;

	sfair_page_print(page,
			 "<text class=\"end\" x=\"%.1f\" y=\"%.1f\">"
			 "[%" PRIu32 "] %" PRIu32 "</text>\n",
			 chart->left - 6, top + BAR / 2.0 + 2, column + 1,
			 count);
	for (int m = 0; count && m < MISSES; m++) {
		double width = (chart->right - chart->left) * part[m] / count;

		if (!part[m])
			continue;
		sfair_page_print(page,
				 "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" "
				 "width=\"%.1f\" height=\"%d\"><title>%" PRIu32
				 " jobs (%.1f %%): %s</title></rect>\n",
				 misses[m].kind, left, top, width, BAR - 4,
				 part[m], 100.0 * part[m] / count,
				 misses[m].name);
		left += width;
	}
}

void sfair_replay_starts(const struct sfair_replay_scope *scope)
{
	struct sfair_chart chart = {
		.page = scope->page,
		.left = 100,
		.right = SFAIR_CHART_WIDTH - 12,
		.top = 4,
		.height = scope->count * (double) BAR,
		.to = 1,
		.high = 1,
	};

	sfair_page_heading(scope->page, "Starts against promises",
			   "When jobs started that had to wait, against the "
			   "start that they were shown first; the number is "
			   "that of such jobs.");
	sfair_page_print(scope->page, "<div class=\"legend\">\n");
	for (int m = 0; m < MISSES; m++)
		sfair_chart_key(scope->page, misses[m].kind, misses[m].name);
	sfair_page_print(scope->page, "</div>\n");
	sfair_chart_open(&chart, "starts against promises");
	for (uint32_t c = 0; c < scope->count; c++)
		_print_starts(scope, &chart, c);
	sfair_chart_close(&chart);
}
