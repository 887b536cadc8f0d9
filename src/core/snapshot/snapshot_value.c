/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See snapshot_value.h.
 */
#include "core/snapshot/snapshot_value.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/arena.h"

/* Amounts of each resource; null gives NULL. */
static int _read_amounts(struct ft_reader *reader, struct json_object *array,
			 const char *key, const int64_t **ret_amount)
{
	uint32_t count = reader->snapshot->resource_count;
	int64_t *amount;

	*ret_amount = NULL;
	if (!array)
		return 0;
	amount = ft_snapshot_alloc(reader->snapshot, count * sizeof(*amount));
	if (!amount)
		return ft_reader_no_memory(reader);
	*ret_amount = amount;
	return ft_reader_read_ints(reader, array, key, count, amount);
}

extern int ft_snapshot_get_amounts(struct ft_reader *reader,
				   struct json_object *object, const char *key,
				   const int64_t **ret_amount)
{
	struct json_object *value;

	if (!json_object_object_get_ex(object, key, &value))
		return FT_READER_REFUSE(reader, "%s is missing", key);
	return _read_amounts(reader, value, key, ret_amount);
}

/* null gives NULL. */
static int _read_set(struct ft_reader *reader, struct json_object *object,
		     const char *key, const struct ft_node_set **ret_set)
{
	struct json_object *value;
	uint32_t id;
	int rc;

	*ret_set = NULL;
	if (json_object_object_get_ex(object, key, &value) && !value)
		return 0;
	rc = ft_reader_get_u32(reader, object, key, &id);
	if (rc)
		return rc;
	if (id >= reader->sets)
		return FT_READER_REFUSE(
			reader, "%s: set %" PRIu32 " is not known", key, id);
	*ret_set = reader->set[id];
	return 0;
}

/* A text for people: of what does not print nothing is kept. */
static int _read_text(struct ft_reader *reader, struct json_object *object,
		      const char *key, const char **ret_text)
{
	struct json_object *value;
	size_t size;
	char *text;
	int rc = ft_reader_get(reader, object, key, json_type_string, &value);

	if (rc)
		return rc;
	size = strlen(json_object_get_string(value)) + 1;
	text = ft_snapshot_alloc(reader->snapshot, size);
	if (!text)
		return ft_reader_no_memory(reader);
	memcpy(text, json_object_get_string(value), size);
	for (char *at = text; *at; at++)
		if (*at < ' ' || *at > '~')
			*at = '?';
	*ret_text = text;
	return 0;
}

static int _read_share(struct ft_reader *reader, const char *key,
		       struct json_object *one, struct ft_share *share)
{
	struct json_object *node, *tasks;
	int64_t index, count;

	/* json-c asserts it. */
	if (json_object_get_type(one) != json_type_array)
		return FT_READER_REFUSE(reader, "%s: no list", key);
	node = json_object_array_get_idx(one, 0);
	tasks = json_object_array_get_idx(one, 1);
	index = json_object_get_int64(node);
	count = json_object_get_int64(tasks);
	if ((json_object_get_type(node) != json_type_int) ||
	    (json_object_get_type(tasks) != json_type_int) || (index < 0) ||
	    (index > UINT32_MAX) || (count < 0) || (count > UINT32_MAX))
		return FT_READER_REFUSE(reader, "%s: no node or tasks", key);
	share->node = (uint32_t) index;
	share->tasks = (uint32_t) count;
	return _read_amounts(reader, json_object_array_get_idx(one, 2), key,
			     &share->amount);
}

/* Two numbers, the first from 0 to 2^32 - 1. */
static int _read_pair(struct ft_reader *reader, const char *key,
		      struct json_object *one, uint32_t *ret_index,
		      int64_t *ret_number)
{
	int64_t pair[2];
	int rc = ft_reader_read_ints(reader, one, key, 2, pair);

	if (rc)
		return rc;
	if ((pair[0] < 0) || (pair[0] > UINT32_MAX))
		return FT_READER_REFUSE(
			reader, "%s: %" PRId64 " does not exist", key, pair[0]);
	*ret_index = (uint32_t) pair[0];
	*ret_number = pair[1];
	return 0;
}

static int _read_mark(struct ft_reader *reader, const char *key,
		      struct json_object *one, struct ft_mark *mark)
{
	int64_t tag;
	int rc = _read_pair(reader, key, one, &mark->kind, &tag);

	if (rc)
		return rc;
	if ((tag < 0) || (tag > FT_TAG_MAX))
		return FT_READER_REFUSE(
			reader, "%s: tag %" PRId64 " does not exist", key, tag);
	mark->tag = (uint32_t) tag;
	return 0;
}

static int _read_index(struct ft_reader *reader, const char *key,
		       struct json_object *one, uint32_t *ret_index)
{
	int64_t index = json_object_get_int64(one);

	if ((json_object_get_type(one) != json_type_int) || (index < 0) ||
	    (index > UINT32_MAX))
		return FT_READER_REFUSE(reader, "%s: %s does not exist", key,
					json_object_to_json_string(one));
	*ret_index = (uint32_t) index;
	return 0;
}

/* element: of the kind's type. */
static int _read_element(struct ft_reader *reader, const struct ft_field *field,
			 struct json_object *one, void *element)
{
	struct ft_licence *licence = element;
	struct ft_claim *claim = element;

	switch (field->kind) {
	case FT_FIELD_SHARES:
		return _read_share(reader, field->key, one, element);
	case FT_FIELD_LICENCES:
		return _read_pair(reader, field->key, one, &licence->licence,
				  &licence->count);
	case FT_FIELD_CLAIMS:
		return _read_pair(reader, field->key, one, &claim->limit,
				  &claim->count);
	case FT_FIELD_MARKS:
		return _read_mark(reader, field->key, one, element);
	case FT_FIELD_REQUESTS:
		return ft_fields_read(reader, one, ft_request_fields, element);
	default:
		return _read_index(reader, field->key, one, element);
	}
}

static int _read_list(struct ft_reader *reader, struct json_object *object,
		      const struct ft_field *field, void *record)
{
	size_t size = ft_field_size(field->kind), count;
	struct json_object *array;
	uint32_t number;
	char *list;
	int rc = ft_reader_get(reader, object, field->key, json_type_array,
			       &array);

	if (rc)
		return rc;
	count = json_object_array_length(array);
	list = ft_snapshot_alloc(reader->snapshot, count * size);
	if (!list)
		return ft_reader_no_memory(reader);
	for (size_t i = 0; !rc && (i < count); i++)
		rc = _read_element(reader, field,
				   json_object_array_get_idx(array, i),
				   list + i * size);
	number = (uint32_t) count -
		 (count && (field->kind == FT_FIELD_ENDS) ? 1 : 0);
	memcpy((char *) record + field->at, &list, sizeof(list));
	memcpy((char *) record + field->count_at, &number, sizeof(number));
	return rc;
}

static int _read_u64(struct ft_reader *reader, struct json_object *object,
		     const char *key, uint64_t *ret_value)
{
	struct json_object *value;
	int rc = ft_reader_get(reader, object, key, json_type_int, &value);

	if (rc)
		return rc;
	if (json_object_get_int64(value) < 0)
		return FT_READER_REFUSE(reader, "%s is negative", key);
	*ret_value = json_object_get_uint64(value);
	return 0;
}

static int _read_field(struct ft_reader *reader, struct json_object *object,
		       const struct ft_field *field, void *record)
{
	void *at = (char *) record + field->at;
	const char *key = field->key;

	switch (field->kind) {
	case FT_FIELD_INT:
		return ft_reader_get_int(reader, object, key, at);
	case FT_FIELD_U32:
	case FT_FIELD_INDEX:
		return ft_reader_get_u32(reader, object, key, at);
	case FT_FIELD_U64:
		return _read_u64(reader, object, key, at);
	case FT_FIELD_BOOL:
		return ft_reader_get_bool(reader, object, key, at);
	case FT_FIELD_NAME:
		return ft_reader_get_optional_name(reader, object, key,
						   field->names, at);
	case FT_FIELD_TEXT:
		return _read_text(reader, object, key, at);
	case FT_FIELD_SET:
		return _read_set(reader, object, key, at);
	case FT_FIELD_AMOUNTS:
		return ft_snapshot_get_amounts(reader, object, key, at);
	default:
		return _read_list(reader, object, field, record);
	}
}

extern int ft_fields_read(struct ft_reader *reader, struct json_object *object,
			  const struct ft_field *field, void *record)
{
	bool with = false;
	int rc = 0;

	for (; !rc && field->key; field++) {
		bool given =
			json_object_object_get_ex(object, field->key, NULL);

		if (field->when == FT_FIELD_IF_SET)
			with = given;
		if (given || (field->when == FT_FIELD_ALWAYS) ||
		    ((field->when == FT_FIELD_WITH) && with))
			rc = _read_field(reader, object, field, record);
	}
	return rc;
}
