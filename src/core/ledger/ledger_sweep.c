/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger_sweep.h.
 */
#include "core/ledger/ledger_sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

uint32_t ft_ledger_names_held(const struct ft_ledger *ledger)
{
	return ft_name_table_held(&ledger->entity.names) +
	       ft_name_table_held(&ledger->period.names) +
	       ft_credential_held(&ledger->window.credentials);
}

bool ft_ledger_sweep_due(const struct ft_ledger_sweep *sweep,
			 const struct ft_ledger *ledger, int64_t now)
{
	uint64_t held = ft_ledger_names_held(ledger);

	return now < sweep->last || now - sweep->last >= FT_SWEEP_PERIOD ||
	       held > 2 * (uint64_t) sweep->left + FT_SWEEP_GROWTH;
}

void ft_ledger_forget_little(struct ft_ledger *ledger)
{
	for (uint32_t i = 0; i < ledger->entity.room; i++)
		if (fabs(ledger->entity.usage[i]) < FT_SWEEP_USAGE)
			ledger->entity.usage[i] = 0;
}

/* Sums beyond the names are 0. */
static void *_cut_sums(void *array, uint32_t *room, uint32_t count, size_t size)
{
	void *smaller;

	if (*room / 2 <= count || !count)
		return array;
	smaller = realloc(array, count * size);
	if (!smaller)
		return array;
	*room = count;
	return smaller;
}

static void _cut_books(struct ft_ledger *ledger)
{
	struct ft_ledger_entities *entity = &ledger->entity;
	struct ft_ledger_periods *book = &ledger->period;

	entity->usage = _cut_sums(entity->usage, &entity->room,
				  entity->names.count, sizeof(*entity->usage));
	for (uint32_t i = 0; i < ledger->window.count; i++) {
		struct ft_fs_window *window = &ledger->window.window[i];

		window->amount = _cut_sums(window->amount, &window->room,
					   ledger->window.credentials.count,
					   sizeof(*window->amount));
	}
	for (uint32_t i = 0; i < book->count; i++) {
		struct ft_ledger_period *period = &book->period[i];

		period->used =
			_cut_sums(period->used, &period->room,
				  book->names.count, sizeof(*period->used));
	}
}

int ft_ledger_sweep(struct ft_ledger_sweep *sweep,
		    struct ft_ledger_image *image,
		    struct ft_ledger_clock *clock,
		    struct ft_ledger_marks *marks, int64_t now)
{
	struct ft_ledger *ledger = &image->ledger;
	int rc = ft_name_table_drop(&ledger->entity.names, marks->entity);

	if (!rc)
		rc = ft_name_table_drop(&ledger->period.names, marks->path);
	if (!rc)
		rc = ft_credential_drop(&ledger->window.credentials,
					marks->credential);
	_cut_books(ledger);
	if (clock->kept) {
		_cut_books(&clock->before.ledger);
		/* Its sums go by the names of now; those of then are held. */
		if (!rc)
			rc = ft_ledger_copy_names(&clock->before.ledger,
						  ledger);
	}
	sweep->last = now;
	sweep->left = ft_ledger_names_held(ledger);
	return rc;
}
