/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_node_set - a set of nodes, by index, of a fixed size.
 *
 * Refuses to grow: an index at or above size is a caller's error (asserted).
 * Sets that are combined have the same size.
 */
#ifndef FT_CORE_BASE_NODE_SET_H
#define FT_CORE_BASE_NODE_SET_H

#include <stdbool.h>
#include <stdint.h>

struct ft_arena;

struct ft_node_set {
	uint32_t size;	 /* number of nodes that the set can hold */
	uint64_t word[]; /* bit i of word i / 64; bits beyond size are 0 */
};

/*
 * How many bits of a word are set.  The compiler's own is a call where the
 * processor need not have the instruction.
 */
static inline uint32_t ft_node_set_bits(uint64_t word)
{
	const uint64_t pairs = UINT64_C(0x5555555555555555);
	const uint64_t fours = UINT64_C(0x3333333333333333);
	const uint64_t bytes = UINT64_C(0x0f0f0f0f0f0f0f0f);

	word -= (word >> 1) & pairs;
	word = (word & fours) + ((word >> 2) & fours);
	word = (word + (word >> 4)) & bytes;
	return (uint32_t) (word * UINT64_C(0x0101010101010101) >> 56);
}

/* NULL if out of memory.  The new set is empty. */
extern struct ft_node_set *ft_node_set_new(uint32_t size);
extern struct ft_node_set *ft_node_set_copy(const struct ft_node_set *set);
extern void ft_node_set_free(struct ft_node_set *set);
/* In an arena, which gives it back: never for ft_node_set_free(). */
extern struct ft_node_set *ft_node_set_in(struct ft_arena *arena,
					  uint32_t size);

extern struct ft_node_set *ft_node_set_copy_in(struct ft_arena *arena,
					       const struct ft_node_set *set);

extern void ft_node_set_add(struct ft_node_set *set, uint32_t node);
extern void ft_node_set_drop(struct ft_node_set *set, uint32_t node);
extern bool ft_node_set_has(const struct ft_node_set *set, uint32_t node);
extern void ft_node_set_fill(struct ft_node_set *set);
extern void ft_node_set_clear(struct ft_node_set *set);
extern uint32_t ft_node_set_count(const struct ft_node_set *set);
/* set &= other; set |= other; set &= ~other */
extern void ft_node_set_and(struct ft_node_set *set,
			    const struct ft_node_set *other);
extern void ft_node_set_or(struct ft_node_set *set,
			   const struct ft_node_set *other);
extern void ft_node_set_and_not(struct ft_node_set *set,
				const struct ft_node_set *other);
extern bool ft_node_set_equal(const struct ft_node_set *a,
			      const struct ft_node_set *b);
extern bool ft_node_set_overlap(const struct ft_node_set *a,
				const struct ft_node_set *b);
/* Equal sets have equal ones. */
extern uint64_t ft_node_set_hash(const struct ft_node_set *set);
extern bool ft_node_set_subset(const struct ft_node_set *small,
			       const struct ft_node_set *large);
/* The first member at or after node, or size if there is none. */
extern uint32_t ft_node_set_next(const struct ft_node_set *set, uint32_t node);

#endif
