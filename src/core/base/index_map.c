/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See index_map.h.
 */
#include "core/base/index_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern int ft_index_map_init(struct ft_index_map *map, size_t entries)
{
	*map = (struct ft_index_map){.slots = 16};
	while (map->slots < 2 * entries)
		map->slots *= 2;
	map->slot = calloc(map->slots, sizeof(*map->slot));
	map->hash = calloc(map->slots, sizeof(*map->hash));
	if (map->slot && map->hash)
		return 0;
	ft_index_map_fini(map);
	return -ENOMEM;
}

extern void ft_index_map_fini(struct ft_index_map *map)
{
	free(map->slot);
	free(map->hash);
	*map = (struct ft_index_map){0};
}

extern void ft_index_map_clear(struct ft_index_map *map)
{
	memset(map->slot, 0, map->slots * sizeof(*map->slot));
	map->count = 0;
}

extern uint32_t ft_index_map_next(const struct ft_index_map *map, uint64_t hash,
				  size_t *at)
{
	size_t slot = *at == SIZE_MAX ? (size_t) (hash >> 20) : *at + 1;

	for (;; slot++) {
		slot &= map->slots - 1;
		if (!map->slot[slot] || (map->hash[slot] == hash))
			break;
	}
	*at = slot;
	return map->slot[slot] ? map->slot[slot] - 1 : UINT32_MAX;
}

static void _put_record(struct ft_index_map *map, uint64_t hash, uint32_t entry)
{
	size_t slot = (size_t) (hash >> 20) & (map->slots - 1);

	while (map->slot[slot])
		slot = (slot + 1) & (map->slots - 1);
	map->slot[slot] = entry;
	map->hash[slot] = hash;
	map->count++;
}

extern int ft_index_map_put(struct ft_index_map *map, uint64_t hash,
			    uint32_t index)
{
	if (2 * (map->count + 1) > map->slots) {
		struct ft_index_map larger;

		if (ft_index_map_init(&larger, map->slots))
			return -ENOMEM;
		for (size_t i = 0; i < map->slots; i++)
			if (map->slot[i])
				_put_record(&larger, map->hash[i],
					    map->slot[i]);
		ft_index_map_fini(map);
		*map = larger;
	}
	_put_record(map, hash, index + 1);
	return 0;
}
