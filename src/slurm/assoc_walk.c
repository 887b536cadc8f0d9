/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See assoc_walk.h.
 */
#include "slurm/assoc_walk.h"

#include <stdlib.h>

/* How far ahead: the record, then what it points to, then what that does. */
enum { RECORD_AHEAD = 24, USAGE_AHEAD = 16, TRES_AHEAD = 8, LINE = 64 };

static int _gather(void *x, void *arg)
{
	struct fts_assoc_walk *walk = arg;

	if (walk->count == walk->size)
		return -1;
	walk->assoc[walk->count++] = x;
	return 0;
}

bool fts_assoc_walk_reserve(struct fts_assoc_walk *walk)
{
	walk->count = 0;
	walk->size = (uint32_t) list_count(assoc_mgr_assoc_list) + 1;
	walk->assoc = malloc(walk->size * sizeof(*walk->assoc));
	return walk->assoc != NULL;
}

bool fts_assoc_walk_begin(struct fts_assoc_walk *walk)
{
	if (!fts_assoc_walk_reserve(walk))
		return false;
	list_for_each(assoc_mgr_assoc_list, _gather, walk);
	return true;
}

void fts_assoc_walk_end(struct fts_assoc_walk *walk)
{
	free(walk->assoc);
}

void fts_assoc_walk_ahead(const struct fts_assoc_walk *walk, uint32_t i)
{
	if (i + RECORD_AHEAD < walk->count) {
		const slurmdb_assoc_rec_t *assoc =
			walk->assoc[i + RECORD_AHEAD];

		__builtin_prefetch(&assoc->id);
		__builtin_prefetch(&assoc->leaf_usage);
		__builtin_prefetch(&assoc->usage);
	}
	if (i + USAGE_AHEAD < walk->count) {
		const slurmdb_assoc_usage_t *usage =
			walk->assoc[i + USAGE_AHEAD]->usage;

		__builtin_prefetch(&usage->grp_used_wall, 1);
		__builtin_prefetch(&usage->usage_raw, 1);
		__builtin_prefetch(&usage->level_fs, 1);
	}
	if (i + TRES_AHEAD < walk->count) {
		const char *tres = (const char *) walk->assoc[i + TRES_AHEAD]
					   ->usage->usage_tres_raw;

		__builtin_prefetch(tres, 1);
		__builtin_prefetch(tres + LINE, 1);
	}
}
