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

/* One window of an advance reservation, as closure i of the snapshot. */
struct fts_window {
	uint32_t resv_id;
	uint64_t flags;
	int64_t start, end;
	bool whole_nodes; /* closes its nodes in Slurm's eyes too */
	bool any_nodes;	  /* it has no nodes of its own */
	uint32_t max_start_delay;
	struct ft_node_set *nodes; /* NULL: none */
};

/* Content that stands in the snapshot once. */
struct fts_shared {
	size_t size;
	void *about; /* what was found out about it: its users', or NULL */
	_Alignas(max_align_t) unsigned char data[];
};

/* What a set of nodes offers at least and at most, on each of them. */
struct fts_survey {
	uint32_t least_threads, most_threads; /* of a unit: see sockets */
	uint32_t least_unit, most_unit;	      /* cores of a unit */
	uint32_t least_sockets, most_sockets; /* of a node */
	int64_t *least, *most;		      /* of each resource */
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

/* Of a licence: nodes that have it, see resource/licence_layer.c. */
struct fts_layer {
	uint8_t mode; /* FTS_LAYER_...; 0: whatever the nodes are */
	struct ft_node_set *nodes;
};

struct fts_marks;
struct fts_limits;
struct fts_shapes;
struct fts_content;
struct fts_cap;
struct fts_slice;
struct fts_rows;
struct fts_bb_pools;

/* Running jobs that differ in nothing that preemption goes by. */
struct fts_prey {
	uint32_t job_id; /* one of them */
	uint32_t qos_id;
	uint32_t priority; /* 0: it does not matter */
	const char *part;
	bool suspends;
	bool het; /* the leader of a heterogeneous job */
	/* It is suspended and has one node.  A job that takes it all finds so
	 * many MB beside what stays with it, there and for each CPU; with
	 * keeps_memory (select/linear with CR_Memory) every job does. */
	bool alone, keeps_memory;
	int64_t room, cpu_room;
	uint32_t class; /* the snapshot's; 0: no job takes them */
};

/* Which runs may leave for others: preempt/preemptee.c. */
struct fts_preemptees {
	bool possible;	  /* some run may be preempted */
	bool by_priority; /* ... by some only if of less priority */
	uint32_t count;
	struct fts_prey *prey;
	int64_t *held_memory; /* of nodes, MB */
};

/* Nodes that are near each other: nodes/topology.c. */
struct fts_topology {
	/* Nodes that are connected with each other; none: topology does not
	 * matter. */
	uint32_t root_count;
	struct ft_node_set **root;
	bool leaves_overlap;   /* some node is on several leaf switches */
	uint32_t block_size;   /* nodes of a base block; 0: no blocks */
	uint32_t block_levels; /* as fts_blocks.levels */
	uint32_t block_count;
	uint32_t leaf_count; /* leaf switches have numbers up to this */
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
	struct fts_bb_pools *buffers; /* of bursts; NULL: none */
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
	struct fts_topology topology;
	struct ft_node_set *asleep; /* powered down; NULL: no node is */
	/* To boot when their jobs have ended; NULL: no node is. */
	struct ft_node_set *rebooting;
	struct fts_preemptees preempt;

	/* The queue. */
	uint32_t id_count;
	uint32_t *id; /* of pending jobs */
	uint32_t pick_count, pick_room;
	struct fts_pick *pick;
	uint32_t ways;		     /* that the shape at hand may have */
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

/*
 * snapshot/nodes.c: begins the snapshot: nodes, capacities, kinds of GRES.
 * Locks: config read, node read, partition read.
 */
extern int fts_build_nodes(struct fts_build *build, struct ft_err *err);

/*
 * nodes/node_return.c: seconds of the epoch from which on a node can be used;
 * 0: now, FT_NEVER: not before it is mended.  Locks: as fts_build_nodes.
 */
extern int64_t fts_build_returns(struct fts_build *build,
				 const node_record_t *node);
/* Seconds that a boot told by slurmctld takes, as far as plans go. */
extern uint32_t fts_reboot_time(const struct ft_schedule_options *options);
/* A node that is to boot when its jobs have ended has this one. */
extern void fts_build_reboot(struct fts_build *build, const struct ft_run *run);

/*
 * nodes/node_boot.c.  must: seconds that whatever nodes it gets boot first, or
 * 0. Request n of the shape, its last, may take nodes that are powered down:
 * then it becomes one for nodes that are up, which wins a tie, and one for any
 * that lasts longer by their boot; or the latter alone, if the former is none.
 * Returns how many; there must be room for two.  Locks: node read.
 */
extern uint32_t fts_build_boot(struct fts_build *build, uint32_t must,
			       struct fts_shape *shape, uint32_t n);

/*
 * resource/node_power.c.  Nodes that are up at once are a licence, if the site
 * has set how many may be: adds what the request takes of it, which boots some
 * of its nodes.
 */
extern void fts_build_power_request(struct fts_build *build,
				    struct ft_request *request);
/* How many more nodes may be powered up now.  Locks: node read. */
extern int64_t fts_power_room(void);

/* Index of a kind's resource, or FT_NO_INDEX. */
extern uint32_t fts_build_kind(const struct fts_build *build,
			       uint32_t plugin_id, uint32_t type_id);

/*
 * snapshot/runs.c: what running jobs hold and until when, which needs
 * licences; and the ids of pending ones.  0, or -EAGAIN with err.
 * Locks: config read, job read, node read, partition read, by the hold, which
 * it pauses: pointers into slurmctld are void then.
 */
extern int fts_build_runs(struct fts_build *build, struct ft_err *err);
/* build/run_end.c.  Seconds that a node is given to boot, as far as plans go.
 */
extern uint32_t fts_node_boot(const struct ft_schedule_options *options,
			      const node_record_t *node_ptr);
/* When a running job will be gone, as far as its limit says. */
extern int64_t fts_run_end(const struct fts_build *build,
			   const job_record_t *job_ptr);
/* Seconds of its limit; without one, so many that no job waits for it. */
extern int64_t fts_run_limit(const job_record_t *job_ptr);

/*
 * demand/predict.c.  Learns how long a job ran that has ended; what is
 * predicted of a job in seconds, the same in each cycle; when a running job
 * will be gone by it, if its limit says end.  0: unknown.  Locks: job read.
 * forget: before the first of these, drops jobs that are gone.
 */
extern void fts_build_forget(struct fts_build *build);
extern void fts_build_past(struct fts_build *build,
			   const job_record_t *job_ptr);
extern int64_t fts_build_predicted(const struct fts_build *build,
				   const job_record_t *job_ptr);
extern int64_t fts_build_predicted_end(const struct fts_build *build,
				       const job_record_t *job_ptr,
				       int64_t end);

/*
 * resource/licence.c, besides its row of resource/pool.h.  Locks: as for the
 * caller's lists.
 */
/* As many of them are in use as now: locks were given up since. */
extern void fts_build_licences_used(struct fts_build *build);
/*
 * The list of a job that runs on those nodes, or of a reservation (nodes: NULL,
 * since its list tells layers); sets *ret_count, NULL if none.
 */
extern struct ft_licence *fts_build_licences(struct fts_build *build,
					     fts_list_t licenses,
					     bitstr_t *nodes,
					     uint32_t *ret_count);
/* That of a list's record (licenses_t), or FT_NO_INDEX. */
extern uint32_t fts_build_licence_index(const struct fts_build *build,
					const void *licence);
/* One without a name, of which there are so many: its index, or FT_NO_INDEX,
 * which sets failed. */
extern uint32_t fts_build_new_licence(struct fts_build *build, int64_t total);
/* The list, copied, with so much of one more. */
extern struct ft_licence *fts_build_one_more(struct fts_build *build,
					     const struct ft_licence *licence,
					     uint32_t *count, uint32_t index,
					     int64_t amount);

/*
 * resource/licence_choice.c: one way to have what a job asks for of licences.
 */
/* So many are planned at most, and so many tried. */
enum { FTS_WAYS_MAX = 32, FTS_WAYS_TRIED = 256 };
struct fts_way {
	uint32_t count;
	struct ft_licence *licence;
	char *choice;		   /* see fts_manner.licence */
	struct ft_node_set *nodes; /* NULL: any */
	uint32_t most;		   /* nodes; 0: any number */
};
/*
 * Fills way[room], those first that win a tie, and returns how many; a job
 * without licences has one.  room: FTS_WAYS_TRIED at most.  *ret_all: these are
 * all that there are.  Locks: as for the list.
 */
extern uint32_t fts_build_ways(struct fts_build *build, fts_list_t licences,
			       const struct ft_request *request,
			       struct fts_way *way, uint32_t room,
			       bool *ret_all);
/* The request, without licences so far, takes that way; false if it cannot. */
extern bool fts_way_take(struct fts_build *build, const struct fts_way *way,
			 struct ft_request *request);

/*
 * resource/licence_layer.c, once pools have begun.  Locks: node read.
 */
/* Has that licence of the snapshot nodes? */
extern bool fts_layered(const struct fts_build *build, uint32_t licence);
/* What a job on those nodes holds of the layers of a resource; there must be
 * room for all licences.  Returns how many. */
extern uint32_t fts_layer_held(struct fts_build *build, const char *name,
			       bitstr_t *nodes, int64_t amount,
			       struct ft_licence *list);
/* As fts_build_ways, of one resource; *ret_all stays or becomes false. */
extern uint32_t fts_layer_ways(struct fts_build *build, const char *name,
			       int64_t amount, const struct ft_request *request,
			       struct fts_way *way, uint32_t room,
			       bool *ret_all);

/*
 * demand/part_access.c: does job_ptr->part_ptr admit its account and QOS?
 * Locks: as fts_build_shape.  fts_gate_tell sets the reason of one that is not
 * admitted, and last_job_update if that is new.
 */
extern bool fts_gate_open(struct fts_build *build, const job_record_t *job_ptr);
/* And its user, by groups, where slurmctld's own tests leave that out? */
extern bool fts_gate_groups(struct fts_build *build, job_record_t *job_ptr);
extern void fts_gate_tell(job_record_t *job_ptr, const part_record_t *part);

/*
 * resource/bb_start.c: from when on the job's burst buffer lets it start, in
 * seconds of the epoch; 0: now, or it has none; FT_NEVER: it wants more than
 * there is.  fts_build_buffer_run: this one runs until then, at the latest.
 * Locks: as fts_build_shape.
 */
extern int64_t fts_build_buffer(const struct fts_build *build,
				job_record_t *job_ptr);
extern void fts_build_buffer_run(struct fts_build *build,
				 const job_record_t *job_ptr, int64_t end);

/*
 * resource/bb_pool.c: does the plan know what this job, which has a burst
 * buffer, wants?  Locks: config read, job read.
 */
extern bool fts_build_pool_known(const struct fts_build *build,
				 const job_record_t *job_ptr);

/*
 * limit/limit_claim.c: what jobs take of limits of associations and QOS.
 */
/* Sets build->limits if limits are enforced.  Locks: config read. */
extern void fts_build_limits(struct fts_build *build);
extern void fts_build_limits_free(struct fts_build *build);
/* What a running job counts for.  Locks: job read; assoc_mgr's assoc, QOS and
 * TRES to read, if build->limits. */
extern void fts_build_hold_limits(struct fts_build *build,
				  const job_record_t *job, struct ft_run *run);
/*
 * The shape's requests with what the job would take of its limits in
 * job->part_ptr.  NULL: a limit keeps it from starting, and it is not known
 * until when.  A job that a limit keeps from starting now gets slurmctld's
 * reason.  Locks: as fts_build_shape.
 */
extern struct ft_request *fts_build_claim_limits(struct fts_build *build,
						 job_record_t *job,
						 const struct fts_shape *shape);
/* So much of a limit, or all that there is, for a job of that duration. */
extern int64_t fts_build_limit_most(const struct fts_build *build,
				    uint32_t limit, int64_t count,
				    int64_t duration);
/* Once all jobs are known: totals as slurmctld counts them. */
extern void fts_build_limit_totals(struct fts_build *build);

/*
 * resource/resv.c: advance reservations.  Locks: config read, node write
 * (recurring reservations advance), partition read.
 */
extern void fts_build_closures(struct fts_build *build);
/* The windows that a job of this reservation (or none, 0) may enter. */
extern uint32_t *fts_build_entries(struct fts_build *build,
				   const job_record_t *job_ptr,
				   uint32_t resv_id, uint32_t *ret_count);

/*
 * demand/demand.c: the shape of a job in the partition job_ptr->part_ptr,
 * after job_limits_check().  NULL sets failed.
 * Locks: config read, job write, node read, partition read.
 */
extern const struct fts_shape *fts_build_shape(struct fts_build *build,
					       job_record_t *job_ptr);
/* The same, with its lists in the snapshot. */
extern const struct fts_shape *
fts_build_shape_stays(struct fts_build *build, const struct fts_shape *shape);
extern void fts_build_shapes_free(struct fts_build *build);

/*
 * demand/eligible.c: the nodes that a job could ever run on in its
 * partition, outside of any question of time: one set for each alternative of
 * its features, in the order of its wishes.  NULL sets failed.
 * Locks: as fts_build_shape.
 */
struct fts_eligible {
	const struct ft_node_set *nodes; /* shared */
	bool prefer;			 /* they are what --prefer wants */
	uint32_t group_count;
	const struct fts_group *group;
	uint32_t boot;	 /* seconds: some have to boot for their features */
	uint32_t change; /* enum ft_change: features that a boot changes */
	bool fixed; /* one choice of nodes, to be planned; another stands for
		     * all of them */
	bool tried; /* that one: it is not planned */
};
enum { FTS_ELIGIBLE_MAX = 64 };

extern const struct fts_eligible *fts_build_eligible(struct fts_build *build,
						     job_record_t *job_ptr,
						     uint32_t *ret_count,
						     bool *ret_exact);

/*
 * preempt/preemptee.c: whether the running job may be preempted, and how.
 * Locks: config read, job read, partition read.
 */
extern void fts_build_prey(struct fts_build *build, job_record_t *job,
			   struct ft_run *run);
/* Is it preempted together with its components, which run? */
extern bool fts_build_prey_whole(const struct fts_build *build,
				 job_record_t *leader);
/*
 * Which of the running jobs each pick may take, once all are there.  Takes
 * locks itself if any may be preempted.
 */
extern void fts_build_takes(struct fts_build *build);

/*
 * demand/pick.c: pending jobs, from their ids to picks.
 */
/* Locks: config read, job write, node write, partition read. */
extern void fts_build_pick(struct fts_build *build, job_record_t *job_ptr);

/*
 * What takes long of a job in several partitions, in pieces: makes its shape in
 * the one of that number, for fts_build_pick to find.  False: it has none of
 * that number, or is in one only.  The same locks.
 */
extern bool fts_build_prepare(struct fts_build *build, job_record_t *job_ptr,
			      uint32_t row);

/* demand/queue.c: for pick.c and het.c, with the same locks. */

/* One partition of a job, under one QOS. */
struct fts_option {
	part_record_t *part;
	slurmdb_qos_rec_t *qos; /* of several; NULL: it has one */
	uint32_t priority;
	const struct fts_shape *shape;
	struct ft_request *request; /* the shape's, with the job's limits */
};

enum { FTS_PARTITIONS_MAX = 64 };

/* Do Slurm's own tests let it be planned? */
extern bool fts_build_plannable(const struct fts_build *build,
				job_record_t *job_ptr);
/* Its partitions, the best first: FTS_PARTITIONS_MAX of them at most. */
extern uint32_t fts_build_options(struct fts_build *build,
				  job_record_t *job_ptr,
				  struct fts_option *option);
/* Its own bounds go into a copy of a shape's request. */
extern void fts_build_bound(struct fts_build *build, job_record_t *job_ptr,
			    struct ft_request *request);
/* Ways that the job may have, as far as its user's jobs have left any: see
 * rsv_requests in sched_reserve(5). */
extern uint32_t fts_build_ways_left(const struct fts_build *build,
				    const job_record_t *job_ptr);
/* Its user has so many that no job had before; want of memory sets failed. */
extern void fts_build_note_ways(struct fts_build *build,
				const job_record_t *job_ptr, uint32_t count);
/* Room for one more; it counts once build->pick_count is raised. */
extern struct fts_pick *fts_build_new_pick(struct fts_build *build);
extern void fts_build_identify(const struct fts_build *build,
			       job_record_t *job_ptr,
			       const struct fts_option *best,
			       struct fts_pick *pick);

/* Sorts the picks and makes them the snapshot's jobs.  Takes locks itself if
 * preemption decides about the order. */
extern void fts_build_jobs(struct fts_build *build);

/* demand/hash.c: what a shape depends on (no identity, no partition). */
extern uint64_t fts_shape_hash(job_record_t *job_ptr);
/* What the eligible nodes in its partition depend on. */
extern uint64_t fts_eligible_hash(const job_record_t *job_ptr);

#endif
