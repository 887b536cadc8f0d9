/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See name_table.h.
 */
#include "core/base/name_table.h"

#include <errno.h>
#include <string.h>

#include "core/base/keyed_hash.h"

enum { ENTRIES = 256 };

int ft_name_table_init(struct ft_name_table *table)
{
	*table = (struct ft_name_table){.arena = ft_arena_new()};
	if (table->arena && !ft_index_map_init(&table->index, ENTRIES))
		return 0;
	ft_name_table_fini(table);
	return -ENOMEM;
}

void ft_name_table_fini(struct ft_name_table *table)
{
	ft_index_map_fini(&table->index);
	ft_arena_free(table->arena);
	*table = (struct ft_name_table){0};
}

/* Users choose names, but not where the arena lies; copies share it. */
static uint64_t _name_hash(const struct ft_name_table *table, const char *name)
{
	const struct ft_hash_key key = {
		{(uint64_t) (uintptr_t) table->arena, 0}};
	struct ft_keyed_hash hash = ft_keyed_hash_begin(&key);

	ft_keyed_hash_add_text(&hash, name);
	return ft_keyed_hash_end(&hash);
}

uint32_t ft_name_table_find(const struct ft_name_table *table, const char *name)
{
	size_t at = SIZE_MAX;
	uint64_t hash = _name_hash(table, name);
	uint32_t i;

	while ((i = ft_index_map_next(&table->index, hash, &at)) != UINT32_MAX)
		if (!strcmp(table->name[i], name))
			return i;
	return FT_NAME_NONE;
}

uint32_t ft_name_table_add(struct ft_name_table *table, const char *name)
{
	uint32_t known = ft_name_table_find(table, name);
	size_t size = strlen(name) + 1;
	const char **array;
	char *copy;

	if (known != FT_NAME_NONE)
		return known;
	array = ft_arena_grow(table->arena, table->name, table->count,
			      sizeof(*array));
	copy = ft_arena_alloc(table->arena, size);
	if (!array || !copy)
		return FT_NAME_NONE;
	table->name = array;
	array[table->count] = memcpy(copy, name, size);
	if (ft_index_map_put(&table->index, _name_hash(table, name),
			     table->count))
		return FT_NAME_NONE;
	return table->count++;
}
