/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See heap.h.
 */
#include "core/board/heap.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/array.h"

static bool _item_before(struct ft_heap_item a, struct ft_heap_item b)
{
	return (a.key != b.key) ? a.key < b.key : a.value < b.value;
}

extern int ft_heap_push(struct ft_heap *heap, uint64_t key, uint32_t value)
{
	struct ft_heap_item item = {key, value};
	uint32_t at = heap->count;

	if (!ft_array_grow((void **) &heap->item, heap->count, &heap->room,
			   sizeof(*heap->item)))
		return -ENOMEM;
	heap->count++;
	while (at && _item_before(item, heap->item[(at - 1) / 2])) {
		heap->item[at] = heap->item[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap->item[at] = item;
	return 0;
}

extern struct ft_heap_item ft_heap_pop(struct ft_heap *heap)
{
	struct ft_heap_item first = heap->item[0];
	struct ft_heap_item last = heap->item[--heap->count];
	uint32_t at = 0, child;

	while ((child = 2 * at + 1) < heap->count) {
		if ((child + 1 < heap->count) &&
		    _item_before(heap->item[child + 1], heap->item[child]))
			child++;
		if (!_item_before(heap->item[child], last))
			break;
		heap->item[at] = heap->item[child];
		at = child;
	}
	heap->item[at] = last;
	return first;
}

extern void ft_heap_fini(struct ft_heap *heap)
{
	free(heap->item);
	*heap = (struct ft_heap){0};
}
