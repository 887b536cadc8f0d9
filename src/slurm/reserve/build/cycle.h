/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_cycle - one scheduling cycle, from snapshot to apply.
 *
 * Holds no pointer into the controller: a job is found again by its key and
 * compared with the hash that was taken with the snapshot.
 */
#ifndef FT_SLURM_RESERVE_BUILD_CYCLE_H
#define FT_SLURM_RESERVE_BUILD_CYCLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/plan/schedule.h"
#include "core/queue/schedule_option.h"
#include "core/snapshot/block.h"
#include "core/snapshot/snapshot.h"

/*
 * How slurmctld must be asked so that it gives just what is planned: fields of
 * the job are set while select_nodes runs, and put back afterwards.
 */
struct fts_manner {
	/* details->ntasks_per_node, for the same number of tasks on every
	 * node; 0: leave it alone */
	uint16_t tasks_per_node;
	/* CPUs of a task which its GRES bring, where it is masked:
	 * fts_gres_cpus; 0: they bring none, or not by task */
	uint16_t task_cpus;
	bool prefer;	  /* its nodes are those of --prefer, which must be the
			   * features in use */
	bool switch_wait; /* it has waited for switches until then (only of use
			   * before the plan) */
	bool delayed;	  /* its nodes boot for its features, as they may from
			   * --delay-boot on (only of use before the plan) */
	bool gres_even;	  /* GRES of the job go evenly to its nodes */
	bool masked; /* each node shows the planned cores only: fts_core_mask */
	/* GRES of which each node shows the planned number only: id of its
	 * plugin, and resource; 0: none */
	uint32_t shown_plugin, shown_kind;
	/* GRES of any type, where nodes have several: id of its plugin; 0: none
	 * (resource/gres_type.h) */
	uint32_t any_plugin;
	bool bound;   /* to the planned sockets: resource/socket_gpu.h */
	bool counted; /* its nodes are so chosen that counts of features are
		       * met: slurmctld takes all of them, and counts none */
	/* Minutes that it is planned for, and chosen nodes for; once it runs
	 * it has its whole limit.  0: its limit is the plan's. */
	uint32_t soft;
	uint32_t boot; /* seconds of its duration for which nodes boot first */
	const char *licence; /* that it takes of alternatives; NULL: none */
};

/* One component of a heterogeneous job, in one of its requests. */
struct fts_component {
	uint32_t job_id;
	char *partition;
	uint32_t qos_id;   /* as fts_candidate.qos_id */
	char *reservation; /* as fts_candidate.reservation */
	struct fts_manner manner;
	/* Of one that is tried with counts of features: beside its part of the
	 * request, which has the first count, those that have the others. */
	uint32_t group_count;
	const struct ft_request *group;
};

/* What slurmctld's record of a job showed when it was copied, after slurmctld's
 * own tests of it. */
struct fts_shown {
	int64_t start;
	uint32_t reason;
	bool nodes;  /* names of some */
	bool text;   /* a reason in words */
	bool buffer; /* it has a burst buffer */
};

/* What job i of the snapshot is in slurmctld. */
struct fts_candidate {
	uint32_t job_id; /* of the record found at snapshot (array head too) */
	uint32_t array_job_id;	/* 0: no array */
	uint32_t array_task_id; /* NO_VAL: the unsplit head, or no array */
	uint32_t restart_count;
	int64_t submitted; /* when: survives any update */
	int64_t begin;	   /* no start before; 0: not known */
	uint64_t hash;	   /* fts_schedule_hash() at snapshot */
	struct fts_shown shown;
	/* What of its request is not modelled (a literal); NULL: nothing.  See
	 * demand/demand.h. */
	const char *unknown;
	/* Which ways to place it are not planned, beside some that are. */
	const char *partial;
	bool standby;  /* preempt/standby.h */
	bool chooses;  /* where slurmctld likes comes before where it is planned
			*/
	uint32_t copy; /* n-th task planned of the same unsplit array head */
	uint64_t kind; /* the same of jobs that ask for the same */
	uint32_t request_count;
	/*
	 * Of a job that is not modelled, or that may be placed in ways that are
	 * not planned: behind its requests, and in the arrays below, stand so
	 * many that say the least that it surely takes, for each alternative or
	 * for several.  The planner does not know them.
	 */
	uint32_t least_count;
	char **partition; /* name for each request of the snapshot's job */
	uint32_t *qos_id; /* of several, for each request; NULL: it has one */
	/* Of each request, the reservation that job->resv_ptr must point to
	 * while it starts (one of a list, or a magnetic one); NULL: leave. */
	char **reservation;
	struct fts_manner *manner; /* of each request */
	/*
	 * Of a heterogeneous job, led by job_id: further parts of each
	 * request, and what part p of request r is: component[r * (part_count +
	 * 1) + p].
	 */
	uint32_t part_count;
	struct fts_component *component;
};

enum { FTS_KIND_NAME = 64 };

/* One countable GRES: all of a name, or one type of it. */
struct fts_kind {
	uint32_t plugin_id;
	uint32_t type_id;	  /* 0: any type */
	char name[FTS_KIND_NAME]; /* "gres/gpu", "gres/gpu:a100", cut */
	bool shared; /* shares devices with another GRES (mps, shard) */
	bool single; /* on one device of a node at a time (mps) */
	bool no_consume;
	bool mixed; /* some node has several types of this name */
};

/* A GRES that shares GPUs. */
struct fts_shares {
	uint32_t plugin_id;
	bool single;	/* jobs share one device of a node at a time */
	uint32_t first; /* resource: shares of each device */
	uint32_t mark;	/* of jobs that share, if single */
};

enum { FTS_DEVICE_SHARES_MAX = 4 };

/* GPUs of which several jobs may have a part: resource/shared_gpu.h. */
struct fts_devices {
	uint32_t gpu;	/* id of its plugin */
	uint32_t count; /* of a node, at most; 0: none is shared */
	uint32_t first; /* resource: users of each device */
	int64_t most;	/* shares of a device, and users */
	uint32_t shares_count;
	struct fts_shares shares[FTS_DEVICE_SHARES_MAX];
};

/* Sockets with GPUs of their own: resource/socket_gpu.h. */
struct fts_bound {
	uint32_t gpu;	/* id of the plugin */
	uint32_t count; /* of a node, at most; 0: no job asks for them */
	uint32_t first; /* resource: cores of each socket, GPUs of each, and
			 * the mark */
};

/* A pending job that no planner could use, and why. */
struct fts_misfit {
	struct fts_candidate candidate;
	char *reason;
};

/* A type of a GRES of which some node has several types. */
struct fts_gres_type {
	uint32_t plugin_id, type_id;
	uint32_t resource;
};

struct fts_cycle {
	struct fts_devices devices;
	struct fts_bound bound;
	bool sockets; /* cores are counted by the socket: CR_Socket */
	uint32_t type_count;
	const struct fts_gres_type *type; /* in the snapshot */
	uint32_t kind_count;
	const struct fts_kind *kind; /* resource FT_FIRST_GRES + i */
	/* Resources from here on say which rows and sockets of a node are
	 * meant, and not only how much of it. */
	uint32_t choice_first;
	struct ft_snapshot *snapshot;
	struct fts_candidate *candidate; /* snapshot->job_count of them */
	uint32_t unmodelled; /* candidates of which something is not modelled */
	uint32_t misfit_count; /* jobs that are left out */
	struct fts_misfit *misfit;
	uint32_t pending; /* pending job records seen (array head: 1) */
	int64_t wake;	  /* plan again at this time even if nothing changes:
			   * FT_NEVER, or when a guess or a wait runs out */
	uint32_t disk;	  /* the resource that --tmp is planned as, rsv_disk;
			   * FT_NO_INDEX: it is none */
	uint64_t buffers; /* fts_buffer_state() before the snapshot was taken */
	/* of the node records, to index snapshot->node by */
	char **node_name; /* snapshot->node_count; NULL: no node there */
	struct ft_schedule *schedule; /* set by the planner */
	/* Of each candidate, the start that it is shown though it holds none;
	 * 0: none is known.  In the snapshot; NULL: of none. */
	const int64_t *unheld;
	/* size 0 with a count: there are some, of several topologies. */
	struct ft_blocks blocks;
};

/* A resource as people call it; NULL: one that they know nothing of. */
static inline const char *fts_cycle_resource(const struct fts_cycle *cycle,
					     uint32_t resource)
{
	if (resource == FT_CORES)
		return cycle->sockets ? "sockets" : "cores";
	if (resource == FT_MEMORY)
		return "memory";
	return resource - FT_FIRST_GRES < cycle->kind_count
		       ? cycle->kind[resource - FT_FIRST_GRES].name
		       : NULL;
}

#endif
