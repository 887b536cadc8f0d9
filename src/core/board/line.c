/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See line.h.
 */
#include "core/board/line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern uint32_t ft_line_find(const struct ft_line *line, uint64_t key,
			     uint32_t job)
{
	uint32_t low = 0, high = line->count;

	while (low < high) {
		uint32_t half = low + (high - low) / 2;
		const struct ft_heap_item *item = &line->item[half];

		if ((item->key < key) ||
		    ((item->key == key) && (item->value < job)))
			low = half + 1;
		else
			high = half;
	}
	return low;
}

extern int ft_line_put(struct ft_line *line, uint64_t key, uint32_t job)
{
	uint32_t at = ft_line_find(line, key, job);

	if (line->count == line->room) {
		uint32_t room = line->room ? line->room * 2 : 16;
		struct ft_heap_item *grown =
			realloc(line->item, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		line->item = grown;
		line->room = room;
	}
	memmove(&line->item[at + 1], &line->item[at],
		(line->count - at) * sizeof(*line->item));
	line->item[at] = (struct ft_heap_item){key, job};
	line->count++;
	return 0;
}

extern void ft_line_drop(struct ft_line *line, uint64_t key, uint32_t job)
{
	uint32_t at = ft_line_find(line, key, job);

	if ((at == line->count) || (line->item[at].value != job))
		return;
	line->count--;
	memmove(&line->item[at], &line->item[at + 1],
		(line->count - at) * sizeof(*line->item));
}

extern void ft_line_fini(struct ft_line *line)
{
	free(line->item);
	*line = (struct ft_line){0};
}
