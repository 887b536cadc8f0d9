/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See json_file.h.
 */
#include "sfair/base/json_file.h"
#include "core/base/line.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sfair_file_read(const char *path, char **ret_text, struct ft_err *err)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t size;
	int rc;

	if (!file)
		return ft_fail(err, -errno, "%s: %s", path, strerror(errno));
	rc = ft_file_read(file, &text, &size, FT_FILE_MAX);
	fclose(file);
	if (rc)
		return ft_fail(err, rc, "%s: %s", path, strerror(-rc));
	if (!size) {
		free(text);
		return ft_fail(err, -EINVAL, "%s: the file is empty", path);
	}
	*ret_text = text;
	return 0;
}

static int _line_of(const char *text, size_t offset)
{
	int line = 1;

	for (size_t i = 0; i < offset && text[i]; i++)
		line += text[i] == '\n';
	return line;
}

struct json_object *sfair_json_parse(const char *path, const char *text,
				     struct ft_err *err)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *json = NULL;
	enum json_tokener_error error;

	if (!tokener) {
		ft_fail(err, -ENOMEM, "out of memory");
		return NULL;
	}
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	json = json_tokener_parse_ex(tokener, text, (int) strlen(text) + 1);
	error = json_tokener_get_error(tokener);
	if (!json)
		ft_fail(err, -EINVAL, "%s:%d: %s", path,
			_line_of(text, json_tokener_get_parse_end(tokener)),
			json_tokener_error_desc(error));
	json_tokener_free(tokener);
	return json;
}

int sfair_json_read(const char *path, struct json_object **ret_json,
		    struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (rc)
		return rc;
	*ret_json = sfair_json_parse(path, text, err);
	free(text);
	return *ret_json ? 0 : err->code;
}

const char *sfair_json_text(struct json_object *json, const char *key)
{
	struct json_object *text;

	if (!json_object_is_type(json, json_type_object) ||
	    !json_object_object_get_ex(json, key, &text) ||
	    !json_object_is_type(text, json_type_string) ||
	    !json_object_get_string_len(text))
		return NULL;
	return json_object_get_string(text);
}

bool sfair_json_whole(struct json_object *json, const char *key,
		      int64_t *ret_value)
{
	struct json_object *number;

	if (!json_object_object_get_ex(json, key, &number) ||
	    !json_object_is_type(number, json_type_int))
		return false;
	*ret_value = json_object_get_int64(number);
	return true;
}

int sfair_json_each(struct json_object *json, const char *key,
		    int (*take)(void *context, struct json_object *element),
		    void *context, const char *path, struct ft_err *err)
{
	struct json_object *list;
	int rc = 0;

	if (!json_object_is_type(json, json_type_object))
		return ft_fail(err, -EINVAL, "%s: this is no object", path);
	if (!json_object_object_get_ex(json, key, &list))
		return 0;
	if (!json_object_is_type(list, json_type_array))
		return ft_fail(err, -EINVAL, "%s: %s must be a list", path,
			       key);
	for (size_t i = 0; !rc && i < json_object_array_length(list); i++)
		rc = take(context, json_object_array_get_idx(list, i));
	return rc;
}
