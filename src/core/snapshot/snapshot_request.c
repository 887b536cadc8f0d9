/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See snapshot_value.h: what a job asks for.
 */
#include "core/snapshot/snapshot_value.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/arena.h"

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

static int _read_times(struct ft_reader *reader, struct json_object *object,
		       struct ft_request *r)
{
	if (ft_reader_get_int(reader, object, "duration", &r->duration) ||
	    ft_reader_get_optional_int(reader, object, "least", &r->least) ||
	    ft_reader_get_optional_int(reader, object, "step", &r->step) ||
	    ft_reader_get_int(reader, object, "not_before", &r->not_before))
		return -EINVAL;
	return ft_reader_get_int(reader, object, "end_by", &r->end_by);
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

static int _read_lists(struct ft_reader *reader, struct json_object *object,
		       struct ft_request *r)
{
	int rc = ft_snapshot_get_set(reader, object, "eligible", &r->eligible);

	if (!rc)
		rc = ft_snapshot_get_set(reader, object, "required",
					 &r->required);
	if (!rc)
		rc = ft_snapshot_get_licences(reader, object, &r->licence,
					      &r->licence_count);
	if (!rc)
		rc = _get_closures(reader, object, r);
	if (!rc)
		rc = ft_snapshot_get_claims(reader, object, &r->claim,
					    &r->claim_count);
	return rc ? rc : _get_marks(reader, object, r);
}

/* Each absent where it does not matter. */
static int _read_options(struct ft_reader *reader, struct json_object *object,
			 struct ft_request *r)
{
	if (ft_reader_get_optional_u32(reader, object, "leaves", &r->leaves) ||
	    ft_reader_get_optional_u32(reader, object, "leaf_level",
				       &r->leaf_level) ||
	    ft_reader_get_optional_u32(reader, object, "change", &r->change) ||
	    ft_reader_get_optional_u32(reader, object, "place", &r->place) ||
	    (json_object_object_get_ex(object, "alone", NULL) &&
	     ft_reader_get_bool(reader, object, "alone", &r->alone)))
		return -EINVAL;
	return 0;
}

/* Absent, too, if nothing is wanted. */
static int _read_wanted(struct ft_reader *reader, struct json_object *object,
			struct ft_request *r)
{
	int rc = 0;

	if (json_object_object_get_ex(object, "want_node", NULL))
		rc = ft_snapshot_get_amounts(reader, object, "want_node",
					     &r->want_node);
	if (!rc && json_object_object_get_ex(object, "want_task", NULL))
		rc = ft_snapshot_get_amounts(reader, object, "want_task",
					     &r->want_task);
	return rc;
}

static int _read_one_request(struct ft_reader *reader,
			     struct json_object *object, struct ft_request *r)
{
	const struct {
		const char *field;
		uint32_t *value;
	} counts[] = {
		{"min_nodes", &r->min_nodes},
		{"max_nodes", &r->max_nodes},
		{"tasks", &r->tasks},
		{"min_tasks_node", &r->min_tasks_node},
		{"max_tasks_node", &r->max_tasks_node},
		{"cpus_per_task", &r->cpus_per_task},
	};
	struct json_object *takes;
	int rc = 0;

	for (size_t i = 0; !rc && (i < sizeof(counts) / sizeof(*counts)); i++)
		rc = ft_reader_get_u32(reader, object, counts[i].field,
				       counts[i].value);
	if (rc || (rc = _read_times(reader, object, r)) ||
	    (rc = ft_snapshot_get_amounts(reader, object, "per_node",
					  &r->per_node)) ||
	    (rc = ft_snapshot_get_amounts(reader, object, "per_task",
					  &r->per_task)) ||
	    (rc = ft_snapshot_get_amounts(reader, object, "per_core",
					  &r->per_core)) ||
	    (rc = _read_wanted(reader, object, r)) ||
	    (rc = ft_reader_get_bool(reader, object, "exclusive",
				     &r->exclusive)) ||
	    (rc = ft_reader_get_bool(reader, object, "contiguous",
				     &r->contiguous)) ||
	    (rc = _read_options(reader, object, r)))
		return rc;
	if (json_object_object_get_ex(object, "takes", &takes))
		r->takes = json_object_get_uint64(takes);
	if (json_object_object_get_ex(object, "apart", NULL) &&
	    (rc = ft_reader_get_bool(reader, object, "apart", &r->apart)))
		return rc;
	return _read_lists(reader, object, r);
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
