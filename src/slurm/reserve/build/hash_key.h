/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_hash - hashes of what users write, with a key that they do not know.
 *
 * They hold in this process only; none is ever written.
 */
#ifndef FT_SLURM_RESERVE_BUILD_HASH_KEY_H
#define FT_SLURM_RESERVE_BUILD_HASH_KEY_H

#include "core/base/keyed_hash.h"

/* Draws the key of all that follows; call once, when the plugin is loaded. */
extern void fts_hash_init(void);

/* A hash that no user finds a collision of. */
extern struct ft_keyed_hash fts_hash_begin(void);
extern uint64_t fts_hash_text(const char *text);

#endif
