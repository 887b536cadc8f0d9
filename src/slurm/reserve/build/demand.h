/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_demand - what a job asks for, in the planner's terms; private to
 * reserve/.
 *
 * The numbers follow from how select/cons_tres counts: so many tasks, each of
 * so many CPUs; a core (under CR_Socket: a socket) is given out whole; memory
 * by node, by CPU or by GRES; GRES by node or by task.  What does not fit into
 * that is not modelled, for a reason that is named: for a time to come the job
 * is planned as whole nodes, as many as it needs, and whether it can start now
 * slurmctld's own selection is asked in its turn (trial/trial.h), with the
 * least that it surely takes.
 */
#ifndef FT_SLURM_RESERVE_BUILD_DEMAND_H
#define FT_SLURM_RESERVE_BUILD_DEMAND_H

#include "slurm/reserve/build/build.h"

/* What a set of nodes offers at least and at most, on each of them. */
struct fts_survey {
	uint32_t least_threads, most_threads; /* of a unit: see sockets */
	uint32_t least_unit, most_unit;	      /* cores of a unit */
	uint32_t least_sockets, most_sockets; /* of a node */
	int64_t *least, *most;		      /* of each resource */
};

/* Marks of a job, at most. */
enum { FTS_MARKS_MAX = 3 };

enum fts_device_use {
	FTS_DEVICE_ANY,	   /* it has none, or those of nodes that share none */
	FTS_DEVICE_WHOLE,  /* GPUs */
	FTS_DEVICE_SHARES, /* shards of one */
};

struct fts_demand {
	int64_t duration, least; /* least: see ft_request; 0: none */
	uint32_t soft;		 /* see fts_manner */
	uint32_t min_nodes, max_nodes;
	uint32_t want_nodes;	 /* as many of them as can be had at once */
	uint32_t tasks;		 /* of the job, at least min_nodes */
	uint32_t tasks_per_node; /* asked for; 0: not */
	uint32_t least_tasks;	 /* that a node of it gets, >= 1 */
	uint32_t most_tasks;	 /* UINT32_MAX: no limit */
	uint32_t cpus;		 /* of a task */
	uint32_t threads;	 /* of a core that it uses; 0: all there are */
	uint32_t gres_threads;	 /* of a core for CPUs of GRES, if threads */
	/* Cores of what is given out together, if threads; and of how many of
	 * these a node gives some if it has as many tasks. */
	uint32_t unit, least_units;
	/* Tasks for each of which so many sockets must be free, where sockets
	 * are given out; 0: those that it gets will do. */
	uint32_t socket_tasks;
	bool core_each; /* no two tasks on one core */
	/* resource of its partition's CPUs, if it uses some threads of its
	 * cores only: it may have as many CPUs as are left */
	uint32_t cap;
	int64_t *per_node, *per_task, *per_core;
	int64_t *per_job; /* GRES and their memory, on all nodes together */
	/* CPUs that GRES bring, of a node, a task, the job */
	int64_t gres_cpus_node, gres_cpus_task, gres_cpus_job;
	bool gres_sets_cpus; /* of a task, by default */
	bool gres_is_cpus;   /* those of a task are its CPUs */
	bool gres_asks_cpus; /* by the job's own wish */
	uint32_t gres_tasks; /* of a node, as CPUs of its GRES go; 0: any */
	int64_t node_gres;   /* if so: of job_gres, a node's at most */
	bool gres_memory;    /* GRES bring it, nothing else does */
	/* Memory that must be free for the GRES of a node, a task, the job,
	 * whatever of it the job then takes */
	int64_t want_memory_node, want_memory_task, want_memory_job;
	/* CPUs and cores of a node that must be free, whatever it gives */
	int64_t want_cpus, want_cores;
	bool counts_per_job;
	/* GRES that are counted for the job, or by task: how many there are,
	 * and of the last one resource, id of its plugin, and number */
	uint32_t job_kinds, job_kind, job_plugin;
	int64_t job_gres;
	uint32_t task_kinds, task_kind, task_plugin;
	uint32_t any_plugin;		/* as fts_manner.any_plugin */
	enum fts_device_use device_use; /* does it matter which it has? */
	uint32_t device_kind;		/* resource that counts them */
	uint32_t device_type;		/* id of their type; 0: any */
	bool binds; /* it is planned on sockets: resource/socket_gpu.h */
	uint32_t bound_kind;   /* resource that counts its GPUs */
	int64_t bound_each;    /* GPUs of each of its sockets; 0: any number */
	uint32_t gres_sockets; /* of each node, by --gpus-per-socket; 0: any */
	uint32_t rows; /* that its cores may be in; 1: cores are given once */
	uint32_t row;  /* resource of the first; FT_NO_INDEX: there is none */
	bool whole;    /* it takes whole nodes by its own wish */
	const char *unknown; /* what of it is not modelled; NULL: nothing */
	/* Which ways to place it are not planned, beside those that are; and a
	 * resource of which it may take more then (FT_NO_INDEX: none). */
	const char *partial;
	uint32_t loose;
	bool chooses;	    /* these ways come first */
	uint32_t kept_each; /* cores of a node that are kept for each GPU */
	bool contiguous;
	bool alone;	    /* no other job in the segments of its nodes */
	uint32_t leaves;    /* switches that it wants at most; 0: any */
	bool few;	    /* ... or as few as there are at its start, */
	uint32_t few_level; /* counted like this */
	uint32_t blocks, block_level;  /* see fts_block_demand; blocks 0: any */
	uint32_t bundle, bundle_level; /* as ft_request.bundle */
	bool bundle_apart;
	bool prefer;	 /* on nodes that --prefer wants */
	uint32_t boot;	 /* seconds that its nodes, all idle, boot first */
	bool delayed;	 /* ... for their features */
	uint32_t change; /* of its nodes, as ft_request.change */
	uint32_t mark_count;
	struct ft_mark mark[FTS_MARKS_MAX];
	uint32_t group_count; /* of features with counts */
	const struct fts_group *group;
	const struct ft_node_set *eligible, *required; /* shared */
	const struct fts_survey *survey;	       /* of eligible */
};

/* Numbers of nodes, as get_node_cnts() says. */
struct fts_range {
	uint32_t min, want, max;
};

/* It is not modelled, for that reason (a literal); the first one stays. */
static inline void fts_demand_refuse(struct fts_demand *demand,
				     const char *reason)
{
	if (!demand->unknown)
		demand->unknown = reason;
}

#endif
