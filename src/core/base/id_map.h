/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_id_map - from a number or an address to a 32-bit value, in constant time.
 *
 * Refuses no id: 0 and UINT64_MAX are ids like any other.  Not thread safe;
 * threads that share a map lock it.
 */
#ifndef FT_CORE_BASE_ID_MAP_H
#define FT_CORE_BASE_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ft_id_map {
	struct ft_id_slot *slot;
	size_t size; /* a power of two, or 0 */
	size_t count;
};

/* An empty map; every field zero is one too. */
extern void ft_id_map_init(struct ft_id_map *map);
extern void ft_id_map_fini(struct ft_id_map *map);

/* Forgets all ids and keeps the memory. */
extern void ft_id_map_clear(struct ft_id_map *map);

/*
 * Forgets all ids and gives back memory that is far too much for count of them.
 * A map that had as many then takes them without asking for memory.
 */
extern void ft_id_map_trim(struct ft_id_map *map, size_t count);

/* Sets or replaces the value of id.  Returns 0 or -ENOMEM, which neither
 * replacing nor filling a cleared map again gives. */
extern int ft_id_map_put(struct ft_id_map *map, uint64_t id, uint32_t value);

/* Whether id is there; if so, and ret_value is not NULL, its value. */
extern bool ft_id_map_get(const struct ft_id_map *map, uint64_t id,
			  uint32_t *ret_value);

/* The id of what is known by its address. */
static inline uint64_t ft_id_of(const void *address)
{
	return (uint64_t) (uintptr_t) address;
}

#endif
