/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairtree/usage/assoc_charge.h.
 */
#include "slurm/fairtree/usage/assoc_charge.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/fairshare/charge.h"
#include "slurm/common/lock.h"

/* One charge, to be logged when no lock is held any more. */
struct fts_charge_note {
	uint32_t job_id, assoc_id;
	double seconds, billing;
	const char *kind;
};

/* What one charge books on every association and QOS that it concerns. */
struct entry {
	struct fts_assoc_charge *charges;
	const job_record_t *job;
	struct ft_charge charge;
	bool limits; /* TRES and run-seconds count only where enforced */
};

/* TRES seconds to take back. */
static uint64_t _booked_seconds(const struct entry *entry, int tres)
{
	return entry->charge.run_seconds * entry->job->tres_alloc_cnt[tres];
}

void fts_assoc_charge_fini(struct fts_assoc_charge *charges)
{
	ft_id_map_fini(&charges->charged);
	fts_runs_fini(&charges->runs);
	xfree(charges->missing);
	charges->past_limit = false;
	xfree(charges->note);
	charges->note_count = charges->note_size = 0;
}

void fts_effective_events_fini(struct fts_effective_events *events)
{
	free(events->event);
	*events = (struct fts_effective_events){0};
}

void fts_effective_events_add(struct fts_effective_events *events,
			      enum ft_effective_event_type type,
			      uint32_t assoc_id, long double amount)
{
	uint32_t node = ft_share_tree_find(events->tree, assoc_id);

	if (node == FT_SHARE_NONE ||
	    !FT_ARRAY_GROW(events->event, events->count, events->size))
		return;
	events->event[events->count++] =
		(struct ft_effective_event){type, node, amount};
}

void fts_assoc_charge_begin(struct fts_assoc_charge *charges, time_t pass_time)
{
	slurmctld_lock_t locks = {.job = WRITE_LOCK};

	fts_lock_take(locks, "charge");
	charges->pass_time = pass_time;
	ft_id_map_clear(&charges->charged);
	fts_lock_drop(locks);
}

void fts_assoc_charge_end(struct fts_assoc_charge *charges)
{
	slurmctld_lock_t locks = {.job = WRITE_LOCK};

	fts_lock_take(locks, "charge");
	charges->last_ran = charges->pass_time;
	charges->pass_time = 0;
	/* Not asked for before the next pass, which may find fewer jobs. */
	ft_id_map_fini(&charges->charged);
	fts_lock_drop(locks);
}

time_t fts_assoc_charge_until(const struct fts_assoc_charge *charges,
			      uint32_t job_id)
{
	if (charges->pass_time &&
	    ft_id_map_get(&charges->charged, job_id, NULL))
		return charges->pass_time;
	return charges->last_ran;
}

static bool _charge_counts(const job_record_t *job, int tres)
{
	return job->tres_alloc_cnt && job->tres_alloc_cnt[tres] &&
	       job->tres_alloc_cnt[tres] != NO_CONSUME_VAL64;
}

/* The first of these is enough: all are mended at once. */
static void _note_missing(const struct entry *entry, const char *owner,
			  int tres, uint64_t booked, uint64_t amount)
{
	if (entry->charges->missing)
		return;
	entry->charges->missing = xstrdup_printf(
		"JobId=%u: %s has %" PRIu64 " TRES seconds booked ahead for "
		"%s, fewer than the %" PRIu64 " to take back",
		entry->job->job_id, owner, booked,
		assoc_mgr_tres_name_array[tres], amount);
}

/* Takes seconds * TRES back; there can be too little after a change. */
static void _uncharge(const struct entry *entry, uint64_t *run_seconds,
		      const char *kind, const char *name, uint32_t id)
{
	for (int i = 0; i < fts_tres_count(); i++) {
		uint64_t amount;

		if (i == TRES_ARRAY_ENERGY || !_charge_counts(entry->job, i))
			continue;
		amount = _booked_seconds(entry, i);
		if (amount > run_seconds[i]) {
			char owner[128];

			snprintf(owner, sizeof(owner), "%s %s (%u)", kind, name,
				 id);
			_note_missing(entry, owner, i, run_seconds[i], amount);
			amount = run_seconds[i];
		}
		run_seconds[i] -= amount;
	}
}

static void _take_back_qos(const struct entry *entry, slurmdb_qos_rec_t *qos)
{
	static const char *const kind[FTS_QOS_SHARES] = {"an account under QOS",
							 "a user under QOS"};
	uint64_t *seconds[FTS_QOS_SHARES];
	uint32_t count = fts_qos_run_seconds(qos, entry->job, seconds);

	_uncharge(entry, qos->usage->grp_used_tres_run_secs, "QOS", qos->name,
		  qos->id);
	for (uint32_t i = 0; i < count; i++)
		_uncharge(entry, seconds[i], kind[i], qos->name, qos->id);
}

static void _book_tres(const struct entry *entry, long double *usage_tres_raw,
		       double wall)
{
	for (int i = 0; i < fts_tres_count(); i++)
		if (i != TRES_ARRAY_ENERGY && _charge_counts(entry->job, i))
			usage_tres_raw[i] +=
				(long double) wall *
				(long double) entry->job->tres_alloc_cnt[i];
}

static void _book_qos(const struct entry *entry, slurmdb_qos_rec_t *qos)
{
	bool full = qos->flags & QOS_FLAG_NO_DECAY;
	double wall = full ? entry->charge.wall_full : entry->charge.wall;

	qos->usage->grp_used_wall += wall;
	qos->usage->usage_raw +=
		full ? entry->charge.billing_full : entry->charge.billing;
	if (!entry->limits)
		return;
	_book_tres(entry, qos->usage->usage_tres_raw, wall);
	_take_back_qos(entry, qos);
}

static void _book_assoc(const struct entry *entry, slurmdb_assoc_rec_t *assoc)
{
	for (; assoc; assoc = assoc->usage->parent_assoc_ptr) {
		assoc->usage->grp_used_wall += entry->charge.wall;
		assoc->usage->usage_raw += entry->charge.billing;
		if (!entry->limits)
			continue;
		_book_tres(entry, assoc->usage->usage_tres_raw,
			   entry->charge.wall);
		_uncharge(entry, assoc->usage->grp_used_tres_run_secs,
			  "account", assoc->acct, assoc->id);
	}
}

/* The partition's QOS, unless it is the job's own. */
static slurmdb_qos_rec_t *_part_qos(const job_record_t *job)
{
	if (!job->part_ptr || job->part_ptr->qos_ptr == job->qos_ptr)
		return NULL;
	return job->part_ptr->qos_ptr;
}

static void _book_charge(const struct entry *entry)
{
	const job_record_t *job = entry->job;

	if (job->qos_ptr)
		_book_qos(entry, job->qos_ptr);
	if (_part_qos(job))
		_book_qos(entry, _part_qos(job));
	_book_assoc(entry, job->assoc_ptr);
}

static struct ft_charge_job _charge_record(const job_record_t *job, bool final)
{
	return (struct ft_charge_job){
		.start_time = job->start_time,
		.end_time = job->end_time,
		.end_time_exp = job->end_time_exp,
		.time_limit = job->time_limit,
		.final = final,
		.stopped = IS_JOB_FINISHED(job) || IS_JOB_COMPLETING(job) ||
			   IS_JOB_RESIZING(job),
		.usage_factor = job->qos_ptr ? job->qos_ptr->usage_factor : -1,
	};
}

/* Remembers a charge for the log; formatting it can wait. */
static void _note_charge(struct fts_assoc_charge *charges,
			 const job_record_t *job,
			 const struct ft_charge *charge, const char *kind)
{
	if (!(slurm_conf.debug_flags & DEBUG_FLAG_PRIO))
		return;
	if (charges->note_count == charges->note_size) {
		charges->note_size = 2 * charges->note_size + 64;
		xrecalloc(charges->note, charges->note_size,
			  sizeof(*charges->note));
	}
	charges->note[charges->note_count++] = (struct fts_charge_note){
		.job_id = job->job_id,
		.assoc_id = job->assoc_id,
		.seconds = charge->seconds,
		.billing = charge->billing,
		.kind = kind,
	};
}

static void _log_charge(const struct fts_charge_note *note)
{
	log_flag(PRIO,
		 "fairtree: JobId=%u charged %.0f s (%s): %f billed to "
		 "association %u",
		 note->job_id, note->seconds, note->kind, note->billing,
		 note->assoc_id);
}

void fts_assoc_charge_log(struct fts_assoc_charge *charges)
{
	for (uint32_t i = 0; i < charges->note_count; i++)
		_log_charge(&charges->note[i]);
	charges->note_count = 0;
}

/* Computes and books; caller holds all locks. */
static struct ft_charge _charge(struct fts_assoc_charge *charges,
				const struct fts_priority_config *config,
				job_record_t *job, time_t now, bool final)
{
	struct ft_charge_job copy = _charge_record(job, final);
	struct ft_charge_span span = ft_charge_window(
		&copy, fts_assoc_charge_until(charges, job->job_id), now);
	struct entry entry = {
		.charges = charges,
		.job = job,
		.limits = fts_accounting_enforce() & ACCOUNTING_ENFORCE_LIMITS,
	};

	entry.charge = ft_charge_compute(
		&copy, span, calc_job_billable_tres(job, span.from, true),
		config->per_second);
	if (entry.limits && ft_charge_is_past(&copy, span.from))
		charges->past_limit = true;
	/* Marks the run as charged to its end. */
	if (final)
		job->end_time_exp = (time_t) NO_VAL;
	_book_charge(&entry);
	return entry.charge;
}

bool fts_assoc_charge_is_running(const struct fts_priority_config *config,
				 const job_record_t *job)
{
	if (IS_JOB_FINISHED(job) || IS_JOB_COMPLETING(job))
		return false;
	if (IS_JOB_PENDING(job) &&
	    !(config->flags & PRIORITY_FLAGS_CALCULATE_RUNNING))
		return false;
	return !IS_JOB_POWER_UP_NODE(job) && job->start_time &&
	       job->assoc_ptr && job->end_time_exp != (time_t) NO_VAL;
}

/*
 * With limits enforced slurmctld's hook has charged the end already.  Not
 * called for jobs that never ran or whose end is still ahead.
 */
bool fts_assoc_charge_is_ended(const job_record_t *job)
{
	if (fts_accounting_enforce() & ACCOUNTING_ENFORCE_LIMITS)
		return false;
	return (IS_JOB_FINISHED(job) || IS_JOB_COMPLETING(job)) &&
	       job->start_time && job->end_time && job->assoc_ptr &&
	       job->end_time_exp != (time_t) NO_VAL;
}

static void _add_event(struct fts_effective_events *events, uint32_t assoc_id,
		       double billing)
{
	if (events)
		fts_effective_events_add(events, FT_EFFECTIVE_CHARGE, assoc_id,
					 billing);
}

bool fts_assoc_charge_running(struct fts_assoc_charge *charges,
			      const struct fts_priority_config *config,
			      job_record_t *job,
			      struct fts_effective_events *events)
{
	struct ft_charge charge;

	/* The list can show a job twice if it was sorted in between. */
	if (!fts_assoc_charge_is_running(config, job) ||
	    ft_id_map_get(&charges->charged, job->job_id, NULL))
		return false;
	charge = _charge(charges, config, job, charges->pass_time, false);
	if (ft_id_map_put(&charges->charged, job->job_id, 0))
		error("priority/fairtree: out of memory: %pJ may be charged "
		      "twice if it ends now",
		      job);
	_add_event(events, job->assoc_id, charge.billing);
	_note_charge(charges, job, &charge, "running");
	return true;
}

bool fts_assoc_charge_ended(struct fts_assoc_charge *charges,
			    const struct fts_priority_config *config,
			    job_record_t *job,
			    struct fts_effective_events *events, time_t now)
{
	struct ft_charge charge;

	if (!fts_assoc_charge_is_ended(job))
		return false;
	charge = _charge(charges, config, job, now, true);
	_add_event(events, job->assoc_id, charge.billing);
	_note_charge(charges, job, &charge, "ended");
	return true;
}

void fts_assoc_charge_job_end(struct fts_assoc_charge *charges,
			      const struct fts_priority_config *config,
			      job_record_t *job, time_t now)
{
	assoc_mgr_lock_t locks = {
		.assoc = WRITE_LOCK, .qos = WRITE_LOCK, .tres = READ_LOCK};

	struct ft_charge charge;

	if (job->end_time_exp == (time_t) NO_VAL)
		return;
	fts_lock_assoc(&locks, "charge");
	charge = _charge(charges, config, job, now, true);
	fts_unlock_assoc(&locks);
	_log_charge(&(struct fts_charge_note){job->job_id, job->assoc_id,
					      charge.seconds, charge.billing,
					      "ended"});
}

static slurmdb_qos_rec_t *_charged_qos(uint32_t id)
{
	slurmdb_qos_rec_t key = {.id = id};
	slurmdb_qos_rec_t *qos = NULL;

	if (id)
		(void) assoc_mgr_fill_in_qos(acct_db_conn, &key, 0, &qos, true);
	return qos;
}

static slurmdb_assoc_rec_t *_charged_assoc(uint32_t id)
{
	slurmdb_assoc_rec_t key = {.id = id};
	slurmdb_assoc_rec_t *assoc = NULL;

	if (id)
		(void) assoc_mgr_fill_in_assoc(acct_db_conn, &key, 0, &assoc,
					       true);
	return assoc;
}

/*
 * When exactly the run ended is not written anywhere any more; the job was
 * submitted anew when its nodes were free again, at most an epilog later.
 */
static struct ft_charge _charge_run(const struct fts_assoc_charge *charges,
				    const struct fts_priority_config *config,
				    const struct fts_run *run, time_t ended)
{
	struct ft_charge_job copy = {
		.start_time = run->start_time,
		.end_time = ended,
		.final = true,
		.stopped = true,
		.usage_factor = run->usage_factor,
	};
	struct ft_charge_span span = ft_charge_window(
		&copy, fts_assoc_charge_until(charges, run->job_id), ended);

	return ft_charge_compute(&copy, span, run->billable,
				 config->per_second);
}

bool fts_assoc_charge_requeued(struct fts_assoc_charge *charges,
			       const struct fts_priority_config *config,
			       const job_record_t *job,
			       struct fts_effective_events *events)
{
	struct entry entry = {.job = job};
	struct fts_run run;
	slurmdb_qos_rec_t *qos;

	if ((fts_accounting_enforce() & ACCOUNTING_ENFORCE_LIMITS) ||
	    !job->details || !fts_runs_take(&charges->runs, job, &run))
		return false;
	entry.charge =
		_charge_run(charges, config, &run, job->details->submit_time);
	qos = _charged_qos(run.qos_id);
	if (qos)
		_book_qos(&entry, qos);
	qos = _charged_qos(run.part_qos_id);
	if (qos)
		_book_qos(&entry, qos);
	_book_assoc(&entry, _charged_assoc(run.assoc_id));
	_add_event(events, run.assoc_id, entry.charge.billing);
	_note_charge(charges, job, &entry.charge, "requeued");
	return true;
}

void fts_assoc_charge_remember(struct fts_assoc_charge *charges,
			       const struct fts_priority_config *config,
			       const job_record_t *job)
{
	if (!(fts_accounting_enforce() & ACCOUNTING_ENFORCE_LIMITS) &&
	    IS_JOB_RUNNING(job) && fts_assoc_charge_is_running(config, job))
		fts_runs_add(&charges->runs, job);
}
