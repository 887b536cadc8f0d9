/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See queue_time.h.
 */
#include "core/priority/queue_time.h"

#include <errno.h>
#include <stdlib.h>

void ft_queue_book_free(struct ft_queue_book *book)
{
	ft_job_table_fini(&book->table);
	*book = (struct ft_queue_book){0};
}

static struct ft_queue_clock *_find_clock(const struct ft_queue_book *book,
					  uint32_t job_id)
{
	return ft_job_table_find(&book->table, sizeof(struct ft_queue_clock),
				 job_id);
}

/* The same, quick if jobs are met in the order of the last walk. */
static struct ft_queue_clock *_find_next(struct ft_queue_book *book,
					 uint32_t job_id)
{
	struct ft_queue_clock *first = book->table.record, *clock;

	if (book->hint < book->table.count &&
	    first[book->hint].job_id == job_id)
		clock = &first[book->hint];
	else
		clock = _find_clock(book, job_id);
	if (clock)
		book->hint = (uint32_t) (clock - first) + 1;
	return clock;
}

static struct ft_queue_clock *_add_clock(struct ft_queue_book *book,
					 uint32_t job_id)
{
	struct ft_queue_clock *clock;
	bool added;

	clock = ft_job_table_add(&book->table, sizeof(*clock), job_id, &added);
	if (clock && added)
		clock->plain = true;
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
		clock = _add_clock(book, look->job_id);
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

static bool _is_of_round(void *record, const void *round)
{
	const struct ft_queue_clock *clock = record;

	return clock->round == *(const uint32_t *) round;
}

void ft_queue_book_sweep(struct ft_queue_book *book)
{
	ft_job_table_sweep(&book->table, sizeof(struct ft_queue_clock),
			   _is_of_round, &book->round);
	book->round++;
}

int ft_queue_book_put(struct ft_queue_book *book,
		      const struct ft_queue_clock *clock)
{
	struct ft_queue_clock *place = _add_clock(book, clock->job_id);

	if (!place)
		return -ENOMEM;
	*place = *clock;
	place->round = book->round;
	return 0;
}

struct ft_queue_clock *ft_queue_book_copy(const struct ft_queue_book *book,
					  uint32_t *ret_count)
{
	const struct ft_queue_clock *clock = book->table.record;
	struct ft_queue_clock *copy =
		malloc(((size_t) book->table.count + 1) * sizeof(*copy));

	*ret_count = 0;
	for (uint32_t i = 0; copy && i < book->table.count; i++)
		if (!clock[i].plain)
			copy[(*ret_count)++] = clock[i];
	return copy;
}
