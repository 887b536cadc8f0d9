/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_gres - generic resources, by kind and type.
 *
 * A kind that has types is counted for all of them together, and for each type
 * besides.  Which devices of a node a job has is a matter of shared_gpu.c and
 * socket_gpu.c.
 */
#include "slurm/reserve/resource/dimension.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "slurm/reserve/resource/shared_gpu.h"

/* type: its name; NULL: any. */
static struct fts_kind *_add_kind(struct fts_build *build,
				  const gres_state_t *gres, uint32_t type_id,
				  const char *type)
{
	uint32_t known = fts_build_kind(build, gres->plugin_id, type_id);
	struct fts_kind *kind;

	if (known != FT_NO_INDEX)
		return &build->kind[known - FT_FIRST_GRES];
	kind = FT_ARRAY_APPEND(build->kind, build->kind_count);
	if (!kind) {
		build->failed = true;
		return NULL;
	}
	kind->plugin_id = gres->plugin_id;
	kind->type_id = type_id;
	snprintf(kind->name, sizeof(kind->name), "gres/%s%s%s",
		 gres->gres_name ? gres->gres_name : "", type ? ":" : "",
		 type ? type : "");
	return kind;
}

static void _find_types(struct fts_build *build, const gres_state_t *gres,
			const gres_node_state_t *state)
{
	struct fts_kind *kind = _add_kind(build, gres, 0, NULL);
	bool mixed = state->type_cnt > 1;

	if (!kind)
		return;
	kind->mixed |= mixed;
	kind->no_consume |= state->no_consume;
	kind->shared |= gres_id_shared(gres->config_flags);
	kind->single |= (gres->config_flags & GRES_CONF_ONE_SHARING) != 0;
	for (uint16_t i = 0; i < state->type_cnt; i++)
		_add_kind(build, gres, state->type_id[i], state->type_name[i]);
}

/* The kinds of GRES that any node has. */
static uint32_t _gres_columns(struct fts_build *build, uint32_t count)
{
	for (int i = 0; i < node_record_count; i++) {
		node_record_t *node = node_record_table_ptr[i];
		fts_list_iterator_t iterator;
		gres_state_t *gres;

		if (!node || !node->gres_list)
			continue;
		iterator = list_iterator_create(node->gres_list);
		while ((gres = list_next(iterator)))
			_find_types(build, gres, gres->gres_data);
		list_iterator_destroy(iterator);
	}
	return count + build->kind_count;
}

static int64_t _count_gres(uint64_t count)
{
	return count >= (UINT64_C(1) << 53) ? 0 : (int64_t) count;
}

static void _gres_capacity(struct fts_build *build, const node_record_t *node,
			   int64_t *capacity)
{
	fts_list_iterator_t iterator;
	gres_state_t *gres;

	if (!node->gres_list)
		return;
	iterator = list_iterator_create(node->gres_list);
	while ((gres = list_next(iterator))) {
		gres_node_state_t *state = gres->gres_data;
		uint32_t kind = fts_build_kind(build, gres->plugin_id, 0);

		if (kind != FT_NO_INDEX)
			capacity[kind] = _count_gres(state->gres_cnt_avail);
		for (uint16_t i = 0; i < state->type_cnt; i++) {
			kind = fts_build_kind(build, gres->plugin_id,
					      state->type_id[i]);
			if (kind != FT_NO_INDEX)
				capacity[kind] =
					_count_gres(state->type_cnt_avail[i]);
		}
	}
	list_iterator_destroy(iterator);
}

/*
 * On which GPU a share is that is not counted by GPU: it could be any of the
 * node, so none of them is free for a job that wants a whole one.
 */
static void _hold_all_gpus(const struct fts_build *build, uint32_t node,
			   int64_t *amount)
{
	const int64_t *capacity =
		build->snapshot->capacity +
		(size_t) node * build->snapshot->resource_count;
	uint32_t gpu = gres_build_id("gpu");

	for (uint32_t k = 0; k < build->kind_count; k++)
		if (build->kind[k].plugin_id == gpu)
			amount[FT_FIRST_GRES + k] = capacity[FT_FIRST_GRES + k];
}

static void _gres_held(struct fts_build *build, struct fts_held *held)
{
	const job_record_t *job = held->job;
	uint32_t n = held->n, node = held->node;
	int64_t *amount = held->amount;
	fts_list_iterator_t iterator;
	gres_state_t *gres;

	if (!job->gres_list_alloc)
		return;
	iterator = list_iterator_create(job->gres_list_alloc);
	while ((gres = list_next(iterator))) {
		gres_job_state_t *state = gres->gres_data;
		uint32_t any = fts_build_kind(build, gres->plugin_id, 0);
		uint32_t typed = FT_NO_INDEX;

		if (any == FT_NO_INDEX || n >= state->node_cnt ||
		    !state->gres_cnt_node_alloc)
			continue;
		if (!fts_build_device_held(build, gres->plugin_id, state, n,
					   node, amount))
			held->whole = true;
		if (build->kind[any - FT_FIRST_GRES].shared &&
		    !build->cycle->devices.count)
			_hold_all_gpus(build, node, amount);
		if (state->type_id)
			typed = fts_build_kind(build, gres->plugin_id,
					       state->type_id);
		amount[any] += (int64_t) state->gres_cnt_node_alloc[n];
		if (typed != FT_NO_INDEX)
			amount[typed] +=
				(int64_t) state->gres_cnt_node_alloc[n];
	}
	list_iterator_destroy(iterator);
}

static void _gres_free(struct fts_build *build)
{
	free(build->kind);
}

const struct fts_dimension fts_gres = {
	.columns = _gres_columns,
	.capacity = _gres_capacity,
	.held = _gres_held,
	.free = _gres_free,
};
