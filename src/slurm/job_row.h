/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_row - the partitions and QOS that a job asks for, pair by pair.
 *
 * A job has a priority and a line of sprio's for each pair, in the order in
 * which slurmctld counts them: all QOS of the first partition, all of the
 * second.  Knows nothing of priorities.
 */
#ifndef FT_SLURM_JOB_ROW_H
#define FT_SLURM_JOB_ROW_H

#include "slurm/compat.h"

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

/* The place of its own QOS among several, 0 if it has one. */
extern uint32_t fts_job_row_qos(const job_record_t *job, uint32_t *ret_count);

extern void fts_job_rows_begin(struct fts_job_rows *rows,
			       const job_record_t *job);
extern bool fts_job_rows_next(struct fts_job_rows *rows,
			      struct fts_job_row *ret_row);
extern void fts_job_rows_end(struct fts_job_rows *rows);

#endif
