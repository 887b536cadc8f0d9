/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_ledger_state - the ledger in StateSaveLocation.
 *
 * priority_fairtree.ledger and the copy of before, with .old behind its name.
 * A damaged file is set aside and named in one log line; then the copy of
 * before is taken, or if that is damaged too the ledger begins anew.  Never
 * fatal.  Call without any lock.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_LEDGER_STATE_H
#define FT_SLURM_FAIRTREE_USAGE_LEDGER_STATE_H

#include <stdbool.h>

#include "core/ledger/ledger_clock.h"

/*
 * What dir holds, or an empty image, into one that is initialised and empty,
 * and books of before a jump into clock, which is zeroed.  False: out of
 * memory, and both are released.
 */
extern bool fts_ledger_state_read(const char *dir,
				  struct ft_ledger_image *image,
				  struct ft_ledger_clock *clock);

/*
 * Writes it aside, syncs and renames, so that whatever happens the former or
 * the new one is there.  Whether that worked; else it was logged.
 */
extern bool fts_ledger_state_write(const char *dir,
				   const struct ft_ledger_image *image,
				   const struct ft_ledger_clock *clock);

#endif
