/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The index of gaps: bins of lengths, and groups that are cut and merged.
 * That it finds what searches of single nodes find is shown by brute.t.
 */
#include <criterion/criterion.h>

#include "core/base/arena.h"
#include "core/timeline/floor.h"
#include "core/search/gap.h"

enum { NODES = 8, NOW = 1000 };

struct world {
	struct ft_snapshot *snapshot;
	struct ft_arena *keep;
	struct ft_shape_table table;
	struct ft_timeline timeline;
	struct ft_gaps gaps;
};

/* Jobs of 2 nodes for 10 s and of 4 nodes for 100 s, on equal nodes. */
static struct world start_changing(uint32_t first, uint32_t second)
{
	const struct ft_request requests[] = {
		{.duration = 10, .min_nodes = 2, .change = first},
		{.duration = 100, .min_nodes = 4, .change = second},
	};
	struct world world = {.snapshot = ft_snapshot_new(NODES, 1, 0),
			      .keep = ft_arena_new()};
	struct ft_node_set *all = ft_snapshot_set(world.snapshot);

	ft_node_set_fill(all);
	world.snapshot->now = NOW;
	world.snapshot->window_end = FT_NEVER;
	for (uint32_t n = 0; n < NODES; n++)
		world.snapshot->capacity[n] = 4;
	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++) {
		struct ft_job *job = ft_snapshot_add_job(world.snapshot);

		job->request_count = 1;
		job->request = ft_snapshot_alloc(world.snapshot,
						 sizeof(*job->request));
		*job->request = requests[i];
		job->request->max_nodes = requests[i].min_nodes;
		job->request->min_tasks_node = 1;
		job->request->max_tasks_node = UINT32_MAX;
		job->request->end_by = FT_NEVER;
		job->request->exclusive = true;
		job->request->eligible = all;
	}
	cr_assert_eq(
		ft_shape_table_init(&world.table, world.snapshot, world.keep),
		0);
	cr_assert_eq(ft_timeline_init(&world.timeline, world.snapshot), 0);
	return world;
}

static struct world start(void)
{
	return start_changing(FT_CHANGE_NONE, FT_CHANGE_NONE);
}

static void end(struct world *world)
{
	ft_gaps_fini(&world->gaps);
	ft_timeline_fini(&world->timeline);
	ft_shape_table_fini(&world->table);
	ft_arena_free(world->keep);
	ft_snapshot_free(world->snapshot);
}

/* Takes the nodes that the index chooses for the shape at its start. */
static int64_t place(struct world *world, uint32_t shape, int64_t from,
		     struct ft_share *share)
{
	const struct ft_shape *placed = &world->table.shape[shape];
	int64_t at = ft_gaps_start(&world->gaps, &world->timeline, placed, from,
				   FT_NEVER);
	struct ft_booking booking = {
		.start = at,
		.end = at + placed->duration,
		.share_count = ft_gaps_wanted(placed),
		.share = share,
	};

	ft_gaps_choose(&world->gaps, share);
	cr_assert_eq(
		ft_gaps_take(&world->gaps, &world->timeline, &booking, true),
		0);
	return at;
}

Test(gap, bins_hold_what_their_limits_say)
{
	const int64_t length[] = {1,
				  2,
				  3,
				  4,
				  599,
				  600,
				  4095,
				  4096,
				  345600,
				  INT64_C(1) << 40,
				  INT64_C(1) << 62,
				  FT_NEVER - 1};

	for (size_t i = 0; i < sizeof(length) / sizeof(*length); i++) {
		uint32_t bin = ft_gap_bin(length[i]);

		cr_expect_lt(bin, FT_GAP_ENDLESS);
		cr_expect_lt(length[i], ft_gap_bin_limit(bin));
		cr_expect(!bin || (length[i] >= ft_gap_bin_limit(bin - 1)));
	}
	cr_expect_eq(ft_gap_bin(FT_NEVER), FT_GAP_ENDLESS);
}

Test(gap, equal_gaps_are_one_group)
{
	struct world world = start();
	struct ft_share share[NODES];

	cr_assert_eq(ft_gaps_init(&world.gaps, &world.table, &world.timeline),
		     0);
	cr_expect_eq(ft_gaps_count(&world.gaps), 1);
	cr_expect_eq(place(&world, 0, NOW, share), NOW);
	cr_expect_eq(share[0].node, 0);
	cr_expect_eq(share[1].node, 1);
	/* Six nodes from now on, and two from then on. */
	cr_expect_eq(ft_gaps_count(&world.gaps), 2);
	for (uint32_t i = 1; i < NODES / 2; i++) {
		cr_expect_eq(place(&world, 0, NOW, share), NOW);
		cr_expect_eq(share[0].node, 2 * i);
	}
	/* All of them from then on. */
	cr_expect_eq(ft_gaps_count(&world.gaps), 1);
	cr_expect_eq(place(&world, 1, NOW, share), NOW + 10);
	end(&world);
}

Test(gap, what_ends_soonest_is_taken_first)
{
	struct world world = start();
	struct ft_share share[NODES];

	cr_assert_eq(ft_gaps_init(&world.gaps, &world.table, &world.timeline),
		     0);
	/* Nodes 0 to 3 are free for 20 s at first. */
	cr_expect_eq(place(&world, 1, NOW + 20, share), NOW + 20);
	cr_expect_eq(place(&world, 0, NOW + 5, share), NOW + 5);
	cr_expect_eq(share[0].node, 0);
	cr_expect_eq(share[1].node, 1);
	/* What is left of them before and after is too short to be kept. */
	cr_expect_eq(place(&world, 0, NOW + 1, share), NOW + 1);
	cr_expect_eq(share[0].node, 2);
	cr_expect_eq(place(&world, 0, NOW + 1, share), NOW + 1);
	cr_expect_eq(share[0].node, 4);
	end(&world);
}

Test(gap, nodes_can_be_pinned_where_they_are_empty)
{
	struct world world = start();
	struct ft_share share[] = {{.node = 3}, {.node = 6}};
	struct ft_booking booking = {
		.start = NOW + 50,
		.end = NOW + 60,
		.share_count = 2,
		.share = share,
	};
	const struct ft_shape *shape = &world.table.shape[0];

	cr_assert_eq(ft_gaps_init(&world.gaps, &world.table, &world.timeline),
		     0);
	cr_assert(ft_gaps_pin(&world.gaps, shape, &booking));
	cr_assert_eq(ft_gaps_take(&world.gaps, &world.timeline, &booking, true),
		     0);
	cr_expect_not(ft_gaps_pin(&world.gaps, shape, &booking));
	booking.start = NOW + 55;
	cr_expect_not(ft_gaps_pin(&world.gaps, shape, &booking));
	booking.start = NOW + 60;
	cr_expect(ft_gaps_pin(&world.gaps, shape, &booking));
	share[1].node = 7;
	cr_expect(ft_gaps_pin(&world.gaps, shape, &booking));
	end(&world);
}

Test(gap, trimming_forgets_only_the_past)
{
	struct world world = start();
	struct ft_share share[NODES];

	cr_assert_eq(ft_gaps_init(&world.gaps, &world.table, &world.timeline),
		     0);
	cr_expect_eq(place(&world, 1, NOW + 20, share), NOW + 20);
	cr_expect_eq(ft_gaps_count(&world.gaps), 3);
	ft_gaps_trim(&world.gaps, NOW + 10);
	cr_expect_eq(ft_gaps_count(&world.gaps), 3);
	ft_gaps_trim(&world.gaps, NOW + 11);
	cr_expect_eq(ft_gaps_count(&world.gaps), 2);
	cr_expect_eq(place(&world, 0, NOW + 11, share), NOW + 11);
	cr_expect_eq(share[0].node, 4);
	end(&world);
}

Test(gap, idle_nodes_are_counted_until_they_close)
{
	struct world world = start();
	struct ft_closure *closure = ft_snapshot_add_closure(world.snapshot);
	struct ft_node_set *nodes = ft_snapshot_set(world.snapshot);
	const struct ft_shape *shape;

	ft_node_set_add(nodes, 2);
	ft_node_set_add(nodes, 3);
	*closure = (struct ft_closure){
		.start = NOW + 30, .end = NOW + 40, .nodes = nodes};
	world.snapshot->node[7].available_from = NOW + 5;
	ft_shape_table_fini(&world.table);
	cr_assert_eq(
		ft_shape_table_init(&world.table, world.snapshot, world.keep),
		0);
	shape = &world.table.shape[0];
	cr_assert_eq(ft_gaps_init(&world.gaps, &world.table, &world.timeline),
		     0);
	cr_expect_eq(ft_gaps_idle(&world.gaps, shape, INT64_MIN), 8);
	cr_expect_eq(ft_gaps_idle(&world.gaps, shape, INT64_MIN + 1), 7);
	cr_expect_eq(ft_gaps_idle(&world.gaps, shape, NOW + 30), 7);
	cr_expect_eq(ft_gaps_idle(&world.gaps, shape, NOW + 31), 5);
	end(&world);
}

/* Who is not restrained is searched in the index. */
Test(gap, changes_matter_if_somebody_relies)
{
	static const struct {
		uint32_t first, second;
		bool indexed[2];
	} law[] = {
		{FT_CHANGE_RELIES, FT_CHANGE_NONE, {true, true}},
		{FT_CHANGE_RELIES, FT_CHANGE_RELIES, {true, true}},
		{FT_CHANGE_MAKES, FT_CHANGE_NONE, {true, true}},
		{FT_CHANGE_RELIES, FT_CHANGE_MAKES, {false, false}},
	};

	for (size_t i = 0; i < sizeof(law) / sizeof(*law); i++) {
		struct world world =
			start_changing(law[i].first, law[i].second);

		cr_assert_eq(ft_gaps_init(&world.gaps, &world.table,
					  &world.timeline),
			     0);
		for (uint32_t s = 0; s < 2; s++)
			cr_expect_eq(world.table.shape[s].indexed,
				     law[i].indexed[s], "case %zu shape %u", i,
				     s);
		end(&world);
	}
}

/* A job without a time limit is one of a year, and comes with every cycle. */
Test(gap, a_year_on_a_few_nodes_makes_few_rows)
{
	enum { YEAR = 365 * 24 * 3600, MOST = 1024 };
	int64_t amount[] = {4};
	struct ft_share share = {.node = 1, .amount = amount};
	struct ft_booking booking = {
		.start = NOW,
		.end = NOW + YEAR,
		.share_count = 1,
		.share = &share,
	};
	struct world world = start();

	cr_assert_eq(ft_timeline_add_floor(&world.timeline, &world.table), 0);
	cr_assert_eq(ft_timeline_take(&world.timeline, &booking), 0);
	for (int i = 0; i < FT_FLOOR_LEVELS; i++) {
		const struct ft_floor_level *level =
			&world.timeline.floor->level[i];

		cr_expect_leq(level->end, MOST, "level %d", i);
		cr_expect_geq(level->end * level->width, YEAR, "level %d", i);
	}
	end(&world);
}
