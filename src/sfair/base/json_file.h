/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_json_* - files and JSON, as the subcommands read them.
 *
 * Refuses a file that is no JSON, with file and line.
 */
#ifndef FT_SFAIR_BASE_JSON_FILE_H
#define FT_SFAIR_BASE_JSON_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"

struct json_object;

/* The whole of a file with a 0 behind, to be freed.  0 or -errno with err. */
extern int sfair_file_read(const char *path, char **ret_text,
			   struct ft_err *err);

/* NULL with err: text is no JSON.  path: for messages. */
extern struct json_object *sfair_json_parse(const char *path, const char *text,
					    struct ft_err *err);
/* The file as JSON, to be given back.  0 or -errno with err. */
extern int sfair_json_read(const char *path, struct json_object **ret_json,
			   struct ft_err *err);

/* A string that is not empty; NULL: there is none of that key. */
extern const char *sfair_json_text(struct json_object *json, const char *key);
/* Whether there is a whole number of that key. */
extern bool sfair_json_whole(struct json_object *json, const char *key,
			     int64_t *ret_value);

/*
 * Calls take for each element of the list json[key]; without that key for
 * none.  0, what take returns, or -EINVAL with err (it is no list).
 */
extern int sfair_json_each(struct json_object *json, const char *key,
			   int (*take)(void *context,
				       struct json_object *element),
			   void *context, const char *path, struct ft_err *err);

#endif
