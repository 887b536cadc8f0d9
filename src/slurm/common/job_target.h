/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_row - the partitions and QOS that a job asks for, pair by pair.
 *
 * A job has a priority and a line of sprio's for each pair, in the order in
 * which slurmctld counts them: all QOS of the first partition, all of the
 * second.  Knows nothing of priorities.
 */
#ifndef FT_SLURM_COMMON_JOB_TARGET_H
#define FT_SLURM_COMMON_JOB_TARGET_H

#include "slurm/common/compat.h"

struct fts_job_row {
	part_record_t *part;
	slurmdb_qos_rec_t *qos; /* the job's own where it asks for one */
	bool many_qos;
	bool many_parts;
};

/* Between fts_job_rows_begin() and _end() the caller keeps its locks. */
struct fts_job_rows {
	const job_record_t *job;
	fts_list_iterator_t parts, qos; /* NULL: one */
	part_record_t *part;
	bool begun;
};

/*
 * How many pairs; 0: the job asks for one partition and one QOS.  Caller of
 * all of these holds job and part (read), and qos (read) to look into them.
 */
extern uint32_t fts_job_row_count(const job_record_t *job);

extern void fts_job_rows_begin(struct fts_job_rows *rows,
			       const job_record_t *job);
extern bool fts_job_rows_next(struct fts_job_rows *rows,
			      struct fts_job_row *ret_row);
extern void fts_job_rows_end(struct fts_job_rows *rows);

/* Minutes that a job which asks for no limit gets there, or INFINITE. */
static inline uint32_t fts_part_minutes(const part_record_t *part)
{
	return part->default_time != NO_VAL ? part->default_time
					    : part->max_time;
}

/* Where a job stands, as slurmctld's functions look at it. */
struct fts_job_stand {
	part_record_t *part;
	slurmdb_qos_rec_t *qos;
	uint32_t qos_id, priority;
};

extern struct fts_job_stand fts_job_stand(const job_record_t *job);
/* Caller of both holds job (write) besides. */
extern void fts_job_stand_set(job_record_t *job,
			      const struct fts_job_stand *stand);
/*
 * Points it at one of its pairs, whose priority it gets; qos_id 0: its own
 * QOS.  False, and nothing is changed, if it asks for that no more.
 */
extern bool fts_job_row_enter(job_record_t *job, const char *part,
			      uint32_t qos_id);

#endif
