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
	uint32_t block, at;
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

static struct place _find(const struct ft_gaps *gaps, const struct ft_gap *key)
{
	struct place place = {0};
	uint32_t low = 0, count = gaps->slot_count, end;

	/* The last block whose first gap is not after the key. */
	while (count > 1) {
		uint32_t half = count / 2;

		if (_compare(&gaps->slot[low + half].block->gap[0], key) <= 0)
			low += half;
		count -= half;
	}
	place.block = low;
	if (!gaps->slot_count)
		return place;
	end = gaps->slot[low].block->count;
	while (place.at < end) {
		uint32_t middle = place.at + (end - place.at) / 2;
		int order = _compare(&gaps->slot[low].block->gap[middle], key);

		if (!order)
			place.found = true;
		if (order < 0)
			place.at = middle + 1;
		else
			end = middle;
	}
	return place;
}

static int _insert_block(struct ft_gaps *gaps, uint32_t at)
{
	struct ft_gap_block *fresh = calloc(1, sizeof(*fresh));

	if (fresh && (gaps->slot_count == gaps->slot_size)) {
		uint32_t size = gaps->slot_size ? 2 * gaps->slot_size : 16;
		struct ft_gap_slot *slot =
			realloc(gaps->slot, size * sizeof(*slot));

		if (slot) {
			gaps->slot = slot;
			gaps->slot_size = size;
		}
	}
	if (!fresh || (gaps->slot_count == gaps->slot_size)) {
		free(fresh);
		return -ENOMEM;
	}
	memmove(&gaps->slot[at + 1], &gaps->slot[at],
		(gaps->slot_count - at) * sizeof(*gaps->slot));
	gaps->slot[at] = (struct ft_gap_slot){.block = fresh};
	gaps->slot_count++;
	return 0;
}

static int64_t _length(const struct ft_gap *gap)
{
	return gap->end == FT_NEVER ? FT_NEVER : gap->end - gap->start;
}

static void _notice(struct ft_gap_slot *slot, const struct ft_gap *gap)
{
	if (gap->end > slot->latest)
		slot->latest = gap->end;
	if (_length(gap) > slot->longest)
		slot->longest = _length(gap);
}

static void _summarize(struct ft_gap_slot *slot)
{
	slot->latest = slot->longest = 0;
	for (uint32_t i = 0; i < slot->block->count; i++)
		_notice(slot, &slot->block->gap[i]);
}

/* Room for one more gap at the place, which may move to another block. */
static int _make_room(struct ft_gaps *gaps, struct place *place)
{
	enum { HALF = FT_GAP_BLOCK / 2 };
	struct ft_gap_block *block, *next;

	if (!gaps->slot_count)
		return _insert_block(gaps, 0);
	if (gaps->slot[place->block].block->count < FT_GAP_BLOCK)
		return 0;
	if (_insert_block(gaps, place->block + 1))
		return -ENOMEM;
	block = gaps->slot[place->block].block;
	next = gaps->slot[place->block + 1].block;
	memcpy(next->gap, block->gap + HALF, HALF * sizeof(*block->gap));
	block->count = next->count = HALF;
	_summarize(&gaps->slot[place->block]);
	_summarize(&gaps->slot[place->block + 1]);
	if (place->at > HALF) {
		place->block++;
		place->at -= HALF;
	}
	return 0;
}

static void _drop(struct ft_gaps *gaps, const struct place *place)
{
	struct ft_gap_slot *slot = &gaps->slot[place->block];
	struct ft_gap_block *block = slot->block;

	free(block->gap[place->at].node);
	memmove(&block->gap[place->at], &block->gap[place->at + 1],
		(--block->count - place->at) * sizeof(*block->gap));
	if (block->count) {
		_summarize(slot);
		return;
	}
	free(block);
	memmove(slot, slot + 1,
		(--gaps->slot_count - place->block) * sizeof(*slot));
}

/* Merges ascending nodes into the gap's. */
static int _join(struct ft_gap *gap, const uint32_t *node, uint32_t count)
{
	uint32_t total = gap->count + count, i = gap->count, j = count;
	uint32_t *larger = realloc(gap->node, total * sizeof(*larger));

	if (!larger)
		return -ENOMEM;
	gap->node = larger;
	gap->count = total;
	/* From the back, so that nothing is overwritten too soon. */
	while (j > 0) {
		if (i && (larger[i - 1] > node[j - 1])) {
			i--;
			larger[i + j] = larger[i];
		} else {
			j--;
			larger[i + j] = node[j];
		}
	}
	return 0;
}

/* Adds nodes to the group with the key's start, end and kind. */
static int _add(struct ft_gaps *gaps, const struct ft_gap *key,
		const uint32_t *node, uint32_t count)
{
	struct ft_gap_block *block;
	struct place place;

	if ((key->end != FT_NEVER) && (key->end - key->start < gaps->shortest))
		return 0;
	place = _find(gaps, key);
	if (!place.found) {
		if (_make_room(gaps, &place))
			return -ENOMEM;
		block = gaps->slot[place.block].block;
		memmove(&block->gap[place.at + 1], &block->gap[place.at],
			(block->count++ - place.at) * sizeof(*block->gap));
		block->gap[place.at] = (struct ft_gap){
			.start = key->start,
			.end = key->end,
			.kind = key->kind,
		};
		_notice(&gaps->slot[place.block], &block->gap[place.at]);
	}
	return _join(&gaps->slot[place.block].block->gap[place.at], node,
		     count);
}

/* Takes ascending nodes out of the group; false if it is not there. */
static bool _remove(struct ft_gaps *gaps, const struct ft_gap *key,
		    const uint32_t *node, uint32_t count)
{
	struct place place = _find(gaps, key);
	uint32_t kept = 0, j = 0;
	struct ft_gap *gap;

	if (!place.found)
		return false;
	gap = &gaps->slot[place.block].block->gap[place.at];
	for (uint32_t i = 0; i < gap->count; i++) {
		if ((j < count) && (gap->node[i] == node[j]))
			j++;
		else
			gap->node[kept++] = gap->node[i];
	}
	gap->count = kept;
	if (!kept)
		_drop(gaps, &place);
	return true;
}

/* Nodes of one gap are taken from start to end. */
static int _cut(struct ft_gaps *gaps, const struct ft_gap *gap,
		const uint32_t *node, uint32_t count,
		const struct ft_booking *booking)
{
	struct ft_gap before = *gap, after = *gap;
	int rc = 0;

	/* Gaps too short to be of use were never added. */
	if (!_remove(gaps, gap, node, count))
		return 0;
	before.end = booking->start;
	after.start = booking->end;
	if (before.start < before.end)
		rc = _add(gaps, &before, node, count);
	if (!rc && (after.start < after.end))
		rc = _add(gaps, &after, node, count);
	return rc;
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

extern int ft_gaps_take(struct ft_gaps *gaps,
			const struct ft_timeline *timeline,
			const struct ft_booking *booking,
			const struct ft_pick *pick)
{
	int rc = 0;

	if (!gaps->access)
		return 0;
	gaps->cut_count = 0;
	for (uint32_t i = 0; !rc && (i < booking->share_count); i++) {
		uint32_t node = booking->share[i].node;
		struct ft_gap gap = {.kind = gaps->kind[node]};

		if (gap.kind == FT_NO_INDEX)
			continue;
		if (pick) {
			gap.start = pick[i].since;
			gap.end = pick[i].until;
			rc = _list(gaps, &gap, node);
		} else {
			rc = _list_node(gaps, timeline, node, booking->start,
					booking->end);
		}
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
	uint32_t count = 0;

	for (uint32_t b = 0; b < gaps->slot_count; b++)
		count += gaps->slot[b].block->count;
	return count;
}

extern void ft_gaps_trim(struct ft_gaps *gaps, int64_t time)
{
	uint32_t kept = 0;

	for (uint32_t b = 0; b < gaps->slot_count; b++) {
		struct ft_gap_block *block = gaps->slot[b].block;
		uint32_t count = 0;

		for (uint32_t i = 0; i < block->count; i++) {
			if (block->gap[i].end - gaps->shortest >= time)
				block->gap[count++] = block->gap[i];
			else
				free(block->gap[i].node);
		}
		block->count = count;
		if (!count) {
			free(block);
			continue;
		}
		_summarize(&gaps->slot[b]);
		gaps->slot[kept++] = gaps->slot[b];
	}
	gaps->slot_count = kept;
}

extern void ft_gaps_fini(struct ft_gaps *gaps)
{
	for (uint32_t b = 0; b < gaps->slot_count; b++) {
		for (uint32_t i = 0; i < gaps->slot[b].block->count; i++)
			free(gaps->slot[b].block->gap[i].node);
		free(gaps->slot[b].block);
	}
	free(gaps->slot);
	free(gaps->open);
	free(gaps->cut);
	free(gaps->run);
	free(gaps->kind);
	free(gaps->sample);
	free(gaps->allows);
	*gaps = (struct ft_gaps){0};
}
