/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_room_event - a time at which something of a room is held, or is no more;
 * private to room.c and room_pool.c.
 */
#ifndef FT_SLURM_RESERVE_TRIAL_ROOM_EVENT_H
#define FT_SLURM_RESERVE_TRIAL_ROOM_EVENT_H

#include "slurm/reserve/trial/room.h"

/* From then on so much is held, or no more (sign -1). */
struct fts_room_event {
	int64_t time;
	int sign;
	uint32_t entry;
	int64_t count, weight; /* of a licence or a limit */
};

/* Among the room's events; out of memory sets room->failed. */
extern void fts_room_event_add(struct fts_room *room,
			       struct fts_room_event event);
/* For qsort: by time, and what ends first. */
extern int fts_room_event_order(const void *x, const void *y);

#endif
