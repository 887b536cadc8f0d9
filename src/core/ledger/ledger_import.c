/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Windows of another system, added to the ledger's (see ledger.h).
 */
#include <errno.h>

#include "core/ledger/ledger.h"

/* Seconds that two windows have in common. */
static int64_t _common(const struct ft_fs_window *a,
		       const struct ft_fs_window *b)
{
	int64_t begin = a->start > b->start ? a->start : b->start;
	int64_t a_end = a->start + a->length, b_end = b->start + b->length;

	return (a_end < b_end ? a_end : b_end) - begin;
}

/* The window that has most in common with it, or NULL. */
static struct ft_fs_window *_closest_window(struct ft_fs_history *history,
					    const struct ft_fs_window *like)
{
	struct ft_fs_window *best = NULL;
	int64_t most = 0;

	for (uint32_t i = 0; i < history->count; i++) {
		int64_t common = _common(&history->window[i], like);

		if (common <= most)
			continue;
		most = common;
		best = &history->window[i];
	}
	return best;
}

/* Names first: a window that is half added would not add up. */
static int _add_names(struct ft_credential_table *to,
		      const struct ft_credential_table *from)
{
	for (uint32_t i = 0; i < from->count; i++)
		if (ft_credential_add(to, from->entry[i].kind,
				      from->entry[i].name) ==
		    FT_CREDENTIAL_NONE)
			return -ENOMEM;
	return 0;
}

static int _merge_window(struct ft_fs_history *to,
			 const struct ft_fs_history *from, uint32_t number)
{
	const struct ft_fs_window *window = &from->window[number];
	struct ft_fs_window *into = _closest_window(to, window);
	int rc = 0;

	if (!into)
		rc = ft_fs_history_add(to, window->start, window->length,
				       &into);
	for (uint32_t i = 0; !rc && i < window->room; i++) {
		const struct ft_credential *own = &from->credentials.entry[i];

		if (window->amount[i] == 0)
			continue;
		rc = ft_fs_window_charge(into,
					 ft_credential_find(&to->credentials,
							    own->kind,
							    own->name),
					 window->amount[i]);
	}
	if (!rc)
		into->total += window->total;
	return rc;
}

int ft_ledger_import(struct ft_ledger *ledger, const struct ft_fs_history *from)
{
	int rc = _add_names(&ledger->window.credentials, &from->credentials);

	for (uint32_t i = 0; !rc && i < from->count; i++)
		rc = _merge_window(&ledger->window, from, i);
	return rc;
}
