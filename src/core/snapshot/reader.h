/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_reader - fields of one line of a file of JSON lines.
 *
 * Whatever is not what it should be is refused with path and line.  Refuses to
 * know what lines mean: see snapshot_read.c.
 */
#ifndef FT_CORE_SNAPSHOT_READER_H
#define FT_CORE_SNAPSHOT_READER_H

#include <json-c/json.h>

#include "core/snapshot/snapshot.h"

struct ft_reader {
	const char *path;
	size_t line;
	struct ft_snapshot *snapshot; /* NULL before the header */
	struct ft_node_set **set;
	uint32_t sets;
	bool ended;
	struct ft_err *err;
};

#define FT_READER_REFUSE(reader, format, ...)                                  \
	ft_fail((reader)->err, -EINVAL, "%s: line %zu: " format,               \
		(reader)->path, (reader)->line, __VA_ARGS__)

/* All return 0 or -errno, with err set. */

extern int ft_reader_no_memory(struct ft_reader *reader);

extern int ft_reader_get(struct ft_reader *reader, struct json_object *object,
			 const char *field, enum json_type type,
			 struct json_object **ret_value);

extern int ft_reader_get_int(struct ft_reader *reader,
			     struct json_object *object, const char *field,
			     int64_t *ret_value);

extern int ft_reader_get_u32(struct ft_reader *reader,
			     struct json_object *object, const char *field,
			     uint32_t *ret_value);

extern int ft_reader_get_bool(struct ft_reader *reader,
			      struct json_object *object, const char *field,
			      bool *ret_value);

/* One of the names; its index.  Absent is fine. */
extern int ft_reader_get_optional_name(struct ft_reader *reader,
				       struct json_object *object,
				       const char *field,
				       const char *const *names,
				       uint32_t *ret_index);

/* An array of exactly count whole numbers. */
extern int ft_reader_read_ints(struct ft_reader *reader,
			       struct json_object *array, const char *field,
			       size_t count, int64_t *ret_value);

#endif
