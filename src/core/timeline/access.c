/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See access.h.
 */
#include "core/timeline/access.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/timeline/segment.h"

static bool _may_enter(const struct ft_access *access, uint32_t closure)
{
	for (uint32_t i = 0; i < access->closure_count; i++)
		if (access->closure[i] == closure)
			return true;
	return false;
}

static int _by_start(const void *a, const void *b)
{
	const struct ft_closed *one = a, *two = b;

	return (one->start > two->start) - (one->start < two->start);
}

/* Sorts and merges in place, returns the new count. */
static uint32_t _merge_closure(struct ft_closed *closed, uint32_t count)
{
	uint32_t kept = 0;

	qsort(closed, count, sizeof(*closed), _by_start);
	for (uint32_t i = 0; i < count; i++) {
		if (kept && (closed[i].start <= closed[kept - 1].end)) {
			if (closed[i].end > closed[kept - 1].end)
				closed[kept - 1].end = closed[i].end;
		} else {
			closed[kept++] = closed[i];
		}
	}
	return kept;
}

/* The nodes of the closure, with the rest of their segments. */
static int _widen_closure(struct ft_node_set *nodes,
			  const struct ft_snapshot *snapshot,
			  const struct ft_closure *closure)
{
	if (closure->nodes)
		ft_node_set_or(nodes, closure->nodes);
	for (uint32_t i = 0; i < closure->share_count; i++)
		ft_node_set_add(nodes, closure->share[i].node);
	return ft_segments_widen(snapshot, nodes);
}

static int _widen_all(struct ft_access *access,
		      const struct ft_snapshot *snapshot)
{
	int rc = 0;

	access->wide = calloc((size_t) snapshot->closure_count + 1,
			      sizeof(struct ft_node_set *));
	if (!access->wide)
		return -ENOMEM;
	for (uint32_t c = 0; !rc && (c < snapshot->closure_count); c++) {
		access->wide[c] = ft_node_set_new(snapshot->node_count);
		rc = access->wide[c] ? _widen_closure(access->wide[c], snapshot,
						      &snapshot->closure[c])
				     : -ENOMEM;
	}
	return rc;
}

static void _forget_sets(struct ft_access *access,
			 const struct ft_snapshot *snapshot)
{
	for (uint32_t c = 0; access->wide && (c < snapshot->closure_count); c++)
		ft_node_set_free(access->wide[c]);
	free(access->wide);
	access->wide = NULL;
}

/* The nodes that the closure closes, or NULL. */
static const struct ft_node_set *
_set_closure(const struct ft_access *access, const struct ft_snapshot *snapshot,
	     uint32_t c)
{
	return access->wide ? access->wide[c] : snapshot->closure[c].nodes;
}

/* first[n + 1] becomes the number of closed times of nodes 0 to n. */
static void _count_closure(struct ft_access *access,
			   const struct ft_snapshot *snapshot)
{
	uint32_t nodes = snapshot->node_count;

	for (uint32_t n = 0; n < nodes; n++)
		if (snapshot->node[n].available_from > snapshot->now)
			access->first[n + 1]++;
	for (uint32_t c = 0; c < snapshot->closure_count; c++) {
		const struct ft_node_set *set =
			_set_closure(access, snapshot, c);

		if (!set || _may_enter(access, c))
			continue;
		for (uint32_t n = ft_node_set_next(set, 0); n < nodes;
		     n = ft_node_set_next(set, n + 1))
			access->first[n + 1]++;
	}
	for (uint32_t n = 0; n < nodes; n++)
		access->first[n + 1] += access->first[n];
}

/* used[n] is the number of closed times of node n put so far. */
static void _fill_closure(struct ft_access *access,
			  const struct ft_snapshot *snapshot, uint32_t *used)
{
	uint32_t nodes = snapshot->node_count;

	for (uint32_t n = 0; n < nodes; n++)
		if (snapshot->node[n].available_from > snapshot->now)
			access->closed[access->first[n] + used[n]++] =
				(struct ft_closed){
					INT64_MIN,
					snapshot->node[n].available_from,
				};
	for (uint32_t c = 0; c < snapshot->closure_count; c++) {
		const struct ft_closure *closure = &snapshot->closure[c];
		const struct ft_node_set *set =
			_set_closure(access, snapshot, c);

		if (!set || _may_enter(access, c))
			continue;
		for (uint32_t n = ft_node_set_next(set, 0); n < nodes;
		     n = ft_node_set_next(set, n + 1))
			access->closed[access->first[n] + used[n]++] =
				(struct ft_closed){closure->start,
						   closure->end};
	}
}

static void _pack(struct ft_access *access, uint32_t nodes)
{
	uint32_t end = 0;

	for (uint32_t n = 0; n < nodes; n++) {
		struct ft_closed *closed = access->closed + access->first[n];
		uint32_t count = access->first[n + 1] - access->first[n];

		count = _merge_closure(closed, count);
		memmove(access->closed + end, closed, count * sizeof(*closed));
		access->first[n] = end;
		end += count;
	}
	access->first[nodes] = end;
}

static int _set_aside(struct ft_access *access,
		      const struct ft_snapshot *snapshot)
{
	const int64_t none = 0;

	for (uint32_t i = 0; i < snapshot->licence_count; i++) {
		if (ft_profile_init(&access->aside[i], 1, snapshot->now, &none))
			return -ENOMEM;
		access->licence_count++;
	}
	for (uint32_t c = 0; c < snapshot->closure_count; c++) {
		const struct ft_closure *closure = &snapshot->closure[c];

		for (uint32_t i = 0; i < closure->licence_count; i++) {
			struct ft_use use = {
				.start = closure->start,
				.end = closure->end,
				.amount = &closure->licence[i].count,
			};
			uint32_t licence = closure->licence[i].licence;

			if (!_may_enter(access, c) &&
			    ft_profile_take(&access->aside[licence], 1, &use))
				return -ENOMEM;
		}
	}
	return 0;
}

extern int ft_access_init(struct ft_access *access,
			  const struct ft_snapshot *snapshot,
			  const uint32_t *closure, uint32_t closure_count,
			  bool alone)
{
	size_t nodes = snapshot->node_count;
	uint32_t *used = calloc(nodes + 1, sizeof(*used));

	*access = (struct ft_access){.closure = closure,
				     .closure_count = closure_count,
				     .alone = alone};
	access->first = calloc(nodes + 1, sizeof(*access->first));
	access->aside =
		calloc(snapshot->licence_count + 1, sizeof(*access->aside));
	if (!used || !access->first || !access->aside ||
	    (alone && _widen_all(access, snapshot)))
		goto out;
	_count_closure(access, snapshot);
	access->closed = calloc((size_t) access->first[nodes] + 1,
				sizeof(*access->closed));
	if (!access->closed || _set_aside(access, snapshot))
		goto out;
	_fill_closure(access, snapshot, used);
	_pack(access, snapshot->node_count);
	_forget_sets(access, snapshot);
	free(used);
	return 0;
out:
	free(used);
	_forget_sets(access, snapshot);
	ft_access_fini(access);
	return -ENOMEM;
}

extern void ft_access_fini(struct ft_access *access)
{
	for (uint32_t i = 0; i < access->licence_count; i++)
		ft_profile_fini(&access->aside[i]);
	free(access->aside);
	free(access->first);
	free(access->closed);
	*access = (struct ft_access){0};
}

static bool _is_empty(const struct ft_profile *profile, uint32_t kinds,
		      uint32_t index)
{
	return !ft_profile_state(profile, kinds, index)[FT_STATE_USERS];
}

extern int64_t ft_access_empty_since(const struct ft_access *access,
				     uint32_t node,
				     const struct ft_profile *profile,
				     uint32_t kinds, int64_t now, int64_t start)
{
	const struct ft_closed *closed = access->closed + access->first[node];
	const struct ft_closed *end = access->closed + access->first[node + 1];
	uint32_t index = ft_profile_find(profile, start);
	int64_t since = now;

	if (!_is_empty(profile, kinds, index))
		return start;
	while ((index > 0) && (profile->time[index] > since) &&
	       _is_empty(profile, kinds, index - 1))
		index--;
	if (profile->time[index] > since)
		since = profile->time[index];
	for (; (closed < end) && (closed->end <= start); closed++)
		if (closed->end > since)
			since = closed->end;
	return since;
}
