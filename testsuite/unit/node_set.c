/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Node sets, at the edges of their words.
 */
#include <criterion/criterion.h>

#include "core/base/node_set.h"

static const uint32_t sizes[] = {0, 1, 63, 64, 65, 128, 1000};

#define EACH_SIZE(i) (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)

Test(node_set, fill_and_clear_respect_the_size)
{
	for
		EACH_SIZE(i)
		{
			struct ft_node_set *set = ft_node_set_new(sizes[i]);

			cr_expect_eq(ft_node_set_count(set), 0);
			cr_expect_eq(ft_node_set_next(set, 0), sizes[i]);
			ft_node_set_fill(set);
			cr_expect_eq(ft_node_set_count(set), sizes[i]);
			ft_node_set_clear(set);
			cr_expect_eq(ft_node_set_count(set), 0);
			ft_node_set_free(set);
		}
}

Test(node_set, next_finds_each_member_in_order)
{
	const uint32_t member[] = {0, 1, 63, 64, 127, 500, 999};
	struct ft_node_set *set = ft_node_set_new(1000);
	uint32_t node = 0;

	for (size_t i = 0; i < 7; i++)
		ft_node_set_add(set, member[i]);
	for (size_t i = 0; i < 7; i++, node++) {
		node = ft_node_set_next(set, node);
		cr_expect_eq(node, member[i]);
	}
	cr_expect_eq(ft_node_set_next(set, node), 1000);
	ft_node_set_drop(set, 64);
	cr_expect_not(ft_node_set_has(set, 64));
	cr_expect_eq(ft_node_set_next(set, 64), 127);
	ft_node_set_free(set);
}

Test(node_set, sets_combine)
{
	struct ft_node_set *even = ft_node_set_new(130);
	struct ft_node_set *third = ft_node_set_new(130);
	struct ft_node_set *both, *any, *rest;

	for (uint32_t i = 0; i < 130; i += 2)
		ft_node_set_add(even, i);
	for (uint32_t i = 0; i < 130; i += 3)
		ft_node_set_add(third, i);
	both = ft_node_set_copy(even);
	ft_node_set_and(both, third);
	any = ft_node_set_copy(even);
	ft_node_set_or(any, third);
	rest = ft_node_set_copy(even);
	ft_node_set_and_not(rest, third);
	for (uint32_t i = 0; i < 130; i++) {
		cr_expect_eq(ft_node_set_has(both, i), !(i % 6));
		cr_expect_eq(ft_node_set_has(any, i), !(i % 2) || !(i % 3));
		cr_expect_eq(ft_node_set_has(rest, i), !(i % 2) && (i % 3));
	}
	cr_expect(ft_node_set_subset(both, even));
	cr_expect_not(ft_node_set_subset(even, both));
	cr_expect(ft_node_set_overlap(even, third));
	cr_expect_not(ft_node_set_overlap(rest, third));
	ft_node_set_or(rest, both);
	cr_expect(ft_node_set_equal(rest, even));
	cr_expect_not(ft_node_set_equal(rest, any));
	ft_node_set_free(even);
	ft_node_set_free(third);
	ft_node_set_free(both);
	ft_node_set_free(any);
	ft_node_set_free(rest);
}
