/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_snapshot - all that a planning cycle knows, copied out of the controller.
 *
 * Data only: no pointer into the controller, no clock (now is a field), no
 * policy.  It owns all that it points to.  Times are seconds since the epoch.
 * Resources are amounts of resource_count kinds for each node: kind 0 is
 * cores, kind 1 memory in MB, the others GRES in the adapter's order.
 */
#ifndef FT_CORE_SNAPSHOT_SNAPSHOT_H
#define FT_CORE_SNAPSHOT_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bounds.h"
#include "core/base/err.h"
#include "core/base/node_set.h"
#include "core/snapshot/policy.h"

enum { FT_CORES, FT_MEMORY, FT_FIRST_GRES };

#define FT_NO_INDEX UINT32_MAX

/* Classes of runs that jobs may take: 1 to 63. */
enum { FT_CLASSES = 64 };
enum { FT_LEAVES_MAX = 64, FT_LEAF_LEVEL_MAX = 16 };

struct ft_node {
	uint32_t threads;	/* CPUs that one core counts for; at least 1 */
	uint64_t weight;	/* nodes of lower weight are taken first */
	int64_t available_from; /* no start on it earlier; FT_NEVER: down */
	uint32_t leaf;		/* the leaf switch that it is on */
	uint32_t segment;	/* see segment.h: 1 to node_count; 0: none, and
				 * no job is alone there */
};

/* What one job takes of one node. */
struct ft_share {
	uint32_t node;
	uint32_t tasks;	       /* for planned jobs; 0 for running ones */
	const int64_t *amount; /* resource_count; NULL: the whole node */
};

struct ft_licence {
	uint32_t licence; /* index */
	int64_t count;
};

/* Field by field: the record has a hole. */
static inline bool ft_licences_same(const struct ft_licence *a,
				    uint32_t a_count,
				    const struct ft_licence *b,
				    uint32_t b_count)
{
	if (a_count != b_count)
		return false;
	for (uint32_t i = 0; i < a_count; i++)
		if ((a[i].licence != b[i].licence) ||
		    (a[i].count != b[i].count))
			return false;
	return true;
}

/*
 * A wish about others on a node: all jobs with a mark of this kind have this
 * tag.  A kind of marks is three neighbouring resources, of which a job with
 * tag t takes 1, t and t * t of a node (for each node, not for each task), so
 * that what is taken of the three says whether all have one tag.  Such wishes
 * must be mutual: a job that a wish keeps away has one that keeps its owner
 * away.
 */
enum { FT_MARK_SIZE = 3, FT_TAG_MAX = 65535 };

struct ft_mark {
	uint32_t kind; /* the first of the three resources */
	uint32_t tag;  /* 1 to FT_TAG_MAX; 0: no job may have one */
};

/*
 * Is every tag that is worn the mark's?  The sum of (tag - mark's)^2 over all
 * jobs with one says so; worn: what is taken of the mark's three resources.
 */
static inline bool ft_mark_alone(const struct ft_mark *mark,
				 const int64_t *worn)
{
	int64_t tag = mark->tag;

	return worn[2] - 2 * tag * worn[1] + tag * tag * worn[0] == 0;
}

/* How what is taken of a limit counts. */
enum ft_limit_kind {
	FT_LIMIT_HELD,	/* until the job ends */
	FT_LIMIT_FALLS, /* count for each second that is left of the job */
	FT_LIMIT_SPENT, /* for ever: a budget */
};

/* A limit on what jobs may have together, wherever they run. */
struct ft_limit {
	enum ft_limit_kind kind;
	int64_t total; /* 0 to 2^53 */
	uint64_t name; /* by which it is known in the next snapshot, for a plan
			* that is kept; 0: by its place among those without.
			* Plans do not go by it */
};

/* What a job takes of a limit. */
struct ft_claim {
	uint32_t limit; /* index */
	int64_t count;	/* at least 1; FALLS: per second */
};

/* Claims by their limit, for qsort(3). */
static inline int ft_claim_order(const void *x, const void *y)
{
	const struct ft_claim *a = x, *b = y;

	return (a->limit > b->limit) - (a->limit < b->limit);
}

/* A running job, or anything else that holds resources from now on. */
struct ft_run {
	uint32_t job_id;
	int64_t end;	       /* planned end; > now */
	int64_t predicted_end; /* when it will be gone in all likelihood: after
				* now, not after end; 0: unknown */
	uint32_t share_count;
	struct ft_share *share;
	uint32_t licence_count;
	struct ft_licence *licence;
	uint32_t claim_count;
	const struct ft_claim *claim; /* ascending, each limit once */
	/* Preemption.  Requests that take its class may have it leave before
	 * its end.  0: none may, and the rest has no meaning. */
	uint32_t class;
	uint32_t rank; /* those of lower rank are asked first */
	int64_t leave; /* seconds from being told until it has left, >= 0 */
	int64_t gone;  /* the earliest that it can have left; >= now */
	bool suspends; /* it leaves its cores only and holds on to the rest, as
			* a user of its nodes; all of them to a job that is
			* exclusive and has no parts */
	bool keeps;    /* of its nodes it leaves those only that the job which
			* takes it uses */
	bool alone;    /* no other job is in the segments of its nodes; only
			* with class 0 */
	uint32_t fellows; /* so many runs that follow it, of class 0, leave
			   * whenever it does: parts of one job */
};

/*
 * An advance reservation: closes nodes to jobs that do not belong to it, and
 * takes amounts of nodes, as a user of them, whatever job enters it.  So one of
 * single cores takes a resource that only jobs outside of it need.
 */
struct ft_closure {
	int64_t start, end;
	const struct ft_node_set *nodes; /* may be NULL: none */
	uint32_t licence_count;
	struct ft_licence *licence;
	uint32_t share_count;
	struct ft_share *share; /* tasks 0, amount never NULL */
};

/*
 * A node is as it is until a job changes it for good: by a boot that gives
 * it other features, say.  A job that relies on it goes where no job that
 * changes it starts before the end; one that changes it starts when all that
 * rely on it have ended.  What it is good for once it is changed the snapshot
 * does not say: a job that wants what the change brings is planned as if it had
 * to change it.
 */
enum ft_change {
	FT_CHANGE_NONE, /* it does not matter to the job */
	FT_CHANGE_RELIES = 1,
	FT_CHANGE_MAKES = 2, /* from its start on, for ever */
};

/* Which nodes a site would rather have taken; see schedule.h, Nodes. */
enum ft_place {
	FT_PLACE_FIT,  /* whose gap ends soonest, then the most used */
	FT_PLACE_LOAD, /* the least used, by free cores */
	FT_PLACE_LAST, /* the last */
	FT_PLACE_BUSY, /* in use until the start, or the latest */
};

/*
 * One way to run a pending job (one for each partition).
 *
 * On a node that gets k tasks, 1 <= k <= max_tasks_node, it takes of cores:
 *
 *	per_node[0] + k * per_task[0] + ceil(k * cpus_per_task / threads)
 *
 * and of any other resource:
 *
 *	per_node[r] + k * per_task[r] + cores * per_core[r]
 *
 * Wanted: between min_nodes and max_nodes nodes, each with at least
 * min_tasks_node tasks, that together take exactly `tasks` tasks (or, with
 * tasks 0, exactly min_nodes nodes with min_tasks_node tasks each).
 *
 * A node may have to have more free than the request then takes: for one second
 * from the start, of any resource, cores included,
 *
 *	want_node[r] + k * want_task[r]
 *
 * if that is more than the amount above.  No other job has that in that second.
 */
struct ft_request {
	int64_t duration; /* seconds, 1 to 2^40 */
	/*
	 * The job can do with less: with least seconds (up to duration), or
	 * with any number of steps (>= 1 second) more, up to duration.  It
	 * starts as early as for the least, and then gets the longest that fits
	 * there.  0: it needs the whole duration, and step is ignored.
	 */
	int64_t least, step;
	int64_t not_before; /* 0: any time */
	int64_t end_by;	    /* FT_NEVER: none */
	uint32_t min_nodes; /* >= 1 */
	uint32_t max_nodes; /* >= min_nodes */
	uint32_t tasks;
	uint32_t min_tasks_node; /* >= 1 */
	uint32_t max_tasks_node; /* UINT32_MAX: no limit */
	uint32_t cpus_per_task;	 /* 0: none by CPU */
	const int64_t *per_node; /* resource_count each; NULL: all zero */
	const int64_t *per_task;
	const int64_t *per_core;  /* per_core[FT_CORES] is ignored */
	const int64_t *want_node; /* resource_count each; NULL: all zero */
	const int64_t *want_task;
	bool exclusive;	 /* takes whole nodes, and only wholly free ones */
	bool alone;	 /* no other job is in the segments of its nodes, and no
			  * closure that it may not enter; it takes no runs */
	bool contiguous; /* nodes of consecutive index */
	/* Of nodes of equal weight; but for FT_PLACE_BUSY a matter of those
	 * that share nodes only. */
	uint32_t place; /* enum ft_place */
	/* All nodes on so many leaf switches at most, up to FT_LEAVES_MAX; 0:
	 * any.  More than 1 only with tasks 0, any only if not contiguous.
	 * With parts, one part's nodes are chosen after the other's only. */
	uint32_t leaves;
	/* 1 << leaf_level neighbouring leaves count as one: from 1 on, by
	 * number.  Up to FT_LEAF_LEVEL_MAX. */
	uint32_t leaf_level;
	/* Of each leaf a multiple of so many nodes, and none that are on no
	 * leaf; 0: any number.  min_nodes is a multiple of it.  Only with tasks
	 * 0, without required nodes, not if contiguous, leaves at most 1. */
	uint32_t bundle;
	uint32_t bundle_level; /* what counts as one leaf for that, as above */
	bool bundle_apart;     /* of no leaf more than one bundle */
	const struct ft_node_set *eligible;
	const struct ft_node_set *required; /* NULL: none; subset of eligible */
	uint32_t licence_count;
	struct ft_licence *licence;
	uint32_t closure_count;	 /* closures that it may enter */
	const uint32_t *closure; /* their indices */
	/* Must hold on each of its nodes all the time. */
	uint32_t mark_count;
	const struct ft_mark *mark;
	uint32_t change; /* of its nodes: see enum ft_change */
	uint32_t claim_count;
	const struct ft_claim *claim; /* ascending, each limit once */
	uint64_t takes;		      /* bit c: it may take runs of class c */
	bool reclaims; /* runs that leave for it leave their licences too, but
			* for those that are suspended or keep nodes */
	/*
	 * Further parts: requests that must start at the same instant as this
	 * one, each for its own duration.  A part has neither parts nor claims
	 * nor times (not_before 0, end_by FT_NEVER) nor takes (the request's
	 * is for all, and so is reclaims), least is 0 for all.
	 */
	uint32_t part_count;
	const struct ft_request *part;
	bool apart; /* a part: takes no node of this request or of parts before
		     * it */
};

/* What counts as the leaf on that level, see leaf_level; 0: none. */
static inline uint32_t ft_leaf_number(uint32_t leaf, uint32_t level)
{
	return leaf ? ((leaf - 1) >> level) + 1 : 0;
}

/* Of so many nodes on the leaf, 0: on none, these make up bundles. */
static inline uint32_t ft_leaf_bundled(uint32_t leaf, uint32_t nodes,
				       uint32_t bundle, bool apart)
{
	uint32_t bundles = nodes / bundle;

	if (apart && (bundles > 1))
		bundles = 1;
	return leaf ? bundles * bundle : 0;
}

/* May it enter the closure of that index? */
static inline bool ft_request_may_enter(const struct ft_request *request,
					uint32_t closure)
{
	for (uint32_t i = 0; i < request->closure_count; i++)
		if (request->closure[i] == closure)
			return true;
	return false;
}

/* The shortest duration that the request can do with. */
static inline int64_t ft_request_least(const struct ft_request *request)
{
	return request->least ? request->least : request->duration;
}

/* A pending job; jobs stand in the order in which they are planned. */
struct ft_job {
	uint32_t job_id;
	bool reserve;	 /* false: may start now, but holds no reservation */
	uint32_t bucket; /* of the policy; FT_NO_INDEX: it is in none */
	int64_t queued;	 /* since when it could have run, for the time that it
			  * has waited */
	uint32_t request_count;
	struct ft_request *request; /* the earliest start of them wins */
	uint32_t priority;	    /* points, for ft_snapshot.overrule */
	uint32_t tier;	/* no promise of a lower one stands against the job; at
			 * most FT_TIER_MAX */
	bool preempts;	/* it may take runs, though its requests do not say so:
			 * no promise of a job behind stands against it */
	bool tentative; /* not all that it asks for is known: its promise is an
			 * estimate, and never committed */
	uint32_t owner; /* whose it is, for ft_halt.user_us */
	bool tired;	/* the last plan, which ended early, looked at it in
			 * vain: others come first */
	int64_t predicted; /* seconds that it will run in all likelihood; 0:
			    * unknown.  More than a request's duration
			    * means that duration.  For order and estimates,
			    * never for a promise. */
	/* Why it is also tried in ways that are not planned, to be shown; NULL:
	 * it is not.  Plans do not go by it. */
	const char *tried;
	/* Last promise; promise FT_NEVER: none.  Nodes as then promised. */
	int64_t promise;
	bool promise_held;     /* ft_placement.held: it was a reservation */
	uint32_t promise_rank; /* its place in the order that was then */
	uint32_t promise_request;
	int64_t promise_duration; /* 0: the request's */
	uint32_t promise_share_count;
	struct ft_share *promise_share;
	uint32_t promise_part_count; /* as ft_placement.part_count */
	const uint32_t *promise_part_end;
};

struct ft_snapshot {
	int64_t now;
	int64_t window_end; /* starts after this are not planned */
	int64_t overrule;   /* a promise gives way to jobs ahead of it by more
			     * priority than this; 0: to all that are ahead;
			     * see ft_overtake_rules */
	struct ft_policy policy;
	uint32_t node_count;
	uint32_t resource_count;
	uint32_t licence_count;
	struct ft_node *node;
	int64_t *capacity;	/* node_count * resource_count */
	int64_t *licence_total; /* licence_count */
	uint32_t limit_count;
	struct ft_limit *limit;
	uint32_t run_count;
	struct ft_run *run;
	uint32_t closure_count;
	struct ft_closure *closure;
	uint32_t job_count;
	struct ft_job *job;
	struct ft_arena *arena; /* owns all that the above points to */
};

/* How long it was promised to run, in seconds; it has a promise. */
static inline int64_t ft_job_promise_duration(const struct ft_job *job)
{
	return job->promise_duration
		       ? job->promise_duration
		       : job->request[job->promise_request].duration;
}

/* May the job take runs, by any of its requests? */
static inline bool ft_job_takes(const struct ft_job *job)
{
	for (uint32_t r = 0; r < job->request_count; r++)
		if (job->request[r].takes)
			return true;
	return false;
}

/* Is it above all promises of jobs behind it? */
static inline bool ft_job_above(const struct ft_job *job)
{
	return job->preempts || ft_job_takes(job);
}

/* Does the job's promise move up in its turn, by the policy? */
static inline bool ft_job_in_turn(const struct ft_snapshot *snapshot,
				  uint32_t job)
{
	const struct ft_policy *policy = &snapshot->policy;

	return (policy->compress == FT_COMPRESS_ORDER) ||
	       (policy->patience &&
		(snapshot->now - snapshot->job[job].queued > policy->patience));
}

/*
 * Would such a promise of the job be committed?  One that is near is, and that
 * of a job that has waited for long; time only ever adds to these.
 */
static inline bool ft_start_commits(const struct ft_snapshot *snapshot,
				    uint32_t job, int64_t start)
{
	const struct ft_policy *policy = &snapshot->policy;
	const struct ft_job *record = &snapshot->job[job];

	return !record->tentative && (policy->hold == FT_HOLD_HIGHEST) &&
	       ((policy->commit && (start <= snapshot->now + policy->commit)) ||
		(policy->patience &&
		 (snapshot->now - record->queued > policy->patience)));
}

/* Is the job's promise committed?  See schedule.h. */
static inline bool ft_job_committed(const struct ft_snapshot *snapshot,
				    uint32_t job)
{
	const struct ft_job *record = &snapshot->job[job];

	return (record->promise != FT_NEVER) && record->promise_held &&
	       ft_start_commits(snapshot, job, record->promise);
}

/* NULL if out of memory.  Nodes start with threads 1 and no capacity. */
extern struct ft_snapshot *ft_snapshot_new(uint32_t node_count,
					   uint32_t resource_count,
					   uint32_t licence_count);
extern void ft_snapshot_free(struct ft_snapshot *snapshot);

/* Zeroed memory that lives as long as the snapshot; NULL if out of memory. */
extern void *ft_snapshot_alloc(struct ft_snapshot *snapshot, size_t size);
/* An empty set of node_count nodes that lives as long as the snapshot. */
extern struct ft_node_set *ft_snapshot_set(struct ft_snapshot *snapshot);

/*
 * Appends a zeroed record and returns it (valid until the next append of its
 * kind), NULL if out of memory.  Fields that point get ft_snapshot_alloc.  A
 * new job's promise is FT_NEVER, its bucket FT_NO_INDEX; a request's end_by
 * must be set (FT_NEVER: none), and so must max_tasks_node: 0 is refused.
 */
extern struct ft_limit *ft_snapshot_add_limit(struct ft_snapshot *snapshot);
extern struct ft_run *ft_snapshot_add_run(struct ft_snapshot *snapshot);
extern struct ft_closure *ft_snapshot_add_closure(struct ft_snapshot *snapshot);
extern struct ft_job *ft_snapshot_add_job(struct ft_snapshot *snapshot);

/*
 * Refuses what no planner could use (an index out of range, duration 0...):
 * -EINVAL; or -ENOMEM.
 */
extern int ft_snapshot_check(const struct ft_snapshot *snapshot,
			     struct ft_err *err);

/*
 * Brings times and amounts of nodes, licences, limits, runs and closures within
 * bounds.h, where they mean the same as before.  A closure that has ended or
 * never begins closes nothing from then on.
 */
extern void ft_snapshot_bound(struct ft_snapshot *snapshot);

/*
 * Takes out each job that ft_snapshot_check would refuse, and tells context of
 * it before: its index of before, and why.  One job's wishes then never keep
 * others from being planned.  0, or -ENOMEM.
 */
extern int ft_snapshot_sift(struct ft_snapshot *snapshot,
			    void (*tell)(void *context, uint32_t job,
					 const char *reason),
			    void *context);

/*
 * Text form, for offline replay of a cycle: reading what was written gives a
 * snapshot that plans bit for bit the same.  One JSON object a line: a header,
 * then nodes, sets, runs, closures and jobs in their order, then an end mark.
 * Writing replaces path whole or not at all; path.new becomes path, with the
 * mode that it has if it is there.  Both return 0 or -errno; a file
 * that is damaged, cut short or refused by ft_snapshot_check is -EINVAL, with
 * path and line in err.
 */
extern int ft_snapshot_write(const struct ft_snapshot *snapshot,
			     const char *path, struct ft_err *err);
extern int ft_snapshot_read(const char *path, struct ft_snapshot **ret_snapshot,
			    struct ft_err *err);

#endif
