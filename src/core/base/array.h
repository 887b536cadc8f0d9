/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_array - an array that grows as it is filled.
 *
 * Refuses to be for arrays of which there is one for each node or job: the
 * first element already takes room for several.
 */
#ifndef FT_CORE_BASE_ARRAY_H
#define FT_CORE_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Room for one more element of that size behind count; *room: how many there
 * is room for.  False if out of memory, and nothing is changed.
 */
extern bool ft_array_grow(void **array, uint32_t count, uint32_t *room,
			  size_t size);
#define FT_ARRAY_GROW(array, count, room)                                      \
	ft_array_grow((void **) &(array), count, &(room), sizeof(*(array)))

/*
 * One more element of that size, zeroed, at the end of an array that has no
 * field for its room and has only ever grown by this; *count: how many it has.
 * NULL if out of memory, and nothing is changed.
 */
extern void *ft_array_append(void **array, uint32_t *count, size_t size);
#define FT_ARRAY_APPEND(array, count)                                          \
	ft_array_append((void **) &(array), &(count), sizeof(*(array)))

#endif
