/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_snapshot_write - the text form of a snapshot, see snapshot.h.
 *
 * Sets that several records share are written once, so that reading restores
 * the sharing.  Node sets are ranges ("0-9,12"), amounts are arrays.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/id_map.h"
#include "core/base/json_writer.h"
#include "core/snapshot/field.h"

struct writer {
	const struct ft_snapshot *snapshot;
	struct ft_json_writer json;
	struct ft_id_map sets; /* sets already written: their numbers */
	bool failed;	       /* out of memory */
};

static void _begin_line(struct writer *writer)
{
	ft_json_open(&writer->json, NULL, '{');
}

static void _close_line(struct writer *writer)
{
	ft_json_close(&writer->json, '}');
	ft_json_end_line(&writer->json);
}

static void _int(struct writer *writer, const char *key, int64_t value)
{
	ft_json_int(&writer->json, key, value);
}

/* An amount of each resource. */
static void _amounts(struct writer *writer, const char *key,
		     const int64_t *amount)
{
	ft_json_ints(&writer->json, key, amount,
		     writer->snapshot->resource_count);
}

static void _write_ranges(FILE *file, const struct ft_node_set *set)
{
	uint32_t node = ft_node_set_next(set, 0);
	const char *comma = "";

	while (node < set->size) {
		uint32_t last = node;
		char range[32];

		while ((last + 1 < set->size) && ft_node_set_has(set, last + 1))
			last++;
		snprintf(range, sizeof(range),
			 last > node ? "%s%" PRIu32 "-%" PRIu32 : "%s%" PRIu32,
			 comma, node, last);
		fputs(range, file);
		comma = ",";
		node = ft_node_set_next(set, last + 1);
	}
}

static void _put_set(struct writer *writer, const struct ft_node_set *set)
{
	uint32_t number = (uint32_t) writer->sets.count;

	if (!set || ft_id_map_get(&writer->sets, ft_id_of(set), NULL))
		return;
	if (ft_id_map_put(&writer->sets, ft_id_of(set), number))
		writer->failed = true;
	fputs("{\"set\":\"", writer->json.file);
	_write_ranges(writer->json.file, set);
	fputs("\"}\n", writer->json.file);
}

static void _set_number(struct writer *writer, const char *key,
			const struct ft_node_set *set)
{
	uint32_t number = 0;

	if (set && ft_id_map_get(&writer->sets, ft_id_of(set), &number))
		_int(writer, key, number);
	else
		ft_json_string(&writer->json, key, NULL);
}

/* An element of two numbers. */
static void _put_pair(struct writer *writer, int64_t one, int64_t two)
{
	int64_t pair[2] = {one, two};

	ft_json_ints(&writer->json, NULL, pair, 2);
}

static void _put_share(struct writer *writer, const struct ft_share *share)
{
	ft_json_open(&writer->json, NULL, '[');
	_int(writer, NULL, share->node);
	_int(writer, NULL, share->tasks);
	_amounts(writer, NULL, share->amount);
	ft_json_close(&writer->json, ']');
}

static void _put_fields(struct writer *writer, const struct ft_field *field,
			const void *record);

/* element: of the kind's type. */
static void _put_element(struct writer *writer, enum ft_field_kind kind,
			 const void *element)
{
	const struct ft_licence *licence = element;
	const struct ft_claim *claim = element;
	const struct ft_mark *mark = element;
	const uint32_t *index = element;

	switch (kind) {
	case FT_FIELD_SHARES:
		_put_share(writer, element);
		break;
	case FT_FIELD_LICENCES:
		_put_pair(writer, licence->licence, licence->count);
		break;
	case FT_FIELD_CLAIMS:
		_put_pair(writer, claim->limit, claim->count);
		break;
	case FT_FIELD_MARKS:
		_put_pair(writer, mark->kind, mark->tag);
		break;
	case FT_FIELD_REQUESTS:
		ft_json_open(&writer->json, NULL, '{');
		_put_fields(writer, ft_request_fields, element);
		ft_json_close(&writer->json, '}');
		break;
	default:
		_int(writer, NULL, *index);
	}
}

static void _put_list(struct writer *writer, const struct ft_field *field,
		      const void *record)
{
	const char *list = ft_field_pointer(field, record);
	size_t size = ft_field_size(field->kind);
	size_t count = ft_field_count(field, record);

	if (field->kind == FT_FIELD_ENDS)
		count++;
	ft_json_open(&writer->json, field->key, '[');
	for (size_t i = 0; i < count; i++)
		_put_element(writer, field->kind, list + i * size);
	ft_json_close(&writer->json, ']');
}

static void _put_field(struct writer *writer, const struct ft_field *field,
		       const void *record)
{
	struct ft_json_writer *json = &writer->json;
	const char *key = field->key;

	switch (field->kind) {
	case FT_FIELD_INT:
		_int(writer, key, ft_field_int(field, record));
		break;
	case FT_FIELD_U32:
	case FT_FIELD_INDEX:
		_int(writer, key, ft_field_u32(field, record));
		break;
	case FT_FIELD_U64:
		ft_json_uint(json, key, (uint64_t) ft_field_int(field, record));
		break;
	case FT_FIELD_BOOL:
		ft_json_bool(json, key, ft_field_is_set(field, record));
		break;
	case FT_FIELD_NAME:
		ft_json_string(json, key,
			       field->names[ft_field_u32(field, record)]);
		break;
	case FT_FIELD_TEXT:
		ft_json_string(json, key, ft_field_pointer(field, record));
		break;
	case FT_FIELD_SET:
		_set_number(writer, key, ft_field_pointer(field, record));
		break;
	case FT_FIELD_AMOUNTS:
		_amounts(writer, key, ft_field_pointer(field, record));
		break;
	default:
		_put_list(writer, field, record);
	}
}

static void _put_fields(struct writer *writer, const struct ft_field *field,
			const void *record)
{
	bool with = false;

	for (; field->key; field++) {
		bool set = ft_field_is_set(field, record);

		if (field->when == FT_FIELD_IF_SET)
			with = set;
		if ((field->when <= FT_FIELD_LATER) ||
		    (with && (set || (field->when == FT_FIELD_WITH))))
			_put_field(writer, field, record);
	}
}

/* The sets of a record and of its requests. */
static void _put_sets(struct writer *writer, const struct ft_field *field,
		      const void *record)
{
	for (; field->key; field++) {
		const void *at;

		if (field->kind == FT_FIELD_SET)
			_put_set(writer, ft_field_pointer(field, record));
		if (field->kind != FT_FIELD_REQUESTS)
			continue;
		at = ft_field_pointer(field, record);
		for (uint32_t i = 0; i < ft_field_count(field, record); i++)
			_put_sets(writer, ft_request_fields,
				  (const struct ft_request *) at + i);
	}
}

static void _limits_if(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;

	if (!snapshot->limit_count)
		return;
	ft_json_open(&writer->json, "limits", '[');
	for (uint32_t i = 0; i < snapshot->limit_count; i++)
		_put_pair(writer, (int) snapshot->limit[i].kind,
			  snapshot->limit[i].total);
	ft_json_close(&writer->json, ']');
}

static void _put_header(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;

	_begin_line(writer);
	_int(writer, "snapshot", 1);
	_int(writer, "now", snapshot->now);
	_int(writer, "window_end", snapshot->window_end);
	_int(writer, "overrule", snapshot->overrule);
	ft_json_open(&writer->json, "policy", '{');
	_put_fields(writer, ft_policy_fields, &snapshot->policy);
	ft_json_close(&writer->json, '}');
	_int(writer, "nodes", snapshot->node_count);
	_int(writer, "resources", snapshot->resource_count);
	ft_json_ints(&writer->json, "licences", snapshot->licence_total,
		     snapshot->licence_count);
	_limits_if(writer);
	_close_line(writer);
}

static bool _same_node(const struct ft_snapshot *snapshot, uint32_t a,
		       uint32_t b)
{
	const struct ft_node *one = &snapshot->node[a];
	const struct ft_node *two = &snapshot->node[b];
	size_t count = snapshot->resource_count;

	return (one->threads == two->threads) && (one->weight == two->weight) &&
	       (one->available_from == two->available_from) &&
	       (one->leaf == two->leaf) && (one->segment == two->segment) &&
	       !memcmp(snapshot->capacity + a * count,
		       snapshot->capacity + b * count, count * sizeof(int64_t));
}

static void _write_nodes(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;
	uint32_t first = 0, end;

	for (; first < snapshot->node_count; first = end) {
		const struct ft_node *node = &snapshot->node[first];

		for (end = first + 1; end < snapshot->node_count; end++)
			if (!_same_node(snapshot, first, end))
				break;
		_begin_line(writer);
		_int(writer, "node", first);
		_int(writer, "count", end - first);
		_put_fields(writer, ft_node_fields, node);
		_amounts(writer, "capacity",
			 snapshot->capacity +
				 (size_t) first * snapshot->resource_count);
		_close_line(writer);
	}
}

static void _put_record(struct writer *writer, const struct ft_field *fields,
			const void *record)
{
	_put_sets(writer, fields, record);
	_begin_line(writer);
	if (fields == ft_closure_fields)
		_int(writer, "closure",
		     (const struct ft_closure *) record -
			     writer->snapshot->closure);
	_put_fields(writer, fields, record);
	_close_line(writer);
}

static void _write_snapshot(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;

	_put_header(writer);
	_write_nodes(writer);
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		_put_record(writer, ft_run_fields, &snapshot->run[i]);
	for (uint32_t i = 0; i < snapshot->closure_count; i++)
		_put_record(writer, ft_closure_fields, &snapshot->closure[i]);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		_put_record(writer, ft_job_fields, &snapshot->job[i]);
	_begin_line(writer);
	_int(writer, "end", snapshot->job_count);
	_close_line(writer);
}

static int _write_stream(struct writer *writer, const char *path,
			 struct ft_err *err)
{
	FILE *file = fopen(path, "we");
	int code;

	if (!file)
		return ft_fail(err, -errno, "%s: cannot be created: %s", path,
			       strerror(errno));
	errno = 0;
	writer->json.file = file;
	_write_snapshot(writer);
	code = writer->failed  ? -ENOMEM
	       : !ferror(file) ? 0
	       : errno	       ? -errno
			       : -EIO;
	if (fclose(file) && !code)
		code = errno ? -errno : -EIO;
	if (code) {
		remove(path);
		return ft_fail(err, code, "%s: cannot be written: %s", path,
			       strerror(-code));
	}
	return 0;
}

extern int ft_snapshot_write(const struct ft_snapshot *snapshot,
			     const char *path, struct ft_err *err)
{
	struct writer writer = {.snapshot = snapshot};
	size_t size = strlen(path) + sizeof(".new");
	char *fresh = calloc(1, size);
	int rc;

	if (!fresh)
		return ft_no_memory_for(err, path);
	snprintf(fresh, size, "%s.new", path);
	rc = _write_stream(&writer, fresh, err);
	if (!rc && rename(fresh, path)) {
		rc = ft_fail(err, -errno, "%s: cannot be replaced: %s", path,
			     strerror(errno));
		remove(fresh);
	}
	free(fresh);
	ft_id_map_fini(&writer.sets);
	return rc;
}
