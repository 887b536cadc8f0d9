/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See bypass.h.
 */
#include "core/queue/bypass.h"

#include <errno.h>

void ft_bypass_free(struct ft_bypass_book *book)
{
	ft_job_table_fini(&book->table);
}

uint32_t ft_bypass_get(const struct ft_bypass_book *book, uint32_t job_id)
{
	const struct ft_bypass *entry =
		ft_job_table_find(&book->table, sizeof(*entry), job_id);

	return entry ? entry->count : 0;
}

int ft_bypass_add(struct ft_bypass_book *book, uint32_t job_id, uint32_t passed)
{
	struct ft_bypass *entry;

	if (!passed)
		return 0;
	entry = ft_job_table_add(&book->table, sizeof(*entry), job_id, NULL);
	if (!entry)
		return -ENOMEM;
	entry->count = entry->count > UINT32_MAX - passed
			       ? UINT32_MAX
			       : entry->count + passed;
	return 0;
}

void ft_bypass_drop(struct ft_bypass_book *book, uint32_t job_id)
{
	ft_job_table_drop(&book->table, sizeof(struct ft_bypass), job_id);
}
