/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_priority_config - what slurm.conf says to the priority plugin, copied.
 *
 * A config never changes once read; a reconfigure makes a new one, and
 * users of the old one keep a reference until done.  So the thread never reads
 * slurm_conf's strings, which a reconfigure frees, and no lock is held while
 * computing.
 */
#ifndef FT_SLURM_FAIRTREE_CONFIG_PRIORITY_CONFIG_H
#define FT_SLURM_FAIRTREE_CONFIG_PRIORITY_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "core/priority/factor.h"
#include "core/fairshare/fairshare_effective.h"
#include "core/ledger/ledger.h"
#include "core/priority/priority_option.h"
#include "slurm/fairtree/config/accounting_period.h"
#include "slurm/fairtree/config/priority_files.h"
#include "slurm/fairtree/config/usage_formula.h"

struct fts_priority_config {
	int references;
	struct ft_factor_policy factor; /* cluster_cpus, node_count unset */
	struct ft_priority_option option;
	uint32_t flags; /* PRIORITY_FLAGS_* */
	uint16_t damping;
	double per_second; /* ft_decay_per_second() */
	uint16_t reset_period;
	uint32_t calc_period;  /* seconds */
	uint32_t sweep_period; /* seconds; how often ended jobs are charged */
	bool usage;	       /* there is a slurmdbd: usage and age count */
	bool keep_ledger;      /* some model needs it, or ledger=yes */
	struct ft_ledger_policy ledger;
	struct fts_usage_formula usage_formula; /* fairshare_usage_res */
	enum fts_accounting_period period;
	char *state_dir;
	struct fts_priority_files *files;
};

/*
 * A new config with one reference, from slurm_conf.  usage: whether there
 * is a slurmdbd.  Takes assoc_mgr's tres lock (read) for the TRES names.
 * Reads the files that PriorityParameters name: hold no lock where they may
 * be slow.  NULL, and err says why, if PriorityParameters, one of these files
 * or PriorityWeightTRES is wrong.
 */
extern struct fts_priority_config *fts_priority_config_read(bool usage,
							    struct ft_err *err);

/*
 * The same but for what may change without a reconfigure (damping): reads no
 * file, takes no lock.  Never fails.
 */
extern struct fts_priority_config *
fts_priority_config_again(const struct fts_priority_config *former);

/* Maui's hierarchy; NULL: nothing of it counts. */
extern const struct ft_component_policy *
fts_priority_config_components(const struct fts_priority_config *config);

/*
 * Whether the model's usage is the plugin's own, by which it works without
 * slurmdbd.
 */
extern bool
fts_priority_config_own_usage(const struct fts_priority_config *config);

/*
 * Whether factors are computed once all is charged and stand in fs_factor, as
 * Fair Tree's do; else they come from effective usage.
 */
extern bool fts_priority_config_ranks(const struct fts_priority_config *config);

/* How a tree of associations is computed under such a model. */
extern struct ft_fairshare_policy
fts_priority_config_policy(const struct fts_priority_config *config);

/* How the classic model counts usage; of no meaning under Fair Tree. */
extern enum ft_effective_kind
fts_priority_config_kind(const struct fts_priority_config *config);

/* Drops a reference that only the caller can see. */
extern void fts_priority_config_free(struct fts_priority_config *config);

/* One debug line a setting (DebugFlags=Priority). */
extern void fts_priority_config_log(const struct fts_priority_config *config);

#endif
