/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See name_table.h.
 */
#include "core/base/name_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/keyed_hash.h"

enum { ENTRIES = 256 };

static const char dropped[] = "";

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
	free(table->name);
	ft_index_map_fini(&table->index);
	ft_arena_free(table->arena);
	ft_spare_fini(&table->spare);
	*table = (struct ft_name_table){0};
}

/* Users choose names, but not where the arena lies; copies share it. */
static uint64_t _name_hash(const struct ft_arena *arena, const char *name)
{
	const struct ft_hash_key key = {{(uint64_t) (uintptr_t) arena, 0}};
	struct ft_keyed_hash hash = ft_keyed_hash_begin(&key);

	ft_keyed_hash_add_text(&hash, name);
	return ft_keyed_hash_end(&hash);
}

uint32_t ft_name_table_find(const struct ft_name_table *table, const char *name)
{
	size_t at = SIZE_MAX;
	uint64_t hash = _name_hash(table->arena, name);
	uint32_t i;

	while ((i = ft_index_map_next(&table->index, hash, &at)) != UINT32_MAX)
		if (!strcmp(table->name[i], name))
			return i;
	return FT_NAME_NONE;
}

static const char *_copy_name(struct ft_arena *arena, const char *name)
{
	size_t size = strlen(name) + 1;
	char *copy = ft_arena_alloc(arena, size);

	return copy ? memcpy(copy, name, size) : NULL;
}

uint32_t ft_name_table_add(struct ft_name_table *table, const char *name)
{
	uint32_t number = ft_name_table_find(table, name);
	const char *copy;

	if (number != FT_NAME_NONE)
		return number;
	copy = _copy_name(table->arena, name);
	if (!copy || !FT_ARRAY_GROW(table->name, table->count, table->room))
		return FT_NAME_NONE;
	number = ft_spare_next(&table->spare, table->count);
	if (ft_index_map_put(&table->index, _name_hash(table->arena, name),
			     number))
		return FT_NAME_NONE;
	ft_spare_take(&table->spare, &table->count);
	table->name[number] = copy;
	table->changes++;
	return number;
}

/* What a table has of its names. */
struct names {
	const char **name;
	struct ft_index_map index;
	struct ft_arena *arena;
};

static int _fill_names(struct names *to, const struct ft_name_table *from,
		       const uint32_t *mark)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < from->count; i++)
		kept += mark[i] != 0;
	to->name = malloc(((size_t) from->count + 1) * sizeof(*to->name));
	to->arena = ft_arena_new();
	if (!to->name || !to->arena ||
	    ft_index_map_init(&to->index, kept > ENTRIES ? kept : ENTRIES))
		return -ENOMEM;
	for (uint32_t i = 0; i < from->count; i++) {
		to->name[i] = mark[i] ? _copy_name(to->arena, from->name[i])
				      : dropped;
		if (!to->name[i])
			return -ENOMEM;
		if (mark[i])
			(void) ft_index_map_put(
				&to->index, _name_hash(to->arena, to->name[i]),
				i);
	}
	return 0;
}

int ft_name_table_drop(struct ft_name_table *table, uint32_t *mark)
{
	struct names kept = {0};
	int rc = ft_spare_reserve(&table->spare, table->count);

	for (uint32_t i = 0; i < table->spare.count; i++)
		mark[table->spare.number[i]] = 0;
	if (!rc)
		rc = _fill_names(&kept, table, mark);
	if (!rc) {
		struct names former = {table->name, table->index, table->arena};

		table->room = table->count + 1;
		table->count = ft_spare_drop(&table->spare, mark, table->count);
		table->name = kept.name;
		table->index = kept.index;
		table->arena = kept.arena;
		table->changes++;
		kept = former;
	}
	free(kept.name);
	ft_index_map_fini(&kept.index);
	ft_arena_free(kept.arena);
	return rc;
}

void ft_name_table_clear(struct ft_name_table *table)
{
	struct ft_index_map smaller;
	uint32_t held = ft_name_table_held(table);

	/* Its size is that of the most names that there ever were. */
	if (table->index.slots > 16 * (size_t) (held + ENTRIES) &&
	    !ft_index_map_init(&smaller, held + ENTRIES)) {
		ft_index_map_fini(&table->index);
		table->index = smaller;
	}
	ft_index_map_clear(&table->index);
	ft_arena_clear(table->arena);
	ft_spare_fini(&table->spare);
	table->count = 0;
	table->changes++;
}
