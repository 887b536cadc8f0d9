/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See keyed_hash.h.
 */
#include "core/base/keyed_hash.h"

#include <string.h>

enum { ROUNDS_ADD = 2, ROUNDS_END = 4 };

static uint64_t _turn_word(uint64_t value, int bits)
{
	return value << bits | value >> (64 - bits);
}

static void _round_word(uint64_t *v, int rounds)
{
	while (rounds--) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = _turn_word(v[1], 13) ^ v[0];
		v[3] = _turn_word(v[3], 16) ^ v[2];
		v[0] = _turn_word(v[0], 32);
		v[2] += v[1];
		v[0] += v[3];
		v[1] = _turn_word(v[1], 17) ^ v[2];
		v[3] = _turn_word(v[3], 21) ^ v[0];
		v[2] = _turn_word(v[2], 32);
	}
}

struct ft_keyed_hash ft_keyed_hash_begin(const struct ft_hash_key *key)
{
	/* "somepseudorandomlygeneratedbytes", as the authors have it. */
	return (struct ft_keyed_hash){{
		key->half[0] ^ UINT64_C(0x736f6d6570736575),
		key->half[1] ^ UINT64_C(0x646f72616e646f6d),
		key->half[0] ^ UINT64_C(0x6c7967656e657261),
		key->half[1] ^ UINT64_C(0x7465646279746573),
	}};
}

void ft_keyed_hash_add(struct ft_keyed_hash *hash, uint64_t number)
{
	hash->v[3] ^= number;
	_round_word(hash->v, ROUNDS_ADD);
	hash->v[0] ^= number;
}

void ft_keyed_hash_add_text(struct ft_keyed_hash *hash, const char *text)
{
	size_t size = text ? strlen(text) : 0;

	ft_keyed_hash_add(hash, text ? size + 1 : 0);
	for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
		uint64_t word = 0;
		size_t left = size - at;

		memcpy(&word, text + at,
		       left < sizeof(word) ? left : sizeof(word));
		ft_keyed_hash_add(hash, word);
	}
}

uint64_t ft_keyed_hash_end(const struct ft_keyed_hash *hash)
{
	struct ft_keyed_hash end = *hash;

	end.v[2] ^= 0xff;
	_round_word(end.v, ROUNDS_END);
	return end.v[0] ^ end.v[1] ^ end.v[2] ^ end.v[3];
}
