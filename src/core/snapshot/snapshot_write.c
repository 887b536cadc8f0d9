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

#include <json-c/json.h>

#include "core/snapshot/snapshot.h"

struct writer {
	const struct ft_snapshot *snapshot;
	FILE *file;
	/* Sets already written, an open hash table by address. */
	const struct ft_node_set **set;
	uint32_t *id;
	size_t slots;
	uint32_t sets;
	bool failed;
};

static struct json_object *_int(int64_t value)
{
	return json_object_new_int64(value);
}

static struct json_object *_ints(const int64_t *value, uint32_t count)
{
	struct json_object *array;

	if (!value)
		return NULL;
	array = json_object_new_array();
	for (uint32_t i = 0; i < count; i++)
		json_object_array_add(array, _int(value[i]));
	return array;
}

/* Takes the object over. */
static void _put_line(struct writer *writer, struct json_object *object)
{
	const char *text =
		json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN);

	if (!text || (fputs(text, writer->file) == EOF) ||
	    (fputc('\n', writer->file) == EOF))
		writer->failed = true;
	json_object_put(object);
}

static char *_record_ranges(const struct ft_node_set *set)
{
	uint32_t node = ft_node_set_next(set, 0);
	size_t size = 1, used = 0;
	char *text;

	/* A range takes at most 22 characters and two nodes of the set. */
	size += 22 * ((size_t) ft_node_set_count(set) + 1);
	text = calloc(1, size);
	while (text && (node < set->size)) {
		uint32_t last = node;

		while ((last + 1 < set->size) && ft_node_set_has(set, last + 1))
			last++;
		used += (size_t) snprintf(text + used, size - used,
					  last > node ? "%s%" PRIu32 "-%" PRIu32
						      : "%s%" PRIu32,
					  used ? "," : "", node, last);
		node = ft_node_set_next(set, last + 1);
	}
	return text;
}

static size_t _record_slot(const struct writer *writer,
			   const struct ft_node_set *set)
{
	uint64_t hash = (uint64_t) (uintptr_t) set * 0x9e3779b97f4a7c15u;
	size_t slot = (size_t) (hash >> 32) & (writer->slots - 1);

	while (writer->set[slot] && (writer->set[slot] != set))
		slot = (slot + 1) & (writer->slots - 1);
	return slot;
}

static void _put_set(struct writer *writer, const struct ft_node_set *set)
{
	struct json_object *line;
	size_t slot;
	char *text;

	if (!set || writer->failed)
		return;
	slot = _record_slot(writer, set);
	if (writer->set[slot])
		return;
	writer->set[slot] = set;
	writer->id[slot] = writer->sets++;
	text = _record_ranges(set);
	if (!text) {
		writer->failed = true;
		return;
	}
	line = json_object_new_object();
	json_object_object_add(line, "set", json_object_new_string(text));
	free(text);
	_put_line(writer, line);
}

static struct json_object *_set_id(const struct writer *writer,
				   const struct ft_node_set *set)
{
	if (!set || writer->failed)
		return NULL;
	return _int(writer->id[_record_slot(writer, set)]);
}

static struct json_object *_record_shares(const struct writer *writer,
					  const struct ft_share *share,
					  uint32_t count)
{
	struct json_object *array = json_object_new_array();

	for (uint32_t i = 0; i < count; i++) {
		struct json_object *one = json_object_new_array();

		json_object_array_add(one, _int(share[i].node));
		json_object_array_add(one, _int(share[i].tasks));
		json_object_array_add(one,
				      _ints(share[i].amount,
					    writer->snapshot->resource_count));
		json_object_array_add(array, one);
	}
	return array;
}

/* An array of two numbers joins the array. */
static void _add_pair(struct json_object *array, int64_t one, int64_t two)
{
	struct json_object *pair = json_object_new_array();

	json_object_array_add(pair, _int(one));
	json_object_array_add(pair, _int(two));
	json_object_array_add(array, pair);
}

static struct json_object *_licences(const struct ft_licence *licence,
				     uint32_t count)
{
	struct json_object *array = json_object_new_array();

	for (uint32_t i = 0; i < count; i++)
		_add_pair(array, licence[i].licence, licence[i].count);
	return array;
}

static struct json_object *_marks(const struct ft_mark *mark, uint32_t count)
{
	struct json_object *array = json_object_new_array();

	for (uint32_t i = 0; i < count; i++)
		_add_pair(array, mark[i].kind, mark[i].tag);
	return array;
}

static struct json_object *_claims(const struct ft_claim *claim, uint32_t count)
{
	struct json_object *array = json_object_new_array();

	for (uint32_t i = 0; i < count; i++)
		_add_pair(array, claim[i].limit, claim[i].count);
	return array;
}

static struct json_object *_limits(const struct ft_snapshot *snapshot)
{
	struct json_object *array = json_object_new_array();

	for (uint32_t i = 0; i < snapshot->limit_count; i++)
		_add_pair(array, (int) snapshot->limit[i].kind,
			  snapshot->limit[i].total);
	return array;
}

/* What few requests have is written only where it is. */
static struct json_object *_one_request(const struct writer *writer,
					const struct ft_request *request)
{
	uint32_t count = writer->snapshot->resource_count;
	struct json_object *object = json_object_new_object();
	struct json_object *closures = json_object_new_array();

#define PUT(field, value) json_object_object_add(object, field, value)
	PUT("duration", _int(request->duration));
	if (request->least) {
		PUT("least", _int(request->least));
		PUT("step", _int(request->step));
	}
	PUT("not_before", _int(request->not_before));
	PUT("end_by", _int(request->end_by));
	PUT("min_nodes", _int(request->min_nodes));
	PUT("max_nodes", _int(request->max_nodes));
	PUT("tasks", _int(request->tasks));
	PUT("min_tasks_node", _int(request->min_tasks_node));
	PUT("max_tasks_node", _int(request->max_tasks_node));
	PUT("cpus_per_task", _int(request->cpus_per_task));
	PUT("per_node", _ints(request->per_node, count));
	PUT("per_task", _ints(request->per_task, count));
	PUT("per_core", _ints(request->per_core, count));
	PUT("exclusive", json_object_new_boolean(request->exclusive));
	PUT("contiguous", json_object_new_boolean(request->contiguous));
	PUT("eligible", _set_id(writer, request->eligible));
	PUT("required", _set_id(writer, request->required));
	PUT("licences", _licences(request->licence, request->licence_count));
	for (uint32_t i = 0; i < request->closure_count; i++)
		json_object_array_add(closures, _int(request->closure[i]));
	PUT("closures", closures);
	if (request->want_node)
		PUT("want_node", _ints(request->want_node, count));
	if (request->want_task)
		PUT("want_task", _ints(request->want_task, count));
	if (request->place)
		PUT("place", _int(request->place));
	if (request->leaves)
		PUT("leaves", _int(request->leaves));
	if (request->leaf_level)
		PUT("leaf_level", _int(request->leaf_level));
	if (request->change)
		PUT("change", _int(request->change));
	if (request->mark_count)
		PUT("marks", _marks(request->mark, request->mark_count));
	if (request->claim_count)
		PUT("claims", _claims(request->claim, request->claim_count));
	if (request->takes)
		PUT("takes", json_object_new_uint64(request->takes));
	if (request->alone)
		PUT("alone", json_object_new_boolean(true));
	if (request->apart)
		PUT("apart", json_object_new_boolean(true));
#undef PUT
	return object;
}

static struct json_object *_record_request(const struct writer *writer,
					   const struct ft_request *request)
{
	struct json_object *object = _one_request(writer, request), *parts;

	if (!request->part_count)
		return object;
	parts = json_object_new_array();
	for (uint32_t i = 0; i < request->part_count; i++)
		json_object_array_add(parts,
				      _one_request(writer, &request->part[i]));
	json_object_object_add(object, "parts", parts);
	return object;
}

static void _put_request_sets(struct writer *writer,
			      const struct ft_request *request)
{
	_put_set(writer, request->eligible);
	_put_set(writer, request->required);
	for (uint32_t i = 0; i < request->part_count; i++) {
		_put_set(writer, request->part[i].eligible);
		_put_set(writer, request->part[i].required);
	}
}

static struct json_object *_part_ends(const struct ft_job *job)
{
	struct json_object *array = json_object_new_array();

	for (uint32_t p = 0; p <= job->promise_part_count; p++)
		json_object_array_add(array, _int(job->promise_part_end[p]));
	return array;
}

static struct json_object *_policy(const struct ft_policy *policy)
{
	struct json_object *object = json_object_new_object();
	struct json_object *depth = json_object_new_array();

#define PUT_NAME(field, names)                                                 \
	json_object_object_add(object, #field,                                 \
			       json_object_new_string(names[policy->field]))
	PUT_NAME(hold, ft_hold_names);
	PUT_NAME(compress, ft_compress_names);
	PUT_NAME(backfill, ft_backfill_names);
	PUT_NAME(metric, ft_metric_names);
#undef PUT_NAME
	json_object_object_add(object, "backfill_depth",
			       _int(policy->backfill_depth));
	json_object_object_add(object, "array_depth",
			       _int(policy->array_depth));
	json_object_object_add(object, "patience", _int(policy->patience));
	if (policy->commit)
		json_object_object_add(object, "commit", _int(policy->commit));
	if (policy->steps)
		json_object_object_add(object, "steps", _int(policy->steps));
	if (policy->memory)
		json_object_object_add(object, "memory",
				       _int((int64_t) policy->memory));
	for (uint32_t i = 0; i < policy->bucket_count; i++)
		json_object_array_add(depth, _int(policy->depth[i]));
	json_object_object_add(object, "depth", depth);
	return object;
}

static void _put_header(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;
	struct json_object *line = json_object_new_object();

	json_object_object_add(line, "snapshot", _int(1));
	json_object_object_add(line, "now", _int(snapshot->now));
	json_object_object_add(line, "window_end", _int(snapshot->window_end));
	json_object_object_add(line, "overrule", _int(snapshot->overrule));
	json_object_object_add(line, "policy", _policy(&snapshot->policy));
	json_object_object_add(line, "nodes", _int(snapshot->node_count));
	json_object_object_add(line, "resources",
			       _int(snapshot->resource_count));
	json_object_object_add(
		line, "licences",
		_ints(snapshot->licence_total, snapshot->licence_count));
	if (snapshot->limit_count)
		json_object_object_add(line, "limits", _limits(snapshot));
	_put_line(writer, line);
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

static void _put_nodes(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;
	uint32_t first = 0, end;

	for (; first < snapshot->node_count; first = end) {
		const struct ft_node *node = &snapshot->node[first];
		struct json_object *line = json_object_new_object();

		for (end = first + 1; end < snapshot->node_count; end++)
			if (!_same_node(snapshot, first, end))
				break;
		json_object_object_add(line, "node", _int(first));
		json_object_object_add(line, "count", _int(end - first));
		json_object_object_add(line, "threads", _int(node->threads));
		json_object_object_add(line, "weight",
				       json_object_new_uint64(node->weight));
		json_object_object_add(line, "available_from",
				       _int(node->available_from));
		if (node->leaf)
			json_object_object_add(line, "leaf", _int(node->leaf));
		if (node->segment)
			json_object_object_add(line, "segment",
					       _int(node->segment));
		json_object_object_add(
			line, "capacity",
			_ints(snapshot->capacity +
				      (size_t) first * snapshot->resource_count,
			      snapshot->resource_count));
		_put_line(writer, line);
	}
}

static void _put_run(struct writer *writer, const struct ft_run *run)
{
	struct json_object *line = json_object_new_object();

	json_object_object_add(line, "run", _int(run->job_id));
	json_object_object_add(line, "end", _int(run->end));
	if (run->predicted_end)
		json_object_object_add(line, "predicted_end",
				       _int(run->predicted_end));
	if (run->alone)
		json_object_object_add(line, "alone",
				       json_object_new_boolean(true));
	json_object_object_add(
		line, "shares",
		_record_shares(writer, run->share, run->share_count));
	json_object_object_add(line, "licences",
			       _licences(run->licence, run->licence_count));
	if (run->claim_count)
		json_object_object_add(line, "claims",
				       _claims(run->claim, run->claim_count));
	if (run->class) {
		json_object_object_add(line, "class", _int(run->class));
		json_object_object_add(line, "rank", _int(run->rank));
		json_object_object_add(line, "leave", _int(run->leave));
		json_object_object_add(line, "gone", _int(run->gone));
		json_object_object_add(line, "suspends",
				       json_object_new_boolean(run->suspends));
		if (run->keeps)
			json_object_object_add(line, "keeps",
					       json_object_new_boolean(true));
		if (run->fellows)
			json_object_object_add(line, "fellows",
					       _int(run->fellows));
	}
	_put_line(writer, line);
}

static void _put_closure(struct writer *writer, uint32_t index)
{
	const struct ft_closure *closure = &writer->snapshot->closure[index];
	struct json_object *line;

	_put_set(writer, closure->nodes);
	line = json_object_new_object();
	json_object_object_add(line, "closure", _int(index));
	json_object_object_add(line, "start", _int(closure->start));
	json_object_object_add(line, "end", _int(closure->end));
	json_object_object_add(line, "nodes", _set_id(writer, closure->nodes));
	json_object_object_add(
		line, "licences",
		_licences(closure->licence, closure->licence_count));
	if (closure->share_count)
		json_object_object_add(line, "shares",
				       _record_shares(writer, closure->share,
						      closure->share_count));
	_put_line(writer, line);
}

static void _put_job(struct writer *writer, const struct ft_job *job)
{
	struct json_object *line, *requests = json_object_new_array();

	for (uint32_t i = 0; i < job->request_count; i++) {
		_put_request_sets(writer, &job->request[i]);
		json_object_array_add(
			requests, _record_request(writer, &job->request[i]));
	}
	line = json_object_new_object();
	json_object_object_add(line, "job", _int(job->job_id));
	json_object_object_add(line, "reserve",
			       json_object_new_boolean(job->reserve));
	json_object_object_add(line, "priority", _int(job->priority));
	if (job->tier)
		json_object_object_add(line, "tier", _int(job->tier));
	if (job->tentative)
		json_object_object_add(line, "tentative",
				       json_object_new_boolean(true));
	if (job->bucket != FT_NO_INDEX)
		json_object_object_add(line, "bucket", _int(job->bucket));
	json_object_object_add(line, "queued", _int(job->queued));
	if (job->predicted)
		json_object_object_add(line, "predicted", _int(job->predicted));
	if (job->tried)
		json_object_object_add(line, "tried",
				       json_object_new_string(job->tried));
	json_object_object_add(line, "promise", _int(job->promise));
	if (job->promise_held)
		json_object_object_add(line, "promise_held",
				       json_object_new_boolean(true));
	json_object_object_add(line, "promise_rank", _int(job->promise_rank));
	if (job->promise_duration)
		json_object_object_add(line, "promise_duration",
				       _int(job->promise_duration));
	json_object_object_add(line, "promise_request",
			       _int(job->promise_request));
	json_object_object_add(line, "promise_shares",
			       _record_shares(writer, job->promise_share,
					      job->promise_share_count));
	if (job->promise_part_count)
		json_object_object_add(line, "promise_parts", _part_ends(job));
	json_object_object_add(line, "requests", requests);
	_put_line(writer, line);
}

static void _put_all(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;
	struct json_object *end = json_object_new_object();

	_put_header(writer);
	_put_nodes(writer);
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		_put_run(writer, &snapshot->run[i]);
	for (uint32_t i = 0; i < snapshot->closure_count; i++)
		_put_closure(writer, i);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		_put_job(writer, &snapshot->job[i]);
	json_object_object_add(end, "end", _int(snapshot->job_count));
	_put_line(writer, end);
}

static int _table_new(struct writer *writer)
{
	size_t sets = writer->snapshot->closure_count;

	for (uint32_t i = 0; i < writer->snapshot->job_count; i++) {
		const struct ft_job *job = &writer->snapshot->job[i];

		for (uint32_t r = 0; r < job->request_count; r++)
			sets += 2 * ((size_t) job->request[r].part_count + 1);
	}
	writer->slots = 16;
	while (writer->slots < 2 * sets)
		writer->slots *= 2;
	writer->set = calloc(writer->slots, sizeof(*writer->set));
	writer->id = calloc(writer->slots, sizeof(*writer->id));
	return (writer->set && writer->id) ? 0 : -ENOMEM;
}

static int _write_file(struct writer *writer, const char *path,
		       struct ft_err *err)
{
	writer->file = fopen(path, "we");
	if (!writer->file)
		return ft_fail(err, -errno, "%s: cannot be created: %s", path,
			       strerror(errno));
	errno = 0;
	_put_all(writer);
	if (fclose(writer->file) || writer->failed) {
		int code = errno ? -errno : -EIO;

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
	int rc = _table_new(&writer);

	if (rc || !fresh) {
		rc = ft_fail(err, -ENOMEM, "%s: out of memory", path);
		goto out;
	}
	snprintf(fresh, size, "%s.new", path);
	rc = _write_file(&writer, fresh, err);
	if (!rc && rename(fresh, path)) {
		rc = ft_fail(err, -errno, "%s: cannot be replaced: %s", path,
			     strerror(errno));
		remove(fresh);
	}
out:
	free(fresh);
	free(writer.set);
	free(writer.id);
	return rc;
}
