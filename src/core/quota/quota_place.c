/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_place.h.
 */
#include "core/quota/quota_place.h"

#include <errno.h>
#include <stdlib.h>

static void _count_place(const struct ft_vertex_list *list,
			 const struct ft_quota *quota,
			 struct ft_quota_place *place)
{
	for (uint32_t v = list->count; v-- > 1;) {
		uint32_t up = list->vertex[v].parent;

		place->waiting[up] += place->waiting[v];
		if (quota[v].high)
			place->high[up] += place->waiting[v];
	}
}

int ft_quota_place_make(const struct ft_vertex_list *list,
			const struct ft_quota *quota,
			const struct ft_quota_job *job, uint32_t count,
			const uint32_t *order, struct ft_quota_place *ret_place)
{
	struct ft_quota_place place = {.count = count};
	int rc = 0;

	place.waiting = calloc(list->count, sizeof(*place.waiting));
	place.high = calloc(list->count, sizeof(*place.high));
	if (!place.waiting || !place.high)
		rc = -ENOMEM;
	for (uint32_t i = 0; i < count && !rc; i++) {
		rc = ft_id_map_put(&place.jobs, job[order[i]].job_id, i);
		place.waiting[job[i].account]++;
	}
	if (rc) {
		ft_quota_place_fini(&place);
		return rc;
	}
	_count_place(list, quota, &place);
	*ret_place = place;
	return 0;
}

void ft_quota_place_fini(struct ft_quota_place *place)
{
	ft_id_map_fini(&place->jobs);
	free(place->waiting);
	free(place->high);
	*place = (struct ft_quota_place){0};
}

double ft_quota_place_factor(uint32_t place, uint32_t count)
{
	return (double) (count - place) / (double) count;
}

/* How many jobs are voted for before one that is the last to come. */
static uint32_t _before_place(const struct ft_quota_place *place,
			      const struct ft_vertex_list *list,
			      const struct ft_quota *quota, uint32_t account)
{
	uint32_t before = place->waiting ? place->waiting[account] : 0;

	for (uint32_t v = account; v; v = list->vertex[v].parent) {
		uint32_t up = list->vertex[v].parent;
		uint32_t others = 0;

		if (place->waiting && quota[v].high)
			others = place->high[up] - place->waiting[v];
		else if (place->waiting)
			others = place->waiting[up] - place->waiting[v];
		before += others;
	}
	return before;
}

double ft_quota_place_of(const struct ft_quota_place *place,
			 const struct ft_vertex_list *list,
			 const struct ft_quota *quota, uint32_t job_id,
			 uint32_t account)
{
	uint32_t at;
	double count = place->count ? place->count : 1;
	double factor;

	if (ft_id_map_get(&place->jobs, job_id, &at))
		return ft_quota_place_factor(at, place->count);
	at = _before_place(place, list, quota, account);
	/* The one before it has place at - 1, the one behind it place at. */
	factor = ((double) place->count - at + 0.75 -
		  ft_quota_class(list, quota, account) / 2) /
		 count;
	return factor > 1 ? 1 : factor;
}
