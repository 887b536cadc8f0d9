/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See front.h.
 */
#include "core/timeline/front.h"

#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { QUANTUM = 900, WORD = 64 };

static uint32_t _front_words(uint32_t nodes)
{
	return nodes / WORD + 1;
}

extern size_t ft_front_bytes(uint32_t nodes)
{
	return (size_t) _front_words(nodes) * WORD * sizeof(uint16_t);
}

extern bool ft_front_equip(struct ft_front *front, uint32_t nodes)
{
	if (!front->first)
		front->first =
			calloc(_front_words(nodes), WORD * sizeof(uint16_t));
	return front->first;
}

extern void ft_front_forget(struct ft_front *front, uint32_t nodes)
{
	if (front->first)
		memset(front->first, 0, ft_front_bytes(nodes));
}

extern void ft_front_fini(struct ft_front *front)
{
	free(front->first);
	front->first = NULL;
}

static uint16_t _quanta(int64_t seconds)
{
	int64_t quanta = seconds / QUANTUM;

	return quanta > UINT16_MAX ? UINT16_MAX : (uint16_t) quanta;
}

extern void ft_front_note(struct ft_front *front, uint32_t node,
			  int64_t seconds)
{
	uint16_t quanta = _quanta(seconds);

	if (quanta > front->first[node])
		front->first[node] = quanta;
}

/* Which of 64 numbers are at most this? */
#ifdef __SSE2__
static uint64_t _at_most(const uint16_t *first, uint16_t most)
{
	const __m128i zero = _mm_setzero_si128();
	const __m128i bar = _mm_set1_epi16((short) most);
	uint64_t bits = 0;

	/* What is left after taking the bar away is 0 for the small ones. */
	for (int i = 0; i < WORD; i += 16) {
		const __m128i *at = (const __m128i *) (first + i);
		__m128i low = _mm_subs_epu16(_mm_loadu_si128(at), bar);
		__m128i high = _mm_subs_epu16(_mm_loadu_si128(at + 1), bar);
		__m128i both = _mm_packs_epi16(_mm_cmpeq_epi16(low, zero),
					       _mm_cmpeq_epi16(high, zero));

		bits |= (uint64_t) (uint32_t) _mm_movemask_epi8(both) << i;
	}
	return bits;
}
#else
static uint64_t _at_most(const uint16_t *first, uint16_t most)
{
	uint64_t bits = 0;

	for (int i = 0; i < WORD; i++)
		bits |= (uint64_t) (first[i] <= most) << i;
	return bits;
}
#endif

extern uint64_t ft_front_open(const struct ft_front *front, uint32_t node,
			      int64_t seconds)
{
	return _at_most(front->first + node, _quanta(seconds));
}
