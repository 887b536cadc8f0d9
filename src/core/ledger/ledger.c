/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger.h.
 */
#include "core/ledger/ledger.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Decays that are gone through one by one; of more only the last count. */
enum { DECAYS_MAX = 100000 };

/* A stretch of time that is booked (sign 1) or taken back (sign -1). */
struct stretch {
	int64_t begin, end;
	double sign;
};

struct ft_ledger_policy ft_ledger_defaults(void)
{
	return (struct ft_ledger_policy){
		.decay_factor = 1,
		.span = {.interval = 43200, .depth = 8, .decay = 1},
		.periods = 12,
	};
}

int ft_ledger_init(struct ft_ledger *ledger)
{
	*ledger = (struct ft_ledger){0};
	if (!ft_name_table_init(&ledger->entity.names) &&
	    !ft_name_table_init(&ledger->period.names) &&
	    !ft_fs_history_init(&ledger->window))
		return 0;
	ft_ledger_fini(ledger);
	return -ENOMEM;
}

void ft_ledger_fini(struct ft_ledger *ledger)
{
	ft_name_table_fini(&ledger->entity.names);
	free(ledger->entity.usage);
	ft_name_table_fini(&ledger->period.names);
	for (uint32_t i = 0; i < ledger->period.count; i++)
		free(ledger->period.period[i].used);
	free(ledger->period.period);
	ft_fs_history_fini(&ledger->window);
	*ledger = (struct ft_ledger){0};
}

static int _add(struct ft_name_table *table, const char *name,
		uint32_t *ret_number)
{
	*ret_number = name ? ft_name_table_add(table, name) : FT_NAME_NONE;
	return name && *ret_number == FT_NAME_NONE ? -ENOMEM : 0;
}

int ft_ledger_place(struct ft_ledger *ledger,
		    const struct ft_ledger_names *names,
		    struct ft_ledger_place *ret_place)
{
	int rc = _add(&ledger->entity.names, names->entity, &ret_place->entity);

	if (!rc)
		rc = _add(&ledger->period.names, names->path, &ret_place->path);
	for (int kind = 0; !rc && kind < FT_CREDENTIAL_KINDS; kind++) {
		const char *name = names->credential[kind];
		uint32_t number = FT_CREDENTIAL_NONE;

		if (name)
			number = ft_credential_add(&ledger->window.credentials,
						   kind, name);
		if (name && number == FT_CREDENTIAL_NONE)
			rc = -ENOMEM;
		ret_place->credential[kind] = number;
	}
	return rc;
}

static void _decay_period(struct ft_ledger_entities *book,
			  const struct ft_ledger_policy *policy, int64_t now)
{
	int64_t step = policy->decay_time, times;
	double left;

	if (step <= 0)
		return;
	if (!book->decayed)
		book->decayed = now - now % step;
	times = (now - book->decayed) / step;
	if (now < book->decayed && (now - book->decayed) % step)
		times--;
	book->decayed += times * step;
	if (times <= 0)
		return;
	left = pow(policy->decay_factor, (double) times);
	for (uint32_t i = 0; i < book->room; i++)
		book->usage[i] *= left;
}

int ft_ledger_roll(struct ft_ledger *ledger,
		   const struct ft_ledger_policy *policy, int64_t now)
{
	_decay_period(&ledger->entity, policy, now);
	return ft_fs_history_roll(&ledger->window, &policy->span, now);
}

static void _drop_periods(struct ft_ledger_periods *book, uint32_t keep)
{
	while (book->count > keep)
		free(book->period[--book->count].used);
}

int ft_ledger_period_open(struct ft_ledger *ledger,
			  const struct ft_ledger_policy *policy, int64_t start)
{
	struct ft_ledger_periods *book = &ledger->period;
	struct ft_ledger_period *array;

	if (book->count && book->period[0].start >= start)
		return 0;
	array = realloc(book->period,
			((size_t) book->count + 1) * sizeof(*array));
	if (!array)
		return -ENOMEM;
	memmove(array + 1, array, book->count * sizeof(*array));
	array[0] = (struct ft_ledger_period){.start = start};
	book->period = array;
	book->count++;
	_drop_periods(book, policy->periods + 1);
	return 0;
}

/* An array of size-byte records that reaches number, new ones zeroed. */
static void *_reach_period(void *array, uint32_t *room, uint32_t number,
			   size_t size)
{
	uint32_t more = number + 1 > 2 * *room ? number + 1 : 2 * *room;
	char *larger;

	if (number < *room)
		return array;
	larger = realloc(array, more * size);
	if (!larger)
		return NULL;
	memset(larger + *room * size, 0, (more - *room) * size);
	*room = more;
	return larger;
}

/*
 * Seconds of many whole decays that end at an edge, at the weight of what lies
 * behind it: a geometric sum.
 */
static double _many_decays(const struct ft_ledger_policy *policy, double weight,
			   int64_t times)
{
	double factor = policy->decay_factor;

	return weight * (double) policy->decay_time * factor *
	       (1 - pow(factor, (double) times)) / (1 - factor);
}

/* Seconds of the stretch, each as much as the decays since then have left. */
static double _decayed_seconds(const struct ft_ledger_entities *book,
			       const struct ft_ledger_policy *policy,
			       const struct stretch *stretch)
{
	int64_t edge = book->decayed, end = stretch->end;
	int64_t step = policy->decay_time, times;
	double sum = 0, weight = 1;

	if (step <= 0 || policy->decay_factor >= 1)
		return (double) (end - stretch->begin);
	times = (edge - end) / step;
	if (times > DECAYS_MAX) {
		edge -= times * step;
		weight = pow(policy->decay_factor, (double) times);
	}
	while (end > stretch->begin && weight > 0) {
		int64_t from = edge > stretch->begin ? edge : stretch->begin;

		if (from < end) {
			sum += weight * (double) (end - from);
			end = from;
		}
		times = (end - stretch->begin) / step;
		if (end == edge && times > DECAYS_MAX)
			return sum + _many_decays(policy, weight, times);
		edge -= step;
		weight *= policy->decay_factor;
	}
	return sum;
}

static int _charge_entity(struct ft_ledger_entities *book,
			  const struct ft_ledger_policy *policy,
			  uint32_t entity, double rate,
			  const struct stretch *stretch)
{
	double *usage;

	if (entity == FT_NAME_NONE || rate == 0)
		return 0;
	usage = _reach_period(book->usage, &book->room, entity, sizeof(*usage));
	if (!usage)
		return -ENOMEM;
	book->usage = usage;
	usage[entity] +=
		stretch->sign * rate * _decayed_seconds(book, policy, stretch);
	return 0;
}

/* Seconds of the stretch within [from, to). */
static double _within(const struct stretch *stretch, int64_t from, int64_t to)
{
	int64_t begin = stretch->begin > from ? stretch->begin : from;
	int64_t end = stretch->end < to ? stretch->end : to;

	return end > begin ? (double) (end - begin) : 0;
}

static int _charge_window(struct ft_fs_window *window,
			  const struct ft_ledger_place *place, double amount)
{
	int rc = 0;

	for (int kind = 0; !rc && kind < FT_CREDENTIAL_KINDS; kind++)
		if (place->credential[kind] != FT_CREDENTIAL_NONE)
			rc = ft_fs_window_charge(
				window, place->credential[kind], amount);
	if (!rc)
		window->total += amount;
	return rc;
}

static int _charge_windows(struct ft_fs_history *history,
			   const struct ft_ledger_place *place, double rate,
			   const struct stretch *stretch)
{
	int64_t to = INT64_MAX;
	int rc = 0;

	for (uint32_t i = 0; !rc && i < history->count; i++) {
		struct ft_fs_window *window = &history->window[i];
		double seconds = _within(stretch, window->start, to);

		if (seconds > 0)
			rc = _charge_window(window, place,
					    stretch->sign * rate * seconds);
		to = window->start;
	}
	return rc;
}

static int _charge_periods(struct ft_ledger_periods *book, uint32_t path,
			   const double *rate, const struct stretch *stretch)
{
	int64_t to = INT64_MAX;

	if (path == FT_NAME_NONE)
		return 0;
	for (uint32_t i = 0; i < book->count; i++) {
		struct ft_ledger_period *period = &book->period[i];
		double seconds = _within(stretch, period->start, to);
		double(*used)[FT_QUOTA_KINDS];

		to = period->start;
		if (seconds <= 0)
			continue;
		used = _reach_period(period->used, &period->room, path,
				     sizeof(*used));
		if (!used)
			return -ENOMEM;
		period->used = used;
		for (int kind = 0; kind < FT_QUOTA_KINDS; kind++)
			used[path][kind] +=
				stretch->sign * rate[kind] * seconds;
	}
	return 0;
}

int ft_ledger_charge(struct ft_ledger *ledger,
		     const struct ft_ledger_policy *policy,
		     const struct ft_ledger_place *place,
		     const struct ft_ledger_rate *rate, int64_t begin,
		     int64_t end)
{
	struct stretch stretch = {begin, end, 1};
	int rc;

	if (end < begin)
		stretch = (struct stretch){end, begin, -1};
	rc = _charge_entity(&ledger->entity, policy, place->entity,
			    rate->entity, &stretch);
	if (!rc && rate->window > 0)
		rc = _charge_windows(&ledger->window, place, rate->window,
				     &stretch);
	if (!rc)
		rc = _charge_periods(&ledger->period, place->path, rate->period,
				     &stretch);
	return rc;
}

double ft_ledger_entity_usage(const struct ft_ledger *ledger, uint32_t entity)
{
	return entity < ledger->entity.room ? ledger->entity.usage[entity] : 0;
}

void ft_ledger_entity_forget(struct ft_ledger *ledger, uint32_t entity)
{
	if (entity < ledger->entity.room)
		ledger->entity.usage[entity] = 0;
}

int ft_ledger_entity_set(struct ft_ledger *ledger, uint32_t entity,
			 double usage)
{
	struct ft_ledger_entities *book = &ledger->entity;
	double *array =
		_reach_period(book->usage, &book->room, entity, sizeof(*array));

	if (!array)
		return -ENOMEM;
	book->usage = array;
	array[entity] = usage;
	return 0;
}

struct ft_ledger_period *ft_ledger_period_append(struct ft_ledger *ledger,
						 int64_t start)
{
	struct ft_ledger_periods *book = &ledger->period;
	struct ft_ledger_period *array = realloc(
		book->period, ((size_t) book->count + 1) * sizeof(*array));

	if (!array)
		return NULL;
	book->period = array;
	array[book->count] = (struct ft_ledger_period){.start = start};
	return &array[book->count++];
}

int ft_ledger_period_set(struct ft_ledger_period *period, uint32_t path,
			 const double *used)
{
	double(*array)[FT_QUOTA_KINDS] = _reach_period(
		period->used, &period->room, path, sizeof(*array));

	if (!array)
		return -ENOMEM;
	period->used = array;
	memcpy(array[path], used, sizeof(*array));
	return 0;
}

static int _add_period(struct ft_ledger_period *to,
		       const struct ft_ledger_period *from)
{
	for (uint32_t path = 0; path < from->room; path++) {
		double sum[FT_QUOTA_KINDS];

		memcpy(sum, from->used[path], sizeof(sum));
		for (int kind = 0; path < to->room && kind < FT_QUOTA_KINDS;
		     kind++)
			sum[kind] += to->used[path][kind];
		if (ft_ledger_period_set(to, path, sum))
			return -ENOMEM;
	}
	return 0;
}

int ft_ledger_fold(struct ft_ledger *ledger, int64_t now)
{
	struct ft_ledger_periods *book = &ledger->period;

	while (book->count && book->period[0].start > now) {
		struct ft_ledger_period *newest = &book->period[0];

		if (book->count == 1) {
			newest->start = now;
			break;
		}
		if (_add_period(newest + 1, newest))
			return -ENOMEM;
		free(newest->used);
		book->count--;
		memmove(newest, newest + 1, book->count * sizeof(*newest));
	}
	return ft_fs_history_fold(&ledger->window, now);
}

double ft_ledger_hours(const struct ft_ledger_period *period, uint32_t path,
		       enum ft_quota_kind kind)
{
	return path < period->room ? period->used[path][kind] / 3600 : 0;
}
