/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_stake - what jobs have of one node, limit or licence over time, and
 * which of these stakes keep a request out of it until its start.
 *
 * Numbers only: knows neither jobs nor nodes, and makes no plan of its own.
 */
#ifndef FT_SFAIR_ANSWER_STAKE_H
#define FT_SFAIR_ANSWER_STAKE_H

#include <stdbool.h>
#include <stdint.h>

struct sfair_stake {
	int64_t start, end;
	const int64_t *amount; /* of each kind; NULL: of all there is */
	bool stays;	       /* never blamed: what else there is to blame goes
				* before it */
	bool blamed;	       /* out */
	bool gone;	       /* for sfair_stake_blame() */
};

struct sfair_stake_place {
	uint32_t kinds;
	const int64_t *capacity;
	const int64_t *need; /* NULL: all of it, with no other job there */
	int64_t now, start;  /* the request is known to fit from start on */
};

/*
 * Blames stakes that end by the time from which on the request fits without a
 * break: so few that it would fit until then without them.  Those that end
 * last go first; one beside which the request fits as well without the others
 * is not blamed.  Of many stakes it blames all that have some of what is
 * needed.
 */
extern void sfair_stake_blame(const struct sfair_stake_place *place,
			      struct sfair_stake *stake, uint32_t count);

#endif
