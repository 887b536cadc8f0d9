/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger_clock.h.
 */
#include "core/ledger/ledger_clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* If a second difference is this many times the first, the first was no jump
 * but time that had passed. */
enum { JUMPS = 16 };

static int64_t _span_between(int64_t a, int64_t b)
{
	return a > b ? a - b : b - a;
}

static void _drop_before(struct ft_ledger_clock *clock)
{
	ft_ledger_image_fini(&clock->before);
	clock->kept = false;
}

void ft_ledger_clock_fini(struct ft_ledger_clock *clock)
{
	_drop_before(clock);
	*clock = (struct ft_ledger_clock){0};
}

/* What clock keeps is then the image, of that time. */
static int _keep_before(struct ft_ledger_clock *clock,
			const struct ft_ledger_image *image, int64_t until)
{
	int rc = ft_ledger_copy(&clock->before.ledger, &image->ledger);

	for (uint32_t i = 0; !rc && i < image->runs.table.count; i++) {
		const struct ft_ledger_run *run =
			ft_ledger_runs_at(&image->runs, i);
		struct ft_ledger_run *copy =
			ft_ledger_runs_add(&clock->before.runs, run->job_id);

		if (copy)
			*copy = *run;
		else
			rc = -ENOMEM;
	}
	clock->before.until = until;
	clock->kept = !rc;
	if (rc)
		_drop_before(clock);
	return rc;
}

int ft_ledger_clock_copy(struct ft_ledger_clock *copy,
			 const struct ft_ledger_clock *clock)
{
	*copy = (struct ft_ledger_clock){
		.rolled = clock->rolled,
		.landed = clock->landed,
		.length = clock->length,
	};
	return clock->kept
		       ? _keep_before(copy, &clock->before, clock->before.until)
		       : 0;
}

/* Numbers of names stay, so sums of then go with the names of now. */
static void _take_up(struct ft_ledger_image *image,
		     struct ft_ledger_image *before)
{
	struct ft_ledger *to = &image->ledger, *from = &before->ledger;
	struct ft_ledger old = *to;

	to->entity.usage = from->entity.usage;
	to->entity.room = from->entity.room;
	to->entity.decayed = from->entity.decayed;
	from->entity.usage = old.entity.usage;
	from->entity.room = old.entity.room;
	to->window.window = from->window.window;
	to->window.count = from->window.count;
	from->window.window = old.window.window;
	from->window.count = old.window.count;
	to->period.period = from->period.period;
	to->period.count = from->period.count;
	from->period.period = old.period.period;
	from->period.count = old.period.count;
	image->until = before->until;
}

/* The right time of one that was seen while the clock was wrong. */
static int64_t _right(const struct ft_ledger_clock *clock, int64_t seen,
		      int64_t now)
{
	int64_t right = clock->before.until + seen - clock->landed;

	if (right < clock->before.until)
		return clock->before.until;
	return right < now ? right : now;
}

/*
 * A run that goes on is charged from now on: its record may say that it is yet
 * to begin, and what was booked too much may lie in windows that are gone, and
 * must not be taken from others.
 */
static void _restart_run(struct ft_ledger_run *run, int64_t now)
{
	run->seconds = now - run->start - run->suspended;
	run->seen = now;
	run->shifted = true;
}

/*
 * What a run has used since the jump is booked and remembered, and from now on
 * what it uses from now on.  One of before that goes on is left to the next
 * look.
 */
static int _carry_run(struct ft_ledger_clock *clock,
		      struct ft_ledger_image *image,
		      const struct ft_ledger_policy *policy,
		      const struct ft_ledger_run *run, int64_t now)
{
	const struct ft_ledger_run *found =
		ft_ledger_runs_find(&image->runs, run->job_id);
	int64_t end = _right(clock, run->seen, now);
	int64_t most = end - clock->before.until, seconds = run->seconds;
	struct ft_ledger_run *known;

	if (found && found->start == run->start) {
		if (found->over || !run->over)
			return 0;
		seconds = most;
	}
	/* The clock may have jumped again while it ran. */
	if (seconds > most || seconds < 0)
		seconds = most;
	known = ft_ledger_runs_add(&image->runs, run->job_id);
	if (!known)
		return -ENOMEM;
	*known = *run;
	if (!run->over)
		_restart_run(known, now);
	return ft_ledger_charge(&image->ledger, policy, &run->place, &run->rate,
				end - seconds, end);
}

static int _carry(struct ft_ledger_clock *clock, struct ft_ledger_image *image,
		  const struct ft_ledger_policy *policy, int64_t now)
{
	struct ft_ledger_runs since = image->runs;
	int rc = 0;

	image->runs = clock->before.runs;
	clock->before.runs = (struct ft_ledger_runs){0};
	for (uint32_t i = 0; !rc && i < since.table.count; i++)
		if (ft_ledger_runs_at(&since, i)->start)
			rc = _carry_run(clock, image, policy,
					ft_ledger_runs_at(&since, i), now);
	ft_ledger_runs_fini(&since);
	return rc;
}

static int _go_back(struct ft_ledger_clock *clock,
		    struct ft_ledger_image *image,
		    const struct ft_ledger_policy *policy, int64_t now)
{
	int rc;

	clock->rolled = clock->before.until;
	_take_up(image, &clock->before);
	/* Windows for what is carried. */
	rc = ft_ledger_roll(&image->ledger, policy, now);
	if (!rc)
		rc = _carry(clock, image, policy, now);
	_drop_before(clock);
	return rc;
}

/* The clock went back, for good for all that is known: nothing that is yet to
 * come is left. */
static int _fold(struct ft_ledger_image *image, int64_t now)
{
	for (uint32_t i = 0; i < image->runs.table.count; i++) {
		struct ft_ledger_run *run = ft_ledger_runs_at(&image->runs, i);

		if (!run->over && run->start)
			_restart_run(run, now);
	}
	return ft_ledger_fold(&image->ledger, now);
}

/* Seconds that have passed since the jump. */
static int64_t _since_jump(const struct ft_ledger_clock *clock)
{
	return clock->rolled - clock->landed;
}

/* Once more to another wrong time: what has been seen is put on its clock. */
static void _jump_on(struct ft_ledger_clock *clock,
		     struct ft_ledger_image *image, int64_t now)
{
	for (uint32_t i = 0; i < image->runs.table.count; i++)
		if (ft_ledger_runs_at(&image->runs, i)->over)
			ft_ledger_runs_at(&image->runs, i)->seen +=
				now - clock->rolled;
	clock->landed = now - _since_jump(clock);
}

static int _jump(struct ft_ledger_clock *clock, struct ft_ledger_image *image,
		 int64_t now)
{
	int64_t length = _span_between(now, clock->rolled);
	int rc = 0;

	if (clock->kept && length / JUMPS > clock->length)
		_drop_before(clock);
	if (clock->kept) {
		_jump_on(clock, image, now);
	} else {
		rc = _keep_before(clock, image, clock->rolled);
		clock->landed = now;
		clock->length = length;
	}
	if (!rc && now < clock->rolled)
		rc = _fold(image, now);
	return rc;
}

/* Whether it is nearer to the time of before than to that of now. */
static bool _is_back(const struct ft_ledger_clock *clock, int64_t now)
{
	return clock->kept &&
	       _span_between(now, clock->before.until + _since_jump(clock)) <
		       _span_between(now, clock->rolled);
}

/* A file may say so, and what was imported. */
static bool _is_ahead(const struct ft_ledger *ledger, int64_t latest)
{
	return (ledger->window.count &&
		ledger->window.window[0].start > latest) ||
	       (ledger->period.count &&
		ledger->period.period[0].start > latest);
}

int ft_ledger_clock_see(struct ft_ledger_clock *clock,
			struct ft_ledger_image *image,
			const struct ft_ledger_policy *policy, int64_t slack,
			int64_t now, enum ft_ledger_turn *ret_turn)
{
	int rc = 0;

	*ret_turn = FT_LEDGER_ON;
	if (clock->rolled && _span_between(now, clock->rolled) > slack) {
		*ret_turn = FT_LEDGER_JUMP;
		if (_is_back(clock, now)) {
			rc = _go_back(clock, image, policy, now);
			*ret_turn = FT_LEDGER_BACK;
		}
	}
	if (!rc && clock->rolled && _span_between(now, clock->rolled) > slack)
		rc = _jump(clock, image, now);
	else if (clock->kept && now - clock->landed > FT_LEDGER_CLOCK_HOLD)
		_drop_before(clock);
	if (!rc && _is_ahead(&image->ledger, now + slack))
		rc = ft_ledger_fold(&image->ledger, now);
	image->runs.keep = clock->kept;
	clock->rolled = now;
	return rc;
}
