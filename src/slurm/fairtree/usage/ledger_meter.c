/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger_meter.h.
 */
#include "slurm/fairtree/usage/ledger_meter.h"

#include <errno.h>

#include "slurm/common/id_name.h"
#include "slurm/common/lock.h"
#include "slurm/fairtree/usage/ledger_request.h"
#include "slurm/fairtree/usage/ledger_state.h"
#include "slurm/common/name_walk.h"

/*
 * In seconds: no walk takes as long; and when to ask again for ids without a
 * name.
 */
enum { CLOCK_SLACK = 600, DOUBT_PERIOD = 300 };

int fts_meter_init(struct fts_meter *meter)
{
	*meter = (struct fts_meter){0};
	slurm_mutex_init(&meter->lock);
	if (!ft_ledger_image_init(&meter->image) &&
	    !fts_credential_cache_init(&meter->cache))
		return 0;
	fts_meter_fini(meter);
	return -ENOMEM;
}

void fts_meter_fini(struct fts_meter *meter)
{
	ft_ledger_image_fini(&meter->image);
	ft_ledger_clock_fini(&meter->clock);
	fts_credential_cache_fini(&meter->cache);
	slurm_mutex_destroy(&meter->lock);
}

/* Caller holds the lock. */
static void _complain_run(struct fts_meter *meter, int rc)
{
	if (!rc || meter->exhausted)
		return;
	error("priority/fairtree: out of memory: usage is missing in the "
	      "ledger");
	meter->exhausted = true;
}

/* Caller holds the lock. */
static int _place_run(struct fts_meter *meter,
		      const struct fts_priority_config *config,
		      const job_record_t *job,
		      struct ft_ledger_place *ret_place)
{
	int rc = fts_credential_cache_get(&meter->cache, job,
					  config->option.pbs.entity,
					  &meter->image.ledger, ret_place);

	_complain_run(meter, rc);
	return rc;
}

bool fts_meter_place(struct fts_meter *meter,
		     const struct fts_priority_config *config,
		     const job_record_t *job, struct ft_ledger_place *ret_place)
{
	bool placed;

	if (!config->keep_ledger)
		return false;
	fts_lock_own(&meter->lock, "meter");
	placed = meter->loaded && !_place_run(meter, config, job, ret_place);
	fts_unlock_own(&meter->lock);
	return placed;
}

/*
 * Accounting periods that have begun since from.  Up to there all is booked, so
 * where their length has changed meanwhile the open one lasts until the next
 * boundary.
 */
static int _open_periods(struct fts_meter *meter,
			 const struct fts_priority_config *config, int64_t from,
			 time_t now)
{
	const struct ft_ledger_periods *book = &meter->image.ledger.period;
	uint32_t count = book->count;
	time_t newest = count ? book->period[0].start : 0, start;
	int rc = 0;

	if (!book->count)
		rc = ft_ledger_period_open(
			&meter->image.ledger, &config->ledger,
			fts_accounting_period_start(config->period, now));
	if (!rc && from < book->period[0].start)
		from = book->period[0].start;
	while (!rc && from < now) {
		start = fts_accounting_period_next(config->period, from);
		if (start > now || start <= from)
			break;
		rc = ft_ledger_period_open(&meter->image.ledger,
					   &config->ledger, start);
		from = start;
	}
	if (book->count != count || (count && book->period[0].start != newest))
		meter->changed = true;
	return rc;
}

/*
 * What the clock has done is told once.  Returns up to when all is booked.
 * Caller holds the lock.
 */
static int64_t _see_clock(struct fts_meter *meter,
			  const struct fts_priority_config *config, time_t now)
{
	int64_t pass = 2 * (int64_t) config->calc_period;
	int64_t rolled = meter->clock.rolled;
	enum ft_ledger_turn turn;

	if (!rolled)
		meter->clock.rolled = rolled = meter->image.until;
	_complain_run(meter,
		      ft_ledger_clock_see(
			      &meter->clock, &meter->image, &config->ledger,
			      pass > CLOCK_SLACK ? pass : CLOCK_SLACK, now,
			      &turn));
	meter->changed |= turn != FT_LEDGER_ON;
	if (turn == FT_LEDGER_BACK) {
		info("priority/fairtree: the clock is back: the ledger is that "
		     "of before it jumped, with what was used meanwhile");
		return meter->image.until;
	}
	if (turn == FT_LEDGER_JUMP && now < rolled)
		info("priority/fairtree: the clock went back by %" PRId64
		     " seconds: what the ledger has of later times counts as "
		     "of now",
		     rolled - now);
	return rolled > meter->image.until ? rolled : meter->image.until;
}

/*
 * A look of a walk can be of a second before that of a job that has ended
 * meanwhile; only what is longer is a clock that went back.
 */
static void _roll(struct fts_meter *meter,
		  const struct fts_priority_config *config, time_t now)
{
	int64_t rolled = meter->clock.rolled;

	if (now < rolled && rolled - now < CLOCK_SLACK)
		return;
	rolled = _see_clock(meter, config, now);
	_complain_run(meter, _open_periods(meter, config, rolled, now));
	_complain_run(meter, ft_ledger_roll(&meter->image.ledger,
					    &config->ledger, now));
}

/* Where a directory was not up yet users would stay numbers for ever. */
static bool _doubts(struct fts_meter *meter, time_t now)
{
	if (now >= meter->doubted && now - meter->doubted < DOUBT_PERIOD)
		return false;
	meter->doubted = now;
	return fts_id_name_doubt();
}

/*
 * Where a job of the last pass is booked has been met since the cache was
 * cleared; names that no such job, sum or run refers to are dropped.  Caller
 * holds the lock.
 */
static void _sweep_names(struct fts_meter *meter, time_t now)
{
	struct ft_ledger *ledger = &meter->image.ledger;
	struct ft_ledger_marks marks;

	if (!ft_ledger_sweep_due(&meter->sweep, ledger, now))
		return;
	ft_ledger_forget_little(ledger);
	if (!ft_ledger_marks_make(&marks, &meter->image, &meter->clock)) {
		fts_credential_cache_mark(&meter->cache, &marks);
		(void) ft_ledger_sweep(&meter->sweep, &meter->image,
				       &meter->clock, &marks, now);
	}
	ft_ledger_marks_fini(&marks);
}

void fts_meter_begin(struct fts_meter *meter,
		     const struct fts_priority_config *config, time_t now)
{
	uint32_t age = fts_id_name_age();

	if (!config->keep_ledger)
		return;
	if (_doubts(meter, now) || meter->names_age != age)
		fts_name_walk();
	fts_lock_own(&meter->lock, "meter");
	meter->names_age = age;
	meter->measured = false;
	if (meter->loaded) {
		_sweep_names(meter, now);
		fts_credential_cache_clear(&meter->cache);
		ft_ledger_runs_begin(&meter->image.runs);
		_roll(meter, config, now);
	}
	fts_unlock_own(&meter->lock);
}

void fts_meter_end(struct fts_meter *meter,
		   const struct fts_priority_config *config, time_t now)
{
	if (!config->keep_ledger)
		return;
	fts_lock_own(&meter->lock, "meter");
	meter->image.until = now;
	fts_unlock_own(&meter->lock);
}

static double _allocated(const job_record_t *job, int tres)
{
	uint64_t count = job->tres_alloc_cnt ? job->tres_alloc_cnt[tres] : 0;

	return count == NO_CONSUME_VAL64 ? 0 : (double) count;
}

/* What a second of the job is worth in each book. */
static struct ft_ledger_rate _rate(const struct fts_priority_config *config,
				   const job_record_t *job)
{
	double cpus = _allocated(job, TRES_ARRAY_CPU);
	double disk = 0;

	if (job->details && job->details->pn_min_tmp_disk != NO_VAL)
		disk = (double) job->details->pn_min_tmp_disk *
		       _allocated(job, TRES_ARRAY_NODE);
	return (struct ft_ledger_rate){
		.entity = fts_usage_formula_rate(&config->usage_formula, job),
		.window = cpus,
		.period[FT_QUOTA_CPU] = cpus,
		.period[FT_QUOTA_MEM] = _allocated(job, TRES_ARRAY_MEM),
		.period[FT_QUOTA_DISK] = disk,
	};
}

/* A pending job can have a start that is only planned. */
static bool _has_run(const job_record_t *job)
{
	return job->start_time && !IS_JOB_POWER_UP_NODE(job) &&
	       (!IS_JOB_PENDING(job) || IS_JOB_COMPLETING(job));
}

/*
 * Seconds that the job was not suspended.  tot_sus_time would not do: a job
 * that ends while it is suspended ends at its suspension, and the time since
 * is in the total all the same.
 */
static int64_t _ran(const job_record_t *job, int64_t stop)
{
	int64_t since = job->suspend_time ? job->suspend_time : job->start_time;

	if (IS_JOB_SUSPENDED(job))
		return job->pre_sus_time;
	return job->pre_sus_time + stop - since;
}

static struct ft_ledger_look _look_run(const struct fts_priority_config *config,
				       const job_record_t *job, time_t now)
{
	struct ft_ledger_look look = {
		.job_id = job->job_id, .stop = now, .now = now};

	if (job->details)
		look.requeued = job->details->submit_time;
	if (!_has_run(job))
		return look;
	look.start = job->start_time;
	look.changed = job->suspend_time;
	look.resized = job->resize_time;
	look.over = IS_JOB_FINISHED(job) || IS_JOB_COMPLETING(job);
	look.running = IS_JOB_RUNNING(job) && !look.over;
	look.wiped = IS_JOB_PENDING(job);
	if (look.over && job->end_time)
		look.stop = job->end_time;
	look.suspended = look.stop - look.start - _ran(job, look.stop);
	look.rate = _rate(config, job);
	return look;
}

bool fts_meter_wants(const struct fts_priority_config *config,
		     const job_record_t *job)
{
	return config->keep_ledger && (_has_run(job) || job->restart_cnt);
}

/* Caller holds the lock. */
static void _book_run(struct fts_meter *meter,
		      const struct fts_priority_config *config,
		      const job_record_t *job, struct ft_ledger_look *look,
		      time_t now)
{
	bool booked;
	int rc = 0;

	_roll(meter, config, now);
	if (look->start)
		rc = _place_run(meter, config, job, &look->place);
	if (!rc)
		rc = ft_ledger_look(&meter->image.runs, &meter->image.ledger,
				    &config->ledger, look, &booked);
	_complain_run(meter, rc);
	meter->changed |= !rc && booked;
}

/* Caller holds the lock, and node (read). */
static double _equivalents(struct fts_meter *meter, const job_record_t *job)
{
	if (!meter->measured)
		meter->system = fts_component_system();
	meter->measured = true;
	return fts_job_equivalents(&meter->system, job);
}

void fts_meter_look(struct fts_meter *meter,
		    const struct fts_priority_config *config,
		    const job_record_t *job, time_t now)
{
	struct ft_ledger_look look;

	if (!config->keep_ledger)
		return;
	look = _look_run(config, job, now);
	fts_lock_own(&meter->lock, "meter");
	if (config->files->policy.goals.metric == FT_FS_DEDICATEDPES)
		look.rate.window = _equivalents(meter, job);
	if (meter->loaded)
		_book_run(meter, config, job, &look, now);
	fts_unlock_own(&meter->lock);
}

void fts_meter_job_end(struct fts_meter *meter,
		       const struct fts_priority_config *config,
		       const job_record_t *job, time_t now)
{
	assoc_mgr_lock_t locks = {
		.assoc = READ_LOCK, .qos = READ_LOCK, .tres = READ_LOCK};

	if (!config->keep_ledger)
		return;
	fts_lock_assoc(&locks, "meter");
	fts_meter_look(meter, config, job, now);
	fts_unlock_assoc(&locks);
}

void fts_meter_register(struct fts_meter *meter,
			const struct ft_fs_goals *goals)
{
	struct ft_credential_table *table =
		&meter->image.ledger.window.credentials;

	fts_lock_own(&meter->lock, "meter");
	if (meter->loaded)
		_complain_run(meter, ft_fs_score_register(goals, table));
	fts_unlock_own(&meter->lock);
}

int fts_meter_copy(struct fts_meter *meter, struct ft_ledger_image *copy)
{
	int rc;

	fts_lock_own(&meter->lock, "meter");
	rc = ft_ledger_image_copy(copy, &meter->image);
	fts_unlock_own(&meter->lock);
	return rc;
}

void fts_meter_forget(struct fts_meter *meter, const uint32_t *entity,
		      uint32_t count)
{
	fts_lock_own(&meter->lock, "meter");
	for (uint32_t i = 0; i < count; i++)
		ft_ledger_entity_forget(&meter->image.ledger, entity[i]);
	meter->changed |= count > 0;
	fts_unlock_own(&meter->lock);
}

/* What "sfair fairshare --import" has left for us. */
static void _import(struct fts_meter *meter,
		    const struct fts_priority_config *config)
{
	struct ft_ledger_image from;
	int rc;

	if (!fts_ledger_request_take(config->state_dir, &from))
		return;
	fts_lock_own(&meter->lock, "meter");
	rc = ft_ledger_import(&meter->image.ledger, &from.ledger.window);
	meter->changed = true;
	fts_unlock_own(&meter->lock);
	if (rc)
		error("priority/fairtree: out of memory: usage is imported in "
		      "part only");
	else
		info("priority/fairtree: usage of %u windows is imported",
		     from.ledger.window.count);
	ft_ledger_image_fini(&from);
}

/* No other thread touches the image before loaded is set. */
void fts_meter_load(struct fts_meter *meter,
		    const struct fts_priority_config *config)
{
	bool loaded;

	if (!config->keep_ledger)
		return;
	if (meter->loaded) {
		_import(meter, config);
		return;
	}
	loaded = fts_ledger_state_read(config->state_dir, &meter->image,
				       &meter->clock);
	fts_lock_own(&meter->lock, "meter");
	meter->loaded = loaded;
	_complain_run(meter, loaded ? 0 : -ENOMEM);
	fts_unlock_own(&meter->lock);
}

void fts_meter_save(struct fts_meter *meter,
		    const struct fts_priority_config *config,
		    struct ft_ledger_image *copy)
{
	struct ft_ledger_clock clock = {0};
	bool changed;

	fts_lock_own(&meter->lock, "meter");
	changed = meter->loaded && meter->changed &&
		  !ft_ledger_image_copy(copy, &meter->image) &&
		  !ft_ledger_clock_copy(&clock, &meter->clock);
	if (changed)
		meter->changed = false;
	fts_unlock_own(&meter->lock);
	if (!changed)
		return;
	changed = !fts_ledger_state_write(config->state_dir, copy, &clock);
	fts_lock_own(&meter->lock, "meter");
	meter->changed |= changed;
	/* it shares names with the meter's */
	ft_ledger_clock_fini(&clock);
	fts_unlock_own(&meter->lock);
}
