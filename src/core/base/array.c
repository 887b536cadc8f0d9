/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See array.h.
 */
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

/* Both powers of two. */
enum { FIRST_ROOM = 64, FIRST_APPENDED = 8 };

extern bool ft_array_grow(void **array, uint32_t count, uint32_t *room,
			  size_t size)
{
	uint32_t more = *room ? *room * 2 : FIRST_ROOM;
	void *grown;

	if (count < *room)
		return true;
	grown = realloc(*array, more * size);
	if (!grown)
		return false;
	*array = grown;
	*room = more;
	return true;
}

extern void *ft_array_append(void **array, uint32_t *count, size_t size)
{
	size_t room = *count ? 2 * (size_t) *count : FIRST_APPENDED;
	char *grown = *array;

	/* There is room for the next power of two. */
	if (!*count ||
	    ((*count >= FIRST_APPENDED) && !(*count & (*count - 1)))) {
		grown = realloc(*array, room * size);
		if (!grown)
			return NULL;
		*array = grown;
	}
	return memset(grown + (*count)++ * size, 0, size);
}
