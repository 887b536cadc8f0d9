/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_array - an array that grows as it is filled.
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

#endif
