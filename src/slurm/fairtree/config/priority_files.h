/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_priority_files - what stands in the files that PriorityParameters name,
 * parsed and found right together with the rest of slurm.conf.
 *
 * Read at start and at reconfigure only, never under a lock, and never changed
 * afterwards: configurations share it by reference.  Logs the SHA-256 of each
 * file, and each line that is wrong.
 */
#ifndef FT_SLURM_FAIRTREE_CONFIG_PRIORITY_FILES_H
#define FT_SLURM_FAIRTREE_CONFIG_PRIORITY_FILES_H

#include "core/priority/priority_option.h"
#include "core/fairshare/vertex.h"
#include "slurm/fairtree/config/id_priority.h"

struct fts_priority_files {
	int references;
	struct ft_vertex_list group; /* resource_group; empty: none */
	/* The file policy=, and what PriorityParameters says over it. */
	struct ft_site_policy policy;
	/* PRIORITY of the users and groups that it names. */
	struct fts_id_priority users, groups;
};

/*
 * New, with one reference, and PriorityParameters; NULL, and err says what is
 * wrong in slurm.conf or in which line of which file
 * (core/priority/priority_rule.h). Reads slurm_conf, also for where that file
 * is and for SlurmUser.  Takes assoc_mgr's tres lock (read).
 */
extern struct fts_priority_files *
fts_priority_files_read(bool slurmdbd, struct ft_priority_option *ret_option,
			struct ft_err *err);

/* Drops a reference; threads that share it call this under one lock. */
extern void fts_priority_files_free(struct fts_priority_files *files);

#endif
