/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_takes - which waiting jobs may preempt which running ones.
 *
 * What the preempt plugin says depends on partition and QOS of both jobs, and
 * within a QOS (PreemptMode=WITHIN) on their priorities.  Running jobs that
 * agree in these are one kind, pending ones too; each pair of kinds is asked
 * about once.  Kinds of running jobs that the same pending ones may preempt are
 * one class of the planner's.  If none may be preempted nothing is asked.
 *
 * A heterogeneous job takes what each of its components may take.  Refuses to
 * choose victims: the planner does.
 */
#include "slurm/common/lock.h"
#include "slurm/reserve/preempt/preemptee.h"

#include <stdlib.h>

#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/licenses.h"

#include "core/base/array.h"
#include "slurm/common/job_target.h"
#include "slurm/reserve/preempt/preempt.h"

/* A kind of pending job: which kinds of running ones may it preempt? */
struct preemptor {
	uint32_t job_id, qos_id;
	const char *part;
	bool exclusive;	   /* takes whole nodes, and has no other parts */
	bool reclaims;	   /* licences too are taken back for it */
	uint64_t memory;   /* as it asks for it, where that matters */
	uint32_t outranks; /* kinds of its QOS with less priority, or what
			    * else tells apart which it may take by priority */
	bool *takes;	   /* of each of preempt.count */
	bool *whole;	   /* which leave their node if it takes whole ones */
	uint64_t classes, whole_classes;
};

struct preemptors {
	struct fts_build *build;
	uint32_t count;
	struct preemptor *preemptor;
	uint32_t *of;	    /* preemptor of each request of each pick */
	uint64_t suspended; /* classes that are suspended */
	bool within;	    /* priorities matter */
};

/* As Slurm counts whole nodes: without a wish all that a node has. */
static bool _has_room(const struct fts_build *build,
		      const struct fts_preemptee *preemptee, uint64_t memory)
{
	if (!(build->cr_type & CR_MEMORY))
		return true;
	if (memory & MEM_PER_CPU)
		return (int64_t) (memory & ~MEM_PER_CPU) <= preemptee->cpu_room;
	return memory && (int64_t) memory <= preemptee->room;
}

static bool _outranks(const struct fts_preemptee *preemptee, uint32_t qos_id,
		      const job_record_t *job)
{
	return preemptee->qos_id == qos_id && preemptee->priority &&
	       preemptee->priority < job->priority;
}

bool fts_preemptor_takes(job_record_t *job, part_record_t *part,
			 job_record_t *victim)
{
	job_queue_rec_t one = {
		.job_ptr = job, .part_ptr = part, .priority = job->priority};
	job_queue_rec_t two = {.job_ptr = victim,
			       .part_ptr = victim->part_ptr,
			       .priority = victim->priority};

	if (fts_preempt_by_qos() &&
	    fts_preemptee_qos(victim) == fts_preemptee_qos(job))
		return fts_preemptee_within(victim) &&
		       victim->priority < job->priority;
	return two.part_ptr && preempt_g_job_preempt_check(&one, &two);
}

/* Each of its components? */
static bool _may_take_all(job_record_t *leader, job_record_t *job,
			  part_record_t *part)
{
	fts_list_iterator_t iterator;
	job_record_t *victim;
	bool all = true;

	if (!leader->het_job_list)
		return false;
	iterator = list_iterator_create(leader->het_job_list);
	while ((victim = list_next(iterator)))
		all &= fts_preemptor_takes(job, part, victim);
	list_iterator_destroy(iterator);
	return all;
}

static bool _may_take(const struct fts_preemptee *preemptee, uint32_t qos_id,
		      job_record_t *job, part_record_t *part)
{
	job_record_t *victim = find_job_record(preemptee->job_id);
	job_queue_rec_t one = {
		.job_ptr = job, .part_ptr = part, .priority = job->priority};
	job_queue_rec_t two = {.job_ptr = victim,
			       .priority = preemptee->priority};

	if (!victim || !part)
		return false;
	if (preemptee->het)
		return _may_take_all(victim, job, part);
	if (fts_preempt_by_qos() && preemptee->qos_id == qos_id)
		return _outranks(preemptee, qos_id, job);
	two.part_ptr = find_part_record((char *) preemptee->part);
	return two.part_ptr && preempt_g_job_preempt_check(&one, &two);
}

static uint32_t _new_preemptor(struct preemptors *preemptors,
			       const struct preemptor *like, job_record_t *job)
{
	const struct fts_build *build = preemptors->build;
	part_record_t *part = find_part_record((char *) like->part);
	struct preemptor *preemptor;

	preemptor = FT_ARRAY_APPEND(preemptors->preemptor, preemptors->count);
	if (!preemptor) {
		preemptors->build->failed = true;
		return 0;
	}
	*preemptor = *like;
	preemptor->takes =
		calloc(2 * (size_t) build->preempt.count, sizeof(bool));
	if (!preemptor->takes) {
		preemptors->build->failed = true;
		preemptors->count--;
		return 0;
	}
	preemptor->whole = preemptor->takes + build->preempt.count;
	for (uint32_t i = 0; i < build->preempt.count; i++) {
		const struct fts_preemptee *preemptee = &build->preempt.run[i];
		bool room = _has_room(build, preemptee, like->memory);

		preemptor->takes[i] =
			(room || !preemptee->keeps_memory) &&
			_may_take(preemptee, like->qos_id, job, part);
		preemptor->whole[i] = like->exclusive && preemptor->takes[i] &&
				      preemptee->suspends && preemptee->alone &&
				      room;
	}
	return preemptors->count - 1;
}

/*
 * Slurm does so under select/cons_tres only, and not for a job that names
 * alternatives.
 */
static bool _reclaims(const struct fts_build *build, const job_record_t *job)
{
	const licenses_t *licence = NULL;

	if (build->linear || !fts_preempt_reclaims())
		return false;
	if (job->license_list)
		licence = list_peek(job->license_list);
	return !licence || !FTS_LICENCE_OR(licence);
}

/* The runs that leave whole nodes depend on nothing else of a request. */
static uint32_t _preemptor_of(struct preemptors *preemptors, job_record_t *job,
			      const char *part, bool exclusive)
{
	struct preemptor like = {.job_id = job->job_id,
				 .qos_id = fts_preemptee_qos(job),
				 .part = part,
				 .exclusive = exclusive,
				 .reclaims = _reclaims(preemptors->build, job)};

	if (preemptors->build->preempt.held_memory && job->details &&
	    (exclusive || preemptors->build->linear))
		like.memory = job->details->pn_min_memory;
	for (uint32_t i = 0;
	     preemptors->within && i < preemptors->build->preempt.count; i++) {
		const struct fts_preemptee *preemptee =
			&preemptors->build->preempt.run[i];

		if (!preemptors->build->preempt.by_priority)
			like.outranks += _outranks(preemptee, like.qos_id, job);
		else /* one plugin wants more, the other no less */
			like.outranks += (preemptee->priority < job->priority) +
					 (preemptee->priority <= job->priority);
	}
	for (uint32_t i = 0; i < preemptors->count; i++)
		if (preemptors->preemptor[i].qos_id == like.qos_id &&
		    preemptors->preemptor[i].memory == like.memory &&
		    preemptors->preemptor[i].exclusive == exclusive &&
		    preemptors->preemptor[i].reclaims == like.reclaims &&
		    preemptors->preemptor[i].outranks == like.outranks &&
		    !xstrcmp(preemptors->preemptor[i].part, part))
			return i;
	return _new_preemptor(preemptors, &like, job);
}

/* Components of a pick; a plain job is one. */
static uint32_t _preemptor_parts(const struct fts_pick *pick)
{
	return pick->candidate.part_count + 1;
}

/* What wants request r: the job, or component p of it. */
static uint32_t _find_preemptor(struct preemptors *preemptors,
				const struct fts_pick *pick, uint32_t r,
				uint32_t p)
{
	const struct fts_candidate *candidate = &pick->candidate;
	uint32_t id = candidate->job_id,
		 qos_id = candidate->qos_id ? candidate->qos_id[r] : 0;
	const char *part = candidate->partition[r];
	bool exclusive = pick->request[r].exclusive && !candidate->part_count &&
			 !pick->request[r].part_count;
	struct fts_job_stand own;
	uint32_t preemptor;
	job_record_t *job;

	if (candidate->part_count) {
		const struct fts_component *component =
			&candidate->component[(size_t) r *
						      _preemptor_parts(pick) +
					      p];

		id = component->job_id;
		part = component->partition;
		qos_id = component->qos_id;
	}
	job = find_job_record(id);
	if (!job || !IS_JOB_PENDING(job))
		return UINT32_MAX;
	if (!qos_id)
		return _preemptor_of(preemptors, job, part, exclusive);
	own = fts_job_stand(job);
	(void) fts_job_row_enter(job, part, qos_id);
	preemptor = _preemptor_of(preemptors, job, part, exclusive);
	fts_job_stand_set(job, &own);
	return preemptor;
}

static void _find_preemptors(struct preemptors *preemptors)
{
	struct fts_build *build = preemptors->build;
	assoc_mgr_lock_t qos = {.qos = READ_LOCK};
	uint32_t at = 0;

	fts_hold_take(build->hold, "preemption");
	fts_lock_assoc(&qos, "preemption");
	for (uint32_t i = 0; i < build->pick_count && !build->failed; i++) {
		const struct fts_pick *pick = &build->pick[i];

		fts_build_pause(build, &qos);
		for (uint32_t r = 0; r < pick->request_count; r++)
			for (uint32_t p = 0; p < _preemptor_parts(pick); p++)
				preemptors->of[at++] =
					_find_preemptor(preemptors, pick, r, p);
	}
	fts_unlock_assoc(&qos);
	fts_hold_drop(build->hold);
}

/* Are the two taken by the same, and in the same way? */
static bool _one_class(const struct preemptors *preemptors, uint32_t a,
		       uint32_t b)
{
	const struct fts_preemptee *preemptee = preemptors->build->preempt.run;

	if (preemptee[a].suspends != preemptee[b].suspends)
		return false;
	for (uint32_t h = 0; h < preemptors->count; h++)
		if (preemptors->preemptor[h].takes[a] !=
			    preemptors->preemptor[h].takes[b] ||
		    preemptors->preemptor[h].whole[a] !=
			    preemptors->preemptor[h].whole[b])
			return false;
	return true;
}

static bool _any_takes(const struct preemptors *preemptors, uint32_t kind)
{
	for (uint32_t h = 0; h < preemptors->count; h++)
		if (preemptors->preemptor[h].takes[kind])
			return true;
	return false;
}

/* Classes of all kinds; those beyond the planner's number are let be. */
static void _classify_preemptees(struct preemptors *preemptors)
{
	struct fts_build *build = preemptors->build;
	uint32_t classes = 0;

	for (uint32_t i = 0; i < build->preempt.count; i++) {
		struct fts_preemptee *preemptee = &build->preempt.run[i];

		preemptee->class = 0;
		if (!_any_takes(preemptors, i))
			continue;
		for (uint32_t j = 0; j < i && !preemptee->class; j++)
			if (build->preempt.run[j].class &&
			    _one_class(preemptors, i, j))
				preemptee->class = build->preempt.run[j].class;
		if (!preemptee->class && classes + 1 < FT_CLASSES)
			preemptee->class = ++classes;
		if (preemptee->suspends)
			preemptors->suspended |= UINT64_C(1)
						 << preemptee->class;
		for (uint32_t h = 0; preemptee->class && h < preemptors->count;
		     h++) {
			struct preemptor *preemptor = &preemptors->preemptor[h];
			uint64_t bit = UINT64_C(1) << preemptee->class;

			preemptor->classes |= preemptor->takes[i] ? bit : 0;
			preemptor->whole_classes |=
				preemptor->whole[i] ? bit : 0;
		}
	}
}

/* Kinds become classes: of running jobs, and of what requests take. */
static void _mark_runs(struct fts_build *build)
{
	for (uint32_t i = 0; i < build->snapshot->run_count; i++) {
		struct ft_run *run = &build->snapshot->run[i];

		if (run->class)
			run->class =
				build->preempt.count
					? build->preempt.run[run->class - 1]
						  .class
					: 0;
	}
}

static bool _any_gres(const int64_t *amount, uint32_t count)
{
	for (uint32_t i = FT_FIRST_GRES; amount && i < count; i++)
		if (amount[i])
			return true;
	return false;
}

/* GRES stay with suspended runs; with parts none leaves whole nodes. */
static bool _may_take_node(const struct preemptors *preemptors,
			   const struct ft_request *request, bool is_part)
{
	uint32_t count = preemptors->build->snapshot->resource_count;

	return !is_part && !request->part_count &&
	       !_any_gres(request->per_node, count) &&
	       !_any_gres(request->per_task, count) &&
	       !_any_gres(request->per_core, count);
}

static uint64_t _preemptor_classes(const struct preemptors *preemptors,
				   uint32_t number,
				   const struct ft_request *request,
				   bool is_part)
{
	const struct preemptor *preemptor;

	if (number == UINT32_MAX)
		return 0;
	preemptor = &preemptors->preemptor[number];
	if (!request->exclusive)
		return preemptor->classes;
	return (preemptor->classes & ~preemptors->suspended) |
	       (_may_take_node(preemptors, request, is_part)
			? preemptor->whole_classes
			: 0);
}

/* What each component may take. */
static uint64_t _takes_all(const struct preemptors *preemptors,
			   const uint32_t *of, const struct ft_request *request)
{
	uint64_t takes = _preemptor_classes(preemptors, of[0], request, true);

	for (uint32_t p = 0; p < request->part_count; p++)
		takes &= _preemptor_classes(preemptors, of[p + 1],
					    &request->part[p], true);
	return takes;
}

/* Do licences come back for each component? */
static bool _all_reclaim(const struct preemptors *preemptors,
			 const uint32_t *of, uint32_t parts)
{
	for (uint32_t p = 0; p < parts; p++)
		if (of[p] == UINT32_MAX ||
		    !preemptors->preemptor[of[p]].reclaims)
			return false;
	return true;
}

static bool _any_part_alone(const struct ft_request *request)
{
	bool alone = request->alone;

	for (uint32_t p = 0; p < request->part_count; p++)
		alone |= request->part[p].alone;
	return alone;
}

/* Requests are shared, and must not be written. */
static void _mark_pick(struct preemptors *preemptors, struct fts_pick *pick,
		       const uint32_t *of)
{
	size_t size = (pick->request_count + pick->candidate.least_count) *
		      sizeof(*pick->request);
	uint32_t parts = _preemptor_parts(pick);
	struct ft_request *request;
	uint64_t any = 0;

	for (uint32_t r = 0; r < pick->request_count; r++)
		any |= parts > 1
			       ? _takes_all(preemptors, of + (size_t) r * parts,
					    &pick->request[r])
			       : _preemptor_classes(preemptors, of[r],
						    &pick->request[r], false);
	if (!any)
		return;
	request = malloc(size);
	if (!request) {
		preemptors->build->failed = true;
		return;
	}
	memcpy(request, pick->request, size);
	for (uint32_t r = 0; r < pick->request_count; r++) {
		request[r].takes =
			parts > 1 ? _takes_all(preemptors,
					       of + (size_t) r * parts,
					       &request[r])
				  : _preemptor_classes(preemptors, of[r],
						       &request[r], false);
		/* For a job that has segments to itself no run leaves. */
		if (_any_part_alone(&request[r]))
			request[r].takes = 0;
		request[r].reclaims =
			request[r].takes &&
			_all_reclaim(preemptors, of + (size_t) r * parts,
				     parts);
	}
	pick->request = fts_build_same(preemptors->build, request, size);
	free(request);
}

void fts_build_takes(struct fts_build *build)
{
	struct preemptors preemptors = {.build = build};
	size_t requests = 0, at = 0;

	if (!build->preempt.count) {
		_mark_runs(build);
		return;
	}
	for (uint32_t i = 0; i < build->pick_count; i++)
		requests += (size_t) build->pick[i].request_count *
			    _preemptor_parts(&build->pick[i]);
	for (uint32_t i = 0; i < build->preempt.count; i++)
		preemptors.within |= build->preempt.run[i].priority != 0;
	preemptors.of = calloc(requests + 1, sizeof(*preemptors.of));
	if (preemptors.of)
		_find_preemptors(&preemptors);
	else
		build->failed = true;
	if (!build->failed)
		_classify_preemptees(&preemptors);
	_mark_runs(build);
	for (uint32_t i = 0; i < build->pick_count && !build->failed; i++) {
		_mark_pick(&preemptors, &build->pick[i], &preemptors.of[at]);
		at += (size_t) build->pick[i].request_count *
		      _preemptor_parts(&build->pick[i]);
	}
	for (uint32_t h = 0; h < preemptors.count; h++)
		free(preemptors.preemptor[h].takes);
	free(preemptors.preemptor);
	free(preemptors.of);
}
