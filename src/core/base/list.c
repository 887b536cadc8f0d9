/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See list.h.
 */
#include "core/base/list.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static size_t _trim_end(const char *word, size_t size)
{
	while (size && isspace((unsigned char) word[size - 1]))
		size--;
	return size;
}

char *ft_list_trim(char *word)
{
	while (isspace((unsigned char) *word))
		word++;
	word[_trim_end(word, strlen(word))] = '\0';
	return word;
}

const char *ft_list_next(const char **list, size_t *ret_size)
{
	const char *word = *list;

	if (!word || !*word)
		return NULL;
	*ret_size = strcspn(word, ",");
	*list = word + *ret_size;
	*list += **list == ',';
	for (; *ret_size && isspace((unsigned char) *word); word++)
		(*ret_size)--;
	*ret_size = _trim_end(word, *ret_size);
	return word;
}

const char *ft_list_value(const char *list, const char *key, size_t *ret_size)
{
	size_t length = strlen(key), size;
	const char *word;

	while ((word = ft_list_next(&list, &size))) {
		if (size <= length || word[length] != '=' ||
		    strncasecmp(word, key, length))
			continue;
		*ret_size = size - length - 1;
		return word + length + 1;
	}
	return NULL;
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
