/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See build.h: memory, sets of nodes and kinds of GRES of a build.
 */
#include "slurm/reserve/build/build.h"

#include <errno.h>

#include "core/base/arena.h"
#include "slurm/common/lock.h"

enum { STRETCH = 256 }; /* bits that are skipped at once */

void *fts_build_alloc(struct fts_build *build, size_t size)
{
	void *memory = ft_snapshot_alloc(build->snapshot, size ? size : 1);

	if (!memory)
		build->failed = true;
	return memory;
}

static void *_build_piece(struct fts_build *build, struct ft_arena **arena,
			  size_t size)
{
	void *memory;

	if (!*arena)
		*arena = ft_arena_new();
	memory = *arena ? ft_arena_alloc(*arena, size) : NULL;
	if (!memory)
		build->failed = true;
	return memory;
}

void *fts_build_own(struct fts_build *build, size_t size)
{
	return _build_piece(build, &build->own, size);
}

void *fts_build_draft(struct fts_build *build, size_t size)
{
	return _build_piece(build, &build->draft, size);
}

int64_t fts_bit_next(bitstr_t *bitmap, int64_t from)
{
	int64_t size = bit_size(bitmap);

	for (int64_t i = from; i < size; i++) {
		/* empty stretches are skipped: many sets are small */
		while (!(i % STRETCH) && i + STRETCH <= size &&
		       !bit_set_count_range(bitmap, i, i + STRETCH))
			i += STRETCH;
		if (i < size && bit_test(bitmap, i))
			return i;
	}
	return -1;
}

/* Most sets are of few nodes, or of nearly all. */
void fts_set_add(struct ft_node_set *set, bitstr_t *bitmap)
{
	enum { WORD = 64 };
	int64_t size = MIN(bit_size(bitmap), (int64_t) set->size);

	for (int64_t i = 0; i < size; i += WORD) {
		int64_t end = MIN(i + WORD, size);
		int64_t left = bit_set_count_range(bitmap, i, end);

		if (left == WORD)
			set->word[i / WORD] = UINT64_MAX;
		for (int64_t k = i; left && left < WORD && k < end; k++)
			if (bit_test(bitmap, k)) {
				ft_node_set_add(set, (uint32_t) k);
				left--;
			}
	}
}

struct ft_node_set *fts_build_set(struct fts_build *build, bitstr_t *bitmap)
{
	struct ft_node_set *set = ft_snapshot_set(build->snapshot);

	if (!set) {
		build->failed = true;
		return NULL;
	}
	if (bitmap)
		fts_set_add(set, bitmap);
	return set;
}

int64_t *fts_build_amounts(struct fts_build *build)
{
	return fts_build_alloc(build, build->snapshot->resource_count *
					      sizeof(int64_t));
}

int64_t *fts_build_draft_amounts(struct fts_build *build)
{
	return fts_build_draft(build, build->snapshot->resource_count *
					      sizeof(int64_t));
}

uint32_t fts_build_kind(const struct fts_build *build, uint32_t plugin_id,
			uint32_t type_id)
{
	for (uint32_t i = 0; i < build->kind_count; i++)
		if (build->kind[i].plugin_id == plugin_id &&
		    build->kind[i].type_id == type_id)
			return FT_FIRST_GRES + i;
	return FT_NO_INDEX;
}

void fts_build_pause(struct fts_build *build, assoc_mgr_lock_t *locks)
{
	fts_unlock_assoc(locks);
	(void) fts_hold_pause(build->hold);
	fts_lock_assoc(locks, "limits");
}

/* Nodes or configuration changed: what was copied before does not fit. */
static bool _outdated(const struct fts_build *build)
{
	return slurm_conf.last_update != build->config_time ||
	       (uint32_t) node_record_count != build->snapshot->node_count;
}

int fts_build_breathe(struct fts_build *build, bool *ret_cut,
		      struct ft_err *err)
{
	bool cut = fts_hold_pause(build->hold);

	if (ret_cut)
		*ret_cut |= cut;
	if (!_outdated(build) && !fts_hold_stopped(build->hold))
		return 0;
	return ft_fail(err, -EAGAIN,
		       "the configuration or the nodes changed while jobs "
		       "were copied");
}
