/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/start.h.
 */
#include "slurm/common/change_time.h"
#include "slurm/common/compat.h"
#include "slurm/common/job_target.h"
#include "slurm/common/probe.h"

#include "src/common/assoc_mgr.h"
#include "src/slurmctld/acct_policy.h"
#include "src/slurmctld/fed_mgr.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/licenses.h"
#include "src/slurmctld/node_scheduler.h"
#include "src/slurmctld/reservation.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/resource/dimension.h"
#include "slurm/reserve/resource/socket_gpu.h"
#include "slurm/reserve/start/core_mask.h"
#include "slurm/reserve/start/core_tasks.h"
#include "slurm/reserve/start/gres_cpus.h"
#include "slurm/reserve/start/gres_even.h"
#include "slurm/reserve/preempt/preempt.h"
#include "slurm/reserve/demand/socket.h"
#include "slurm/reserve/start/start.h"

/* What select_nodes changes in a job that it then does not start. */
struct saved {
	uint32_t reason, priority;
	char *text;
	bitstr_t *excluded; /* NULL: none */
	bool named;	    /* the planned nodes are asked for by name */
	bitstr_t *required; /* what it asked for itself; NULL: none */
	uint32_t time_limit;
	uint16_t tasks_per_node;
	uint32_t min_nodes, max_nodes, node_cpus, asked_node_cpus, max_cpus;
	uint32_t min_cpus;
	bool cut;     /* time_limit was shortened */
	bool counted; /* its features were */
	bool eased;   /* CPUs that must be free were */
	struct fts_gres_even gres_even;
	struct fts_gres_cpus gres_cpus;
	struct fts_socket_wish sockets;
	struct fts_core_tasks core_tasks;
	uint32_t head; /* id of the array that the job is the head of, or 0 */
	/* All of its licences, and those that it has for the start; NULL: it
	 * has no alternatives. */
	fts_list_t licences, chosen;
};

bool fts_start_limited(int code)
{
	return code == ESLURM_ACCOUNTING_POLICY;
}

bool fts_start_postponed(int code)
{
	switch (code) {
	case ESLURM_BURST_BUFFER_WAIT:
	case ESLURM_INVALID_BURST_BUFFER_REQUEST:
	case ESLURM_FED_JOB_LOCK:
	case ESLURM_JOB_HELD:
	case EAGAIN: /* a node has yet to tell about its GPUs */
		return true;
	default:
		return false;
	}
}

static void _save_fields(job_record_t *job, struct saved *saved)
{
	*saved = (struct saved){
		.reason = job->state_reason,
		.priority = job->priority,
		.text = xstrdup(job->state_desc),
		.time_limit = job->time_limit,
		.tasks_per_node = job->details->ntasks_per_node,
		.min_nodes = job->details->min_nodes,
		.max_nodes = job->details->max_nodes,
		.max_cpus = job->details->max_cpus,
		.min_cpus = job->details->min_cpus,
		.node_cpus = job->details->pn_min_cpus,
		.asked_node_cpus = job->details->orig_pn_min_cpus,
	};
	if (job->details->exc_node_bitmap)
		saved->excluded = bit_copy(job->details->exc_node_bitmap);
	if (job->array_recs && job->array_task_id == NO_VAL)
		saved->head = job->array_job_id;
}

static void _narrow_job(job_record_t *job, const bitstr_t *nodes)
{
	bitstr_t *others = bit_copy((bitstr_t *) nodes);

	bit_not(others);
	if (job->details->exc_node_bitmap) {
		bit_or(job->details->exc_node_bitmap, others);
		FREE_NULL_BITMAP(others);
	} else {
		job->details->exc_node_bitmap = others;
	}
}

/*
 * So many tasks on each of the planned nodes, neither more nor less, as if the
 * user had asked for just that; without it the first node would get all that
 * it can hold.
 */
static void _set_even_tasks(job_record_t *job, const struct fts_start *start)
{
	job_details_t *details = job->details;
	uint32_t cpus = details->cpus_per_task ? details->cpus_per_task : 1;

	details->ntasks_per_node = start->manner->tasks_per_node;
	details->min_nodes = details->max_nodes = start->placement->share_count;
	details->pn_min_cpus = details->orig_pn_min_cpus =
		start->manner->tasks_per_node * cpus;
}

/*
 * All CPUs that the mask leaves: cons_tres would else keep some of the first
 * node back, for nodes that it thinks it might take more of.  What must be free
 * beyond those (--mincpus) the plan has seen to.
 */
static void _enclose(job_record_t *job, const struct fts_start *start,
		     struct saved *saved)
{
	const struct ft_placement *placement = start->placement;
	const struct ft_snapshot *snapshot = start->cores->cycle->snapshot;
	job_details_t *details = job->details;
	uint64_t cpus = 0, least = UINT64_MAX;

	for (uint32_t s = 0; s < placement->share_count; s++) {
		const struct ft_share *share = &placement->share[s];
		uint64_t own = (uint64_t) share->amount[FT_CORES] *
			       snapshot->node[share->node].threads;

		cpus += own;
		least = MIN(least, own);
	}
	details->min_nodes = details->max_nodes = placement->share_count;
	details->max_cpus = cpus < NO_VAL ? (uint32_t) cpus : NO_VAL;
	if (!FTS_MINCPUS_FREE || details->pn_min_cpus <= least)
		return;
	saved->eased = true;
	details->pn_min_cpus = details->orig_pn_min_cpus = (uint32_t) least;
	details->min_cpus = (uint32_t) MIN(details->min_cpus, cpus);
}

/* So many nodes, all of those: so many have each feature as are wanted. */
static void _take_counted(job_record_t *job, uint32_t nodes,
			  struct saved *saved)
{
	job_details_t *details = job->details;

	saved->counted = true;
	details->feature_list_use = NULL;
	details->min_nodes = details->max_nodes = nodes;
	details->min_cpus = MAX(details->min_cpus, nodes);
}

/*
 * slurmctld may count a chosen node as another one; of nodes that a job names
 * each counts as it is, and all that are planned must be there anyway.
 */
static void _name_nodes(job_record_t *job, const struct fts_start *start,
			struct saved *saved)
{
	if (!FTS_LOAD_COUNTS_OTHERS || start->placement->share_count < 2 ||
	    !((slurm_conf.select_type_param & CR_LLN) ||
	      (job->part_ptr->flags & PART_FLAG_LLN)))
		return;
	saved->named = true;
	saved->required = job->details->req_node_bitmap;
	job->details->req_node_bitmap = bit_copy((bitstr_t *) start->nodes);
}

/* Threads of a core of the placement's first node: nodes of one request have
 * the same. */
static uint32_t _core_threads(const struct ft_placement *placement)
{
	return placement->share_count
		       ? node_record_table_ptr[placement->share[0].node]->tpc
		       : 1;
}

/* False if what is planned cannot be had. */
static bool _insist(job_record_t *job, const struct fts_start *start,
		    struct fts_core_mask *mask, struct saved *saved)
{
	if (!start->manner)
		return true;
	_name_nodes(job, start, saved);
	if (start->manner->counted)
		_take_counted(job, start->placement->share_count, saved);
	if (start->manner->tasks_per_node)
		_set_even_tasks(job, start);
	if (start->manner->gres_even)
		fts_gres_even_set(&saved->gres_even, job,
				  start->placement->share_count);
	if (!start->manner->masked)
		return true;
	if (!fts_core_mask_raise(mask, start->cores, job, start->placement,
				 start->manner->bound))
		return false;
	if (start->manner->task_cpus)
		fts_gres_cpus_set(&saved->gres_cpus, job,
				  start->manner->task_cpus);
	if (!start->manner->bound)
		fts_socket_forget(&saved->sockets, job,
				  start->cores->cycle->sockets
					  ? _core_threads(start->placement)
					  : 0);
	_enclose(job, start, saved);
	return true;
}

/* Shows the job only the devices that are planned. */
static bool _choose_devices(const struct fts_start *start,
			    struct fts_hidden *hidden)
{
	const struct fts_cycle *cycle = start->cores->cycle;

	if (!start->manner)
		return true;
	if (start->manner->shown_plugin && !start->manner->bound)
		return fts_hide_rest(hidden, start->manner->shown_plugin,
				     start->manner->shown_kind,
				     start->placement);
	if (start->manner->any_plugin && !start->manner->bound &&
	    !fts_types_hide(hidden, start->types, start->index,
			    start->manner->any_plugin, start->placement))
		return false;
	return fts_dimension_show(hidden, cycle, start->manner,
				  start->placement);
}

static void _restore_details(job_record_t *job, const struct saved *saved)
{
	job_details_t *details = job->details;

	if (!details)
		return;
	details->ntasks_per_node = saved->tasks_per_node;
	details->min_nodes = saved->min_nodes;
	details->max_nodes = saved->max_nodes;
	details->max_cpus = saved->max_cpus;
	if (saved->counted || saved->eased)
		details->min_cpus = saved->min_cpus;
	details->pn_min_cpus = saved->node_cpus;
	details->orig_pn_min_cpus = saved->asked_node_cpus;
	fts_gres_even_undo(&saved->gres_even, job);
	fts_gres_cpus_undo(&saved->gres_cpus, job);
	fts_socket_recall(&saved->sockets, job);
	fts_core_tasks_undo(&saved->core_tasks, job);
}

static bitstr_t *_copied(bitstr_t *nodes)
{
	return nodes ? bit_copy(nodes) : NULL;
}

/* Its own choice of nodes again; what is saved is the job's from now on. */
static void _show_nodes(job_record_t *job, bitstr_t *excluded, bool named,
			bitstr_t *required)
{
	if (!job->details) {
		FREE_NULL_BITMAP(excluded);
		FREE_NULL_BITMAP(required);
		return;
	}
	FREE_NULL_BITMAP(job->details->exc_node_bitmap);
	job->details->exc_node_bitmap = excluded;
	if (!named)
		return;
	FREE_NULL_BITMAP(job->details->req_node_bitmap);
	job->details->req_node_bitmap = required;
}

/*
 * slurmctld takes the first alternative that is free, which may be what others
 * were promised.
 */
static void _choose_licence(job_record_t *job, const char *name,
			    struct saved *saved)
{
	if (!name || !job->license_list)
		return;
	saved->licences = job->license_list;
	saved->chosen = fts_licence_choice(saved->licences, name);
	job->license_list = saved->chosen;
}

/* A job that runs keeps what it was given, as slurmctld would have it. */
static void _restore_licences(job_record_t *job, struct saved *saved, int code)
{
	if (code && saved->licences && job->license_list == saved->chosen) {
		FREE_NULL_LIST(job->license_list);
		job->license_list = saved->licences;
		saved->licences = NULL;
	}
	FREE_NULL_LIST(saved->licences);
}

static void _leave_reservation(job_record_t *job, const char *name)
{
	if (name && job->resv_list)
		job->resv_ptr = NULL;
	job_resv_clear_magnetic_flag(job);
}

/* The record that was split off inherited what was set for the start. */
static void _restore_job(job_record_t *job, const char *reservation,
			 struct saved *saved)
{
	job_record_t *rest;

	if (saved->head) {
		rest = find_job_record(saved->head);
		if (rest && rest != job && IS_JOB_PENDING(rest) &&
		    rest->details) {
			_show_nodes(rest, _copied(saved->excluded),
				    saved->named, _copied(saved->required));
			if (saved->cut)
				rest->time_limit = saved->time_limit;
			if (saved->licences) {
				FREE_NULL_LIST(rest->license_list);
				rest->license_list =
					license_copy(saved->licences);
			}
			_restore_details(rest, saved);
			_leave_reservation(rest, reservation);
		}
	}
	_restore_details(job, saved);
	_show_nodes(job, saved->excluded, saved->named, saved->required);
	saved->excluded = saved->required = NULL;
	fts_gres_even_free(&saved->gres_even);
	fts_gres_cpus_free(&saved->gres_cpus);
}

/* A narrowed set makes select_nodes give reasons that mislead. */
static void _restore_reason(job_record_t *job, struct saved *saved, int code)
{
	if (!IS_JOB_PENDING(job) || fts_start_limited(code) ||
	    fts_start_postponed(code))
		return;
	job->state_reason = saved->reason;
	xfree(job->state_desc);
	job->state_desc = saved->text;
	saved->text = NULL;
}

/* False if the reservation that the plan counted on is gone. */
static bool _enter_reservation(job_record_t *job, const char *name)
{
	job_queue_rec_t record = {.job_ptr = job};

	if (!name)
		return true;
	record.resv_ptr = find_resv_name((char *) name);
	if (!record.resv_ptr)
		return false;
	if (job->resv_list)
		job_queue_rec_resv_list(&record);
	else if (!job->resv_name)
		job_queue_rec_magnetic_resv(&record);
	return true;
}

/* A job with a deadline runs no longer than that. */
static void _cut_to_deadline(job_record_t *job, struct saved *saved)
{
	int64_t minutes;

	if (!job->deadline || job->deadline == NO_VAL)
		return;
	minutes = (job->deadline - time(NULL)) / 60;
	if (minutes > 0 && job->time_limit != NO_VAL &&
	    job->time_limit != INFINITE && job->time_limit > minutes) {
		job->time_limit = (uint32_t) minutes;
		saved->cut = true;
	}
}

/* One that can do with less than its limit gets what the plan has for it. */
static void _cut_to_plan(job_record_t *job, uint32_t minutes,
			 struct saved *saved)
{
	if (!minutes || minutes == job->time_limit)
		return;
	job->time_limit = minutes;
	saved->cut = true;
}

/*
 * select_nodes chooses victims by itself.  It kills none of them as long as it
 * believes that some are about to leave: all that do are told by the plan.
 */
static int _select_nodes(job_record_t *job, uint32_t flag)
{
	time_t before = job->details->preempt_start_time;
	int code;

	job->details->preempt_start_time = time(NULL);
	code = fts_select_nodes(job, flag);
	if (job->details)
		job->details->preempt_start_time = code ? before : 0;
	return code;
}

/* For a job that waits for more than room no run leaves: its code, or 0. */
static int _forbidden(job_record_t *job)
{
	if (bb_g_job_test_stage_in(job, true) != 1)
		return ESLURM_BURST_BUFFER_WAIT;
	if (!acct_policy_job_runnable_pre_select(job, false))
		return ESLURM_ACCOUNTING_POLICY;
	return 0;
}

/* As select_nodes; but where it would find room early is told instead. */
static int _select_or_tell(job_record_t *job, const struct fts_start *start)
{
	int code;

	if (!start->early)
		return _select_nodes(job, start->flag);
	code = _forbidden(job);
	if (code)
		return code;
	*start->early = fts_preempt_suffices(job, start->nodes, NULL);
	return *start->early ? ESLURM_NODES_BUSY
			     : _select_nodes(job, start->flag);
}

static int _select_job(job_record_t *job, const struct fts_start *start)
{
	int code;

	/* Asked for none, 23.11 without slurmdbd says that all are missing. */
	if (accounting_enforce & ACCOUNTING_ENFORCE_ASSOCS &&
	    assoc_mgr_validate_assoc_id(acct_db_conn, job->assoc_id,
					accounting_enforce)) {
		job->state_reason = FAIL_ACCOUNT;
		xfree(job->state_desc);
		FTS_CHANGED_AT(last_job_update, time(NULL));
		return ESLURM_JOB_HELD;
	}
	if (fed_mgr_job_lock(job)) {
		job->state_reason = WAIT_FED_JOB_LOCK;
		xfree(job->state_desc);
		FTS_CHANGED_AT(last_job_update, time(NULL));
		return ESLURM_FED_JOB_LOCK;
	}
	code = _select_or_tell(job, start);
	if (code == SLURM_SUCCESS)
		fed_mgr_job_start(job, job->start_time);
	else
		fed_mgr_job_unlock(job);
	return code;
}

/* What slurmctld leaves to the caller of select_nodes. */
static void _launch(job_record_t *job)
{
	FTS_CHANGED_AT(last_job_update, time(NULL));
	info("sched/reserve: started %pJ in %s on %s", job, job->part_ptr->name,
	     job->nodes);
	if (!job->batch_flag)
		srun_allocate(job);
	else if (!IS_JOB_CONFIGURING(job))
		launch_job(job);
	rebuild_job_part_list(job);
}

/*
 * Free cores and GRES of a node may be of different sockets: what is counted
 * there must not tell against it.  A node that can be the only one has all
 * tasks or none; of several each shows no more than what is planned there.
 * False if there is nothing to change.
 */
static bool _leave_apart(job_record_t *job, const struct fts_start *start,
			 struct saved *saved)
{
	const struct fts_manner *manner = start->manner;
	uint32_t former = job->details->max_nodes;

	if (!FTS_GRES_COUNT_NEAR || !job->gres_list_req || start->victims ||
	    !manner || manner->bound || manner->gres_even)
		return false;
	if (start->placement->share_count > 1)
		return manner->masked &&
		       fts_gres_even_by_task(&saved->gres_even, job);
	job->details->max_nodes = 1;
	return former != 1;
}

/* As select likes it, or else as it may not like it. */
static int _select_near(job_record_t *job, const struct fts_start *start,
			struct saved *saved)
{
	int code = _select_job(job, start);

	if (!code || fts_start_limited(code) || fts_start_postponed(code) ||
	    !job->details || !job->priority || !_leave_apart(job, start, saved))
		return code;
	code = _select_job(job, start);
	job->priority = saved->priority;
	return code;
}

/* Was select asked what the job's user asks for? */
static bool _is_asked(const struct fts_start *start)
{
	const struct fts_manner *manner = start->manner;

	return !start->exactly && !start->counted &&
	       !(manner && (manner->masked || manner->tasks_per_node ||
			    manner->gres_even || manner->counted));
}

/*
 * Select holds a job that it cannot deal with, as it gets into a loop, say: it
 * will not start on other nodes either, and must not keep any.
 */
static int _keep_hold(job_record_t *job, const struct fts_start *start,
		      const struct saved *saved, int code)
{
	if (!code || job->priority || !saved->priority)
		return code;
	if (job->state_reason == WAIT_HELD && !fts_start_postponed(code) &&
	    _is_asked(start)) {
		FTS_CHANGED_AT(last_job_update, time(NULL));
		return ESLURM_JOB_HELD;
	}
	job->priority = saved->priority;
	return code;
}

static void _use_features(job_record_t *job, bool prefer)
{
	job_details_t *details = job->details;

	details->features_use = prefer ? details->prefer : details->features;
	details->feature_list_use =
		prefer ? details->prefer_list : details->feature_list;
}

static void _tell_tasks(job_record_t *job, const struct fts_start *start,
			struct saved *saved)
{
	int first = bit_ffs((bitstr_t *) start->nodes);
	uint16_t cpus = job->details->cpus_per_task;

	if (start->manner && start->manner->task_cpus)
		cpus = start->manner->task_cpus;
	if (first >= 0 && node_record_table_ptr[first])
		fts_core_tasks_tell(&saved->core_tasks, job, cpus,
				    node_record_table_ptr[first]->tpc);
}

static int _attempt_start(job_record_t *job, const struct fts_start *start,
			  struct fts_core_mask *mask, struct fts_hidden *hidden,
			  struct saved *saved)
{
	if (start->ask)
		return _insist(job, start, mask, saved)
			       ? ESLURM_NODES_BUSY
			       : ESLURM_RESERVATION_NOT_USABLE;
	if (start->manner && start->manner->bound &&
	    !fts_bound_told(start->cores->cycle, start->placement))
		return EAGAIN;
	if (!_enter_reservation(job, start->reservation))
		return ESLURM_RESERVATION_NOT_USABLE;
	_tell_tasks(job, start, saved);
	if (start->counted)
		_take_counted(job, start->exactly, saved);
	else if (start->exactly)
		job->details->min_nodes = job->details->max_nodes =
			start->exactly;
	if (start->answer) {
		fts_answer_ask(start->answer, job, start->nodes);
		return ESLURM_NODES_BUSY;
	}
	if (!_insist(job, start, mask, saved) ||
	    !_choose_devices(start, hidden))
		return ESLURM_NODES_BUSY;
	return _select_near(job, start, saved);
}

/* It may run on after what it was planned for. */
static void _give_whole_limit(job_record_t *job, uint32_t minutes)
{
	acct_policy_alter_job(job, minutes);
	job->time_limit = minutes;
	if (!IS_JOB_CONFIGURING(job) && job->start_time)
		job->end_time = job->start_time +
				(minutes == INFINITE ? 365 * 86400
						     : (time_t) minutes * 60);
}

/* Of one that asked for none the partition's, as slurmctld gives it. */
static uint32_t _whole_limit(job_record_t *job, const struct saved *saved)
{
	if (saved->time_limit != NO_VAL)
		return saved->time_limit;
	job->limit_set.time = 1;
	return fts_part_minutes(job->part_ptr);
}

/* Is it something that jobs which leave may give back? */
static bool _lacks_room(int code)
{
	return code == ESLURM_NODES_BUSY ||
	       (code == FTS_LICENCES_BUSY && fts_preempt_reclaims());
}

int fts_schedule_start(job_record_t *job, const struct fts_start *start)
{
	struct saved saved;
	struct fts_core_mask mask = {0};
	struct fts_hidden hidden = {0};
	int code;

	if (!job->details)
		return ESLURM_NOT_SUPPORTED;
	_save_fields(job, &saved);
	_narrow_job(job, start->nodes);
	_cut_to_plan(job, start->minutes, &saved);
	_cut_to_deadline(job, &saved);
	_use_features(job, start->prefer);
	_choose_licence(job, start->licence, &saved);
	code = _attempt_start(job, start, &mask, &hidden, &saved);
	code = _keep_hold(job, start, &saved, code);
	fts_core_mask_drop(&mask);
	fts_hide_end(&hidden);
	if (start->victims && _lacks_room(code)) {
		*start->suffice =
			fts_preempt_suffices(job, start->nodes, start->victims);
		code = *start->suffice ? ESLURM_NODES_BUSY : code;
	}
	_restore_job(job, start->reservation, &saved);
	_restore_licences(job, &saved, code);
	if (saved.counted && job->details)
		_use_features(job, start->prefer);
	if (code == SLURM_SUCCESS) {
		if (start->soft && saved.cut)
			_give_whole_limit(job, _whole_limit(job, &saved));
		if (saved.cut)
			fts_account_start(acct_db_conn, job);
		_launch(job);
	} else {
		_leave_reservation(job, start->reservation);
		job->time_limit = saved.time_limit;
		if (job->details)
			_use_features(job, false);
		_restore_reason(job, &saved, code);
	}
	xfree(saved.text);
	FTS_PROBE(start, job->job_id, code);
	return code;
}
