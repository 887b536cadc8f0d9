/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The index itself: see gap.h; gap_search.c looks things up in it.
 */
#include "core/search/gap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* A node and one of its gaps, while the index is edited. */
struct ft_gap_cut {
	struct ft_gap gap;
	uint32_t node;
};

/* Where a gap stands, or would stand. */
struct place {
	struct ft_gap_bin *bin;
	uint32_t slot, at;
	bool found;
};

static int _compare_gap(const struct ft_gap *a, const struct ft_gap *b)
{
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

static int64_t _gap_length(const struct ft_gap *gap)
{
	return gap->end == FT_NEVER ? FT_NEVER : gap->end - gap->start;
}

extern uint32_t ft_gap_bin(int64_t length)
{
	if (length == FT_NEVER)
		return FT_GAP_ENDLESS;
	return 63 - (uint32_t) __builtin_clzll((uint64_t) length);
}

extern int64_t ft_gap_bin_limit(uint32_t bin)
{
	return bin < FT_GAP_ENDLESS - 1 ? INT64_C(2) << bin : FT_NEVER;
}

static struct ft_gap _gap(const struct ft_gap_block *block, uint32_t at)
{
	return (struct ft_gap){
		.start = block->start[at],
		.end = block->end[at],
		.kind = block->kind[at],
	};
}

/* As _compare_gap, for the block's gap and the key. */
static int _compare_key(const struct ft_gap_block *block, uint32_t at,
			const struct ft_gap *key)
{
	struct ft_gap gap;

	if (block->start[at] != key->start)
		return block->start[at] < key->start ? -1 : 1;
	gap = _gap(block, at);
	return _compare_gap(&gap, key);
}

/* Is the block's first gap after the key, which has the same start? */
static bool _begins_after(const struct ft_gap_slot *slot,
			  const struct ft_gap *key)
{
	return (slot->start == key->start) &&
	       (_compare_key(slot->block, 0, key) > 0);
}

static struct place _find_gap(struct ft_gaps *gaps, const struct ft_gap *key)
{
	struct place place = {.bin = &gaps->bin[ft_gap_bin(_gap_length(key))]};
	const struct ft_gap_bin *bin = place.bin;
	const struct ft_gap_block *block;
	int order = 1;

	if (!bin->slot_count)
		return place;
	/* The last block whose first gap is not after the key. */
	place.slot = ft_gap_slot_before(bin, key->start + 1);
	while (place.slot && _begins_after(&bin->slot[place.slot], key))
		place.slot--;
	block = bin->slot[place.slot].block;
	place.at = ft_gap_block_before(block, key->start);
	while ((place.at < block->count) &&
	       ((order = _compare_key(block, place.at, key)) < 0))
		place.at++;
	place.found = (place.at < block->count) && !order;
	return place;
}

static int _insert_block(struct ft_gap_bin *bin, uint32_t at)
{
	struct ft_gap_block *fresh = malloc(sizeof(*fresh));

	if (!fresh ||
	    !FT_ARRAY_GROW(bin->slot, bin->slot_count, bin->slot_size)) {
		free(fresh);
		return -ENOMEM;
	}
	memmove(&bin->slot[at + 1], &bin->slot[at],
		(bin->slot_count - at) * sizeof(*bin->slot));
	fresh->count = 0;
	bin->slot[at] = (struct ft_gap_slot){.block = fresh};
	bin->slot_count++;
	return 0;
}

/* Moves `count` gaps; within one block they may overlap. */
static void _move_gap(struct ft_gap_block *to, uint32_t to_at,
		      const struct ft_gap_block *from, uint32_t from_at,
		      uint32_t count)
{
	memmove(&to->kind[to_at], &from->kind[from_at],
		count * sizeof(*to->kind));
	memmove(&to->start[to_at], &from->start[from_at],
		count * sizeof(*to->start));
	memmove(&to->end[to_at], &from->end[from_at], count * sizeof(*to->end));
	memmove(&to->nodes[to_at], &from->nodes[from_at],
		count * sizeof(*to->nodes));
}

/* Room for one more gap at the place, which may move to another block. */
static int _reserve_gaps(struct place *place)
{
	enum { HALF = FT_GAP_BLOCK / 2 };
	struct ft_gap_bin *bin = place->bin;
	struct ft_gap_block *block, *next;

	if (!bin->slot_count)
		return _insert_block(bin, 0);
	if (bin->slot[place->slot].block->count < FT_GAP_BLOCK)
		return 0;
	if (_insert_block(bin, place->slot + 1))
		return -ENOMEM;
	block = bin->slot[place->slot].block;
	next = bin->slot[place->slot + 1].block;
	_move_gap(next, 0, block, HALF, HALF);
	block->count = next->count = HALF;
	bin->slot[place->slot + 1].start = next->start[0];
	if (place->at > HALF) {
		place->slot++;
		place->at -= HALF;
	}
	return 0;
}

static void _drop_gap(struct ft_gaps *gaps, const struct place *place)
{
	struct ft_gap_slot *slot = &place->bin->slot[place->slot];
	struct ft_gap_block *block = slot->block;

	gaps->gap_count--;
	free(block->nodes[place->at].node);
	block->count--;
	_move_gap(block, place->at, block, place->at + 1,
		  block->count - place->at);
	if (block->count) {
		slot->start = block->start[0];
		return;
	}
	free(block);
	memmove(slot, slot + 1,
		(--place->bin->slot_count - place->slot) * sizeof(*slot));
}

/* Room for `count` nodes in all. */
static int _reserve_gap(struct ft_gap_nodes *nodes, uint32_t count)
{
	uint32_t size = nodes->size ? nodes->size : 4, *larger;

	if (count <= nodes->size)
		return 0;
	while (size < count)
		size *= 2;
	larger = realloc(nodes->node, size * sizeof(*larger));
	if (!larger)
		return -ENOMEM;
	nodes->node = larger;
	nodes->size = size;
	return 0;
}

/* Merges ascending nodes into those there. */
static int _join_gap(struct ft_gap_nodes *nodes, const uint32_t *node,
		     uint32_t count)
{
	uint32_t i = nodes->count, j = count;

	if (_reserve_gap(nodes, i + j))
		return -ENOMEM;
	nodes->count = i + j;
	/* From the back, so that nothing is overwritten too soon. */
	while (i && j) {
		if (nodes->node[i - 1] > node[j - 1]) {
			i--;
			nodes->node[i + j] = nodes->node[i];
		} else {
			j--;
			nodes->node[i + j] = node[j];
		}
	}
	memcpy(nodes->node, node, j * sizeof(*node));
	return 0;
}

static bool _useful(const struct ft_gaps *gaps, const struct ft_gap *key)
{
	return (key->start < key->end) && (_gap_length(key) >= gaps->shortest);
}

/* Adds nodes to the group with the key's start, end and kind. */
static int _add_gap(struct ft_gaps *gaps, const struct ft_gap *key,
		    const uint32_t *node, uint32_t count)
{
	struct ft_gap_block *block;
	struct place place;

	if (!_useful(gaps, key))
		return 0;
	place = _find_gap(gaps, key);
	if (!place.found) {
		if (_reserve_gaps(&place))
			return -ENOMEM;
		block = place.bin->slot[place.slot].block;
		_move_gap(block, place.at + 1, block, place.at,
			  block->count - place.at);
		block->start[place.at] = key->start;
		block->end[place.at] = key->end;
		block->kind[place.at] = key->kind;
		block->nodes[place.at] = (struct ft_gap_nodes){0};
		place.bin->slot[place.slot].start = block->start[0];
		block->count++;
		gaps->gap_count++;
	}
	block = place.bin->slot[place.slot].block;
	return _join_gap(&block->nodes[place.at], node, count);
}

/* Takes ascending nodes out of the group; false if it is not there. */
static bool _remove(struct ft_gaps *gaps, const struct ft_gap *key,
		    const uint32_t *node, uint32_t count)
{
	struct place place = _find_gap(gaps, key);
	struct ft_gap_nodes *nodes;
	uint32_t kept = 0, i = 0;

	if (!place.found)
		return false;
	nodes = &place.bin->slot[place.slot].block->nodes[place.at];
	if (nodes->count == count) {
		_drop_gap(gaps, &place);
		return true;
	}
	/* Most often they are its first ones. */
	while ((i < count) && (nodes->node[i] == node[i]))
		i++;
	for (uint32_t j = i; j < count; i++) {
		if (nodes->node[i] == node[j])
			j++;
		else
			nodes->node[kept++] = nodes->node[i];
	}
	memmove(nodes->node + kept, nodes->node + i,
		(nodes->count - i) * sizeof(*nodes->node));
	nodes->count -= count;
	return true;
}

/* Nodes of one gap are taken from start to end. */
static int _cut_gap(struct ft_gaps *gaps, const struct ft_gap *gap,
		    const uint32_t *node, uint32_t count,
		    const struct ft_booking *booking)
{
	struct ft_gap before = *gap, after = *gap;
	int rc;

	/* Gaps too short to be of use were never added. */
	if (!count || !_remove(gaps, gap, node, count))
		return 0;
	before.end = booking->start;
	after.start = booking->end;
	rc = _add_gap(gaps, &before, node, count);
	return rc ? rc : _add_gap(gaps, &after, node, count);
}

static bool _empty_gap(const struct ft_gaps *gaps,
		       const struct ft_profile *profile, uint32_t index)
{
	uint32_t kinds = gaps->machine->snapshot->resource_count;

	return !ft_profile_state(profile, kinds, index)[FT_STATE_USERS];
}

/*
 * Closed times cut the gap: leaves the first part that ends after time; false
 * if none does.
 */
static bool _open_part(const struct ft_gaps *gaps, uint32_t node, int64_t time,
		       struct ft_gap *gap)
{
	const struct ft_access *access = gaps->access;
	uint32_t end = access->first[node + 1];

	for (uint32_t i = access->first[node]; i < end; i++) {
		const struct ft_closed *closed = &access->closed[i];

		if ((closed->end <= gap->start) || (closed->start >= gap->end))
			continue;
		if ((closed->start > gap->start) && (closed->start > time)) {
			gap->end = closed->start;
			break;
		}
		gap->start = closed->end;
	}
	return (gap->start < gap->end) && (gap->end > time);
}

/* The first gap of the node that ends after time; false if there is none. */
static bool _gap_after(const struct ft_gaps *gaps,
		       const struct ft_timeline *timeline, uint32_t node,
		       int64_t time, struct ft_gap *gap)
{
	const struct ft_profile *profile = &timeline->node[node];
	uint32_t index = ft_profile_find(profile, time);

	for (; index < profile->count; index++) {
		if (!_empty_gap(gaps, profile, index))
			continue;
		*gap = (struct ft_gap){
			.start = profile->time[index],
			.end = ft_profile_end(profile, index),
			.kind = gaps->kind[node],
		};
		if (_open_part(gaps, node, time, gap))
			return true;
	}
	return false;
}

static int _list_gap(struct ft_gaps *gaps, const struct ft_gap *gap,
		     uint32_t node)
{
	if (!FT_ARRAY_GROW(gaps->cut, gaps->cut_count, gaps->cut_size))
		return -ENOMEM;
	gaps->cut[gaps->cut_count++] = (struct ft_gap_cut){*gap, node};
	return 0;
}

/* Lists each gap of the node that overlaps [start, end). */
static int _list_node(struct ft_gaps *gaps, const struct ft_timeline *timeline,
		      uint32_t node, int64_t start, int64_t end)
{
	struct ft_gap gap;
	int rc = 0;

	while (!rc && (start < end) &&
	       _gap_after(gaps, timeline, node, start, &gap) &&
	       (gap.start < end)) {
		rc = _list_gap(gaps, &gap, node);
		start = gap.end;
	}
	return rc;
}

static int _by_gap(const void *x, const void *y)
{
	const struct ft_gap_cut *a = x, *b = y;
	int order = _compare_gap(&a->gap, &b->gap);

	return order ? order : (a->node > b->node) - (a->node < b->node);
}

/* What becomes of the groups listed. */
enum edit { EDIT_ADD, EDIT_REMOVE, EDIT_CUT };

static int _edit(struct ft_gaps *gaps, const struct ft_gap *gap, uint32_t count,
		 enum edit edit, const struct ft_booking *booking)
{
	switch (edit) {
	case EDIT_ADD:
		return _add_gap(gaps, gap, gaps->run, count);
	case EDIT_REMOVE:
		/* Gaps too short to be of use were never added. */
		_remove(gaps, gap, gaps->run, count);
		return 0;
	case EDIT_CUT:
		break;
	}
	return _cut_gap(gaps, gap, gaps->run, count, booking);
}

/*
 * Edits each run of nodes with the same gap, these being ascending; booking:
 * what they are cut by.
 */
static int _each_group(struct ft_gaps *gaps, enum edit edit,
		       const struct ft_booking *booking)
{
	uint32_t *node = gaps->run;
	int rc = 0;

	if (!gaps->cut_count) /* then there may be no array to sort */
		return 0;
	qsort(gaps->cut, gaps->cut_count, sizeof(*gaps->cut), _by_gap);
	for (uint32_t i = 0, count; !rc && (i < gaps->cut_count); i += count) {
		const struct ft_gap *gap = &gaps->cut[i].gap;

		for (count = 0; i + count < gaps->cut_count; count++) {
			if (_compare_gap(&gaps->cut[i + count].gap, gap))
				break;
			node[count] = gaps->cut[i + count].node;
		}
		rc = _edit(gaps, gap, count, edit, booking);
	}
	return rc;
}

/* Takes what ft_gaps_choose chose: whole groups, or their first nodes. */
static int _take_chosen(struct ft_gaps *gaps, const struct ft_booking *booking)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < gaps->taken_count); i++) {
		const struct ft_gap_open *taken = &gaps->taken[i];
		struct ft_gap gap = {
			.start = taken->start,
			.end = taken->end,
			.kind = taken->kind,
		};

		memcpy(gaps->run, taken->node,
		       taken->count * sizeof(*gaps->run));
		rc = _cut_gap(gaps, &gap, gaps->run, taken->count, booking);
	}
	return rc;
}

extern int ft_gaps_take(struct ft_gaps *gaps,
			const struct ft_timeline *timeline,
			const struct ft_booking *booking, bool chosen)
{
	int rc = 0;

	gaps->found = FT_NEVER;
	if (!gaps->access)
		return 0;
	if (chosen)
		return _take_chosen(gaps, booking);
	gaps->cut_count = 0;
	for (uint32_t i = 0; !rc && (i < booking->share_count); i++) {
		uint32_t node = booking->share[i].node;

		if (gaps->kind[node] != FT_NO_INDEX)
			rc = _list_node(gaps, timeline, node, booking->start,
					booking->end);
	}
	return rc ? rc : _each_group(gaps, EDIT_CUT, booking);
}

/* Edits the gaps of the booking's nodes that lie in it or touch it. */
static int _edit_around(struct ft_gaps *gaps,
			const struct ft_timeline *timeline,
			const struct ft_booking *booking, enum edit edit)
{
	int64_t end = booking->end == FT_NEVER ? FT_NEVER : booking->end + 1;
	int rc = 0;

	gaps->cut_count = 0;
	for (uint32_t i = 0; !rc && (i < booking->share_count); i++) {
		uint32_t node = booking->share[i].node;

		if (gaps->kind[node] != FT_NO_INDEX)
			rc = _list_node(gaps, timeline, node,
					booking->start - 1, end);
	}
	return rc ? rc : _each_group(gaps, edit, NULL);
}

extern int ft_gaps_give(struct ft_gaps *gaps, struct ft_timeline *timeline,
			const struct ft_booking *booking)
{
	int rc = 0;

	gaps->found = FT_NEVER;
	if (gaps->access)
		rc = _edit_around(gaps, timeline, booking, EDIT_REMOVE);
	if (!rc)
		rc = ft_timeline_give(timeline, booking);
	if (!rc && gaps->access)
		rc = _edit_around(gaps, timeline, booking, EDIT_ADD);
	return rc;
}

extern int ft_gaps_fill(struct ft_gaps *gaps,
			const struct ft_timeline *timeline)
{
	uint32_t nodes = gaps->machine->snapshot->node_count;
	int rc = 0;

	gaps->cut_count = 0;
	for (uint32_t n = 0; !rc && (n < nodes); n++)
		if (gaps->kind[n] != FT_NO_INDEX)
			rc = _list_node(gaps, timeline, n,
					gaps->machine->snapshot->now, FT_NEVER);
	return rc ? rc : _each_group(gaps, EDIT_ADD, NULL);
}

extern uint32_t ft_gaps_count(const struct ft_gaps *gaps)
{
	return gaps->gap_count;
}

/* Drops gaps that end too soon from the block; false if none is left. */
static bool _trim_block(struct ft_gaps *gaps, struct ft_gap_slot *slot,
			int64_t time)
{
	struct ft_gap_block *block = slot->block;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < block->count; i++) {
		if (block->end[i] - gaps->shortest >= time)
			_move_gap(block, kept++, block, i, 1);
		else
			free(block->nodes[i].node);
	}
	gaps->gap_count -= block->count - kept;
	block->count = kept;
	if (kept)
		slot->start = block->start[0];
	else
		free(block);
	return kept > 0;
}

extern void ft_gaps_trim(struct ft_gaps *gaps, int64_t time)
{
	gaps->found = FT_NEVER;
	for (uint32_t b = 0; b < FT_GAP_ENDLESS; b++) {
		struct ft_gap_bin *bin = &gaps->bin[b];
		uint32_t kept = 0, i = 0;

		if (!bin->slot_count) /* then there may be no array to move */
			continue;
		/* No gap that begins later is of no use. */
		for (; (i < bin->slot_count) && (bin->slot[i].start < time);
		     i++)
			if (_trim_block(gaps, &bin->slot[i], time))
				bin->slot[kept++] = bin->slot[i];
		memmove(&bin->slot[kept], &bin->slot[i],
			(bin->slot_count - i) * sizeof(*bin->slot));
		bin->slot_count -= i - kept;
	}
}

extern void ft_gaps_clear(struct ft_gaps *gaps)
{
	for (uint32_t b = 0; b < FT_GAP_BINS; b++) {
		struct ft_gap_bin *bin = &gaps->bin[b];

		for (uint32_t i = 0; i < bin->slot_count; i++) {
			struct ft_gap_block *block = bin->slot[i].block;

			for (uint32_t j = 0; j < block->count; j++)
				free(block->nodes[j].node);
			free(block);
		}
		free(bin->slot);
		*bin = (struct ft_gap_bin){0};
	}
	gaps->gap_count = 0;
}
