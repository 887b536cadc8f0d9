// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * probe - the delay that a client of slurmctld sees.
 *
 * Asks for one job every PERIOD milliseconds, as squeue -j does: slurmctld
 * answers it under read locks of configuration, jobs and partitions.  The
 * delay of a request counts from the instant when it was due, so that one
 * slow answer is felt by all who would have asked meanwhile.  Ends after
 * SECONDS, or at end of file on stdin, and then prints a line for each
 * request: when it was due (CLOCK_MONOTONIC) and its delay, in seconds.
 *
 * It refuses to measure a slurmctld that does not answer.
 *
 * Usage: probe JOB PERIOD_MS SECONDS
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "slurm/common/compat_client.h"

#define NS 1000000000L

struct sample {
	double due;
	double delay;
};

static double _seconds(const struct timespec *t)
{
	return (double) t->tv_sec + (double) t->tv_nsec / 1e9;
}

static double _now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return _seconds(&now);
}

static void _advance(struct timespec *t, long ms)
{
	t->tv_nsec += ms * (NS / 1000);
	t->tv_sec += t->tv_nsec / NS;
	t->tv_nsec %= NS;
}

static int _stdin_ended(void)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
	char byte;

	return poll(&in, 1, 0) > 0 && read(STDIN_FILENO, &byte, 1) <= 0;
}

static int _ask(uint32_t job)
{
	job_info_msg_t *msg = NULL;

	if (slurm_load_job(&msg, FTS_JOB(job), 0)) {
		fprintf(stderr, "probe: %s\n", slurm_strerror(errno));
		return -1;
	}
	slurm_free_job_info_msg(msg);
	return 0;
}

static int _print(const struct sample *sample, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf("%.6f %.6f\n", sample[i].due, sample[i].delay);
	return n ? 0 : 1;
}

int main(int argc, char **argv)
{
	uint32_t job;
	long period;
	int rc;
	size_t max, n = 0;
	struct sample *sample;
	struct timespec due;

	if (argc != 4) {
		fputs("usage: probe JOB PERIOD_MS SECONDS\n", stderr);
		return 2;
	}
	job = (uint32_t) strtoul(argv[1], NULL, 10);
	period = strtol(argv[2], NULL, 10);
	if (period < 1)
		return 2;
	max = strtoul(argv[3], NULL, 10) * 1000 / (size_t) period;
	sample = calloc(max ? max : 1, sizeof(*sample));
	slurm_init(NULL);
	if (!sample || _ask(job))
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &due);
	for (; n < max && !_stdin_ended(); n++) {
		_advance(&due, period);
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
		if (_ask(job))
			return 1;
		sample[n].due = _seconds(&due);
		sample[n].delay = _now() - sample[n].due;
	}
	rc = _print(sample, n);
	free(sample);
	return rc;
}
