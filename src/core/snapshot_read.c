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

#include "core/arena.h"
#include "core/number.h"
#include "core/snapshot.h"

struct reader {
	const char *path;
	size_t line;
	struct ft_snapshot *snapshot; /* NULL before the header */
	struct ft_node_set **set;
	uint32_t sets;
	bool ended;
	struct ft_err *err;
};

#define REFUSE(reader, format, ...)                                            \
	ft_fail((reader)->err, -EINVAL, "%s: line %zu: " format,               \
		(reader)->path, (reader)->line, __VA_ARGS__)

static int _no_memory(struct reader *reader)
{
	return ft_fail(reader->err, -ENOMEM, "%s: out of memory", reader->path);
}

static int _get(struct reader *reader, struct json_object *object,
		const char *field, enum json_type type,
		struct json_object **ret_value)
{
	if (!json_object_object_get_ex(object, field, ret_value) ||
	    (json_object_get_type(*ret_value) != type))
		return REFUSE(reader, "%s is missing or of a wrong type",
			      field);
	return 0;
}

static int _get_int(struct reader *reader, struct json_object *object,
		    const char *field, int64_t *ret_value)
{
	struct json_object *value;
	int rc = _get(reader, object, field, json_type_int, &value);

	if (!rc)
		*ret_value = json_object_get_int64(value);
	return rc;
}

/* Absent is fine; the value is then as it was. */
static int _get_optional_int(struct reader *reader, struct json_object *object,
			     const char *field, int64_t *ret_value)
{
	if (!json_object_object_get_ex(object, field, NULL))
		return 0;
	return _get_int(reader, object, field, ret_value);
}

static int _get_u32(struct reader *reader, struct json_object *object,
		    const char *field, uint32_t *ret_value)
{
	int64_t value;
	int rc = _get_int(reader, object, field, &value);

	if (rc)
		return rc;
	if ((value < 0) || (value > UINT32_MAX))
		return REFUSE(reader, "%s %" PRId64 " is out of range", field,
			      value);
	*ret_value = (uint32_t) value;
	return 0;
}

static int _get_bool(struct reader *reader, struct json_object *object,
		     const char *field, bool *ret_value)
{
	struct json_object *value;
	int rc = _get(reader, object, field, json_type_boolean, &value);

	if (!rc)
		*ret_value = json_object_get_boolean(value);
	return rc;
}

/* One of the names; its index.  Absent is fine. */
static int _get_optional_name(struct reader *reader, struct json_object *object,
			      const char *field, const char *const *names,
			      uint32_t *ret_index)
{
	struct json_object *value;
	uint32_t i = 0;

	if (!json_object_object_get_ex(object, field, NULL))
		return 0;
	if (_get(reader, object, field, json_type_string, &value))
		return -EINVAL;
	while (names[i] && strcmp(names[i], json_object_get_string(value)))
		i++;
	if (!names[i])
		return REFUSE(reader, "%s %s is not known", field,
			      json_object_get_string(value));
	*ret_index = i;
	return 0;
}

/* An array of exactly count whole numbers. */
static int _read_ints(struct reader *reader, struct json_object *array,
		      const char *field, size_t count, int64_t *ret_value)
{
	if ((json_object_get_type(array) != json_type_array) ||
	    (json_object_array_length(array) != count))
		return REFUSE(reader, "%s is no array of %zu numbers", field,
			      count);
	for (size_t i = 0; i < count; i++) {
		struct json_object *one = json_object_array_get_idx(array, i);

		if (json_object_get_type(one) != json_type_int)
			return REFUSE(reader, "%s is no array of %zu numbers",
				      field, count);
		ret_value[i] = json_object_get_int64(one);
	}
	return 0;
}

/* Amounts of each resource; null gives NULL. */
static int _read_amounts(struct reader *reader, struct json_object *array,
			 const char *field, const int64_t **ret_amount)
{
	uint32_t count = reader->snapshot->resource_count;
	int64_t *amount;

	*ret_amount = NULL;
	if (!array)
		return 0;
	amount = ft_snapshot_alloc(reader->snapshot, count * sizeof(*amount));
	if (!amount)
		return _no_memory(reader);
	*ret_amount = amount;
	return _read_ints(reader, array, field, count, amount);
}

static int _get_amounts(struct reader *reader, struct json_object *object,
			const char *field, const int64_t **ret_amount)
{
	struct json_object *value;

	if (!json_object_object_get_ex(object, field, &value))
		return REFUSE(reader, "%s is missing", field);
	return _read_amounts(reader, value, field, ret_amount);
}

static int _get_set(struct reader *reader, struct json_object *object,
		    const char *field, const struct ft_node_set **ret_set)
{
	struct json_object *value;
	uint32_t id;
	int rc;

	*ret_set = NULL;
	if (json_object_object_get_ex(object, field, &value) && !value)
		return 0;
	rc = _get_u32(reader, object, field, &id);
	if (rc)
		return rc;
	if (id >= reader->sets)
		return REFUSE(reader, "%s: set %" PRIu32 " is not known", field,
			      id);
	*ret_set = reader->set[id];
	return 0;
}

static int _read_share(struct reader *reader, struct json_object *one,
		       struct ft_share *share)
{
	struct json_object *node = json_object_array_get_idx(one, 0);
	struct json_object *tasks = json_object_array_get_idx(one, 1);
	int64_t index = json_object_get_int64(node);
	int64_t count = json_object_get_int64(tasks);

	if ((json_object_get_type(node) != json_type_int) ||
	    (json_object_get_type(tasks) != json_type_int) || (index < 0) ||
	    (index > UINT32_MAX) || (count < 0) || (count > UINT32_MAX))
		return REFUSE(reader, "%s", "a share has no node or tasks");
	share->node = (uint32_t) index;
	share->tasks = (uint32_t) count;
	return _read_amounts(reader, json_object_array_get_idx(one, 2), "share",
			     &share->amount);
}

static int _get_shares(struct reader *reader, struct json_object *object,
		       const char *field, struct ft_share **ret_share,
		       uint32_t *ret_count)
{
	struct json_object *array;
	struct ft_share *share;
	size_t count;
	int rc = _get(reader, object, field, json_type_array, &array);

	if (rc)
		return rc;
	count = json_object_array_length(array);
	share = ft_snapshot_alloc(reader->snapshot, count * sizeof(*share));
	if (!share)
		return _no_memory(reader);
	for (size_t i = 0; !rc && (i < count); i++) {
		struct json_object *one = json_object_array_get_idx(array, i);

		if ((json_object_get_type(one) != json_type_array) ||
		    (json_object_array_length(one) != 3))
			return REFUSE(reader, "%s: a share has three fields",
				      field);
		rc = _read_share(reader, one, &share[i]);
	}
	*ret_share = share;
	*ret_count = (uint32_t) count;
	return rc;
}

/* Index and number, some of them; *ret_count 0 if the field is not there. */
static int _get_pairs(struct reader *reader, struct json_object *object,
		      const char *field, int64_t **ret_pair,
		      uint32_t *ret_count)
{
	struct json_object *array;
	int64_t *pair;
	size_t count;

	*ret_count = 0;
	if (!json_object_object_get_ex(object, field, NULL))
		return 0;
	if (_get(reader, object, field, json_type_array, &array))
		return -EINVAL;
	count = json_object_array_length(array);
	pair = ft_snapshot_alloc(reader->snapshot, 2 * count * sizeof(*pair));
	if (!pair)
		return _no_memory(reader);
	for (size_t i = 0; i < 2 * count; i += 2) {
		int rc = _read_ints(reader,
				    json_object_array_get_idx(array, i / 2),
				    field, 2, &pair[i]);

		if (rc)
			return rc;
		if ((pair[i] < 0) || (pair[i] > UINT32_MAX))
			return REFUSE(reader, "%s: %" PRId64 " does not exist",
				      field, pair[i]);
	}
	*ret_pair = pair;
	*ret_count = (uint32_t) count;
	return 0;
}

static int _get_licences(struct reader *reader, struct json_object *object,
			 struct ft_licence **ret_licence, uint32_t *ret_count)
{
	struct json_object *array;
	struct ft_licence *licence;
	int64_t *pair = NULL;
	int rc = _get(reader, object, "licences", json_type_array, &array);

	if (!rc)
		rc = _get_pairs(reader, object, "licences", &pair, ret_count);
	if (rc)
		return rc;
	licence = ft_snapshot_alloc(reader->snapshot,
				    *ret_count * sizeof(*licence));
	if (!licence)
		return _no_memory(reader);
	for (uint32_t i = 0; i < *ret_count; i++)
		licence[i] = (struct ft_licence){(uint32_t) pair[2 * i],
						 pair[2 * i + 1]};
	*ret_licence = licence;
	return 0;
}

static int _get_claims(struct reader *reader, struct json_object *object,
		       const struct ft_claim **ret_claim, uint32_t *ret_count)
{
	struct ft_claim *claim;
	int64_t *pair = NULL;
	int rc = _get_pairs(reader, object, "claims", &pair, ret_count);

	if (rc || !*ret_count)
		return rc;
	claim = ft_snapshot_alloc(reader->snapshot,
				  *ret_count * sizeof(*claim));
	if (!claim)
		return _no_memory(reader);
	for (uint32_t i = 0; i < *ret_count; i++)
		claim[i] = (struct ft_claim){(uint32_t) pair[2 * i],
					     pair[2 * i + 1]};
	*ret_claim = claim;
	return 0;
}

static int _read_limits(struct reader *reader, struct json_object *line)
{
	uint32_t count;
	int64_t *pair = NULL;
	int rc = _get_pairs(reader, line, "limits", &pair, &count);

	for (uint32_t i = 0; !rc && (i < count); i++) {
		struct ft_limit *limit =
			ft_snapshot_add_limit(reader->snapshot);

		if (!limit)
			return _no_memory(reader);
		if (pair[2 * i] > FT_LIMIT_SPENT)
			return REFUSE(reader,
				      "limits of kind %" PRId64 " do not exist",
				      pair[2 * i]);
		limit->kind = (enum ft_limit_kind) pair[2 * i];
		limit->total = pair[2 * i + 1];
	}
	return rc;
}

static int _read_depth(struct reader *reader, struct json_object *object,
		       struct ft_policy *policy)
{
	struct json_object *array;
	size_t count;

	if (!json_object_object_get_ex(object, "depth", NULL))
		return 0;
	if (_get(reader, object, "depth", json_type_array, &array))
		return -EINVAL;
	count = json_object_array_length(array);
	policy->depth = ft_snapshot_alloc(reader->snapshot,
					  count * sizeof(*policy->depth));
	if (!policy->depth)
		return _no_memory(reader);
	for (size_t i = 0; i < count; i++) {
		struct json_object *one = json_object_array_get_idx(array, i);
		int64_t depth = json_object_get_int64(one);

		if ((json_object_get_type(one) != json_type_int) ||
		    (depth < 0) || (depth > FT_DEPTH_ALL))
			return REFUSE(reader, "depth %zu is no number", i);
		policy->depth[i] = (uint32_t) depth;
	}
	policy->bucket_count = (uint32_t) count;
	return 0;
}

/* Files of older versions have none: defaults. */
static int _read_policy(struct reader *reader, struct json_object *line)
{
	struct ft_policy *policy = &reader->snapshot->policy;
	uint32_t hold = 0, compress = 0, backfill = 0, metric = 0;
	int64_t looked = 0;
	struct json_object *object;

	if (!json_object_object_get_ex(line, "policy", NULL))
		return 0;
	if (_get(reader, line, "policy", json_type_object, &object) ||
	    _get_optional_name(reader, object, "hold", ft_hold_names, &hold) ||
	    _get_optional_name(reader, object, "compress", ft_compress_names,
			       &compress) ||
	    _get_optional_name(reader, object, "backfill", ft_backfill_names,
			       &backfill) ||
	    _get_optional_name(reader, object, "metric", ft_metric_names,
			       &metric) ||
	    _get_optional_int(reader, object, "backfill_depth", &looked))
		return -EINVAL;
	if ((looked < 0) || (looked > UINT32_MAX))
		return REFUSE(reader,
			      "backfill_depth %" PRId64 " is out of range",
			      looked);
	*policy = (struct ft_policy){
		.hold = (enum ft_hold) hold,
		.compress = (enum ft_compress) compress,
		.backfill = (enum ft_backfill) backfill,
		.metric = (enum ft_metric) metric,
		.backfill_depth = (uint32_t) looked,
	};
	return _read_depth(reader, object, policy);
}

static int _read_header(struct reader *reader, struct json_object *line)
{
	struct json_object *licences;
	uint32_t version = 0, nodes, resources;
	size_t count;

	if (reader->snapshot)
		return REFUSE(reader, "a second %s", "header");
	if (_get_u32(reader, line, "snapshot", &version) ||
	    _get_u32(reader, line, "nodes", &nodes) ||
	    _get_u32(reader, line, "resources", &resources) ||
	    _get(reader, line, "licences", json_type_array, &licences))
		return -EINVAL;
	if (version != 1)
		return REFUSE(reader,
			      "snapshot version %" PRIu32
			      " is not 1, the only one known here",
			      version);
	if ((nodes > 10000000) || (resources > 100000))
		return REFUSE(reader,
			      "%" PRIu32 " nodes, %" PRIu32
			      " resources: too many",
			      nodes, resources);
	count = json_object_array_length(licences);
	reader->snapshot = ft_snapshot_new(nodes, resources, (uint32_t) count);
	if (!reader->snapshot)
		return _no_memory(reader);
	if (_get_int(reader, line, "now", &reader->snapshot->now) ||
	    _get_int(reader, line, "window_end",
		     &reader->snapshot->window_end) ||
	    _get_int(reader, line, "overrule", &reader->snapshot->overrule) ||
	    _read_policy(reader, line) || _read_limits(reader, line))
		return -EINVAL;
	return _read_ints(reader, licences, "licences", count,
			  reader->snapshot->licence_total);
}

static int _read_nodes(struct reader *reader, struct json_object *line)
{
	struct ft_snapshot *snapshot = reader->snapshot;
	uint32_t resources = snapshot->resource_count, first, count;
	struct ft_node node = {0};
	struct json_object *weight;
	const int64_t *capacity = NULL;

	if (_get_u32(reader, line, "node", &first) ||
	    _get_u32(reader, line, "count", &count) ||
	    _get_u32(reader, line, "threads", &node.threads) ||
	    _get(reader, line, "weight", json_type_int, &weight) ||
	    _get_int(reader, line, "available_from", &node.available_from) ||
	    _get_amounts(reader, line, "capacity", &capacity))
		return -EINVAL;
	if (!capacity || (first > snapshot->node_count) ||
	    (count > snapshot->node_count - first))
		return REFUSE(reader,
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

static int _read_range(struct reader *reader, char *range,
		       struct ft_node_set *set)
{
	char *dash = strchr(range, '-');
	int64_t first, last, max = (int64_t) set->size - 1;

	if (dash)
		*dash = '\0';
	if (ft_number_int(range, 0, max, &first) ||
	    ft_number_int(dash ? dash + 1 : range, first, max, &last))
		return REFUSE(reader, "%s is no range of nodes", range);
	for (int64_t node = first; node <= last; node++)
		ft_node_set_add(set, (uint32_t) node);
	return 0;
}

static int _read_set(struct reader *reader, struct json_object *line)
{
	struct ft_node_set *set = ft_snapshot_set(reader->snapshot);
	struct ft_node_set **table =
		ft_arena_grow(reader->snapshot->arena, reader->set,
			      reader->sets, sizeof(set));
	struct json_object *ranges;
	char *text, *rest, *range;
	int rc = _get(reader, line, "set", json_type_string, &ranges);

	if (rc)
		return rc;
	text = strdup(json_object_get_string(ranges));
	if (!set || !table || !text) {
		free(text);
		return _no_memory(reader);
	}
	reader->set = table;
	reader->set[reader->sets++] = set;
	rest = *text ? text : NULL;
	while (!rc && (range = strsep(&rest, ",")))
		rc = _read_range(reader, range, set);
	free(text);
	return rc;
}

static int _read_taking(struct reader *reader, struct json_object *line,
			struct ft_run *run)
{
	if (!json_object_object_get_ex(line, "class", NULL))
		return 0;
	return (_get_u32(reader, line, "class", &run->class) ||
		_get_u32(reader, line, "rank", &run->rank) ||
		_get_int(reader, line, "leave", &run->leave) ||
		_get_int(reader, line, "gone", &run->gone) ||
		_get_bool(reader, line, "suspends", &run->suspends))
		       ? -EINVAL
		       : 0;
}

static int _read_run(struct reader *reader, struct json_object *line)
{
	struct ft_run *run = ft_snapshot_add_run(reader->snapshot);
	int rc;

	if (!run)
		return _no_memory(reader);
	if ((rc = _get_u32(reader, line, "run", &run->job_id)) ||
	    (rc = _get_int(reader, line, "end", &run->end)) ||
	    (rc = _get_optional_int(reader, line, "predicted_end",
				    &run->predicted_end)) ||
	    (rc = _get_shares(reader, line, "shares", &run->share,
			      &run->share_count)) ||
	    (rc = _get_licences(reader, line, &run->licence,
				&run->licence_count)) ||
	    (rc = _get_claims(reader, line, &run->claim, &run->claim_count)))
		return rc;
	return _read_taking(reader, line, run);
}

static int _read_closure(struct reader *reader, struct json_object *line)
{
	struct ft_closure *closure = ft_snapshot_add_closure(reader->snapshot);
	int rc;

	if (!closure)
		return _no_memory(reader);
	rc = _get_int(reader, line, "start", &closure->start);
	if (!rc)
		rc = _get_int(reader, line, "end", &closure->end);
	if (!rc)
		rc = _get_set(reader, line, "nodes", &closure->nodes);
	if (!rc)
		rc = _get_licences(reader, line, &closure->licence,
				   &closure->licence_count);
	return rc;
}

static int _get_closures(struct reader *reader, struct json_object *object,
			 struct ft_request *request)
{
	struct json_object *array;
	uint32_t *closure;
	size_t count;
	int rc = _get(reader, object, "closures", json_type_array, &array);

	if (rc)
		return rc;
	count = json_object_array_length(array);
	closure = ft_snapshot_alloc(reader->snapshot, count * sizeof(*closure));
	if (!closure)
		return _no_memory(reader);
	for (size_t i = 0; i < count; i++) {
		int64_t index = json_object_get_int64(
			json_object_array_get_idx(array, i));

		if ((index < 0) || (index > UINT32_MAX))
			return REFUSE(reader,
				      "closure %" PRId64 " does not exist",
				      index);
		closure[i] = (uint32_t) index;
	}
	request->closure = closure;
	request->closure_count = (uint32_t) count;
	return 0;
}

static int _read_times(struct reader *reader, struct json_object *object,
		       struct ft_request *r)
{
	if (_get_int(reader, object, "duration", &r->duration) ||
	    _get_optional_int(reader, object, "least", &r->least) ||
	    _get_optional_int(reader, object, "step", &r->step) ||
	    _get_int(reader, object, "not_before", &r->not_before))
		return -EINVAL;
	return _get_int(reader, object, "end_by", &r->end_by);
}

static int _get_marks(struct reader *reader, struct json_object *object,
		      struct ft_request *request)
{
	struct ft_mark *mark;
	int64_t *pair = NULL;
	uint32_t count;
	int rc = _get_pairs(reader, object, "marks", &pair, &count);

	if (rc || !count)
		return rc;
	mark = ft_snapshot_alloc(reader->snapshot, count * sizeof(*mark));
	if (!mark)
		return _no_memory(reader);
	for (uint32_t i = 0; i < count; i++) {
		if ((pair[2 * i + 1] < 0) || (pair[2 * i + 1] > FT_TAG_MAX))
			return REFUSE(reader, "tag %" PRId64 " does not exist",
				      pair[2 * i + 1]);
		mark[i].kind = (uint32_t) pair[2 * i];
		mark[i].tag = (uint32_t) pair[2 * i + 1];
	}
	request->mark = mark;
	request->mark_count = count;
	return 0;
}

static int _read_lists(struct reader *reader, struct json_object *object,
		       struct ft_request *r)
{
	int rc = _get_set(reader, object, "eligible", &r->eligible);

	if (!rc)
		rc = _get_set(reader, object, "required", &r->required);
	if (!rc)
		rc = _get_licences(reader, object, &r->licence,
				   &r->licence_count);
	if (!rc)
		rc = _get_closures(reader, object, r);
	if (!rc)
		rc = _get_claims(reader, object, &r->claim, &r->claim_count);
	return rc ? rc : _get_marks(reader, object, r);
}

static int _read_request(struct reader *reader, struct json_object *object,
			 struct ft_request *r)
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
		rc = _get_u32(reader, object, counts[i].field, counts[i].value);
	if (rc || (rc = _read_times(reader, object, r)) ||
	    (rc = _get_amounts(reader, object, "per_node", &r->per_node)) ||
	    (rc = _get_amounts(reader, object, "per_task", &r->per_task)) ||
	    (rc = _get_amounts(reader, object, "per_core", &r->per_core)) ||
	    (rc = _get_bool(reader, object, "exclusive", &r->exclusive)) ||
	    (rc = _get_bool(reader, object, "contiguous", &r->contiguous)))
		return rc;
	if (json_object_object_get_ex(object, "takes", &takes))
		r->takes = json_object_get_uint64(takes);
	return _read_lists(reader, object, r);
}

/* What files of older versions lack. */
static int _read_job_more(struct reader *reader, struct json_object *line,
			  struct ft_job *job)
{
	if ((json_object_object_get_ex(line, "bucket", NULL) &&
	     _get_u32(reader, line, "bucket", &job->bucket)) ||
	    (json_object_object_get_ex(line, "promise_held", NULL) &&
	     _get_bool(reader, line, "promise_held", &job->promise_held)) ||
	    _get_optional_int(reader, line, "predicted", &job->predicted) ||
	    _get_optional_int(reader, line, "promise_duration",
			      &job->promise_duration))
		return -EINVAL;
	return _get_optional_int(reader, line, "queued", &job->queued);
}

static int _read_job(struct reader *reader, struct json_object *line)
{
	struct ft_job *job = ft_snapshot_add_job(reader->snapshot);
	struct json_object *requests;
	int rc;

	if (!job)
		return _no_memory(reader);
	if ((rc = _get_u32(reader, line, "job", &job->job_id)) ||
	    (rc = _get_bool(reader, line, "reserve", &job->reserve)) ||
	    (rc = _get_u32(reader, line, "priority", &job->priority)) ||
	    (rc = _read_job_more(reader, line, job)) ||
	    (rc = _get_int(reader, line, "promise", &job->promise)) ||
	    (rc = _get_u32(reader, line, "promise_rank", &job->promise_rank)) ||
	    (rc = _get_u32(reader, line, "promise_request",
			   &job->promise_request)) ||
	    (rc = _get_shares(reader, line, "promise_shares",
			      &job->promise_share,
			      &job->promise_share_count)) ||
	    (rc = _get(reader, line, "requests", json_type_array, &requests)))
		return rc;
	job->request_count = (uint32_t) json_object_array_length(requests);
	job->request = ft_snapshot_alloc(
		reader->snapshot, job->request_count * sizeof(*job->request));
	if (!job->request)
		return _no_memory(reader);
	for (uint32_t i = 0; !rc && (i < job->request_count); i++)
		rc = _read_request(reader,
				   json_object_array_get_idx(requests, i),
				   &job->request[i]);
	return rc;
}

static int _read_end(struct reader *reader, struct json_object *line)
{
	uint32_t jobs = 0;
	int rc = _get_u32(reader, line, "end", &jobs);

	if (!rc && (jobs != reader->snapshot->job_count))
		return REFUSE(reader,
			      "%" PRIu32 " jobs were read, %" PRIu32
			      " were written",
			      reader->snapshot->job_count, jobs);
	reader->ended = true;
	return rc;
}

static int _read_line(struct reader *reader, struct json_object *line)
{
	static const struct {
		const char *field;
		int (*read)(struct reader *reader, struct json_object *line);
	} records[] = {
		{"node", _read_nodes}, {"set", _read_set},
		{"run", _read_run},    {"closure", _read_closure},
		{"job", _read_job},    {"end", _read_end},
	};

	if (json_object_get_type(line) != json_type_object)
		return REFUSE(reader, "%s", "this is no JSON object");
	if (reader->ended)
		return REFUSE(reader, "%s", "nothing may follow the end mark");
	if (json_object_object_get_ex(line, "snapshot", NULL))
		return _read_header(reader, line);
	if (!reader->snapshot)
		return REFUSE(reader, "%s", "the header is missing");
	/* "end" is a field of runs and closures too: it is tried last. */
	for (size_t i = 0; i < sizeof(records) / sizeof(*records); i++)
		if (json_object_object_get_ex(line, records[i].field, NULL))
			return records[i].read(reader, line);
	return REFUSE(reader, "%s", "this record is of no known kind");
}

static int _read_lines(struct reader *reader, FILE *file)
{
	char *text = NULL;
	size_t size = 0;
	int rc = 0;

	while (!rc && (getline(&text, &size, file) > 0)) {
		struct json_object *line = json_tokener_parse(text);

		reader->line++;
		rc = _read_line(reader, line);
		json_object_put(line);
	}
	free(text);
	if (!rc && ferror(file))
		rc = ft_fail(reader->err, -EIO, "%s: cannot be read",
			     reader->path);
	if (!rc && !reader->ended)
		rc = REFUSE(reader, "%s", "the end mark is missing");
	return rc;
}

extern int ft_snapshot_read(const char *path, struct ft_snapshot **ret_snapshot,
			    struct ft_err *err)
{
	struct reader reader = {.path = path, .err = err};
	struct ft_err detail = {0};
	FILE *file = fopen(path, "r");
	int rc;

	if (!file)
		return ft_fail(err, -errno, "%s: cannot be opened: %s", path,
			       strerror(errno));
	rc = _read_lines(&reader, file);
	fclose(file);
	if (!rc && ft_snapshot_check(reader.snapshot, &detail))
		rc = ft_fail(err, -EINVAL, "%s: %s", path, detail.text);
	if (rc) {
		ft_snapshot_free(reader.snapshot);
		return rc;
	}
	*ret_snapshot = reader.snapshot;
	return 0;
}
