/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_sacct - jobs as `sacct -P` prints them, line by line.
 *
 * Columns are found by their headings, so that a site may print more of them.
 * Refuses an output that lacks one, and lines of another number of columns.
 */
#ifndef FT_SFAIR_REPLAY_SACCT_JOB_H
#define FT_SFAIR_REPLAY_SACCT_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"

/* What is asked of sacct, in its own words. */
#define SFAIR_SACCT_FORMAT                                                     \
	"JobIDRaw,Submit,Eligible,Start,ElapsedRaw,State,NCPUS,NNodes,"        \
	"TimelimitRaw,ReqTRES,AllocTRES,UID,GID,User,Group,Partition,QOS"

enum { SFAIR_SACCT_FIELDS = 17 };

/* Which column of a line holds which field. */
struct sfair_sacct {
	uint32_t column[SFAIR_SACCT_FIELDS];
	uint32_t columns;
	bool headed; /* the headings were read */
};

enum sfair_sacct_end {
	SFAIR_SACCT_FAILED,
	SFAIR_SACCT_DONE,
	SFAIR_SACCT_CANCELLED
};

struct sfair_sacct_job {
	int64_t number;
	int64_t ready; /* when it was submitted, or could run if that was
			* later; seconds of the epoch */
	int64_t start, run;
	int64_t limit; /* seconds; 0: none */
	int64_t cpus, nodes, gpus;
	double memory; /* MB in all; 0: none was asked for */
	int64_t uid, gid;
	enum sfair_sacct_end end;
	/* Within the line. */
	const char *user, *group, *partition, *qos;
};

/* What a line is. */
enum sfair_sacct_line {
	SFAIR_SACCT_HEAD,
	SFAIR_SACCT_JOB,   /* *job is filled */
	SFAIR_SACCT_OTHER, /* a step, or a job that has not ended or not run */
};

/*
 * Takes one line, which is changed; number: of the line, for messages.  0, or
 * -EINVAL with err.
 */
extern int sfair_sacct_read(struct sfair_sacct *sacct, char *line,
			    uint64_t number, enum sfair_sacct_line *ret_kind,
			    struct sfair_sacct_job *job, struct ft_err *err);

#endif
