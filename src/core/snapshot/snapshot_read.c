/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_snapshot_read - the text form of a snapshot, see snapshot.h.
 *
 * Refuses whatever the writer would not write: an unknown record, a missing
 * or mistyped field, records after the end mark.
 */
#include <errno.h>
#include <inttypes.h>
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
	uint32_t count;
	int64_t *pair = NULL;
	int rc = ft_snapshot_get_pairs(reader, line, "limits", &pair, &count);

	for (uint32_t i = 0; !rc && (i < count); i++) {
		struct ft_limit *limit =
			ft_snapshot_add_limit(reader->snapshot);

		if (!limit)
			return ft_reader_no_memory(reader);
		if (pair[2 * i] > FT_LIMIT_SPENT)
			return FT_READER_REFUSE(reader,
						"limits of kind %" PRId64
						" do not exist",
						pair[2 * i]);
		limit->kind = (enum ft_limit_kind) pair[2 * i];
		limit->total = pair[2 * i + 1];
	}
	return rc;
}

static int _read_depth_rule(struct ft_reader *reader,
			    struct json_object *object,
			    struct ft_policy *policy)
{
	struct json_object *array;
	size_t count;

	if (!json_object_object_get_ex(object, "depth", NULL))
		return 0;
	if (ft_reader_get(reader, object, "depth", json_type_array, &array))
		return -EINVAL;
	count = json_object_array_length(array);
	policy->depth = ft_snapshot_alloc(reader->snapshot,
					  count * sizeof(*policy->depth));
	if (!policy->depth)
		return ft_reader_no_memory(reader);
	for (size_t i = 0; i < count; i++) {
		struct json_object *one = json_object_array_get_idx(array, i);
		int64_t depth = json_object_get_int64(one);

		if ((json_object_get_type(one) != json_type_int) ||
		    (depth < 0) || (depth > FT_DEPTH_ALL))
			return FT_READER_REFUSE(reader,
						"depth %zu is no number", i);
		policy->depth[i] = (uint32_t) depth;
	}
	policy->bucket_count = (uint32_t) count;
	return 0;
}

static int _read_budget(struct ft_reader *reader, struct json_object *object,
			struct ft_policy *policy)
{
	int64_t memory = 0;

	if (ft_reader_get_optional_u32(reader, object, "steps",
				       &policy->steps) ||
	    ft_reader_get_optional_int(reader, object, "commit",
				       &policy->commit) ||
	    ft_reader_get_optional_int(reader, object, "memory", &memory))
		return -EINVAL;
	if (memory < 0)
		return FT_READER_REFUSE(reader, "memory %" PRId64 " is none",
					memory);
	policy->memory = (uint64_t) memory;
	return 0;
}

/* Files of older versions have none: defaults. */
static int _read_policy_line(struct ft_reader *reader, struct json_object *line)
{
	struct ft_policy *policy = &reader->snapshot->policy;
	uint32_t hold = 0, compress = 0, backfill = 0, metric = 0;
	int rc;
	int64_t looked = 0, patience = 0, array = 0;
	struct json_object *object;

	if (!json_object_object_get_ex(line, "policy", NULL))
		return 0;
	if (ft_reader_get(reader, line, "policy", json_type_object, &object) ||
	    ft_reader_get_optional_name(reader, object, "hold", ft_hold_names,
					&hold) ||
	    ft_reader_get_optional_name(reader, object, "compress",
					ft_compress_names, &compress) ||
	    ft_reader_get_optional_name(reader, object, "backfill",
					ft_backfill_names, &backfill) ||
	    ft_reader_get_optional_name(reader, object, "metric",
					ft_metric_names, &metric) ||
	    ft_reader_get_optional_int(reader, object, "backfill_depth",
				       &looked) ||
	    ft_reader_get_optional_int(reader, object, "array_depth", &array) ||
	    ft_reader_get_optional_int(reader, object, "patience", &patience))
		return -EINVAL;
	if ((array < 0) || (array > UINT32_MAX))
		return FT_READER_REFUSE(
			reader, "array_depth %" PRId64 " is out of range",
			array);
	if ((looked < 0) || (looked > UINT32_MAX))
		return FT_READER_REFUSE(
			reader, "backfill_depth %" PRId64 " is out of range",
			looked);
	*policy = (struct ft_policy){
		.hold = (enum ft_hold) hold,
		.compress = (enum ft_compress) compress,
		.backfill = (enum ft_backfill) backfill,
		.metric = (enum ft_metric) metric,
		.backfill_depth = (uint32_t) looked,
		.array_depth = (uint32_t) array,
		.patience = patience,
	};
	rc = _read_budget(reader, object, policy);
	return rc ? rc : _read_depth_rule(reader, object, policy);
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
	struct json_object *weight;
	const int64_t *capacity = NULL;

	if (ft_reader_get_u32(reader, line, "node", &first) ||
	    ft_reader_get_u32(reader, line, "count", &count) ||
	    ft_reader_get_u32(reader, line, "threads", &node.threads) ||
	    ft_reader_get(reader, line, "weight", json_type_int, &weight) ||
	    ft_reader_get_int(reader, line, "available_from",
			      &node.available_from) ||
	    ft_reader_get_optional_u32(reader, line, "leaf", &node.leaf) ||
	    ft_reader_get_optional_u32(reader, line, "segment",
				       &node.segment) ||
	    ft_snapshot_get_amounts(reader, line, "capacity", &capacity))
		return -EINVAL;
	if (!capacity || (first > snapshot->node_count) ||
	    (count > snapshot->node_count - first))
		return FT_READER_REFUSE(reader,
					"nodes %" PRIu32 " and %" PRIu32
					" more do not exist or lack capacity",
					first, count);
	node.weight = json_object_get_uint64(weight);
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

static int _read_taking(struct ft_reader *reader, struct json_object *line,
			struct ft_run *run)
{
	if (!json_object_object_get_ex(line, "class", NULL))
		return 0;
	return (ft_reader_get_u32(reader, line, "class", &run->class) ||
		ft_reader_get_u32(reader, line, "rank", &run->rank) ||
		ft_reader_get_int(reader, line, "leave", &run->leave) ||
		ft_reader_get_int(reader, line, "gone", &run->gone) ||
		ft_reader_get_bool(reader, line, "suspends", &run->suspends) ||
		(json_object_object_get_ex(line, "keeps", NULL) &&
		 ft_reader_get_bool(reader, line, "keeps", &run->keeps)) ||
		(json_object_object_get_ex(line, "fellows", NULL) &&
		 ft_reader_get_u32(reader, line, "fellows", &run->fellows)))
		       ? -EINVAL
		       : 0;
}

static int _read_run_line(struct ft_reader *reader, struct json_object *line)
{
	struct ft_run *run = ft_snapshot_add_run(reader->snapshot);
	int rc;

	if (!run)
		return ft_reader_no_memory(reader);
	if ((rc = ft_reader_get_u32(reader, line, "run", &run->job_id)) ||
	    (rc = ft_reader_get_int(reader, line, "end", &run->end)) ||
	    (rc = ft_reader_get_optional_int(reader, line, "predicted_end",
					     &run->predicted_end)) ||
	    (json_object_object_get_ex(line, "alone", NULL) &&
	     (rc = ft_reader_get_bool(reader, line, "alone", &run->alone))) ||
	    (rc = ft_snapshot_get_shares(reader, line, "shares", &run->share,
					 &run->share_count)) ||
	    (rc = ft_snapshot_get_licences(reader, line, &run->licence,
					   &run->licence_count)) ||
	    (rc = ft_snapshot_get_claims(reader, line, &run->claim,
					 &run->claim_count)))
		return rc;
	return _read_taking(reader, line, run);
}

static int _read_closure_line(struct ft_reader *reader,
			      struct json_object *line)
{
	struct ft_closure *closure = ft_snapshot_add_closure(reader->snapshot);
	int rc;

	if (!closure)
		return ft_reader_no_memory(reader);
	rc = ft_reader_get_int(reader, line, "start", &closure->start);
	if (!rc)
		rc = ft_reader_get_int(reader, line, "end", &closure->end);
	if (!rc)
		rc = ft_snapshot_get_set(reader, line, "nodes",
					 &closure->nodes);
	if (!rc)
		rc = ft_snapshot_get_licences(reader, line, &closure->licence,
					      &closure->licence_count);
	if (!rc && json_object_object_get_ex(line, "shares", NULL))
		rc = ft_snapshot_get_shares(reader, line, "shares",
					    &closure->share,
					    &closure->share_count);
	return rc;
}

/* Absent without parts. */
static int _read_part_ends(struct ft_reader *reader, struct json_object *line,
			   struct ft_job *job)
{
	struct json_object *array;
	uint32_t *end;
	size_t count;

	if (!json_object_object_get_ex(line, "promise_parts", NULL))
		return 0;
	if (ft_reader_get(reader, line, "promise_parts", json_type_array,
			  &array))
		return -EINVAL;
	count = json_object_array_length(array);
	end = ft_snapshot_alloc(reader->snapshot, count * sizeof(*end));
	if (!end)
		return ft_reader_no_memory(reader);
	for (size_t i = 0; i < count; i++) {
		int64_t value = json_object_get_int64(
			json_object_array_get_idx(array, i));

		if ((value < 0) || (value > UINT32_MAX))
			return FT_READER_REFUSE(
				reader, "promise_parts: %" PRId64, value);
		end[i] = (uint32_t) value;
	}
	job->promise_part_end = end;
	job->promise_part_count = count ? (uint32_t) count - 1 : 0;
	return 0;
}

/* A text for people: of what does not print nothing is kept. */
static int _read_tried(struct ft_reader *reader, struct json_object *line,
		       struct ft_job *job)
{
	struct json_object *value;
	size_t size;
	char *text;

	if (!json_object_object_get_ex(line, "tried", NULL))
		return 0;
	if (ft_reader_get(reader, line, "tried", json_type_string, &value))
		return -EINVAL;
	size = strlen(json_object_get_string(value)) + 1;
	text = ft_snapshot_alloc(reader->snapshot, size);
	if (!text)
		return ft_reader_no_memory(reader);
	memcpy(text, json_object_get_string(value), size);
	for (char *at = text; *at; at++)
		if (*at < ' ' || *at > '~')
			*at = '?';
	job->tried = text;
	return 0;
}

/* What files of older versions lack. */
static int _read_job_more(struct ft_reader *reader, struct json_object *line,
			  struct ft_job *job)
{
	if ((json_object_object_get_ex(line, "bucket", NULL) &&
	     ft_reader_get_u32(reader, line, "bucket", &job->bucket)) ||
	    (json_object_object_get_ex(line, "promise_held", NULL) &&
	     ft_reader_get_bool(reader, line, "promise_held",
				&job->promise_held)) ||
	    (json_object_object_get_ex(line, "tier", NULL) &&
	     ft_reader_get_u32(reader, line, "tier", &job->tier)) ||
	    (json_object_object_get_ex(line, "tentative", NULL) &&
	     ft_reader_get_bool(reader, line, "tentative", &job->tentative)) ||
	    ft_reader_get_optional_int(reader, line, "predicted",
				       &job->predicted) ||
	    ft_reader_get_optional_int(reader, line, "promise_duration",
				       &job->promise_duration) ||
	    _read_tried(reader, line, job))
		return -EINVAL;
	return ft_reader_get_optional_int(reader, line, "queued", &job->queued);
}

static int _read_job_line(struct ft_reader *reader, struct json_object *line)
{
	struct ft_job *job = ft_snapshot_add_job(reader->snapshot);
	struct json_object *requests;
	int rc;

	if (!job)
		return ft_reader_no_memory(reader);
	if ((rc = ft_reader_get_u32(reader, line, "job", &job->job_id)) ||
	    (rc = ft_reader_get_bool(reader, line, "reserve", &job->reserve)) ||
	    (rc = ft_reader_get_u32(reader, line, "priority",
				    &job->priority)) ||
	    (rc = _read_job_more(reader, line, job)) ||
	    (rc = ft_reader_get_int(reader, line, "promise", &job->promise)) ||
	    (rc = ft_reader_get_u32(reader, line, "promise_rank",
				    &job->promise_rank)) ||
	    (rc = ft_reader_get_u32(reader, line, "promise_request",
				    &job->promise_request)) ||
	    (rc = ft_snapshot_get_shares(reader, line, "promise_shares",
					 &job->promise_share,
					 &job->promise_share_count)) ||
	    (rc = _read_part_ends(reader, line, job)) ||
	    (rc = ft_reader_get(reader, line, "requests", json_type_array,
				&requests)))
		return rc;
	job->request_count = (uint32_t) json_object_array_length(requests);
	job->request = ft_snapshot_alloc(
		reader->snapshot, job->request_count * sizeof(*job->request));
	if (!job->request)
		return ft_reader_no_memory(reader);
	for (uint32_t i = 0; !rc && (i < job->request_count); i++)
		rc = ft_snapshot_get_request(
			reader, json_object_array_get_idx(requests, i),
			&job->request[i]);
	return rc;
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

static int _read_records(struct ft_reader *reader, FILE *file)
{
	char *text = NULL;
	size_t size = 0;
	int rc = 0, got = 0;

	while (!rc &&
	       (got = ft_line_read(file, &text, &size, FT_LINE_MAX)) > 0) {
		struct json_object *line = json_tokener_parse(text);

		reader->line++;
		rc = _read_record(reader, line);
		json_object_put(line);
	}
	free(text);
	if (!rc && (got < 0))
		rc = ft_fail(reader->err, got,
			     "%s: cannot be read behind line %zu: %s",
			     reader->path, reader->line, strerror(-got));
	if (!rc && !reader->ended)
		rc = FT_READER_REFUSE(reader, "%s", "the end mark is missing");
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
