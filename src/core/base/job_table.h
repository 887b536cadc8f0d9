/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_job_table - records of jobs by their job id.
 *
 * A record begins with its job id, a uint32_t, and lies in an array in no
 * order; its user says its size in each call.  Memory that a long queue took
 * is given back when it is short.  Refuses to own what records point to.  Not
 * thread safe.
 */
#ifndef FT_CORE_BASE_JOB_TABLE_H
#define FT_CORE_BASE_JOB_TABLE_H

#include "core/base/id_map.h"

/* Every field zero is an empty table. */
struct ft_job_table {
	void *record;
	uint32_t count, room;
	struct ft_id_map index; /* job id to place; may hold ids of before */
};

extern void ft_job_table_fini(struct ft_job_table *table);

/* The job's record, good until the next add, drop or sweep; or NULL. */
extern void *ft_job_table_find(const struct ft_job_table *table, size_t size,
			       uint32_t job_id);

/* The same, added with all else zero if there was none (*ret_added, which may
 * be NULL); NULL if out of memory. */
extern void *ft_job_table_add(struct ft_job_table *table, size_t size,
			      uint32_t job_id, bool *ret_added);

/* Forgets the job, if it is there; the last record takes its place. */
extern void ft_job_table_drop(struct ft_job_table *table, size_t size,
			      uint32_t job_id);

/* Forgets the records that keep says false of; it may release what one points
 * to. */
extern void ft_job_table_sweep(struct ft_job_table *table, size_t size,
			       bool (*keep)(void *record, const void *context),
			       const void *context);

#endif
