/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_plot.h.
 */
#define _GNU_SOURCE
#include "sfair/replay/replay_plot.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "sfair/base/fresh_file.h"
#include "sfair/replay/replay_bin.h"

/* A picture has about that many columns: more points cannot be seen. */
enum { BINS = 1500 };
/* Of accounts: more lines cannot be told apart. */
enum { LINES_MAX = 8 };

static void _data(FILE *out, const struct sfair_plot_line *line, uint32_t index,
		  double span, struct sfair_replay_bin bin[BINS])
{
	sfair_replay_bins(line->replay, span, BINS, bin);
	fprintf(out, "$line%" PRIu32 " << EOD\n", index);
	for (uint32_t b = 0; b < BINS; b++)
		fprintf(out, "%.4f %.4f %.1f\n",
			(b + 0.5) * span / BINS / (24 * 3600), bin[b].used,
			bin[b].queued);
	fputs("EOD\n", out);
}

/* In gnuplot's single quotes, where only these end the text. */
static void _quoted(FILE *out, const char *text)
{
	putc('\'', out);
	for (; *text; text++)
		putc(*text == '\'' || *text == '\n' ? ' ' : *text, out);
	putc('\'', out);
}

static void _panel(FILE *out, const char *label, const char *style,
		   uint32_t field, const struct sfair_plot_line *line,
		   uint32_t count)
{
	fprintf(out, "set ylabel '%s'\nplot ", label);
	for (uint32_t i = 0; i < count; i++) {
		fprintf(out,
			"%s$line%" PRIu32 " using 1:%" PRIu32 " with %s title ",
			i ? ", " : "", i, field, style);
		_quoted(out, line[i].name);
	}
	putc('\n', out);
}

/* path: "-" is standard output. */
static void _open_picture(FILE *out, const char *path, int panels,
			  const char *key)
{
	fputs("set terminal pngcairo noenhanced size 1600,1000\n", out);
	if (strcmp(path, "-")) {
		fputs("set output ", out);
		_quoted(out, path);
		putc('\n', out);
	}
	fprintf(out,
		"set multiplot layout %d,1\nset xlabel 'days'\n"
		"set key outside %s\n",
		panels, key);
}

static void _script(FILE *out, const char *path,
		    const struct sfair_plot_line *line, uint32_t count,
		    struct sfair_replay_bin bin[BINS])
{
	double span = 1;

	for (uint32_t i = 0; i < count; i++)
		span = fmax(span, sfair_replay_seconds(line[i].replay));

	for (uint32_t i = 0; i < count; i++)
		_data(out, &line[i], i, span, bin);
	_open_picture(out, path, 2, "top center");
	fputs("set yrange [0:*]\n", out);
	_panel(out, "utilisation", "steps", 2, line, count);
	_panel(out, "jobs in the queue", "steps", 3, line, count);
	fputs("unset multiplot\n", out);
}

/* gnuplot, and the file that it is to fill. */
struct drawing {
	const char *option, *path; /* path: what gnuplot is to write */
	FILE *out;		   /* its input */
	struct sfair_fresh_file file;
	void (*broken_pipe)(int); /* as it was */
};

/* The file comes first: gnuplot writes to standard output where it cannot. */
static int _open_gnuplot(struct drawing *drawing, const char *option,
			 const char *path, struct ft_err *err)
{
	struct ft_err why = {0};
	int rc = sfair_fresh_open(&drawing->file, path, &why);

	if (rc)
		return ft_fail(err, rc, "%s %.400s", option, why.text);
	drawing->option = option;
	drawing->path = drawing->file.fresh ? drawing->file.fresh : path;
	drawing->out = popen("gnuplot", "we");
	if (!drawing->out)
		return sfair_fresh_close(
			&drawing->file,
			ft_fail(err, -errno, "gnuplot: %s", strerror(errno)),
			NULL);
	/* One that is not there, or that ends, reads nothing. */
	drawing->broken_pipe = signal(SIGPIPE, SIG_IGN);
	return 0;
}

static int _judge_gnuplot(const char *option, int status, struct ft_err *err)
{
	if (!status)
		return 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return ft_fail(err, -ENOENT,
			       "%s: gnuplot is not installed (Debian: "
			       "gnuplot-nox)",
			       option);
	return ft_fail(err, -EIO, "%s: gnuplot ended with %s %d", option,
		       WIFEXITED(status) ? "status" : "signal",
		       WIFEXITED(status) ? WEXITSTATUS(status)
					 : WTERMSIG(status));
}

static int _close_gnuplot(struct drawing *drawing, struct ft_err *err)
{
	int status = pclose(drawing->out);

	signal(SIGPIPE, drawing->broken_pipe);
	return sfair_fresh_close(&drawing->file,
				 _judge_gnuplot(drawing->option, status, err),
				 err);
}

int sfair_replay_plot(const char *path, const struct sfair_plot_line *line,
		      uint32_t count, struct ft_err *err)
{
	struct sfair_replay_bin *bin = calloc(BINS, sizeof(*bin));
	struct drawing drawing;
	int rc;

	if (!bin)
		return ft_no_memory(err);
	rc = _open_gnuplot(&drawing, "--plot", path, err);
	if (!rc) {
		_script(drawing.out, drawing.path, line, count, bin);
		rc = _close_gnuplot(&drawing, err);
	}
	free(bin);
	return rc;
}

/* The middle of a window. */
static double _day(const struct ft_replay *replay,
		   const struct ft_delivery_window *window)
{
	int64_t time = window->end - replay->delivery.window_seconds / 2;

	return (double) (time - replay->point[0].time) / (24 * 3600);
}

/* A line for each window: when it was, and the errors. */
static void _errors(FILE *out, const struct ft_replay *replay, uint32_t index)
{
	fprintf(out, "$line%" PRIu32 " << EOD\n", index);
	for (uint32_t i = 0; i < replay->delivery.window_count; i++) {
		const struct ft_delivery_window *window =
			&replay->delivery.window[i];

		fprintf(out, "%.4f %.6f %.6f %.6f\n", _day(replay, window),
			window->error[FT_PARTY_ACCOUNT],
			window->error[FT_PARTY_USER],
			window->miss[FT_PARTY_ACCOUNT]);
	}
	fputs("EOD\n", out);
}

/* The next account that was furthest off and has no line yet. */
static uint32_t _furthest(const struct ft_delivery_kind *accounts,
			  const uint32_t *taken, uint32_t count)
{
	uint32_t best = UINT32_MAX;

	for (uint32_t i = 0; i < accounts->count; i++) {
		bool free = accounts->party[i].windows > 0;

		for (uint32_t k = 0; k < count; k++)
			free &= taken[k] != i;
		if (free &&
		    (best == UINT32_MAX ||
		     accounts->party[i].error > accounts->party[best].error))
			best = i;
	}
	return best;
}

static void _plot_account(FILE *out, const struct ft_replay *replay,
			  uint32_t index, uint32_t account)
{
	const struct ft_delivery *delivery = &replay->delivery;
	uint32_t accounts = delivery->kind[FT_PARTY_ACCOUNT].count;

	fprintf(out, "$account%" PRIu32 " << EOD\n", index);
	for (uint32_t i = 0; i < delivery->window_count; i++) {
		double off = delivery->off[i * accounts + account];

		if (!isnan(off))
			fprintf(out, "%.4f %.6f\n",
				_day(replay, &delivery->window[i]), off);
	}
	fputs("EOD\n", out);
}

static void _account_panel(FILE *out, const struct ft_replay *replay,
			   const struct ft_population *population,
			   const uint32_t *taken, uint32_t count)
{
	const struct ft_party *party =
		replay->delivery.kind[FT_PARTY_ACCOUNT].party;

	fputs("set yrange [-1:1]\nset ylabel 'got less promised'\n"
	      "plot 0 notitle with lines linecolor 'gray'",
	      out);
	for (uint32_t i = 0; i < count; i++) {
		fprintf(out,
			", $account%" PRIu32
			" using 1:2 with linespoints title ",
			i);
		_quoted(out,
			population->list.vertex[party[taken[i]].vertex].name);
	}
	putc('\n', out);
}

static void _script_shares(FILE *out, const char *path,
			   const struct sfair_plot_line *line, uint32_t count,
			   const struct ft_population *population)
{
	const struct ft_replay *first = line[0].replay;
	uint32_t taken[LINES_MAX], lines = 0;

	for (uint32_t i = 0; i < count; i++)
		_errors(out, line[i].replay, i);
	for (; lines < LINES_MAX; lines++) {
		taken[lines] = _furthest(
			&first->delivery.kind[FT_PARTY_ACCOUNT], taken, lines);
		if (taken[lines] == UINT32_MAX)
			break;
		_plot_account(out, first, lines, taken[lines]);
	}
	_open_picture(out, path, 4, "right");
	fputs("set yrange [0:*]\n", out);
	_panel(out, "squared error, accounts", "histeps", 2, line, count);
	_panel(out, "squared error, users", "histeps", 3, line, count);
	_panel(out, "off what was due, accounts", "histeps", 4, line, count);
	_account_panel(out, first, population, taken, lines);
	fputs("unset multiplot\n", out);
}

int sfair_replay_plot_shares(const char *path,
			     const struct sfair_plot_line *line, uint32_t count,
			     const struct ft_population *population,
			     struct ft_err *err)
{
	struct drawing drawing;
	int rc;

	for (uint32_t i = 0; i < count; i++)
		if (!line[i].replay->delivery.window_count)
			return ft_fail(err, -EINVAL,
				       "--plot-shares %s: nothing to draw: the "
				       "replay is shorter than --window",
				       path);
	rc = _open_gnuplot(&drawing, "--plot-shares", path, err);
	if (rc)
		return rc;
	_script_shares(drawing.out, drawing.path, line, count, population);
	return _close_gnuplot(&drawing, err);
}
