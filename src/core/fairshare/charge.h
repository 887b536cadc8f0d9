/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_charge - what one job adds to the ledger for one stretch of time.
 *
 * Knows neither associations nor QOS: the caller books the amounts.  Refuses
 * negative time (a clock that went back charges nothing).  Laws (tested): the
 * charges of adjoining stretches without decay add up to that of the whole;
 * the run-seconds taken back over a job's life are its time limit.
 */
#ifndef FT_CORE_FAIRSHARE_CHARGE_H
#define FT_CORE_FAIRSHARE_CHARGE_H

#include <stdbool.h>
#include <stdint.h>

struct ft_charge_job {
	int64_t start_time;   /* of the job, seconds since the epoch */
	int64_t end_time;     /* real or expected, 0 if unknown */
	int64_t end_time_exp; /* end by its time limit */
	uint32_t time_limit;  /* minutes */
	bool final;	     /* the last charge of this run: stop at end_time */
	bool stopped;	     /* ended, completing or changing size */
	double usage_factor; /* of the job's QOS; below 0: none */
};

/* A half-open stretch of time, [from, to). */
struct ft_charge_span {
	int64_t from, to;
};

struct ft_charge {
	double seconds;	      /* of the stretch */
	double wall;	      /* decayed seconds times usage factor */
	double wall_full;     /* the same without decay (QOS NoDecay) */
	double billing;	      /* wall times billable TRES */
	double billing_full;  /* wall_full times billable TRES */
	uint64_t run_seconds; /* to take back from what the limit reserved */
};

/*
 * The part of the stretch [charged_until, now) in which the job ran; from
 * may lie after to, then nothing is charged.
 */
extern struct ft_charge_span ft_charge_window(const struct ft_charge_job *job,
					      int64_t charged_until,
					      int64_t now);

/*
 * The amounts for span.  billable: the job's billable TRES in that span;
 * per_second: ft_decay_per_second().  New usage is decayed by the whole
 * length of its stretch, as priority/multifactor does.
 */
extern struct ft_charge ft_charge_compute(const struct ft_charge_job *job,
					  struct ft_charge_span span,
					  double billable, double per_second);

/* Whether what the job's start has booked ahead is used up at that time. */
extern bool ft_charge_is_past(const struct ft_charge_job *job, int64_t when);

/*
 * Seconds of count units of a TRES that are still booked ahead for a job that
 * runs or is suspended and is charged until then: what its start has booked
 * less what has passed, none past its limit.  Fractions of a usage factor are
 * cut as Slurm cuts them, of the limit before and of what has passed after it
 * is multiplied by count (acct_policy_job_begin() and priority/multifactor's
 * _init_grp_used_tres_run_secs(), 22.05); without them it is what the charges
 * to come will take back.
 */
extern uint64_t ft_charge_ahead(const struct ft_charge_job *job,
				int64_t charged_until, uint64_t count);

#endif
