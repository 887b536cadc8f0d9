/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_list - words parted by commas, as Slurm's keys and records have them.
 *
 * Refuses blanks: they belong to the words.
 */
#ifndef FT_CORE_BASE_LIST_H
#define FT_CORE_BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Steps through the words: the next one, which is not ended by a zero byte, and
 * its size; NULL after the last.  *list, which may be NULL, moves behind it.
 */
extern const char *ft_list_next(const char **list, size_t *ret_size);

/* Is one of the words equal to the size bytes at word?  A NULL list has none.
 */
extern bool ft_list_has(const char *list, const char *word, size_t size);
/* The same of a string, whatever the case of its letters. */
extern bool ft_list_has_key(const char *list, const char *key);

#endif
