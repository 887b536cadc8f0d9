/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A copy of the ledger to compute with (see ledger.h).
 *
 * Sums and the tables of names are copied.  The names themselves are shared:
 * both own the memory that they lie in, in which none is ever changed.
 */
#include "core/ledger/ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int _copy_index(struct ft_index_map *to, const struct ft_index_map *from)
{
	if (to->slots != from->slots) {
		ft_index_map_fini(to);
		if (ft_index_map_init(to, from->slots / 2))
			return -ENOMEM;
	}
	memcpy(to->slot, from->slot, from->slots * sizeof(*to->slot));
	memcpy(to->hash, from->hash, from->slots * sizeof(*to->hash));
	to->count = from->count;
	return 0;
}

static struct ft_arena *_share_book(struct ft_arena *mine,
				    struct ft_arena *arena)
{
	if (mine == arena)
		return mine;
	ft_arena_free(mine);
	return ft_arena_hold(arena);
}

/* Room for and a copy of count records; NULL if out of memory. */
static void *_copy_array(void *to, uint32_t *room, const void *from,
			 uint32_t count, size_t size)
{
	if (!to || *room != count) {
		void *array = realloc(to, count ? count * size : 1);

		if (!array)
			return NULL;
		to = array;
		*room = count;
	}
	if (count)
		memcpy(to, from, count * size);
	return to;
}

static int _copy_names(struct ft_name_table *to,
		       const struct ft_name_table *from)
{
	const char **name;

	if (to->arena == from->arena && to->changes == from->changes &&
	    to->index.slots)
		return 0;
	/* Until all is there. */
	to->changes = UINT64_MAX;
	name = _copy_array(to->name, &to->room, from->name, from->count,
			   sizeof(*name));
	if (!name)
		return -ENOMEM;
	to->name = name;
	to->count = from->count;
	to->arena = _share_book(to->arena, from->arena);
	if (_copy_index(&to->index, &from->index))
		return -ENOMEM;
	to->changes = from->changes;
	return 0;
}

static int _copy_credentials(struct ft_credential_table *to,
			     const struct ft_credential_table *from)
{
	struct ft_credential *entry;

	if (to->arena == from->arena && to->changes == from->changes &&
	    to->index.slots)
		return 0;
	to->changes = UINT64_MAX;
	entry = _copy_array(to->entry, &to->room, from->entry, from->count,
			    sizeof(*entry));
	if (!entry)
		return -ENOMEM;
	to->entry = entry;
	to->count = from->count;
	to->arena = _share_book(to->arena, from->arena);
	if (_copy_index(&to->index, &from->index))
		return -ENOMEM;
	to->changes = from->changes;
	return 0;
}

static int _copy_entities(struct ft_ledger_entities *to,
			  const struct ft_ledger_entities *from)
{
	double *usage;

	to->decayed = from->decayed;
	if (from->room) {
		usage = _copy_array(to->usage, &to->room, from->usage,
				    from->room, sizeof(*usage));
		if (!usage)
			return -ENOMEM;
		to->usage = usage;
	}
	return _copy_names(&to->names, &from->names);
}

static int _copy_window(struct ft_fs_window *to,
			const struct ft_fs_window *from)
{
	double *amount = _copy_array(to->amount, &to->room, from->amount,
				     from->room, sizeof(*amount));

	if (!amount)
		return -ENOMEM;
	to->amount = amount;
	to->start = from->start;
	to->length = from->length;
	to->total = from->total;
	return 0;
}

/* To as many elements at least; those that are new are all zero. */
static bool _lengthen_list(void **list, uint32_t *count, uint32_t least,
			   size_t size)
{
	char *longer = *list;

	if (*count >= least)
		return true;
	longer = realloc(longer, least * size);
	if (!longer)
		return false;
	memset(longer + *count * size, 0, (least - *count) * size);
	*list = longer;
	*count = least;
	return true;
}

static int _copy_windows(struct ft_fs_history *to,
			 const struct ft_fs_history *from)
{
	int rc = 0;

	while (to->count > from->count)
		free(to->window[--to->count].amount);
	if (!_lengthen_list((void **) &to->window, &to->count, from->count,
			    sizeof(*to->window)))
		return -ENOMEM;
	for (uint32_t i = 0; !rc && i < from->count; i++)
		rc = _copy_window(&to->window[i], &from->window[i]);
	return rc ? rc
		  : _copy_credentials(&to->credentials, &from->credentials);
}

static int _copy_period(struct ft_ledger_period *to,
			const struct ft_ledger_period *from)
{
	double(*used)[FT_QUOTA_KINDS] = _copy_array(
		to->used, &to->room, from->used, from->room, sizeof(*used));

	if (!used)
		return -ENOMEM;
	to->used = used;
	to->start = from->start;
	return 0;
}

static int _copy_periods(struct ft_ledger_periods *to,
			 const struct ft_ledger_periods *from)
{
	int rc = 0;

	while (to->count > from->count)
		free(to->period[--to->count].used);
	if (!_lengthen_list((void **) &to->period, &to->count, from->count,
			    sizeof(*to->period)))
		return -ENOMEM;
	for (uint32_t i = 0; !rc && i < from->count; i++)
		rc = _copy_period(&to->period[i], &from->period[i]);
	return rc ? rc : _copy_names(&to->names, &from->names);
}

int ft_ledger_copy(struct ft_ledger *copy, const struct ft_ledger *ledger)
{
	int rc = _copy_entities(&copy->entity, &ledger->entity);

	if (!rc)
		rc = _copy_windows(&copy->window, &ledger->window);
	if (!rc)
		rc = _copy_periods(&copy->period, &ledger->period);
	return rc;
}

int ft_ledger_copy_names(struct ft_ledger *copy, const struct ft_ledger *ledger)
{
	int rc = _copy_names(&copy->entity.names, &ledger->entity.names);

	if (!rc)
		rc = _copy_names(&copy->period.names, &ledger->period.names);
	if (!rc)
		rc = _copy_credentials(&copy->window.credentials,
				       &ledger->window.credentials);
	return rc;
}
