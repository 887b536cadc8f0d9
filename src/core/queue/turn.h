/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_turn - which job comes next in a queue that is not in the order of
 * priority (rsv_order=slowdown).
 *
 *	urgency = (waited + 3600) / (length * sqrt(processors))
 *	length  = predicted^0.8 * limit^0.2; the limit if nothing is predicted
 *
 * That is about the slowdown that a job has had so far, less for large ones,
 * as in WFP3 and SAF of the literature.  Numbers and form were chosen by
 * replays of recorded logs (doc/results-in-full.md).  A job that has waited
 * longer than patience comes before all others, in the order of waiting, so
 * that none starves.
 *
 * Looks at one job; refuses to sort.
 */
#ifndef FT_CORE_QUEUE_TURN_H
#define FT_CORE_QUEUE_TURN_H

#include <stdint.h>

struct ft_turn {
	int64_t queued;	   /* since when it could have run */
	double limit;	   /* seconds */
	double predicted;  /* seconds; 0: unknown */
	double processors; /* that it asks for */
};

/* Largest first.  patience in seconds. */
extern double ft_turn_urgency(const struct ft_turn *turn, int64_t now,
			      int64_t patience);

#endif
