/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_switch - what the network's topology asks of a job's nodes; private to
 * reserve/.
 *
 * With a table of switches slurmctld gives a job nodes that one switch
 * connects, directly or through others, and none that no switch knows.  With
 * --switches=N it does not start a job on more than N leaf switches, until
 * the job has waited for them as long as it wanted to.  How few switches it
 * takes beyond that is a matter of taste, not modelled.
 *
 * With blocks (topology/block) a job has its nodes on one block, the smallest
 * of those sizes that are configured which is large enough for the least
 * number that it asked for, and there on as few of the next smaller ones as
 * could hold them; or all of them on nodes of no block.
 *
 * With --segment=N each N of its nodes are so, wherever the others are: of each
 * block the job has a multiple of N nodes, once N with --spread-segments, and
 * all of its segments are on one larger block with --consolidate-segments.
 *
 * With blocks a job may want the blocks of its nodes to itself
 * (--exclusive=topo, ExclusiveTopo): select/cons_tres then starts it where no
 * other job is, and no other there as long as it runs.  A node in no block
 * is one by itself.  Other topologies, and select/linear, keep no job away.
 *
 * Partitions may be of several topologies (topology.yaml).  A node has one leaf
 * in the plan: if it is in partitions of two that both give it one, it has that
 * of the first, and to jobs of the other no block matters, and leaf switches
 * are not planned.
 */
#ifndef FT_SLURM_RESERVE_NODES_TOPOLOGY_H
#define FT_SLURM_RESERVE_NODES_TOPOLOGY_H

#include "slurm/reserve/build/build.h"
#include "slurm/reserve/build/demand.h"

/* Sets the nodes' leaves and build->topology; after the snapshot is made.
 * Locks: config read, node read, part read. */
extern void fts_build_switches(struct fts_build *build);

/* That of the job's part_ptr. */
extern const struct fts_topology *fts_topology_of(const struct fts_build *build,
						  const job_record_t *job_ptr);

/*
 * On which blocks so many nodes of the job are, if there are blocks: sets
 * demand's blocks, on each of which are 1 << block_level base blocks in a row
 * (0: any), and bundle.  What slurmctld wants of segments (--segment), and is
 * not planned, is refused for the demand.
 */
extern void fts_block_demand(const struct fts_topology *topology,
			     const job_record_t *job, uint32_t nodes,
			     struct fts_demand *demand);

/* Must no other job be in the segments of its nodes, in its part_ptr? */
extern bool fts_segments_wanted(const struct fts_build *build,
				const job_record_t *job_ptr);

/* Does topology decide about this job in its part_ptr? */
extern bool fts_switch_counts(const struct fts_build *build,
			      const job_record_t *job_ptr);

/*
 * Shall it have nodes of few leaf switches, whatever it asks for?  Then so many
 * levels of leaves (ft_request.leaf_level) are no more than a request may name.
 */
extern bool fts_switch_wish(const struct fts_build *build,
			    const job_record_t *job_ptr, uint32_t *ret_level);

/* The most leaf switches that it wants; 0: any. */
extern uint32_t fts_switch_leaves(const struct fts_build *build,
				  const job_record_t *job_ptr);

/* When it has waited for switches long enough; its wait begins now if it has
 * not begun.  Locks: job write. */
extern int64_t fts_switch_patience(const struct fts_build *build,
				   job_record_t *job_ptr);

/* A number that tells apart jobs to which topology matters differently. */
extern uint64_t fts_switch_key(const job_record_t *job_ptr);

#endif
