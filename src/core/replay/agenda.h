/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_agenda - what happens when: times with ids, the earliest first.
 *
 * Of equal times the lowest id comes first, so that a simulation is the same
 * each time.  Refuses to change or remove what stands in the middle.
 */
#ifndef FT_CORE_REPLAY_AGENDA_H
#define FT_CORE_REPLAY_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

struct ft_agenda_entry {
	int64_t time;
	uint32_t id;
};

/* Every field zero is an empty agenda. */
struct ft_agenda {
	struct ft_agenda_entry *entry; /* a binary heap */
	uint32_t count, size;
};

/* 0 or -ENOMEM. */
extern int ft_agenda_put(struct ft_agenda *agenda, int64_t time, uint32_t id);

/* The time of the earliest, INT64_MAX if there is none. */
extern int64_t ft_agenda_time(const struct ft_agenda *agenda);

/* Takes the earliest out if it is due at now; false: nothing is. */
extern bool ft_agenda_take(struct ft_agenda *agenda, int64_t now,
			   uint32_t *ret_id);

extern void ft_agenda_free(struct ft_agenda *agenda);

#endif
