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

/* A place behind the last one. */
static int _extend_line(struct ft_line *line)
{
	size_t head = (size_t) (line->item - line->base);
	uint32_t room = line->room ? line->room * 2 : 16;
	struct ft_heap_item *grown;

	if (head + line->count < line->room)
		return 0;
	if (head > line->count) {
		memcpy(line->base, line->item,
		       line->count * sizeof(*line->item));
		line->item = line->base;
		return 0;
	}
	grown = realloc(line->base, room * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	line->base = grown;
	line->item = grown + head;
	line->room = room;
	return 0;
}

extern int ft_line_put(struct ft_line *line, uint64_t key, uint32_t job)
{
	uint32_t at = ft_line_find(line, key, job);

	if ((line->item > line->base) && (at <= line->count / 2)) {
		memmove(line->item - 1, line->item, at * sizeof(*line->item));
		line->item--;
	} else {
		if (_extend_line(line))
			return -ENOMEM;
		memmove(&line->item[at + 1], &line->item[at],
			(line->count - at) * sizeof(*line->item));
	}
	line->item[at] = (struct ft_heap_item){key, job};
	line->count++;
	return 0;
}

extern void ft_line_drop(struct ft_line *line, uint64_t key, uint32_t job)
{
	uint32_t at = ft_line_find(line, key, job);

	if ((at == line->count) || (line->item[at].key != key) ||
	    (line->item[at].value != job))
		return;
	line->count--;
	if (at < line->count / 2) {
		memmove(line->item + 1, line->item, at * sizeof(*line->item));
		line->item++;
		return;
	}
	memmove(&line->item[at], &line->item[at + 1],
		(line->count - at) * sizeof(*line->item));
}

extern void ft_line_fini(struct ft_line *line)
{
	free(line->base);
	*line = (struct ft_line){0};
}
