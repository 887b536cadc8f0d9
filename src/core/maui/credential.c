/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See credential.h.
 */
#include "core/maui/credential.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/array.h"
#include "core/base/keyed_hash.h"

enum { ENTRIES = 256 };

static const char dropped[] = "";

static const char *const words[FT_CREDENTIAL_KINDS] = {
	[FT_USER] = "user", [FT_GROUP] = "group", [FT_ACCOUNT] = "account",
	[FT_QOS] = "qos",   [FT_CLASS] = "class",
};

int ft_credential_init(struct ft_credential_table *table)
{
	*table = (struct ft_credential_table){.arena = ft_arena_new()};
	if (table->arena && !ft_index_map_init(&table->index, ENTRIES))
		return 0;
	ft_credential_fini(table);
	return -ENOMEM;
}

void ft_credential_fini(struct ft_credential_table *table)
{
	free(table->entry);
	ft_index_map_fini(&table->index);
	ft_arena_free(table->arena);
	ft_spare_fini(&table->spare);
	*table = (struct ft_credential_table){0};
}

/* Users choose names, but not where the arena lies; copies share it. */
static uint64_t _credential_hash(const struct ft_arena *arena,
				 enum ft_credential_kind kind, const char *name)
{
	const struct ft_hash_key key = {{(uint64_t) (uintptr_t) arena, 0}};
	struct ft_keyed_hash hash = ft_keyed_hash_begin(&key);

	ft_keyed_hash_add(&hash, kind);
	ft_keyed_hash_add_text(&hash, name);
	return ft_keyed_hash_end(&hash);
}

uint32_t ft_credential_find(const struct ft_credential_table *table,
			    enum ft_credential_kind kind, const char *name)
{
	uint64_t hash = _credential_hash(table->arena, kind, name);
	size_t at = SIZE_MAX;
	uint32_t i;

	while ((i = ft_index_map_next(&table->index, hash, &at)) != UINT32_MAX)
		if (table->entry[i].kind == kind &&
		    !strcmp(table->entry[i].name, name))
			return i;
	return FT_CREDENTIAL_NONE;
}

static const char *_copy_credential(struct ft_arena *arena, const char *name)
{
	size_t size = strlen(name) + 1;
	char *copy = ft_arena_alloc(arena, size);

	return copy ? memcpy(copy, name, size) : NULL;
}

uint32_t ft_credential_add(struct ft_credential_table *table,
			   enum ft_credential_kind kind, const char *name)
{
	uint32_t number = ft_credential_find(table, kind, name);
	const char *copy;

	if (number != FT_CREDENTIAL_NONE)
		return number;
	copy = _copy_credential(table->arena, name);
	if (!copy || !FT_ARRAY_GROW(table->entry, table->count, table->room))
		return FT_CREDENTIAL_NONE;
	number = ft_spare_next(&table->spare, table->count);
	if (ft_index_map_put(&table->index,
			     _credential_hash(table->arena, kind, name),
			     number))
		return FT_CREDENTIAL_NONE;
	ft_spare_take(&table->spare, &table->count);
	table->entry[number] = (struct ft_credential){kind, copy};
	table->changes++;
	return number;
}

/* What a table has of its names. */
struct credentials {
	struct ft_credential *entry;
	struct ft_index_map index;
	struct ft_arena *arena;
};

static int _fill_credentials(struct credentials *to,
			     const struct ft_credential_table *from,
			     const uint32_t *mark)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < from->count; i++)
		kept += mark[i] != 0;
	to->entry = malloc(((size_t) from->count + 1) * sizeof(*to->entry));
	to->arena = ft_arena_new();
	if (!to->entry || !to->arena ||
	    ft_index_map_init(&to->index, kept > ENTRIES ? kept : ENTRIES))
		return -ENOMEM;
	for (uint32_t i = 0; i < from->count; i++) {
		to->entry[i] =
			(struct ft_credential){from->entry[i].kind, dropped};
		if (!mark[i])
			continue;
		to->entry[i].name =
			_copy_credential(to->arena, from->entry[i].name);
		if (!to->entry[i].name)
			return -ENOMEM;
		(void) ft_index_map_put(&to->index,
					_credential_hash(to->arena,
							 to->entry[i].kind,
							 to->entry[i].name),
					i);
	}
	return 0;
}

int ft_credential_drop(struct ft_credential_table *table, uint32_t *mark)
{
	struct credentials kept = {0};
	int rc = ft_spare_reserve(&table->spare, table->count);

	for (uint32_t i = 0; i < table->spare.count; i++)
		mark[table->spare.number[i]] = 0;
	if (!rc)
		rc = _fill_credentials(&kept, table, mark);
	if (!rc) {
		struct credentials former = {table->entry, table->index,
					     table->arena};

		table->room = table->count + 1;
		table->count = ft_spare_drop(&table->spare, mark, table->count);
		table->entry = kept.entry;
		table->index = kept.index;
		table->arena = kept.arena;
		table->changes++;
		kept = former;
	}
	free(kept.entry);
	ft_index_map_fini(&kept.index);
	ft_arena_free(kept.arena);
	return rc;
}

const char *ft_credential_word(enum ft_credential_kind kind)
{
	return words[kind];
}

enum ft_credential_kind ft_credential_kind_of(const char *word)
{
	int kind = 0;

	if (!strcasecmp(word, "acct"))
		return FT_ACCOUNT;
	if (!strcasecmp(word, "partition"))
		return FT_CLASS;
	while (kind < FT_CREDENTIAL_KINDS && strcasecmp(word, words[kind]))
		kind++;
	return (enum ft_credential_kind) kind;
}
