/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See reader.h.
 */
#include "core/snapshot/reader.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

extern int ft_reader_no_memory(struct ft_reader *reader)
{
	return ft_no_memory_for(reader->err, reader->path);
}

extern int ft_reader_get(struct ft_reader *reader, struct json_object *object,
			 const char *field, enum json_type type,
			 struct json_object **ret_value)
{
	if (!json_object_object_get_ex(object, field, ret_value) ||
	    (json_object_get_type(*ret_value) != type))
		return FT_READER_REFUSE(
			reader, "%s is missing or of a wrong type", field);
	return 0;
}

extern int ft_reader_get_int(struct ft_reader *reader,
			     struct json_object *object, const char *field,
			     int64_t *ret_value)
{
	struct json_object *value;
	int rc = ft_reader_get(reader, object, field, json_type_int, &value);

	if (!rc)
		*ret_value = json_object_get_int64(value);
	return rc;
}

extern int ft_reader_get_u32(struct ft_reader *reader,
			     struct json_object *object, const char *field,
			     uint32_t *ret_value)
{
	int64_t value;
	int rc = ft_reader_get_int(reader, object, field, &value);

	if (rc)
		return rc;
	if ((value < 0) || (value > UINT32_MAX))
		return FT_READER_REFUSE(
			reader, "%s %" PRId64 " is out of range", field, value);
	*ret_value = (uint32_t) value;
	return 0;
}

extern int ft_reader_get_bool(struct ft_reader *reader,
			      struct json_object *object, const char *field,
			      bool *ret_value)
{
	struct json_object *value;
	int rc =
		ft_reader_get(reader, object, field, json_type_boolean, &value);

	if (!rc)
		*ret_value = json_object_get_boolean(value);
	return rc;
}

/* One of the names; its index.  Absent is fine. */
extern int ft_reader_get_optional_name(struct ft_reader *reader,
				       struct json_object *object,
				       const char *field,
				       const char *const *names,
				       uint32_t *ret_index)
{
	struct json_object *value;
	uint32_t i = 0;

	if (!json_object_object_get_ex(object, field, NULL))
		return 0;
	if (ft_reader_get(reader, object, field, json_type_string, &value))
		return -EINVAL;
	while (names[i] && strcmp(names[i], json_object_get_string(value)))
		i++;
	if (!names[i])
		return FT_READER_REFUSE(reader, "%s %s is not known", field,
					json_object_get_string(value));
	*ret_index = i;
	return 0;
}

/* An array of exactly count whole numbers. */
extern int ft_reader_read_ints(struct ft_reader *reader,
			       struct json_object *array, const char *field,
			       size_t count, int64_t *ret_value)
{
	if ((json_object_get_type(array) != json_type_array) ||
	    (json_object_array_length(array) != count))
		return FT_READER_REFUSE(reader, "%s is no array of %zu numbers",
					field, count);
	for (size_t i = 0; i < count; i++) {
		struct json_object *one = json_object_array_get_idx(array, i);

		if (json_object_get_type(one) != json_type_int)
			return FT_READER_REFUSE(reader,
						"%s is no array of %zu numbers",
						field, count);
		ret_value[i] = json_object_get_int64(one);
	}
	return 0;
}
