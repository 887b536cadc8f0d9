/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/field.h.
 */
#include "slurm/reserve/trial/field.h"

#include <stdlib.h>

#include "src/common/node_conf.h"

#include "core/timeline/segment.h"
#include "core/timeline/shape.h"

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/start/planned.h"
#include "slurm/reserve/trial/seats.h"

enum { STRETCH = 256 /* nodes between two looks at the clock */ };

static bool _has_least(struct fts_field *field, uint32_t node)
{
	const struct ft_snapshot *snapshot = field->room->cycle->snapshot;
	const struct ft_request *request = field->request;

	if (snapshot->node[node].available_from > snapshot->now)
		return false;
	ft_shape_cost(request, snapshot->resource_count,
		      snapshot->node[node].threads, request->min_tasks_node,
		      field->least);
	return fts_room_left(field->room, node, field->least,
			     request->exclusive) &&
	       fts_room_holds(field->room, field->index, request, node,
			      field->least, field->end) &&
	       fts_cycle_same_node(field->room->cycle, node);
}

static bool _is_field(struct fts_field *field, uint32_t node)
{
	return !(field->barred && ft_node_set_has(field->barred, node)) &&
	       _has_least(field, node) &&
	       !fts_leftover_wished(field->leftover, node);
}

static void _list_node(struct fts_field *field, uint32_t node)
{
	field->node[field->count++] = node;
	field->version += fts_room_version(field->room, node);
}

static const struct ft_node_set *_field_set(const struct fts_field *field)
{
	return field->set ? field->set : field->request->eligible;
}

bool fts_field_names(const struct fts_field *field, uint32_t node)
{
	const struct ft_request *request = field->request;

	for (uint32_t p = 0; p < request->part_count; p++)
		if (request->part[p].required &&
		    ft_node_set_has(request->part[p].required, node))
			return true;
	return request->required && ft_node_set_has(request->required, node);
}

/* False if one of them is not in the field, or was listed for another part. */
static bool _list_named(struct fts_field *field,
			const struct ft_node_set *required)
{
	uint32_t i = required ? ft_node_set_next(required, 0) : 0;

	for (; required && i < required->size;
	     i = ft_node_set_next(required, i + 1)) {
		/* Of one that has no parts each is met once. */
		bool listed = false;

		for (uint32_t n = 0; field->set && n < field->count; n++)
			listed |= field->node[n] == i;
		if (listed)
			continue;
		if (!ft_node_set_has(_field_set(field), i)) {
			if (ft_node_set_has(field->request->eligible, i))
				return false; /* not with its segment */
			continue;
		}
		if (!_is_field(field, i))
			return false;
		_list_node(field, i);
	}
	return true;
}

static bool _list_all_named(struct fts_field *field)
{
	const struct ft_request *request = field->request;
	bool listed = _list_named(field, request->required);

	for (uint32_t p = 0; p < request->part_count && listed; p++)
		listed = _list_named(field, request->part[p].required);
	field->named = field->count;
	return listed;
}

/* Leaves segments in which nothing is until it ends, nor any node that is
 * barred; false: out of memory. */
static bool _leave_empty(struct fts_field *field)
{
	const struct ft_snapshot *snapshot = field->room->cycle->snapshot;
	struct ft_node_set *used = ft_node_set_new(snapshot->node_count);
	bool known = used;

	for (uint32_t i = 0; known && i < snapshot->node_count; i++)
		if (!fts_room_empty(field->room, field->index, i, field->end))
			ft_node_set_add(used, i);
	if (known && field->barred)
		ft_node_set_or(used, field->barred);
	known = known && !ft_segments_widen(snapshot, used);
	if (known)
		ft_node_set_and_not(field->set, used);
	ft_node_set_free(used);
	return known;
}

/* The nodes of which it is one of the field's; false: out of memory. */
static bool _choose_set(struct fts_field *field)
{
	const struct ft_request *request = field->request;

	if (!request->part_count && !request->alone)
		return true;
	field->set = ft_node_set_copy(request->eligible);
	for (uint32_t p = 0; field->set && p < request->part_count; p++)
		ft_node_set_or(field->set, request->part[p].eligible);
	return field->set && (!request->alone || _leave_empty(field));
}

bool fts_field_open(struct fts_field *field)
{
	const struct ft_snapshot *snapshot = field->room->cycle->snapshot;
	const struct ft_request *request = field->request;

	field->node = malloc((snapshot->node_count + 1) * sizeof(uint32_t));
	field->least = calloc(snapshot->resource_count, sizeof(int64_t));
	field->wanted = fts_seats_wanted(request);
	return field->node && field->least && _choose_set(field) &&
	       _list_all_named(field);
}

void fts_field_close(struct fts_field *field)
{
	free(field->node);
	free(field->least);
	ft_node_set_free(field->set);
}

bool fts_field_ended(const struct fts_field *field)
{
	return field->next == field->room->cycle->snapshot->node_count;
}

bool fts_field_list(struct fts_field *field, uint64_t count,
		    int64_t patience_us)
{
	const struct ft_node_set *set = _field_set(field);
	int64_t from_us = fts_lock_clock();

	while (field->count < count && !fts_field_ended(field)) {
		uint32_t node = field->room->order[field->next++];

		if (ft_node_set_has(set, node) &&
		    !(field->named && fts_field_names(field, node)) &&
		    _is_field(field, node))
			_list_node(field, node);
		if (!(field->next % STRETCH) && field->count >= field->wanted &&
		    fts_lock_clock() - from_us > patience_us)
			break;
	}
	return field->count >= field->wanted;
}

bitstr_t *fts_field_nodes(const struct fts_field *field, uint32_t first)
{
	bitstr_t *nodes = bit_alloc(node_record_count);

	for (uint32_t i = first; i < field->count; i++)
		bit_set(nodes, field->node[i]);
	return nodes;
}

static int _by_weight(const void *x, const void *y)
{
	const struct fts_weighed *a = x, *b = y;

	if (a->weight != b->weight)
		return a->weight < b->weight ? -1 : 1;
	if (a->users != b->users)
		return a->users < b->users ? -1 : 1;
	return (a->node > b->node) - (a->node < b->node);
}

/* Segments in their order, from that one on and then around. */
static uint64_t _segment_rank(const struct ft_snapshot *snapshot,
			      uint32_t segment, uint32_t first)
{
	return segment >= first ? segment - first
				: (uint64_t) segment + snapshot->node_count + 1;
}

static uint64_t _weight(const struct fts_field *field, uint32_t node,
			const struct fts_liking *liking)
{
	const struct ft_snapshot *snapshot = field->room->cycle->snapshot;

	if (liking->segment)
		return _segment_rank(snapshot, snapshot->node[node].segment,
				     liking->segment);
	return liking->spread ? 0 : snapshot->node[node].weight;
}

struct fts_weighed *fts_field_weigh(const struct fts_field *field,
				    const struct fts_liking *liking)
{
	struct fts_weighed *weighed =
		calloc(field->count + 1, sizeof(*weighed));

	for (uint32_t i = 0; weighed && i < field->count; i++) {
		uint32_t node = field->node[i];

		weighed[i] = (struct fts_weighed){
			.weight = _weight(field, node, liking),
			.users = liking->spread ? field->room->users[node] : 0,
			.node = node,
		};
	}
	if (weighed)
		qsort(weighed, field->count, sizeof(*weighed), _by_weight);
	return weighed;
}

uint32_t fts_field_segment(const struct fts_field *field, uint32_t after)
{
	const struct ft_node *all = field->room->cycle->snapshot->node;
	uint32_t next = 0;

	for (uint32_t i = 0; i < field->count; i++) {
		uint32_t segment = all[field->node[i]].segment;

		if (segment > after && (!next || segment < next))
			next = segment;
	}
	return next;
}
