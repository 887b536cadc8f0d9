/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_credential_cache - where jobs are booked, by what they run as.
 *
 * Jobs of one user, group, association, QOS and partition share a place, and
 * finding that by names costs a microsecond: too much for each of 100,000
 * jobs.  Names of users and groups are id_name.h's.  Not thread safe.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_CREDENTIAL_CACHE_H
#define FT_SLURM_FAIRTREE_USAGE_CREDENTIAL_CACHE_H

#include "slurm/common/compat.h"
#include "core/ledger/ledger_mark.h"
#include "core/pbs/pbs_option.h"

struct fts_credential_cache {
	struct fts_credential_entry *entry;
	uint32_t count, size;
	struct ft_index_map index;
	struct ft_name_table names; /* of accounts and partitions */
};

enum { FTS_PATH_BYTES = 4096 };

/*
 * "/dept/group/user" of an association, in room for FTS_PATH_BYTES; the root
 * is no part of it.  Caller holds assoc (read).
 */
extern void fts_credential_path(const slurmdb_assoc_rec_t *assoc, char *path);

/* 0 or -ENOMEM. */
extern int fts_credential_cache_init(struct fts_credential_cache *cache);
extern void fts_credential_cache_fini(struct fts_credential_cache *cache);

/* Forgets all places, and names: accounts may have moved, users have been
 * renamed, and of jobs that are gone nothing is kept. */
extern void fts_credential_cache_clear(struct fts_credential_cache *cache);

/* Marks the places of all jobs that were met since it was cleared. */
extern void fts_credential_cache_mark(const struct fts_credential_cache *cache,
				      struct ft_ledger_marks *marks);

/*
 * The place of a job in ledger; names that are new are added.  Caller holds
 * job and part (read), assoc and qos (read).  0 or -ENOMEM.
 */
extern int fts_credential_cache_get(struct fts_credential_cache *cache,
				    const job_record_t *job,
				    enum ft_pbs_entity entity,
				    struct ft_ledger *ledger,
				    struct ft_ledger_place *ret_place);

#endif
