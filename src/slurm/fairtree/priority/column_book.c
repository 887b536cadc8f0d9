/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See column_book.h.
 */
#include "slurm/fairtree/priority/column_book.h"

#include <stdlib.h>

enum { FIRST_ROOM = 64 };

void fts_column_book_fini(struct fts_column_book *book)
{
	for (uint32_t i = 0; i < book->count; i++)
		free(book->page[i].columns);
	free(book->page);
	ft_id_map_fini(&book->index);
	*book = (struct fts_column_book){0};
}

static struct fts_column_page *_find_column(const struct fts_column_book *book,
					    uint32_t job_id)
{
	uint32_t place;

	if (!ft_id_map_get(&book->index, job_id, &place) ||
	    place >= book->count || book->page[place].job_id != job_id)
		return NULL;
	return &book->page[place];
}

static struct fts_column_page *_append_column(struct fts_column_book *book,
					      uint32_t job_id)
{
	uint32_t size = book->size ? 2 * book->size : FIRST_ROOM;
	struct fts_column_page *page;

	if (book->count == book->size) {
		page = realloc(book->page, size * sizeof(*page));
		if (!page)
			return NULL;
		book->page = page;
		book->size = size;
	}
	if (ft_id_map_put(&book->index, job_id, book->count))
		return NULL;
	page = &book->page[book->count++];
	*page = (struct fts_column_page){.job_id = job_id};
	return page;
}

struct ft_columns *fts_column_book_put(struct fts_column_book *book,
				       uint32_t job_id, uint32_t count)
{
	struct fts_column_page *page = _find_column(book, job_id);
	struct ft_columns *columns;

	if (!page)
		page = _append_column(book, job_id);
	if (!page)
		return NULL;
	if (count > page->size) {
		columns = realloc(page->columns, count * sizeof(*columns));
		if (!columns)
			return NULL;
		page->columns = columns;
		page->size = count;
	}
	page->count = count;
	page->round = book->round;
	return page->columns;
}

const struct ft_columns *fts_column_book_get(const struct fts_column_book *book,
					     uint32_t job_id, uint32_t count)
{
	const struct fts_column_page *page = _find_column(book, job_id);

	return page && page->count == count ? page->columns : NULL;
}

/* What a long queue took is given back when it is short. */
static void _shrink_column(struct fts_column_book *book)
{
	uint32_t size = FIRST_ROOM + 2 * book->count;
	struct fts_column_page *page;

	if (!book->count) {
		free(book->page);
		book->page = NULL;
		book->size = 0;
	}
	if (book->size <= 2 * size)
		return;
	page = realloc(book->page, size * sizeof(*page));
	if (!page)
		return;
	book->page = page;
	book->size = size;
}

/* The map forgets no id: once most of its ids are of no page, it is made
 * anew, which takes no memory that it had not before. */
static void _reindex_column(struct fts_column_book *book)
{
	if (book->count &&
	    book->index.count < FIRST_ROOM + 4 * (size_t) book->count)
		return;
	_shrink_column(book);
	ft_id_map_trim(&book->index, book->count);
	for (uint32_t i = 0; i < book->count; i++)
		(void) ft_id_map_put(&book->index, book->page[i].job_id, i);
}

void fts_column_book_sweep(struct fts_column_book *book)
{
	for (uint32_t i = 0; i < book->count;) {
		struct fts_column_page *page = &book->page[i];

		if (page->round == book->round) {
			i++;
			continue;
		}
		free(page->columns);
		*page = book->page[--book->count];
		if (i < book->count)
			(void) ft_id_map_put(&book->index, page->job_id, i);
	}
	book->round++;
	_reindex_column(book);
}
