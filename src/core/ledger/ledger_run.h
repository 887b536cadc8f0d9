/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_ledger_runs - how much of each run of a job is in the ledger already.
 *
 * A run is one stretch from a job's start to its end or requeue.  Of each run
 * is remembered how many seconds of it are booked, where, and at what rate;
 * each look at the job books the difference.  So it does not matter when
 * looks are, or how often; and as memories and books are saved together,
 * nothing is booked twice or never after a restart, whatever was killed.
 *
 * Law (tested): once a run is over, what was booked is the time that the job
 * record says it ran, suspended time left out, with each size for as long as
 * it had that.  Reads no clock; not thread safe.
 */
#ifndef FT_CORE_LEDGER_LEDGER_RUN_H
#define FT_CORE_LEDGER_LEDGER_RUN_H

#include <stdbool.h>

#include "core/base/job_table.h"
#include "core/ledger/ledger.h"

/* What is remembered of a run. */
struct ft_ledger_run {
	uint32_t job_id;
	int64_t start; /* of the run */
	/* Of it that are booked; below 0 if it began while the clock was ahead:
	 * less what its record is to say from when on it counts again. */
	int64_t seconds;
	int64_t seen;	   /* up to when: the last look */
	int64_t suspended; /* seconds of it that it was suspended by then */
	bool running;	   /* it was neither suspended nor over then */
	bool over;	   /* it is booked to its end */
	bool met;	   /* since ft_ledger_runs_begin() */
	bool missed;	   /* not met between the last two of them */
	bool shifted; /* `seconds` are those of another clock, not booked */
	struct ft_ledger_place place;
	struct ft_ledger_rate rate;
};

struct ft_ledger_runs {
	struct ft_job_table table; /* of struct ft_ledger_run */
	bool keep; /* forget none: the clock may go back to before them */
};

/* The i-th of table.count. */
static inline struct ft_ledger_run *
ft_ledger_runs_at(const struct ft_ledger_runs *runs, uint32_t i)
{
	return (struct ft_ledger_run *) runs->table.record + i;
}

/* What a job record says. */
struct ft_ledger_look {
	uint32_t job_id;
	int64_t start;	   /* of its run; 0: it does not run */
	int64_t stop;	   /* up to when it ran: now, or its end */
	int64_t suspended; /* seconds of it that it was suspended */
	int64_t changed;   /* when it last was suspended or resumed; 0: never */
	int64_t resized;   /* when its size last changed; 0: never */
	int64_t requeued;  /* when a run of before was over for sure */
	int64_t now;	   /* an end after it is of a clock that was ahead */
	bool running;	   /* neither suspended nor over */
	bool over;	   /* nothing will be added to this run */
	bool wiped;	   /* a requeue may have set `suspended` to 0 */
	/* From now on, or since it was resized. */
	struct ft_ledger_place place;
	struct ft_ledger_rate rate;
};

extern void ft_ledger_runs_fini(struct ft_ledger_runs *runs);

/*
 * Books what a look at a job shows.  The ledger must have been rolled up to
 * then.  0 or -ENOMEM; *ret_booked (may be NULL): whether anything was booked.
 */
extern int ft_ledger_look(struct ft_ledger_runs *runs, struct ft_ledger *ledger,
			  const struct ft_ledger_policy *policy,
			  const struct ft_ledger_look *look, bool *ret_booked);

/* What is remembered of this job, or NULL. */
extern const struct ft_ledger_run *
ft_ledger_runs_find(const struct ft_ledger_runs *runs, uint32_t job_id);

/* The job's run, added empty if there is none; NULL: out of memory. */
extern struct ft_ledger_run *ft_ledger_runs_add(struct ft_ledger_runs *runs,
						uint32_t job_id);

/*
 * A walk over all jobs begins.  Forgets runs whose job was not met in the two
 * walks before: it is gone.  None while they are to be kept.
 */
extern void ft_ledger_runs_begin(struct ft_ledger_runs *runs);

#endif
