/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The index itself: see gap.h; gap_search.c looks things up in it.
 */
#include "core/gap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where a gap stands, or would stand. */
struct place {
	struct ft_gap_bin *bin;
	uint32_t slot, at;
	bool found;
};

static int _compare(const struct ft_gap *a, const struct ft_gap *b)
{
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

static int64_t _length(const struct ft_gap *gap)
{
	return gap->end == FT_NEVER ? FT_NEVER : gap->end - gap->start;
}

/* Two bits below the highest tell the four bins of one power of two. */
extern uint32_t ft_gap_bin(int64_t length)
{
	uint32_t power;

	if (length == FT_NEVER)
		return FT_GAP_ENDLESS;
	power = 63 - (uint32_t) __builtin_clzll((uint64_t) length);
	if (power < 2)
		return 4 * power;
	return 4 * power + ((uint64_t) length >> (power - 2) & 3);
}

extern int64_t ft_gap_bin_limit(uint32_t bin)
{
	uint32_t power = bin / 4;

	if (power < 2)
		return INT64_C(2) << power;
	if (bin + 1 >= FT_GAP_ENDLESS)
		return FT_NEVER;
	return (INT64_C(5) + bin % 4) << (power - 2);
}

/* Is the block's first gap at the key or before it? */
static bool _begins_by(const struct ft_gap_slot *slot, const struct ft_gap *key)
{
	if (slot->start != key->start)
		return slot->start < key->start;
	return _compare(&slot->block->gap[0], key) <= 0;
}

static struct place _find(struct ft_gaps *gaps, const struct ft_gap *key)
{
	struct place place = {.bin = &gaps->bin[ft_gap_bin(_length(key))]};
	const struct ft_gap_bin *bin = place.bin;
	uint32_t low = 0, count = bin->slot_count, end;
	const struct ft_gap_block *block;

	if (!count)
		return place;
	/* The last block whose first gap is not after the key. */
	while (count > 1) {
		uint32_t half = count / 2;

		if (_begins_by(&bin->slot[low + half], key))
			low += half;
		count -= half;
	}
	place.slot = low;
	block = bin->slot[low].block;
	end = block->count;
	while (place.at < end) {
		uint32_t middle = place.at + (end - place.at) / 2;
		int order = _compare(&block->gap[middle], key);

		if (!order)
			place.found = true;
		if (order < 0)
			place.at = middle + 1;
		else
			end = middle;
	}
	return place;
}

static int _insert_block(struct ft_gap_bin *bin, uint32_t at)
{
	struct ft_gap_block *fresh = malloc(sizeof(*fresh));

	if (fresh && (bin->slot_count == bin->slot_size)) {
		uint32_t size = bin->slot_size ? 2 * bin->slot_size : 16;
		struct ft_gap_slot *slot =
			realloc(bin->slot, size * sizeof(*slot));

		if (slot) {
			bin->slot = slot;
			bin->slot_size = size;
		}
	}
	if (!fresh || (bin->slot_count == bin->slot_size)) {
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

/* Room for one more gap at the place, which may move to another block. */
static int _make_room(struct place *place)
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
	memcpy(next->gap, block->gap + HALF, HALF * sizeof(*block->gap));
	block->count = next->count = HALF;
	bin->slot[place->slot + 1].start = next->gap[0].start;
	if (place->at > HALF) {
		place->slot++;
		place->at -= HALF;
	}
	return 0;
}

static void _drop(struct ft_gaps *gaps, const struct place *place)
{
	struct ft_gap_slot *slot = &place->bin->slot[place->slot];
	struct ft_gap_block *block = slot->block;

	gaps->gap_count--;
	memmove(&block->gap[place->at], &block->gap[place->at + 1],
		(--block->count - place->at) * sizeof(*block->gap));
	if (block->count) {
		slot->start = block->gap[0].start;
		return;
	}
	free(block);
	memmove(slot, slot + 1,
		(--place->bin->slot_count - place->slot) * sizeof(*slot));
}

/* Room for `count` nodes in all. */
static int _reserve(struct ft_gap *gap, uint32_t count)
{
	uint32_t size = gap->size ? gap->size : 4, *larger;

	if (count <= gap->size)
		return 0;
	while (size < count)
		size *= 2;
	larger = realloc(gap->node, size * sizeof(*larger));
	if (!larger)
		return -ENOMEM;
	gap->node = larger;
	gap->size = size;
	return 0;
}

/* Merges ascending nodes into the gap's. */
static int _join(struct ft_gap *gap, const uint32_t *node, uint32_t count)
{
	uint32_t i = gap->count, j = count;

	if (_reserve(gap, i + j))
		return -ENOMEM;
	gap->count = i + j;
	/* From the back, so that nothing is overwritten too soon. */
	while (i && j) {
		if (gap->node[i - 1] > node[j - 1]) {
			i--;
			gap->node[i + j] = gap->node[i];
		} else {
			j--;
			gap->node[i + j] = node[j];
		}
	}
	memcpy(gap->node, node, j * sizeof(*node));
	return 0;
}

static bool _useful(const struct ft_gaps *gaps, const struct ft_gap *key)
{
	return (key->start < key->end) && (_length(key) >= gaps->shortest);
}

/* Adds nodes to the group with the key's start, end and kind. */
static int _add(struct ft_gaps *gaps, const struct ft_gap *key,
		const uint32_t *node, uint32_t count)
{
	struct ft_gap_block *block;
	struct place place;

	if (!_useful(gaps, key))
		return 0;
	place = _find(gaps, key);
	if (!place.found) {
		if (_make_room(&place))
			return -ENOMEM;
		block = place.bin->slot[place.slot].block;
		memmove(&block->gap[place.at + 1], &block->gap[place.at],
			(block->count++ - place.at) * sizeof(*block->gap));
		block->gap[place.at] = (struct ft_gap){
			.start = key->start,
			.end = key->end,
			.kind = key->kind,
		};
		place.bin->slot[place.slot].start = block->gap[0].start;
		gaps->gap_count++;
	}
	return _join(&place.bin->slot[place.slot].block->gap[place.at], node,
		     count);
}

/* Takes ascending nodes out of the group; false if it is not there. */
static bool _remove(struct ft_gaps *gaps, const struct ft_gap *key,
		    const uint32_t *node, uint32_t count)
{
	struct place place = _find(gaps, key);
	uint32_t kept = 0, i = 0;
	struct ft_gap *gap;

	if (!place.found)
		return false;
	gap = &place.bin->slot[place.slot].block->gap[place.at];
	/* Most often they are its first ones. */
	while ((i < count) && (gap->node[i] == node[i]))
		i++;
	for (uint32_t j = i; j < count; i++) {
		if (gap->node[i] == node[j])
			j++;
		else
			gap->node[kept++] = gap->node[i];
	}
	memmove(gap->node + kept, gap->node + i,
		(gap->count - i) * sizeof(*gap->node));
	gap->count -= count;
	if (!gap->count) {
		free(gap->node);
		_drop(gaps, &place);
	}
	return true;
}

/* Nodes of one gap are taken from start to end. */
static int _cut(struct ft_gaps *gaps, const struct ft_gap *gap,
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
	rc = _add(gaps, &before, node, count);
	return rc ? rc : _add(gaps, &after, node, count);
}

static bool _empty(const struct ft_gaps *gaps, const struct ft_profile *profile,
		   uint32_t index)
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
		if (!_empty(gaps, profile, index))
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

static int _list(struct ft_gaps *gaps, const struct ft_gap *gap, uint32_t node)
{
	if (gaps->cut_count == gaps->cut_size) {
		uint32_t size = gaps->cut_size ? 2 * gaps->cut_size : 1024;
		struct ft_gap_cut *larger =
			realloc(gaps->cut, size * sizeof(*larger));

		if (!larger)
			return -ENOMEM;
		gaps->cut = larger;
		gaps->cut_size = size;
	}
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
		rc = _list(gaps, &gap, node);
		start = gap.end;
	}
	return rc;
}

static int _by_gap(const void *x, const void *y)
{
	const struct ft_gap_cut *a = x, *b = y;
	int order = _compare(&a->gap, &b->gap);

	return order ? order : (a->node > b->node) - (a->node < b->node);
}

/* Calls for each run of nodes with the same gap, these being ascending. */
static int _each_group(struct ft_gaps *gaps, const struct ft_booking *booking)
{
	uint32_t *node = gaps->run;
	int rc = 0;

	if (!gaps->cut_count) /* then there may be no array to sort */
		return 0;
	qsort(gaps->cut, gaps->cut_count, sizeof(*gaps->cut), _by_gap);
	for (uint32_t i = 0, count; !rc && (i < gaps->cut_count); i += count) {
		const struct ft_gap *gap = &gaps->cut[i].gap;

		for (count = 0; i + count < gaps->cut_count; count++) {
			if (_compare(&gaps->cut[i + count].gap, gap))
				break;
			node[count] = gaps->cut[i + count].node;
		}
		rc = booking ? _cut(gaps, gap, node, count, booking)
			     : _add(gaps, gap, node, count);
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
		rc = _cut(gaps, &gap, gaps->run, taken->count, booking);
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
	return rc ? rc : _each_group(gaps, booking);
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
	return rc ? rc : _each_group(gaps, NULL);
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
	uint32_t count = 0;

	for (uint32_t i = 0; i < block->count; i++) {
		if (block->gap[i].end - gaps->shortest >= time)
			block->gap[count++] = block->gap[i];
		else
			free(block->gap[i].node);
	}
	gaps->gap_count -= block->count - count;
	block->count = count;
	if (count)
		slot->start = block->gap[0].start;
	else
		free(block);
	return count > 0;
}

extern void ft_gaps_trim(struct ft_gaps *gaps, int64_t time)
{
	for (uint32_t b = 0; b < FT_GAP_ENDLESS; b++) {
		struct ft_gap_bin *bin = &gaps->bin[b];
		uint32_t kept = 0, i = 0;

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
				free(block->gap[j].node);
			free(block);
		}
		free(bin->slot);
		*bin = (struct ft_gap_bin){0};
	}
	gaps->gap_count = 0;
}
