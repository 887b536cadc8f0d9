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

static int _copy_runs(struct ft_ledger_runs *to,
		      const struct ft_ledger_runs *from)
{
	if (to->size < from->count) {
		void *more = realloc(to->run, from->size * sizeof(*to->run));

		if (!more)
			return -ENOMEM;
		to->run = more;
		to->size = from->size;
	}
	to->count = from->count;
	if (from->count)
		memcpy(to->run, from->run, from->count * sizeof(*to->run));
	return 0;
}

int ft_ledger_image_copy(struct ft_ledger_image *copy,
			 const struct ft_ledger_image *image)
{
	int rc = ft_ledger_copy(&copy->ledger, &image->ledger);

	if (!rc)
		rc = _copy_runs(&copy->runs, &image->runs);
	copy->until = image->until;
	return rc;
}
