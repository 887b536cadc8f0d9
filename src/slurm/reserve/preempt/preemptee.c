/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_preemptee - which running jobs may be preempted, and of what kind
 * they are; which may preempt them is preempt/preemptor.c's.
 *
 * A heterogeneous job is taken as a whole, by jobs that may preempt each of its
 * components.
 *
 * A job that is only suspended, and keeps its memory, leaves its node to a job
 * that takes whole nodes if it has that one node only and there is memory for
 * both; others get its cores.
 *
 * Not taken: jobs that are being preempted already or are alone in segments,
 * those whose PreemptExemptTime lasts until their end, and heterogeneous jobs
 * that would be suspended, of which a component does not run or is alone, or
 * under select/linear, which knows the leader only.  Refuses to choose victims:
 * the planner does.
 */
#include "slurm/reserve/preempt/preemptee.h"

#include <stdlib.h>

#include "src/slurmctld/acct_policy.h"

#include "slurm/common/lock.h"
#include "slurm/reserve/preempt/preempt.h"
#include "slurm/reserve/nodes/topology.h"

enum {
	KINDS_MAX = 512, /* of running jobs; others are not preempted */
	ROOM_STEPS = 16, /* of a node's memory, rounded down */
};

bool fts_preemptee_within(const job_record_t *job)
{
	return (slurm_conf.preempt_mode & PREEMPT_MODE_WITHIN) ||
	       (job->qos_ptr &&
		(job->qos_ptr->preempt_mode & PREEMPT_MODE_WITHIN));
}

static int _part_by_priority(void *x, void *key)
{
	const part_record_t *part = x;

	(void) key;
	return part->preempt_mode != NO_VAL16 &&
	       fts_preempt_by_priority(part->preempt_mode);
}

static int _qos_by_priority(void *x, void *key)
{
	const slurmdb_qos_rec_t *qos = x;

	(void) key;
	return fts_preempt_by_priority(qos->preempt_mode);
}

bool fts_preemptee_by_priority(void)
{
	assoc_mgr_lock_t locks = {.qos = READ_LOCK};
	bool some = fts_preempt_by_priority(0);

	if (!FTS_PREEMPT_PRIORITY || some)
		return some;
	if (!fts_preempt_by_qos())
		return list_find_first(part_list, _part_by_priority, NULL);
	fts_lock_assoc(&locks, "preemption");
	some = assoc_mgr_qos_list &&
	       list_find_first(assoc_mgr_qos_list, _qos_by_priority, NULL);
	fts_unlock_assoc(&locks);
	return some;
}

static bool _alike_preemptee(const struct fts_preemptee *a,
			     const struct fts_preemptee *b)
{
	return !a->het && !b->het && a->qos_id == b->qos_id &&
	       a->priority == b->priority && a->suspends == b->suspends &&
	       a->keeps_memory == b->keeps_memory && a->alone == b->alone &&
	       a->room == b->room && a->cpu_room == b->cpu_room &&
	       !xstrcmp(a->part, b->part);
}

/* Number + 1; 0 if there are too many, or no memory. */
static uint32_t _preemptee_kind(struct fts_build *build,
				const struct fts_preemptee *preemptee)
{
	for (uint32_t i = 0; i < build->preempt.count; i++)
		if (_alike_preemptee(&build->preempt.run[i], preemptee))
			return i + 1;
	if (build->preempt.count == KINDS_MAX)
		return 0;
	if (!build->preempt.run)
		build->preempt.run =
			calloc(KINDS_MAX, sizeof(*build->preempt.run));
	if (!build->preempt.run) {
		build->failed = true;
		return 0;
	}
	build->preempt.run[build->preempt.count] = *preemptee;
	build->preempt.run[build->preempt.count].part =
		fts_build_text(build, preemptee->part);
	return ++build->preempt.count;
}

bool fts_preemptee_asks_memory(const struct fts_build *build)
{
	return build->preempt.possible && (build->cr_type & CR_MEMORY) &&
	       (slurm_conf.preempt_mode & PREEMPT_MODE_GANG);
}

void fts_preemptee_hold_memory(struct fts_build *build, const job_record_t *job)
{
	const job_resources_t *resources = job->job_resrcs;
	uint32_t count = build->snapshot->node_count, n = 0;

	if (!build->preempt.held_memory)
		build->preempt.held_memory =
			calloc((size_t) count + 1, sizeof(int64_t));
	build->failed |= !build->preempt.held_memory;
	if (build->failed || !(IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)) ||
	    !resources || !resources->node_bitmap ||
	    !resources->memory_allocated)
		return;
	for (int64_t i = fts_bit_next(resources->node_bitmap, 0);
	     i >= 0 && i < count && n < resources->nhosts;
	     i = fts_bit_next(resources->node_bitmap, i + 1))
		build->preempt.held_memory[i] +=
			(int64_t) resources->memory_allocated[n++];
}

/* What is left on the node beside jobs that hold memory there. */
static void _least_room(const struct fts_build *build,
			const node_record_t *node,
			struct fts_preemptee *preemptee)
{
	int64_t room = (int64_t) node->config_ptr->real_memory -
		       (int64_t) node->mem_spec_limit -
		       build->preempt.held_memory[node->index];

	/* Not as many kinds as jobs, where most jobs share nodes. */
	if (!build->linear)
		room -= room %
			MAX(node->config_ptr->real_memory / ROOM_STEPS, 1);
	preemptee->room = MIN(preemptee->room, room);
	preemptee->cpu_room =
		MIN(preemptee->cpu_room, room / MAX(node->config_ptr->cpus, 1));
}

/*
 * Whether it is known what is left on each of its nodes.  Of a job of several
 * nodes those that are not taken would be free for others as far as its memory
 * goes, which plans of whole nodes do not know: with select/linear it keeps
 * them, and a job that takes it must find room on any of them; else it is let
 * be.
 */
static bool _measure_room(struct fts_build *build, const job_record_t *job,
			  struct fts_preemptee *preemptee)
{
	const job_resources_t *resources = job->job_resrcs;

	if (!resources || !resources->node_bitmap ||
	    !resources->memory_allocated ||
	    (!build->linear && resources->nhosts != 1))
		return false;
	if (!build->preempt.held_memory)
		return false;
	preemptee->room = preemptee->cpu_room = INT64_MAX;
	for (int64_t at = fts_bit_next(resources->node_bitmap, 0);
	     at >= 0 && !build->failed;
	     at = fts_bit_next(resources->node_bitmap, at + 1)) {
		if (at >= build->snapshot->node_count ||
		    !node_record_table_ptr[at])
			return false;
		_least_room(build, node_record_table_ptr[at], preemptee);
	}
	return !build->failed && preemptee->room < INT64_MAX;
}

/*
 * select/linear gives a node to one running job as a whole; one that is
 * suspended holds on to its memory, where that is counted.
 */
static bool _leaves_node(struct fts_build *build, const job_record_t *job,
			 struct fts_preemptee *preemptee)
{
	bool counted = build->cr_type & CR_MEMORY;
	bool leaves = !counted || _measure_room(build, job, preemptee);

	preemptee->alone = leaves && job->node_cnt == 1;
	preemptee->keeps_memory = build->linear && counted && leaves;
	return build->linear && leaves;
}

bool fts_build_preemptee_whole(const struct fts_build *build,
			       job_record_t *leader)
{
	fts_list_iterator_t iterator;
	job_record_t *job;
	bool whole = true;

	if (!build->preempt.possible || build->linear || !leader->het_job_list)
		return false;
	switch (fts_preempt_mode(leader)) {
	case PREEMPT_MODE_CANCEL:
	case PREEMPT_MODE_REQUEUE:
		break;
	default:
		return false;
	}
	iterator = list_iterator_create(leader->het_job_list);
	while ((job = list_next(iterator)))
		whole &= IS_JOB_RUNNING(job) && !job->preempt_time &&
			 fts_preempt_mode(job) != PREEMPT_MODE_OFF &&
			 job->job_resrcs && job->job_resrcs->node_bitmap &&
			 !fts_segments_wanted(build, job);
	list_iterator_destroy(iterator);
	return whole;
}

/* When all of it may be preempted.  Locks: assoc_mgr qos read. */
static int64_t _preemptable_from(job_record_t *job)
{
	int64_t from = (int64_t) acct_policy_get_preemptable_time(job);
	fts_list_iterator_t iterator;
	job_record_t *part;

	if (!job->het_job_list)
		return from;
	iterator = list_iterator_create(job->het_job_list);
	while ((part = list_next(iterator)))
		from = MAX(from,
			   (int64_t) acct_policy_get_preemptable_time(part));
	list_iterator_destroy(iterator);
	return from;
}

/* Of a heterogeneous job each component is a kind by itself. */
static bool _taken_preemptee(const struct fts_build *build, job_record_t *job)
{
	return build->preempt.possible && IS_JOB_RUNNING(job) &&
	       !job->preempt_time && job->part_ptr &&
	       (!job->het_job_id || fts_build_preemptee_whole(build, job));
}

void fts_build_preemptee(struct fts_build *build, job_record_t *job,
			 struct ft_run *run)
{
	assoc_mgr_lock_t locks = {.qos = READ_LOCK};
	uint16_t mode;
	struct fts_preemptee preemptee = {.job_id = job->job_id};
	int64_t from;

	if (!_taken_preemptee(build, job))
		return;
	mode = fts_preempt_mode(job);
	if (mode == PREEMPT_MODE_OFF)
		return;
	fts_lock_assoc(&locks, "preemption");
	preemptee.qos_id = fts_preemptee_qos(job);
	preemptee.priority =
		build->preempt.by_priority || fts_preemptee_within(job)
			? job->priority
			: 0;
	from = _preemptable_from(job);
	fts_unlock_assoc(&locks);
	preemptee.part = job->part_ptr->name;
	preemptee.het = job->het_job_list != NULL;
	preemptee.suspends = mode == PREEMPT_MODE_SUSPEND &&
			     !_leaves_node(build, job, &preemptee);
	run->suspends = preemptee.suspends;
	run->keeps = preemptee.keeps_memory;
	run->leave = mode == PREEMPT_MODE_SUSPEND ? 0 : fts_preempt_leave(job);
	run->gone = (from > build->now ? from : build->now) + run->leave;
	run->rank = fts_preempt_rank(job);
	if (run->gone < run->end || preemptee.het)
		run->class = _preemptee_kind(build, &preemptee); /* for now */
}
