/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See sha256.h.  Source: FIPS 180-4, sections 4.1.2 to 6.2.2.
 */
#include "core/base/sha256.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8, LENGTH = 8 };

/* The first 32 bits of the fractions of the cube roots of 64 primes. */
static const uint32_t constant[ROUNDS] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t _turn_block(uint32_t x, unsigned int bits)
{
	return x >> bits | x << (32 - bits);
}

static uint32_t _word_block(const unsigned char *byte)
{
	return (uint32_t) byte[0] << 24 | (uint32_t) byte[1] << 16 |
	       (uint32_t) byte[2] << 8 | byte[3];
}

static void _schedule_block(const unsigned char *block, uint32_t word[ROUNDS])
{
	for (int i = 0; i < BLOCK / 4; i++)
		word[i] = _word_block(block + 4 * i);
	for (int i = BLOCK / 4; i < ROUNDS; i++) {
		uint32_t near = word[i - 2], far = word[i - 15];

		word[i] = word[i - 16] + word[i - 7] +
			  (_turn_block(far, 7) ^ _turn_block(far, 18) ^
			   far >> 3) +
			  (_turn_block(near, 17) ^ _turn_block(near, 19) ^
			   near >> 10);
	}
}

static void _add_block(uint32_t state[WORDS], const unsigned char *block)
{
	uint32_t word[ROUNDS], at[WORDS];

	_schedule_block(block, word);
	memcpy(at, state, sizeof(at));
	for (int i = 0; i < ROUNDS; i++) {
		uint32_t choice = (at[4] & at[5]) ^ (~at[4] & at[6]);
		uint32_t major =
			(at[0] & at[1]) ^ (at[0] & at[2]) ^ (at[1] & at[2]);
		uint32_t one = at[7] + choice + constant[i] + word[i] +
			       (_turn_block(at[4], 6) ^ _turn_block(at[4], 11) ^
				_turn_block(at[4], 25));
		uint32_t two = major + (_turn_block(at[0], 2) ^
					_turn_block(at[0], 13) ^
					_turn_block(at[0], 22));

		memmove(at + 1, at, (WORDS - 1) * sizeof(*at));
		at[4] += one;
		at[0] = one + two;
	}
	for (int i = 0; i < WORDS; i++)
		state[i] += at[i];
}

/* What is left, a one bit, zeros, and the length in bits. */
static void _add_end(uint32_t state[WORDS], const unsigned char *rest,
		     size_t size)
{
	unsigned char tail[2 * BLOCK] = {0};
	size_t left = size % BLOCK;
	size_t end = left + 1 + LENGTH > BLOCK ? 2 * BLOCK : BLOCK;
	uint64_t bits = (uint64_t) size * 8;

	if (left)
		memcpy(tail, rest, left);
	tail[left] = 0x80;
	for (int i = 0; i < LENGTH; i++)
		tail[end - 1 - (size_t) i] = (unsigned char) (bits >> 8 * i);
	for (size_t at = 0; at < end; at += BLOCK)
		_add_block(state, tail + at);
}

void ft_sha256_hex(const void *data, size_t size, char ret_hex[FT_SHA256_HEX])
{
	static const char digit[] = "0123456789abcdef";
	uint32_t state[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
				 0xa54ff53a, 0x510e527f, 0x9b05688c,
				 0x1f83d9ab, 0x5be0cd19};
	const unsigned char *byte = data;
	size_t whole = size / BLOCK * BLOCK;

	for (size_t at = 0; at < whole; at += BLOCK)
		_add_block(state, byte + at);
	_add_end(state, byte + whole, size);
	for (int i = 0; i < FT_SHA256_HEX - 1; i++)
		ret_hex[i] = digit[state[i / 8] >> (28 - i % 8 * 4) & 15];
	ret_hex[FT_SHA256_HEX - 1] = '\0';
}
