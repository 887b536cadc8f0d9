/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See list.h.
 */
#include "core/base/list.h"

#include <string.h>
#include <strings.h>

static bool _has_word(const char *list, const char *word, size_t size,
		      int (*compare)(const char *, const char *, size_t))
{
	while (list && *list) {
		size_t length = strcspn(list, ",");

		if (length == size && !compare(list, word, size))
			return true;
		list += length;
		list += *list == ',';
	}
	return false;
}

bool ft_list_has(const char *list, const char *word, size_t size)
{
	return _has_word(list, word, size, strncmp);
}

bool ft_list_has_key(const char *list, const char *key)
{
	return _has_word(list, key, strlen(key), strncasecmp);
}
