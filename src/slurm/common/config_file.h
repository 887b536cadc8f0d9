/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_config_file - a file that a key of slurm.conf names, read whole.
 *
 * Read at start and at reconfigure only, and never under a lock: it may lie on
 * a file system that answers slowly.  Refuses a file that users other than
 * root and SlurmUser could have written, since it decides what runs; what is no
 * plain file; and bytes that are no text.  Knows nothing of what is in it.
 */
#ifndef FT_SLURM_COMMON_CONFIG_FILE_H
#define FT_SLURM_COMMON_CONFIG_FILE_H

#include <stddef.h>
#include <sys/types.h>

#include "core/base/err.h"
#include "core/base/sha256.h"

struct fts_config_file {
	char *path; /* from the root */
	char *text; /* size bytes and a 0; the parser may change it */
	size_t size;
	char sha256[FT_SHA256_HEX]; /* of what was read */
};

/*
 * Reads the file that slurm.conf names.
 * key: "slurm.conf: PriorityParameters: policy", for messages.
 * conf: path of slurm.conf, beside which a relative name is looked for.
 * owner: SlurmUser.
 * 0, or what opening and reading gave, -EPERM (its owner or mode), -EFBIG,
 * -EINVAL (no plain file, no text) or -ENOMEM; err then names key and file
 * and file is empty.
 */
extern int fts_config_file_read(const char *key, const char *name,
				const char *conf, uid_t owner,
				struct fts_config_file *file,
				struct ft_err *err);

extern void fts_config_file_fini(struct fts_config_file *file);

#endif
