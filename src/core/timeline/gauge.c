/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See gauge.h.
 */
#include "core/timeline/gauge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* When it no longer counts; runs without an end fall for a long time. */
static int64_t _end_step(const struct ft_gauge_use *use)
{
	if (use->kind == FT_LIMIT_SPENT)
		return FT_NEVER;
	if ((use->kind == FT_LIMIT_FALLS) &&
	    (use->end > use->start + FT_GAUGE_LONGEST))
		return use->start + FT_GAUGE_LONGEST;
	return use->end;
}

/* The last step at or before time; the first one for any time before it. */
static uint32_t _find_step(const struct ft_gauge *gauge, int64_t time)
{
	uint32_t low = 0, count = gauge->count;

	while (count > 1) {
		uint32_t half = count / 2;

		if (gauge->step[low + half].time <= time)
			low += half;
		count -= half;
	}
	return low;
}

static int64_t _step_end(const struct ft_gauge *gauge, uint32_t index)
{
	return index + 1 < gauge->count ? gauge->step[index + 1].time
					: FT_NEVER;
}

static int64_t _step_level(const struct ft_gauge_step *step, int64_t time)
{
	return step->level -
	       (step->fall ? step->fall * (time - step->time) : 0);
}

/* Room for two more steps and a first one. */
static int _reserve_gauge(struct ft_gauge *gauge)
{
	enum { FIRST = 4 };
	uint32_t size = gauge->size ? gauge->size * 2 : FIRST;
	struct ft_gauge_step *step;

	if (gauge->step && (gauge->count + 2 <= gauge->size))
		return 0;
	step = realloc(gauge->step, size * sizeof(*step));
	if (!step)
		return -ENOMEM;
	if (!gauge->count) {
		step[0] = (struct ft_gauge_step){.time = INT64_MIN};
		gauge->count = 1;
	}
	gauge->step = step;
	gauge->size = size;
	return 0;
}

/* The index of the step that begins at time, made if need be. */
static uint32_t _split_gauge(struct ft_gauge *gauge, int64_t time)
{
	uint32_t index = _find_step(gauge, time);
	struct ft_gauge_step *step = &gauge->step[index];

	if (step->time == time)
		return index;
	memmove(step + 1, step, (gauge->count++ - index) * sizeof(*step));
	step[1].level = _step_level(step, time);
	step[1].time = time;
	return index + 1;
}

/* Drops the step if nothing changes at it. */
static void _merge_gauge(struct ft_gauge *gauge, uint32_t index)
{
	struct ft_gauge_step *step = &gauge->step[index];

	if (!index || (index >= gauge->count) ||
	    (step->fall != step[-1].fall) ||
	    (step->level != _step_level(&step[-1], step->time)))
		return;
	memmove(step, step + 1, (--gauge->count - index) * sizeof(*step));
}

static int _change_gauge(struct ft_gauge *gauge, const struct ft_gauge_use *use,
			 int64_t count)
{
	bool falls = use->kind == FT_LIMIT_FALLS;
	int64_t until = _end_step(use);
	uint32_t first, end;

	if (until <= use->start)
		return 0;
	if (_reserve_gauge(gauge))
		return -ENOMEM;
	first = _split_gauge(gauge, use->start);
	end = until == FT_NEVER ? gauge->count : _split_gauge(gauge, until);
	for (uint32_t i = first; i < end; i++) {
		struct ft_gauge_step *step = &gauge->step[i];

		step->level += falls ? count * (until - step->time) : count;
		step->fall += falls ? count : 0;
	}
	_merge_gauge(gauge, end);
	_merge_gauge(gauge, first);
	return 0;
}

extern int ft_gauge_take(struct ft_gauge *gauge, const struct ft_gauge_use *use)
{
	return _change_gauge(gauge, use, use->count);
}

extern int ft_gauge_give(struct ft_gauge *gauge, const struct ft_gauge_use *use)
{
	return _change_gauge(gauge, use, -use->count);
}

/* What changes of the sum at a time. */
struct turn {
	int64_t time, level, fall;
};

static int _by_turn(const void *x, const void *y)
{
	const struct turn *a = x, *b = y;

	return (a->time > b->time) - (a->time < b->time);
}

/* Of each use two; how many. */
static uint32_t _list_turns(const struct ft_gauge_use *use, uint32_t count,
			    struct turn *turn)
{
	uint32_t turns = 0;

	for (uint32_t i = 0; i < count; i++) {
		bool falls = use[i].kind == FT_LIMIT_FALLS;
		int64_t until = _end_step(&use[i]);

		if (until <= use[i].start)
			continue;
		turn[turns++] = (struct turn){
			use[i].start,
			falls ? use[i].count * (until - use[i].start)
			      : use[i].count,
			falls ? use[i].count : 0};
		if (until != FT_NEVER)
			turn[turns++] =
				(struct turn){until, falls ? 0 : -use[i].count,
					      falls ? -use[i].count : 0};
	}
	return turns;
}

extern int ft_gauge_sum(struct ft_gauge *gauge, const struct ft_gauge_use *use,
			uint32_t count)
{
	enum { SPARE = 4 }; /* as many steps as _reserve_gauge begins with */
	uint32_t size = 2 * count + SPARE, turns, kept = 0;
	struct turn *turn = calloc(size, sizeof(*turn));
	struct ft_gauge_step *step = calloc(size, sizeof(*step));

	if (!turn || !step) {
		free(turn);
		free(step);
		return -ENOMEM;
	}
	turns = _list_turns(use, count, turn);
	qsort(turn, turns, sizeof(*turn), _by_turn);
	step[0].time = INT64_MIN;
	for (uint32_t i = 0; i < turns; i++) {
		const struct ft_gauge_step before = step[kept];

		if (turn[i].time != before.time)
			step[++kept] = (struct ft_gauge_step){
				turn[i].time,
				_step_level(&before, turn[i].time),
				before.fall};
		step[kept].level += turn[i].level;
		step[kept].fall += turn[i].fall;
	}
	free(turn);
	free(gauge->step);
	*gauge = (struct ft_gauge){step, kept + 1, size};
	return 0;
}

extern int ft_gauge_copy(struct ft_gauge *gauge, const struct ft_gauge *from)
{
	*gauge = *from;
	if (!from->step)
		return 0;
	gauge->step = malloc(from->size * sizeof(*from->step));
	if (!gauge->step)
		return -ENOMEM;
	memcpy(gauge->step, from->step, from->count * sizeof(*from->step));
	return 0;
}

extern void ft_gauge_fini(struct ft_gauge *gauge)
{
	free(gauge->step);
	*gauge = (struct ft_gauge){0};
}

/* The walk of a job along the gauge, as if it began at start. */
struct walk {
	const struct ft_gauge *gauge;
	int64_t total, count, duration;
	bool falls;
	int64_t start;
	uint32_t index;
};

/* By how much the limit would be exceeded at time; 0 or less: not. */
static int64_t _excess(const struct walk *walk, int64_t time)
{
	int64_t own = walk->count;

	if (walk->falls)
		own *= walk->start + walk->duration - time;
	return _step_level(&walk->gauge->step[walk->index], time) + own -
	       walk->total;
}

/* There is an excess at time, in the step at hand: starts later. */
static void _retreat(struct walk *walk, int64_t time, int64_t excess)
{
	const struct ft_gauge_step *step = &walk->gauge->step[walk->index];
	int64_t end = _step_end(walk->gauge, walk->index);

	if (walk->falls && (time > walk->start)) {
		/* Until then, a later start only makes it more. */
		walk->start = time;
		return;
	}
	if (step->fall && (time + (excess - 1) / step->fall + 1 < end)) {
		walk->start = time + (excess - 1) / step->fall + 1;
		return;
	}
	walk->start = end;
	walk->index++;
}

extern int64_t ft_gauge_start(const struct ft_gauge *gauge,
			      const struct ft_limit *limit, int64_t count,
			      int64_t duration, int64_t from)
{
	return ft_gauge_start_by(gauge, limit, count, duration, from, FT_NEVER);
}

extern int64_t ft_gauge_start_by(const struct ft_gauge *gauge,
				 const struct ft_limit *limit, int64_t count,
				 int64_t duration, int64_t from, int64_t last)
{
	struct walk walk = {
		.gauge = gauge,
		.total = limit->total,
		.count = count,
		.duration = duration,
		.falls = limit->kind == FT_LIMIT_FALLS,
		.start = from,
	};

	if (!ft_gauge_possible(limit, count, duration))
		return FT_NEVER;
	if (!gauge->step)
		return from;
	walk.index = _find_step(gauge, from);
	while ((walk.index < gauge->count) && (walk.start <= last)) {
		int64_t time = gauge->step[walk.index].time, excess;

		if (time < walk.start)
			time = walk.start;
		if ((limit->kind != FT_LIMIT_SPENT) &&
		    (time - walk.start >= walk.duration))
			break;
		excess = _excess(&walk, time);
		if (excess > 0)
			_retreat(&walk, time, excess);
		else
			walk.index++;
	}
	return walk.start <= last ? walk.start : FT_NEVER;
}
