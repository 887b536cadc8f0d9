/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See segment.h.
 *
 * A segment's profile has no amounts, only users: a job that is alone
 * wants no other.  Each share of a booking counts by itself, so that giving
 * back needs to know no more than taking did.
 */
#include "core/timeline/segment.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/node_set.h"
#include "core/base/planted.h"
#include "core/timeline/timeline.h"

enum { KINDS = 0 };

extern bool ft_segment_wanted(const struct ft_request *request)
{
	bool alone = request->alone;

	for (uint32_t p = 0; !alone && (p < request->part_count); p++)
		alone = request->part[p].alone;
	return alone;
}

extern bool ft_segment_used(const struct ft_snapshot *snapshot)
{
	bool any = false;

	for (uint32_t n = 0; !any && (n < snapshot->node_count); n++)
		any = snapshot->node[n].segment;
	if (!any)
		return false;
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].alone)
			return true;
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		for (uint32_t r = 0; r < snapshot->job[j].request_count; r++)
			if (ft_segment_wanted(&snapshot->job[j].request[r]))
				return true;
	return false;
}

static struct ft_segments *_new_segment(const struct ft_snapshot *snapshot)
{
	size_t count = (size_t) snapshot->node_count + 1;
	struct ft_segments *segments = calloc(1, sizeof(*segments));

	if (!segments)
		return NULL;
	segments->profile = calloc(count, sizeof(*segments->profile));
	segments->first = calloc(count, sizeof(*segments->first));
	segments->next = calloc(count, sizeof(*segments->next));
	if (!segments->profile || !segments->first || !segments->next) {
		ft_segments_fini(segments, snapshot);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		segments->first[i] = segments->next[i] = FT_NO_INDEX;
	for (uint32_t n = snapshot->node_count; n-- > 0;) {
		uint32_t *first = &segments->first[snapshot->node[n].segment];

		if (!snapshot->node[n].segment)
			continue;
		segments->next[n] = *first;
		*first = n;
	}
	return segments;
}

extern int ft_segments_init(struct ft_segments **ret_segments,
			    const struct ft_snapshot *snapshot)
{
	static const int64_t nothing[KINDS + 1];
	struct ft_segments *segments;
	int rc = 0;

	*ret_segments = NULL;
	if (!ft_segment_used(snapshot))
		return 0;
	segments = *ret_segments = _new_segment(snapshot);
	if (!segments)
		return -ENOMEM;
	for (uint32_t s = 1; !rc && (s <= snapshot->node_count); s++)
		if (segments->first[s] != FT_NO_INDEX)
			rc = ft_profile_init(&segments->profile[s], KINDS,
					     snapshot->now, nothing);
	return rc;
}

extern int ft_segments_copy(struct ft_segments **ret_segments,
			    const struct ft_snapshot *snapshot,
			    const struct ft_segments *from)
{
	struct ft_segments *segments;
	int rc = 0;

	*ret_segments = NULL;
	if (!from)
		return 0;
	segments = *ret_segments = _new_segment(snapshot);
	if (!segments)
		return -ENOMEM;
	for (uint32_t s = 1; !rc && (s <= snapshot->node_count); s++)
		if (segments->first[s] != FT_NO_INDEX)
			rc = ft_profile_copy(&segments->profile[s], KINDS,
					     &from->profile[s]);
	return rc;
}

extern void ft_segments_fini(struct ft_segments *segments,
			     const struct ft_snapshot *snapshot)
{
	if (!segments)
		return;
	for (uint32_t s = 1; segments->profile && (s <= snapshot->node_count);
	     s++)
		ft_profile_fini(&segments->profile[s]);
	free(segments->profile);
	free(segments->first);
	free(segments->next);
	free(segments);
}

extern void ft_segments_trim(struct ft_segments *segments,
			     const struct ft_snapshot *snapshot, int64_t time)
{
	for (uint32_t s = 1; s <= snapshot->node_count; s++)
		if (segments->first[s] != FT_NO_INDEX)
			ft_profile_trim(&segments->profile[s], KINDS, time);
}

extern int ft_segments_note(struct ft_timeline *timeline,
			    const struct ft_booking *booking, int sign)
{
	struct ft_use use = {
		.start = booking->start,
		.end = booking->end,
		.users = booking->alone ? FT_USER_WHOLE : 1,
	};
	int rc = 0;

	/* What leaves or takes amounts only is there all the same. */
	if (!timeline->segments || booking->unseen)
		return 0;
	for (uint32_t i = 0; !rc && (i < booking->share_count); i++) {
		uint32_t node = booking->share[i].node;
		uint32_t segment = timeline->snapshot->node[node].segment;
		struct ft_profile *profile =
			&timeline->segments->profile[segment];

		if (!segment)
			continue;
		rc = sign > 0 ? ft_profile_take(profile, KINDS, &use)
			      : ft_profile_give(profile, KINDS, &use);
	}
	return rc;
}

static bool _bars(const struct ft_profile *profile, uint32_t index, bool alone)
{
	int64_t users = ft_profile_state(profile, KINDS, index)[FT_STATE_USERS];

	return alone ? users >= (FT_PLANTED(12) ? FT_USER_WHOLE : 1)
		     : users >= FT_USER_WHOLE;
}

extern int64_t ft_segment_start(const struct ft_timeline *timeline,
				uint32_t node, bool alone, int64_t from,
				int64_t duration, int64_t *ret_until)
{
	const struct ft_profile *profile;
	uint32_t segment, i;

	/* A timeline of some nodes only may have no snapshot. */
	*ret_until = FT_NEVER;
	segment =
		timeline->segments ? timeline->snapshot->node[node].segment : 0;
	if (!segment)
		return from;
	profile = &timeline->segments->profile[segment];
	for (i = ft_profile_find(profile, from); i < profile->count; i++) {
		if (!_bars(profile, i, alone))
			continue;
		if ((profile->time[i] > from) &&
		    (profile->time[i] - from >= duration)) {
			*ret_until = profile->time[i];
			return from;
		}
		from = ft_profile_end(profile, i);
		if (from == FT_NEVER)
			return FT_NEVER;
	}
	return from;
}

extern int ft_segments_widen(const struct ft_snapshot *snapshot,
			     struct ft_node_set *nodes)
{
	bool *touched =
		calloc((size_t) snapshot->node_count + 1, sizeof(*touched));

	if (!touched)
		return -ENOMEM;
	for (uint32_t n = ft_node_set_next(nodes, 0); n < snapshot->node_count;
	     n = ft_node_set_next(nodes, n + 1))
		touched[snapshot->node[n].segment] = true;
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if (snapshot->node[n].segment &&
		    touched[snapshot->node[n].segment])
			ft_node_set_add(nodes, n);
	free(touched);
	return 0;
}
