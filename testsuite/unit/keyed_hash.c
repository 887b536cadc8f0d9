/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The keyed hash is SipHash-2-4, and what differs in a row differs in its hash.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "core/base/keyed_hash.h"

/* The key of the authors' test vectors: bytes 0 to 15. */
static const struct ft_hash_key key = {
	{UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)}};

/*
 * The vectors of 8, 15 bytes and none: bytes that count up, then what is left
 * of eight with the length in the last byte.
 */
Test(keyed_hash, vectors_of_the_authors)
{
	struct ft_keyed_hash hash = ft_keyed_hash_begin(&key);

	ft_keyed_hash_add(&hash, UINT64_C(0) << 56);
	cr_expect_eq(ft_keyed_hash_end(&hash), UINT64_C(0x726fdb47dd0e0e31));
	hash = ft_keyed_hash_begin(&key);
	ft_keyed_hash_add(&hash, UINT64_C(0x0706050403020100));
	ft_keyed_hash_add(&hash, UINT64_C(8) << 56);
	cr_expect_eq(ft_keyed_hash_end(&hash), UINT64_C(0x93f5f5799a932462));
	hash = ft_keyed_hash_begin(&key);
	ft_keyed_hash_add(&hash, UINT64_C(0x0706050403020100));
	ft_keyed_hash_add(&hash, UINT64_C(0x000e0d0c0b0a0908) | UINT64_C(15)
									<< 56);
	cr_expect_eq(ft_keyed_hash_end(&hash), UINT64_C(0xa129ca6149be45e5));
}

static uint64_t of(const struct ft_hash_key *own, const char *a, const char *b)
{
	struct ft_keyed_hash hash = ft_keyed_hash_begin(own);

	ft_keyed_hash_add_text(&hash, a);
	ft_keyed_hash_add_text(&hash, b);
	return ft_keyed_hash_end(&hash);
}

Test(keyed_hash, texts_are_told_apart)
{
	static const struct ft_hash_key other = {{1, 2}};
	static const char *const texts[][2] = {
		{NULL, NULL},	  {NULL, ""},	    {"", NULL},
		{"", ""},	  {"ab", "c"},	    {"a", "bc"},
		{"abcdefgh", ""}, {"", "abcdefgh"}, {"abcdefghi", ""},
		{"abcdefgh", "i"}};
	enum { COUNT = sizeof(texts) / sizeof(*texts) };

	for (int i = 0; i < COUNT; i++) {
		for (int j = 0; j < i; j++)
			cr_expect_neq(of(&key, texts[i][0], texts[i][1]),
				      of(&key, texts[j][0], texts[j][1]));
		cr_expect_neq(of(&key, texts[i][0], texts[i][1]),
			      of(&other, texts[i][0], texts[i][1]));
	}
}
