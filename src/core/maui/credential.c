/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See credential.h.
 */
#include "core/maui/credential.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "core/base/keyed_hash.h"

enum { ENTRIES = 256 };

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
	ft_index_map_fini(&table->index);
	ft_arena_free(table->arena);
	*table = (struct ft_credential_table){0};
}

/* Users choose names, but not where the arena lies; copies share it. */
static uint64_t _credential_hash(const struct ft_credential_table *table,
				 enum ft_credential_kind kind, const char *name)
{
	const struct ft_hash_key key = {
		{(uint64_t) (uintptr_t) table->arena, 0}};
	struct ft_keyed_hash hash = ft_keyed_hash_begin(&key);

	ft_keyed_hash_add(&hash, kind);
	ft_keyed_hash_add_text(&hash, name);
	return ft_keyed_hash_end(&hash);
}

uint32_t ft_credential_find(const struct ft_credential_table *table,
			    enum ft_credential_kind kind, const char *name)
{
	uint64_t hash = _credential_hash(table, kind, name);
	size_t at = SIZE_MAX;
	uint32_t i;

	while ((i = ft_index_map_next(&table->index, hash, &at)) != UINT32_MAX)
		if (table->entry[i].kind == kind &&
		    !strcmp(table->entry[i].name, name))
			return i;
	return FT_CREDENTIAL_NONE;
}

uint32_t ft_credential_add(struct ft_credential_table *table,
			   enum ft_credential_kind kind, const char *name)
{
	uint32_t known = ft_credential_find(table, kind, name);
	size_t size = strlen(name) + 1;
	struct ft_credential *array;
	char *copy;

	if (known != FT_CREDENTIAL_NONE)
		return known;
	array = ft_arena_grow(table->arena, table->entry, table->count,
			      sizeof(*array));
	copy = ft_arena_alloc(table->arena, size);
	if (!array || !copy)
		return FT_CREDENTIAL_NONE;
	table->entry = array;
	array[table->count] =
		(struct ft_credential){kind, memcpy(copy, name, size)};
	if (ft_index_map_put(&table->index, _credential_hash(table, kind, name),
			     table->count))
		return FT_CREDENTIAL_NONE;
	return table->count++;
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
