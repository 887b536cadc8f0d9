/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_outlook - a plan as it is published, for people and their programs.
 *
 * What each waiting job is planned for, what runs until when on which nodes,
 * which nodes there are and when they are closed: enough to tell what is free
 * of each node at any time, and to plan one more job.  Holds numbers of jobs,
 * and names of nodes, partitions and resources; never a name that a user chose,
 * nor the user of a job: Slurm tells that to users that may know.
 *
 * As text it is one JSON document with a line for each record, whose form is
 * in sched_reserve(5).  Reading refuses what is not of that form.
 */
#ifndef FT_CORE_PLAN_OUTLOOK_H
#define FT_CORE_PLAN_OUTLOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/err.h"
#include "core/plan/schedule.h"
#include "core/snapshot/block.h"

#define FT_OUTLOOK_NAME "plan.json"
#define FT_OUTLOOK_FORMAT "sched_reserve/plan/1"
/* Every such text begins so. */
#define FT_OUTLOOK_HEAD "{\"meta\":{\"format\":\"sched_reserve/plan/"

struct ft_outlook_node {
	const char *name;	 /* NULL: no node has that index */
	uint32_t threads;	 /* CPUs that one core counts for */
	int64_t available_from;	 /* FT_NEVER: down */
	const int64_t *capacity; /* resource_count */
	uint32_t leaf;		 /* as ft_node.leaf */
};

/* A job that runs, or whatever else holds nodes from now on. */
struct ft_outlook_run {
	uint32_t job_id;
	int64_t end;
	bool guessed; /* its shares are: no plan was read */
	uint32_t share_count;
	const struct ft_share *share; /* amount NULL: the whole node */
};

struct ft_outlook_job {
	uint32_t job_id; /* of the record; of an array that was not split yet
			  * the array's */
	uint32_t array_job_id;	/* 0: none */
	uint32_t array_task_id; /* UINT32_MAX: not split yet, or no array */
	uint32_t copy; /* the n-th task planned of what was not split yet;
			* UINT32_MAX: it stands for all of them */
	uint32_t partition;
	uint32_t request; /* index; FT_NO_INDEX: unknown */
	enum ft_verdict verdict;
	enum ft_obstacle obstacle;
	bool committed; /* nothing in the scheduler moves it later */
	bool running;	/* it was started just now; only for the writer */
	bool guessed;	/* its shares are: no plan was read */
	int64_t start, duration; /* if placed */
	int64_t likely; /* the start in all likelihood (estimate.h); 0: not
			 * known */
	int64_t unheld; /* the start that it is shown though it holds none
			 * (expect.h); 0: not known */
	uint32_t share_count;
	const struct ft_share *share;
};

struct ft_outlook {
	int64_t made, until; /* planned at; starts after until are not */
	/* That jobs are bound to; size 0 with a count: which those are is a
	 * matter of their partition. */
	struct ft_blocks blocks;
	uint32_t resource_count; /* cores, memory in MB, then GRES */
	const char *const *resource;
	uint32_t partition_count;
	const char *const *partition;
	uint32_t node_count;
	struct ft_outlook_node *node;
	uint32_t closure_count;
	const struct ft_closure *closure; /* advance reservations */
	uint32_t run_count;
	struct ft_outlook_run *run;
	uint32_t request_count;
	/* Nodes, amounts, leaves and duration only. */
	const struct ft_request **request;
	uint32_t job_count; /* in the order of planning */
	struct ft_outlook_job *job;
	struct ft_arena *arena; /* owns what is made here */
};

/*
 * Takes over what the planner knows: all but names, blocks, running and the
 * fields that name a job and its partition.  Points into snapshot and schedule.
 * resource_count: of the first resources, which have names.  0 or -ENOMEM; then
 * it is empty.
 */
extern int ft_outlook_fill(struct ft_outlook *outlook,
			   const struct ft_snapshot *snapshot,
			   const struct ft_schedule *schedule,
			   uint32_t resource_count);

/* The index of a resource, or FT_NO_INDEX. */
extern uint32_t ft_outlook_resource(const struct ft_outlook *outlook,
				    const char *name);

/* An empty set of its nodes, in its memory; NULL if out of memory. */
extern struct ft_node_set *ft_outlook_set(const struct ft_outlook *outlook);

/* Releases what fill or read made. */
/*
 * When the job is planned to begin, or to end at its limit, and of an array
 * that was not split, whose tasks have a row each, the last of them; array:
 * also of all jobs of this array (0: none).  FT_NEVER: not all are planned, or
 * none is there.
 */
extern int64_t ft_outlook_moment(const struct ft_outlook *outlook,
				 uint32_t job_id, uint32_t array, bool begins);
extern void ft_outlook_free(struct ft_outlook *outlook);

/*
 * A string of *ret_size bytes to be freed, or NULL if out of memory.
 * *ret_body: the offset behind the time at which it was made; two texts that
 * are equal from there on say the same.
 */
extern char *ft_outlook_text(const struct ft_outlook *outlook, size_t *ret_size,
			     size_t *ret_body);

/*
 * Reads a text (text[size] is 0) into an empty outlook.  name: of the file, for
 * messages.  0, -EINVAL or -ENOMEM with err; then it is still empty.
 */
extern int ft_outlook_read(const char *text, size_t size, const char *name,
			   struct ft_outlook *outlook, struct ft_err *err);

/* The words of the text: of a verdict, and of an obstacle. */
extern const char *const ft_outlook_verdicts[];
extern const char *const ft_outlook_obstacles[];

#endif
