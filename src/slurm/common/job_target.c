/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See common/job_target.h.
 */
#include "slurm/common/job_target.h"

uint32_t fts_job_row_count(const job_record_t *job)
{
	uint32_t parts = 1, qos = 1;

	if (!job->part_ptr_list && !FTS_QOS_LIST(job))
		return 0;
	if (job->part_ptr_list)
		parts = (uint32_t) list_count(job->part_ptr_list);
	if (FTS_QOS_LIST(job))
		qos = (uint32_t) list_count(FTS_QOS_LIST(job));
	return parts * qos;
}

void fts_job_rows_begin(struct fts_job_rows *rows, const job_record_t *job)
{
	*rows = (struct fts_job_rows){.job = job};
	if (job->part_ptr_list)
		rows->parts = list_iterator_create(job->part_ptr_list);
	if (FTS_QOS_LIST(job))
		rows->qos = list_iterator_create(FTS_QOS_LIST(job));
}

/* The next partition; NULL after the last. */
static part_record_t *_next_part(struct fts_job_rows *rows)
{
	if (rows->parts)
		return list_next(rows->parts);
	return rows->begun ? NULL : rows->job->part_ptr;
}

static slurmdb_qos_rec_t *_next_qos(struct fts_job_rows *rows)
{
	slurmdb_qos_rec_t *qos =
		rows->begun && rows->part ? list_next(rows->qos) : NULL;

	if (qos)
		return qos;
	rows->part = _next_part(rows);
	list_iterator_reset(rows->qos);
	return rows->part ? list_next(rows->qos) : NULL;
}

bool fts_job_rows_next(struct fts_job_rows *rows, struct fts_job_row *ret_row)
{
	ret_row->many_qos = rows->qos;
	ret_row->many_parts = rows->parts;
	if (rows->qos) {
		ret_row->qos = _next_qos(rows);
	} else {
		rows->part = _next_part(rows);
		ret_row->qos = rows->job->qos_ptr;
	}
	ret_row->part = rows->part;
	rows->begun = true;
	return ret_row->part && (!rows->qos || ret_row->qos);
}

void fts_job_rows_end(struct fts_job_rows *rows)
{
	if (rows->parts)
		list_iterator_destroy(rows->parts);
	if (rows->qos)
		list_iterator_destroy(rows->qos);
}

struct fts_job_stand fts_job_stand(const job_record_t *job)
{
	return (struct fts_job_stand){.part = job->part_ptr,
				      .qos = job->qos_ptr,
				      .qos_id = job->qos_id,
				      .priority = job->priority};
}

void fts_job_stand_set(job_record_t *job, const struct fts_job_stand *stand)
{
	job->part_ptr = stand->part;
	job->qos_ptr = stand->qos;
	job->qos_id = stand->qos_id;
	job->priority = stand->priority;
}

/* Is it the pair of that name and number? */
static bool _is_row(const struct fts_job_row *row, const job_record_t *job,
		    const char *part, uint32_t qos_id)
{
	if (xstrcmp(row->part->name, part))
		return false;
	if (row->many_qos)
		return row->qos->id == (qos_id ? qos_id : job->qos_id);
	return !qos_id || qos_id == job->qos_id;
}

bool fts_job_row_enter(job_record_t *job, const char *part, uint32_t qos_id)
{
	uint32_t *priority = FTS_PARTITION_PRIORITY(job), n = 0;
	struct fts_job_rows rows;
	struct fts_job_row row;
	bool found = false;

	fts_job_rows_begin(&rows, job);
	while (!found && fts_job_rows_next(&rows, &row)) {
		found = _is_row(&row, job, part, qos_id);
		n += !found;
	}
	fts_job_rows_end(&rows);
	if (!found)
		return false;
	job->part_ptr = row.part;
	if (row.many_qos) {
		job->qos_ptr = row.qos;
		job->qos_id = row.qos->id;
	}
	if ((row.many_parts || row.many_qos) && priority && priority[n])
		job->priority = priority[n];
	return true;
}
