/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See list.h.
 */
#include "core/base/list.h"

#include <string.h>
#include <strings.h>

bool ft_list_has(const char *list, const char *word, size_t size)
{
	while (list && *list) {
		size_t length = strcspn(list, ",");

		if (length == size && !strncmp(list, word, size))
			return true;
		list += length;
		list += *list == ',';
	}
	return false;
}

bool ft_list_has_key(const char *list, const char *key)
{
	size_t size = strlen(key);

	while (list && *list) {
		size_t length = strcspn(list, ",");

		if (length == size && !strncasecmp(list, key, size))
			return true;
		list += length;
		list += *list == ',';
	}
	return false;
}
