/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Arrays that grow in an arena.
 */
#include <criterion/criterion.h>

#include "core/base/arena.h"

enum { RECORD = 200, MANY = 1 << 15 };

struct record {
	int number;
	char rest[RECORD - sizeof(int)];
};

Test(arena, an_array_that_moves_gives_back_where_it_was)
{
	struct ft_arena *arena = ft_arena_new();
	struct record *list = NULL, *beside = NULL;

	for (int i = 0; i <= MANY; i++) {
		list = ft_arena_grow(arena, list, (size_t) i, sizeof(*list));
		cr_assert(list);
		cr_assert_eq(list[i].number, 0);
		list[i].number = i;
		if (i % 3)
			continue;
		beside = ft_arena_grow(arena, beside, (size_t) i / 3,
				       sizeof(*beside));
		beside[i / 3].number = -i;
	}
	for (int i = 0; i <= MANY; i++) {
		cr_assert_eq(list[i].number, i);
		cr_assert_eq(beside[i / 3].number, -(i / 3 * 3));
	}
	/* twice the records at most, but for some small ones */
	cr_expect_lt(ft_arena_size(arena),
		     (size_t) 2 * (MANY + MANY / 2 + 4096) * RECORD);
	ft_arena_free(arena);
}

/* Pieces before and behind the array in its chunk are not the array's. */
Test(arena, what_shares_a_chunk_with_an_array_stays)
{
	struct ft_arena *arena = ft_arena_new();
	int *before = ft_arena_alloc(arena, sizeof(*before)), *behind;
	int *list = NULL;

	*before = 1;
	for (int i = 0; i < MANY; i++) {
		list = ft_arena_grow(arena, list, (size_t) i, sizeof(*list));
		cr_assert(list);
		list[i] = i;
		behind = ft_arena_alloc(arena, sizeof(*behind));
		cr_assert_eq(*behind, 0);
		*behind = i;
		cr_assert_eq(*before, 1);
	}
	for (int i = 0; i < MANY; i++)
		cr_assert_eq(list[i], i);
	ft_arena_free(arena);
}
