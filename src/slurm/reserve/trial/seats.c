/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/seats.h.
 */
#include "slurm/reserve/trial/seats.h"

#include <stdlib.h>

static const struct ft_request *_part(const struct fts_seats *seats, uint32_t p)
{
	return p ? &seats->request->part[p - 1] : seats->request;
}

uint32_t fts_seats_wanted(const struct ft_request *request)
{
	uint32_t wanted = request->min_nodes;

	for (uint32_t p = 0; p < request->part_count; p++)
		wanted += request->part[p].min_nodes;
	return wanted;
}

bool fts_seats_open(struct fts_seats *seats, const struct ft_request *request)
{
	uint32_t parts = request->part_count + 1;

	*seats = (struct fts_seats){
		.request = request,
		.wanted = fts_seats_wanted(request),
		.first = calloc((size_t) parts + 1, sizeof(uint32_t)),
		.count = calloc(parts, sizeof(uint32_t)),
	};
	seats->node = calloc((size_t) seats->wanted + 1, sizeof(uint32_t));
	if (!seats->first || !seats->count || !seats->node)
		return false;
	for (uint32_t p = 0; p < parts; p++)
		seats->first[p + 1] =
			seats->first[p] + _part(seats, p)->min_nodes;
	return true;
}

void fts_seats_close(struct fts_seats *seats)
{
	free(seats->first);
	free(seats->count);
	free(seats->node);
	*seats = (struct fts_seats){.request = seats->request};
}

/* In a free seat, or in that of a node which finds another one.  tried: a bit
 * for each part that was looked at; as deep as there are parts. */
static bool _seat_node(struct fts_seats *seats, uint32_t node, uint32_t *tried)
{
	for (uint32_t p = 0; p <= seats->request->part_count; p++) {
		uint32_t first = seats->first[p];

		if (*tried & (UINT32_C(1) << p) ||
		    !ft_node_set_has(_part(seats, p)->eligible, node))
			continue;
		*tried |= UINT32_C(1) << p;
		if (first + seats->count[p] < seats->first[p + 1]) {
			seats->node[first + seats->count[p]++] = node;
			return true;
		}
		for (uint32_t s = first; s < first + seats->count[p]; s++)
			if (_seat_node(seats, seats->node[s], tried)) {
				seats->node[s] = node;
				return true;
			}
	}
	return false;
}

bool fts_seats_offer(struct fts_seats *seats, uint32_t node)
{
	uint32_t tried = 0;

	if (seats->taken == seats->wanted || !_seat_node(seats, node, &tried))
		return false;
	seats->taken++;
	return true;
}
