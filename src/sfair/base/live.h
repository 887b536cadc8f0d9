/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_live - the running plugin's ledger, as it was last saved, and the
 * configuration beside which it lives.
 *
 * Reads files only: the state is that of the last pass, at most
 * PriorityCalcPeriod old.  Only administrators may read StateSaveLocation.
 */
#ifndef FT_SFAIR_BASE_LIVE_H
#define FT_SFAIR_BASE_LIVE_H

#include "core/base/conf.h"
#include "core/ledger/ledger_file.h"
#include "core/priority/priority_option.h"

struct sfair_live {
	const char *path; /* of slurm.conf */
	struct ft_conf *conf;
	struct ft_priority_site site;
	struct ft_priority_option option;
	const char *parameters; /* PriorityParameters, may be NULL */
	const char *state_dir;
};

/* $SLURM_CONF, or /etc/slurm/slurm.conf. */
extern const char *sfair_live_conf(void);

/* As ft_conf_read(); where the latter is missing it says what to do. */
extern int sfair_conf_read(const char *path, struct ft_conf **ret_conf,
			   struct ft_err *err);

/*
 * Reads slurm.conf.  0 or -errno with err: it cannot be read, or
 * PriorityParameters are refused, or PriorityType is not priority/fairtree.
 */
extern int sfair_live_read(const char *path, struct sfair_live *live,
			   struct ft_err *err);
extern void sfair_live_fini(struct sfair_live *live);

/*
 * What the plugin last saved, into an image that is released on error.  0 or
 * -errno with err.
 */
extern int sfair_live_ledger(const struct sfair_live *live,
			     struct ft_ledger_image *image, struct ft_err *err);

#endif
