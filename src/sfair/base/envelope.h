/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_envelope - what all of sfair's answers in JSON have in common.
 *
 * {"meta":{"format":"sfair/1","command":...,"version":...},"errors":[],...}:
 * a subcommand adds lists of its own.  format changes when a member that is
 * there means something else; members may be added.
 */
#ifndef FT_SFAIR_BASE_ENVELOPE_H
#define FT_SFAIR_BASE_ENVELOPE_H

#include <json-c/json.h>

/* To be given back with json_object_put(). */
extern struct json_object *sfair_envelope(const char *command);
extern void sfair_envelope_meta(struct json_object *envelope, const char *key,
				const char *text);
extern void sfair_envelope_error(struct json_object *envelope,
				 const char *text);
/* Prints it on standard output. */
extern void sfair_envelope_print(struct json_object *envelope);

/* Members: a string, of which control characters are escaped by JSON and bytes
 * that are no UTF-8 as in sfair_shown(); NULL: null. */
extern void sfair_put_text(struct json_object *json, const char *key,
			   const char *text);
extern void sfair_put_whole(struct json_object *json, const char *key,
			    int64_t number);
/* An empty list, which is now a member. */
extern struct json_object *sfair_put_list(struct json_object *json,
					  const char *key);
/* An empty object, which is now an element of the list. */
extern struct json_object *sfair_add_object(struct json_object *list);

#endif
