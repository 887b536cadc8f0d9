/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_snapshot_read - the text form of a snapshot, see snapshot.h.
 *
 * Refuses whatever the writer would not write: an unknown record, a missing
 * or mistyped field, records after the end mark.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <json-c/json.h>

#include "core/base/arena.h"
#include "core/base/line.h"
#include "core/base/number.h"
#include "core/snapshot/reader.h"
#include "core/snapshot/snapshot.h"
#include "core/snapshot/snapshot_value.h"

/* What few bytes of a header or a set may ask for: half a gigabyte. */
enum { VALUES_MAX = 1 << 26 };

static int _read_limits(struct ft_reader *reader, struct json_object *line)
{
	struct json_object *array;
	int rc = 0;

	if (!json_object_object_get_ex(line, "limits", NULL))
		return 0;
	if (ft_reader_get(reader, line, "limits", json_type_array, &array))
		return -EINVAL;
	for (size_t i = 0; !rc && (i < json_object_array_length(array)); i++) {
		struct ft_limit *limit =
			ft_snapshot_add_limit(reader->snapshot);
		int64_t pair[2] = {0};

		if (!limit)
			return ft_reader_no_memory(reader);
		rc = ft_reader_read_ints(reader,
					 json_object_array_get_idx(array, i),
					 "limits", 2, pair);
		if ((pair[0] < 0) || (pair[0] > FT_LIMIT_SPENT))
			return FT_READER_REFUSE(reader,
						"limits of kind %" PRId64
						" do not exist",
						pair[0]);
		limit->kind = (enum ft_limit_kind) pair[0];
		limit->total = pair[1];
	}
	return rc;
}

/* Files of older versions have none: defaults. */
static int _read_policy_line(struct ft_reader *reader, struct json_object *line)
{
	struct json_object *object;
	int rc;

	if (!json_object_object_get_ex(line, "policy", NULL))
		return 0;
	rc = ft_reader_get(reader, line, "policy", json_type_object, &object);
	return rc ? rc
		  : ft_fields_read(reader, object, ft_policy_fields,
				   &reader->snapshot->policy);
}

static int _read_header_line(struct ft_reader *reader, struct json_object *line)
{
	struct json_object *licences;
	uint32_t version = 0, nodes, resources;
	size_t count;

	if (reader->snapshot)
		return FT_READER_REFUSE(reader, "a second %s", "header");
	if (ft_reader_get_u32(reader, line, "snapshot", &version) ||
	    ft_reader_get_u32(reader, line, "nodes", &nodes) ||
	    ft_reader_get_u32(reader, line, "resources", &resources) ||
	    ft_reader_get(reader, line, "licences", json_type_array, &licences))
		return -EINVAL;
	if (version != 1)
		return FT_READER_REFUSE(reader,
					"snapshot version %" PRIu32
					" is not 1, the only one known here",
					version);
	if (nodes * ((uint64_t) resources + sizeof(struct ft_node) / 8) >
	    VALUES_MAX)
		return FT_READER_REFUSE(reader,
					"%" PRIu32 " nodes, %" PRIu32
					" resources: too many",
					nodes, resources);
	count = json_object_array_length(licences);
	reader->snapshot = ft_snapshot_new(nodes, resources, (uint32_t) count);
	if (!reader->snapshot)
		return ft_reader_no_memory(reader);
	if (ft_reader_get_int(reader, line, "now", &reader->snapshot->now) ||
	    ft_reader_get_int(reader, line, "window_end",
			      &reader->snapshot->window_end) ||
	    ft_reader_get_int(reader, line, "overrule",
			      &reader->snapshot->overrule) ||
	    _read_policy_line(reader, line) || _read_limits(reader, line))
		return -EINVAL;
	return ft_reader_read_ints(reader, licences, "licences", count,
				   reader->snapshot->licence_total);
}

static int _read_nodes(struct ft_reader *reader, struct json_object *line)
{
	struct ft_snapshot *snapshot = reader->snapshot;
	uint32_t resources = snapshot->resource_count, first, count;
	struct ft_node node = {0};
	const int64_t *capacity = NULL;

	if (ft_reader_get_u32(reader, line, "node", &first) ||
	    ft_reader_get_u32(reader, line, "count", &count) ||
	    ft_fields_read(reader, line, ft_node_fields, &node) ||
	    ft_snapshot_get_amounts(reader, line, "capacity", &capacity))
		return -EINVAL;
	if (!capacity || (first > snapshot->node_count) ||
	    (count > snapshot->node_count - first))
		return FT_READER_REFUSE(reader,
					"nodes %" PRIu32 " and %" PRIu32
					" more do not exist or lack capacity",
					first, count);
	for (uint32_t i = first; i < first + count; i++) {
		snapshot->node[i] = node;
		memcpy(snapshot->capacity + (size_t) i * resources, capacity,
		       resources * sizeof(*capacity));
	}
	return 0;
}

/* Ranges ascend, so that their number bounds the work.  behind: the end of the
 * last one. */
static int _read_node_range(struct ft_reader *reader, char *range,
			    struct ft_node_set *set, int64_t *behind)
{
	char *dash = strchr(range, '-');
	int64_t first, last, max = (int64_t) set->size - 1;

	if (dash)
		*dash = '\0';
	if (ft_number_int(range, *behind, max, &first) ||
	    ft_number_int(dash ? dash + 1 : range, first, max, &last))
		return FT_READER_REFUSE(reader, "%s is no range of nodes",
					range);
	for (int64_t node = first; node <= last; node++)
		ft_node_set_add(set, (uint32_t) node);
	*behind = last + 1;
	return 0;
}

static int _read_node_list(struct ft_reader *reader, struct json_object *line)
{
	struct ft_node_set *set = ft_snapshot_set(reader->snapshot);
	struct ft_node_set **table =
		ft_arena_grow(reader->snapshot->arena, reader->set,
			      reader->sets, sizeof(set));
	struct json_object *ranges;
	char *text, *rest, *range;
	int64_t behind = 0;
	int rc = ft_reader_get(reader, line, "set", json_type_string, &ranges);

	if (rc)
		return rc;
	if ((uint64_t) reader->sets * reader->snapshot->node_count / 64 >
	    VALUES_MAX)
		return FT_READER_REFUSE(reader, "%" PRIu32 " sets: too many",
					reader->sets);
	text = strdup(json_object_get_string(ranges));
	if (!set || !table || !text) {
		free(text);
		return ft_reader_no_memory(reader);
	}
	reader->set = table;
	reader->set[reader->sets++] = set;
	rest = *text ? text : NULL;
	while (!rc && (range = strsep(&rest, ",")))
		rc = _read_node_range(reader, range, set, &behind);
	free(text);
	return rc;
}

static int _read_run_line(struct ft_reader *reader, struct json_object *line)
{
	struct ft_run *run = ft_snapshot_add_run(reader->snapshot);

	return run ? ft_fields_read(reader, line, ft_run_fields, run)
		   : ft_reader_no_memory(reader);
}

static int _read_closure_line(struct ft_reader *reader,
			      struct json_object *line)
{
	struct ft_closure *closure = ft_snapshot_add_closure(reader->snapshot);

	return closure ? ft_fields_read(reader, line, ft_closure_fields,
					closure)
		       : ft_reader_no_memory(reader);
}

static int _read_job_line(struct ft_reader *reader, struct json_object *line)
{
	struct ft_job *job = ft_snapshot_add_job(reader->snapshot);

	return job ? ft_fields_read(reader, line, ft_job_fields, job)
		   : ft_reader_no_memory(reader);
}

static int _read_end(struct ft_reader *reader, struct json_object *line)
{
	uint32_t jobs = 0;
	int rc = ft_reader_get_u32(reader, line, "end", &jobs);

	if (!rc && (jobs != reader->snapshot->job_count))
		return FT_READER_REFUSE(reader,
					"%" PRIu32 " jobs were read, %" PRIu32
					" were written",
					reader->snapshot->job_count, jobs);
	reader->ended = true;
	return rc;
}

static int _read_record(struct ft_reader *reader, struct json_object *line)
{
	static const struct {
		const char *field;
		int (*read)(struct ft_reader *reader, struct json_object *line);
	} records[] = {
		{"node", _read_nodes},	 {"set", _read_node_list},
		{"run", _read_run_line}, {"closure", _read_closure_line},
		{"job", _read_job_line}, {"end", _read_end},
	};

	if (json_object_get_type(line) != json_type_object)
		return FT_READER_REFUSE(reader, "%s", "this is no JSON object");
	if (reader->ended)
		return FT_READER_REFUSE(reader, "%s",
					"nothing may follow the end mark");
	if (json_object_object_get_ex(line, "snapshot", NULL))
		return _read_header_line(reader, line);
	if (!reader->snapshot)
		return FT_READER_REFUSE(reader, "%s", "the header is missing");
	/* "end" is a field of runs and closures too: it is tried last. */
	for (size_t i = 0; i < sizeof(records) / sizeof(*records); i++)
		if (json_object_object_get_ex(line, records[i].field, NULL))
			return records[i].read(reader, line);
	return FT_READER_REFUSE(reader, "%s",
				"this record is of no known kind");
}

/* Of a file that ends, or cannot be read further, before the end mark. */
static int _refuse_end(struct ft_reader *reader, int code)
{
	if (code < 0)
		return ft_line_fail(reader->err, code, reader->path,
				    reader->line);
	if (!reader->line)
		return ft_fail(reader->err, -EINVAL, "%s: the file is empty",
			       reader->path);
	return ft_fail(reader->err, -EINVAL,
		       "%s: it ends in line %zu, before its end mark: it was "
		       "cut short",
		       reader->path, reader->line);
}

/* What does not begin with readable characters, as gzip, is no text. */
static bool _is_binary_line(const char *text)
{
	unsigned char first = (unsigned char) text[0];

	return first == 0x7f || (first < ' ' && !strchr("\t\n\r", first));
}

static int _read_records(struct ft_reader *reader, FILE *file)
{
	char *text = NULL;
	size_t size = 0;
	int rc = 0, got = 0;

	while (!rc &&
	       (got = ft_line_read(file, &text, &size, FT_LINE_MAX)) > 0) {
		struct json_object *line;

		if (!reader->line++ && _is_binary_line(text)) {
			got = -EILSEQ;
			break;
		}
		line = json_tokener_parse(text);
		rc = line || text[strlen(text) - 1] == '\n'
			     ? _read_record(reader, line)
			     : _refuse_end(reader, 0);
		json_object_put(line);
	}
	free(text);
	if (!rc && (got < 0 || !reader->ended))
		rc = _refuse_end(reader, got);
	return rc;
}

extern int ft_snapshot_read(const char *path, struct ft_snapshot **ret_snapshot,
			    struct ft_err *err)
{
	struct ft_reader reader = {.path = path, .err = err};
	struct ft_err detail = {0};
	FILE *file = fopen(path, "r");
	int rc;

	if (!file)
		return ft_fail(err, -errno, "%s: cannot be opened: %s", path,
			       strerror(errno));
	rc = _read_records(&reader, file);
	fclose(file);
	if (!rc) {
		rc = ft_snapshot_check(reader.snapshot, &detail);
		if (rc)
			ft_fail(err, rc, "%s: %s", path, detail.text);
	}
	if (rc) {
		ft_snapshot_free(reader.snapshot);
		return rc;
	}
	*ret_snapshot = reader.snapshot;
	return 0;
}
