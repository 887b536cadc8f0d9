/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_ledger_request - the file by which "sfair fairshare --import" asks the
 * next pass to add windows of usage.
 *
 * A live ledger is never edited from outside.  Refuses a request that neither
 * root nor SlurmUser has made, and one that is damaged.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_LEDGER_REQUEST_H
#define FT_SLURM_FAIRTREE_USAGE_LEDGER_REQUEST_H

#include <stdbool.h>

#include "core/ledger/ledger_file.h"

/*
 * Whether there is a request, which is then gone, and what it asks to add.
 * Call without any lock.
 */
extern bool fts_ledger_request_take(const char *state_dir,
				    struct ft_ledger_image *ret_image);

#endif
