/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See credential_cache.h.
 */
#include "slurm/fairtree/usage/credential_cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "slurm/common/id_name.h"

enum { ENTRIES = 1024, ID_BYTES = 16 };

/* What a job runs as.  Strings lie in the cache's names. */
struct fts_credential_entry {
	uint32_t uid, gid, assoc_id, qos_id;
	enum ft_pbs_entity entity;
	uint32_t account, partition; /* numbers of names, or FT_NAME_NONE */
	struct ft_ledger_place place;
};

int fts_credential_cache_init(struct fts_credential_cache *cache)
{
	*cache = (struct fts_credential_cache){0};
	if (!ft_name_table_init(&cache->names) &&
	    !ft_index_map_init(&cache->index, ENTRIES))
		return 0;
	fts_credential_cache_fini(cache);
	return -ENOMEM;
}

void fts_credential_cache_fini(struct fts_credential_cache *cache)
{
	free(cache->entry);
	ft_index_map_fini(&cache->index);
	ft_name_table_fini(&cache->names);
	*cache = (struct fts_credential_cache){0};
}

void fts_credential_cache_clear(struct fts_credential_cache *cache)
{
	ft_index_map_clear(&cache->index);
	ft_name_table_clear(&cache->names);
	cache->count = 0;
}

void fts_credential_cache_mark(const struct fts_credential_cache *cache,
			       struct ft_ledger_marks *marks)
{
	for (uint32_t i = 0; i < cache->count; i++)
		ft_ledger_marks_place(marks, &cache->entry[i].place);
}

/* What the system calls an id, or else the id in decimal, in room. */
static const char *_credential_name(const char *known, uint32_t id, char *room)
{
	if (known)
		return known;
	snprintf(room, ID_BYTES, "%u", id);
	return room;
}

/* The system's word, else what accounting or the job itself remembers. */
static const char *_credential_user(const job_record_t *job)
{
	const char *known = fts_id_name_user(job->user_id);

	if (!known && job->assoc_ptr)
		known = job->assoc_ptr->user;
	return known ? known : job->user_name;
}

void fts_credential_path(const slurmdb_assoc_rec_t *assoc, char *path)
{
	char *at = path + FTS_PATH_BYTES - 1;

	*at = '\0';
	for (; assoc && assoc->usage->parent_assoc_ptr;
	     assoc = assoc->usage->parent_assoc_ptr) {
		const char *name = assoc->user ? assoc->user : assoc->acct;
		size_t size = strlen(name);

		if (size + 1 > (size_t) (at - path))
			break;
		at -= size;
		memcpy(at, name, size);
		*--at = '/';
	}
	memmove(path, at, strlen(at) + 1);
}

static void _credential_path(const job_record_t *job, const char *user,
			     char *path)
{
	const char *account = job->account;

	if (job->assoc_ptr && job->assoc_ptr->usage)
		fts_credential_path(job->assoc_ptr, path);
	else if (account && account[0])
		snprintf(path, FTS_PATH_BYTES, "%s%s/%s",
			 account[0] == '/' ? "" : "/", account, user);
	else
		snprintf(path, FTS_PATH_BYTES, "/%s", user);
}

static const char *_entity(const struct ft_ledger_names *names,
			   enum ft_pbs_entity entity, char *room, size_t size)
{
	switch (entity) {
	case FT_PBS_EGROUP:
		return names->credential[FT_GROUP];
	case FT_PBS_EGROUP_EUSER:
		snprintf(room, size, "%s:%s", names->credential[FT_GROUP],
			 names->credential[FT_USER]);
		return room;
	case FT_PBS_ACCOUNT_NAME:
		return names->credential[FT_ACCOUNT];
	case FT_PBS_QUEUE:
		return names->credential[FT_CLASS];
	case FT_PBS_EUSER:
	default:
		return names->credential[FT_USER];
	}
}

static int _find_place(const job_record_t *job, enum ft_pbs_entity entity,
		       struct ft_ledger *ledger, struct ft_ledger_place *ret)
{
	char path[FTS_PATH_BYTES], pair[512], uid[ID_BYTES], gid[ID_BYTES];
	struct ft_ledger_names names = {
		.path = path,
		.credential[FT_USER] = _credential_name(_credential_user(job),
							job->user_id, uid),
		.credential[FT_GROUP] = _credential_name(
			fts_id_name_group(job->group_id), job->group_id, gid),
		.credential[FT_ACCOUNT] = job->account,
	};

	if (job->qos_ptr)
		names.credential[FT_QOS] = job->qos_ptr->name;
	if (job->part_ptr)
		names.credential[FT_CLASS] = job->part_ptr->name;
	_credential_path(job, names.credential[FT_USER], path);
	names.entity = _entity(&names, entity, pair, sizeof(pair));
	return ft_ledger_place(ledger, &names, ret);
}

static uint64_t _credential_hash(const struct fts_credential_entry *key)
{
	uint64_t hash = ft_index_mix(key->uid, key->gid);

	hash = ft_index_mix(hash, key->assoc_id);
	hash = ft_index_mix(hash, key->qos_id);
	hash = ft_index_mix(hash, key->account);
	hash = ft_index_mix(hash, key->partition);
	return ft_index_mix(hash, key->entity);
}

static bool _same_credential(const struct fts_credential_entry *a,
			     const struct fts_credential_entry *b)
{
	return a->uid == b->uid && a->gid == b->gid &&
	       a->assoc_id == b->assoc_id && a->qos_id == b->qos_id &&
	       a->account == b->account && a->partition == b->partition &&
	       a->entity == b->entity;
}

static uint32_t _credential_number(struct fts_credential_cache *cache,
				   const char *name)
{
	return name ? ft_name_table_add(&cache->names, name) : FT_NAME_NONE;
}

static int _remember_credential(struct fts_credential_cache *cache,
				const struct fts_credential_entry *key)
{
	if (!FT_ARRAY_GROW(cache->entry, cache->count, cache->size))
		return -ENOMEM;
	cache->entry[cache->count] = *key;
	return ft_index_map_put(&cache->index, _credential_hash(key),
				cache->count++);
}

int fts_credential_cache_get(struct fts_credential_cache *cache,
			     const job_record_t *job, enum ft_pbs_entity entity,
			     struct ft_ledger *ledger,
			     struct ft_ledger_place *ret_place)
{
	struct fts_credential_entry key = {
		.uid = job->user_id,
		.gid = job->group_id,
		.assoc_id = job->assoc_id,
		.qos_id = job->qos_ptr ? job->qos_ptr->id : 0,
		.entity = entity,
		.account = _credential_number(cache, job->account),
		.partition = _credential_number(
			cache, job->part_ptr ? job->part_ptr->name : NULL),
	};
	size_t at = SIZE_MAX;
	uint32_t i;
	int rc;

	while ((i = ft_index_map_next(&cache->index, _credential_hash(&key),
				      &at)) != UINT32_MAX) {
		if (!_same_credential(&cache->entry[i], &key))
			continue;
		*ret_place = cache->entry[i].place;
		return 0;
	}
	rc = _find_place(job, entity, ledger, &key.place);
	if (rc)
		return rc;
	*ret_place = key.place;
	return _remember_credential(cache, &key);
}
