/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See list.h.
 */
#include "core/base/list.h"

#include <string.h>
#include <strings.h>

const char *ft_list_next(const char **list, size_t *ret_size)
{
	const char *word = *list;

	if (!word || !*word)
		return NULL;
	*ret_size = strcspn(word, ",");
	*list = word + *ret_size;
	*list += **list == ',';
	return word;
}

static bool _has_word(const char *list, const char *word, size_t size,
		      int (*compare)(const char *, const char *, size_t))
{
	const char *next;
	size_t length;

	while ((next = ft_list_next(&list, &length)))
		if (length == size && !compare(next, word, size))
			return true;
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
