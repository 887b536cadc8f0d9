/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_table.h.
 */
#include "core/base/job_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

enum { FIRST_ROOM = 64 };

static void *_record_at(const struct ft_job_table *table, size_t size,
			uint32_t place)
{
	return (char *) table->record + place * size;
}

static uint32_t _record_id(const void *record)
{
	uint32_t job_id;

	memcpy(&job_id, record, sizeof(job_id));
	return job_id;
}

extern void ft_job_table_fini(struct ft_job_table *table)
{
	free(table->record);
	ft_id_map_fini(&table->index);
	*table = (struct ft_job_table){0};
}

extern void *ft_job_table_find(const struct ft_job_table *table, size_t size,
			       uint32_t job_id)
{
	uint32_t place;
	void *record;

	if (!ft_id_map_get(&table->index, job_id, &place) ||
	    place >= table->count)
		return NULL;
	record = _record_at(table, size, place);
	return _record_id(record) == job_id ? record : NULL;
}

extern void *ft_job_table_add(struct ft_job_table *table, size_t size,
			      uint32_t job_id, bool *ret_added)
{
	void *record = ft_job_table_find(table, size, job_id);

	if (ret_added)
		*ret_added = !record;
	if (record)
		return record;
	if (!ft_array_grow(&table->record, table->count, &table->room, size) ||
	    ft_id_map_put(&table->index, job_id, table->count))
		return NULL;
	record = _record_at(table, size, table->count++);
	memset(record, 0, size);
	memcpy(record, &job_id, sizeof(job_id));
	return record;
}

static void _shrink_records(struct ft_job_table *table, size_t size)
{
	uint32_t room = FIRST_ROOM + 2 * table->count;
	void *record;

	if (table->room <= 2 * room)
		return;
	record = realloc(table->record, room * size);
	if (!record)
		return;
	table->record = record;
	table->room = room;
}

/* The map forgets no id: once most of its ids are of no record, it is made
 * anew, which takes no memory that it had not before. */
static void _reindex_records(struct ft_job_table *table, size_t size)
{
	if (!table->count) {
		ft_job_table_fini(table);
		return;
	}
	if (table->index.count < FIRST_ROOM + 4 * (size_t) table->count)
		return;
	_shrink_records(table, size);
	ft_id_map_trim(&table->index, table->count);
	for (uint32_t i = 0; i < table->count; i++)
		(void) ft_id_map_put(&table->index,
				     _record_id(_record_at(table, size, i)), i);
}

static void _drop_record(struct ft_job_table *table, size_t size, void *record)
{
	void *last = _record_at(table, size, --table->count);

	if (record == last)
		return;
	memcpy(record, last, size);
	(void) ft_id_map_put(&table->index, _record_id(record),
			     (uint32_t) ((size_t) ((char *) record -
						   (char *) table->record) /
					 size));
}

extern void ft_job_table_drop(struct ft_job_table *table, size_t size,
			      uint32_t job_id)
{
	void *record = ft_job_table_find(table, size, job_id);

	if (!record)
		return;
	_drop_record(table, size, record);
	_reindex_records(table, size);
}

extern void ft_job_table_sweep(struct ft_job_table *table, size_t size,
			       bool (*keep)(void *record, const void *context),
			       const void *context)
{
	for (uint32_t i = 0; i < table->count;) {
		void *record = _record_at(table, size, i);

		if (keep(record, context))
			i++;
		else
			_drop_record(table, size, record);
	}
	_reindex_records(table, size);
}
