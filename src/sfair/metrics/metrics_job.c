/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Figures of jobs, and of what is planned of them: see metrics_part.h.
 */
#include "ft_config.h"

#include "sfair/metrics/metrics_part.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/metrics/open_metrics.h"
#include "sfair/outlook/scene.h"
#include "sfair/page/plan_use.h"

/* A job, and how long it waits or has waited. */
struct row {
	char partition[64]; /* the first that it asks for */
	const char *qos;
	bool runs;
	double wait;
};

/* Jobs of one partition, QOS and state: neighbours in the list. */
struct group {
	const struct row *row;
	size_t count;
};

static int _compare_rows(const void *x, const void *y)
{
	const struct row *a = x, *b = y;
	int order = strcmp(a->partition, b->partition);

	if (!order)
		order = strcmp(a->qos, b->qos);
	if (!order)
		order = (int) a->runs - (int) b->runs;
	return order ? order : (a->wait > b->wait) - (a->wait < b->wait);
}

static bool _same_group(const struct row *a, const struct row *b)
{
	return !strcmp(a->partition, b->partition) && !strcmp(a->qos, b->qos) &&
	       a->runs == b->runs;
}

/* Since it could have run: not while it is held, depends or is to begin later.
 */
static double _wait_of(const struct sfair_scene *scene, const job_info_t *job,
		       bool runs)
{
	time_t since =
		job->eligible_time ? job->eligible_time : job->submit_time;
	time_t until = runs ? job->start_time : (time_t) scene->now;

	if (since < job->submit_time)
		since = job->submit_time;
	return until > since ? difftime(until, since) : 0;
}

static void _fill_row(const struct sfair_scene *scene, const job_info_t *job,
		      struct row *row)
{
	const char *partition = job->partition ? job->partition : "";
	size_t size = strcspn(partition, ",");

	if (size >= sizeof(row->partition))
		size = sizeof(row->partition) - 1;
	memcpy(row->partition, partition, size);
	row->qos = job->qos ? job->qos : "";
	row->runs = !sfair_job_waits(job);
	row->wait = _wait_of(scene, job, row->runs);
}

static void _label_group(const struct row *row,
			 struct sfair_label label[SFAIR_LABELS])
{
	label[0] = (struct sfair_label){"partition", row->partition};
	label[1] = (struct sfair_label){"qos", row->qos};
	label[2] = (struct sfair_label){"state",
					row->runs ? "running" : "pending"};
	label[3] = (struct sfair_label){NULL, NULL};
}

static struct group _next_wait_group(const struct row *row, size_t count,
				     size_t at)
{
	struct group group = {.row = &row[at]};

	while (at + group.count < count &&
	       _same_group(group.row, &row[at + group.count]))
		group.count++;
	return group;
}

/* How many jobs there are, or what their waits are: middle, high and longest.
 */
static void _print_group(FILE *out, const struct group *group, bool waits)
{
	static const struct {
		const char *name;
		double part;
	} quantiles[] = {{"0.5", 0.5}, {"0.95", 0.95}, {"1", 1}};
	struct sfair_label label[SFAIR_LABELS];

	_label_group(group->row, label);
	if (!waits) {
		sfair_metric(out, "sfair_jobs", label, (double) group->count);
		return;
	}
	for (int q = 0; q < 3; q++) {
		size_t at = (size_t) ceil(quantiles[q].part *
					  (double) group->count);

		label[3] = (struct sfair_label){"quantile", quantiles[q].name};
		sfair_metric(out, "sfair_wait_seconds", label,
			     group->row[at ? at - 1 : 0].wait);
	}
}

int sfair_metrics_jobs(FILE *out, struct sfair_scene *scene)
{
	struct row *row = calloc((size_t) scene->job_count + 1, sizeof(*row));
	size_t count = 0;

	if (!row)
		return -ENOMEM;
	for (uint32_t i = 0; i < scene->job_count; i++)
		if (sfair_job_waits(scene->job[i]) ||
		    sfair_job_runs(scene->job[i]))
			_fill_row(scene, scene->job[i], &row[count++]);
	qsort(row, count, sizeof(*row), _compare_rows);
	for (int waits = 0; waits < 2; waits++) {
		sfair_metric_family(
			out, waits ? "sfair_wait_seconds" : "sfair_jobs",
			"gauge",
			waits ? "How long jobs wait, or waited that run, from "
				"when they could have run."
			      : "Jobs that wait and run; of several "
				"partitions the first counts.");
		for (size_t at = 0; at < count;) {
			struct group group = _next_wait_group(row, count, at);

			_print_group(out, &group, waits);
			at += group.count;
		}
	}
	free(row);
	return 0;
}

enum { COMMITTED, EXPECTED, UNHELD, NONE, STARTS };

static const char *const starts[] = {"committed", "expected", "unheld", "none"};

/* A partition of the plan, with how its jobs are planned. */
struct share {
	const char *name;
	uint32_t count[STARTS];
	double longest; /* seconds until the last planned start */
};

static const char *_partition_of(struct sfair_scene *scene,
				 const struct ft_outlook *outlook,
				 const struct ft_outlook_job *job)
{
	const job_info_t *told;

	if (outlook->partition && job->partition < outlook->partition_count)
		return outlook->partition[job->partition];
	told = sfair_scene_job(scene, job->job_id);
	return told && told->partition ? told->partition : "";
}

static struct share *_find_share(struct share *share, uint32_t *count,
				 uint32_t room, const char *name)
{
	size_t size = strcspn(name, ",");

	for (uint32_t i = 0; i < *count; i++)
		if (!strncmp(share[i].name, name, size) &&
		    strlen(share[i].name) == size)
			return &share[i];
	if (*count == room || name[size])
		return &share[0];
	share[*count] = (struct share){.name = name};
	return &share[(*count)++];
}

static void _count_planned(const struct ft_outlook *outlook,
			   const struct ft_outlook_job *job,
			   struct share *share)
{
	double wait = (double) (job->start - outlook->made);

	if (job->verdict != FT_PLACED) {
		share->count[job->unheld ? UNHELD : NONE]++;
		return;
	}
	share->count[job->committed ? COMMITTED : EXPECTED]++;
	if (wait > share->longest)
		share->longest = wait;
}

static void _print_shares(FILE *out, const struct share *share, uint32_t count)
{
	sfair_metric_family(out, "sfair_planned_jobs", "gauge",
			    "Waiting jobs by what their start is: committed, "
			    "expected, shown but not held, or none.");
	for (uint32_t i = 0; i < count; i++)
		for (int s = 0; s < STARTS; s++)
			sfair_metric(out, "sfair_planned_jobs",
				     (struct sfair_label[SFAIR_LABELS]){
					     {"partition", share[i].name},
					     {"start", starts[s]}},
				     share[i].count[s]);
	sfair_metric_family(out, "sfair_planned_wait_seconds", "gauge",
			    "Time from now until the last planned start.");
	for (uint32_t i = 0; i < count; i++)
		sfair_metric(out, "sfair_planned_wait_seconds",
			     (struct sfair_label[SFAIR_LABELS]){
				     {"partition", share[i].name}},
			     share[i].longest);
}

/* Partitions by name; jobs of a partition that is gone count with the first. */
static int _print_planned_jobs(FILE *out, struct sfair_scene *scene,
			       const struct ft_outlook *outlook)
{
	const partition_info_msg_t *all = sfair_scene_partitions(scene);
	uint32_t room = (all ? all->record_count : 0) + 1, count = 0;
	struct share *share = calloc(room, sizeof(*share));

	if (!share)
		return -ENOMEM;
	for (uint32_t i = 0; all && i < all->record_count; i++)
		share[count++].name = all->partition_array[i].name;
	if (!count)
		share[count++].name = "";
	for (uint32_t i = 0; i < outlook->job_count; i++)
		_count_planned(outlook, &outlook->job[i],
			       _find_share(share, &count, room,
					   _partition_of(scene, outlook,
							 &outlook->job[i])));
	_print_shares(out, share, count);
	free(share);
	return 0;
}

static const char *const uses_of[] = {
	[SFAIR_PLAN_RUN] = "running",	   [SFAIR_PLAN_HELD] = "planned",
	[SFAIR_PLAN_LIKELY] = "planned",   [SFAIR_PLAN_RESV] = "reserved",
	[SFAIR_PLAN_DOWN] = "unavailable",
};

/* What is in use at the instant that the plan was made. */
static void _print_use(FILE *out, const char *name, const char *help,
		       const struct sfair_plan_uses *uses, int sort,
		       int64_t now)
{
	int64_t sum[SFAIR_PLAN_KINDS] = {0}, free = uses->capacity[sort];

	if (!free)
		return;
	for (size_t i = 0; i < uses->count; i++) {
		const struct sfair_plan_use *use = &uses->use[i];

		if (use->start > now || use->end <= now)
			continue;
		sum[use->kind] += use->amount[sort];
		free -= use->amount[sort];
	}
	sum[SFAIR_PLAN_LIKELY] += sum[SFAIR_PLAN_HELD];
	sfair_metric_family(out, name, "gauge", help);
	for (int k = 0; k < SFAIR_PLAN_KINDS; k++)
		if (k != SFAIR_PLAN_HELD)
			sfair_metric(out, name,
				     (struct sfair_label[SFAIR_LABELS]){
					     {"state", uses_of[k]}},
				     (double) sum[k]);
	sfair_metric(out, name,
		     (struct sfair_label[SFAIR_LABELS]){{"state", "free"}},
		     free > 0 ? (double) free : 0);
}

int sfair_metrics_plan(FILE *out, struct sfair_scene *scene,
		       const struct ft_outlook *outlook)
{
	struct sfair_plan_uses uses;
	int rc = sfair_plan_uses_make(outlook, &uses);

	if (!rc)
		rc = _print_planned_jobs(out, scene, outlook);
	if (!rc) {
		sfair_metric_single(out, "sfair_plan_timestamp_seconds",
				    "When the plan was made.",
				    (double) outlook->made);
		_print_use(out, "sfair_cores",
			   "Cores by what is done with them now.", &uses,
			   SFAIR_PLAN_CORES, outlook->made);
		_print_use(out, "sfair_gpus",
			   "GPUs by what is done with them now.", &uses,
			   SFAIR_PLAN_GPUS, outlook->made);
	}
	sfair_plan_uses_free(&uses);
	return rc;
}
