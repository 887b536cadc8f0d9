/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_bin.h.
 */
#include "sfair/replay/replay_bin.h"

#include <string.h>

double sfair_replay_seconds(const struct ft_replay *replay)
{
	const struct ft_replay_point *point = replay->point;
	uint32_t count = replay->point_count;

	return count ? (double) (point[count - 1].time - point[0].time) : 0;
}

void sfair_replay_bins(const struct ft_replay *replay, double span,
		       uint32_t count, struct sfair_replay_bin *bin)
{
	const struct ft_replay_point *point = replay->point;
	double width = span / count;

	memset(bin, 0, count * sizeof(*bin));
	for (uint32_t i = 0; i + 1 < replay->point_count; i++) {
		double from = (double) (point[i].time - point[0].time);
		double to = (double) (point[i + 1].time - point[0].time);

		for (uint32_t b = (uint32_t) (from / width);
		     b < count && b * width < to; b++) {
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
