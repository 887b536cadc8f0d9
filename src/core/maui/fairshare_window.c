/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_window.h.
 */
#include "core/maui/fairshare_window.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int ft_fs_history_init(struct ft_fs_history *history)
{
	*history = (struct ft_fs_history){0};
	return ft_credential_init(&history->credentials);
}

void ft_fs_history_fini(struct ft_fs_history *history)
{
	for (uint32_t i = 0; i < history->count; i++)
		free(history->window[i].amount);
	free(history->window);
	ft_credential_fini(&history->credentials);
	*history = (struct ft_fs_history){0};
}

int ft_fs_history_add(struct ft_fs_history *history, int64_t start,
		      int64_t length, struct ft_fs_window **ret_window)
{
	struct ft_fs_window *window;
	uint32_t at = 0;

	while (at < history->count && history->window[at].start > start)
		at++;
	if (length <= 0 ||
	    (at && start + length > history->window[at - 1].start) ||
	    (at < history->count &&
	     history->window[at].start + history->window[at].length > start))
		return -EINVAL;
	window = realloc(history->window,
			 ((size_t) history->count + 1) * sizeof(*window));
	if (!window)
		return -ENOMEM;
	history->window = window;
	memmove(window + at + 1, window + at,
		(history->count - at) * sizeof(*window));
	window[at] = (struct ft_fs_window){.start = start, .length = length};
	history->count++;
	*ret_window = &window[at];
	return 0;
}

static int64_t _window_end(const struct ft_fs_window *window)
{
	return window->start + window->length;
}

static void _drop_oldest(struct ft_fs_history *history, uint32_t keep)
{
	while (history->count > keep)
		free(history->window[--history->count].amount);
}

/* The window of the interval's grid that time falls into. */
static int64_t _grid(int64_t time, int64_t interval)
{
	return time - time % interval;
}

/*
 * Begins the window that time falls into, behind the newest one.  A change of
 * the interval, or a window that began off the grid, makes the first new one
 * shorter: it ends where the grid's does.
 */
static int _begin_next(struct ft_fs_history *history, int64_t interval,
		       int64_t time)
{
	int64_t start = _grid(time, interval), end = start + interval;
	struct ft_fs_window *window;

	if (history->count && start < _window_end(&history->window[0]))
		start = _window_end(&history->window[0]);
	return ft_fs_history_add(history, start, end - start, &window);
}

int ft_fs_history_roll(struct ft_fs_history *history,
		       const struct ft_fs_span *span, int64_t now)
{
	int64_t oldest = _grid(now, span->interval) -
			 span->interval * ((int64_t) span->depth - 1);
	int rc = 0;

	/* Nothing was charged for so long that no window of then counts. */
	if (history->count && _window_end(&history->window[0]) < oldest)
		_drop_oldest(history, 0);
	while (!rc &&
	       (!history->count || _window_end(&history->window[0]) <= now)) {
		int64_t next =
			history->count ? _window_end(&history->window[0]) : now;

		rc = _begin_next(history, span->interval, next);
	}
	_drop_oldest(history, span->depth);
	return rc;
}

int ft_fs_window_charge(struct ft_fs_window *window, uint32_t credential,
			double amount)
{
	uint32_t room = window->room;
	double *array;

	if (credential >= room) {
		room = credential + 1 > 2 * room ? credential + 1 : 2 * room;
		array = realloc(window->amount, room * sizeof(*array));
		if (!array)
			return -ENOMEM;
		memset(array + window->room, 0,
		       (room - window->room) * sizeof(*array));
		window->amount = array;
		window->room = room;
	}
	window->amount[credential] += amount;
	return 0;
}

/* All that is in `from` is in `to`, too.  0 or -ENOMEM. */
static int _add_amounts(struct ft_fs_window *to,
			const struct ft_fs_window *from)
{
	/* Room for all of it first: nothing is added in part. */
	if (from->room && ft_fs_window_charge(to, from->room - 1, 0))
		return -ENOMEM;
	for (uint32_t i = 0; i < from->room; i++)
		to->amount[i] += from->amount[i];
	to->total += from->total;
	return 0;
}

int ft_fs_history_fold(struct ft_fs_history *history, int64_t now)
{
	while (history->count && history->window[0].start > now) {
		struct ft_fs_window *newest = &history->window[0];

		if (history->count == 1) {
			newest->start = now - now % newest->length;
			break;
		}
		if (_add_amounts(newest + 1, newest))
			return -ENOMEM;
		free(newest->amount);
		history->count--;
		memmove(newest, newest + 1, history->count * sizeof(*newest));
	}
	return 0;
}

double ft_fs_window_amount(const struct ft_fs_window *window,
			   uint32_t credential)
{
	return credential < window->room ? window->amount[credential] : 0;
}

double ft_fs_weight(const struct ft_fs_span *span, uint32_t number)
{
	return pow(span->decay, number);
}

static uint32_t _window_depth(const struct ft_fs_history *history,
			      const struct ft_fs_span *span)
{
	return history->count < span->depth ? history->count : span->depth;
}

double ft_fs_usage(const struct ft_fs_history *history,
		   const struct ft_fs_span *span, uint32_t credential)
{
	uint32_t depth = _window_depth(history, span);
	double sum = 0;

	for (uint32_t i = 0; i < depth; i++)
		sum += ft_fs_weight(span, i) *
		       ft_fs_window_amount(&history->window[i], credential);
	return sum;
}

double ft_fs_total(const struct ft_fs_history *history,
		   const struct ft_fs_span *span)
{
	uint32_t depth = _window_depth(history, span);
	double sum = 0;

	for (uint32_t i = 0; i < depth; i++)
		sum += ft_fs_weight(span, i) * history->window[i].total;
	return sum;
}
