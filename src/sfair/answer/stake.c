/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See stake.h.
 *
 * What is used of a place changes only where a stake starts or ends, so these
 * instants, and now, are all that is looked at.
 */
#include "ft_config.h"

#include "sfair/answer/stake.h"

#include <stddef.h>

enum { STAKES_MAX = 64 }; /* the work grows with their number cubed */

/* Is the request kept out at that instant by those that are not gone? */
static bool _is_kept_out(const struct sfair_stake_place *place,
			 const struct sfair_stake *stake, uint32_t count,
			 int64_t at)
{
	for (uint32_t i = 0; i < count; i++)
		if (!stake[i].gone && stake[i].start <= at &&
		    stake[i].end > at && (!place->need || !stake[i].amount))
			return true;
	for (uint32_t k = 0; place->need && k < place->kinds; k++) {
		int64_t left = place->capacity[k] - place->need[k];

		if (!place->need[k])
			continue;
		for (uint32_t i = 0; i < count; i++)
			if (!stake[i].gone && stake[i].start <= at &&
			    stake[i].end > at)
				left -= stake[i].amount[k];
		if (left < 0)
			return true;
	}
	return false;
}

/* Instant i: a start, an end, and the last is now. */
static int64_t _stake_instant(const struct sfair_stake_place *place,
			      const struct sfair_stake *stake, uint32_t count,
			      uint32_t i)
{
	if (i >= 2 * count)
		return place->now;
	return i % 2 ? stake[i / 2].end : stake[i / 2].start;
}

/* From when on the request fits without a break until its start. */
static int64_t _fits_from(const struct sfair_stake_place *place,
			  const struct sfair_stake *stake, uint32_t count)
{
	int64_t last = place->now - 1, next = place->start;

	for (uint32_t i = 0; i <= 2 * count; i++) {
		int64_t at = _stake_instant(place, stake, count, i);

		if (at > last && at >= place->now && at < place->start &&
		    _is_kept_out(place, stake, count, at))
			last = at;
	}
	if (last < place->now)
		return place->now;
	for (uint32_t i = 0; i < 2 * count; i++) {
		int64_t at = _stake_instant(place, stake, count, i);

		if (at > last && at < next)
			next = at;
	}
	return next;
}

static bool _has_needed(const struct sfair_stake_place *place,
			const struct sfair_stake *stake)
{
	if (!place->need || !stake->amount)
		return true;
	for (uint32_t k = 0; k < place->kinds; k++)
		if (place->need[k] && stake->amount[k])
			return true;
	return false;
}

/* The one to end first of those that are gone and not looked at yet. */
static struct sfair_stake *_next_to_return(struct sfair_stake *stake,
					   uint32_t count)
{
	struct sfair_stake *next = NULL;

	for (uint32_t i = 0; i < count; i++)
		if (stake[i].gone && !stake[i].blamed &&
		    (!next || stake[i].end < next->end))
			next = &stake[i];
	return next;
}

/* Instants at which the request fits without those that are gone. */
static void _note_open_instants(const struct sfair_stake_place *place,
				const struct sfair_stake *stake, uint32_t count,
				int64_t until, bool *room)
{
	for (uint32_t i = 0; i <= 2 * count; i++) {
		int64_t at = _stake_instant(place, stake, count, i);

		room[i] = at >= place->now && at < until &&
			  !_is_kept_out(place, stake, count, at);
	}
}

static bool _leaves_room(const struct sfair_stake_place *place,
			 const struct sfair_stake *stake, uint32_t count,
			 const bool *room)
{
	for (uint32_t i = 0; i <= 2 * count; i++)
		if (room[i] &&
		    _is_kept_out(place, stake, count,
				 _stake_instant(place, stake, count, i)))
			return false;
	return true;
}

static void _blame_few(const struct sfair_stake_place *place,
		       struct sfair_stake *stake, uint32_t count)
{
	bool room[2 * STAKES_MAX + 1];
	int64_t from;
	struct sfair_stake *one;

	for (uint32_t i = 0; i < count; i++)
		stake[i].gone = false;
	from = _fits_from(place, stake, count);
	for (uint32_t i = 0; i < count; i++)
		stake[i].gone = !stake[i].stays && stake[i].end <= from;
	_note_open_instants(place, stake, count, from, room);
	while ((one = _next_to_return(stake, count))) {
		one->gone = false;
		if (_leaves_room(place, stake, count, room))
			continue;
		one->gone = true;
		one->blamed = true;
	}
}

void sfair_stake_blame(const struct sfair_stake_place *place,
		       struct sfair_stake *stake, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		stake[i].blamed = false;
	if (count <= STAKES_MAX) {
		_blame_few(place, stake, count);
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		stake[i].blamed = !stake[i].stays &&
				  stake[i].end <= place->start &&
				  _has_needed(place, &stake[i]);
}
