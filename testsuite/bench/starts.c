// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * starts - when the jobs of a queue show their start.
 *
 * Asks slurmctld for its statistics every 20 ms, which takes none of its
 * locks, and for all jobs only when a scheduling cycle has ended or FULL_MS
 * have passed: whoever watches a scheduler must not be what it waits for.
 * Each look at all jobs is one line: seconds (CLOCK_MONOTONIC) when it was
 * asked and when the answer was there, cycles so far, jobs that wait, of these
 * the ones with a start, and jobs that run.  It ends when JOBS or more are
 * known and each that waits has a start, or after SECONDS.
 *
 * It refuses nothing: a slurmctld that does not answer yet is asked again.
 *
 * Usage: starts JOBS FULL_MS SECONDS
 */
#include <slurm/slurm.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LOOK_NS = 20000000 };

/* libslurm exports it, slurm.h does not say so */
extern void slurm_free_stats_response_msg(stats_info_response_msg_t *msg);

struct look {
	double asked, answered;
	unsigned int cycles;
	unsigned int waiting, planned, running;
};

static double _now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void _sleep(void)
{
	const struct timespec pause = {.tv_nsec = LOOK_NS};

	nanosleep(&pause, NULL);
}

/* Cycles of the scheduler so far; -1 without an answer. */
static int _cycles(unsigned int *cycles)
{
	stats_info_request_msg_t request = {.command_id = STAT_COMMAND_GET};
	stats_info_response_msg_t *answer = NULL;

	if (slurm_get_statistics(&answer, &request))
		return -1;
	*cycles = answer->bf_cycle_counter;
	slurm_free_stats_response_msg(answer);
	return 0;
}

static void _count(const slurm_job_info_t *job, struct look *look)
{
	switch (job->job_state & JOB_STATE_BASE) {
	case JOB_PENDING:
		look->waiting++;
		look->planned += job->start_time != 0;
		break;
	case JOB_RUNNING:
		look->running++;
		break;
	default:
		break;
	}
}

static int _look(struct look *look)
{
	job_info_msg_t *jobs = NULL;

	look->waiting = look->planned = look->running = 0;
	look->asked = _now();
	if (slurm_load_jobs(0, &jobs, SHOW_ALL))
		return -1;
	look->answered = _now();
	for (uint32_t i = 0; i < jobs->record_count; i++)
		_count(&jobs->job_array[i], look);
	slurm_free_job_info_msg(jobs);
	printf("%.6f %.6f %u %u %u %u\n", look->asked, look->answered,
	       look->cycles, look->waiting, look->planned, look->running);
	fflush(stdout);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned long jobs;
	unsigned int cycles, seen = 0;
	struct look look = {0};
	double full, end, next = 0;

	if (argc != 4) {
		fputs("usage: starts JOBS FULL_MS SECONDS\n", stderr);
		return 2;
	}
	jobs = strtoul(argv[1], NULL, 10);
	full = strtod(argv[2], NULL) / 1e3;
	end = _now() + strtod(argv[3], NULL);
	slurm_init(NULL);
	for (; _now() < end; _sleep()) {
		if (_cycles(&cycles) || (cycles == seen && _now() < next))
			continue;
		look.cycles = seen = cycles;
		if (_look(&look))
			continue;
		next = look.answered + full;
		if (look.waiting + look.running >= jobs &&
		    look.waiting == look.planned)
			return 0;
	}
	return 1;
}
