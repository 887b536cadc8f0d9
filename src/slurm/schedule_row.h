/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_row - cores that a partition gives to several jobs at once; private to
 * schedule_*.c.
 *
 * With OverSubscribe=FORCE:n a partition has n rows, and each of its nodes has
 * all of its cores once in each.  A job is in one row, on all of its nodes,
 * where no other job has its cores.  A row is a resource; what the snapshot
 * calls cores are those of all rows.
 *
 * Refuses, so that jobs are planned as whole nodes: nodes that other
 * partitions have too, gang scheduling (jobs last longer there), CR_Socket,
 * more than ROWS_MAX rows, reservations of single cores.  While there is no
 * such partition, nothing costs.
 */
#ifndef FT_SLURM_SCHEDULE_ROW_H
#define FT_SLURM_SCHEDULE_ROW_H

#include "slurm/schedule_build.h"

enum { FTS_ROWS_MAX = 8 };

/*
 * Makes resources for rows after the first count; the number of resources
 * then.  After fts_build_slices, before the snapshot.  Locks: partition read.
 */
extern uint32_t fts_build_rows(struct fts_build *build, uint32_t count);
extern void fts_build_rows_free(struct fts_build *build);

/* Rows of the node's partition; 1 if its cores are given once. */
extern uint32_t fts_build_node_rows(const struct fts_build *build,
				    uint32_t node);
/* Rows that jobs of the partition are planned in; 1: as any others. */
extern uint32_t fts_build_part_rows(const struct fts_build *build,
				    const part_record_t *part);

/* After capacity[FT_CORES]. */
extern void fts_build_row_capacity(const struct fts_build *build, uint32_t node,
				   int64_t *capacity);

/*
 * Sorts running jobs into rows, as the select plugin does where it can, which
 * shows its rows to nobody.  Locks: job read.
 */
extern void fts_build_row_runs(struct fts_build *build);

/* The request is for cores of that row. */
extern void fts_build_row_cores(struct fts_build *build, uint32_t row,
				struct ft_request *request);

#endif
