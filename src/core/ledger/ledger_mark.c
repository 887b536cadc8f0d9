/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger_mark.h.
 */
#include "core/ledger/ledger_mark.h"

#include <errno.h>
#include <stdlib.h>

static void _use_record(uint32_t *mark, uint32_t of)
{
	if (of != FT_NAME_NONE)
		mark[of] = 1;
}

void ft_ledger_marks_place(struct ft_ledger_marks *marks,
			   const struct ft_ledger_place *place)
{
	_use_record(marks->entity, place->entity);
	_use_record(marks->path, place->path);
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		_use_record(marks->credential, place->credential[kind]);
}

static void _use_runs(struct ft_ledger_marks *marks,
		      const struct ft_ledger_runs *runs)
{
	for (uint32_t i = 0; i < runs->table.count; i++)
		if (ft_ledger_runs_at(runs, i)->start)
			ft_ledger_marks_place(
				marks, &ft_ledger_runs_at(runs, i)->place);
}

static void _use_amounts(struct ft_ledger_marks *marks,
			 const struct ft_ledger *ledger)
{
	for (uint32_t i = 0; i < ledger->entity.room; i++)
		if (ledger->entity.usage[i] != 0)
			marks->entity[i] = 1;
	for (uint32_t w = 0; w < ledger->window.count; w++) {
		const struct ft_fs_window *window = &ledger->window.window[w];

		for (uint32_t i = 0; i < window->room; i++)
			if (window->amount[i] != 0)
				marks->credential[i] = 1;
	}
	for (uint32_t p = 0; p < ledger->period.count; p++) {
		const struct ft_ledger_period *period =
			&ledger->period.period[p];

		for (uint32_t i = 0; i < period->room; i++)
			for (int kind = 0; kind < FT_QUOTA_KINDS; kind++)
				if (period->used[i][kind] != 0)
					marks->path[i] = 1;
	}
}

/* How many numbers of each kind there may be. */
struct rooms {
	size_t entities, paths, credentials;
};

static size_t _larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* Rooms of sums may be beyond the names, so marks have as many as either. */
static void _reach_rooms(struct rooms *rooms, const struct ft_ledger *ledger)
{
	rooms->entities = _larger(rooms->entities, ledger->entity.room);
	for (uint32_t p = 0; p < ledger->period.count; p++)
		rooms->paths =
			_larger(rooms->paths, ledger->period.period[p].room);
	for (uint32_t w = 0; w < ledger->window.count; w++)
		rooms->credentials = _larger(rooms->credentials,
					     ledger->window.window[w].room);
}

int ft_ledger_marks_make(struct ft_ledger_marks *marks,
			 const struct ft_ledger_image *image,
			 const struct ft_ledger_clock *clock)
{
	const struct ft_ledger *ledger = &image->ledger;
	struct rooms rooms = {
		.entities = ledger->entity.names.count,
		.paths = ledger->period.names.count,
		.credentials = ledger->window.credentials.count,
	};

	_reach_rooms(&rooms, ledger);
	if (clock)
		_reach_rooms(&rooms, &clock->before.ledger);
	*marks = (struct ft_ledger_marks){
		calloc(rooms.entities + 1, sizeof(uint32_t)),
		calloc(rooms.paths + 1, sizeof(uint32_t)),
		calloc(rooms.credentials + 1, sizeof(uint32_t)),
	};
	if (!marks->entity || !marks->path || !marks->credential)
		return -ENOMEM;
	_use_amounts(marks, ledger);
	_use_runs(marks, &image->runs);
	if (clock) {
		_use_amounts(marks, &clock->before.ledger);
		_use_runs(marks, &clock->before.runs);
	}
	return 0;
}

void ft_ledger_marks_fini(struct ft_ledger_marks *marks)
{
	free(marks->entity);
	free(marks->path);
	free(marks->credential);
	*marks = (struct ft_ledger_marks){0};
}
