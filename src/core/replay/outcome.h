/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_outcome - what a schedule was worth: figures of a finished replay.
 *
 * Bounded slowdown of a job: max(1, (wait + run) / max(run, 10 s)), as in
 * Feitelson's later work.  Loss of capacity: processors idle while a queued job
 * asks for no more, over time, as a part of all; stranded are those that are
 * idle and of use for no queued job.  Refuses to judge which figure matters.
 */
#ifndef FT_CORE_REPLAY_OUTCOME_H
#define FT_CORE_REPLAY_OUTCOME_H

#include "core/replay/replay.h"

struct ft_outcome {
	uint32_t jobs;
	double mean_wait, median_wait; /* seconds */
	double wait_95, wait_99;       /* percentiles */
	int64_t longest_wait;
	double response; /* mean of end - submission by processor-seconds */
	/* Priority-weighted specific response time: the sum of (end -
	 * submission) times processors times the priority that a job started
	 * with, by that of run time times the same; 1: no job waited. */
	double priority_response;
	/* Mean wait of the quarter of the jobs that ask for the most
	 * processors; of as many, the first submitted. */
	double largest_wait;
	double mean_slowdown; /* bounded at 10 s */
	double utilisation;   /* from first submission to last end */
	double loss;	      /* of capacity, the same time */
	double stranded;      /* processors, the same */
	double stranded_gpus; /* of all GPUs; 0: there are none */
	/* Coefficient of variation of the mean slowdowns of users with ten
	 * jobs and more; 0: fewer than two such users. */
	double dispersion;
	uint32_t promises; /* jobs that were promised a start */
	/* |start - first promise|, seconds. */
	double median_error, error_95;
	/* Means over delivery.h's windows; 0 if usage is not counted. */
	double error[FT_PARTY_KINDS], miss[FT_PARTY_KINDS];
	uint32_t late; /* jobs that started later than that, and the grace */
	double late_share, late_median; /* a part of promises; seconds */
	uint32_t committed;	 /* jobs whose start was once committed */
	uint32_t committed_late; /* that was then moved later */
	/* Parts of those that started within a minute, and within ten, of the
	 * first start that was promised; and of the first committed one. */
	double near_1, near_10, committed_near_1, committed_near_10;
	uint32_t broken; /* ft_record_broken() */
	uint64_t plans;	 /* that were made */
};

/* 0 or -ENOMEM. */
extern int ft_outcome_make(const struct ft_replay_setup *setup,
			   const struct ft_replay *replay,
			   struct ft_outcome *ret_outcome);

/* Jobs of 1, 2 to 4, 5 to 16, ... processors. */
enum { FT_SIZE_CLASSES = 24 };

struct ft_size_outcome {
	int64_t from, to; /* processors */
	uint32_t jobs;
	double mean_wait, wait_95; /* 0 without jobs */
};

/* 0 or -ENOMEM. */
extern int ft_outcome_sizes(const struct ft_replay_setup *setup,
			    const struct ft_replay *replay,
			    struct ft_size_outcome ret_size[FT_SIZE_CLASSES]);

/* What starts were worth that jobs were shown while they held none. */
struct ft_unheld_outcome {
	uint32_t jobs; /* that were shown one */
	uint32_t
		only; /* of these, jobs that never held one before they began */
	uint32_t late;	/* jobs that started later than shown first, and the
			 * grace */
	uint32_t early; /* jobs that started before it, and the grace */
	/* By how much, in seconds: late ones, early ones, and all of them. */
	double late_median, late_95, early_median, error_median, error_95;
};

/* Of a replay with setup->unheld.  0 or -ENOMEM. */
extern int ft_outcome_unheld(const struct ft_replay_setup *setup,
			     const struct ft_replay *replay,
			     struct ft_unheld_outcome *ret_outcome);

/* What the jobs of a party (delivery.h) had: means, 0 without jobs. */
struct ft_party_outcome {
	uint32_t jobs;
	double mean_wait, mean_slowdown;
};

/* For each party of a kind, in the order of replay's delivery; setup has a
 * population. */
extern void ft_outcome_parties(const struct ft_replay_setup *setup,
			       const struct ft_replay *replay,
			       enum ft_party_kind kind,
			       struct ft_party_outcome *ret_outcome);

#endif
