/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_list - words parted by commas, as Slurm's keys and records have them.
 *
 * Blanks around a word do not belong to it: Slurm looks for its words anywhere
 * in the text.  Refuses quotes, which belong to the file that the text is from.
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

/* The value of the first KEY=VALUE, whatever the case of KEY's letters, and its
 * size; NULL: there is none. */
extern const char *ft_list_value(const char *list, const char *key,
				 size_t *ret_size);
/* Cuts off the blanks around a word of its own; returns where it begins. */
extern char *ft_list_trim(char *word);
/* Is one of the words equal to the size bytes at word?  A NULL list has none.
 */
extern bool ft_list_has(const char *list, const char *word, size_t size);
/* The same of a string, whatever the case of its letters. */
extern bool ft_list_has_key(const char *list, const char *key);

#endif
