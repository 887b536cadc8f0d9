/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See rank_order.h.
 */
#include "core/queue/rank_order.h"

#include <errno.h>
#include <stdlib.h>

struct sort {
	const struct ft_ranks *ranks;
	const uint32_t *job_class;
	uint32_t count;
	uint32_t *next;	 /* of each job: the next of its class, or count */
	uint32_t *head;	 /* of each class: its first job that is left */
	uint32_t *ahead; /* of each class: how many go before it */
};

/* Both before each other say nothing. */
static bool _is_before(const struct ft_ranks *ranks, uint32_t a, uint32_t b)
{
	return a != b && ranks->before[(size_t) a * ranks->count + b] &&
	       !ranks->before[(size_t) b * ranks->count + a];
}

static void _fill_rank(struct sort *sort)
{
	uint32_t classes = sort->ranks->count;

	for (uint32_t c = 0; c < classes; c++)
		sort->head[c] = sort->count;
	for (uint32_t i = sort->count; i--;) {
		sort->next[i] = sort->head[sort->job_class[i]];
		sort->head[sort->job_class[i]] = i;
	}
	for (uint32_t a = 0; a < classes; a++)
		for (uint32_t b = 0; b < classes; b++)
			if (sort->head[a] < sort->count &&
			    _is_before(sort->ranks, a, b))
				sort->ahead[b]++;
}

/* The first job that nothing goes before; in a ring the first of all. */
static uint32_t _first(const struct sort *sort)
{
	uint32_t any = sort->count, free = sort->count;

	for (uint32_t c = 0; c < sort->ranks->count; c++) {
		if (sort->head[c] < any)
			any = sort->head[c];
		if (!sort->ahead[c] && sort->head[c] < free)
			free = sort->head[c];
	}
	return free < sort->count ? free : any;
}

static void _take_rank(struct sort *sort, uint32_t job)
{
	uint32_t class = sort->job_class[job];

	sort->head[class] = sort->next[job];
	if (sort->head[class] < sort->count)
		return;
	for (uint32_t c = 0; c < sort->ranks->count; c++)
		if (_is_before(sort->ranks, class, c))
			sort->ahead[c]--;
}

int ft_rank_order(const struct ft_ranks *ranks, const uint32_t *job_class,
		  uint32_t count, uint32_t *ret_order)
{
	struct sort sort = {
		.ranks = ranks,
		.job_class = job_class,
		.count = count,
		.next = calloc((size_t) count + 1, sizeof(uint32_t)),
		.head = calloc((size_t) ranks->count + 1, sizeof(uint32_t)),
		.ahead = calloc((size_t) ranks->count + 1, sizeof(uint32_t)),
	};
	int rc = sort.next && sort.head && sort.ahead ? 0 : -ENOMEM;

	if (!rc)
		_fill_rank(&sort);
	for (uint32_t i = 0; !rc && i < count; i++) {
		ret_order[i] = _first(&sort);
		_take_rank(&sort, ret_order[i]);
	}
	free(sort.next);
	free(sort.head);
	free(sort.ahead);
	return rc;
}
