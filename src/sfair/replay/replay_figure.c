/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_figure.h.
 */
#include "sfair/replay/replay_figure.h"

#include <string.h>

extern void sfair_figures(const struct ft_outcome *o,
			  struct sfair_figure figure[SFAIR_FIGURES])
{
	const struct sfair_figure list[SFAIR_FIGURES] = {
		{"jobs", "jobs", o->jobs, 0},
		{"mean_wait", "mean wait, s", o->mean_wait, 0},
		{"median_wait", "median wait, s", o->median_wait, 0},
		{"longest_wait", "longest wait, s", (double) o->longest_wait,
		 0},
		{"wait_95", "95th percentile of waits, s", o->wait_95, 0},
		{"wait_99", "99th percentile of waits, s", o->wait_99, 0},
		{"largest_wait", "mean wait, largest quarter, s",
		 o->largest_wait, 0},
		{"response", "weighted response time, s", o->response, 0},
		{"priority_response", "priority-weighted response",
		 o->priority_response, 3},
		{"mean_slowdown", "mean bounded slowdown", o->mean_slowdown, 2},
		{"utilisation", "utilisation", o->utilisation, 4},
		{"loss", "loss of capacity", o->loss, 4},
		{"stranded", "stranded processors", o->stranded, 4},
		{"stranded_gpus", "stranded GPUs", o->stranded_gpus, 4},
		{"dispersion", "dispersion over users", o->dispersion, 3},
		{"promises", "jobs with a promised start", o->promises, 0},
		{"median_error", "median error of it, s", o->median_error, 0},
		{"error_95", "95th percentile, s", o->error_95, 0},
		{"near_1", "within 1 minute of it, as a part", o->near_1, 3},
		{"near_10", "within 10 minutes", o->near_10, 3},
		{"late", "started later than promised", o->late, 0},
		{"late_share", "as a part of those promised", o->late_share, 4},
		{"late_median", "median of how much later, s", o->late_median,
		 0},
		{"committed", "jobs with a committed start", o->committed, 0},
		{"committed_late", "committed starts moved later",
		 o->committed_late, 0},
		{"committed_near_1", "within 1 minute of it, as a part",
		 o->committed_near_1, 3},
		{"committed_near_10", "within 10 minutes", o->committed_near_10,
		 3},
		{"broken", "promises broken from behind", o->broken, 0},
		{"account_error", "squared share error, accounts",
		 o->error[FT_PARTY_ACCOUNT], 4},
		{"user_error", "squared share error, users",
		 o->error[FT_PARTY_USER], 4},
		{"account_miss", "off what was due, accounts",
		 o->miss[FT_PARTY_ACCOUNT], 4},
		{"user_miss", "off what was due, users", o->miss[FT_PARTY_USER],
		 4},
		{"plans", "plans", (double) o->plans, 0},
	};

	memcpy(figure, list, sizeof(list));
}

void sfair_figure_put(struct json_object *object, const char *key, double value)
{
	json_object_object_add(object, key, json_object_new_double(value));
}
