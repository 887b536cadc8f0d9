/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See agenda.h.
 */
#include "core/replay/agenda.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

static bool _before_event(const struct ft_agenda_entry *a,
			  const struct ft_agenda_entry *b)
{
	if (a->time != b->time)
		return a->time < b->time;
	return a->id < b->id;
}

static void _swap_event(struct ft_agenda_entry *a, struct ft_agenda_entry *b)
{
	struct ft_agenda_entry kept = *a;

	*a = *b;
	*b = kept;
}

extern int ft_agenda_put(struct ft_agenda *agenda, int64_t time, uint32_t id)
{
	struct ft_agenda_entry *entry;
	uint32_t at = agenda->count;

	if (!FT_ARRAY_GROW(agenda->entry, at, agenda->size))
		return -ENOMEM;
	entry = agenda->entry;
	entry[at] = (struct ft_agenda_entry){time, id};
	agenda->count++;
	for (; at && _before_event(&entry[at], &entry[(at - 1) / 2]);
	     at = (at - 1) / 2)
		_swap_event(&entry[at], &entry[(at - 1) / 2]);
	return 0;
}

extern int64_t ft_agenda_time(const struct ft_agenda *agenda)
{
	return agenda->count ? agenda->entry[0].time : INT64_MAX;
}

extern bool ft_agenda_take(struct ft_agenda *agenda, int64_t now,
			   uint32_t *ret_id)
{
	struct ft_agenda_entry *entry = agenda->entry;
	uint32_t at = 0, child;

	if (!agenda->count || entry[0].time > now)
		return false;
	*ret_id = entry[0].id;
	entry[0] = entry[--agenda->count];
	while ((child = 2 * at + 1) < agenda->count) {
		if (child + 1 < agenda->count &&
		    _before_event(&entry[child + 1], &entry[child]))
			child++;
		if (!_before_event(&entry[child], &entry[at]))
			break;
		_swap_event(&entry[child], &entry[at]);
		at = child;
	}
	return true;
}

extern void ft_agenda_free(struct ft_agenda *agenda)
{
	free(agenda->entry);
	*agenda = (struct ft_agenda){0};
}
