/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_predict - how long a user's next job will run in all likelihood.
 *
 * LAST2 is that of Tsafrir, Etsion, Feitelson, "Backfilling Using
 * System-Generated Predictions Rather than User Runtime Estimates" (2007): the
 * mean of the run times of the user's last two jobs that ended, never above the
 * limit.  Users with fewer than two ended jobs have no prediction.
 *
 * SIMILAR is the weighted mean of the last four, or as many as there are: the
 * latest counts 1, each one before it 0.7 of the one after it, four times that
 * if its limit was that of the job, and four times if its processors were.  Its
 * numbers were chosen by replays of recorded logs (doc/results-in-full.md).
 *
 * A prediction that a running job exceeds falls back to the limit.
 *
 * For order and estimates; a promise always counts with the limit.
 * Laws (tested): runs may be learnt in any order and any number of times; the
 * history is the same.
 *
 * Pure; not thread safe.
 */
#ifndef FT_CORE_QUEUE_PREDICT_H
#define FT_CORE_QUEUE_PREDICT_H

#include <stdint.h>

#include "core/base/id_map.h"

enum ft_predict_rule {
	FT_PREDICT_LIMIT, /* nothing is predicted: the limit counts */
	FT_PREDICT_LAST2, /* the above */
	FT_PREDICT_SIMILAR,
};

/* The names of these, ended by NULL. */
extern const char *const ft_predict_names[];

enum { FT_PREDICT_RUNS = 4 };
#define FT_PREDICT_LONGEST (INT64_C(1) << 40) /* seconds */

/* A job's run that ended. */
struct ft_past_run {
	int64_t end; /* when; 0: there is none */
	uint32_t job_id;
	int64_t seconds;    /* that it ran */
	int64_t limit;	    /* seconds; 0: not known */
	int64_t processors; /* that it asked for; 0: not known */
};

struct ft_past_user {
	uint32_t user;
	struct ft_past_run run[FT_PREDICT_RUNS]; /* the latest first */
};

/* Every field zero is an empty history. */
struct ft_predict {
	struct ft_past_user *entry;
	uint32_t count, room;
	struct ft_id_map index; /* user to entry */
};

extern void ft_predict_free(struct ft_predict *predict);

/*
 * A run of that user ended.  end must be above 0 and seconds within 0 to
 * FT_PREDICT_LONGEST; another run is none and changes nothing.  *ret_news (may
 * be NULL): the history is another one now.  0 or -ENOMEM.
 */
extern int ft_predict_learn(struct ft_predict *predict, uint32_t user,
			    const struct ft_past_run *run, bool *ret_news);

/* A job whose run time is asked for. */
struct ft_predict_job {
	uint32_t user;
	int64_t limit, processors; /* as in struct ft_past_run */
};

/*
 * Seconds that the job is predicted to run by that rule, at least 1; 0:
 * unknown.  The caller cuts it to the limit.
 */
extern int64_t ft_predict_seconds(const struct ft_predict *predict,
				  enum ft_predict_rule rule,
				  const struct ft_predict_job *job);

/*
 * When a running job will end: end is its planned end by a limit of so many
 * seconds, predicted what ft_predict_seconds() said.  0: unknown, or the
 * prediction has been exceeded; else after now and not after end.
 */
extern int64_t ft_predict_end(int64_t predicted, int64_t limit, int64_t end,
			      int64_t now);

#endif
