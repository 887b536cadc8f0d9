/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_id_priority - PRIORITY of users or groups, found by their ids.
 *
 * A policy names a few of a cluster's users.  Their ids are asked of the
 * system when the policy is read, so that no pass has to ask for the names of
 * all others.  Refuses to answer if the system does not know one of the names:
 * it may be given to a user later, so then each id's name is to be asked for.
 * Never changes once read.
 */
#ifndef FT_SLURM_FAIRTREE_CONFIG_ID_PRIORITY_H
#define FT_SLURM_FAIRTREE_CONFIG_ID_PRIORITY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/priority/component_policy.h"
#include "core/base/id_map.h"

struct fts_id_priority {
	struct ft_id_map place; /* of an id among values */
	double *value;
	double otherwise; /* of those not named */
	bool known;	  /* else fts_id_priority_get() has no answer */
};

/* kind: FT_USER or FT_GROUP.  Asks the system for each name: hold no lock.
 * Out of memory: not known. */
extern void fts_id_priority_read(struct fts_id_priority *ids,
				 const struct ft_component_policy *policy,
				 enum ft_credential_kind kind);
extern void fts_id_priority_fini(struct fts_id_priority *ids);

/* False: not known. */
extern bool fts_id_priority_get(const struct fts_id_priority *ids, uint32_t id,
				double *ret_priority);

#endif
