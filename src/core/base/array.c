/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See array.h.
 */
#include "core/base/array.h"

#include <stdlib.h>

enum { FIRST_ROOM = 256 };

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
