/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See change.h.
 *
 * A node's profile counts down from 0, as if jobs that rely on it and jobs
 * that changed it took amounts of something of which there is nothing.
 */
#include "core/timeline/change.h"

#include <errno.h>
#include <stdlib.h>

#include "core/timeline/timeline.h"

enum { RELYING, CHANGED, KINDS };

/* enum ft_change of all its parts, together. */
static uint32_t _change(const struct ft_request *request)
{
	uint32_t change = request->change;

	for (uint32_t p = 0; p < request->part_count; p++)
		change |= request->part[p].change;
	return change;
}

extern bool ft_change_used(const struct ft_snapshot *snapshot)
{
	const uint32_t both = FT_CHANGE_RELIES | FT_CHANGE_MAKES;
	uint32_t change = 0;

	for (uint32_t j = 0; (change != both) && (j < snapshot->job_count);
	     j++) {
		const struct ft_job *job = &snapshot->job[j];

		for (uint32_t r = 0; r < job->request_count; r++)
			change |= _change(&job->request[r]);
	}
	return change == both;
}

extern int ft_changes_init(struct ft_profile **ret_change,
			   const struct ft_snapshot *snapshot)
{
	static const int64_t nothing[KINDS];
	struct ft_profile *change;
	int rc = 0;

	*ret_change = NULL;
	if (!ft_change_used(snapshot))
		return 0;
	change = calloc((size_t) snapshot->node_count + 1, sizeof(*change));
	if (!change)
		return -ENOMEM;
	*ret_change = change;
	for (uint32_t n = 0; !rc && (n < snapshot->node_count); n++)
		rc = ft_profile_init(&change[n], KINDS, snapshot->now, nothing);
	return rc;
}

extern int ft_changes_copy(struct ft_profile **ret_change, uint32_t node_count,
			   const struct ft_profile *from)
{
	struct ft_profile *change;
	int rc = 0;

	*ret_change = NULL;
	if (!from)
		return 0;
	change = calloc((size_t) node_count + 1, sizeof(*change));
	if (!change)
		return -ENOMEM;
	*ret_change = change;
	for (uint32_t n = 0; !rc && (n < node_count); n++)
		rc = ft_profile_copy(&change[n], KINDS, &from[n]);
	return rc;
}

extern void ft_changes_fini(struct ft_profile *change, uint32_t node_count)
{
	for (uint32_t n = 0; change && (n < node_count); n++)
		ft_profile_fini(&change[n]);
	free(change);
}

extern int ft_changes_note(struct ft_profile *change,
			   const struct ft_booking *booking, int sign)
{
	static const int64_t relying[KINDS] = {[RELYING] = 1};
	static const int64_t changed[KINDS] = {[CHANGED] = 1};
	struct ft_use use = {.start = booking->start, .end = booking->end};
	int rc = 0;

	if (!change ||
	    !(booking->change & (FT_CHANGE_RELIES | FT_CHANGE_MAKES)))
		return 0;
	use.amount = relying;
	if (booking->change & FT_CHANGE_MAKES) {
		use.amount = changed;
		use.end = FT_NEVER;
	}
	for (uint32_t i = 0; !rc && (i < booking->share_count); i++) {
		struct ft_profile *node = &change[booking->share[i].node];

		rc = sign > 0 ? ft_profile_take(node, KINDS, &use)
			      : ft_profile_give(node, KINDS, &use);
	}
	return rc;
}

static bool _change_counts(const struct ft_profile *change, uint32_t index,
			   uint32_t kind)
{
	return ft_profile_state(change, KINDS, index)[FT_STATE_FREE + kind] < 0;
}

extern int64_t ft_change_free(const struct ft_profile *change)
{
	for (uint32_t i = change->count; i-- > 0;)
		if (_change_counts(change, i, RELYING))
			return ft_profile_end(change, i);
	return INT64_MIN;
}

extern int64_t ft_change_first(const struct ft_profile *change)
{
	uint32_t low = 0, high = change->count;

	/* Once changed it is so for ever: at high, and not before low. */
	if (!high || !_change_counts(change, high - 1, CHANGED))
		return FT_NEVER;
	for (high--; low < high;) {
		uint32_t middle = low + (high - low) / 2;

		if (_change_counts(change, middle, CHANGED))
			high = middle;
		else
			low = middle + 1;
	}
	return change->time[high];
}

static bool _spoils(const struct ft_booking *a, const struct ft_booking *b)
{
	return (a->change & FT_CHANGE_MAKES) &&
	       (b->change & FT_CHANGE_RELIES) && (a->start < b->end);
}

extern bool ft_change_meets(const struct ft_booking *a,
			    const struct ft_booking *b)
{
	return _spoils(a, b) || _spoils(b, a);
}
