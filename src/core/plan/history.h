/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_history - what became of starts that were shown, as lines of text.
 *
 * A line for each thing that happens to a promise, closed by a checksum, so
 * that what a crash cut off is seen and skipped.  Reading and writing files is
 * left to the caller, and so is making sense of many lines.
 */
#ifndef FT_CORE_PLAN_HISTORY_H
#define FT_CORE_PLAN_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"

/* The file lies beside the published plan. */
#define FT_HISTORY_SUFFIX ".history"
/* The one before it, once it was long enough, is called .history.old. */
#define FT_HISTORY_OLD ".history.old"

/* Its first line. */
#define FT_HISTORY_HEAD "# sched_reserve/history/1\n"
/* Bytes of a file before the next is begun. */
#define FT_HISTORY_MOST ((size_t) 32 << 20)

/* The letter of each line. */
enum ft_history_kind {
	FT_HISTORY_MADE = 'm',	    /* the job is shown a start */
	FT_HISTORY_COMMITTED = 'c', /* which is committed from now on */
	FT_HISTORY_LATER = 'l',	    /* it moves later */
	FT_HISTORY_SOONER = 's',    /* or is sooner */
	FT_HISTORY_WITHDRAWN = 'w', /* the job has none any more */
	FT_HISTORY_BEGAN = 'b',	    /* the job was started */
	FT_HISTORY_GONE = 'g',	    /* it waits no more: cancelled, held, or
				     * started by slurmctld */
	FT_HISTORY_LIKELY = 'e',    /* when it will start in all likelihood, as
				     * it is first known */
	FT_HISTORY_UNHELD = 'u',    /* a start that the job does not hold, as it
				     * is first shown */
	FT_HISTORY_LOST = 'x',	    /* lines are missing here: job_id of them */
};

/* Why a start moved later: the order of enum fts_delay. */
enum { FT_HISTORY_CAUSES = 8 };

struct ft_history_event {
	char kind;
	int64_t at; /* when it happened */
	uint32_t job_id, copy;
	const char *partition;
	int64_t start;	/* the start from now on; 0: none */
	int64_t was;	/* the start before; 0: none */
	bool committed; /* the start, or if the job began the one before */
	uint32_t cause; /* of LATER and WITHDRAWN */
};

extern void ft_history_put(struct ft_text *text,
			   const struct ft_history_event *event);

/*
 * Reads a line without its end, which is cut into words; partition points into
 * it.  0, or -EINVAL: it is not whole, or no such line.
 */
extern int ft_history_take(char *line, struct ft_history_event *event);

/* "another job is ahead of it now", ... and a word for programs. */
extern const char *const ft_history_causes[FT_HISTORY_CAUSES];
extern const char *const ft_history_words[FT_HISTORY_CAUSES];

#endif
