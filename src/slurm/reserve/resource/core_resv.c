/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/core_resv.h.
 */
#include "slurm/reserve/resource/core_resv.h"
#include "core/base/array.h"
#include "slurm/reserve/resource/dimension.h"

#include <stdlib.h>

#include "src/common/node_conf.h"
#include "src/slurmctld/reservation.h"

struct fts_slice {
	uint32_t resv_id;
	uint32_t resource; /* of its jobs; reservations on other nodes share it
			    */
	bitstr_t *cores;   /* of all nodes */
	bitstr_t *nodes;
	uint32_t share_count; /* of the outer resource */
	struct ft_share *share;
};

/* Resources for jobs inside: so many reservations may be on one node. */
enum { SLOTS_MAX = 8 };

static bool _sliced(const slurmctld_resv_t *resv)
{
	return resv->core_bitmap && resv->node_bitmap &&
	       !(resv->ctld_flags & RESV_CTLD_FULL_NODE) &&
	       !(resv->flags & RESERVE_FLAG_FLEX) &&
	       bit_ffs(resv->core_bitmap) >= 0;
}

/* The first resource that no reservation on one of its nodes has. */
static uint32_t _slice_slot(const struct fts_build *build,
			    const slurmctld_resv_t *resv)
{
	uint32_t used = 0, slot = 0;

	for (uint32_t i = 0; i < build->slices.count; i++) {
		const struct fts_slice *slice = &build->slices.slice[i];

		if (bit_overlap_any(slice->cores, resv->core_bitmap))
			return SLOTS_MAX;
		if (bit_overlap_any(slice->nodes, resv->node_bitmap))
			used |= UINT32_C(1) << slice->resource;
	}
	while (used >> slot & 1)
		slot++;
	return slot;
}

static void _add_slice(struct fts_build *build, const slurmctld_resv_t *resv,
		       uint32_t slot)
{
	struct fts_slice *slice =
		FT_ARRAY_APPEND(build->slices.slice, build->slices.count);

	if (!slice) {
		build->failed = true;
		return;
	}
	*slice = (struct fts_slice){
		.resv_id = resv->resv_id,
		.resource = slot,
		.cores = bit_copy(resv->core_bitmap),
		.nodes = bit_copy(resv->node_bitmap),
	};
}

static void _find_slice(struct fts_build *build)
{
	fts_list_iterator_t iterator = list_iterator_create(resv_list);
	const slurmctld_resv_t *resv;

	while ((resv = list_next(iterator))) {
		uint32_t slot =
			_sliced(resv) ? _slice_slot(build, resv) : SLOTS_MAX;

		if (slot < SLOTS_MAX)
			_add_slice(build, resv, slot);
	}
	list_iterator_destroy(iterator);
}

static uint32_t _slice_columns(struct fts_build *build, uint32_t count)
{
	uint32_t slots = 0;

	build->slices.outside = FT_NO_INDEX;
	if (build->linear || build->sockets || !resv_list ||
	    !list_count(resv_list))
		return count;
	_find_slice(build);
	if (!build->slices.count)
		return count;
	build->slices.outside = count++;
	for (uint32_t i = 0; i < build->slices.count; i++) {
		slots = MAX(slots, build->slices.slice[i].resource + 1);
		build->slices.slice[i].resource += count;
	}
	return count + slots;
}

static void _free_slices(struct fts_build *build)
{
	for (uint32_t i = 0; i < build->slices.count; i++) {
		FREE_NULL_BITMAP(build->slices.slice[i].cores);
		FREE_NULL_BITMAP(build->slices.slice[i].nodes);
	}
	free(build->slices.slice);
}

/* Cores of the node that are in the slice, and that jobs may have. */
static int64_t _count_slice(const struct fts_slice *slice,
			    const node_record_t *node)
{
	int64_t first = cr_get_coremap_offset(node->index), count = 0;

	for (int64_t i = 0; i < node->tot_cores; i++) {
		if (node->node_spec_bitmap &&
		    !bit_test(node->node_spec_bitmap, i))
			continue;
		if (first + i < bit_size(slice->cores))
			count += bit_test(slice->cores, first + i);
	}
	return count;
}

static bool _has_node(const struct fts_slice *slice, uint32_t node)
{
	return node < bit_size(slice->nodes) && bit_test(slice->nodes, node);
}

static void _slice_capacity(struct fts_build *build, const node_record_t *node,
			    int64_t *capacity)
{
	if (build->slices.outside == FT_NO_INDEX)
		return;
	capacity[build->slices.outside] = capacity[FT_CORES];
	for (uint32_t i = 0; i < build->slices.count; i++)
		if (_has_node(&build->slices.slice[i], node->index))
			capacity[build->slices.slice[i].resource] =
				_count_slice(&build->slices.slice[i], node);
}

static struct fts_slice *_slice(const struct fts_build *build, uint32_t resv_id)
{
	for (uint32_t i = 0; i < build->slices.count; i++)
		if (build->slices.slice[i].resv_id == resv_id)
			return &build->slices.slice[i];
	return NULL;
}

const struct fts_slice *fts_build_slice(const struct fts_build *build,
					uint32_t resv_id)
{
	return _slice(build, resv_id);
}

static void _list_shares(struct fts_build *build, struct fts_slice *slice)
{
	const struct ft_snapshot *snapshot = build->snapshot;
	uint32_t count = (uint32_t) bit_set_count(slice->nodes);

	slice->share = fts_build_alloc(build, count * sizeof(*slice->share));
	for (int64_t n = fts_bit_next(slice->nodes, 0);
	     slice->share && n >= 0 && n < snapshot->node_count;
	     n = fts_bit_next(slice->nodes, n + 1)) {
		const int64_t *capacity = snapshot->capacity +
					  (size_t) n * snapshot->resource_count;
		int64_t *amount = fts_build_amounts(build);

		if (!amount)
			return;
		amount[build->slices.outside] = capacity[slice->resource];
		slice->share[slice->share_count++] = (struct ft_share){
			.node = (uint32_t) n,
			.amount = amount,
		};
	}
}

struct ft_share *fts_build_slice_shares(struct fts_build *build,
					uint32_t resv_id, uint32_t *ret_count)
{
	struct fts_slice *slice = _slice(build, resv_id);

	*ret_count = 0;
	if (!slice)
		return NULL;
	if (!slice->share)
		_list_shares(build, slice);
	*ret_count = slice->share_count;
	return slice->share;
}

/* The column of that core: its reservation's, or none's. */
static uint32_t _slice_resource(const struct fts_build *build, int64_t core)
{
	for (uint32_t i = 0; i < build->slices.count; i++)
		if (core < bit_size(build->slices.slice[i].cores) &&
		    bit_test(build->slices.slice[i].cores, core))
			return build->slices.slice[i].resource;
	return build->slices.outside;
}

bool fts_build_slice_core(const struct fts_build *build, int64_t core)
{
	return build->slices.count &&
	       _slice_resource(build, core) != build->slices.outside;
}

static void _slice_held(struct fts_build *build, struct fts_held *held)
{
	bitstr_t *cores = held->job->job_resrcs->core_bitmap;
	uint32_t node = held->node;
	int64_t offset;
	bool any = false;

	for (uint32_t i = 0; i < build->slices.count; i++)
		any |= _has_node(&build->slices.slice[i], node);
	if (!any)
		return;
	offset = cr_get_coremap_offset(node);
	for (int64_t i = 0; i < held->count; i++)
		if (bit_test(cores, held->first + i))
			held->amount[_slice_resource(build, offset + i)]++;
}

static bool _near_slice(const struct fts_build *build,
			const struct ft_request *request)
{
	for (uint32_t i = 0; i < build->slices.count; i++) {
		bitstr_t *nodes = build->slices.slice[i].nodes;

		for (int64_t n = fts_bit_next(nodes, 0);
		     n >= 0 && n < request->eligible->size;
		     n = fts_bit_next(nodes, n + 1))
			if (ft_node_set_has(request->eligible, (uint32_t) n))
				return true;
	}
	return false;
}

void fts_build_slice_cores(struct fts_build *build, uint32_t resv_id,
			   bool whole, bool rows, struct ft_request *request)
{
	const struct fts_slice *slice = _slice(build, resv_id);
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t *per_core;

	if (!build->slices.count || whole)
		return;
	if (!slice && (resv_id || rows || request->exclusive ||
		       !_near_slice(build, request)))
		return;
	per_core = fts_build_amounts(build);
	if (!per_core)
		return;
	if (request->per_core)
		memcpy(per_core, request->per_core, size);
	per_core[slice ? slice->resource : build->slices.outside] = 1;
	request->per_core = fts_build_same(build, per_core, size);
	request->exclusive = false;
}

const struct fts_dimension fts_core_resv = {
	.columns = _slice_columns,
	.capacity = _slice_capacity,
	.held = _slice_held,
	.free = _free_slices,
};
