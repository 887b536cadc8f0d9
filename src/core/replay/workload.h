/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_workload - a recorded log of jobs, as its site wrote it.
 *
 * Reads the Standard Workload Format, version 2.2 (Parallel Workloads
 * Archive): header lines begin with ';', a job is a line of 18 numbers, -1 for
 * what is not known (of a run time any negative number); more on a line is
 * looked at only for a machine of several kinds (fleet.h).  Times are seconds
 * since the log's begin.  Leaves out jobs without processors, run time or
 * request, and those larger than the machine (in processors, or in memory where
 * that is counted), and counts them; cuts run times at the request, since Slurm
 * would.  Refuses lines that are no jobs.
 */
#ifndef FT_CORE_REPLAY_WORKLOAD_H
#define FT_CORE_REPLAY_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/replay/fleet.h"

struct ft_workload_job {
	int64_t number;		    /* as in the log */
	int64_t submit, run, limit; /* seconds; run <= limit */
	int64_t processors;
	int64_t memory;	     /* MB for each processor, or of each node that it
			      * asks for; 0: none asked for */
	int64_t user, group; /* 0: not known */
	int64_t queue, partition;
	int64_t after; /* index of the job that this one followed, -1: none */
	int64_t think; /* seconds from that job's end */
	struct ft_fleet_ask ask; /* without a fleet zero */
};

/* What the jobs are to run on. */
struct ft_workload_machine {
	int64_t processors; /* 0: the log's */
	int64_t nodes;	    /* that share them evenly */
	int64_t memory;	    /* MB of each node; 0: not counted */
	/* NULL: all nodes are equal; else the others say nothing. */
	const struct ft_fleet *fleet;
};

/* Why a job is left out; the first that holds. */
enum ft_workload_drop {
	FT_DROP_PROCESSORS, /* asks for none */
	FT_DROP_RUN,	    /* no run time: it never ran, perhaps */
	FT_DROP_LIMIT,	    /* no time asked for */
	FT_DROP_SUBMIT,
	FT_DROP_LARGE,	 /* more processors than there are */
	FT_DROP_NOWHERE, /* memory, or a kind of node, that none has */
	FT_DROP_KINDS
};

struct ft_workload {
	struct ft_workload_job *job; /* by submission, then as in the log */
	uint32_t count, size;
	int64_t processors; /* MaxProcs, or MaxNodes without it */
	int64_t nodes;	    /* MaxNodes; 0: not given */
	uint32_t dropped, cut;
	uint32_t dropped_for[FT_DROP_KINDS];
	uint32_t ignored; /* jobs that ask a fleet for more than it knows of */
	/* Set before the first line: what the ends of lines ask for. */
	const struct ft_fleet *fleet;
};

/*
 * Adds what the line says; number: of the line, for messages; the line is
 * changed.  0, -EINVAL (no job) or -ENOMEM.
 */
extern int ft_workload_line(struct ft_workload *workload, char *line,
			    uint64_t number, struct ft_err *err);

/*
 * After the last line: puts jobs into their order and drops those that are
 * too large.  0, -EINVAL (no jobs, or no size) or -ENOMEM.
 */
extern int ft_workload_finish(struct ft_workload *workload,
			      const struct ft_workload_machine *machine,
			      struct ft_err *err);

/* How many jobs are left out for which reasons, in words; "" if none is. */
extern void ft_workload_drops(const struct ft_workload *workload, char *text,
			      size_t size);

extern void ft_workload_free(struct ft_workload *workload);

#endif
