/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Books and memories together (see ledger_file.h).
 */
#include "core/ledger/ledger_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int ft_ledger_image_init(struct ft_ledger_image *image)
{
	*image = (struct ft_ledger_image){0};
	return ft_ledger_init(&image->ledger);
}

void ft_ledger_image_fini(struct ft_ledger_image *image)
{
	ft_ledger_fini(&image->ledger);
	ft_ledger_runs_fini(&image->runs);
	*image = (struct ft_ledger_image){0};
}

/* A copy is read from end to end, so its index stays empty. */
static int _copy_runs(struct ft_job_table *to, const struct ft_job_table *from)
{
	const size_t size = sizeof(struct ft_ledger_run);

	if (to->room < from->count) {
		void *more = realloc(to->record, from->room * size);

		if (!more)
			return -ENOMEM;
		to->record = more;
		to->room = from->room;
	}
	to->count = from->count;
	if (from->count)
		memcpy(to->record, from->record, from->count * size);
	return 0;
}

int ft_ledger_image_copy(struct ft_ledger_image *copy,
			 const struct ft_ledger_image *image)
{
	int rc = ft_ledger_copy(&copy->ledger, &image->ledger);

	if (!rc)
		rc = _copy_runs(&copy->runs.table, &image->runs.table);
	copy->until = image->until;
	return rc;
}
