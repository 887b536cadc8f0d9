/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_arena - memory that is released all at once.
 *
 * Refuses to release single pieces.  All memory is zeroed and aligned for
 * any type.
 */
#ifndef FT_CORE_BASE_ARENA_H
#define FT_CORE_BASE_ARENA_H

#include <stddef.h>

struct ft_arena;

/* NULL if out of memory. */
extern struct ft_arena *ft_arena_new(void);

/* One more owner; returns the arena. */
extern struct ft_arena *ft_arena_hold(struct ft_arena *arena);
/* One owner less; the last one releases the memory. */
extern void ft_arena_free(struct ft_arena *arena);

/* All pieces are gone; some memory stays for those to come.  One owner only. */
extern void ft_arena_clear(struct ft_arena *arena);

/* Bytes that it has taken in all. */
extern size_t ft_arena_size(const struct ft_arena *arena);

/* NULL if out of memory; size 0 gives a valid pointer. */
extern void *ft_arena_alloc(struct ft_arena *arena, size_t size);

/*
 * Room for one more in an array that lives in the arena and grows by
 * doubling: NULL if out of memory, else the array (perhaps moved), in which
 * record `count` is zeroed.  An array is only ever grown through this call, and
 * where it was is void then: what is large is given back.
 */
extern void *ft_arena_grow(struct ft_arena *arena, void *array, size_t count,
			   size_t size);

#endif
