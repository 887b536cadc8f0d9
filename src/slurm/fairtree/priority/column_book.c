/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See column_book.h.
 */
#include "slurm/fairtree/priority/column_book.h"

#include <stdlib.h>

struct fts_column_page {
	uint32_t job_id;
	uint32_t round; /* of the last put */
	uint32_t count, size;
	struct ft_columns *columns; /* of each partition, in the job's order */
};

static bool _drop_page(void *record, const void *unused)
{
	struct fts_column_page *page = record;

	(void) unused;
	free(page->columns);
	return false;
}

void fts_column_book_fini(struct fts_column_book *book)
{
	ft_job_table_sweep(&book->table, sizeof(struct fts_column_page),
			   _drop_page, NULL);
	*book = (struct fts_column_book){0};
}

struct ft_columns *fts_column_book_put(struct fts_column_book *book,
				       uint32_t job_id, uint32_t count)
{
	struct fts_column_page *page =
		ft_job_table_add(&book->table, sizeof(*page), job_id, NULL);
	struct ft_columns *columns;

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
	const struct fts_column_page *page =
		ft_job_table_find(&book->table, sizeof(*page), job_id);

	return page && page->count == count ? page->columns : NULL;
}

static bool _keep_page(void *record, const void *round)
{
	struct fts_column_page *page = record;

	return page->round == *(const uint32_t *) round ||
	       _drop_page(record, NULL);
}

void fts_column_book_sweep(struct fts_column_book *book)
{
	ft_job_table_sweep(&book->table, sizeof(struct fts_column_page),
			   _keep_page, &book->round);
	book->round++;
}
