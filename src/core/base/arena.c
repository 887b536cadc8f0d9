/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See arena.h.
 */
#include "core/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_CHUNK = 64 * 1024, ARENA_FIRST = 8 };

struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(max_align_t) char data[];
};

struct ft_arena {
	struct chunk *chunk; /* the one that is being filled */
	uint32_t others;     /* owners besides the first one */
	size_t size;	     /* of all chunks */
};

extern struct ft_arena *ft_arena_new(void)
{
	return calloc(1, sizeof(struct ft_arena));
}

extern struct ft_arena *ft_arena_hold(struct ft_arena *arena)
{
	arena->others++;
	return arena;
}

extern void ft_arena_free(struct ft_arena *arena)
{
	struct chunk *chunk;

	if (!arena)
		return;
	if (arena->others) {
		arena->others--;
		return;
	}
	while ((chunk = arena->chunk)) {
		arena->chunk = chunk->next;
		free(chunk);
	}
	free(arena);
}

extern void ft_arena_clear(struct ft_arena *arena)
{
	struct chunk *chunk = arena->chunk, *next;

	if (!chunk)
		return;
	while ((next = chunk->next)) {
		chunk->next = next->next;
		arena->size -= sizeof(*next) + next->size;
		free(next);
	}
	memset(chunk->data, 0, chunk->used);
	chunk->used = 0;
}

/* Large pieces get a chunk of their own, behind the one being filled. */
static struct chunk *_chunk_new(struct ft_arena *arena, size_t size)
{
	bool large = size > ARENA_CHUNK / 4;
	size_t room = large ? size : ARENA_CHUNK;
	struct chunk *chunk = calloc(1, sizeof(*chunk) + room);

	if (!chunk)
		return NULL;
	arena->size += sizeof(*chunk) + room;
	chunk->size = room;
	if (large && arena->chunk) {
		chunk->next = arena->chunk->next;
		arena->chunk->next = chunk;
	} else {
		chunk->next = arena->chunk;
		arena->chunk = chunk;
	}
	return chunk;
}

extern size_t ft_arena_size(const struct ft_arena *arena)
{
	return arena->size;
}

static size_t _aligned(size_t size)
{
	const size_t align = _Alignof(max_align_t);

	return (size + align - 1) / align * align;
}

extern void *ft_arena_alloc(struct ft_arena *arena, size_t size)
{
	struct chunk *chunk = arena->chunk;
	void *piece;

	if (size > SIZE_MAX / 2)
		return NULL;
	size = _aligned(size);
	if (!chunk || (chunk->size - chunk->used < size))
		chunk = _chunk_new(arena, size);
	if (!chunk)
		return NULL;
	piece = chunk->data + chunk->used;
	chunk->used += size;
	return piece;
}

/* Takes a piece back that is alone in its chunk; others stay until the end. */
static void _give_chunk(struct ft_arena *arena, const void *piece, size_t size)
{
	struct chunk **at = &arena->chunk, *chunk;

	size = _aligned(size);
	while (*at && ((*at)->data != piece))
		at = &(*at)->next;
	chunk = *at;
	if (!chunk || (chunk->used != size))
		return;
	*at = chunk->next;
	arena->size -= sizeof(*chunk) + chunk->size;
	free(chunk);
}

extern void *ft_arena_grow(struct ft_arena *arena, void *array, size_t count,
			   size_t size)
{
	void *larger;

	if (count && ((count < ARENA_FIRST) || (count & (count - 1))))
		return array;
	larger =
		ft_arena_alloc(arena, (count ? 2 * count : ARENA_FIRST) * size);
	if (larger && count) {
		memcpy(larger, array, count * size);
		_give_chunk(arena, array, count * size);
	}
	return larger;
}
