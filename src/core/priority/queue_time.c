/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See queue_time.h.
 */
#include "core/priority/queue_time.h"

#include <errno.h>
#include <stdlib.h>

enum { FIRST_ROOM = 64 };

void ft_queue_book_free(struct ft_queue_book *book)
{
	free(book->clock);
	ft_id_map_fini(&book->index);
	*book = (struct ft_queue_book){0};
}

static struct ft_queue_clock *_find_clock(const struct ft_queue_book *book,
					  uint32_t job_id)
{
	uint32_t place;

	if (!ft_id_map_get(&book->index, job_id, &place) ||
	    place >= book->count || book->clock[place].job_id != job_id)
		return NULL;
	return &book->clock[place];
}

/* The same, quick if jobs are met in the order of the last walk. */
static struct ft_queue_clock *_find_next(struct ft_queue_book *book,
					 uint32_t job_id)
{
	struct ft_queue_clock *clock;

	if (book->hint < book->count &&
	    book->clock[book->hint].job_id == job_id)
		clock = &book->clock[book->hint];
	else
		clock = _find_clock(book, job_id);
	if (clock)
		book->hint = (uint32_t) (clock - book->clock) + 1;
	return clock;
}

static struct ft_queue_clock *_append_clock(struct ft_queue_book *book,
					    uint32_t job_id)
{
	uint32_t room = book->room ? 2 * book->room : FIRST_ROOM;
	struct ft_queue_clock *clock;

	if (book->count == book->room) {
		clock = realloc(book->clock, room * sizeof(*clock));
		if (!clock)
			return NULL;
		book->clock = clock;
		book->room = room;
	}
	if (ft_id_map_put(&book->index, job_id, book->count))
		return NULL;
	clock = &book->clock[book->count++];
	*clock = (struct ft_queue_clock){.job_id = job_id, .plain = true};
	return clock;
}

static int64_t _not_negative(int64_t seconds)
{
	return seconds > 0 ? seconds : 0;
}

static int64_t _clock_seconds(const struct ft_queue_clock *clock, int64_t at)
{
	return clock->barred ? clock->value : _not_negative(at - clock->value);
}

static bool _is_barred(const struct ft_accrual_policy *policy, unsigned bars)
{
	if (policy->accrual == FT_ACCRUAL_QUEUE_POLICY)
		bars &= FT_BAR_QUEUE;
	return bars != 0;
}

/* Since when a job that is free at its first look has waited. */
static int64_t _since(const struct ft_accrual_policy *policy,
		      const struct ft_queue_look *look)
{
	if (policy->accrual == FT_ACCRUAL_FULL_POLICY &&
	    look->eligible > look->submit)
		return look->eligible;
	return look->submit;
}

static void _begin_clock(const struct ft_queue_book *book,
			 struct ft_queue_clock *clock,
			 const struct ft_accrual_policy *policy,
			 const struct ft_queue_look *look, bool barred)
{
	if (look->submit < book->known)
		barred = false; /* until now */
	clock->submit = look->submit;
	clock->barred = barred;
	clock->plain = !barred;
	clock->value = barred ? 0 : _since(policy, look);
}

/* The array waited for the task that has just been split off it. */
static bool _inherit_clock(const struct ft_queue_book *book,
			   struct ft_queue_clock *clock,
			   const struct ft_queue_look *look)
{
	const struct ft_queue_clock *array;

	if (!look->array_job_id || look->array_job_id == look->job_id)
		return false;
	array = _find_clock(book, look->array_job_id);
	if (!array || array->submit != look->submit)
		return false;
	clock->submit = array->submit;
	clock->value = array->value;
	clock->barred = array->barred;
	clock->plain = array->plain;
	return true;
}

static void _turn_clock(struct ft_queue_clock *clock,
			const struct ft_accrual_policy *policy, int64_t now,
			bool barred)
{
	int64_t seconds = _clock_seconds(clock, now);

	if (policy->clock == FT_ACCRUAL_RESET)
		seconds = 0;
	clock->barred = barred;
	clock->value = barred ? seconds : now - seconds;
	clock->plain = false;
}

int64_t ft_queue_book_look(struct ft_queue_book *book,
			   const struct ft_accrual_policy *policy,
			   const struct ft_queue_look *look)
{
	bool barred = _is_barred(policy, look->bars), begun = false;
	struct ft_queue_clock *clock;

	if (policy->accrual == FT_ACCRUAL_ALWAYS)
		return _not_negative(look->now - look->submit);
	clock = _find_next(book, look->job_id);
	if (!clock) {
		begun = true;
		clock = _append_clock(book, look->job_id);
	}
	if (!clock)
		return barred ? 0
			      : _not_negative(look->now - _since(policy, look));
	if ((begun && !_inherit_clock(book, clock, look)) ||
	    clock->submit != look->submit)
		_begin_clock(book, clock, policy, look, barred);
	if (clock->barred != barred)
		_turn_clock(clock, policy, look->now, barred);
	clock->round = book->round;
	return _clock_seconds(clock, look->now);
}

int64_t ft_queue_book_get(const struct ft_queue_book *book, uint32_t job_id,
			  int64_t submit, int64_t at)
{
	const struct ft_queue_clock *clock = _find_clock(book, job_id);

	return clock && clock->submit == submit ? _clock_seconds(clock, at)
						: -1;
}

void ft_queue_book_keep(struct ft_queue_book *book, uint32_t job_id)
{
	struct ft_queue_clock *clock = _find_clock(book, job_id);

	if (clock)
		clock->round = book->round;
}

/* What a long queue took is given back when it is short. */
static void _shrink_clock(struct ft_queue_book *book)
{
	uint32_t room = FIRST_ROOM + 2 * book->count;
	struct ft_queue_clock *clock;

	if (!book->count) {
		free(book->clock);
		book->clock = NULL;
		book->room = 0;
	}
	if (book->room <= 2 * room)
		return;
	clock = realloc(book->clock, room * sizeof(*clock));
	if (!clock)
		return;
	book->clock = clock;
	book->room = room;
}

/* The map forgets no id: once most of its ids are of no clock, it is made
 * anew, which takes no memory that it had not before. */
static void _reindex_clock(struct ft_queue_book *book)
{
	if (book->count &&
	    book->index.count < FIRST_ROOM + 4 * (size_t) book->count)
		return;
	_shrink_clock(book);
	ft_id_map_trim(&book->index, book->count);
	for (uint32_t i = 0; i < book->count; i++)
		(void) ft_id_map_put(&book->index, book->clock[i].job_id, i);
}

void ft_queue_book_sweep(struct ft_queue_book *book)
{
	for (uint32_t i = 0; i < book->count;) {
		struct ft_queue_clock *clock = &book->clock[i];

		if (clock->round == book->round) {
			i++;
			continue;
		}
		*clock = book->clock[--book->count];
		if (i < book->count)
			(void) ft_id_map_put(&book->index, clock->job_id, i);
	}
	book->round++;
	_reindex_clock(book);
}

int ft_queue_book_put(struct ft_queue_book *book,
		      const struct ft_queue_clock *clock)
{
	struct ft_queue_clock *place = _find_clock(book, clock->job_id);

	if (!place)
		place = _append_clock(book, clock->job_id);
	if (!place)
		return -ENOMEM;
	*place = *clock;
	place->round = book->round;
	return 0;
}

struct ft_queue_clock *ft_queue_book_copy(const struct ft_queue_book *book,
					  uint32_t *ret_count)
{
	struct ft_queue_clock *copy =
		malloc(((size_t) book->count + 1) * sizeof(*copy));

	*ret_count = 0;
	for (uint32_t i = 0; copy && i < book->count; i++)
		if (!book->clock[i].plain)
			copy[(*ret_count)++] = book->clock[i];
	return copy;
}
