/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_snapshot_check - what no planner could use is named and refused.
 *
 * Times and amounts must be within bounds.h, and what runs have of a node or a
 * licence in all, too, so that every sum of the planner stays inside 64 bits.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/recent.h"
#include "core/snapshot/field.h"

/* Of all that runs and closures take together. */
#define TAKEN_MAX (INT64_C(1) << 60)

enum { RESOURCES_MAX = 4096, PARTS_MAX = 1024 };

struct where {
	const struct ft_snapshot *snapshot;
	struct ft_err *err;
	const char *what;
	uint32_t id;
	uint32_t request;	   /* FT_NO_INDEX: none of them in particular */
	struct ft_recent *checked; /* requests that are good */
	int64_t taken;		   /* by runs and closures so far */
};

enum { NAME = 64 };

/* Names are made only for what is refused: "job 17 (request 0)". */
static const char *_place_name(const struct where *where, char name[NAME])
{
	if (where->id == FT_NO_INDEX)
		return where->what;
	if (where->request == FT_NO_INDEX)
		snprintf(name, NAME, "%s %" PRIu32, where->what, where->id);
	else
		snprintf(name, NAME, "%s %" PRIu32 " (request %" PRIu32 ")",
			 where->what, where->id, where->request);
	return name;
}

static void _set_job(struct where *where, const char *what, uint32_t id)
{
	where->what = what;
	where->id = id;
	where->request = FT_NO_INDEX;
}

#define REFUSE(where, format, ...)                                             \
	ft_fail((where)->err, -EINVAL, "snapshot: %s: " format,                \
		_place_name(where, (char[NAME]){0}), __VA_ARGS__)

static int _check_amounts(const struct where *where, const char *field,
			  const int64_t *amount)
{
	uint32_t count = where->snapshot->resource_count;

	for (uint32_t i = 0; amount && (i < count); i++)
		if ((amount[i] < 0) || (amount[i] > FT_AMOUNT_MAX))
			return REFUSE(where,
				      "%s of resource %" PRIu32 " is %" PRId64
				      ", must be 0 to 2^53",
				      field, i, amount[i]);
	return 0;
}

static int _check_licences(const struct where *where,
			   const struct ft_licence *licence, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (licence[i].licence >= where->snapshot->licence_count)
			return REFUSE(where,
				      "licence %" PRIu32 " does not exist",
				      licence[i].licence);
		if ((licence[i].count < 0) ||
		    (licence[i].count > FT_AMOUNT_MAX))
			return REFUSE(where,
				      "count of licence %" PRIu32 " is %" PRId64
				      ", must be 0 to 2^53",
				      licence[i].licence, licence[i].count);
	}
	return 0;
}

/* So many seconds of it, at most, fit into the sums. */
static int _check_claims(const struct where *where,
			 const struct ft_claim *claim, uint32_t count,
			 int64_t seconds)
{
	const struct ft_snapshot *snapshot = where->snapshot;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t limit = claim[i].limit;
		int64_t most = FT_AMOUNT_MAX;

		if ((limit >= snapshot->limit_count) ||
		    (i && (limit <= claim[i - 1].limit)))
			return REFUSE(where,
				      "limit %" PRIu32
				      " does not exist or is out of order",
				      limit);
		if (snapshot->limit[limit].kind == FT_LIMIT_FALLS)
			most /= seconds < (INT64_C(1) << 31)
					? seconds
					: (INT64_C(1) << 31);
		if ((claim[i].count < 1) || (claim[i].count > most))
			return REFUSE(where,
				      "claim of limit %" PRIu32 " is %" PRId64
				      ", must be 1 to %" PRId64,
				      limit, claim[i].count, most);
	}
	return 0;
}

static int _check_limits(struct where *where)
{
	const struct ft_snapshot *snapshot = where->snapshot;

	for (uint32_t i = 0; i < snapshot->limit_count; i++) {
		_set_job(where, "limit", i);
		if ((snapshot->limit[i].total < 0) ||
		    (snapshot->limit[i].total > FT_AMOUNT_MAX) ||
		    ((int) snapshot->limit[i].kind < 0) ||
		    (snapshot->limit[i].kind > FT_LIMIT_SPENT))
			return REFUSE(where,
				      "kind %d, total %" PRId64
				      ": must be 0 to 2, and 0 to 2^53",
				      (int) snapshot->limit[i].kind,
				      snapshot->limit[i].total);
	}
	return 0;
}

static int _check_shares(const struct where *where,
			 const struct ft_share *share, uint32_t count)
{
	int rc;

	if (count && !share)
		return REFUSE(where, "%" PRIu32 " shares are missing", count);
	for (uint32_t i = 0; i < count; i++) {
		if (share[i].node >= where->snapshot->node_count)
			return REFUSE(where, "node %" PRIu32 " does not exist",
				      share[i].node);
		if (i && share[i].amount == share[i - 1].amount)
			continue;
		rc = _check_amounts(where, "share", share[i].amount);
		if (rc)
			return rc;
	}
	return 0;
}

/*
 * Shares and licences that are good by themselves.  Each adds 2^53 to each kind
 * at most, so that the sum is refused before it leaves 64 bits.
 */
static int _check_taken(struct where *where, const struct ft_share *share,
			uint32_t share_count, const struct ft_licence *licence,
			uint32_t licence_count)
{
	const int64_t *capacity = where->snapshot->capacity;
	size_t kinds = where->snapshot->resource_count;
	int64_t *taken = &where->taken;

	for (uint32_t i = 0; (*taken <= TAKEN_MAX) && (i < share_count); i++)
		for (size_t k = 0; (*taken <= TAKEN_MAX) && (k < kinds); k++)
			*taken += share[i].amount
					  ? share[i].amount[k]
					  : capacity[share[i].node * kinds + k];
	for (uint32_t i = 0; (*taken <= TAKEN_MAX) && (i < licence_count); i++)
		*taken += licence[i].count;
	if (*taken <= TAKEN_MAX)
		return 0;
	return REFUSE(where, "with it more than 2^60 of %s is taken",
		      "all resources");
}

static int _check_set(const struct where *where, const char *field,
		      const struct ft_node_set *set)
{
	if (set && (set->size != where->snapshot->node_count))
		return REFUSE(where,
			      "set %s is for %" PRIu32 " nodes, not %" PRIu32,
			      field, set->size, where->snapshot->node_count);
	return 0;
}

static int _check_name(const struct where *where, const struct ft_field *field,
		       uint32_t value)
{
	uint32_t count = 0;

	while (field->names[count])
		count++;
	if (value >= count)
		return REFUSE(where, "%s %d does not exist", field->key,
			      (int) value);
	return 0;
}

/* Amounts within bounds, and nodes, licences and names that there are. */
static int _check_fields(const struct where *where,
			 const struct ft_field *field, const void *record)
{
	int rc = 0;

	for (; !rc && field->key; field++) {
		if (field->kind == FT_FIELD_AMOUNTS)
			rc = _check_amounts(where, field->key,
					    ft_field_pointer(field, record));
		else if (field->kind == FT_FIELD_SET)
			rc = _check_set(where, field->key,
					ft_field_pointer(field, record));
		else if (field->kind == FT_FIELD_SHARES)
			rc = _check_shares(where,
					   ft_field_pointer(field, record),
					   ft_field_count(field, record));
		else if (field->kind == FT_FIELD_LICENCES)
			rc = _check_licences(where,
					     ft_field_pointer(field, record),
					     ft_field_count(field, record));
		else if (field->kind == FT_FIELD_NAME)
			rc = _check_name(where, field,
					 ft_field_u32(field, record));
	}
	return rc;
}

static int _check_policy(struct where *where)
{
	const struct ft_policy *policy = &where->snapshot->policy;
	int rc;

	_set_job(where, "header", FT_NO_INDEX);
	rc = _check_fields(where, ft_policy_fields, policy);
	if (rc)
		return rc;
	if ((policy->patience < 0) || (policy->patience > FT_TIME_MAX))
		return REFUSE(where, "policy: patience %" PRId64 " is no time",
			      policy->patience);
	if ((policy->commit < 0) || (policy->commit > FT_TIME_MAX))
		return REFUSE(where, "policy: commit %" PRId64 " is no time",
			      policy->commit);
	if (policy->bucket_count && !policy->depth)
		return REFUSE(where, "policy: %s is missing", "depth");
	return 0;
}

static int _check_machine(struct where *where)
{
	const struct ft_snapshot *snapshot = where->snapshot;
	int rc;

	_set_job(where, "header", FT_NO_INDEX);
	if (snapshot->overrule < 0)
		return REFUSE(where, "overrule %" PRId64 " is negative",
			      snapshot->overrule);
	if (!ft_time_ok(snapshot->now) || (snapshot->now == FT_NEVER) ||
	    !ft_time_ok(snapshot->window_end))
		return REFUSE(where,
			      "now %" PRId64 " or window_end %" PRId64
			      " is no time",
			      snapshot->now, snapshot->window_end);
	if (!snapshot->resource_count ||
	    (snapshot->resource_count > RESOURCES_MAX))
		return REFUSE(where,
			      "resource_count %" PRIu32
			      " is not within 1 to %d",
			      snapshot->resource_count, RESOURCES_MAX);
	for (uint32_t i = 0; i < snapshot->licence_count; i++)
		if ((snapshot->licence_total[i] < 0) ||
		    (snapshot->licence_total[i] > FT_AMOUNT_MAX))
			return REFUSE(where,
				      "total of licence %" PRIu32 " is %" PRId64
				      ", must be 0 to 2^53",
				      i, snapshot->licence_total[i]);
	for (uint32_t i = 0; i < snapshot->node_count; i++) {
		_set_job(where, "node", i);
		if (!snapshot->node[i].threads)
			return REFUSE(where, "threads is %d", 0);
		if (snapshot->node[i].segment > snapshot->node_count)
			return REFUSE(where, "segment %" PRIu32 " is too large",
				      snapshot->node[i].segment);
		if (!ft_time_ok(snapshot->node[i].available_from))
			return REFUSE(where,
				      "available_from %" PRId64 " is no time",
				      snapshot->node[i].available_from);
		rc = _check_amounts(where, "capacity",
				    snapshot->capacity +
					    (size_t) i *
						    snapshot->resource_count);
		if (rc)
			return rc;
	}
	return 0;
}

static int _check_fellows(struct where *where, const struct ft_run *run)
{
	const struct ft_snapshot *snapshot = where->snapshot;
	size_t behind =
		snapshot->run_count - 1 - (size_t) (run - snapshot->run);

	if (run->alone && run->class)
		return REFUSE(where, "class %" PRIu32 ", but it is alone",
			      run->class);
	if (run->fellows > behind)
		return REFUSE(where, "%" PRIu32 " fellows of %zu runs behind",
			      run->fellows, behind);
	for (uint32_t i = 1; i <= run->fellows; i++)
		if (run[i].class || run[i].alone)
			return REFUSE(where,
				      "fellow %" PRIu32
				      " has a class, or is alone",
				      run[i].job_id);
	return 0;
}

static int _check_held(struct where *where, const struct ft_run *run)
{
	int rc = _check_fields(where, ft_run_fields, run);

	if (!rc)
		rc = _check_taken(where, run->share, run->share_count,
				  run->licence, run->licence_count);
	if (rc)
		return rc;
	return _check_claims(where, run->claim, run->claim_count,
			     run->end - where->snapshot->now);
}

static int _check_run(struct where *where, const struct ft_run *run)
{
	int rc;

	_set_job(where, "running job", run->job_id);
	if (!ft_time_ok(run->end) || (run->end <= where->snapshot->now))
		return REFUSE(where, "end %" PRId64 " is not after now",
			      run->end);
	if (run->predicted_end &&
	    ((run->predicted_end > run->end) ||
	     (run->predicted_end <= where->snapshot->now)))
		return REFUSE(where,
			      "predicted_end %" PRId64
			      " is not after now and up to end %" PRId64,
			      run->predicted_end, run->end);
	if ((run->class >= FT_CLASSES) ||
	    (run->class &&
	     ((run->leave < 0) || (run->leave > FT_TIME_MAX) ||
	      !ft_time_ok(run->gone) || (run->gone < where->snapshot->now))))
		return REFUSE(where,
			      "class %" PRIu32 ", leave %" PRId64
			      ", gone %" PRId64
			      ": a class below 64, seconds and a time not "
			      "before now are needed",
			      run->class, run->leave, run->gone);
	rc = _check_fellows(where, run);
	return rc ? rc : _check_held(where, run);
}

static int _check_closure(struct where *where, uint32_t index)
{
	const struct ft_closure *closure = &where->snapshot->closure[index];
	int rc;

	_set_job(where, "closure", index);
	if (!ft_time_ok(closure->start) || !ft_time_ok(closure->end) ||
	    (closure->start >= closure->end))
		return REFUSE(where, "[%" PRId64 ", %" PRId64 ") is empty",
			      closure->start, closure->end);
	for (uint32_t i = 0; closure->share && (i < closure->share_count); i++)
		if (!closure->share[i].amount)
			return REFUSE(where,
				      "share %" PRIu32
				      " is a whole node: it must say amounts",
				      i);
	rc = _check_fields(where, ft_closure_fields, closure);
	if (rc)
		return rc;
	return _check_taken(where, closure->share, closure->share_count,
			    closure->licence, closure->licence_count);
}

static int _check_shape(const struct where *where,
			const struct ft_request *request)
{
	if ((request->duration <= 0) || (request->duration > FT_TIME_MAX))
		return REFUSE(where,
			      "duration %" PRId64 " is not within 1 to 2^40",
			      request->duration);
	if (request->least &&
	    ((request->least < 0) || (request->least > request->duration) ||
	     (request->step <= 0)))
		return REFUSE(where,
			      "least %" PRId64 " in steps of %" PRId64
			      " up to duration %" PRId64 " is no choice",
			      request->least, request->step, request->duration);
	if (!ft_time_ok(request->not_before) ||
	    (request->not_before == FT_NEVER))
		return REFUSE(where, "not_before %" PRId64 " is no time",
			      request->not_before);
	if (!ft_time_ok(request->end_by) || (request->end_by == 0))
		return REFUSE(where,
			      "end_by %" PRId64
			      " is not a time (FT_NEVER means none)",
			      request->end_by);
	if (!request->min_nodes || (request->min_nodes > request->max_nodes))
		return REFUSE(where,
			      "min_nodes %" PRIu32 ", max_nodes %" PRIu32
			      ": 1 <= min_nodes <= max_nodes is needed",
			      request->min_nodes, request->max_nodes);
	if (!request->min_tasks_node ||
	    (request->min_tasks_node > request->max_tasks_node))
		return REFUSE(where,
			      "min_tasks_node %" PRIu32
			      ", max_tasks_node %" PRIu32
			      ": 1 <= min <= max is needed",
			      request->min_tasks_node, request->max_tasks_node);
	return 0;
}

static int _check_leaves(const struct where *where,
			 const struct ft_request *request)
{
	if (request->place > FT_PLACE_BUSY)
		return REFUSE(where, "place %" PRIu32 " does not exist",
			      request->place);
	if (request->leaf_level > FT_LEAF_LEVEL_MAX)
		return REFUSE(where, "leaf_level %" PRIu32 " is above %d",
			      request->leaf_level, FT_LEAF_LEVEL_MAX);
	if ((request->leaves > FT_LEAVES_MAX) ||
	    ((request->leaves > 1) && request->tasks) ||
	    (request->leaves && request->contiguous))
		return REFUSE(where,
			      "leaves %" PRIu32
			      ": at most %d, more than 1 only with tasks 0, "
			      "none if contiguous",
			      request->leaves, FT_LEAVES_MAX);
	return 0;
}

static int _check_bundle(const struct where *where,
			 const struct ft_request *request)
{
	if (!request->bundle)
		return 0;
	if (request->bundle_level > FT_LEAF_LEVEL_MAX)
		return REFUSE(where, "bundle_level %" PRIu32 " is above %d",
			      request->bundle_level, FT_LEAF_LEVEL_MAX);
	if ((request->min_nodes % request->bundle) || request->tasks ||
	    request->contiguous || (request->leaves > 1) ||
	    (request->required && ft_node_set_count(request->required)))
		return REFUSE(where,
			      "bundle %" PRIu32
			      ": min_nodes is a multiple of it, tasks 0, "
			      "leaves at most 1, no node is required, nor need "
			      "they be contiguous",
			      request->bundle);
	return 0;
}

static int _check_company(const struct where *where,
			  const struct ft_request *request)
{
	int rc = _check_leaves(where, request);

	if (!rc)
		rc = _check_bundle(where, request);
	if (!rc && request->alone && request->takes)
		return REFUSE(where, "takes runs %#" PRIx64 ", but is alone",
			      request->takes);
	if (!rc && (request->change > FT_CHANGE_MAKES))
		return REFUSE(where, "change %" PRIu32 " is not within 0 to %d",
			      request->change, FT_CHANGE_MAKES);
	for (uint32_t i = 0; !rc && (i < request->mark_count); i++) {
		const struct ft_mark *mark = &request->mark[i];

		if ((mark->kind >= where->snapshot->resource_count) ||
		    (where->snapshot->resource_count - mark->kind <
		     FT_MARK_SIZE))
			return REFUSE(where,
				      "mark of resource %" PRIu32
				      " does not exist",
				      mark->kind);
		if (mark->tag > FT_TAG_MAX)
			return REFUSE(where,
				      "tag %" PRIu32 " is not within 0 to %d",
				      mark->tag, FT_TAG_MAX);
	}
	return rc;
}

static int _check_one(const struct where *where,
		      const struct ft_request *request)
{
	int rc = _check_shape(where, request);

	if (!rc && !request->eligible)
		rc = REFUSE(where, "set %s is missing", "eligible");
	if (!rc)
		rc = _check_fields(where, ft_request_fields, request);
	if (!rc && request->required &&
	    !ft_node_set_subset(request->required, request->eligible))
		rc = REFUSE(where, "%s nodes are not all eligible", "required");
	if (!rc)
		rc = _check_claims(where, request->claim, request->claim_count,
				   request->duration);
	for (uint32_t i = 0; !rc && (i < request->closure_count); i++)
		if (request->closure[i] >= where->snapshot->closure_count)
			rc = REFUSE(where, "closure %" PRIu32 " does not exist",
				    request->closure[i]);
	return rc ? rc : _check_company(where, request);
}

/* The ends of its parts, in order, the last where the shares end. */
static int _check_ends(const struct where *where, const struct ft_job *job)
{
	const uint32_t *end = job->promise_part_end;
	uint32_t count = job->promise_part_count;
	bool good = !count || (end && (end[count] == job->promise_share_count));

	for (uint32_t p = 0; good && (p < count); p++)
		good = end[p] <= end[p + 1];
	return good ? 0
		    : REFUSE(where, "ends of %" PRIu32 " parts are wrong",
			     count);
}

static int _check_promise(const struct where *where, const struct ft_job *job)
{
	int rc;

	if (!ft_time_ok(job->promise))
		return REFUSE(where, "promise %" PRId64 " is no time",
			      job->promise);
	if ((job->promise != FT_NEVER) &&
	    (job->promise_request >= job->request_count))
		return REFUSE(where,
			      "promise_request %" PRIu32 " does not exist",
			      job->promise_request);
	if ((job->promise_duration < 0) ||
	    (job->promise_duration > FT_TIME_MAX))
		return REFUSE(where,
			      "promise_duration %" PRId64
			      " is not within 0 to 2^40",
			      job->promise_duration);
	if (job->promise == FT_NEVER)
		return 0;
	rc = _check_shares(where, job->promise_share, job->promise_share_count);
	return rc ? rc : _check_ends(where, job);
}

static int _check_part(const struct where *where, const struct ft_request *part,
		       uint32_t index)
{
	int rc = _check_one(where, part);

	if (!rc &&
	    (part->part_count || part->not_before || part->least ||
	     part->claim_count || part->takes || (part->end_by != FT_NEVER)))
		rc = REFUSE(where,
			    "part %" PRIu32
			    " has parts, claims, times or takes runs",
			    index);
	return rc;
}

static int _check_request(const struct where *where,
			  const struct ft_request *request)
{
	uint32_t count = request->part_count;
	int rc = _check_one(where, request);

	if (rc)
		return rc;
	if (request->apart)
		return REFUSE(where, "%s is no part", "what is apart");
	if (count && (!request->part || (count > PARTS_MAX) || request->least))
		return REFUSE(where,
			      "%" PRIu32 " parts are missing or too many, or"
			      " least is given",
			      count);
	for (uint32_t i = 0; !rc && (i < count); i++)
		rc = _check_part(where, &request->part[i], i);
	return rc;
}

static int _check_waiting(struct where *where, const struct ft_job *job)
{
	int rc = 0;

	_set_job(where, "job", job->job_id);
	if ((job->bucket != FT_NO_INDEX) &&
	    (job->bucket >= where->snapshot->policy.bucket_count))
		return REFUSE(where, "bucket %" PRIu32 " does not exist",
			      job->bucket);
	if (job->tier > FT_TIER_MAX)
		return REFUSE(where, "tier %" PRIu32 " is above %" PRIu32,
			      job->tier, FT_TIER_MAX);
	if (!ft_time_ok(job->queued))
		return REFUSE(where, "queued %" PRId64 " is no time",
			      job->queued);
	if (!job->request_count || !job->request)
		return REFUSE(where, "%s", "it has no request");
	if ((job->predicted < 0) || (job->predicted > FT_TIME_MAX))
		return REFUSE(where,
			      "predicted %" PRId64 " is not within 0 to 2^40",
			      job->predicted);
	rc = _check_promise(where, job);
	for (uint32_t i = 0; !rc && (i < job->request_count); i++) {
		const struct ft_request *request = &job->request[i];
		uint32_t unused;

		if (ft_recent_get(where->checked, request, &unused))
			continue;
		where->request = i;
		rc = _check_request(where, request);
		if (!rc)
			ft_recent_put(where->checked, request, 0);
	}
	return rc;
}

extern int ft_snapshot_check(const struct ft_snapshot *snapshot,
			     struct ft_err *err)
{
	struct where where = {.snapshot = snapshot, .err = err};
	int rc = _check_machine(&where);

	if (!rc)
		rc = _check_policy(&where);
	if (!rc)
		rc = _check_limits(&where);
	for (uint32_t i = 0; !rc && (i < snapshot->run_count); i++)
		rc = _check_run(&where, &snapshot->run[i]);
	for (uint32_t i = 0; !rc && (i < snapshot->closure_count); i++)
		rc = _check_closure(&where, i);
	where.checked = rc ? NULL : calloc(1, sizeof(*where.checked));
	if (!rc && !where.checked)
		rc = ft_no_memory(err);
	for (uint32_t i = 0; !rc && (i < snapshot->job_count); i++)
		rc = _check_waiting(&where, &snapshot->job[i]);
	free(where.checked);
	return rc;
}

extern int ft_snapshot_sift(struct ft_snapshot *snapshot,
			    void (*tell)(void *context, uint32_t job,
					 const char *reason),
			    void *context)
{
	struct ft_err err;
	struct where where = {.snapshot = snapshot, .err = &err};
	uint32_t left = 0;

	where.checked = calloc(1, sizeof(*where.checked));
	if (!where.checked)
		return -ENOMEM;
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		if (_check_waiting(&where, &snapshot->job[i]))
			tell(context, i, err.text + strlen("snapshot: "));
		else
			snapshot->job[left++] = snapshot->job[i];
	}
	snapshot->job_count = left;
	free(where.checked);
	return 0;
}
