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

#include "core/base/json_writer.h"
#include "core/snapshot/snapshot.h"
#include "core/snapshot/request_field.h"

struct writer {
	const struct ft_snapshot *snapshot;
	struct ft_json_writer json;
	/* Sets already written, an open hash table by address. */
	const struct ft_node_set **set;
	uint32_t *id;
	size_t slots;
	uint32_t sets;
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

/* What few records have is written only where it is. */
static void _int_if(struct writer *writer, const char *key, int64_t value)
{
	if (value)
		_int(writer, key, value);
}

static void _bool(struct writer *writer, const char *key, bool value)
{
	ft_json_bool(&writer->json, key, value);
}

static void _bool_if(struct writer *writer, const char *key, bool value)
{
	if (value)
		_bool(writer, key, value);
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
	size_t slot;

	if (!set)
		return;
	slot = _record_slot(writer, set);
	if (writer->set[slot])
		return;
	writer->set[slot] = set;
	writer->id[slot] = writer->sets++;
	fputs("{\"set\":\"", writer->json.file);
	_write_ranges(writer->json.file, set);
	fputs("\"}\n", writer->json.file);
}

static void _set_number(struct writer *writer, const char *key,
			const struct ft_node_set *set)
{
	if (set)
		_int(writer, key, writer->id[_record_slot(writer, set)]);
	else
		ft_json_string(&writer->json, key, NULL);
}

static void _shares(struct writer *writer, const char *key,
		    const struct ft_share *share, uint32_t count)
{
	ft_json_open(&writer->json, key, '[');
	for (uint32_t i = 0; i < count; i++) {
		ft_json_open(&writer->json, NULL, '[');
		_int(writer, NULL, share[i].node);
		_int(writer, NULL, share[i].tasks);
		_amounts(writer, NULL, share[i].amount);
		ft_json_close(&writer->json, ']');
	}
	ft_json_close(&writer->json, ']');
}

/* An element of two numbers. */
static void _pair(struct writer *writer, int64_t one, int64_t two)
{
	int64_t pair[2] = {one, two};

	ft_json_ints(&writer->json, NULL, pair, 2);
}

static void _licences(struct writer *writer, const struct ft_licence *licence,
		      uint32_t count)
{
	ft_json_open(&writer->json, "licences", '[');
	for (uint32_t i = 0; i < count; i++)
		_pair(writer, licence[i].licence, licence[i].count);
	ft_json_close(&writer->json, ']');
}

static void _marks_if(struct writer *writer, const struct ft_mark *mark,
		      uint32_t count)
{
	if (!count)
		return;
	ft_json_open(&writer->json, "marks", '[');
	for (uint32_t i = 0; i < count; i++)
		_pair(writer, mark[i].kind, mark[i].tag);
	ft_json_close(&writer->json, ']');
}

static void _claims_if(struct writer *writer, const struct ft_claim *claim,
		       uint32_t count)
{
	if (!count)
		return;
	ft_json_open(&writer->json, "claims", '[');
	for (uint32_t i = 0; i < count; i++)
		_pair(writer, claim[i].limit, claim[i].count);
	ft_json_close(&writer->json, ']');
}

static void _limits_if(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;

	if (!snapshot->limit_count)
		return;
	ft_json_open(&writer->json, "limits", '[');
	for (uint32_t i = 0; i < snapshot->limit_count; i++)
		_pair(writer, (int) snapshot->limit[i].kind,
		      snapshot->limit[i].total);
	ft_json_close(&writer->json, ']');
}

static void _closures(struct writer *writer, const struct ft_request *request)
{
	ft_json_open(&writer->json, "closures", '[');
	for (uint32_t i = 0; i < request->closure_count; i++)
		_int(writer, NULL, request->closure[i]);
	ft_json_close(&writer->json, ']');
}

#define PUT(kind, field) PUT_##kind(field)
#define PUT_LENGTH(field) _int(writer, #field, request->field);
#define PUT_STEP(field)                                                        \
	if (request->least)                                                    \
		_int(writer, #field, request->field);
#define PUT_TIME(field) PUT_LENGTH(field)
#define PUT_COUNT(field) PUT_LENGTH(field)
#define PUT_OPTION(field) _int_if(writer, #field, request->field);
#define PUT_AMOUNTS(field) _amounts(writer, #field, request->field);
#define PUT_WANTED(field)                                                      \
	if (request->field)                                                    \
		_amounts(writer, #field, request->field);
#define PUT_BOOL(field) _bool(writer, #field, request->field);
#define PUT_FLAG(field) _bool_if(writer, #field, request->field);
#define PUT_SET(field) _set_number(writer, #field, request->field);
#define PUT_LICENCES(field)                                                    \
	_licences(writer, request->field, request->field##_count);
#define PUT_CLOSURES(field) _closures(writer, request);
#define PUT_MARKS(field)                                                       \
	_marks_if(writer, request->field, request->field##_count);
#define PUT_CLAIMS(field)                                                      \
	_claims_if(writer, request->field, request->field##_count);
#define PUT_CLASSES(field)                                                     \
	if (request->field)                                                    \
		ft_json_uint(&writer->json, #field, request->field);

static void _one_request(struct writer *writer,
			 const struct ft_request *request)
{
	FT_REQUEST_FIELDS(PUT)
}

static void _request(struct writer *writer, const struct ft_request *request)
{
	ft_json_open(&writer->json, NULL, '{');
	_one_request(writer, request);
	if (request->part_count) {
		ft_json_open(&writer->json, "parts", '[');
		for (uint32_t i = 0; i < request->part_count; i++) {
			ft_json_open(&writer->json, NULL, '{');
			_one_request(writer, &request->part[i]);
			ft_json_close(&writer->json, '}');
		}
		ft_json_close(&writer->json, ']');
	}
	ft_json_close(&writer->json, '}');
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

static void _policy(struct writer *writer, const struct ft_policy *policy)
{
	struct ft_json_writer *json = &writer->json;

	ft_json_open(json, "policy", '{');
	ft_json_string(json, "hold", ft_hold_names[policy->hold]);
	ft_json_string(json, "compress", ft_compress_names[policy->compress]);
	ft_json_string(json, "backfill", ft_backfill_names[policy->backfill]);
	ft_json_string(json, "metric", ft_metric_names[policy->metric]);
	_int(writer, "backfill_depth", policy->backfill_depth);
	_int(writer, "array_depth", policy->array_depth);
	_int(writer, "patience", policy->patience);
	_int_if(writer, "commit", policy->commit);
	_int_if(writer, "steps", policy->steps);
	_int_if(writer, "memory", (int64_t) policy->memory);
	ft_json_open(json, "depth", '[');
	for (uint32_t i = 0; i < policy->bucket_count; i++)
		_int(writer, NULL, policy->depth[i]);
	ft_json_close(json, ']');
	ft_json_close(json, '}');
}

static void _put_header(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;

	_begin_line(writer);
	_int(writer, "snapshot", 1);
	_int(writer, "now", snapshot->now);
	_int(writer, "window_end", snapshot->window_end);
	_int(writer, "overrule", snapshot->overrule);
	_policy(writer, &snapshot->policy);
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
		_int(writer, "threads", node->threads);
		ft_json_uint(&writer->json, "weight", node->weight);
		_int(writer, "available_from", node->available_from);
		_int_if(writer, "leaf", node->leaf);
		_int_if(writer, "segment", node->segment);
		_amounts(writer, "capacity",
			 snapshot->capacity +
				 (size_t) first * snapshot->resource_count);
		_close_line(writer);
	}
}

/* What of a run has something only where it may be preempted. */
static void _taking(struct writer *writer, const struct ft_run *run)
{
	_int(writer, "class", run->class);
	_int(writer, "rank", run->rank);
	_int(writer, "leave", run->leave);
	_int(writer, "gone", run->gone);
	_bool(writer, "suspends", run->suspends);
	_bool_if(writer, "keeps", run->keeps);
	_int_if(writer, "fellows", run->fellows);
}

static void _write_run(struct writer *writer, const struct ft_run *run)
{
	_begin_line(writer);
	_int(writer, "run", run->job_id);
	_int(writer, "end", run->end);
	_int_if(writer, "predicted_end", run->predicted_end);
	_bool_if(writer, "alone", run->alone);
	_shares(writer, "shares", run->share, run->share_count);
	_licences(writer, run->licence, run->licence_count);
	_claims_if(writer, run->claim, run->claim_count);
	if (run->class)
		_taking(writer, run);
	_close_line(writer);
}

static void _put_closure(struct writer *writer, uint32_t index)
{
	const struct ft_closure *closure = &writer->snapshot->closure[index];

	_put_set(writer, closure->nodes);
	_begin_line(writer);
	_int(writer, "closure", index);
	_int(writer, "start", closure->start);
	_int(writer, "end", closure->end);
	_set_number(writer, "nodes", closure->nodes);
	_licences(writer, closure->licence, closure->licence_count);
	if (closure->share_count)
		_shares(writer, "shares", closure->share, closure->share_count);
	_close_line(writer);
}

static void _promise(struct writer *writer, const struct ft_job *job)
{
	_int(writer, "promise", job->promise);
	_bool_if(writer, "promise_held", job->promise_held);
	_int(writer, "promise_rank", job->promise_rank);
	_int_if(writer, "promise_duration", job->promise_duration);
	_int(writer, "promise_request", job->promise_request);
	_shares(writer, "promise_shares", job->promise_share,
		job->promise_share_count);
	if (!job->promise_part_count)
		return;
	ft_json_open(&writer->json, "promise_parts", '[');
	for (uint32_t p = 0; p <= job->promise_part_count; p++)
		_int(writer, NULL, job->promise_part_end[p]);
	ft_json_close(&writer->json, ']');
}

static void _write_job(struct writer *writer, const struct ft_job *job)
{
	for (uint32_t i = 0; i < job->request_count; i++)
		_put_request_sets(writer, &job->request[i]);
	_begin_line(writer);
	_int(writer, "job", job->job_id);
	_bool(writer, "reserve", job->reserve);
	_int(writer, "priority", job->priority);
	_int_if(writer, "tier", job->tier);
	_bool_if(writer, "tentative", job->tentative);
	if (job->bucket != FT_NO_INDEX)
		_int(writer, "bucket", job->bucket);
	_int(writer, "queued", job->queued);
	_int_if(writer, "predicted", job->predicted);
	if (job->tried)
		ft_json_string(&writer->json, "tried", job->tried);
	_promise(writer, job);
	ft_json_open(&writer->json, "requests", '[');
	for (uint32_t i = 0; i < job->request_count; i++)
		_request(writer, &job->request[i]);
	ft_json_close(&writer->json, ']');
	_close_line(writer);
}

static void _write_snapshot(struct writer *writer)
{
	const struct ft_snapshot *snapshot = writer->snapshot;

	_put_header(writer);
	_write_nodes(writer);
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		_write_run(writer, &snapshot->run[i]);
	for (uint32_t i = 0; i < snapshot->closure_count; i++)
		_put_closure(writer, i);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		_write_job(writer, &snapshot->job[i]);
	_begin_line(writer);
	_int(writer, "end", snapshot->job_count);
	_close_line(writer);
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
	code = ferror(file) ? (errno ? -errno : -EIO) : 0;
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
	int rc = _table_new(&writer);

	if (rc || !fresh) {
		rc = ft_no_memory_for(err, path);
		goto out;
	}
	snprintf(fresh, size, "%s.new", path);
	rc = _write_stream(&writer, fresh, err);
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
