/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See envelope.h.
 */
#include "ft_config.h"

#include "sfair/base/envelope.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sfair/base/moment_text.h"
#include "sfair/base/sfair.h"
#include "sfair/base/shown.h"

struct json_object *sfair_envelope(const char *command)
{
	struct json_object *envelope = json_object_new_object();
	struct json_object *meta = json_object_new_object();

	sfair_put_text(meta, "format", "sfair/1");
	sfair_put_text(meta, "command", command);
	sfair_put_text(meta, "version", PACKAGE_VERSION);
	json_object_object_add(envelope, "meta", meta);
	sfair_put_list(envelope, "errors");
	return envelope;
}

void sfair_envelope_meta(struct json_object *envelope, const char *key,
			 const char *text)
{
	sfair_put_text(json_object_object_get(envelope, "meta"), key, text);
}

static void _add_error(struct json_object *envelope, const char *text)
{
	json_object_array_add(json_object_object_get(envelope, "errors"),
			      sfair_json_shown(text));
}

int sfair_envelope_complain(struct json_object *envelope, const char *text)
{
	struct json_object *meta = sfair_get(envelope, "meta");
	char shown[SFAIR_SHOWN];

	_add_error(envelope, text);
	fprintf(stderr, "sfair %s: %s\n", sfair_get_text(meta, "command"),
		sfair_shown(shown, text));
	return SFAIR_REFUSED;
}

void sfair_envelope_print(struct json_object *envelope)
{
	puts(json_object_to_json_string_ext(envelope, JSON_C_TO_STRING_PRETTY));
}

struct json_object *sfair_json_shown(const char *text)
{
	char *shown = text ? sfair_shown_whole(text) : NULL;
	struct json_object *json = shown ? json_object_new_string(shown) : NULL;

	free(shown);
	return json;
}

void sfair_put_text(struct json_object *json, const char *key, const char *text)
{
	json_object_object_add(json, key, sfair_json_shown(text));
}

void sfair_put_whole(struct json_object *json, const char *key, int64_t number)
{
	json_object_object_add(json, key, json_object_new_int64(number));
}

void sfair_put_limit(struct json_object *json, const char *key, int64_t seconds)
{
	if (seconds == SFAIR_ENDLESS)
		json_object_object_add(json, key, NULL);
	else
		sfair_put_whole(json, key, seconds);
}

void sfair_put_real(struct json_object *json, const char *key, double number)
{
	json_object_object_add(json, key,
			       isfinite(number) ? json_object_new_double(number)
						: NULL);
}

struct json_object *sfair_put_list(struct json_object *json, const char *key)
{
	struct json_object *list = json_object_new_array();

	json_object_object_add(json, key, list);
	return list;
}

struct json_object *sfair_add_object(struct json_object *list)
{
	struct json_object *object = json_object_new_object();

	json_object_array_add(list, object);
	return object;
}

struct json_object *sfair_get(struct json_object *json, const char *key)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(json, key, &value);
	return value;
}

const char *sfair_get_text(struct json_object *json, const char *key)
{
	struct json_object *value = sfair_get(json, key);

	return value ? json_object_get_string(value) : "";
}

int64_t sfair_get_whole(struct json_object *json, const char *key)
{
	return json_object_get_int64(sfair_get(json, key));
}

double sfair_get_real(struct json_object *json, const char *key)
{
	return json_object_get_double(sfair_get(json, key));
}

bool sfair_get_flag(struct json_object *json, const char *key)
{
	return json_object_get_boolean(sfair_get(json, key));
}

size_t sfair_list_length(struct json_object *list)
{
	return list ? json_object_array_length(list) : 0;
}
