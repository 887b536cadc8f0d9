/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_fs_live - the running plugin's windows of usage and its targets.
 */
#ifndef FT_SFAIR_TREE_FAIRSHARE_LIVE_H
#define FT_SFAIR_TREE_FAIRSHARE_LIVE_H

#include "core/ledger/ledger_file.h"
#include "core/priority/site_policy.h"

struct sfair_fs_live {
	struct ft_ledger_image image;
	struct ft_site_policy policy;
};

/* conf: path of slurm.conf, NULL: the usual one.  0 or -errno with err; then
 * live is released. */
extern int sfair_fs_live_read(const char *conf, struct sfair_fs_live *live,
			      struct ft_err *err);
extern void sfair_fs_live_fini(struct sfair_fs_live *live);

/*
 * Asks the plugin to add these windows in its next pass; only root and
 * SlurmUser are heard.  0 or -errno with err.
 */
extern int sfair_fs_live_import(const char *conf,
				const struct ft_fs_history *history,
				struct ft_err *err);

#endif
