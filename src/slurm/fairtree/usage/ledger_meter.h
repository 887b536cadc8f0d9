/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_meter - charges every run of every job to the ledger, to the second.
 *
 * Looks at job records in the pass, in the sweep and in slurmctld's hook for
 * ended jobs, with slurmdbd or without.  What a look books is decided in
 * core/ledger_run.  One lock of its own guards ledger and memories; it is
 * taken under slurmctld's and assoc_mgr's, and nothing is taken in it.
 *
 * Keeps nothing where no model needs it (config->keep_ledger).
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_LEDGER_METER_H
#define FT_SLURM_FAIRTREE_USAGE_LEDGER_METER_H

#include <pthread.h>
#include <time.h>

#include "slurm/common/compat.h"
#include "slurm/fairtree/usage/credential_cache.h"
#include "slurm/fairtree/usage/job_component.h"
#include "slurm/fairtree/config/priority_config.h"
#include "core/ledger/fairshare_score.h"
#include "core/ledger/ledger_sweep.h"

struct fts_meter {
	pthread_mutex_t lock; /* guards all else; within it only id_name.h's */
	struct ft_ledger_image image;
	struct fts_credential_cache cache;
	struct ft_ledger_clock
		clock; /* .rolled: the books are ready up to it */
	struct ft_ledger_sweep sweep;
	struct ft_component_system system; /* for processor equivalents */
	bool measured;			   /* in this walk */
	uint32_t names_age; /* of the names that all were asked for */
	time_t doubted;	    /* when those without one were asked for again */
	bool loaded;	    /* before, nothing is kept */
	bool changed;	    /* since it was last saved */
	bool exhausted;	    /* out of memory, which was said */
};

/* 0 or -ENOMEM. */
extern int fts_meter_init(struct fts_meter *meter);
extern void fts_meter_fini(struct fts_meter *meter);

/*
 * Where a job is booked; adds names that are new.  Caller holds job and part
 * (read), assoc and qos (read).  False: no memory, or no ledger is kept.
 */
extern bool fts_meter_place(struct fts_meter *meter,
			    const struct fts_priority_config *config,
			    const job_record_t *job,
			    struct ft_ledger_place *ret_place);

/*
 * A walk over all jobs begins, which charges up to now, and ends.  Caller holds
 * nothing: unknown names are asked for.
 */
extern void fts_meter_begin(struct fts_meter *meter,
			    const struct fts_priority_config *config,
			    time_t now);
extern void fts_meter_end(struct fts_meter *meter,
			  const struct fts_priority_config *config, time_t now);

/* Whether a look has anything to do.  Caller holds job (read). */
extern bool fts_meter_wants(const struct fts_priority_config *config,
			    const job_record_t *job);

/*
 * Books what a job has used since it was last looked at.  Caller holds job,
 * node and part (read), assoc, qos and tres (read).
 */
extern void fts_meter_look(struct fts_meter *meter,
			   const struct fts_priority_config *config,
			   const job_record_t *job, time_t now);

/*
 * The same from slurmctld's hook: the run has ended, or changes its size.
 * Caller holds job (write); takes assoc, qos and tres (read).
 */
extern void fts_meter_job_end(struct fts_meter *meter,
			      const struct fts_priority_config *config,
			      const job_record_t *job, time_t now);

/* Gives each credential with a target a number, so that a standing knows it. */
extern void fts_meter_register(struct fts_meter *meter,
			       const struct ft_fs_goals *goals);

/*
 * Brings a copy up to date (ft_ledger_image_copy()); it must be released
 * before the meter is.  0 or -ENOMEM.
 */
extern int fts_meter_copy(struct fts_meter *meter,
			  struct ft_ledger_image *copy);

/*
 * Reads what was saved, once and if a ledger is kept, and later what is asked
 * to be added to it; saves what has changed since the last time.  copy: memory
 * to do it with.  Call without locks.
 */
extern void fts_meter_load(struct fts_meter *meter,
			   const struct fts_priority_config *config);
extern void fts_meter_save(struct fts_meter *meter,
			   const struct fts_priority_config *config,
			   struct ft_ledger_image *copy);

/* Forgets what these entities have used. */
extern void fts_meter_forget(struct fts_meter *meter, const uint32_t *entity,
			     uint32_t count);

#endif
