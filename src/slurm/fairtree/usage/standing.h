/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_standing - what the models have made of the ledger: how each
 * entity stands, until the next pass.
 *
 * Made by the thread without any lock, handed out by reference, and never
 * changed once others can see it.  Tables go by the ledger's numbers, so that
 * the factor of a job is a look at an array; a name that is newer than the
 * standing is beyond its table and gets what is said for unknown ones.
 * Decides nothing: each model fills its own fields.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_STANDING_H
#define FT_SLURM_FAIRTREE_USAGE_STANDING_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/ledger/fairshare_score.h"
#include "core/base/id_map.h"
#include "core/ledger/ledger.h"
#include "core/ledger/quota_standing.h"

/* model=pbs, and zero shares. */
struct fts_standing_entities {
	double *factor; /* in [0, 1]; NULL: no model goes by entities */
	uint32_t count;
	double unknown; /* factor of any other entity */
	/* Why jobs of an entity must not run, NULL: they may; the array may be
	 * NULL.  Texts are owned by the standing. */
	char **block;
	char *block_unknown;
	/* pbs_order=cycle: jobs have places, and later ones the factors
	 * above; else waiting is 0. */
	uint32_t waiting;
	struct ft_id_map place; /* of each waiting job, from 0 */
};

struct fts_standing {
	int references;
	int64_t until; /* what was used up to here counts */
	struct fts_standing_entities entity;
	struct ft_fs_score target;	 /* Maui's; empty: none */
	struct ft_quota_standing *quota; /* model=quota, else NULL */
	/* Some association has no shares, and its jobs must not run. */
	bool shareless;
};

/* What the standing says of one job. */
struct fts_verdict {
	bool has_factor; /* else the associations' fairshare factor counts */
	double factor;	 /* in [0, 1], for PriorityWeightFairshare */
	double delta[FT_CREDENTIAL_KINDS]; /* of targets, before weights */
	const char *block; /* NULL: it may run; lives as long as the standing */
};

/* Where the one in force is; the lock is the innermost of all locks. */
struct fts_standing_slot {
	pthread_mutex_t lock;
	struct fts_standing *standing; /* NULL: none yet */
};

/* An empty one with one reference. */
extern struct fts_standing *fts_standing_new(int64_t until);

/* Drops a reference that only the caller can see; NULL is fine. */
extern void fts_standing_free(struct fts_standing *standing);

/* Whether the jobs of any may not run; standing may be NULL. */
extern bool fts_standing_blocks(const struct fts_standing *standing);

/* standing and place may be NULL: nothing is said.  Takes no lock. */
extern void fts_standing_judge(const struct fts_standing *standing,
			       const struct ft_ledger_place *place,
			       uint32_t job_id, struct fts_verdict *ret);

/* Of the one in force, or NULL; give it back. */
extern struct fts_standing *fts_standing_get(struct fts_standing_slot *slot);
extern void fts_standing_put(struct fts_standing_slot *slot,
			     struct fts_standing *standing);

/* Brings it in force and takes the caller's reference over; NULL: none. */
extern void fts_standing_set(struct fts_standing_slot *slot,
			     struct fts_standing *standing);

#endif
