/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * On which blocks jobs of several sizes are, with and without segments.
 */
#include <criterion/criterion.h>

#include "core/snapshot/block.h"
#include "core/snapshot/snapshot.h"

/* BlockSizes=2,4 and 4,16, of four and of eight base blocks. */
static const struct ft_blocks pairs = {.size = 2, .levels = 3, .count = 4};
static const struct ft_blocks fours = {.size = 4, .levels = 5, .count = 8};

static void allowed(const struct ft_blocks *blocks, uint32_t nodes,
		    uint32_t leaves, uint32_t level)
{
	uint32_t got, on;

	ft_blocks_allowed(blocks, nodes, &got, &on);
	cr_expect_eq(got, leaves, "%u nodes: %u", nodes, got);
	if (leaves)
		cr_expect_eq(on, level, "%u nodes: level %u", nodes, on);
}

Test(block, a_job_is_on_the_smallest_that_holds_it)
{
	allowed(&pairs, 1, 1, 0);
	allowed(&pairs, 2, 1, 0);
	allowed(&pairs, 3, 1, 1);
	allowed(&pairs, 4, 1, 1);
	allowed(&pairs, 5, 0, 0); /* more than any: all there are */
	allowed(&fours, 5, 1, 1); /* two of them, which are neighbours */
	allowed(&fours, 9, 1, 2);
	allowed(&fours, 16, 1, 2);
	allowed(&fours, 17, 0, 0);
}

Test(block, more_than_a_request_may_want_are_neighbours)
{
	uint32_t leaves = 3, level = 0;

	ft_blocks_round(false, &leaves, &level);
	cr_expect(leaves == 3 && level == 0);
	ft_blocks_round(true, &leaves, &level);
	cr_expect(leaves == 1 && level == 2);
	leaves = 2 * FT_LEAVES_MAX + 1;
	ft_blocks_round(false, &leaves, &level);
	cr_expect(leaves == FT_LEAVES_MAX / 2 + 1 && level == 4, "%u %u",
		  leaves, level);
}

static struct ft_request bound(const struct ft_blocks *blocks, uint32_t nodes,
			       uint32_t tasks, struct ft_segment_wish segments)
{
	struct ft_request request = {
		.min_nodes = nodes,
		.max_nodes = nodes,
		.tasks = tasks,
		.min_tasks_node = 1,
		.max_tasks_node = UINT32_MAX,
		.contiguous = true,
	};

	if (!ft_blocks_bind(blocks, &segments, &request))
		request.min_nodes = 0;
	return request;
}

Test(block, without_segments_it_is_on_one)
{
	struct ft_request request =
		bound(&pairs, 3, 9, (struct ft_segment_wish){0});

	cr_expect(request.leaves == 1 && request.leaf_level == 1);
	cr_expect(request.tasks == 9 && !request.bundle && !request.contiguous);
	request = bound(&pairs, 1, 1, (struct ft_segment_wish){0});
	cr_expect_not(request.leaves, "one node is on one anyway");
	request = bound(&pairs, 2, 0, (struct ft_segment_wish){.nodes = 2});
	cr_expect(request.leaves == 1 && !request.bundle, "one segment");
}

Test(block, segments_are_anywhere)
{
	struct ft_request request =
		bound(&pairs, 4, 9, (struct ft_segment_wish){.nodes = 2});

	cr_expect(request.bundle == 2 && !request.leaves);
	cr_expect(!request.tasks && request.min_tasks_node == 3 &&
		  request.max_tasks_node == 3);
	request = bound(&pairs, 4, 0, (struct ft_segment_wish){.nodes = 1});
	cr_expect_not(request.bundle, "single nodes are anywhere");
	request = bound(&pairs, 5, 0, (struct ft_segment_wish){.nodes = 2});
	cr_expect_not(request.min_nodes, "they do not go into five");
	request = bound(&pairs, 12, 0, (struct ft_segment_wish){.nodes = 6});
	cr_expect_not(request.min_nodes, "no block holds one");
}

Test(block, segments_are_apart_or_on_one)
{
	struct ft_segment_wish apart = {.nodes = 1, .apart = true};
	struct ft_segment_wish joined = {.nodes = 2, .joined = true};
	struct ft_request request = bound(&pairs, 4, 0, apart);

	cr_expect(request.bundle == 1 && request.bundle_apart);
	request = bound(&pairs, 4, 0, joined);
	cr_expect(request.bundle == 2 && request.leaves == 1 &&
		  request.leaf_level == 1);
	joined.apart = true; /* four nodes on four blocks, of two each */
	joined.nodes = 1;
	request = bound(&pairs, 4, 0, joined);
	cr_expect(request.bundle == 1 && !request.leaves);
}
