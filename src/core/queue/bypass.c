/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See bypass.h.
 */
#include "core/queue/bypass.h"

#include <errno.h>
#include <stdlib.h>

enum { FIRST_ROOM = 64 };

void ft_bypass_free(struct ft_bypass_book *book)
{
	free(book->entry);
	ft_id_map_fini(&book->index);
	*book = (struct ft_bypass_book){0};
}

uint32_t ft_bypass_get(const struct ft_bypass_book *book, uint32_t job_id)
{
	uint32_t place;

	if (!ft_id_map_get(&book->index, job_id, &place) || place == UINT32_MAX)
		return 0;
	return book->entry[place].count;
}

static int _append_count(struct ft_bypass_book *book, uint32_t job_id)
{
	uint32_t room = book->room ? 2 * book->room : FIRST_ROOM;
	struct ft_bypass *entry;

	if (book->count == book->room) {
		entry = realloc(book->entry, room * sizeof(*entry));
		if (!entry)
			return -ENOMEM;
		book->entry = entry;
		book->room = room;
	}
	if (ft_id_map_put(&book->index, job_id, book->count))
		return -ENOMEM;
	book->entry[book->count++] = (struct ft_bypass){.job_id = job_id};
	return 0;
}

int ft_bypass_add(struct ft_bypass_book *book, uint32_t job_id, uint32_t passed)
{
	struct ft_bypass *entry;
	uint32_t place;

	if (!passed)
		return 0;
	if (!ft_id_map_get(&book->index, job_id, &place) ||
	    place == UINT32_MAX) {
		if (_append_count(book, job_id))
			return -ENOMEM;
		place = book->count - 1;
	}
	entry = &book->entry[place];
	entry->count = entry->count > UINT32_MAX - passed
			       ? UINT32_MAX
			       : entry->count + passed;
	return 0;
}

/* What a long queue took is given back when it is short. */
static void _shrink_count(struct ft_bypass_book *book)
{
	uint32_t room = FIRST_ROOM + 2 * book->count;
	struct ft_bypass *entry;

	if (book->room <= 2 * room)
		return;
	entry = realloc(book->entry, room * sizeof(*entry));
	if (!entry)
		return;
	book->entry = entry;
	book->room = room;
}

/* The map forgets no id, so the dropped one points nowhere; once most of its
 * ids do, it is made anew. */
static void _rebuild(struct ft_bypass_book *book)
{
	if (!book->count) {
		ft_bypass_free(book);
		return;
	}
	if (book->index.count < FIRST_ROOM + 4 * (size_t) book->count)
		return;
	_shrink_count(book);
	ft_id_map_trim(&book->index, book->count);
	for (uint32_t i = 0; i < book->count; i++)
		(void) ft_id_map_put(&book->index, book->entry[i].job_id, i);
}

void ft_bypass_drop(struct ft_bypass_book *book, uint32_t job_id)
{
	uint32_t place, last;

	if (!ft_id_map_get(&book->index, job_id, &place) || place == UINT32_MAX)
		return;
	last = --book->count;
	/* replacing a value and filling a cleared map take no memory */
	(void) ft_id_map_put(&book->index, job_id, UINT32_MAX);
	if (place != last) {
		book->entry[place] = book->entry[last];
		(void) ft_id_map_put(&book->index, book->entry[place].job_id,
				     place);
	}
	_rebuild(book);
}
