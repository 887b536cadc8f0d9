/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * outlook - what it costs to publish the plan of a large, mixed machine, and
 * to read it.
 *
 * One JSON line for each kind of queue: medians in milliseconds of making the
 * text, which the scheduler's thread does, and of reading it, which sfair
 * does, and of trying 25 other limits for its last job, as sfair why does; and
 * its size in MB.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/plan/outlook.h"
#include "core/plan/whatif.h"
#include "gauge.h"
#include "machine.h"

enum { DAY = 24 * 3600, RESOURCES = 3, TIMES = 9, TRIES = 25 };

static const char *const resources[] = {"cores", "memory", "gres/gpu"};
static const char *const partitions[] = {"batch"};

static void fail(const char *why)
{
	fprintf(stderr, "outlook: %s\n", why);
	exit(2);
}

static int compare(const void *x, const void *y)
{
	const double *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

static double median(double *seconds)
{
	qsort(seconds, TIMES, sizeof(*seconds), compare);
	return 1000 * seconds[TIMES / 2];
}

static char *publish(const struct machine *machine,
		     const struct ft_schedule *schedule, char (*name)[32],
		     size_t *ret_size)
{
	struct ft_outlook outlook;
	size_t body;
	char *text;

	if (ft_outlook_fill(&outlook, machine->snapshot, schedule, RESOURCES))
		fail("out of memory");
	outlook.resource = resources;
	outlook.partition = partitions;
	outlook.partition_count = 1;
	for (uint32_t i = 0; i < outlook.node_count; i++)
		outlook.node[i].name = name[i];
	text = ft_outlook_text(&outlook, ret_size, &body);
	if (!text)
		fail("out of memory");
	ft_outlook_free(&outlook);
	return text;
}

/* Seconds that it takes to try other limits for the job that waits last. */
static double try_limits(const struct ft_outlook *outlook)
{
	struct ft_request request[TRIES];
	int64_t start[TRIES];
	uint32_t last = outlook->job_count - 1;
	int64_t until = outlook->job[last].verdict == FT_PLACED
				? outlook->job[last].start
				: outlook->until;
	double from = gauge_seconds(CLOCK_THREAD_CPUTIME_ID);
	struct ft_err err;

	for (uint32_t i = 0; i < TRIES; i++) {
		request[i] = *outlook->request[outlook->job[last].request];
		request[i].duration = 300 * (i + 1);
	}
	if (ft_whatif_starts(outlook, last, until, request, TRIES, start, NULL,
			     &err))
		fail(err.text);
	return gauge_seconds(CLOCK_THREAD_CPUTIME_ID) - from;
}

static void measure(const struct machine_setup *setup)
{
	char(*name)[32] = calloc((size_t) setup->nodes, sizeof(*name));
	double wrote[TIMES], took[TIMES], tried[TIMES], from;
	struct ft_schedule *schedule;
	struct machine machine;
	struct ft_outlook read;
	struct ft_err err;
	size_t size = 0;

	machine_make(&machine, setup);
	if (!name || ft_schedule_plan(machine.snapshot, &schedule, &err))
		fail("no plan");
	for (int64_t i = 0; i < setup->nodes; i++)
		snprintf(name[i], sizeof(*name), "n%" PRId64, i + 1);
	for (int i = 0; i < TIMES; i++) {
		char *text;

		from = gauge_seconds(CLOCK_THREAD_CPUTIME_ID);
		text = publish(&machine, schedule, name, &size);
		wrote[i] = gauge_seconds(CLOCK_THREAD_CPUTIME_ID) - from;
		from = gauge_seconds(CLOCK_THREAD_CPUTIME_ID);
		if (ft_outlook_read(text, size, "plan", &read, &err))
			fail(err.text);
		took[i] = gauge_seconds(CLOCK_THREAD_CPUTIME_ID) - from;
		tried[i] = try_limits(&read);
		if (read.job_count != schedule->job_count)
			fail("not all jobs came back");
		ft_outlook_free(&read);
		free(text);
	}
	printf("{\"bench\": \"outlook\", \"nodes\": %" PRId64
	       ", \"pending\": %" PRId64 ", \"shared\": %d, \"write_ms\": %.1f,"
	       " \"read_ms\": %.1f, \"why_ms\": %.1f, \"mb\": %.1f}\n",
	       setup->nodes, setup->pending, setup->shared, median(wrote),
	       median(took), median(tried), (double) size / 1e6);
	ft_schedule_free(schedule);
	machine_free(&machine);
	free(name);
}

static int64_t number(const char *text)
{
	int64_t value = 0;

	if (ft_number_int(text, 1, 1000000, &value))
		fail("a number from 1 to 1000000 is wanted");
	return value;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"nodes", required_argument, NULL, 'n'},
		{"pending", required_argument, NULL, 'p'},
		{NULL, 0, NULL, 0},
	};
	struct machine_setup setup = {
		.nodes = 10000,
		.running = 2000,
		.pending = 100000,
		.shapes = 2000,
		.seed = 1,
		.window = 30 * DAY,
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'n')
			setup.nodes = number(optarg);
		else if (c == 'p')
			setup.pending = number(optarg);
		else
			return 2;
	}
	measure(&setup);
	setup.shared = true;
	measure(&setup);
	return 0;
}
