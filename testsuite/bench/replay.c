/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay - a recorded log of jobs, scheduled anew by the engine: what the
 * policies do to waiting times.
 *
 * Reads a log in the Standard Workload Format (version 2.2 of the Parallel
 * Workloads Archive) from standard input and prints one JSON line.  Processors
 * are counted, not named: the machine is one node with MaxProcs cores.  Jobs
 * come in the order of their submission; jobs without processors, run time or
 * limit are left out, run times are cut at the limit.  A plan is made at each
 * submission, end and promised start, as sched/reserve does.
 *
 * avebsld: mean of max(1, (wait + run) / max(run, 10 s)).  late: jobs that
 * start later than the first start that they were promised.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/schedule.h"
#include "core/schedule_option.h"

enum { FIELDS = 18, USERS = 1 << 16 };

struct job {
	int64_t submit, run, limit, procs, user;
	int64_t start;	 /* once it runs */
	int64_t promise; /* the first one; FT_NEVER: none yet */
	/* Its place in the last plan. */
	uint32_t rank;
	const struct ft_placement *place;
};

struct replay {
	struct job *job; /* by time of submission */
	uint32_t job_count, job_size, next;
	int64_t procs, now;
	uint32_t *queue, queue_count; /* waiting, in their order */
	uint32_t *run, run_count;     /* running */
	struct ft_schedule *schedule; /* the last one: promises point to it */
	const struct ft_schedule_options *options;
	bool predict;
	int64_t last[USERS][2]; /* run times of each user's last two jobs */
	uint64_t plans;
};

static void die(const char *text)
{
	fprintf(stderr, "replay: %s\n", text);
	exit(2);
}

static void *room(void *memory, size_t count, size_t size)
{
	memory = realloc(memory, (count ? count : 1) * size);
	if (!memory)
		die("out of memory");
	return memory;
}

static void add_job(struct replay *replay, const int64_t *field)
{
	struct job job = {
		.submit = field[1],
		.run = field[3],
		.procs = field[7] > 0 ? field[7] : field[4],
		.limit = field[8],
		.user = field[11] > 0 ? field[11] % USERS : 0,
		.promise = FT_NEVER,
	};

	if (job.run > job.limit)
		job.run = job.limit;
	if ((job.procs < 1) || (job.procs > replay->procs) || (job.run < 1) ||
	    (job.limit < 1) || (job.submit < 0))
		return;
	if (replay->job_count == replay->job_size) {
		replay->job_size =
			replay->job_size ? 2 * replay->job_size : 1024;
		replay->job = room(replay->job, replay->job_size, sizeof(job));
	}
	replay->job[replay->job_count++] = job;
}

static int by_submit(const void *x, const void *y)
{
	const struct job *a = x, *b = y;

	return (a->submit > b->submit) - (a->submit < b->submit);
}

static bool read_fields(char *line, int64_t *field)
{
	char *save = NULL, *word = strtok_r(line, " \t\n", &save);
	int count = 0;

	for (; word && (count < FIELDS);
	     word = strtok_r(NULL, " \t\n", &save)) {
		double value = strtod(word, NULL);

		field[count++] = (int64_t) value;
	}
	return count >= 12;
}

static void read_log(struct replay *replay)
{
	char line[4096];

	while (fgets(line, sizeof(line), stdin)) {
		int64_t field[FIELDS] = {0};
		const char *procs = strstr(line, "MaxProcs:");

		if ((line[0] == ';') && procs)
			replay->procs = strtoll(procs + 9, NULL, 10);
		else if ((line[0] != ';') && read_fields(line, field))
			add_job(replay, field);
	}
	if (!replay->job_count)
		die("no jobs: give a log with MaxProcs on standard input");
	qsort(replay->job, replay->job_count, sizeof(*replay->job), by_submit);
	replay->queue = room(NULL, replay->job_count, sizeof(uint32_t));
	replay->run = room(NULL, replay->job_count, sizeof(uint32_t));
}

static void add_run(struct replay *replay, struct ft_snapshot *snapshot,
		    const struct job *job)
{
	struct ft_run *run = ft_snapshot_add_run(snapshot);
	struct ft_share *share = ft_snapshot_alloc(snapshot, sizeof(*share));

	if (!run || !share)
		die("out of memory");
	run->end = job->start + job->limit;
	if (run->end <= replay->now) /* it ends this very second */
		run->end = replay->now + 1;
	share->amount = &job->procs;
	run->share = share;
	run->share_count = 1;
}

static void add_pending(struct replay *replay, struct ft_snapshot *snapshot,
			const struct ft_node_set *all, const struct job *from)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);
	const int64_t *last = replay->last[from->user];

	if (!job)
		die("out of memory");
	job->job_id = (uint32_t) (from - replay->job) + 1;
	job->reserve = true;
	job->bucket = ft_depth_rule_bucket(&replay->options->depth, NULL);
	job->queued = from->submit;
	if (replay->predict && last[0] && last[1])
		job->predicted = (last[0] + last[1]) / 2;
	job->request_count = 1;
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	if (!job->request)
		die("out of memory");
	*job->request = (struct ft_request){
		.duration = from->limit,
		.end_by = FT_NEVER,
		.min_nodes = 1,
		.max_nodes = 1,
		.min_tasks_node = 1,
		.max_tasks_node = UINT32_MAX,
		.per_node = &from->procs,
		.eligible = all,
	};
	if (!from->place)
		return;
	job->promise = from->place->start;
	job->promise_held = from->place->held;
	job->promise_rank = from->rank;
	job->promise_share = from->place->share;
	job->promise_share_count = from->place->share_count;
}

static struct ft_snapshot *look(struct replay *replay)
{
	const struct ft_schedule_options *options = replay->options;
	struct ft_snapshot *snapshot = ft_snapshot_new(1, 1, 0);
	struct ft_node_set *all = snapshot ? ft_snapshot_set(snapshot) : NULL;

	if (!all)
		die("out of memory");
	ft_node_set_fill(all);
	snapshot->now = replay->now;
	snapshot->window_end = FT_NEVER;
	snapshot->capacity[0] = replay->procs;
	snapshot->policy = (struct ft_policy){
		.hold = (enum ft_hold) options->hold,
		.compress = (enum ft_compress) options->compress,
		.backfill = (enum ft_backfill) options->backfill,
		.metric = (enum ft_metric) options->metric,
		.backfill_depth = (uint32_t) options->backfill_depth,
		.bucket_count = options->depth.bucket_count,
		.depth = room(NULL, FT_DEPTH_BUCKETS, sizeof(uint32_t)),
	};
	memcpy(snapshot->policy.depth, options->depth.depth,
	       sizeof(options->depth.depth));
	for (uint32_t i = 0; i < replay->run_count; i++)
		add_run(replay, snapshot, &replay->job[replay->run[i]]);
	for (uint32_t i = 0; i < replay->queue_count; i++)
		add_pending(replay, snapshot, all,
			    &replay->job[replay->queue[i]]);
	return snapshot;
}

/* Jobs that are due start; the others keep what they are promised. */
static void apply(struct replay *replay, struct ft_schedule *schedule)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < schedule->job_count; i++) {
		const struct ft_placement *place = &schedule->placement[i];
		uint32_t index = replay->queue[i];
		struct job *job = &replay->job[index];
		bool placed = place->verdict == FT_PLACED;

		if (placed && (job->promise == FT_NEVER))
			job->promise = place->start;
		if (placed && (place->start <= replay->now)) {
			job->start = replay->now;
			replay->run[replay->run_count++] = index;
			continue;
		}
		job->place = placed ? place : NULL;
		job->rank = i;
		replay->queue[kept++] = index;
	}
	replay->queue_count = kept;
	ft_schedule_free(replay->schedule);
	replay->schedule = schedule;
}

static void plan(struct replay *replay)
{
	struct ft_snapshot *snapshot;
	struct ft_schedule *schedule;
	struct ft_err err;

	if (!replay->queue_count)
		return;
	snapshot = look(replay);
	if (ft_schedule_plan(snapshot, &schedule, &err))
		die(err.text);
	free(snapshot->policy.depth);
	ft_snapshot_free(snapshot);
	replay->plans++;
	apply(replay, schedule);
}

static void end_jobs(struct replay *replay)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < replay->run_count; i++) {
		const struct job *job = &replay->job[replay->run[i]];
		int64_t *last = replay->last[job->user];

		if (job->start + job->run > replay->now) {
			replay->run[kept++] = replay->run[i];
			continue;
		}
		last[1] = last[0];
		last[0] = job->run;
	}
	replay->run_count = kept;
}

/* The next second in which something happens, FT_NEVER if nothing does. */
static int64_t next_event(const struct replay *replay)
{
	int64_t next = FT_NEVER;

	if (replay->next < replay->job_count)
		next = replay->job[replay->next].submit;
	for (uint32_t i = 0; i < replay->run_count; i++) {
		const struct job *job = &replay->job[replay->run[i]];

		if (job->start + job->run < next)
			next = job->start + job->run;
	}
	for (uint32_t i = 0; i < replay->queue_count; i++) {
		const struct ft_placement *place =
			replay->job[replay->queue[i]].place;

		if (place && (place->start < next))
			next = place->start;
	}
	return next;
}

static void run_all(struct replay *replay)
{
	while ((replay->now = next_event(replay)) != FT_NEVER) {
		end_jobs(replay);
		while ((replay->next < replay->job_count) &&
		       (replay->job[replay->next].submit <= replay->now))
			replay->queue[replay->queue_count++] = replay->next++;
		plan(replay);
	}
	if (replay->queue_count)
		die("jobs are left that never start");
}

static void print(const struct replay *replay, const char *parameters)
{
	double wait = 0, slowdown = 0;
	int64_t longest = 0;
	uint32_t late = 0;

	for (uint32_t i = 0; i < replay->job_count; i++) {
		const struct job *job = &replay->job[i];
		int64_t waited = job->start - job->submit;
		int64_t run = job->run > 10 ? job->run : 10;
		double ratio = (double) (waited + job->run) / (double) run;

		wait += (double) waited;
		slowdown += ratio > 1 ? ratio : 1;
		longest = waited > longest ? waited : longest;
		late += job->start > job->promise;
	}
	printf("{\"bench\":\"replay\",\"parameters\":\"%s\",\"predict\":%s,"
	       "\"jobs\":%" PRIu32 ",\"plans\":%" PRIu64
	       ",\"avebsld\":%.2f,\"mean_wait\":%.0f,\"max_wait\":%" PRId64
	       ",\"late\":%" PRIu32 "}\n",
	       parameters, replay->predict ? "true" : "false",
	       replay->job_count, replay->plans, slowdown / replay->job_count,
	       wait / replay->job_count, longest, late);
}

static void usage(void)
{
	puts("Usage: replay [--parameters rsv_KEY=VALUE,...] [--predict] "
	     "< LOG.swf\n\n"
	     "--parameters as in SchedulerParameters, see sched_reserve(5); "
	     "--predict: by the\nmean of the user's last two jobs.");
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"parameters", required_argument, NULL, 'p'},
		{"predict", no_argument, NULL, 'l'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	static struct ft_schedule_options wanted;
	static struct replay replay = {.options = &wanted};
	const char *parameters = "";
	struct ft_err err;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'p') {
			parameters = optarg;
		} else if (c == 'l') {
			replay.predict = true;
		} else {
			usage();
			return c == 'h' ? 0 : 2;
		}
	}
	if (ft_schedule_options_read(parameters, &wanted, NULL, NULL, &err))
		die(err.text);
	read_log(&replay);
	run_all(&replay);
	print(&replay, parameters);
	ft_schedule_free(replay.schedule);
	free(replay.queue);
	free(replay.run);
	free(replay.job);
	return 0;
}
