/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build - a snapshot under construction; private to reserve/.
 *
 * Everything here is copied: between two lock holds a build keeps no pointer
 * into slurmctld.  A call that runs out of memory sets failed and goes on
 * harmlessly; the end of the build looks at it once.
 */
#ifndef FT_SLURM_RESERVE_BUILD_BUILD_H
#define FT_SLURM_RESERVE_BUILD_BUILD_H

#include <stddef.h>

#include "slurm/common/compat.h"

#include "core/base/id_map.h"
#include "core/queue/schedule_option.h"
#include "slurm/reserve/build/cycle.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/build/former.h"
#include "slurm/reserve/build/late_start.h"
#include "slurm/reserve/build/memory.h"

/* Content that stands in the snapshot once. */
struct fts_shared {
	size_t size;
	void *about; /* what was found out about it: its users', or NULL */
	_Alignas(max_align_t) unsigned char data[];
};

/* So many of a job's nodes, which no other group counts, are of this set. */
struct fts_group {
	const struct ft_node_set *nodes; /* shared */
	uint32_t count;
};

/* What is the same for all jobs that ask for the same in one partition. */
struct fts_shape {
	uint64_t key;
	uint32_t request_count;
	uint32_t least_count; /* behind them: see fts_candidate */
	struct ft_request *request;
	char **partition;
	char **reservation;
	struct fts_manner *manner;
	uint32_t request_room; /* while requests are added; then 0 */
	bool cut;	       /* there are ways that the job may not have */
	bool stays;	     /* its lists are the snapshot's, not the build's */
	const char *unknown; /* as fts_candidate.unknown */
	const char *partial; /* as fts_candidate.partial */
	bool chooses;	     /* as fts_candidate.chooses */
};

/* A pending job that can be planned, before it gets its place. */
struct fts_pick {
	struct fts_candidate candidate;
	uint32_t request_count;
	struct ft_request *request;
	uint32_t copies; /* tasks of an array: all, then those to plan */
	bool reserve;
	/* place in the order */
	bool expedited; /* it is requeued, and comes before all others */
	bool reservation;
	uint16_t tier;
	uint32_t priority;
	int64_t predicted; /* seconds; 0: unknown */
	int64_t submit;
	int64_t queued;	 /* since when it could run */
	uint32_t bucket; /* of rsv_depth, or FT_NO_INDEX */
	uint32_t order_id;
	uint32_t class; /* index of (partition, QOS) for preemption */
	/* keys of the bf_max_job_* limits */
	uint32_t user_id, assoc_id, partition_hash;
};

/* The hash of what the job at hand asks for; job_id 0: not known. */
struct fts_asked {
	uint32_t job_id;
	uint64_t hash;
};

struct fts_marks;
struct fts_window;
struct fts_layer;
struct fts_preemptee;
struct fts_limits;
struct fts_shapes;
struct fts_content;
struct fts_cap;
struct fts_slice;
struct fts_rows;
struct fts_bb_pools;
struct fts_node_ranks;

/* Which runs may leave for others: preempt/preemptee.c. */
struct fts_preemptees {
	bool possible;	  /* some run may be preempted */
	bool by_priority; /* ... by some only if of less priority */
	uint32_t count;
	struct fts_preemptee *run;
	int64_t *held_memory; /* of nodes, MB */
};

/* Nodes that are near each other, in the partitions of one of slurmctld's
 * topologies: nodes/topology.c. */
struct fts_topology {
	const char *name; /* NULL: the default one */
	bitstr_t *nodes;  /* of its partitions; NULL: all */
	uint32_t first;	  /* its leaves' numbers are above this */
	bool shared;	  /* with another one that has leaves */
	/* Nodes that are connected with each other; none: topology does not
	 * matter. */
	uint32_t root_count;
	struct ft_node_set **root;
	bool leaves_overlap; /* some node is on several leaf switches */
	struct ft_blocks blocks;
	uint32_t leaf_count; /* numbers of leaf switches, from first on */
	bool segmented;	     /* jobs may have segments to themselves */
};

/* The resources that marks begin at; FT_NO_INDEX: there are none.  See
 * resource/exclusive.h. */
struct fts_mark_columns {
	uint32_t users, owners, labels, sharing;
};

/* Licences that have a name: resource/licence.c. */
struct fts_licences {
	license_info_msg_t *info; /* or NULL */
	struct fts_layer *layer;  /* of each of them; NULL: none has nodes */
	uint32_t room;		  /* of the snapshot's totals */
};

/* Partitions that could give cores repeatedly: resource/oversubscribe.h. */
struct fts_row_table {
	uint32_t count;
	struct fts_rows *part;
	uint32_t resources; /* of all rows; 0: there are none */
	uint32_t shift;	    /* from a row to what of it is outside of slices; 0:
			     * there are no slices */
	uint8_t *of_node;   /* 0 as 1 */
	uint32_t plain; /* cores of jobs that share none, if there are rows */
};

/* Cores that reservations hold: resource/core_resv.h. */
struct fts_slices {
	uint32_t count;
	struct fts_slice *slice;
	uint32_t outside; /* the resource of jobs in none of them */
};

/* Partitions with MaxCPUsPerNode or MaxCPUsPerSocket: resource/max_cpus.h. */
struct fts_caps {
	uint32_t count;
	struct fts_cap *cap;
};

/* resource/shared_gpu.c */
struct fts_shared_gpus {
	struct ft_node_set *nodes;  /* that share GPUs; NULL: none */
	struct ft_node_set **typed; /* of each kind and device */
};

/* What pools keep beside their columns of the snapshot: resource/pool.c. */
struct fts_pool_state {
	struct ft_id_map arrays;      /* licences of arrays with a limit */
	uint32_t power;		      /* licence of resource/node_power.c */
	struct fts_bb_pools *buffers; /* NULL: none is counted */
	/* When the first job that has a burst buffer ends; 0: none has one. */
	int64_t buffer_free;
};

struct fts_build {
	const struct ft_schedule_options *options;
	struct fts_cycle *cycle;
	struct fts_hold *hold; /* what takes locks itself takes this one */
	const struct fts_former *former;
	struct ft_snapshot *snapshot;
	struct fts_memory *memory; /* NULL: run times are not predicted */
	struct fts_marks *marks;   /* from cycle to cycle */
	int64_t now;
	time_t config_time; /* slurm_conf.last_update when begun */
	bool failed;	    /* out of memory */

	/* How slurmctld selects. */
	bool linear;   /* select/linear: whole nodes */
	bool magnetic; /* some reservation draws jobs in */
	uint16_t cr_type;
	/* CR_Socket in all partitions: what the snapshot calls cores are
	 * sockets, and its threads are all the CPUs of one */
	bool sockets;

	/* What dimensions count on nodes. */
	uint32_t kind_count;
	struct fts_kind *kind; /* resource FT_FIRST_GRES + i */
	struct fts_caps caps;
	uint32_t open; /* resource: cores that are not kept for GPUs;
			* FT_NO_INDEX: there is none */
	struct fts_slices slices;
	struct fts_row_table rows;
	struct fts_shared_gpus shared_gpu;
	/* see resource/socket_gpu.h; NULL: none */
	struct ft_node_set *bound_nodes;
	struct fts_mark_columns mark;

	/* What is counted beside nodes. */
	struct fts_licences licence;
	struct fts_pool_state pool;
	struct fts_limits *limits; /* NULL: none are enforced */
	uint32_t window_count;
	struct fts_window *window;

	/* Nodes. */
	uint32_t topology_count; /* by slurmctld's numbers */
	struct fts_topology *topology;
	uint32_t last_leaf;	    /* the highest number of any of them */
	struct ft_node_set *asleep; /* powered down; NULL: no node is */
	/* To boot when their jobs have ended; NULL: no node is. */
	struct ft_node_set *rebooting;
	struct fts_preemptees preempt;
	struct fts_node_ranks *ranks; /* nodes/node_rank.c; NULL: not yet */

	/* The queue. */
	uint32_t id_count;
	uint32_t *id; /* of pending jobs */
	uint32_t pick_count, pick_room;
	struct fts_pick *pick;
	uint32_t ways;		     /* that the shape at hand may have */
	struct fts_asked asked;	     /* see demand/hash.h */
	struct fts_shapes *shapes;   /* see demand/shape.c; NULL: not yet */
	struct fts_chances *chances; /* see demand/chance.c; NULL: not yet */

	/* Memory. */
	struct fts_content *content; /* see build/intern.c; NULL: not yet */
	struct ft_arena *own;	     /* see fts_build_own */
	struct ft_arena *draft;	     /* see fts_build_draft */
};

/* Between two picks, with the hold and these locks taken: lets others have them
 * if it is time to.  Pointers into slurmctld are void then. */
extern void fts_build_pause(struct fts_build *build, assoc_mgr_lock_t *locks);
/* The same without those locks.  Sets *ret_cut (may be NULL) where they were
 * given up.  -EAGAIN: what was copied does not fit any more, or slurmctld is
 * to end. */
extern int fts_build_breathe(struct fts_build *build, bool *ret_cut,
			     struct ft_err *err);

/* Zeroed memory of the snapshot; NULL sets failed. */
extern void *fts_build_alloc(struct fts_build *build, size_t size);
/* Adds what is in the bitmap. */
extern void fts_set_add(struct ft_node_set *set, bitstr_t *bitmap);
extern struct ft_node_set *fts_build_set(struct fts_build *build,
					 bitstr_t *bitmap);
/*
 * Zeroed memory for what the build needs and the snapshot does not: until the
 * end of the build, or until the shape at hand is done, as the amounts of
 * fts_build_draft_amounts.  NULL sets failed.
 */
extern void *fts_build_own(struct fts_build *build, size_t size);
extern void *fts_build_draft(struct fts_build *build, size_t size);
extern int64_t *fts_build_draft_amounts(struct fts_build *build);
/* The first set bit at or after from, or -1. */
extern int64_t fts_bit_next(bitstr_t *bitmap, int64_t from);
extern int64_t *fts_build_amounts(struct fts_build *build);

/*
 * build/intern.c: content, copied into the snapshot unless it is there
 * already.  What is shared must not be written.  NULL sets failed.
 */
extern struct fts_shared *fts_build_share(struct fts_build *build,
					  const void *data, size_t size);
/* The same for what only the build asks for: it is no part of the snapshot. */
extern struct fts_shared *fts_build_memo(struct fts_build *build,
					 const void *key, size_t size);
extern struct fts_shared *fts_build_share_set(struct fts_build *build,
					      const struct ft_node_set *set);
/* Only the content; data may be NULL. */
extern void *fts_build_same(struct fts_build *build, const void *data,
			    size_t size);
extern char *fts_build_text(struct fts_build *build, const char *text);
/* How much of it there is: more than before if something was new. */
extern uint32_t fts_build_content_count(const struct fts_build *build);
extern void fts_build_content_free(struct fts_build *build);
/* The one empty set to work with, until it is asked for again; NULL sets
 * failed.
 */
extern struct ft_node_set *fts_build_scratch(struct fts_build *build);

/* Index of a kind's resource, or FT_NO_INDEX. */
extern uint32_t fts_build_kind(const struct fts_build *build,
			       uint32_t plugin_id, uint32_t type_id);

#endif
