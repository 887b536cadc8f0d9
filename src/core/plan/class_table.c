/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See class_table.h.
 */
#include "core/plan/class_table.h"

#include <errno.h>
#include <string.h>

#include "core/snapshot/field.h"
#include "core/snapshot/request.h"

struct ft_class_list {
	const struct ft_request *request; /* the address in the snapshot */
	uint32_t count;
	const uint32_t *class;
};

extern int ft_class_table_init(struct ft_class_table *table)
{
	enum { ENTRIES = 512 };

	*table = (struct ft_class_table){.arena = ft_arena_new()};
	if (table->arena && !ft_index_map_init(&table->by_content, ENTRIES) &&
	    !ft_index_map_init(&table->by_set, ENTRIES) &&
	    !ft_index_map_init(&table->by_list, ENTRIES) &&
	    !ft_index_map_init(&table->by_address, ENTRIES))
		return 0;
	ft_class_table_fini(table);
	return -ENOMEM;
}

extern void ft_class_table_fini(struct ft_class_table *table)
{
	ft_index_map_fini(&table->by_content);
	ft_index_map_fini(&table->by_set);
	ft_index_map_fini(&table->by_list);
	ft_index_map_fini(&table->by_address);
	ft_arena_free(table->arena);
	ft_arena_free(table->scratch);
	*table = (struct ft_class_table){0};
}

extern int ft_class_table_begin(struct ft_class_table *table,
				const struct ft_snapshot *snapshot)
{
	ft_arena_free(table->scratch);
	table->scratch = ft_arena_new();
	ft_index_map_clear(&table->by_list);
	ft_index_map_clear(&table->by_address);
	table->list_count = table->address_count = 0;
	table->snapshot = snapshot;
	return table->scratch ? 0 : -ENOMEM;
}

static uint64_t _hash_address(const void *address, uint64_t more)
{
	return ft_index_mix(more, (uint64_t) (uintptr_t) address);
}

/* FT_NO_INDEX: out of memory. */
static uint32_t _set_by_content(struct ft_class_table *table,
				const struct ft_node_set *set)
{
	uint64_t hash = ft_node_set_hash(set);
	const struct ft_node_set **list;
	size_t at = SIZE_MAX;
	uint32_t id;

	while ((id = ft_index_map_next(&table->by_set, hash, &at)) !=
	       FT_NO_INDEX)
		if (ft_node_set_equal(table->set[id], set))
			return id;
	list = ft_arena_grow(table->arena, table->set, table->set_count,
			     sizeof(*list));
	if (!list)
		return FT_NO_INDEX;
	table->set = list;
	list[table->set_count] = ft_node_set_copy_in(table->arena, set);
	if (!list[table->set_count] ||
	    ft_index_map_put(&table->by_set, hash, table->set_count))
		return FT_NO_INDEX;
	return table->set_count++;
}

/* Notes the address of a known set; not being able to does no harm. */
static void _note_address(struct ft_class_table *table, uint64_t hash,
			  const struct ft_node_set *set, uint32_t id)
{
	uint32_t count = table->address_count;
	const struct ft_node_set **address = ft_arena_grow(
		table->scratch, table->address, count, sizeof(*address));
	uint32_t *ids = ft_arena_grow(table->scratch, table->address_set, count,
				      sizeof(*ids));

	if (address)
		table->address = address;
	if (ids)
		table->address_set = ids;
	if (!address || !ids ||
	    ft_index_map_put(&table->by_address, hash, count))
		return;
	address[count] = set;
	ids[count] = id;
	table->address_count++;
}

/* False: it is not known, or out of memory.  No set has FT_NO_INDEX. */
static bool _set_id(struct ft_class_table *table, const struct ft_node_set *set,
		    uint32_t *ret_id)
{
	uint64_t hash = _hash_address(set, 1);
	size_t at = SIZE_MAX;
	uint32_t i;

	*ret_id = FT_NO_INDEX;
	if (!set)
		return true;
	while ((i = ft_index_map_next(&table->by_address, hash, &at)) !=
	       FT_NO_INDEX) {
		if (table->address[i] != set)
			continue;
		*ret_id = table->address_set[i];
		return true;
	}
	*ret_id = _set_by_content(table, set);
	if (*ret_id == FT_NO_INDEX)
		return false;
	_note_address(table, hash, set, *ret_id);
	return true;
}

static int64_t _not_before(const struct ft_class_table *table,
			   const struct ft_request *request)
{
	return request->not_before > table->snapshot->now ? request->not_before
							  : 0;
}

static uint64_t _hash_class(const struct ft_class_table *table,
			    const struct ft_class *class)
{
	const struct ft_request *r = &class->request;
	uint64_t hash = ft_request_hash(r, table->snapshot->resource_count);

	hash = ft_index_mix(hash, (uint64_t) r->not_before);
	hash = ft_index_mix(hash, (uint64_t) r->end_by);
	for (uint32_t i = 0; i < r->part_count; i++)
		hash = ft_index_mix(hash, class->part[i]);
	return ft_index_mix(hash, ((uint64_t) class->eligible << 32) |
					  class->required);
}

static bool _same_class(const struct ft_class_table *table,
			const struct ft_class *x, const struct ft_class *y)
{
	const struct ft_request *a = &x->request, *b = &y->request;

	return (a->not_before == b->not_before) && (a->end_by == b->end_by) &&
	       (x->eligible == y->eligible) && (x->required == y->required) &&
	       ft_request_same(a, b, table->snapshot->resource_count) &&
	       (!a->part_count ||
		!memcmp(x->part, y->part, a->part_count * sizeof(*x->part)));
}

/* NULL if there is nothing to copy, or out of memory (then *rc is set). */
static void *_copy_class(struct ft_class_table *table, const void *from,
			 size_t size, int *rc)
{
	void *copy;

	if (!from || !size)
		return NULL;
	copy = ft_arena_alloc(table->arena, size);
	if (!copy)
		*rc = -ENOMEM;
	return copy ? memcpy(copy, from, size) : NULL;
}

/* Own copies of the parts of a class that is new. */
static void _copy_parts(struct ft_class_table *table, struct ft_class *class,
			int *rc)
{
	struct ft_request *r = &class->request, *part;
	uint32_t count = r->part_count;

	class->part = _copy_class(table, class->part,
				  count * sizeof(*class->part), rc);
	part = _copy_class(table, r->part, count * sizeof(*part), rc);
	for (uint32_t i = 0; !*rc && (i < count); i++)
		part[i] = table->class[class->part[i]].request;
	r->part = part;
}

/* FT_NO_INDEX if out of memory. */
static uint32_t _add_class(struct ft_class_table *table, uint64_t hash,
			   const struct ft_class *class)
{
	struct ft_class *list = ft_arena_grow(table->arena, table->class,
					      table->class_count,
					      sizeof(*list)),
			*fresh;
	struct ft_request *r;
	int rc;

	if (!list)
		return FT_NO_INDEX;
	table->class = list;
	fresh = &list[table->class_count];
	*fresh = *class;
	r = &fresh->request;
	/* Limits are of no class; sets are the table's own. */
	r->claim = NULL;
	r->claim_count = 0;
	r->eligible = r->required = NULL;
	rc = ft_fields_own(ft_request_fields, r, table->arena,
			   table->snapshot->resource_count);
	_copy_parts(table, fresh, &rc);
	r->eligible = table->set[class->eligible];
	r->required = class->required == FT_NO_INDEX
			      ? NULL
			      : table->set[class->required];
	if (rc ||
	    ft_index_map_put(&table->by_content, hash, table->class_count))
		return FT_NO_INDEX;
	return table->class_count++;
}

static uint32_t _class_id(struct ft_class_table *table,
			  const struct ft_request *request);

/* The classes of its parts; false if out of memory. */
static bool _find_parts(struct ft_class_table *table, struct ft_class *class)
{
	const struct ft_request *request = &class->request;
	uint32_t count = request->part_count, *part;

	if (!count)
		return true;
	part = ft_arena_alloc(table->scratch, count * sizeof(*part));
	if (!part)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		part[i] = _class_id(table, &request->part[i]);
		if (part[i] == FT_NO_INDEX)
			return false;
	}
	class->part = part;
	return true;
}

/* FT_NO_INDEX: out of memory, or it has no nodes. */
static uint32_t _class_id(struct ft_class_table *table,
			  const struct ft_request *request)
{
	struct ft_class class = {.request = *request};
	size_t at = SIZE_MAX;
	uint64_t hash;
	uint32_t id;

	class.request.not_before = _not_before(table, request);
	/* Classes of runs have other numbers in each snapshot. */
	class.request.takes = 0;
	class.request.reclaims = false;
	if (!request->eligible ||
	    !_set_id(table, request->eligible, &class.eligible) ||
	    !_set_id(table, request->required, &class.required) ||
	    !_find_parts(table, &class))
		return FT_NO_INDEX;
	hash = _hash_class(table, &class);
	while ((id = ft_index_map_next(&table->by_content, hash, &at)) !=
	       FT_NO_INDEX)
		if (_same_class(table, &table->class[id], &class))
			return id;
	return _add_class(table, hash, &class);
}

/* Of its requests; later: once their times have come.  NULL: out of memory, or
 * one has no nodes. */
static const uint32_t *_class_ids(struct ft_class_table *table,
				  const struct ft_job *job, bool later)
{
	uint32_t *class = ft_arena_alloc(table->scratch,
					 job->request_count * sizeof(*class));

	for (uint32_t r = 0; class && (r < job->request_count); r++) {
		struct ft_request request = job->request[r];

		if (later)
			request.not_before = 0;
		class[r] = _class_id(table, &request);
		if (class[r] == FT_NO_INDEX)
			return NULL;
	}
	return class;
}

static const uint32_t *_list_class(struct ft_class_table *table, uint64_t hash,
				   const struct ft_job *job)
{
	uint32_t count = table->list_count;
	const uint32_t *class = _class_ids(table, job, false);
	struct ft_class_list *list;

	if (!class)
		return NULL;
	list = ft_arena_grow(table->scratch, table->list, count, sizeof(*list));
	if (!list)
		return NULL;
	table->list = list;
	list[count] =
		(struct ft_class_list){job->request, job->request_count, class};
	if (ft_index_map_put(&table->by_list, hash, count))
		return NULL;
	table->list_count++;
	return class;
}

extern const uint32_t *ft_class_table_find(struct ft_class_table *table,
					   const struct ft_job *job)
{
	uint64_t hash = _hash_address(job->request, job->request_count);
	size_t at = SIZE_MAX;
	uint32_t i;

	while ((i = ft_index_map_next(&table->by_list, hash, &at)) !=
	       FT_NO_INDEX)
		if ((table->list[i].request == job->request) &&
		    (table->list[i].count == job->request_count))
			return table->list[i].class;
	return _list_class(table, hash, job);
}

extern const uint32_t *ft_class_table_later(struct ft_class_table *table,
					    const struct ft_job *job)
{
	return _class_ids(table, job, true);
}
