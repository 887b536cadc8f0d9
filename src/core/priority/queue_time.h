/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_queue_time - how long a job has waited, by a policy of what counts.
 *
 * Source: Maui, JOBPRIOACCRUALPOLICY, and job prioritization, "effective queue
 * time": time in which a job could not have run anyway earns it nothing, so
 * that jobs submitted early and held, or stuffed into the queue far above
 * their user's limits, are not ahead of others once they may run.
 *
 * A book has a clock for each job.  The watcher of the queue says at each look
 * whether the job is barred; what was seen at one look holds until the next.
 * Under FT_ACCRUAL_RESET a clock begins anew when its job is free again (as in
 * Maui), under FT_ACCRUAL_PAUSE it goes on from where it stood.
 *
 * Law (tested): with pause the time is the sum of the stretches that began
 * with a free look, with reset that of the last unbroken run of them; never
 * negative, also if the clock of the machine goes back.
 *
 * Refuses to say which job is barred.  Pure; not thread safe.
 */
#ifndef FT_CORE_PRIORITY_QUEUE_TIME_H
#define FT_CORE_PRIORITY_QUEUE_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/job_table.h"

/* Maui's JOBPRIOACCRUALPOLICY: what stops the clock. */
enum ft_accrual {
	FT_ACCRUAL_ALWAYS,	 /* nothing */
	FT_ACCRUAL_QUEUE_POLICY, /* FT_BAR_QUEUE */
	FT_ACCRUAL_FULL_POLICY,	 /* any bar */
};

/* What becomes of a clock that is stopped. */
enum ft_accrual_clock {
	FT_ACCRUAL_RESET,
	FT_ACCRUAL_PAUSE,
};

struct ft_accrual_policy {
	int accrual; /* enum ft_accrual */
	int clock;   /* enum ft_accrual_clock */
};

/* What keeps a job from running that is not the want of room. */
enum ft_bar {
	FT_BAR_ACTIVE = 1 << 0,	    /* a limit on what runs */
	FT_BAR_IDLE = 1 << 1,	    /* a limit on what gathers age */
	FT_BAR_SYSTEM = 1 << 2,	    /* a limit on one job */
	FT_BAR_HOLD = 1 << 3,	    /* a user or an operator holds it */
	FT_BAR_DEPENDENCY = 1 << 4, /* on other jobs */
	FT_BAR_BEGIN = 1 << 5,	    /* its begin time is to come */
	FT_BAR_PARTITION = 1 << 6,  /* its partition starts nothing */
	FT_BAR_FAIRSHARE = 1 << 7,  /* fairshare blocks it */
	FT_BAR_QUEUE = FT_BAR_ACTIVE | FT_BAR_IDLE | FT_BAR_SYSTEM,
};

struct ft_queue_clock {
	uint32_t job_id;
	uint32_t round; /* of the last look */
	int64_t submit; /* of this stay in the queue: a requeue is another */
	int64_t value;	/* free: since when it counts; barred: seconds */
	bool barred;
	bool plain; /* free ever since its first look */
};

struct ft_queue_book {
	struct ft_job_table table; /* of struct ft_queue_clock */
	uint32_t hint; /* which is next if jobs come as the last time */
	uint32_t round;
	int64_t known; /* a job from before without a clock was always free */
};

/* What is seen of one pending job. */
struct ft_queue_look {
	uint32_t job_id;
	uint32_t array_job_id; /* the record it was split off; 0: none */
	int64_t submit;	       /* seconds since the epoch */
	int64_t eligible;      /* since when nothing but limits bars it; 0:
				* not known */
	unsigned bars;	       /* enum ft_bar */
	int64_t now;
};

/* Every field zero is an empty book. */
extern void ft_queue_book_free(struct ft_queue_book *book);

/*
 * Tells the book and gives the seconds that the job has waited; out of memory
 * those that it would have at a first look.  Under FT_ACCRUAL_ALWAYS nothing
 * is booked.  A job that is free at its first look has waited since it was
 * submitted, with FT_ACCRUAL_FULL_POLICY since it was eligible; one that is
 * barred then has not waited, unless it came before book->known.  What was
 * split off an array goes on with the clock of the array.
 */
extern int64_t ft_queue_book_look(struct ft_queue_book *book,
				  const struct ft_accrual_policy *policy,
				  const struct ft_queue_look *look);

/*
 * The seconds that the job of that stay had waited at some instant, say when
 * it started; -1: there is no such clock.
 */
extern int64_t ft_queue_book_get(const struct ft_queue_book *book,
				 uint32_t job_id, int64_t submit, int64_t at);

/* Keeps the clock of a job that runs from being swept. */
extern void ft_queue_book_keep(struct ft_queue_book *book, uint32_t job_id);

/* Drops the clocks of all that were neither looked at nor kept since the
 * last call. */
extern void ft_queue_book_sweep(struct ft_queue_book *book);

/* Sets a clock, as a file has it.  0 or -ENOMEM. */
extern int ft_queue_book_put(struct ft_queue_book *book,
			     const struct ft_queue_clock *clock);

/*
 * A copy of the clocks that are not plain, *ret_count of them, to be freed;
 * NULL if out of memory.  With the instant of the last walk over all jobs, as
 * book->known, that is all that has to outlast a restart.
 */
extern struct ft_queue_clock *
ft_queue_book_copy(const struct ft_queue_book *book, uint32_t *ret_count);

#endif
