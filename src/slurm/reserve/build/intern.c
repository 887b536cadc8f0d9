/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_share - equal content stands in a snapshot once.
 *
 * A queue holds far fewer kinds of demand than jobs.  Node sets, amounts and
 * whole lists of requests that are equal byte for byte become one, so that a
 * snapshot is small and two of them are compared by their pointers.
 */
#include "slurm/reserve/build/build.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1024 };

/* Eight bytes at a time: node sets are long. */
static uint64_t _content_hash(const unsigned char *data, size_t size)
{
	const uint64_t prime = UINT64_C(0x9e3779b97f4a7c15);
	uint64_t hash = size * prime, word;

	for (; size >= sizeof(word); size -= sizeof(word)) {
		memcpy(&word, data, sizeof(word));
		hash = (hash ^ word) * prime;
		hash ^= hash >> 32;
		data += sizeof(word);
	}
	word = 0;
	memcpy(&word, data, size);
	hash = (hash ^ word) * prime;
	return hash ^ hash >> 29;
}

static bool _grow_content(struct fts_build *build)
{
	uint32_t room =
		build->shared_room ? build->shared_room * 2 : FIRST_ROOM;
	struct fts_shared **shared = calloc(room, sizeof(*shared));

	if (!shared) {
		build->failed = true;
		return false;
	}
	for (uint32_t i = 0; i < build->shared_room; i++) {
		uint64_t at;

		if (!build->shared[i])
			continue;
		at = build->shared[i]->hash & (room - 1);
		while (shared[at])
			at = (at + 1) & (room - 1);
		shared[at] = build->shared[i];
	}
	free(build->shared);
	build->shared = shared;
	build->shared_room = room;
	return true;
}

static bool _is_content(const struct fts_shared *shared, uint64_t hash,
			const void *data, size_t size)
{
	return shared->hash == hash && shared->size == size &&
	       !memcmp(shared->data, data, size);
}

static struct fts_shared *
_share_content(struct fts_build *build, const void *data, size_t size,
	       void *(*alloc)(struct fts_build *, size_t))
{
	uint64_t hash = _content_hash(data, size), at;
	struct fts_shared *shared;

	if (build->shared_count * 2 >= build->shared_room &&
	    !_grow_content(build))
		return NULL;
	at = hash & (build->shared_room - 1);
	while (build->shared[at] &&
	       !_is_content(build->shared[at], hash, data, size))
		at = (at + 1) & (build->shared_room - 1);
	if (build->shared[at])
		return build->shared[at];
	shared = alloc(build, sizeof(*shared) + size);
	if (!shared)
		return NULL;
	shared->hash = hash;
	shared->size = size;
	memcpy(shared->data, data, size);
	build->shared[at] = shared;
	build->shared_count++;
	return shared;
}

struct fts_shared *fts_build_share(struct fts_build *build, const void *data,
				   size_t size)
{
	return _share_content(build, data, size, fts_build_alloc);
}

struct fts_shared *fts_build_memo(struct fts_build *build, const void *key,
				  size_t size)
{
	return _share_content(build, key, size, fts_build_own);
}

void *fts_build_same(struct fts_build *build, const void *data, size_t size)
{
	struct fts_shared *shared;

	if (!data)
		return NULL;
	shared = fts_build_share(build, data, size);
	return shared ? shared->data : NULL;
}

char *fts_build_text(struct fts_build *build, const char *text)
{
	return fts_build_same(build, text, strlen(text) + 1);
}

struct fts_shared *fts_build_share_set(struct fts_build *build,
				       const struct ft_node_set *set)
{
	size_t words = ((size_t) set->size + 63) / 64;

	return fts_build_share(build, set,
			       sizeof(*set) + words * sizeof(set->word[0]));
}

struct ft_node_set *fts_build_scratch(struct fts_build *build)
{
	if (!build->scratch)
		build->scratch = ft_node_set_new(build->snapshot->node_count);
	if (build->scratch)
		ft_node_set_clear(build->scratch);
	else
		build->failed = true;
	return build->scratch;
}
