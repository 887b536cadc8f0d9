/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_heap - numbers waiting in order of a key: the lowest key comes first, of
 * equal ones the lowest number.
 *
 * Refuses to take out anything but the first: what has become void is for the
 * owner to pass over.
 */
#ifndef FT_CORE_BOARD_HEAP_H
#define FT_CORE_BOARD_HEAP_H

#include <stdint.h>

struct ft_heap_item {
	uint64_t key;
	uint32_t value;
};

/* Zeroed: empty. */
struct ft_heap {
	struct ft_heap_item *item;
	uint32_t count, room;
};

/* 0 or -ENOMEM. */
extern int ft_heap_push(struct ft_heap *heap, uint64_t key, uint32_t value);
/* The heap must not be empty. */
extern struct ft_heap_item ft_heap_pop(struct ft_heap *heap);
extern void ft_heap_fini(struct ft_heap *heap);

#endif
