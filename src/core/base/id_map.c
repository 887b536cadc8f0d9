/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See id_map.h.  Open addressing with linear probing, at most half full.
 */
#include "core/base/id_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MIN = 64 };

struct ft_id_slot {
	uint64_t id;
	uint32_t value;
	bool used;
};

void ft_id_map_init(struct ft_id_map *map)
{
	*map = (struct ft_id_map){0};
}

void ft_id_map_fini(struct ft_id_map *map)
{
	free(map->slot);
	ft_id_map_init(map);
}

void ft_id_map_clear(struct ft_id_map *map)
{
	if (map->count)
		memset(map->slot, 0, map->size * sizeof(*map->slot));
	map->count = 0;
}

/* The slot of id, or the free one where it belongs. */
static struct ft_id_slot *_id_slot(const struct ft_id_map *map, uint64_t id)
{
	/* Knuth's multiplicative hash spreads ids that follow each other; its
	 * upper half also those that are multiples of a power of two. */
	size_t at = (size_t) (id * UINT64_C(0x9e3779b97f4a7c15) >> 32) &
		    (map->size - 1);

	while (map->slot[at].used && map->slot[at].id != id)
		at = (at + 1) & (map->size - 1);
	return &map->slot[at];
}

void ft_id_map_trim(struct ft_id_map *map, size_t count)
{
	struct ft_id_map less = {.size = SIZE_MIN};

	while (less.size < 2 * count)
		less.size *= 2;
	if (!count)
		ft_id_map_fini(map);
	if (map->size / 4 < less.size) {
		ft_id_map_clear(map);
		return;
	}
	less.slot = calloc(less.size, sizeof(*less.slot));
	if (!less.slot) {
		ft_id_map_clear(map);
		return;
	}
	free(map->slot);
	*map = less;
}

static int _grow_id(struct ft_id_map *map)
{
	struct ft_id_map next = {.size = map->size ? map->size * 2 : SIZE_MIN};

	next.slot = calloc(next.size, sizeof(*next.slot));
	if (!next.slot)
		return -ENOMEM;
	for (size_t i = 0; i < map->size; i++)
		if (map->slot[i].used)
			*_id_slot(&next, map->slot[i].id) = map->slot[i];
	next.count = map->count;
	free(map->slot);
	*map = next;
	return 0;
}

int ft_id_map_put(struct ft_id_map *map, uint64_t id, uint32_t value)
{
	struct ft_id_slot *slot;

	if (map->count && (slot = _id_slot(map, id))->used) {
		slot->value = value;
		return 0;
	}
	if (2 * (map->count + 1) > map->size && _grow_id(map))
		return -ENOMEM;
	slot = _id_slot(map, id);
	map->count++;
	*slot = (struct ft_id_slot){id, value, true};
	return 0;
}

bool ft_id_map_get(const struct ft_id_map *map, uint64_t id,
		   uint32_t *ret_value)
{
	const struct ft_id_slot *slot;

	if (!map->count)
		return false;
	slot = _id_slot(map, id);
	if (slot->used && ret_value)
		*ret_value = slot->value;
	return slot->used;
}
