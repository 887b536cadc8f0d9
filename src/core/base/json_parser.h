/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_json_parse - JSON text as json-c's objects.
 *
 * json-c's own parser, at least to 0.16, crashes or leaves members out where
 * memory is short; this one makes the same objects with each call looked at.
 * Refuses what is not JSON by RFC 8259, a whole text of null, \u0000, numbers
 * that are no finite double, and more than FT_JSON_DEPTH levels.
 */
#ifndef FT_CORE_BASE_JSON_PARSER_H
#define FT_CORE_BASE_JSON_PARSER_H

#include <stdint.h>

struct json_object;

/* Trees of accounts have up to 64 levels, of an object and a list each. */
enum { FT_JSON_DEPTH = 160 };

/* Where a text is no JSON. */
struct ft_json_fault {
	uint32_t line; /* from 1 */
	const char *why;
};

/*
 * Whole numbers are int64 or uint64 where they fit, else double.  Of members
 * of one name the last one counts.
 * ret_json: to be given back with json_object_put().
 * 0, -EINVAL with *ret_fault, or -ENOMEM with why "out of memory".
 */
extern int ft_json_parse(const char *text, struct json_object **ret_json,
			 struct ft_json_fault *ret_fault);

#endif
