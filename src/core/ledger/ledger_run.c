/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger_run.h.
 */
#include "core/ledger/ledger_run.h"

#include <errno.h>

/* What is charged for what; one for all that a look books. */
struct desk {
	struct ft_ledger *ledger;
	const struct ft_ledger_policy *policy;
};

/* Stretches in which a run went on since it was last looked at. */
struct course {
	int64_t begin[2], end[2];
};

void ft_ledger_runs_fini(struct ft_ledger_runs *runs)
{
	ft_job_table_fini(&runs->table);
	*runs = (struct ft_ledger_runs){0};
}

static struct ft_ledger_run *_find_run(const struct ft_ledger_runs *runs,
				       uint32_t job_id)
{
	return ft_job_table_find(&runs->table, sizeof(struct ft_ledger_run),
				 job_id);
}

const struct ft_ledger_run *
ft_ledger_runs_find(const struct ft_ledger_runs *runs, uint32_t job_id)
{
	return _find_run(runs, job_id);
}

struct ft_ledger_run *ft_ledger_runs_add(struct ft_ledger_runs *runs,
					 uint32_t job_id)
{
	return ft_job_table_add(&runs->table, sizeof(struct ft_ledger_run),
				job_id, NULL);
}

static int64_t _larger_run(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t _smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/*
 * Where on the clock the last `seconds` of the run lie.  Exact if the run was
 * suspended at most once since the last look.
 */
static struct course _course(const struct ft_ledger_run *run,
			     const struct ft_ledger_look *look, int64_t seconds)
{
	struct course course = {{look->stop, look->stop - seconds},
				{look->stop, look->stop}};
	int64_t late;

	if (seconds < 0 || look->changed <= run->seen ||
	    look->changed > look->stop)
		return course;
	if (!look->running && !look->over) { /* suspended since then */
		course.begin[1] = look->changed - seconds;
		course.end[1] = look->changed;
		return course;
	}
	late = _smaller(look->stop - look->changed, seconds);
	course.begin[1] = look->stop - late;
	course.begin[0] = _larger_run(run->seen, look->start);
	course.end[0] = course.begin[0] + seconds - late;
	return course;
}

/* Cuts the first `seconds` off the course and books them. */
static int _book_first(const struct desk *desk, struct course *course,
		       int64_t seconds, const struct ft_ledger_place *place,
		       const struct ft_ledger_rate *rate)
{
	int rc = 0;

	for (int i = 0; !rc && i < 2; i++) {
		int64_t length = course->end[i] - course->begin[i];

		if (length > seconds && seconds >= 0)
			length = seconds;
		if (!length)
			continue;
		rc = ft_ledger_charge(desk->ledger, desk->policy, place, rate,
				      course->begin[i],
				      course->begin[i] + length);
		course->begin[i] += length;
		seconds -= length;
	}
	return rc;
}

/* Of the seconds to book, those that the run had its present size. */
static int64_t _since_resized(const struct ft_ledger_run *run,
			      const struct ft_ledger_look *look,
			      int64_t suspended, int64_t seconds)
{
	int64_t since = look->stop - look->resized;

	if (!look->resized || look->resized < run->seen)
		return 0;
	if (look->changed > look->resized)
		since -= suspended - run->suspended;
	return _smaller(_larger_run(since, 0), _larger_run(seconds, 0));
}

static int64_t _suspended(const struct ft_ledger_run *run,
			  const struct ft_ledger_look *look)
{
	int64_t known = run->suspended;

	if (!look->wiped)
		return look->suspended;
	/* The end of a suspended job is that of its suspension: before then. */
	if (!run->running && !run->over)
		known += look->stop - run->seen;
	return _larger_run(_larger_run(known, look->suspended), 0);
}

/* Books the difference to what is booked already. */
static int _settle_run(const struct desk *desk, struct ft_ledger_run *run,
		       const struct ft_ledger_look *look, bool *ret_booked)
{
	int64_t suspended = _suspended(run, look);
	int64_t seconds = _larger_run(look->stop - look->start - suspended,
				      _smaller(run->seconds, 0)) -
			  run->seconds;
	struct course course;
	int64_t late;
	int rc;

	/* A clock that went back may go forward again before the end. */
	if (seconds < 0 && !look->over)
		seconds = 0;
	course = _course(run, look, seconds);
	late = _since_resized(run, look, suspended, seconds);
	rc = _book_first(desk, &course, seconds - late, &run->place,
			 &run->rate);
	if (!rc && late)
		rc = _book_first(desk, &course, late, &look->place,
				 &look->rate);
	if (ret_booked)
		*ret_booked |= seconds != 0;
	run->seconds += seconds;
	run->suspended = suspended;
	if (seconds || !run->over)
		run->seen = look->stop;
	return rc;
}

/* The job does not run that run any more. */
static int _close_run(const struct desk *desk, struct ft_ledger_run *run,
		      const struct ft_ledger_look *look, bool *ret_booked)
{
	struct ft_ledger_look last = {
		.start = run->start,
		.stop = look->requeued,
		.over = true,
		.wiped = true,
	};

	/* It was not requeued: slurmctld has forgotten that it began. */
	if (run->over || look->requeued <= run->start)
		return 0;
	return _settle_run(desk, run, &last, ret_booked);
}

static bool _is_other_run(const struct ft_ledger_run *run,
			  const struct ft_ledger_look *look)
{
	return !look->start ||
	       (look->start != run->start && look->requeued > run->start);
}

static void _begin_run(struct ft_ledger_run *run,
		       const struct ft_ledger_look *look)
{
	*run = (struct ft_ledger_run){
		.job_id = look->job_id,
		.start = look->start,
		.seen = look->start,
		.running = true,
		.place = look->place,
		.rate = look->rate,
	};
}

/*
 * An end that the clock of now has not told.  False: what the run has used is
 * booked; else the look ends by now.
 */
static bool _end_by_now(struct ft_ledger_run *run, struct ft_ledger_look *look)
{
	bool ahead = look->stop > look->now;

	if (!look->over || !look->now || look->start != run->start)
		return true;
	if (run->shifted && (ahead || look->stop < run->seen))
		run->over = true;
	else if (!ahead)
		return true;
	if (look->start <= look->now)
		look->stop = look->now;
	return !run->over;
}

int ft_ledger_look(struct ft_ledger_runs *runs, struct ft_ledger *ledger,
		   const struct ft_ledger_policy *policy,
		   const struct ft_ledger_look *look, bool *ret_booked)
{
	struct desk desk = {ledger, policy};
	struct ft_ledger_run *run = _find_run(runs, look->job_id);
	struct ft_ledger_look seen = *look;
	int rc = 0;

	if (ret_booked)
		*ret_booked = false;
	if (run && _is_other_run(run, look)) {
		rc = _close_run(&desk, run, look, ret_booked);
		_begin_run(run, look);
		run->over = !look->start;
	}
	if (rc || !look->start)
		return rc;
	if (!run) {
		run = ft_ledger_runs_add(runs, look->job_id);
		if (!run)
			return -ENOMEM;
		_begin_run(run, look);
	}
	run->met = true;
	if (!_end_by_now(run, &seen))
		return 0;
	run->start = look->start;
	rc = _settle_run(&desk, run, &seen, ret_booked);
	run->running = look->running;
	run->over = look->over;
	run->place = look->place;
	run->rate = look->rate;
	return rc;
}

static bool _keep_run(void *record, const void *context)
{
	const struct ft_ledger_runs *runs = context;
	struct ft_ledger_run *run = record;

	if (!run->met && run->missed && !runs->keep)
		return false;
	run->missed = !run->met;
	run->met = false;
	return true;
}

void ft_ledger_runs_begin(struct ft_ledger_runs *runs)
{
	ft_job_table_sweep(&runs->table, sizeof(struct ft_ledger_run),
			   _keep_run, runs);
}
