/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_list.h.
 */
#include "slurm/fairtree/priority/priority_list.h"

#include <string.h>

#include "slurm/common/job_cursor.h"
#include "slurm/common/lock.h"
#include "slurm/fairtree/priority/job_priority.h"
#include "slurm/common/job_target.h"

struct query {
	const struct fts_priority_config *config;
	const struct fts_column_book *shown;
	const fts_factors_request_t *request;
	char **partition; /* wanted ones by name, NULL-terminated; or NULL */
	struct ft_factor_policy policy;
	uint64_t *value; /* room for one job's TRES */
	uid_t uid;
	bool everything; /* uid may see all jobs */
	time_t now;
	fts_list_t out;
};

static bool _among(fts_list_t list, uint32_t id)
{
	fts_list_iterator_t at;
	uint32_t *entry;

	if (!list)
		return true;
	at = list_iterator_create(list);
	while ((entry = list_next(at)))
		if (*entry == id)
			break;
	list_iterator_destroy(at);
	return entry != NULL;
}

static bool _allowed_line(const struct query *query, const job_record_t *job)
{
	int mcs;

	if (query->everything || job->user_id == query->uid)
		return true;
	mcs = slurm_mcs_get_privatedata();
	if (mcs == 0)
		return fts_coordinates(query->uid, job->account);
	return mcs_g_check_mcs_label(query->uid, job->mcs_label, false) == 0;
}

/* Jobs that have a priority: neither held nor still to become eligible. */
static bool _shown_line(const struct query *query, const job_record_t *job)
{
	uint32_t flags = query->config->flags;
	time_t since;

	if (!IS_JOB_PENDING(job) && !(flags & PRIORITY_FLAGS_CALCULATE_RUNNING))
		return false;
	if (IS_JOB_REVOKED(job) || !job->details || job->priority == 0)
		return false;
	since = flags & PRIORITY_FLAGS_ACCRUE_ALWAYS ? job->details->submit_time
						     : job->details->begin_time;
	if (!since || since > query->now)
		return false;
	return _among(FTS_REQUESTED_JOBS(query->request), job->job_id) &&
	       _among(FTS_REQUESTED_USERS(query->request), job->user_id) &&
	       _allowed_line(query, job);
}

static bool _wanted_partition(const struct query *query,
			      const part_record_t *part)
{
	if (!query->partition)
		return true;
	for (char **name = query->partition; *name; name++)
		if (!xstrcmp(*name, part->name))
			return true;
	return false;
}

/* A row has its own QOS, and among several partitions TRES terms. */
static void _set_row(const struct query *query, const job_record_t *job,
		     const struct fts_job_row *row,
		     const struct ft_columns *columns, fts_factors_t *factors)
{
	const part_record_t *part = row->part;

	if (job->direct_set_prio || !factors)
		return;
	if (row->many_qos && row->qos->priority)
		factors->priority_qos =
			ft_factor_qos(&query->policy, fts_qos_level(row->qos));
	factors->priority_part =
		ft_factor_partition(&query->policy, fts_part_level(part));
	if (factors->priority_tres && query->policy.tres &&
	    factors->tres_cnt == query->policy.tres_count) {
		fts_job_tres(job, query->value);
		(void) fts_job_tres_terms(query->config, query->value,
					  part->tres_cnt,
					  factors->priority_tres);
	}
	if (columns)
		fts_job_columns_show(columns, factors);
}

/* Columns of each of its partitions, as they were computed; NULL: stock's. */
static const struct ft_columns *_columns(const struct query *query,
					 const job_record_t *job)
{
	if (!fts_job_by_partition(query->config))
		return NULL;
	return fts_column_book_get(query->shown, job->job_id,
				   fts_job_row_count(job));
}

static void _append_line(struct query *query, job_record_t *job)
{
	bool alone = !fts_job_row_count(job);
	const struct ft_columns *columns;
	struct fts_job_rows rows;
	struct fts_job_row row;

	if (!_shown_line(query, job))
		return;
	columns = alone ? NULL : _columns(query, job);
	fts_job_rows_begin(&rows, job);
	for (uint32_t i = 0; fts_job_rows_next(&rows, &row); i++) {
		priority_factors_object_t *object;

		if (!_wanted_partition(query, row.part))
			continue;
		object = fts_factors_object(job, row.part, row.qos);
		if (!alone)
			_set_row(query, job, &row, columns ? &columns[i] : NULL,
				 FTS_FACTORS_OF(object));
		list_append(query->out, object);
	}
	fts_job_rows_end(&rows);
}

static void _walk_line(struct query *query)
{
	slurmctld_lock_t locks = {
		.job = READ_LOCK, .node = READ_LOCK, .part = READ_LOCK};
	struct fts_job_cursor cursor;
	job_record_t *job;

	if (!FTS_FACTORS_UNDER_LOCKS)
		fts_lock_take(locks, "sprio");
	fts_job_cursor_open(&cursor);
	fts_job_cursor_begin(&cursor);
	while ((job = fts_job_cursor_next(&cursor))) {
		_append_line(query, job);
		if (FTS_FACTORS_UNDER_LOCKS || !fts_job_cursor_full(&cursor))
			continue;
		fts_lock_drop(locks);
		fts_job_cursor_pause();
		fts_lock_take(locks, "sprio");
		fts_job_cursor_begin(&cursor);
	}
	fts_job_cursor_close(&cursor);
	if (!FTS_FACTORS_UNDER_LOCKS)
		fts_lock_drop(locks);
}

/* "a,b" as a NULL-terminated array whose names lie behind it. */
static char **_split_line(const char *text)
{
	size_t count = 2;
	char **name, *copy;

	if (!text)
		return NULL;
	for (const char *c = text; *c; c++)
		count += *c == ',';
	name = xmalloc(count * sizeof(*name) + strlen(text) + 1);
	copy = (char *) (name + count);
	memcpy(copy, text, strlen(text));
	for (size_t i = 0; copy; i++)
		name[i] = strsep(&copy, ",");
	return name;
}

fts_list_t fts_priority_list(const struct fts_priority_config *config,
			     const struct fts_job_memory *memory,
			     const fts_factors_request_t *request, uid_t uid)
{
	struct query query = {
		.config = config,
		.shown = &memory->shown,
		.request = request,
		.uid = uid,
		.now = time(NULL),
		.policy = fts_job_policy(config),
		.everything = !(slurm_conf.private_data & PRIVATE_DATA_JOBS) ||
			      validate_operator(uid),
	};

	query.partition = _split_line(FTS_REQUESTED_PARTITIONS(request));
	query.value = xcalloc(fts_tres_count(), sizeof(*query.value));
	query.out = list_create(fts_factors_object_free);
	_walk_line(&query);
	xfree(query.value);
	xfree(query.partition);
	if (!list_count(query.out))
		FREE_NULL_LIST(query.out);
	return query.out;
}
