/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_index_map - finds records by the hash of their content.
 *
 * Holds indices only, beside their hashes; comparing the records is for the
 * caller.  Refuses to forget single entries.
 */
#ifndef FT_CORE_BASE_INDEX_MAP_H
#define FT_CORE_BASE_INDEX_MAP_H

#include <stddef.h>
#include <stdint.h>

/* An open hash table of indices + 1, 0 for an empty slot. */
struct ft_index_map {
	uint32_t *slot;
	uint64_t *hash; /* of what the slot holds */
	size_t slots;	/* a power of two */
	size_t count;
};

static inline uint64_t ft_index_mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ (hash >> 29);
}

/* 0 or -ENOMEM. */
extern int ft_index_map_init(struct ft_index_map *map, size_t entries);
extern void ft_index_map_fini(struct ft_index_map *map);
extern void ft_index_map_clear(struct ft_index_map *map);

/*
 * Steps through the entries of this hash: start with *at = SIZE_MAX; returns
 * an index, or UINT32_MAX after the last.
 */
extern uint32_t ft_index_map_next(const struct ft_index_map *map, uint64_t hash,
				  size_t *at);

/* 0 or -ENOMEM, which does not come up to the entries asked for. */
extern int ft_index_map_put(struct ft_index_map *map, uint64_t hash,
			    uint32_t index);

#endif
