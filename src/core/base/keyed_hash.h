/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_keyed_hash - a hash whose collisions cannot be found without its key.
 *
 * SipHash-2-4 (Aumasson and Bernstein) of a row of numbers and texts.  For what
 * users write, where two equal hashes stand for two equal things.  Rows must be
 * told apart by what is in them: a text carries its length, and the fields of
 * a row come in one order.  Refuses to make its key, which core cannot draw.
 */
#ifndef FT_CORE_BASE_KEYED_HASH_H
#define FT_CORE_BASE_KEYED_HASH_H

#include <stddef.h>
#include <stdint.h>

struct ft_hash_key {
	uint64_t half[2];
};

struct ft_keyed_hash {
	uint64_t v[4];
};

extern struct ft_keyed_hash ft_keyed_hash_begin(const struct ft_hash_key *key);

extern void ft_keyed_hash_add(struct ft_keyed_hash *hash, uint64_t number);
/* NULL and "" differ. */
extern void ft_keyed_hash_add_text(struct ft_keyed_hash *hash,
				   const char *text);

extern uint64_t ft_keyed_hash_end(const struct ft_keyed_hash *hash);

#endif
