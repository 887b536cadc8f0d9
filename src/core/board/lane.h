/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_lane - what is booked of one node, or of one licence, over time.
 *
 * The bookings one by one, sorted by start, and beside them the step function
 * of what they leave.  Refuses to judge whether a booking fits, and keeps the
 * two in step only where it is told to change both.
 */
#ifndef FT_CORE_BOARD_LANE_H
#define FT_CORE_BOARD_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/timeline/profile.h"

/* Resources that nodes are ruled out by, unseen: cores and a scarce GRES. */
enum { FT_SIEVES = 2 };

enum {
	FT_SLIP_WHOLE = 1,     /* no other beside it */
	FT_SLIP_TENTATIVE = 2, /* being near does not commit it */
	FT_SLIP_OWN = 4, /* its job could be here from now on to its start */
};

/*
 * One booking.  Small, since a search for a newcomer's place reads every one;
 * times are seconds from the board's origin.
 */
struct ft_slip {
	uint64_t key; /* of its job; 0: ahead of all others */
	int32_t start, end;
	uint32_t job;
	uint8_t unit[FT_SIEVES]; /* what it takes at least, in sieves' units */
	uint8_t flags;
};

struct ft_lane {
	struct ft_profile profile;
	struct ft_slip *slip;
	uint32_t count, room;
};

/* 0 or -ENOMEM. */
extern int ft_lane_put(struct ft_lane *lane, const struct ft_slip *slip);
/* The first slip that starts at that time or later; count if none does. */
extern uint32_t ft_lane_find(const struct ft_lane *lane, int32_t start);
/* The job's slip, which starts then; NULL if there is none. */
extern struct ft_slip *ft_lane_slip(const struct ft_lane *lane, uint32_t job,
				    int32_t start);
extern void ft_lane_drop(struct ft_lane *lane, struct ft_slip *slip);
extern void ft_lane_fini(struct ft_lane *lane);

#endif
