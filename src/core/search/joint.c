/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See joint.h.
 *
 * A state says, for each part, how many nodes and tasks it has got on the
 * nodes so far (more tasks than it wants count as those it wants), and for
 * contiguous parts whether their window has begun or ended.  States of one
 * node follow from those of the node before by each option: what the parts
 * could take of the node together.  Equal states are kept once; the way back
 * from a state in which all parts have enough is the choice.
 */
#include "core/search/joint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/search/choice.h"
#include "core/base/index_map.h"

/* What a state says of a part. */
enum { NODES, TASKS, WINDOW, FIELDS };
enum { NOT_BEGUN, OPEN, ENDED };

struct joint {
	struct ft_parts *parts;
	uint32_t count; /* parts */
	uint32_t steps;
	bool failed; /* too many steps, or out of memory */
	/* Nodes that some part can use, ascending. */
	uint32_t *node, node_count;
	/* [node * count + part]: tasks it could carry alone, what all nodes
	 * from this one on could (nodes and tasks), is it required? */
	uint32_t *alone, *nodes_left;
	uint64_t *tasks_left;
	bool *must;
	/* Options of the node at hand: tasks of each part. */
	uint32_t *option, option_count, option_size, *current;
	/* A state: where it came from, the option taken, the fields. */
	uint32_t *state, state_count, state_size, width;
	struct ft_index_map seen;
};

static const struct ft_shape *_joint_shape(const struct joint *joint,
					   uint32_t p)
{
	return joint->parts->shape->part[p];
}

/* False once too much was looked at. */
static bool _step_joint(struct joint *joint)
{
	if (++joint->steps > FT_PARTS_STEPS)
		joint->failed = true;
	else if (!ft_watch_step(joint->parts->search->watch, joint->count))
		joint->failed = joint->parts->cut = true;
	return !joint->failed;
}

static bool _grow_joint(uint32_t **array, uint32_t *size, size_t wanted)
{
	uint32_t *fresh;

	if (wanted <= *size)
		return true;
	fresh = realloc(*array, 2 * wanted * sizeof(*fresh));
	if (!fresh)
		return false;
	*array = fresh;
	*size = (uint32_t) (2 * wanted);
	return true;
}

static uint32_t *_joint_state(const struct joint *joint, uint32_t index)
{
	return joint->state + (size_t) index * joint->width;
}

/* The fields of a state, FIELDS for each part. */
static uint32_t *_joint_fields(const struct joint *joint, uint32_t index)
{
	return _joint_state(joint, index) + 1 + joint->count;
}

static int _fill_rosters(struct joint *joint, uint32_t *place)
{
	uint32_t nodes = joint->parts->machine->snapshot->node_count;

	for (uint32_t p = 0; p < joint->count; p++) {
		const struct ft_roster *roster = _joint_shape(joint, p)->roster;

		for (uint32_t i = 0; i < roster->count; i++)
			place[roster->node[i]] = 1;
	}
	for (uint32_t n = 0; n < nodes; n++) {
		bool in_use = place[n];

		place[n] = joint->node_count;
		if (in_use)
			joint->node[joint->node_count++] = n;
	}
	/* Too many to get to their end: a few steps for each is the least. */
	return joint->node_count > FT_PARTS_STEPS / 8 ? -E2BIG : 0;
}

static void _fill_part(struct joint *joint, uint32_t p, const uint32_t *place)
{
	const struct ft_roster *roster = _joint_shape(joint, p)->roster;

	for (uint32_t i = 0; i < roster->count; i++) {
		uint32_t node = roster->node[i];
		size_t at = (size_t) place[node] * joint->count + p;

		joint->alone[at] = ft_parts_capacity(joint->parts, p, node);
		joint->must[at] = roster->required[i];
	}
	for (size_t i = joint->node_count; i-- > 0;) {
		size_t at = i * joint->count + p, next = at + joint->count;

		joint->nodes_left[at] =
			joint->nodes_left[next] + (joint->alone[at] > 0);
		joint->tasks_left[at] =
			joint->tasks_left[next] + joint->alone[at];
	}
}

static int _fill_joint(struct joint *joint)
{
	size_t nodes = joint->parts->machine->snapshot->node_count;
	uint32_t *place = calloc(nodes + 1, sizeof(*place));
	size_t cells;
	int rc = -ENOMEM;

	joint->node = calloc(nodes + 1, sizeof(*joint->node));
	if (place && joint->node)
		rc = _fill_rosters(joint, place);
	if (rc) {
		free(place);
		return rc;
	}
	cells = ((size_t) joint->node_count + 1) * joint->count;
	joint->alone = calloc(cells, sizeof(*joint->alone));
	joint->nodes_left = calloc(cells, sizeof(*joint->nodes_left));
	joint->tasks_left = calloc(cells, sizeof(*joint->tasks_left));
	joint->must = calloc(cells, sizeof(*joint->must));
	joint->current = calloc(joint->count, sizeof(*joint->current));
	if (!joint->alone || !joint->nodes_left || !joint->tasks_left ||
	    !joint->must || !joint->current)
		rc = -ENOMEM;
	for (uint32_t p = 0; !rc && (p < joint->count); p++)
		_fill_part(joint, p, place);
	free(place);
	return rc;
}

static void _free_joint(struct joint *joint)
{
	free(joint->node);
	free(joint->alone);
	free(joint->nodes_left);
	free(joint->tasks_left);
	free(joint->must);
	free(joint->current);
	free(joint->option);
	free(joint->state);
	ft_index_map_fini(&joint->seen);
}

static void _add_option(struct joint *joint)
{
	size_t used = (size_t) joint->option_count * joint->count;

	if (!_step_joint(joint))
		return;
	if (!_grow_joint(&joint->option, &joint->option_size,
			 used + joint->count)) {
		joint->failed = true;
		return;
	}
	memcpy(joint->option + used, joint->current,
	       joint->count * sizeof(*joint->option));
	joint->option_count++;
}

/* Does a part before p, which p must keep away from, use the node? */
static bool _barred(const struct joint *joint, uint32_t p)
{
	for (uint32_t q = 0; q < p; q++)
		if (joint->current[q] && _joint_shape(joint, p)->request->apart)
			return true;
	return false;
}

/*
 * What the parts could take of the node together, p and those behind it being
 * free to choose.  The last one takes as much as it can: that is never worse.
 * One that wants all of its nodes alike has no choice either.
 */
static void _find_options(struct joint *joint, uint32_t i, uint32_t p)
{
	const struct ft_shape *shape;
	size_t at = (size_t) i * joint->count + p;
	uint32_t node = joint->node[i], most, tasks;

	if (joint->failed)
		return;
	if (p == joint->count) {
		_add_option(joint);
		return;
	}
	shape = _joint_shape(joint, p);
	joint->current[p] = 0;
	if (!joint->must[at])
		_find_options(joint, i, p + 1);
	if (!joint->alone[at] || _barred(joint, p))
		return;
	most = ft_parts_capacity(joint->parts, p, node);
	if (!most)
		return;
	tasks = p + 1 == joint->count ? most : shape->low;
	for (; !joint->failed && (tasks <= most); tasks++) {
		joint->current[p] = tasks;
		ft_parts_change(joint->parts, p, node, tasks, true);
		_find_options(joint, i, p + 1);
		ft_parts_change(joint->parts, p, node, tasks, false);
	}
	joint->current[p] = 0;
}

static bool _has_enough(const struct joint *joint, const uint32_t *fields,
			uint32_t p)
{
	const struct ft_shape *shape = _joint_shape(joint, p);

	return (fields[p * FIELDS + NODES] >= shape->min_nodes) &&
	       (fields[p * FIELDS + TASKS] >= shape->tasks);
}

/* Could the part still get enough from node i on? */
static bool _hopeful_joint(const struct joint *joint, const uint32_t *fields,
			   uint32_t i, uint32_t p)
{
	const struct ft_shape *shape = _joint_shape(joint, p);
	size_t at = (size_t) i * joint->count + p;

	return ((uint64_t) fields[p * FIELDS + NODES] + joint->nodes_left[at] >=
		shape->min_nodes) &&
	       (fields[p * FIELDS + TASKS] + joint->tasks_left[at] >=
		shape->tasks);
}

/* The part's fields after node i; false if it cannot be. */
static bool _advance_joint(const struct joint *joint, uint32_t i, uint32_t p,
			   uint32_t tasks, uint32_t *fields)
{
	const struct ft_shape *shape = _joint_shape(joint, p);
	uint32_t *field = fields + (size_t) p * FIELDS;
	bool next = i && (joint->node[i] == joint->node[i - 1] + 1);

	if (shape->request->contiguous) {
		if ((field[WINDOW] == OPEN) && (!tasks || !next))
			field[WINDOW] = ENDED;
		if (tasks && (field[WINDOW] == ENDED))
			return false;
		if (tasks)
			field[WINDOW] = OPEN;
	}
	if (!tasks)
		return true;
	/* More than enough is of no use. */
	if (_has_enough(joint, fields, p) &&
	    !joint->must[(size_t) i * joint->count + p] &&
	    !shape->roster->required_count)
		return false;
	if (++field[NODES] > shape->max_nodes)
		return false;
	field[TASKS] = field[TASKS] + (uint64_t) tasks > shape->tasks
			       ? (uint32_t) shape->tasks
			       : field[TASKS] + tasks;
	return true;
}

static uint64_t _joint_hash(const struct joint *joint, const uint32_t *fields)
{
	uint64_t hash = 1;

	for (uint32_t f = 0; f < joint->count * FIELDS; f++)
		hash = ft_index_mix(hash, fields[f]);
	return hash;
}

/* The state that was built behind the last one stays, unless it is known. */
static void _keep_state(struct joint *joint)
{
	const uint32_t *fields = _joint_fields(joint, joint->state_count);
	uint64_t hash = _joint_hash(joint, fields);
	size_t at = SIZE_MAX;
	uint32_t known;

	while ((known = ft_index_map_next(&joint->seen, hash, &at)) !=
	       UINT32_MAX)
		if (!memcmp(_joint_fields(joint, known), fields,
			    joint->count * FIELDS * sizeof(*fields)))
			return;
	if (ft_index_map_put(&joint->seen, hash, joint->state_count))
		joint->failed = true;
	joint->state_count++;
}

/* One more state from that one, node i being used by that option. */
static void _follow(struct joint *joint, uint32_t from, uint32_t i,
		    const uint32_t *option)
{
	uint32_t *fields;

	if (!_step_joint(joint))
		return;
	if (!_grow_joint(&joint->state, &joint->state_size,
			 ((size_t) joint->state_count + 1) * joint->width)) {
		joint->failed = true;
		return;
	}
	_joint_state(joint, joint->state_count)[0] = from;
	memcpy(_joint_state(joint, joint->state_count) + 1, option,
	       joint->count * sizeof(*option));
	fields = _joint_fields(joint, joint->state_count);
	memcpy(fields, _joint_fields(joint, from),
	       joint->count * FIELDS * sizeof(*fields));
	for (uint32_t p = 0; p < joint->count; p++)
		if (!_advance_joint(joint, i, p, option[p], fields) ||
		    !_hopeful_joint(joint, fields, i + 1, p))
			return;
	_keep_state(joint);
}

/* A state in which all have enough, of those from that one on. */
static uint32_t _find_end(const struct joint *joint, uint32_t first)
{
	for (uint32_t s = first; s < joint->state_count; s++) {
		uint32_t p = 0;

		while ((p < joint->count) &&
		       _has_enough(joint, _joint_fields(joint, s), p))
			p++;
		if (p == joint->count)
			return s;
	}
	return UINT32_MAX;
}

/* The state after all nodes in which all parts have enough, or UINT32_MAX. */
static uint32_t _walk_joint(struct joint *joint)
{
	uint32_t first = 0;

	joint->width = 1 + joint->count * (1 + FIELDS);
	if (!_grow_joint(&joint->state, &joint->state_size, joint->width) ||
	    ft_index_map_init(&joint->seen, 1))
		return UINT32_MAX;
	memset(joint->state, 0, joint->width * sizeof(*joint->state));
	joint->state_count = 1;
	for (uint32_t i = 0; i < joint->node_count; i++) {
		uint32_t end = joint->state_count;

		joint->option_count = 0;
		_find_options(joint, i, 0);
		ft_index_map_clear(&joint->seen);
		for (uint32_t s = first; s < end; s++)
			for (uint32_t o = 0;
			     !joint->failed && (o < joint->option_count); o++)
				_follow(joint, s, i,
					joint->option +
						(size_t) o * joint->count);
		first = end;
		if (joint->failed)
			return UINT32_MAX;
	}
	return _find_end(joint, first);
}

static bool _pick_joint(struct joint *joint, uint32_t p, uint32_t node,
			uint32_t tasks)
{
	struct ft_part_picks *picks = &joint->parts->picks[p];

	if (!ft_parts_room(joint->parts, p, picks->count + 1))
		return false;
	picks->pick[picks->count++] =
		(struct ft_pick){.node = node, .tasks = tasks};
	return true;
}

/* From that state back to the first one. */
static bool _choose_joint(struct joint *joint, uint32_t state)
{
	bool good = true;

	for (uint32_t p = 0; p < joint->count; p++)
		joint->parts->picks[p].count = 0;
	for (uint32_t i = joint->node_count; good && (i-- > 0);
	     state = _joint_state(joint, state)[0])
		for (uint32_t p = 0; good && (p < joint->count); p++) {
			uint32_t tasks = _joint_state(joint, state)[1 + p];

			if (tasks)
				good = _pick_joint(joint, p, joint->node[i],
						   tasks);
		}
	for (uint32_t p = 0; good && (p < joint->count); p++) {
		struct ft_part_picks *picks = &joint->parts->picks[p];

		ft_choice_sort(picks->pick, picks->count);
		ft_choice_spread(_joint_shape(joint, p), picks->pick,
				 picks->count);
	}
	return good;
}

/* States know nothing of leaf switches and segments. */
static bool _wants_more(const struct joint *joint)
{
	for (uint32_t p = 0; p < joint->count; p++) {
		const struct ft_request *part = _joint_shape(joint, p)->request;

		if (part->leaves || part->bundle || part->alone)
			return true;
	}
	return false;
}

extern bool ft_joint_find(struct ft_parts *parts)
{
	struct joint joint = {
		.parts = parts,
		.count = parts->shape->part_count + 1,
	};
	uint32_t state = UINT32_MAX;
	bool found;
	int rc;

	if (_wants_more(&joint))
		return false;
	rc = _fill_joint(&joint);
	if (rc == -ENOMEM)
		parts->failed = -ENOMEM;
	if (!rc)
		state = _walk_joint(&joint);
	found = (state != UINT32_MAX) && _choose_joint(&joint, state);
	_free_joint(&joint);
	return found;
}
