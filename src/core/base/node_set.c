/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See node_set.h.  Every function keeps the bits beyond size at 0.
 */
#include "core/base/node_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/index_map.h"

static size_t _set_words(const struct ft_node_set *set)
{
	return ((size_t) set->size + 63) / 64;
}

extern struct ft_node_set *ft_node_set_new(uint32_t size)
{
	size_t words = ((size_t) size + 63) / 64;
	struct ft_node_set *set =
		calloc(1, sizeof(*set) + words * sizeof(set->word[0]));

	if (set)
		set->size = size;
	return set;
}

extern struct ft_node_set *ft_node_set_copy(const struct ft_node_set *set)
{
	struct ft_node_set *copy = ft_node_set_new(set->size);

	if (copy)
		memcpy(copy->word, set->word,
		       _set_words(set) * sizeof(set->word[0]));
	return copy;
}

extern struct ft_node_set *ft_node_set_in(struct ft_arena *arena, uint32_t size)
{
	size_t words = ((size_t) size + 63) / 64;
	struct ft_node_set *set = ft_arena_alloc(
		arena, sizeof(*set) + words * sizeof(set->word[0]));

	if (set)
		set->size = size;
	return set;
}

extern struct ft_node_set *ft_node_set_copy_in(struct ft_arena *arena,
					       const struct ft_node_set *set)
{
	struct ft_node_set *copy = ft_node_set_in(arena, set->size);

	if (copy)
		memcpy(copy->word, set->word,
		       _set_words(set) * sizeof(set->word[0]));
	return copy;
}

extern uint64_t ft_node_set_hash(const struct ft_node_set *set)
{
	uint64_t hash = set->size;

	for (size_t i = 0; i < _set_words(set); i++)
		hash = ft_index_mix(hash, set->word[i]);
	return hash;
}

extern void ft_node_set_free(struct ft_node_set *set)
{
	free(set);
}

extern void ft_node_set_add(struct ft_node_set *set, uint32_t node)
{
	assert(node < set->size);
	set->word[node / 64] |= UINT64_C(1) << (node % 64);
}

extern void ft_node_set_drop(struct ft_node_set *set, uint32_t node)
{
	assert(node < set->size);
	set->word[node / 64] &= ~(UINT64_C(1) << (node % 64));
}

extern bool ft_node_set_has(const struct ft_node_set *set, uint32_t node)
{
	assert(node < set->size);
	return set->word[node / 64] >> (node % 64) & 1;
}

extern void ft_node_set_fill(struct ft_node_set *set)
{
	size_t words = _set_words(set);

	memset(set->word, 0xff, words * sizeof(set->word[0]));
	if (set->size % 64)
		set->word[words - 1] = (UINT64_C(1) << (set->size % 64)) - 1;
}

extern void ft_node_set_clear(struct ft_node_set *set)
{
	memset(set->word, 0, _set_words(set) * sizeof(set->word[0]));
}

extern uint32_t ft_node_set_count(const struct ft_node_set *set)
{
	uint32_t count = 0;

	for (size_t i = 0; i < _set_words(set); i++)
		count += (uint32_t) __builtin_popcountll(set->word[i]);
	return count;
}

extern void ft_node_set_and(struct ft_node_set *set,
			    const struct ft_node_set *other)
{
	assert(set->size == other->size);
	for (size_t i = 0; i < _set_words(set); i++)
		set->word[i] &= other->word[i];
}

extern void ft_node_set_or(struct ft_node_set *set,
			   const struct ft_node_set *other)
{
	assert(set->size == other->size);
	for (size_t i = 0; i < _set_words(set); i++)
		set->word[i] |= other->word[i];
}

extern void ft_node_set_and_not(struct ft_node_set *set,
				const struct ft_node_set *other)
{
	assert(set->size == other->size);
	for (size_t i = 0; i < _set_words(set); i++)
		set->word[i] &= ~other->word[i];
}

extern bool ft_node_set_equal(const struct ft_node_set *a,
			      const struct ft_node_set *b)
{
	return (a->size == b->size) &&
	       !memcmp(a->word, b->word, _set_words(a) * sizeof(a->word[0]));
}

extern bool ft_node_set_overlap(const struct ft_node_set *a,
				const struct ft_node_set *b)
{
	assert(a->size == b->size);
	for (size_t i = 0; i < _set_words(a); i++)
		if (a->word[i] & b->word[i])
			return true;
	return false;
}

extern bool ft_node_set_subset(const struct ft_node_set *small,
			       const struct ft_node_set *large)
{
	assert(small->size == large->size);
	for (size_t i = 0; i < _set_words(small); i++)
		if (small->word[i] & ~large->word[i])
			return false;
	return true;
}

extern uint32_t ft_node_set_next(const struct ft_node_set *set, uint32_t node)
{
	size_t words = _set_words(set), i = node / 64;
	uint64_t word;

	if (node >= set->size)
		return set->size;
	word = set->word[i] & (~UINT64_C(0) << (node % 64));
	while (!word) {
		if (++i == words)
			return set->size;
		word = set->word[i];
	}
	return (uint32_t) (i * 64) + (uint32_t) __builtin_ctzll(word);
}
