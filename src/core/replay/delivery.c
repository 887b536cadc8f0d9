/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See delivery.h.
 */
#define _GNU_SOURCE /* qsort_r */
#include "core/replay/delivery.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define NOBODY UINT32_MAX
/* Of a party without shares: due only what all others leave. */
#define LEAST 1e-12

static int _allocate_party(struct ft_delivery_kind *kind, uint32_t vertices)
{
	kind->party = calloc(vertices, sizeof(*kind->party));
	kind->of = calloc(vertices, sizeof(*kind->of));
	kind->asking = calloc(vertices, sizeof(*kind->asking));
	kind->wanted = calloc(vertices, sizeof(*kind->wanted));
	kind->had = calloc(vertices, sizeof(*kind->had));
	kind->got = calloc(vertices, sizeof(*kind->got));
	kind->due = calloc(vertices, sizeof(*kind->due));
	kind->present = calloc(vertices, sizeof(*kind->present));
	if (!kind->party || !kind->of || !kind->asking || !kind->wanted ||
	    !kind->had || !kind->got || !kind->due || !kind->present)
		return -ENOMEM;
	for (uint32_t i = 0; i < vertices; i++)
		kind->of[i] = NOBODY;
	return 0;
}

/* A party for each user, and for each account that has users right below. */
static void _add_parties(struct ft_delivery *delivery,
			 const struct ft_vertex_list *list)
{
	struct ft_delivery_kind *account = &delivery->kind[FT_PARTY_ACCOUNT];
	struct ft_delivery_kind *user = &delivery->kind[FT_PARTY_USER];

	for (uint32_t i = 1; i < list->count; i++)
		if (list->vertex[i].leaf) {
			user->of[i] = user->count;
			user->party[user->count++].vertex = i;
			account->of[list->vertex[i].parent] = 0;
		}
	for (uint32_t i = 0; i < list->count; i++)
		if (account->of[i] != NOBODY) {
			account->of[i] = account->count;
			account->party[account->count++].vertex = i;
		}
	/* What a user asks for its account asks for. */
	for (uint32_t i = 1; i < list->count; i++)
		if (list->vertex[i].leaf)
			account->of[i] = account->of[list->vertex[i].parent];
}

/* An account is promised what the users right below it are. */
static int _party_promise(struct ft_delivery *delivery,
			  const struct ft_population *population)
{
	const struct ft_vertex_list *list = &population->list;
	double *promised = calloc(list->count, sizeof(*promised));
	int rc = promised ? ft_population_promise(population, promised)
			  : -ENOMEM;

	for (uint32_t i = 0; !rc && i < list->count; i++)
		for (int k = 0; list->vertex[i].leaf && k < FT_PARTY_KINDS;
		     k++) {
			struct ft_delivery_kind *kind = &delivery->kind[k];

			kind->party[kind->of[i]].promised += promised[i];
		}
	free(promised);
	return rc;
}

extern int ft_delivery_init(struct ft_delivery *delivery,
			    const struct ft_population *population,
			    int64_t processors, int64_t window)
{
	uint32_t vertices = population->list.count;
	int rc = 0;

	*delivery = (struct ft_delivery){
		.window_seconds = window ? window : FT_DELIVERY_WINDOW,
		.window_end = INT64_MIN,
		.processors = (double) processors,
	};
	for (int k = 0; !rc && k < FT_PARTY_KINDS; k++)
		rc = _allocate_party(&delivery->kind[k], vertices);
	if (rc)
		return rc;
	_add_parties(delivery, &population->list);
	return _party_promise(delivery, population);
}

extern void ft_delivery_free(struct ft_delivery *delivery)
{
	for (int k = 0; k < FT_PARTY_KINDS; k++) {
		struct ft_delivery_kind *kind = &delivery->kind[k];

		free(kind->party);
		free(kind->of);
		free(kind->asking);
		free(kind->wanted);
		free(kind->had);
		free(kind->got);
		free(kind->due);
		free(kind->present);
	}
	free(delivery->window);
	free(delivery->off);
	*delivery = (struct ft_delivery){0};
}

extern void ft_delivery_ask(struct ft_delivery *delivery, uint32_t leaf,
			    int64_t processors, bool had)
{
	for (int k = 0; k < FT_PARTY_KINDS; k++) {
		struct ft_delivery_kind *kind = &delivery->kind[k];
		uint32_t party = kind->of[leaf];

		if (kind->wanted[party] <= 0)
			kind->asking[kind->asking_count++] = party;
		kind->wanted[party] += (double) processors;
		if (had)
			kind->had[party] += (double) processors;
	}
}

static double _party_weight(const struct ft_party *party)
{
	return party->promised > LEAST ? party->promised : LEAST;
}

/* First the party content with the fewest processors for a share. */
static int _by_level(const void *x, const void *y, void *context)
{
	const struct ft_delivery_kind *kind = context;
	uint32_t i = *(const uint32_t *) x, j = *(const uint32_t *) y;
	double a = kind->wanted[i] * _party_weight(&kind->party[j]);
	double b = kind->wanted[j] * _party_weight(&kind->party[i]);

	if (a < b || a > b)
		return a < b ? -1 : 1;
	return (i > j) - (i < j);
}

/* Processors that are due now, to all that ask. */
static void _share_out(const struct ft_delivery *delivery,
		       struct ft_delivery_kind *kind, double seconds)
{
	double left = delivery->processors, weights = 0;

	qsort_r(kind->asking, kind->asking_count, sizeof(*kind->asking),
		_by_level, kind);
	for (uint32_t i = 0; i < kind->asking_count; i++)
		weights += _party_weight(&kind->party[kind->asking[i]]);
	for (uint32_t i = 0; i < kind->asking_count; i++) {
		uint32_t party = kind->asking[i];
		double weight = _party_weight(&kind->party[party]);
		double part = left * weight / weights;

		if (part > kind->wanted[party])
			part = kind->wanted[party];
		left -= part;
		weights -= weight;
		if (weights < LEAST)
			weights = LEAST;
		kind->due[party] += part * seconds;
		kind->all_due += part * seconds;
	}
}

static void _pass_party(const struct ft_delivery *delivery,
			struct ft_delivery_kind *kind, double seconds)
{
	_share_out(delivery, kind, seconds);
	for (uint32_t i = 0; i < kind->asking_count; i++) {
		uint32_t party = kind->asking[i];

		kind->present[party] = true;
		kind->got[party] += kind->had[party] * seconds;
		kind->all_got += kind->had[party] * seconds;
	}
}

static void _pass_all(struct ft_delivery *delivery, int64_t seconds)
{
	for (int k = 0; k < FT_PARTY_KINDS; k++)
		_pass_party(delivery, &delivery->kind[k], (double) seconds);
}

static void _forget_asked(struct ft_delivery_kind *kind)
{
	for (uint32_t i = 0; i < kind->asking_count; i++) {
		uint32_t party = kind->asking[i];

		kind->wanted[party] = kind->had[party] = 0;
	}
	kind->asking_count = 0;
}

/* Part of the promises among parties that are there in this window. */
static double _promises(const struct ft_delivery_kind *kind)
{
	double sum = 0;

	for (uint32_t i = 0; i < kind->count; i++)
		if (kind->present[i])
			sum += kind->party[i].promised;
	return sum > 0 ? sum : 1;
}

/* off: NULL, or where to put what each party got less its promise. */
static void _close_window(struct ft_delivery_kind *kind, double *ret_error,
			  double *ret_miss, float *off)
{
	double promises = _promises(kind);

	for (uint32_t i = 0; i < kind->count; i++) {
		struct ft_party *party = &kind->party[i];
		double part = kind->got[i] / kind->all_got, error, miss;

		if (off)
			off[i] = NAN;
		if (!kind->present[i])
			continue;
		error = part - party->promised / promises;
		miss = part - kind->due[i] / kind->all_due;
		if (off)
			off[i] = (float) error;
		party->windows++;
		party->error += (error * error - party->error) / party->windows;
		party->miss += (miss * miss - party->miss) / party->windows;
		*ret_error += error * error;
		*ret_miss += miss * miss;
	}
}

static int _grow_party(struct ft_delivery *delivery)
{
	uint32_t size = delivery->window_size ? 2 * delivery->window_size : 64;
	size_t accounts = delivery->kind[FT_PARTY_ACCOUNT].count;
	void *more;

	if (delivery->window_count < delivery->window_size)
		return 0;
	more = realloc(delivery->window, size * sizeof(*delivery->window));
	if (!more)
		return -ENOMEM;
	delivery->window = more;
	more = realloc(delivery->off,
		       (size * accounts + 1) * sizeof(*delivery->off));
	if (!more)
		return -ENOMEM;
	delivery->off = more;
	delivery->window_size = size;
	return 0;
}

static void _clear_window(struct ft_delivery_kind *kind)
{
	for (uint32_t i = 0; i < kind->count; i++) {
		kind->party[i].delivered += kind->got[i];
		kind->party[i].due += kind->due[i];
		kind->got[i] = kind->due[i] = 0;
		kind->present[i] = false;
	}
	kind->all_got = kind->all_due = 0;
}

static int _end_window(struct ft_delivery *delivery)
{
	uint32_t accounts = delivery->kind[FT_PARTY_ACCOUNT].count;
	struct ft_delivery_window *window;

	if (_grow_party(delivery))
		return -ENOMEM;
	window = &delivery->window[delivery->window_count];
	*window = (struct ft_delivery_window){.end = delivery->window_end};
	if (delivery->kind[FT_PARTY_ACCOUNT].all_got > 0) {
		for (int k = 0; k < FT_PARTY_KINDS; k++)
			_close_window(
				&delivery->kind[k], &window->error[k],
				&window->miss[k],
				k == FT_PARTY_ACCOUNT
					? &delivery->off
						   [delivery->window_count *
						    accounts]
					: NULL);
		delivery->window_count++;
	}
	for (int k = 0; k < FT_PARTY_KINDS; k++)
		_clear_window(&delivery->kind[k]);
	return 0;
}

extern int ft_delivery_step(struct ft_delivery *delivery, int64_t seconds,
			    int64_t now)
{
	int64_t since = now - seconds;

	if (delivery->window_end == INT64_MIN)
		delivery->window_end = now + delivery->window_seconds;
	/* The time up to a window's end is its own. */
	for (; now >= delivery->window_end;
	     delivery->window_end += delivery->window_seconds) {
		_pass_all(delivery, delivery->window_end - since);
		since = delivery->window_end;
		if (_end_window(delivery))
			return -ENOMEM;
	}
	if (now > since || !seconds)
		_pass_all(delivery, now - since);
	for (int k = 0; k < FT_PARTY_KINDS; k++)
		_forget_asked(&delivery->kind[k]);
	return 0;
}

extern double ft_delivery_error(const struct ft_delivery *delivery,
				enum ft_party_kind kind)
{
	double sum = 0;

	for (uint32_t i = 0; i < delivery->window_count; i++)
		sum += delivery->window[i].error[kind];
	return delivery->window_count ? sum / delivery->window_count : 0;
}

extern double ft_delivery_miss(const struct ft_delivery *delivery,
			       enum ft_party_kind kind)
{
	double sum = 0;

	for (uint32_t i = 0; i < delivery->window_count; i++)
		sum += delivery->window[i].miss[kind];
	return delivery->window_count ? sum / delivery->window_count : 0;
}
