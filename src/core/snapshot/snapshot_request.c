/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See snapshot_value.h: what a job asks for.
 */
#include "core/snapshot/snapshot_value.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/snapshot/request_field.h"

static int _get_closures(struct ft_reader *reader, struct json_object *object,
			 struct ft_request *request)
{
	struct json_object *array;
	uint32_t *closure;
	size_t count;
	int rc = ft_reader_get(reader, object, "closures", json_type_array,
			       &array);

	if (rc)
		return rc;
	count = json_object_array_length(array);
	closure = ft_snapshot_alloc(reader->snapshot, count * sizeof(*closure));
	if (!closure)
		return ft_reader_no_memory(reader);
	for (size_t i = 0; i < count; i++) {
		int64_t index = json_object_get_int64(
			json_object_array_get_idx(array, i));

		if ((index < 0) || (index > UINT32_MAX))
			return FT_READER_REFUSE(
				reader, "closure %" PRId64 " does not exist",
				index);
		closure[i] = (uint32_t) index;
	}
	request->closure = closure;
	request->closure_count = (uint32_t) count;
	return 0;
}

static int _get_marks(struct ft_reader *reader, struct json_object *object,
		      struct ft_request *request)
{
	struct ft_mark *mark;
	int64_t *pair = NULL;
	uint32_t count;
	int rc = ft_snapshot_get_pairs(reader, object, "marks", &pair, &count);

	if (rc || !count)
		return rc;
	mark = ft_snapshot_alloc(reader->snapshot, count * sizeof(*mark));
	if (!mark)
		return ft_reader_no_memory(reader);
	for (uint32_t i = 0; i < count; i++) {
		if ((pair[2 * i + 1] < 0) || (pair[2 * i + 1] > FT_TAG_MAX))
			return FT_READER_REFUSE(
				reader, "tag %" PRId64 " does not exist",
				pair[2 * i + 1]);
		mark[i].kind = (uint32_t) pair[2 * i];
		mark[i].tag = (uint32_t) pair[2 * i + 1];
	}
	request->mark = mark;
	request->mark_count = count;
	return 0;
}

static bool _has_field(struct json_object *object, const char *field)
{
	return json_object_object_get_ex(object, field, NULL);
}

static uint64_t _get_classes(struct json_object *object, const char *field)
{
	struct json_object *classes;

	return json_object_object_get_ex(object, field, &classes)
		       ? json_object_get_uint64(classes)
		       : 0;
}

#define GET(kind, field)                                                       \
	if (!rc)                                                               \
		GET_##kind(field);
#define GET_LENGTH(field)                                                      \
	rc = ft_reader_get_int(reader, object, #field, &r->field)
#define GET_STEP(field)                                                        \
	rc = ft_reader_get_optional_int(reader, object, #field, &r->field)
#define GET_TIME(field) GET_LENGTH(field)
#define GET_COUNT(field)                                                       \
	rc = ft_reader_get_u32(reader, object, #field, &r->field)
#define GET_OPTION(field)                                                      \
	rc = ft_reader_get_optional_u32(reader, object, #field, &r->field)
#define GET_AMOUNTS(field)                                                     \
	rc = ft_snapshot_get_amounts(reader, object, #field, &r->field)
#define GET_WANTED(field)                                                      \
	rc = _has_field(object, #field)                                        \
		     ? ft_snapshot_get_amounts(reader, object, #field,         \
					       &r->field)                      \
		     : 0
#define GET_BOOL(field)                                                        \
	rc = ft_reader_get_bool(reader, object, #field, &r->field)
#define GET_FLAG(field)                                                        \
	rc = _has_field(object, #field)                                        \
		     ? ft_reader_get_bool(reader, object, #field, &r->field)   \
		     : 0
#define GET_SET(field)                                                         \
	rc = ft_snapshot_get_set(reader, object, #field, &r->field)
#define GET_LICENCES(field)                                                    \
	rc = ft_snapshot_get_licences(reader, object, &r->field,               \
				      &r->field##_count)
#define GET_CLOSURES(field) rc = _get_closures(reader, object, r)
#define GET_MARKS(field) rc = _get_marks(reader, object, r)
#define GET_CLAIMS(field)                                                      \
	rc = ft_snapshot_get_claims(reader, object, &r->field,                 \
				    &r->field##_count)
#define GET_CLASSES(field) r->field = _get_classes(object, #field)

static int _read_one_request(struct ft_reader *reader,
			     struct json_object *object, struct ft_request *r)
{
	int rc = 0;

	FT_REQUEST_FIELDS(GET)
	return rc;
}

/* Absent without parts. */
static int _read_parts(struct ft_reader *reader, struct json_object *object,
		       struct ft_request *r)
{
	struct json_object *array;
	struct ft_request *part;
	size_t count;
	int rc;

	if (!json_object_object_get_ex(object, "parts", NULL))
		return 0;
	rc = ft_reader_get(reader, object, "parts", json_type_array, &array);
	if (rc)
		return rc;
	count = json_object_array_length(array);
	part = ft_snapshot_alloc(reader->snapshot, count * sizeof(*part));
	if (!part)
		return ft_reader_no_memory(reader);
	for (size_t i = 0; !rc && (i < count); i++)
		rc = _read_one_request(
			reader, json_object_array_get_idx(array, i), &part[i]);
	r->part = part;
	r->part_count = (uint32_t) count;
	return rc;
}

extern int ft_snapshot_get_request(struct ft_reader *reader,
				   struct json_object *object,
				   struct ft_request *r)
{
	int rc = _read_one_request(reader, object, r);

	return rc ? rc : _read_parts(reader, object, r);
}
