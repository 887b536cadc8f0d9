/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_json_writer - JSON written to a stream, a value at a time.
 *
 * It takes no memory, so that what is written is whole or ferror() of the
 * stream says that it is not.  Refuses to check that brackets match, or that
 * members have keys and elements none: that is its caller's.
 */
#ifndef FT_CORE_BASE_JSON_WRITER_H
#define FT_CORE_BASE_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct ft_json_writer {
	FILE *file;
	bool follows; /* a value at the same level: a comma is needed */
};

/* In all: the member of that key; NULL: the next element, or the whole.  Keys
 * are identifiers, written as they are. */

/* bracket: '{' or '['. */
extern void ft_json_open(struct ft_json_writer *json, const char *key,
			 char bracket);
/* bracket: '}' or ']'. */
extern void ft_json_close(struct ft_json_writer *json, char bracket);
extern void ft_json_int(struct ft_json_writer *json, const char *key,
			int64_t value);
extern void ft_json_uint(struct ft_json_writer *json, const char *key,
			 uint64_t value);
extern void ft_json_bool(struct ft_json_writer *json, const char *key,
			 bool value);
/* NULL: null. */
extern void ft_json_string(struct ft_json_writer *json, const char *key,
			   const char *value);
/* count numbers, an array; value NULL: null. */
extern void ft_json_ints(struct ft_json_writer *json, const char *key,
			 const int64_t *value, uint32_t count);

/* Ends a line, after the last bracket. */
extern void ft_json_end_line(struct ft_json_writer *json);

#endif
