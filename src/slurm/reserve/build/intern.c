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

#include "core/base/array.h"
#include "core/base/index_map.h"

enum { FIRST_ROOM = 1024 };

struct fts_content {
	struct ft_index_map known; /* to shared, by hash */
	uint32_t count, room;
	struct fts_shared **shared;
	struct ft_node_set *scratch; /* see fts_build_scratch */
};

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

/* The content's slots are made with the first of it. */
static struct fts_content *_content(struct fts_build *build)
{
	struct fts_content *content = build->content;

	if (content)
		return content;
	content = calloc(1, sizeof(*content));
	if (content && ft_index_map_init(&content->known, FIRST_ROOM)) {
		free(content);
		content = NULL;
	}
	build->content = content;
	build->failed |= !content;
	return content;
}

static struct fts_shared *_find_content(const struct fts_content *content,
					uint64_t hash, const void *data,
					size_t size)
{
	size_t at = SIZE_MAX;
	uint32_t i;

	while ((i = ft_index_map_next(&content->known, hash, &at)) !=
	       UINT32_MAX) {
		struct fts_shared *shared = content->shared[i];

		if (shared->size == size && !memcmp(shared->data, data, size))
			return shared;
	}
	return NULL;
}

static bool _add_content(struct fts_content *content, uint64_t hash,
			 struct fts_shared *shared)
{
	if (!FT_ARRAY_GROW(content->shared, content->count, content->room) ||
	    ft_index_map_put(&content->known, hash, content->count))
		return false;
	content->shared[content->count++] = shared;
	return true;
}

static struct fts_shared *
_share_content(struct fts_build *build, const void *data, size_t size,
	       void *(*alloc)(struct fts_build *, size_t))
{
	struct fts_content *content = _content(build);
	uint64_t hash = _content_hash(data, size);
	struct fts_shared *shared;

	if (!content)
		return NULL;
	shared = _find_content(content, hash, data, size);
	if (shared)
		return shared;
	shared = alloc(build, sizeof(*shared) + size);
	if (!shared)
		return NULL;
	shared->size = size;
	memcpy(shared->data, data, size);
	if (!_add_content(content, hash, shared)) {
		build->failed = true;
		return NULL;
	}
	return shared;
}

uint32_t fts_build_content_count(const struct fts_build *build)
{
	return build->content ? build->content->count : 0;
}

void fts_build_content_free(struct fts_build *build)
{
	struct fts_content *content = build->content;

	if (!content)
		return;
	ft_index_map_fini(&content->known);
	free(content->shared);
	ft_node_set_free(content->scratch);
	free(content);
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
	struct fts_content *content = _content(build);

	if (!content)
		return NULL;
	if (!content->scratch)
		content->scratch = ft_node_set_new(build->snapshot->node_count);
	if (content->scratch)
		ft_node_set_clear(content->scratch);
	else
		build->failed = true;
	return content->scratch;
}
