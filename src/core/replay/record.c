/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See record.h.
 */
#include "core/replay/record.h"

#include <errno.h>
#include <stdlib.h>

/* In this order where they are at the same second. */
enum kind { END, SUBMIT, START, DUE };

struct event {
	int64_t time;
	enum kind kind;
	uint32_t job;
};

/* A walk through what happened, with what waits and what runs by then. */
struct walk {
	const struct ft_replay_setup *setup;
	struct ft_replay *replay;
	struct event *event;
	uint32_t event_count;
	uint32_t *queue, queue_count;
	uint32_t *run, run_count;
	int64_t used;
};

static int _by_moment(const void *x, const void *y)
{
	const struct event *a = x, *b = y;

	if (a->time != b->time)
		return (a->time > b->time) - (a->time < b->time);
	if (a->kind != b->kind)
		return (a->kind > b->kind) - (a->kind < b->kind);
	return (a->job > b->job) - (a->job < b->job);
}

static void _add_recorded(struct walk *walk, int64_t time, enum kind kind,
			  uint32_t job)
{
	walk->event[walk->event_count++] =
		(struct event){.time = time, .kind = kind, .job = job};
}

static int _open_walk(struct walk *walk, int64_t grace)
{
	const struct ft_replay *replay = walk->replay;
	size_t count = replay->job_count;

	walk->event = calloc(4 * count + 1, sizeof(*walk->event));
	walk->queue = calloc(count + 1, sizeof(*walk->queue));
	walk->run = calloc(count + 1, sizeof(*walk->run));
	if (!walk->event || !walk->queue || !walk->run)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		const struct ft_replay_job *job = &replay->job[i];

		_add_recorded(walk, job->submit, SUBMIT, i);
		_add_recorded(walk, job->start, START, i);
		_add_recorded(walk, job->end, END, i);
		if (grace >= 0 && job->promise != FT_NEVER &&
		    job->start > job->promise + grace)
			_add_recorded(walk, job->promise + grace, DUE, i);
	}
	qsort(walk->event, walk->event_count, sizeof(*walk->event), _by_moment);
	return 0;
}

static void _close_walk(struct walk *walk)
{
	free(walk->event);
	free(walk->queue);
	free(walk->run);
}

static int64_t _processors(const struct walk *walk, uint32_t job)
{
	return walk->setup->workload->job[job].processors;
}

static void _drop_job(uint32_t *list, uint32_t *count, uint32_t job)
{
	for (uint32_t i = 0; i < *count; i++)
		if (list[i] == job) {
			list[i] = list[--*count];
			return;
		}
}

static void _happen(struct walk *walk, const struct event *event)
{
	switch (event->kind) {
	case SUBMIT:
		walk->queue[walk->queue_count++] = event->job;
		break;
	case START:
		_drop_job(walk->queue, &walk->queue_count, event->job);
		walk->run[walk->run_count++] = event->job;
		walk->used += _processors(walk, event->job);
		break;
	case END:
		_drop_job(walk->run, &walk->run_count, event->job);
		walk->used -= _processors(walk, event->job);
		break;
	case DUE:
		break;
	}
}

static void _note_point(struct walk *walk, int64_t now)
{
	struct ft_replay *replay = walk->replay;
	struct ft_replay_point *point = &replay->point[replay->point_count++];
	int64_t idle = replay->processors - walk->used;

	*point = (struct ft_replay_point){
		.time = now, .used = walk->used, .queued = walk->queue_count};
	for (uint32_t i = 0; !point->lost && i < walk->queue_count; i++)
		point->lost = _processors(walk, walk->queue[i]) <= idle;
	/* On which nodes jobs ran is not known. */
	point->stranded = point->lost || !walk->queue_count ? 0 : idle;
}

static void _ask_job(struct walk *walk, uint32_t job, bool had)
{
	ft_delivery_ask(&walk->replay->delivery,
			walk->setup->population->leaf[job],
			_processors(walk, job), had);
}

static int _count_walk(struct walk *walk, int64_t seconds, int64_t now)
{
	if (!walk->setup->population)
		return 0;
	for (uint32_t i = 0; i < walk->run_count; i++)
		_ask_job(walk, walk->run[i], true);
	for (uint32_t i = 0; i < walk->queue_count; i++)
		_ask_job(walk, walk->queue[i], false);
	return ft_delivery_step(&walk->replay->delivery, seconds, now);
}

static int _walk_all(struct walk *walk)
{
	int64_t before = walk->event_count ? walk->event[0].time : 0;

	for (uint32_t i = 0; i < walk->event_count;) {
		int64_t now = walk->event[i].time;

		if (_count_walk(walk, now - before, now))
			return -ENOMEM;
		for (; i < walk->event_count && walk->event[i].time == now; i++)
			_happen(walk, &walk->event[i]);
		_note_point(walk, now);
		before = now;
	}
	return 0;
}

extern int ft_record_fill(const struct ft_replay_setup *setup,
			  struct ft_replay *replay)
{
	struct walk walk = {.setup = setup, .replay = replay};
	int rc = _open_walk(&walk, -1);

	replay->processors = setup->workload->processors;
	replay->point_count = 0;
	replay->point_size = walk.event_count + 1;
	replay->point = calloc(replay->point_size, sizeof(*replay->point));
	if (!replay->point)
		rc = -ENOMEM;
	if (!rc && setup->population)
		rc = ft_delivery_init(&replay->delivery, setup->population,
				      replay->processors, setup->window);
	if (!rc)
		rc = _walk_all(&walk);
	_close_walk(&walk);
	return rc;
}

/* Jobs that follow in the log come later; chained ones by their own time. */
static bool _is_behind(const struct ft_replay *replay, uint32_t job,
		       uint32_t other)
{
	int64_t submit = replay->job[job].submit;
	int64_t others = replay->job[other].submit;

	return others > submit || (others == submit && other > job);
}

static bool _is_broken(const struct walk *walk, uint32_t job)
{
	int64_t room = walk->replay->processors - walk->used;

	for (uint32_t i = 0; i < walk->run_count; i++)
		if (_is_behind(walk->replay, job, walk->run[i]))
			room += _processors(walk, walk->run[i]);
	return room >= _processors(walk, job);
}

extern int ft_record_broken(const struct ft_replay_setup *setup,
			    const struct ft_replay *replay, int64_t grace,
			    uint32_t *ret_broken)
{
	struct ft_replay copy = *replay; /* only read */
	struct walk walk = {.setup = setup, .replay = &copy};
	int rc = _open_walk(&walk, grace);

	*ret_broken = 0;
	for (uint32_t i = 0; !rc && i < walk.event_count; i++) {
		const struct event *event = &walk.event[i];

		_happen(&walk, event);
		if (event->kind == DUE)
			*ret_broken += _is_broken(&walk, event->job);
	}
	_close_walk(&walk);
	return rc;
}
