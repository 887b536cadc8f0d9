/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_plot.h.
 */
#define _GNU_SOURCE
#include "sfair/replay_plot.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A picture has about that many columns: more points cannot be seen. */
enum { BINS = 1500 };

struct bin {
	double used, queued; /* means over the bin's seconds */
};

/* Means over bins of equal length, so that no point hides another. */
static void _bin(const struct ft_replay *replay, double span,
		 struct bin bin[BINS])
{
	const struct ft_replay_point *point = replay->point;
	double width = span / BINS;

	memset(bin, 0, BINS * sizeof(*bin));
	for (uint32_t i = 0; i + 1 < replay->point_count; i++) {
		double from = (double) (point[i].time - point[0].time);
		double to = (double) (point[i + 1].time - point[0].time);

		for (uint32_t b = (uint32_t) (from / width);
		     b < BINS && b * width < to; b++) {
			double first = from > b * width ? from : b * width;
			double last =
				to < (b + 1) * width ? to : (b + 1) * width;

			bin[b].used += (last - first) / width *
				       (double) point[i].used /
				       (double) replay->processors;
			bin[b].queued +=
				(last - first) / width * point[i].queued;
		}
	}
}

static double _span(const struct sfair_plot_line *line, uint32_t count)
{
	double span = 1;

	for (uint32_t i = 0; i < count; i++) {
		const struct ft_replay *replay = line[i].replay;
		uint32_t points = replay->point_count;
		double own = points ? (double) (replay->point[points - 1].time -
						replay->point[0].time)
				    : 0;

		span = own > span ? own : span;
	}
	return span;
}

static void _data(FILE *out, const struct sfair_plot_line *line, uint32_t index,
		  double span, struct bin bin[BINS])
{
	_bin(line->replay, span, bin);
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

static void _panel(FILE *out, const char *label, uint32_t field,
		   const struct sfair_plot_line *line, uint32_t count)
{
	fprintf(out, "set ylabel '%s'\nplot ", label);
	for (uint32_t i = 0; i < count; i++) {
		fprintf(out,
			"%s$line%" PRIu32 " using 1:%" PRIu32
			" with steps title ",
			i ? ", " : "", i, field);
		_quoted(out, line[i].name);
	}
	putc('\n', out);
}

static void _script(FILE *out, const char *path,
		    const struct sfair_plot_line *line, uint32_t count,
		    struct bin bin[BINS])
{
	double span = _span(line, count);

	for (uint32_t i = 0; i < count; i++)
		_data(out, &line[i], i, span, bin);
	fputs("set terminal pngcairo noenhanced size 1600,1000\nset output ",
	      out);
	_quoted(out, path);
	fputs("\nset multiplot layout 2,1\nset xlabel 'days'\n"
	      "set key outside top center\nset yrange [0:*]\n",
	      out);
	_panel(out, "utilisation", 2, line, count);
	_panel(out, "jobs in the queue", 3, line, count);
	fputs("unset multiplot\n", out);
}

int sfair_replay_plot(const char *path, const struct sfair_plot_line *line,
		      uint32_t count, struct ft_err *err)
{
	struct bin *bin = calloc(BINS, sizeof(*bin));
	FILE *out;
	int status;

	if (!bin)
		return ft_fail(err, -ENOMEM, "out of memory");
	/* Without gnuplot the shell says so, and the write must not kill. */
	signal(SIGPIPE, SIG_IGN);
	out = popen("gnuplot", "we");
	if (!out) {
		free(bin);
		return ft_fail(err, -errno, "gnuplot: %s", strerror(errno));
	}
	_script(out, path, line, count, bin);
	free(bin);
	status = pclose(out);
	if (status)
		return ft_fail(err, -EIO,
			       "--plot %s: gnuplot ended with status %d: is "
			       "it installed, and may the file be written?",
			       path, status);
	return 0;
}
