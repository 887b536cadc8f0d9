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
#include <stdbool.h>

/* To be given back with json_object_put(). */
extern struct json_object *sfair_envelope(const char *command);
extern void sfair_envelope_meta(struct json_object *envelope, const char *key,
				const char *text);
/* An error, also said on standard error with the subcommand's name.  Returns
 * SFAIR_REFUSED. */
extern int sfair_envelope_complain(struct json_object *envelope,
				   const char *text);
/* Prints it on standard output. */
extern void sfair_envelope_print(struct json_object *envelope);

/* Any text as a string of JSON, as sfair_put_text() has it; NULL: null. */
extern struct json_object *sfair_json_shown(const char *text);

/* Members: a string, of which control characters are escaped by JSON and bytes
 * that are no UTF-8 as in sfair_shown(); NULL: null. */
extern void sfair_put_text(struct json_object *json, const char *key,
			   const char *text);
extern void sfair_put_whole(struct json_object *json, const char *key,
			    int64_t number);
/* Seconds; null: SFAIR_ENDLESS. */
extern void sfair_put_limit(struct json_object *json, const char *key,
			    int64_t seconds);
/* null where the number is not finite. */
extern void sfair_put_real(struct json_object *json, const char *key,
			   double number);
/* An empty list, which is now a member. */
extern struct json_object *sfair_put_list(struct json_object *json,
					  const char *key);
/* An empty object, which is now an element of the list. */
extern struct json_object *sfair_add_object(struct json_object *list);

/* Members that may be missing or null: then NULL, "", 0, 0.0, false. */
extern struct json_object *sfair_get(struct json_object *json, const char *key);
extern const char *sfair_get_text(struct json_object *json, const char *key);
extern int64_t sfair_get_whole(struct json_object *json, const char *key);
extern double sfair_get_real(struct json_object *json, const char *key);
extern bool sfair_get_flag(struct json_object *json, const char *key);
/* Elements of a list, which may be NULL. */
extern size_t sfair_list_length(struct json_object *list);

#endif
