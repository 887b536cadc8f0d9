/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Figures of scheduling cycles, out of sdiag and out of slurmctld's log: see
 * metrics_part.h.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/metrics/metrics_part.h"

#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/metrics/open_metrics.h"

#define MICRO 1e-6

static void _print_labelled(FILE *out, const char *name, const char *key,
			    const char *value, double number)
{
	sfair_metric(out, name,
		     (struct sfair_label[SFAIR_LABELS]){{key, value}}, number);
}

static void _print_counter(FILE *out, const char *family, const char *help,
			   double value)
{
	char name[64];

	snprintf(name, sizeof(name), "%s_total", family);
	sfair_metric_family(out, family, "counter", help);
	sfair_metric(out, name,
		     (struct sfair_label[SFAIR_LABELS]){{NULL, NULL}}, value);
}

static void _print_statistics(FILE *out, const stats_info_response_msg_t *s)
{
	_print_counter(out, "sfair_cycles",
		       "Scheduling cycles since slurmctld's statistics began.",
		       s->bf_cycle_counter);
	_print_counter(out, "sfair_backfilled_jobs",
		       "Jobs started while a job ahead of them waited.",
		       s->bf_backfilled_jobs);
	sfair_metric_family(out, "sfair_cycle_seconds", "gauge",
			    "What a cycle takes, pauses included.");
	_print_labelled(out, "sfair_cycle_seconds", "cycle", "last",
			MICRO * s->bf_cycle_last);
	_print_labelled(out, "sfair_cycle_seconds", "cycle", "longest",
			MICRO * s->bf_cycle_max);
	_print_labelled(out, "sfair_cycle_seconds", "cycle", "mean",
			s->bf_cycle_counter ? MICRO * (double) s->bf_cycle_sum /
						      s->bf_cycle_counter
					    : 0);
	sfair_metric_single(out, "sfair_cycle_timestamp_seconds",
			    "When the last cycle began.",
			    (double) s->bf_when_last_cycle);
	sfair_metric_family(out, "sfair_queue_jobs", "gauge",
			    "Records of waiting jobs in the last cycle: all, "
			    "those that were planned, those with a start, "
			    "those that were not planned, held and "
			    "dependent ones among them.");
	_print_labelled(out, "sfair_queue_jobs", "kind", "all",
			s->bf_queue_len);
	_print_labelled(out, "sfair_queue_jobs", "kind", "planned",
			s->bf_last_depth);
	_print_labelled(out, "sfair_queue_jobs", "kind", "started_or_promised",
			s->bf_last_depth_try);
	_print_labelled(out, "sfair_queue_jobs", "kind", "unplanned",
			s->bf_queue_len > s->bf_last_depth
				? s->bf_queue_len - s->bf_last_depth
				: 0);
	sfair_metric_single(out, "sfair_plan_steps",
			    "Steps of what is free over time in the last plan.",
			    s->bf_table_size);
	sfair_metric_single(out, "sfair_slurmctld_threads",
			    "Threads of slurmctld that answer requests.",
			    s->server_thread_count);
}

int sfair_metrics_cycles(FILE *out, struct ft_err *err)
{
	stats_info_request_msg_t request = {.command_id = STAT_COMMAND_GET};
	stats_info_response_msg_t *statistics = NULL;

	if (slurm_get_statistics(&statistics, &request))
		return ft_fail(err, -EIO, "slurmctld does not tell them: %s",
			       slurm_strerror(errno));
	_print_statistics(out, statistics);
	/* There is no public call to give it back; the process ends soon. */
	return 0;
}

/* So much of the log's end is read. */
enum { TAIL = 4 << 20, LINE = 1 << 14 };

static const char line_mark[] = "sched/reserve: cycle: ";

/* What all cycles of the tail say. */
struct tail {
	uint32_t cycles;
	double started, by_trial, trials, refused, longest, percentile;
	/* of the last cycle */
	double duties, snapshot, plan, apply, unseen, unmodelled, moved_later;
};

/* The number behind "key=" of the line; 0: there is none. */
static double _line_number(const char *line, const char *key)
{
	size_t size = strlen(key);

	for (const char *at = line; (at = strstr(at, key)); at += size)
		if (at > line && at[-1] == ' ' && at[size] == '=')
			return strtod(at + size + 1, NULL);
	return 0;
}

static void _add_line(struct tail *tail, const char *line)
{
	double hold = _line_number(line, "hold");
	double percentile = _line_number(line, "hold_p99");

	tail->cycles++;
	tail->started += _line_number(line, "started");
	tail->by_trial += _line_number(line, "by_trial");
	tail->trials += _line_number(line, "trials");
	tail->refused += _line_number(line, "refused");
	if (hold > tail->longest)
		tail->longest = hold;
	if (percentile > tail->percentile)
		tail->percentile = percentile;
	tail->duties = _line_number(line, "duties");
	tail->snapshot = _line_number(line, "snapshot");
	tail->plan = _line_number(line, "plan");
	tail->apply = _line_number(line, "apply");
	tail->unseen = _line_number(line, "unseen");
	tail->unmodelled = _line_number(line, "unmodelled");
	tail->moved_later = _line_number(line, "moved_later");
}

static int _read_tail(const char *path, struct tail *tail, struct ft_err *err)
{
	FILE *log = fopen(path, "re");
	char line[LINE];
	long size;

	if (!log)
		return ft_fail(err, -errno, "%s: %s", path, strerror(errno));
	if (!fseek(log, 0, SEEK_END) && (size = ftell(log)) > TAIL)
		fseek(log, size - TAIL, SEEK_SET);
	else
		rewind(log);
	while (fgets(line, sizeof(line), log)) {
		const char *at = strstr(line, line_mark);

		if (at && strchr(at, '\n'))
			_add_line(tail, at + sizeof(line_mark) - 2);
	}
	fclose(log);
	return 0;
}

static void _print_tail(FILE *out, const struct tail *tail)
{
	sfair_metric_single(out, "sfair_log_cycles",
			    "Cycles that the end of slurmctld's log tells of; "
			    "the other figures of the log are of these.",
			    tail->cycles);
	if (!tail->cycles)
		return;
	sfair_metric_family(out, "sfair_log_started_jobs", "gauge",
			    "Jobs started, by what said that they can.");
	_print_labelled(out, "sfair_log_started_jobs", "by", "plan",
			tail->started - tail->by_trial);
	_print_labelled(out, "sfair_log_started_jobs", "by", "trial",
			tail->by_trial);
	sfair_metric_single(out, "sfair_log_trials",
			    "Times that slurmctld's selection was asked "
			    "whether a job can start.",
			    tail->trials);
	sfair_metric_single(out, "sfair_log_refused_starts",
			    "Starts of the plan that slurmctld refused.",
			    tail->refused);
	sfair_metric_family(out, "sfair_log_hold_seconds", "gauge",
			    "How long slurmctld's locks were held at a time.");
	_print_labelled(out, "sfair_log_hold_seconds", "hold", "longest",
			MICRO * tail->longest);
	_print_labelled(out, "sfair_log_hold_seconds", "hold", "percentile_99",
			MICRO * tail->percentile);
	sfair_metric_family(out, "sfair_log_step_seconds", "gauge",
			    "What the steps of the last cycle took.");
	_print_labelled(out, "sfair_log_step_seconds", "step", "duties",
			MICRO * tail->duties);
	_print_labelled(out, "sfair_log_step_seconds", "step", "snapshot",
			MICRO * tail->snapshot);
	_print_labelled(out, "sfair_log_step_seconds", "step", "plan",
			MICRO * tail->plan);
	_print_labelled(out, "sfair_log_step_seconds", "step", "apply",
			MICRO * tail->apply);
	sfair_metric_single(out, "sfair_log_unseen_jobs",
			    "Waiting jobs that the last plan ended before.",
			    tail->unseen);
	sfair_metric_single(out, "sfair_log_unmodelled_jobs",
			    "Waiting jobs that the last cycle tried beside the "
			    "plan, too.",
			    tail->unmodelled);
	sfair_metric_single(out, "sfair_log_moved_later_starts",
			    "Promised starts that moved later, as the last "
			    "cycle counts them.",
			    tail->moved_later);
}

int sfair_metrics_log(FILE *out, const char *path, struct ft_err *err)
{
	struct tail tail = {0};
	int rc = _read_tail(path, &tail, err);

	if (!rc)
		_print_tail(out, &tail);
	return rc;
}
