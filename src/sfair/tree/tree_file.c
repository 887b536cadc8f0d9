/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See tree_file.h.  The JSON of a vertex:
 *
 *	{"name": "A", "shares": 40, "usage": 45, "children": [...]}
 *	{"name": "u1", "user": true, "shares": "parent", "usage": 20}
 */
#include "sfair/tree/tree_file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/pbs/resource_group.h"
#include "sfair/base/json_file.h"

/* More than any usage that a cluster can collect in seconds. */
#define USAGE_MAX 1e18

struct reader {
	const char *path;
	struct ft_vertex_list *list;
	struct ft_err *err;
};

static int _refuse_vertex(const struct reader *reader, const char *name,
			  const char *why)
{
	return ft_fail(reader->err, -EINVAL, "%s: vertex %s: %s", reader->path,
		       name, why);
}

static int _vertex_shares(const struct reader *reader, struct json_object *json,
			  struct ft_vertex *vertex)
{
	int64_t shares = json_object_get_int64(json);

	if (json_object_is_type(json, json_type_string) &&
	    !strcmp(json_object_get_string(json), "parent")) {
		vertex->shares = FT_SHARES_PARENT;
		return 0;
	}
	if (!json_object_is_type(json, json_type_int) || shares < 0 ||
	    shares >= FT_SHARES_PARENT)
		return _refuse_vertex(
			reader, vertex->name,
			"shares must be a whole number of 0 or more, "
			"or \"parent\"");
	vertex->shares = (uint32_t) shares;
	return 0;
}

static int _vertex_usage(const struct reader *reader, struct json_object *json,
			 struct ft_vertex *vertex)
{
	double usage = json_object_get_double(json);

	if ((!json_object_is_type(json, json_type_double) &&
	     !json_object_is_type(json, json_type_int)) ||
	    !(usage >= 0 && usage <= USAGE_MAX))
		return _refuse_vertex(reader, vertex->name,
				      "usage must be a number of 0 or more");
	vertex->usage = usage;
	vertex->usage_given = true;
	return 0;
}

/* What a vertex says of itself; children are for the caller. */
static int _vertex_fields(const struct reader *reader, struct json_object *json,
			  struct ft_vertex *vertex)
{
	int rc = 0;

	vertex->shares = 1;
	json_object_object_foreach(json, key, value)
	{
		if (rc)
			return rc;
		if (!strcmp(key, "shares"))
			rc = _vertex_shares(reader, value, vertex);
		else if (!strcmp(key, "usage"))
			rc = _vertex_usage(reader, value, vertex);
		else if (!strcmp(key, "user"))
			vertex->leaf = json_object_get_boolean(value);
		else if (strcmp(key, "name") && strcmp(key, "children"))
			rc = ft_fail(reader->err, -EINVAL,
				     "%s: vertex %s: %s is no key: name, "
				     "shares, usage, user and children are",
				     reader->path, vertex->name, key);
	}
	return rc;
}

static int _vertex(const struct reader *reader, struct json_object *json,
		   uint32_t index);

static int _child(const struct reader *reader, struct json_object *json,
		  uint32_t parent)
{
	const char *name = sfair_json_text(json, "name");
	struct ft_vertex *vertex;

	if (!name)
		return _refuse_vertex(
			reader, reader->list->vertex[parent].name,
			"each child must be an object with a name");
	if (ft_vertex_add(reader->list, parent, name, "", &vertex))
		return ft_no_memory(reader->err);
	return _vertex(reader, json, reader->list->count - 1);
}

/* Depth is what json-c let pass: a few dozen. */
static int _vertex(const struct reader *reader, struct json_object *json,
		   uint32_t index)
{
	struct ft_vertex *vertex = &reader->list->vertex[index];
	struct json_object *children = NULL;
	int rc = _vertex_fields(reader, json, vertex);

	if (rc || !json_object_object_get_ex(json, "children", &children))
		return rc;
	if (!json_object_is_type(children, json_type_array) || vertex->leaf)
		return _refuse_vertex(reader, vertex->name,
				      vertex->leaf ? "a user has no children"
						   : "children must be a list");
	for (size_t i = 0; !rc && i < json_object_array_length(children); i++)
		rc = _child(reader, json_object_array_get_idx(children, i),
			    index);
	return rc;
}

static int _read_json(const char *path, const char *text,
		      struct ft_vertex_list *list, struct ft_err *err)
{
	struct reader reader = {.path = path, .list = list, .err = err};
	struct json_object *json = sfair_json_parse(path, text, err);
	const char *name;
	int rc;

	if (!json)
		return err->code;
	name = sfair_json_text(json, "name");
	if (!name)
		rc = ft_fail(err, -EINVAL,
			     "%s: the root must be an object with a name",
			     path);
	else if (ft_vertex_init(list, name))
		rc = ft_no_memory(err);
	else
		rc = _vertex(&reader, json, 0);
	if (rc)
		ft_vertex_fini(list);
	json_object_put(json);
	return rc;
}

static void _print_bad_line(void *context, const char *text)
{
	(void) context;
	fprintf(stderr, "sfair tree: %s\n", text);
}

int sfair_tree_read(const char *path, uint32_t unknown_shares,
		    struct ft_vertex_list *list, bool *ret_pbs,
		    struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (rc)
		return rc;
	*ret_pbs = text[strspn(text, " \t\r\n")] != '{';
	if (*ret_pbs)
		rc = ft_resource_group_read(text, path, unknown_shares,
					    _print_bad_line, NULL, list, err);
	else
		rc = _read_json(path, text, list, err);
	free(text);
	return rc;
}

/* One line "name value"; an empty one says nothing. */
static int _usage_line(char *line, bool pbs, struct ft_vertex_list *list,
		       struct ft_err *err)
{
	char *name = strtok_r(line, " \t\r", &line);
	char *value = name ? strtok_r(NULL, " \t\r", &line) : NULL;
	uint32_t index;
	double usage;
	int rc = 0;

	if (!name)
		return 0;
	if (!value || strtok_r(NULL, " \t\r", &line) ||
	    ft_number_real(value, 0, USAGE_MAX, &usage))
		return ft_fail(err, -EINVAL,
			       "%s: give a name and its usage, a number of 0 "
			       "or more",
			       name);
	if (pbs)
		rc = ft_resource_group_entity(list, name, &index);
	else
		index = ft_vertex_find(list, name);
	if (rc == -ENOMEM)
		return ft_fail(err, rc, "out of memory");
	if (rc || index == FT_SHARE_NONE || !list->vertex[index].leaf)
		return ft_fail(err, -EINVAL,
			       "%s is no leaf of the tree: only leaves have "
			       "usage of their own",
			       name);
	list->vertex[index].usage = usage;
	list->vertex[index].usage_given = true;
	return 0;
}

int sfair_tree_usage(const char *path, bool pbs, struct ft_vertex_list *list,
		     struct ft_err *err)
{
	char *text = NULL, *rest, *line;
	struct ft_err why = {0};
	uint32_t number = 0;
	int rc = sfair_file_read(path, &text, err);

	if (rc)
		return rc;
	for (rest = text; !rc && (line = strsep(&rest, "\n"));) {
		number++;
		line[strcspn(line, "#")] = '\0';
		rc = _usage_line(line, pbs, list, &why);
	}
	free(text);
	return rc ? ft_fail(err, rc, "%s:%" PRIu32 ": %.400s", path, number,
			    why.text)
		  : 0;
}
