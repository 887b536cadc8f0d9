/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_trim_request - the file by which "sfair tree --trim" asks the next pass
 * to drop what is below unknown.
 *
 * A live ledger is never edited from outside.  Refuses a request that neither
 * root nor SlurmUser has made.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_TRIM_REQUEST_H
#define FT_SLURM_FAIRTREE_USAGE_TRIM_REQUEST_H

#include <stdbool.h>

/* Whether there is a request, which is then gone.  No lock. */
extern bool fts_trim_request_take(const char *state_dir);

#endif
