/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See assoc_walk.h.
 */
#include "slurm/fairtree/usage/assoc_walk.h"

#include <stdlib.h>

#include "slurm/common/job_cursor.h"
#include "slurm/common/lock.h"

/* How far ahead: the record, then what it points to, then what that does. */
enum { RECORD_AHEAD = 24, USAGE_AHEAD = 16, TRES_AHEAD = 8, LINE = 64 };

enum { SLICE = 4096 }; /* associations in one hold */

static int _gather_assoc(void *x, void *arg)
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
	list_for_each(assoc_mgr_assoc_list, _gather_assoc, walk);
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

struct slice {
	void (*write)(slurmdb_assoc_rec_t *assoc, void *arg);
	void *arg;
	uint32_t at, from, to; /* positions in assoc_mgr's list */
};

static int _write_assoc(void *x, void *arg)
{
	struct slice *slice = arg;

	if (slice->at++ < slice->from)
		return 0;
	slice->write(x, slice->arg);
	return slice->at == slice->to ? -1 : 0;
}

void fts_assoc_each(void (*write)(slurmdb_assoc_rec_t *assoc, void *arg),
		    void *arg)
{
	assoc_mgr_lock_t locks = {.assoc = WRITE_LOCK};
	struct slice slice = {.write = write, .arg = arg};

	do {
		slice.at = 0;
		slice.to = slice.from + SLICE;
		fts_lock_assoc(&locks, "associations");
		if (assoc_mgr_assoc_list)
			list_for_each(assoc_mgr_assoc_list, _write_assoc,
				      &slice);
		fts_unlock_assoc(&locks);
		slice.from = slice.to;
		if (slice.at == slice.to)
			fts_job_cursor_pause();
	} while (slice.at == slice.to);
}
