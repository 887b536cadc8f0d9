/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_row - cores that a partition gives to several jobs at once; private to
 * reserve/.
 *
 * With OverSubscribe=FORCE:n a partition has n rows, and each of its nodes has
 * all of its cores once in each; with YES:n its jobs with --oversubscribe have
 * them.  A job is in one row, on all of its nodes, where no other job of its
 * partition has its cores; other partitions have rows of their own there.  A
 * row is a resource; what the snapshot calls cores are those of all rows of a
 * node.  Jobs that do not share count theirs in a resource of which each node
 * has its cores once.
 *
 * Where reservations of single cores are (resource/core_resv.h), each row has a
 * second resource: of its cores outside of them.  A job inside of one shares
 * its cores with no other, as far as the plan goes.
 *
 * To slurmctld a node has jobs that share or jobs that do not: the former
 * never go where one of the latter is.  Nor do jobs that do not share go where
 * a job of another partition with rows is.  slurmctld allows the reverse of
 * both on free cores; the plan does not, since the job that is there first
 * would then decide.  So each job wears a mark (resource/exclusive.h) if there
 * is any node where that matters.
 *
 * Where it goes by each job (FTS_SHARING_BY_JOB), those of other partitions
 * with rows are in the way only if they share.  But a job that asked to share
 * counts as one that does, though its partition gives its cores once: where
 * another partition has rows, no job joins it.  It is planned alone on its
 * nodes.
 *
 * Refuses, so that jobs are planned as whole nodes: gang scheduling (jobs last
 * longer there), CR_Socket, more than ROWS_MAX rows, preemption by partition
 * where it makes cores of others unusable.  Without such a partition it costs
 * nothing; while no job asks for --oversubscribe, those with YES:n cost nothing
 * either.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_OVERSUBSCRIBE_H
#define FT_SLURM_RESERVE_RESOURCE_OVERSUBSCRIBE_H

#include "slurm/reserve/build/job_wish.h"
#include "slurm/reserve/build/build.h"

enum { FTS_ROWS_MAX = 8 };

/* The rows of one partition that may give cores to several jobs. */
struct fts_rows {
	char *part;	/* its name */
	bool several;	/* rows to slurmctld: not FORCE:1 */
	uint32_t count; /* of rows; 0: they are not planned */
	uint32_t first; /* resource */
	bitstr_t *nodes;
};

/* Times that the node has its cores; 1: they are given once. */
extern uint32_t fts_build_node_rows(const struct fts_build *build,
				    uint32_t node);

/* NULL: jobs of that partition never share cores. */
extern const struct fts_rows *
fts_build_part_rows(const struct fts_build *build,
		    const part_record_t *part_ptr);

/* Shares of a reservation's cores (fts_build_slice_shares) are taken of the
 * nodes' rows, too; after they have their columns. */
extern void fts_build_slice_rows(struct fts_build *build, uint32_t count,
				 struct ft_share *share);

/* The request's cores are of that resource. */
extern void fts_build_row_cores(struct fts_build *build, uint32_t resource,
				struct ft_request *request);

#endif
