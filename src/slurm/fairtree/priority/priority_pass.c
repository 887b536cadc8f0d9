/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_pass.h.
 */
#include "slurm/fairtree/priority/priority_pass.h"

#include <errno.h>

#include "slurm/common/lock.h"
#include "slurm/fairtree/usage/assoc_snapshot.h"
#include "slurm/common/exchange.h"
#include "slurm/fairtree/priority/job_block.h"
#include "slurm/common/job_cursor.h"
#include "slurm/fairtree/usage/quota_class.h"
#include "slurm/fairtree/priority/standing_pbs.h"
#include "slurm/fairtree/usage/usage_decay.h"
#include "core/fairshare/decay.h"
#include "core/fairshare/fairshare.h"

static const slurmctld_lock_t job_write = {
	.job = WRITE_LOCK, .node = READ_LOCK, .part = READ_LOCK};

/*
 * An edit in the database can hold the associations for seconds.  A thread that
 * waits for them with the job lock in hand stops all of slurmctld, so wait
 * without it first.
 */
static void _lock_jobs(const char *step)
{
	assoc_mgr_lock_t gate = {.assoc = WRITE_LOCK};

	fts_lock_await_assoc(&gate);
	fts_lock_take(job_write, step);
}

/* What the jobs are walked for to be charged. */
struct charge_walk {
	struct fts_assoc_charge
		*charges; /* NULL: associations are not charged */
	struct fts_meter *meter;
	time_t time; /* up to when the meter charges */
	const struct fts_priority_config *config;
	struct fts_effective_events *events; /* NULL: they are not replayed */
	bool running;			     /* a pass: running jobs too */
	uint32_t charged;
};

void fts_priority_pass_fini(struct fts_priority_pass *pass)
{
	ft_share_tree_fini(&pass->tree);
	fts_effective_events_fini(&pass->events);
	fts_job_batch_fini(&pass->batch);
	ft_ledger_image_fini(&pass->books);
	fts_ballots_fini(&pass->ballots);
}

/* Restarted jobs may have a run behind them that was not charged. */
static bool _needs_charge(const struct charge_walk *walk,
			  const job_record_t *job)
{
	if (fts_meter_wants(walk->config, job))
		return true;
	return walk->charges &&
	       (fts_assoc_charge_is_ended(job) || job->restart_cnt ||
		fts_assoc_charge_is_running(walk->config, job));
}

/* The classic model looks at a user when the first of its jobs is met. */
static void _touch_pass(const struct charge_walk *walk, const job_record_t *job)
{
	if (walk->events && walk->config->factor.fairshare && job->assoc_ptr &&
	    !(job->direct_set_prio && job->priority) &&
	    fts_job_priority_wanted(walk->config, job))
		fts_effective_events_add(walk->events, FT_EFFECTIVE_TOUCH,
					 job->assoc_id, 0);
}

static void _charge_job(struct charge_walk *walk, job_record_t *job, time_t now)
{
	struct fts_assoc_charge *charges = walk->charges;

	fts_meter_look(walk->meter, walk->config, job, walk->time);
	if (!charges)
		return;
	walk->charged += fts_assoc_charge_requeued(charges, walk->config, job,
						   walk->events);
	if (fts_assoc_charge_ended(charges, walk->config, job, walk->events,
				   now) ||
	    (walk->running && fts_assoc_charge_running(charges, walk->config,
						       job, walk->events)))
		walk->charged++;
	fts_assoc_charge_remember(charges, walk->config, job);
}

static void _charge_jobs(struct charge_walk *walk, job_record_t **job,
			 uint32_t count, bool book)
{
	assoc_mgr_lock_t locks = {
		.assoc = WRITE_LOCK, .qos = WRITE_LOCK, .tres = READ_LOCK};
	time_t now = time(NULL);

	if (book)
		fts_lock_assoc(&locks, "charge");
	for (uint32_t i = 0; i < count; i++) {
		if (book)
			_charge_job(walk, job[i], now);
		_touch_pass(walk, job[i]);
	}
	if (book)
		fts_unlock_assoc(&locks);
}

/*
 * One slice under the job lock.  The associations are locked only if there
 * is something to book: most of a long queue is pending.  Returns false at
 * the end of the list.
 */
static bool _charge_slice(struct charge_walk *walk,
			  struct fts_job_cursor *cursor)
{
	job_record_t *slice[FTS_SLICE_JOBS];
	job_record_t *job = NULL;
	uint32_t count = 0;
	bool book = false;

	fts_job_cursor_begin(cursor);
	while (count < FTS_SLICE_JOBS && (job = fts_job_cursor_next(cursor))) {
		slice[count++] = job;
		book |= _needs_charge(walk, job);
		if (fts_job_cursor_full(cursor))
			break;
	}
	_charge_jobs(walk, slice, count, book);
	return job != NULL;
}

static void _charge_walk(struct charge_walk *walk)
{
	struct fts_job_cursor cursor;

	fts_meter_begin(walk->meter, walk->config, walk->time);
	_lock_jobs("charge");
	if (walk->charges)
		fts_runs_begin(&walk->charges->runs);
	fts_job_cursor_open(&cursor);
	while (_charge_slice(walk, &cursor)) {
		fts_lock_drop(job_write);
		if (walk->charges)
			fts_assoc_charge_log(walk->charges);
		fts_job_cursor_pause();
		_lock_jobs("charge");
	}
	fts_job_cursor_close(&cursor);
	fts_lock_drop(job_write);
	if (walk->charges)
		fts_assoc_charge_log(walk->charges);
	fts_meter_end(walk->meter, walk->config, walk->time);
}

/* Copies a slice of jobs; false at the end of the list. */
static bool _copy_slice(struct fts_job_batch *batch,
			const struct fts_priority_config *config,
			struct fts_job_cursor *cursor, time_t now)
{
	assoc_mgr_lock_t locks = {.assoc = READ_LOCK, .qos = READ_LOCK};
	job_record_t *job;

	fts_lock_assoc(&locks, "priorities");
	fts_job_cursor_begin(cursor);
	while ((job = fts_job_cursor_next(cursor))) {
		if (fts_job_priority_wanted(config, job))
			fts_job_batch_copy(batch, config, job, now);
		else
			fts_job_memory_pass_by(batch->books.memory, config, job,
					       now);
		if (fts_job_cursor_full(cursor))
			break;
	}
	fts_unlock_assoc(&locks);
	return job != NULL;
}

void fts_priority_pass_priorities(struct fts_priority_pass *pass,
				  const struct fts_priority_config *config,
				  time_t now)
{
	struct fts_standing *standing = fts_standing_get(pass->standing);
	struct fts_job_cursor cursor;
	bool more;

	pass->batch.books =
		(struct fts_job_books){pass->meter, standing, pass->memory};
	_lock_jobs("priorities");
	fts_job_memory_begin(pass->memory, config);
	fts_job_cursor_open(&cursor);
	do {
		more = _copy_slice(&pass->batch, config, &cursor, now);
		fts_lock_drop(job_write);
		fts_job_batch_compute(&pass->batch, config, now);
		fts_lock_take(job_write, "priorities");
		fts_job_batch_write(&pass->batch, config);
		if (!more)
			break;
		fts_lock_drop(job_write);
		fts_job_cursor_pause();
		_lock_jobs("priorities");
	} while (true);
	fts_job_cursor_close(&cursor);
	fts_job_memory_end(pass->memory, config);
	fts_lock_drop(job_write);
	fts_standing_put(pass->standing, standing);
	fts_job_batch_log_cut(&pass->batch);
	/* The next pass is minutes away, and may find a short queue. */
	fts_job_batch_fini(&pass->batch);
	fts_job_memory_save(pass->memory, config, now);
	fts_holds_log("priority/fairtree: pass");
}

static void _update_site_factor(void)
{
	fts_lock_take(job_write, "site factor");
	site_factor_g_update();
	fts_lock_drop(job_write);
}

/* Usage fades by what has passed since the last pass, before new is added. */
static void _decay_pass(struct fts_priority_pass *pass,
			const struct fts_priority_config *config,
			double elapsed)
{
	double left = ft_decay_over(config->per_second, elapsed);

	log_flag(PRIO, "fairtree: usage of %.0f s ago counts %.15f", elapsed,
		 left);
	if (left == 1)
		return;
	fts_usage_decay(left);
	ft_share_tree_decay(&pass->tree, left);
}

static bool _snapshot(struct fts_priority_pass *pass)
{
	int rc = fts_assoc_snapshot_take(&pass->tree);

	if (rc == -ENOENT)
		debug("priority/fairtree: no associations yet: slurmdbd has "
		      "not answered");
	else if (rc)
		error("priority/fairtree: cannot copy associations: %s; "
		      "fairshare factors stay as they are",
		      rc == -ENOMEM ? "out of memory" : "there came more");
	if (rc)
		ft_share_tree_clear(&pass->tree);
	return !rc;
}

/*
 * The classic model reads accounts before this pass's decay and charges, and
 * users in the middle of them (see ft_effective_replay).
 */
static void _run_effective(struct fts_priority_pass *pass,
			   struct charge_walk *walk, double elapsed)
{
	enum ft_effective_kind kind = fts_priority_config_kind(walk->config);
	bool known = _snapshot(pass);

	ft_effective_accounts(&pass->tree, kind);
	if (elapsed > 0)
		_decay_pass(pass, walk->config, elapsed);
	if (elapsed > 0)
		_update_site_factor();
	pass->events.count = 0;
	pass->events.tree = &pass->tree;
	walk->events = &pass->events;
	walk->running = elapsed > 0;
	_charge_walk(walk);
	fts_assoc_charge_end(walk->charges);
	if (!known)
		return;
	ft_effective_replay(&pass->tree, pass->events.event, pass->events.count,
			    kind);
	fts_effective_events_fini(&pass->events);
	fts_assoc_snapshot_apply(&pass->tree, false);
}

/* Shares are Slurm's for Fair Tree; PBS wants their product from the root. */
static int _pass_rank(struct ft_share_tree *tree,
		      const struct fts_priority_config *config)
{
	struct ft_fairshare_policy policy = fts_priority_config_policy(config);

	if (policy.model == FT_MODEL_FAIRTREE)
		return ft_fair_tree_compute(tree, policy.ties);
	ft_share_tree_normalise(tree, ft_fairshare_level(policy.model));
	return ft_fairshare_compute(tree, &policy);
}

static bool _any_shareless(const struct ft_share_tree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++)
		if (tree->node[i].user && !tree->node[i].eligible)
			return true;
	return false;
}

static void _run_ranks(struct fts_priority_pass *pass, struct charge_walk *walk,
		       double elapsed)
{
	ft_share_tree_clear(&pass->tree);
	if (elapsed > 0) {
		_decay_pass(pass, walk->config, elapsed);
		_update_site_factor();
	}
	walk->running = true;
	_charge_walk(walk);
	fts_assoc_charge_end(walk->charges);
	/* Its factors come from the ledger. */
	if (fts_standing_pbs_wanted(walk->config) || !_snapshot(pass))
		return;
	if (_pass_rank(&pass->tree, walk->config)) {
		error("priority/fairtree: out of memory: fairshare factors "
		      "stay as they are");
		return;
	}
	/* What a user gets there does not follow from the tree. */
	if (ft_models[walk->config->option.model].jobs)
		for (uint32_t i = 0; i < pass->tree.count; i++)
			pass->tree.node[i].fs_factor = FT_FACTOR_NONE;
	pass->shareless = fts_job_block_by_shares(walk->config) &&
			  _any_shareless(&pass->tree);
	fts_assoc_snapshot_apply(&pass->tree, true);
}

static int _stand_pbs(struct fts_priority_pass *pass,
		      const struct fts_priority_config *config,
		      struct fts_standing *standing)
{
	if (!fts_standing_pbs_wanted(config))
		return 0;
	fts_standing_pbs_trim(config, pass->meter, &pass->books.ledger);
	return fts_standing_pbs(config, &pass->books.ledger, &pass->ballots,
				standing);
}

/* sched/reserve starts no job in these, or under these. */
static int _tell_capped(const struct ft_credential_table *table,
			const struct ft_fs_score *score, enum fts_capped kind)
{
	enum ft_credential_kind wanted =
		kind == FTS_CAPPED_QOS ? FT_QOS : FT_CLASS;
	const char **name = xcalloc(score->capped + 1, sizeof(*name));
	uint32_t count = 0;
	int rc;

	for (uint32_t i = 0; i < score->count; i++)
		if (score->cap[i] && table->entry[i].kind == wanted)
			name[count++] = table->entry[i].name;
	rc = fts_exchange_capped_put(kind, name, count);
	xfree(name);
	return rc;
}

static int _stand_targets(const struct fts_priority_pass *pass,
			  const struct fts_priority_config *config,
			  struct fts_standing *standing)
{
	const struct ft_fs_goals *goals = &config->files->policy.goals;
	const struct ft_fs_history *window = &pass->books.ledger.window;
	int rc = 0;

	if (goals->metric != FT_FS_NONE)
		rc = ft_fs_score_make(goals, window, &standing->target);
	for (int k = 0; !rc && k < FTS_CAPPED_KINDS; k++)
		rc = _tell_capped(&window->credentials, &standing->target,
				  (enum fts_capped) k);
	return rc;
}

/* Once, as long as it lasts. */
static void _warn_crowd(struct fts_priority_pass *pass,
			const struct fts_priority_config *config)
{
	bool crowded = pass->ballots.count > config->factor.fairshare;

	if (crowded && !pass->crowded)
		error("priority/fairtree: model=quota: %u jobs wait and "
		      "PriorityWeightFairshare=%u: neighbours in the queue get "
		      "the same priority; give it more points",
		      pass->ballots.count, config->factor.fairshare);
	pass->crowded = crowded;
}

/* 0 or -ENOMEM. */
static int _vote_pass(struct fts_priority_pass *pass,
		      const struct fts_priority_config *config,
		      struct fts_standing *standing)
{
	if (!ft_models[config->option.model].jobs)
		return 0;
	standing->quota = ft_quota_standing_new(
		&config->files->policy.quota, &pass->books.ledger.period,
		pass->ballots.ballot, pass->ballots.count);
	if (!standing->quota)
		return -ENOMEM;
	fts_quota_class_apply(standing->quota);
	_warn_crowd(pass, config);
	return 0;
}

/* Without books there is one thing to say: whether some association has no
 * shares. */
static void _stand_without_books(struct fts_priority_pass *pass, time_t now)
{
	struct fts_standing *standing =
		pass->shareless ? fts_standing_new(now) : NULL;

	for (int k = 0; k < FTS_CAPPED_KINDS; k++)
		(void) fts_exchange_capped_put((enum fts_capped) k, NULL, 0);
	if (standing)
		standing->shareless = true;
	fts_standing_set(pass->standing, standing);
}

/* What the models make of the books comes in force. */
static void _stand_pass(struct fts_priority_pass *pass,
			const struct fts_priority_config *config, time_t now)
{
	struct fts_standing *standing;

	if (!config->keep_ledger) {
		_stand_without_books(pass, now);
		return;
	}
	/* Before the copy, so that it has the names of all that wait. */
	if (ft_models[config->option.model].jobs ||
	    fts_standing_pbs_cycles(config))
		fts_ballots_collect(&pass->ballots, pass->meter, config);
	standing = fts_standing_new(now);
	fts_meter_register(pass->meter, &config->files->policy.goals);
	/* Each model that config has switched on fills its fields. */
	if (!standing || fts_meter_copy(pass->meter, &pass->books) ||
	    _stand_targets(pass, config, standing) ||
	    _stand_pbs(pass, config, standing) ||
	    _vote_pass(pass, config, standing)) {
		error("priority/fairtree: out of memory: fairshare stays as it "
		      "is");
		fts_standing_free(standing);
		return;
	}
	standing->shareless = pass->shareless;
	if (config->usage && fts_standing_pbs_wanted(config))
		fts_standing_pbs_show(config, &pass->books.ledger, standing);
	fts_standing_set(pass->standing, standing);
}

void fts_priority_pass_ledger(struct fts_priority_pass *pass,
			      const struct fts_priority_config *config,
			      time_t now)
{
	struct charge_walk walk = {
		.meter = pass->meter,
		.config = config,
		.time = now,
	};

	if (config->keep_ledger)
		_charge_walk(&walk);
	_stand_pass(pass, config, now);
}

void fts_priority_pass_run(struct fts_priority_pass *pass,
			   struct fts_assoc_charge *charges,
			   const struct fts_priority_config *config, time_t now)
{
	struct charge_walk walk = {
		.charges = charges,
		.meter = pass->meter,
		.config = config,
		.time = now,
	};
	double elapsed =
		charges->last_ran ? difftime(now, charges->last_ran) : 0;

	if (elapsed < 0)
		error("priority/fairtree: the clock went back by %.0f s: usage "
		      "counts from now on",
		      -elapsed);
	fts_assoc_charge_begin(charges, now);
	pass->shareless = false;
	if (fts_priority_config_ranks(config))
		_run_ranks(pass, &walk, elapsed);
	else
		_run_effective(pass, &walk, elapsed);
	_stand_pass(pass, config, now);
	fts_priority_pass_priorities(pass, config, now);
	log_flag(PRIO,
		 "fairtree: pass done: %.0f s since the last, %u jobs charged, "
		 "%u associations",
		 elapsed, walk.charged, pass->tree.count);
}

void fts_priority_pass_sweep(struct fts_priority_pass *pass,
			     struct fts_assoc_charge *charges,
			     const struct fts_priority_config *config)
{
	struct charge_walk walk = {
		.charges = charges,
		.meter = pass->meter,
		.config = config,
		.time = time(NULL),
	};

	if (!config->usage ||
	    (fts_accounting_enforce() & ACCOUNTING_ENFORCE_LIMITS))
		walk.charges = NULL;
	if (!walk.charges && !config->keep_ledger)
		return;
	_charge_walk(&walk);
	if (walk.charged)
		log_flag(PRIO, "fairtree: %u ended jobs charged", walk.charged);
}
