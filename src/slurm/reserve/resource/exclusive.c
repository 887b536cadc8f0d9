/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/exclusive.h.
 *
 * The rules are slurmctld's.  A job that is exclusive to its user goes
 * where no other user's job is, and jobs of other users stay away from its
 * nodes.  A job whose label counts goes where all have its label, and a job
 * without one where no job has one.
 */
#include "slurm/reserve/resource/exclusive.h"
#include "core/base/array.h"
#include "slurm/reserve/resource/dimension.h"

#include <stdlib.h>

#include "slurm/reserve/build/demand.h"
#include "slurm/reserve/resource/socket_gpu.h"
#include "slurm/reserve/resource/oversubscribe.h"

/* Tags: of users without a number, then of the others. */
enum { COMMON = 1, FIRST_TAG };

/* More than all squares of tags on one node can add up to. */

void fts_marks_begin(struct fts_marks *marks)
{
	marks->owned = marks->labelled = marks->shared = false;
	marks->binding = marks->apart = marks->grown = false;
}

static void _forget_labels(struct fts_marks *marks)
{
	for (uint32_t i = 0; i < marks->label_count; i++)
		free(marks->label[i]);
	free(marks->label);
	marks->label = NULL;
	marks->label_count = 0;
}

static void _forget_owners(struct fts_marks *marks)
{
	free(marks->owner);
	marks->owner = NULL;
	marks->owner_count = 0;
}

void fts_marks_end(struct fts_marks *marks)
{
	if (!marks->owned)
		_forget_owners(marks);
	if (!marks->labelled)
		_forget_labels(marks);
	marks->sharing &= marks->shared;
	marks->bound &= marks->binding;
	marks->segments &= marks->apart;
}

void fts_marks_segments(struct fts_marks *marks)
{
	marks->grown |= !marks->segments;
	marks->apart = marks->segments = true;
}

void fts_marks_free(struct fts_marks *marks)
{
	_forget_owners(marks);
	_forget_labels(marks);
}

static bool _full(uint32_t count)
{
	return count + FIRST_TAG >= FT_TAG_MAX;
}

static void _add_tenant(struct fts_marks *marks, uint32_t user)
{
	uint32_t *owner;

	if (_full(marks->owner_count))
		return;
	owner = FT_ARRAY_APPEND(marks->owner, marks->owner_count);
	if (!owner)
		return;
	*owner = user;
	marks->grown = true;
}

static void _add_label(struct fts_marks *marks, const char *label)
{
	char **list, *text;

	if (_full(marks->label_count))
		return;
	text = strdup(label);
	list = text ? FT_ARRAY_APPEND(marks->label, marks->label_count) : NULL;
	if (!list) {
		free(text);
		return;
	}
	*list = text;
	marks->grown = true;
}

/* Keeps it other users away? */
static bool _owns(const job_record_t *job)
{
	return (job->details && FTS_WHOLE_FOR_USER(job->details->whole_node)) ||
	       (job->part_ptr &&
		(job->part_ptr->flags & PART_FLAG_EXCLUSIVE_USER));
}

/* COMMON: no job asks about that user. */
static uint32_t _user_tag(const struct fts_marks *marks, uint32_t user)
{
	for (uint32_t i = 0; i < marks->owner_count; i++)
		if (marks->owner[i] == user)
			return FIRST_TAG + i;
	return COMMON;
}

static uint32_t _label_tag(const struct fts_marks *marks, const char *label)
{
	for (uint32_t i = 0; i < marks->label_count; i++)
		if (!strcmp(marks->label[i], label))
			return FIRST_TAG + i;
	return COMMON;
}

/* The label that decides which jobs may be beside it; NULL: none. */
static const char *_mark_label(const job_record_t *job)
{
	return slurm_mcs_get_select((job_record_t *) job) == 1 ? job->mcs_label
							       : NULL;
}

/* The user or label may be seen for the first time. */
static void _meet_mark(struct fts_marks *marks, const job_record_t *job)
{
	const char *label = _mark_label(job);

	if (_owns(job)) {
		marks->owned = true;
		if (_user_tag(marks, job->user_id) == COMMON)
			_add_tenant(marks, job->user_id);
	}
	if (label) {
		marks->labelled = true;
		if (_label_tag(marks, label) == COMMON)
			_add_label(marks, label);
	}
	if (fts_job_wants_sharing(job)) {
		marks->grown |= !marks->sharing;
		marks->shared = marks->sharing = true;
	}
	if (IS_JOB_PENDING(job) && fts_job_binds(job)) {
		marks->grown |= !marks->bound;
		marks->binding = marks->bound = true;
	}
}

/* Tags of jobs that share, of those that no job joins, and of all others. */
enum { SHARING = FT_TAG_MAX, LONELY = FT_TAG_MAX - 1, PLAIN = 1 };

/* Asked to share in a partition that does not, where another one does? */
static bool _lonely(const struct fts_build *build, const job_record_t *job)
{
	const part_record_t *part = job->part_ptr;

	if (!part || !part->node_bitmap || !job->details ||
	    job->details->share_res != 1)
		return false;
	for (uint32_t i = 0; i < build->rows.count; i++)
		if (build->rows.part[i].several &&
		    strcmp(build->rows.part[i].part, part->name) &&
		    bit_overlap_any(build->rows.part[i].nodes,
				    part->node_bitmap))
			return true;
	return false;
}

/* Only jobs of one tag are on a node. */
static uint32_t _sharing_tag(const struct fts_build *build,
			     const job_record_t *job)
{
	const struct fts_rows *rows;

	if (fts_job_shares(job))
		return SHARING;
	if (FTS_SHARING_BY_JOB)
		return _lonely(build, job) ? LONELY : PLAIN;
	rows = fts_build_part_rows(build, job->part_ptr);
	return rows ? (uint32_t) (rows - build->rows.part) + PLAIN + 1 : PLAIN;
}

static struct ft_mark _sharing_wish(const struct fts_build *build,
				    const job_record_t *job)
{
	uint32_t tag = _sharing_tag(build, job);

	return (struct ft_mark){build->mark.sharing, tag == LONELY ? 0 : tag};
}

static uint32_t _mark_columns(struct fts_build *build, uint32_t count)
{
	build->mark.users = build->mark.owners = build->mark.labels =
		FT_NO_INDEX;
	if (build->marks->owner_count) {
		build->mark.users = count;
		build->mark.owners = count + FT_MARK_SIZE;
		count += 2 * FT_MARK_SIZE;
	}
	if (build->marks->label_count) {
		build->mark.labels = count;
		count += FT_MARK_SIZE;
	}
	return count;
}

static void _set_capacity(int64_t *capacity, uint32_t kind)
{
	for (uint32_t i = 0; kind != FT_NO_INDEX && i < FT_MARK_SIZE; i++)
		capacity[kind + i] = FTS_MARK_PLENTY;
}

static void _mark_capacity(struct fts_build *build, const node_record_t *node,
			   int64_t *capacity)
{
	(void) node;
	_set_capacity(capacity, build->mark.users);
	_set_capacity(capacity, build->mark.owners);
	_set_capacity(capacity, build->mark.labels);
	_set_capacity(capacity, build->mark.sharing);
}

void fts_mark_wear(int64_t *amount, uint32_t kind, int64_t tag)
{
	amount[kind] = 1;
	amount[kind + 1] = tag;
	amount[kind + 2] = tag * tag;
}

void fts_build_add_mark(struct fts_build *build, struct ft_request *request,
			uint32_t kind, int64_t tag)
{
	size_t size = request->mark_count * sizeof(*request->mark);
	struct ft_mark *mark = fts_build_alloc(build, size + sizeof(*mark));

	if (!mark)
		return;
	if (size)
		memcpy(mark, request->mark, size);
	mark[request->mark_count++] = (struct ft_mark){kind, tag};
	request->mark = fts_build_same(build, mark, size + sizeof(*mark));
}

/* What the job wears on each of its nodes, in its part_ptr. */
static void _wear_marks(struct fts_build *build, const job_record_t *job,
			int64_t *amount)
{
	const struct fts_marks *marks = build->marks;
	const char *label;
	uint32_t tag;

	_meet_mark(build->marks, job);
	if (build->mark.users != FT_NO_INDEX) {
		tag = _user_tag(marks, job->user_id);
		fts_mark_wear(amount, build->mark.users, tag);
		if (_owns(job))
			fts_mark_wear(amount, build->mark.owners, tag);
	}
	if (build->mark.sharing != FT_NO_INDEX)
		fts_mark_wear(amount, build->mark.sharing,
			      _sharing_tag(build, job));
	if (build->mark.labels == FT_NO_INDEX)
		return;
	label = _mark_label(job);
	fts_mark_wear(amount, build->mark.labels,
		      label ? _label_tag(marks, label) : COMMON);
}

/* What it wants of all others on its nodes; their number.  -1: the snapshot has
 * no number for it. */
static int _wish_marks(struct fts_build *build, job_record_t *job,
		       struct ft_mark mark[FTS_MARKS_MAX])
{
	const struct fts_marks *marks = build->marks;
	const char *label = _mark_label(job);
	uint32_t tag = _user_tag(marks, job->user_id);
	int count = 0;

	_meet_mark(build->marks, job);
	if ((_owns(job) && build->mark.users == FT_NO_INDEX) ||
	    (label && build->mark.labels == FT_NO_INDEX))
		return -1;
	if (_owns(job))
		mark[count++] = (struct ft_mark){build->mark.users, tag};
	else if (build->mark.owners != FT_NO_INDEX)
		mark[count++] = (struct ft_mark){build->mark.owners,
						 tag == COMMON ? 0 : tag};
	tag = label ? _label_tag(marks, label) : COMMON;
	if (build->mark.labels != FT_NO_INDEX)
		mark[count++] = (struct ft_mark){build->mark.labels, tag};
	if (build->mark.sharing != FT_NO_INDEX)
		mark[count++] = _sharing_wish(build, job);
	return count;
}

static uint64_t _mark_key(const struct fts_build *build,
			  const job_record_t *job)
{
	const char *label = _mark_label(job);
	uint64_t key = _user_tag(build->marks, job->user_id);

	return key << 32 | (label ? _label_tag(build->marks, label) : COMMON);
}

static void _mark_held(struct fts_build *build, struct fts_held *held)
{
	_wear_marks(build, held->job, held->amount);
}

/* Which jobs may be beside it. */
static void _mark_wanted(struct fts_build *build, job_record_t *job,
			 struct fts_demand *demand)
{
	int count = _wish_marks(build, job, demand->mark);

	if (count < 0)
		fts_demand_refuse(demand, "nodes kept to more users or "
					  "labels than are counted");
	else
		demand->mark_count = (uint32_t) count;
	_wear_marks(build, job, demand->per_node);
}

const struct fts_dimension fts_exclusive = {
	.columns = _mark_columns,
	.capacity = _mark_capacity,
	.held = _mark_held,
	.wanted = _mark_wanted,
	.key = _mark_key,
};
