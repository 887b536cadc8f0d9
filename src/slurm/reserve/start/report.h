/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_report - what one cycle did, in numbers for the log and for sdiag.
 */
#ifndef FT_SLURM_RESERVE_START_REPORT_H
#define FT_SLURM_RESERVE_START_REPORT_H

#include <stdint.h>

enum { FTS_CODES_MAX = 8 }; /* kinds of refusal that are told apart */

/* What one cycle did. */
struct fts_report {
	uint32_t placed;     /* candidates with a start */
	uint32_t started;    /* jobs that run now */
	uint32_t by_trial;   /* of these, where the plan did not have them */
	uint32_t trials;     /* times that slurmctld's selection was asked */
	uint32_t displaced;  /* lost the place that they had not shown yet */
	uint32_t backfilled; /* of these, ahead of a job that waits */
	uint32_t preempting; /* wait for the jobs that they preempt */
	uint32_t refused;    /* slurmctld disagreed with the plan */
	uint32_t limited;    /* a limit of association or QOS said no */
	uint32_t postponed;  /* burst buffer, federation, hold */
	uint32_t stale;	     /* changed since the snapshot */
	uint32_t unstarted;  /* due, but left to the next cycle */
	uint32_t untried;    /* 1: jobs were not asked about, or not about all
			      * of their nodes, which the next cycle does */
	uint32_t bypassed;   /* waiting jobs that a start passed */
	uint32_t written;    /* job records that show something new */
	int64_t wake;	     /* when to look at sleeping nodes; 0: no need */
	int64_t start_us;    /* spent on the jobs that were started */
	struct {
		int code; /* slurmctld's reason for not starting a job */
		uint32_t count;
	} code[FTS_CODES_MAX]; /* in the order met; count 0: none */
};

#endif
