/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Laws of decay, charges, both fairshare models and the sum of factors, on
 * seeded random cases.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "../unit/tree.h"
#include "core/fairshare/charge.h"
#include "core/fairshare/decay.h"
#include "core/priority/factor.h"
#include "core/fairshare/fairshare.h"
#include "core/fairshare/fairshare_effective.h"
#include "core/fairshare/fairshare_tree.h"
#include "../random.h"

enum { CASES = 2000, NODES = 40 };

static uint32_t below(uint64_t *seed, uint32_t bound)
{
	return (uint32_t) (random_next(seed) % bound);
}

/* Rows breadth first, and where the children of each id stand. */
struct shape {
	struct row row[NODES];
	uint32_t count;
	uint32_t first[NODES + 2], many[NODES + 2]; /* rows, by id */
};

static struct shape random_shape(uint64_t seed)
{
	struct shape shape = {0};

	for (uint32_t id = 1; id <= shape.count + 1 && shape.count < NODES;
	     id++) {
		uint32_t want = 1 + below(&seed, 4);

		if (id > 1 && shape.row[id - 2].user)
			continue;
		shape.first[id] = shape.count;
		for (; want && shape.count < NODES; want--) {
			bool user = shape.count > 3 && below(&seed, 2);

			shape.row[shape.count++] =
				(struct row){id, below(&seed, 5) * 10, user,
					     user ? below(&seed, 4) * 100 : 0};
			shape.many[id]++;
		}
	}
	return shape;
}

/* The same tree with each sibling group back to front; ids stay. */
static struct ft_share_tree turned_tree(const struct shape *shape, bool level)
{
	struct row row[NODES];
	uint32_t id[NODES + 1] = {1}, count = 0;
	struct ft_share_tree tree;

	for (uint32_t at = 0; at <= count; at++) {
		uint32_t begin = shape->first[id[at]];

		for (uint32_t i = shape->many[id[at]]; i > 0; i--) {
			row[count] = shape->row[begin + i - 1];
			row[count++].below = at + 1;
			id[count] = begin + i + 1;
		}
	}
	tree = tree_make(row, count, level);
	for (uint32_t i = 1; i < tree.count; i++) {
		tree.node[i].id = id[i];
		tree.node[i].parent_id = id[tree.node[i].parent];
	}
	cr_assert_eq(ft_share_tree_index(&tree), 0);
	return tree;
}

static struct ft_share_tree random_tree(uint64_t seed, bool level, bool turned,
					uint32_t *ret_count)
{
	struct shape shape = random_shape(seed);

	*ret_count = shape.count;
	return turned ? turned_tree(&shape, level)
		      : tree_make(shape.row, shape.count, level);
}

static void compute_effective(struct ft_share_tree *tree,
			      enum ft_effective_kind kind)
{
	ft_effective_accounts(tree, kind);
	for (uint32_t i = 1; i < tree->count; i++) {
		struct ft_effective_event event = {FT_EFFECTIVE_TOUCH, i, 0};

		ft_effective_replay(tree, &event, 1, kind);
	}
}

static double effective(const struct ft_share_node *node)
{
	return ft_effective_factor(node->usage_efctv, node->shares_norm, 1);
}

Test(law, decay_over_a_then_b_is_decay_over_both)
{
	uint64_t seed = 1;

	for (int i = 0; i < CASES; i++) {
		double left = ft_decay_per_second(60 + below(&seed, 10000000));
		double a = below(&seed, 1000000), b = below(&seed, 1000000);
		double both = ft_decay_over(left, a + b);
		double steps = ft_decay_over(left, a) * ft_decay_over(left, b);

		if (both < 1e-300)
			continue;
		cr_assert_float_eq(steps / both, 1, 1e-9, "case %d", i);
	}
}

/* However its life is cut into stretches, a job pays for each second once. */
Test(law, adjoining_charges_add_up)
{
	uint64_t seed = 2;

	for (int i = 0; i < CASES; i++) {
		struct ft_charge_job job = {
			.start_time = 1000 + below(&seed, 1000),
			.time_limit = 1 + below(&seed, 60),
			.usage_factor = -1,
		};
		int64_t end = job.start_time + below(&seed, 6000);
		int64_t until = below(&seed, 1000);
		double sum = 0;
		uint64_t back = 0;

		job.end_time = job.end_time_exp =
			job.start_time + job.time_limit * 60;
		while (!job.final) {
			int64_t now = until + 1 + below(&seed, 900);
			struct ft_charge got;

			if (now >= end) {
				job.final = job.stopped = true;
				job.end_time = end;
			}
			got = ft_charge_compute(
				&job, ft_charge_window(&job, until, now), 3, 1);
			sum += got.billing;
			back += got.run_seconds;
			until = now;
		}
		cr_assert_float_eq(sum, 3. * (double) (end - job.start_time),
				   1e-6, "case %d", i);
		cr_assert_eq(back, job.time_limit * 60u, "case %d", i);
	}
}

/* One more charge for one user: its factor must not rise. */
static void expect_no_gain(uint64_t seed, int model)
{
	uint32_t count, user;
	bool level = model < 2;
	struct ft_share_tree one = random_tree(seed, level, false, &count);
	struct ft_share_tree two = random_tree(seed, level, false, &count);
	uint64_t pick = seed ^ 0x5555;
	double before, after;

	do
		user = 1 + below(&pick, count);
	while (!one.node[user].user && one.user_count);
	if (one.user_count) {
		ft_share_tree_charge(&two, user, 1 + below(&pick, 500));
		if (level) {
			cr_assert_eq(ft_fair_tree_compute(&one, model), 0);
			cr_assert_eq(ft_fair_tree_compute(&two, model), 0);
			before = one.node[user].fs_factor;
			after = two.node[user].fs_factor;
		} else {
			compute_effective(&one, FT_EFFECTIVE_BLEND);
			compute_effective(&two, FT_EFFECTIVE_BLEND);
			before = effective(&one.node[user]);
			after = effective(&two.node[user]);
		}
		cr_assert_leq(after, before + 1e-12, "seed %lu model %d", seed,
			      model);
	}
	ft_share_tree_fini(&one);
	ft_share_tree_fini(&two);
}

Test(law, more_usage_never_raises_a_classic_factor)
{
	for (uint64_t seed = 1; seed <= CASES; seed++)
		expect_no_gain(seed, 2);
}

Test(law, more_usage_never_raises_a_strict_rank)
{
	for (uint64_t seed = 1; seed <= CASES; seed++)
		expect_no_gain(seed, FT_TIES_STRICT);
}

/* compat cannot be in this law: its rule for ties depends on the order. */
Test(law, order_of_siblings_does_not_matter)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		for (int model = FT_TIES_STRICT; model <= 3; model++) {
			uint32_t count;
			bool level = model == FT_TIES_STRICT;
			struct ft_share_tree a =
				random_tree(seed, level, false, &count);
			struct ft_share_tree b =
				random_tree(seed, level, true, &count);

			if (level) {
				ft_fair_tree_compute(&a, FT_TIES_STRICT);
				ft_fair_tree_compute(&b, FT_TIES_STRICT);
			} else {
				compute_effective(&a, FT_EFFECTIVE_BLEND);
				compute_effective(&b, FT_EFFECTIVE_BLEND);
			}
			for (uint32_t id = 2; id <= count + 1; id++) {
				const struct ft_share_node *x =
					tree_node(&a, id);
				const struct ft_share_node *y =
					tree_node(&b, id);

				cr_assert_float_eq(x->fs_factor, y->fs_factor,
						   1e-12, "seed %lu id %u",
						   seed, id);
				cr_assert_float_eq(effective(x), effective(y),
						   1e-9, "seed %lu id %u", seed,
						   id);
			}
			ft_share_tree_fini(&a);
			ft_share_tree_fini(&b);
		}
	}
}

static void expect_finite(struct ft_share_tree *tree, uint64_t seed)
{
	for (uint32_t i = 1; i < tree->count; i++) {
		const struct ft_share_node *node = &tree->node[i];
		double factor = effective(node);

		cr_assert(factor >= 0 && factor <= 1, "seed %lu", seed);
		cr_assert(node->fs_factor >= 0 && node->fs_factor <= 1);
		cr_assert(isfinite((double) node->usage_efctv));
		cr_assert(isfinite((double) node->usage_norm));
		cr_assert_not(isnan((double) node->level_fs));
	}
}

/* Tiny negative leftovers are what a reset of single users leaves behind. */
Test(law, factors_are_numbers_in_0_to_1)
{
	static const long double odd[] = {-1e-12L, 1e-300L, 1e300L, 0};

	for (uint64_t seed = 1; seed <= CASES; seed++) {
		uint32_t count;
		uint64_t pick = seed;

		for (int model = 0; model < 4; model++) {
			struct ft_share_tree tree =
				random_tree(seed, model < 2, false, &count);

			tree.node[below(&pick, tree.count)].usage_raw =
				odd[below(&pick, 4)];
			if (model < 2)
				ft_fair_tree_compute(&tree, model);
			else
				compute_effective(
					&tree, model == 3
						       ? FT_EFFECTIVE_OBLIVIOUS
						       : FT_EFFECTIVE_BLEND);
			expect_finite(&tree, seed);
			ft_share_tree_fini(&tree);
		}
	}
}

Test(law, users_rank_from_best_to_at_least_one)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		for (int ties = FT_TIES_COMPAT; ties <= FT_TIES_STRICT;
		     ties++) {
			uint32_t count;
			double best = 0, least = 1;
			struct ft_share_tree tree =
				random_tree(seed, true, false, &count);

			ft_fair_tree_compute(&tree, ties);
			for (uint32_t i = 1; i < tree.count; i++) {
				if (!tree.node[i].user)
					continue;
				best = fmax(best, tree.node[i].fs_factor);
				least = fmin(least, tree.node[i].fs_factor);
			}
			if (tree.user_count) {
				cr_assert_float_eq(best, 1, 0, "seed %lu",
						   seed);
				cr_assert_geq(least,
					      1. / tree.user_count - 1e-12);
			}
			ft_share_tree_fini(&tree);
		}
	}
}

Test(law, a_priority_is_never_0_and_never_wraps)
{
	uint64_t seed = 9;

	for (int i = 0; i < 100 * CASES; i++) {
		uint64_t bits[6];
		struct ft_factor factor = {
			.site = (uint32_t) random_next(&seed),
			.nice = (uint32_t) random_next(&seed)};

		for (int j = 0; j < 6; j++)
			bits[j] = random_next(&seed);
		memcpy(&factor.age, &bits[0], sizeof(double));
		memcpy(&factor.assoc, &bits[1], sizeof(double));
		memcpy(&factor.fairshare, &bits[2], sizeof(double));
		memcpy(&factor.job_size, &bits[3], sizeof(double));
		memcpy(&factor.qos, &bits[4], sizeof(double));
		memcpy(&factor.tres, &bits[5], sizeof(double));
		cr_assert_geq(ft_factor_sum(&factor, NULL), 1);
		cr_assert_geq(ft_factor_sum_partition(&factor, 1, 2, NULL), 1);
	}
}

/* The paths of a and b from where they part; -1: a comes first, 0: equal. */
static int compare_paths(const struct ft_share_tree *tree, uint32_t a,
			 uint32_t b)
{
	uint32_t path[2][NODES + 1], length[2] = {0};
	uint32_t end[2] = {a, b};

	for (int i = 0; i < 2; i++)
		for (uint32_t at = end[i]; at; at = tree->node[at].fs_parent)
			path[i][length[i]++] = at;
	while (length[0] && length[1]) {
		const struct ft_share_node *x =
			&tree->node[path[0][--length[0]]];
		const struct ft_share_node *y =
			&tree->node[path[1][--length[1]]];
		long double p = (x->usage_raw + 1) / x->shares_norm;
		long double q = (y->usage_raw + 1) / y->shares_norm;

		if (p != q)
			return p < q ? -1 : 1;
	}
	/* A user before the branches that are equal to it. */
	return (length[0] > 0) - (length[1] > 0);
}

Test(law, pbs_ranks_as_paths_compare)
{
	const struct ft_fairshare_policy policy = {
		.model = FT_MODEL_PBS, .damping = 1, .enforce_no_shares = true};

	for (uint64_t seed = 0; seed < CASES; seed++) {
		uint32_t count;
		struct ft_share_tree tree =
			random_tree(seed, false, seed & 1, &count);

		cr_assert_eq(ft_fairshare_compute(&tree, &policy), 0);
		for (uint32_t i = 1; i < tree.count; i++)
			for (uint32_t j = 1; j < tree.count; j++) {
				const struct ft_share_node *a = &tree.node[i];
				const struct ft_share_node *b = &tree.node[j];
				int wanted;

				if (!a->user || !b->user)
					continue;
				cr_assert_eq(a->eligible, a->shares_norm > 0);
				if (!a->eligible || !b->eligible) {
					cr_assert(!a->eligible ||
						  a->fs_factor > 0);
					continue;
				}
				wanted = compare_paths(&tree, i, j);
				cr_assert_eq((a->rank > b->rank) -
						     (a->rank < b->rank),
					     wanted, "seed %d", (int) seed);
			}
		ft_share_tree_fini(&tree);
	}
}

/* Whatever the model: one user uses more, and no factor of its own rises. */
Test(law, more_usage_never_raises_a_factor_of_any_model)
{
	for (uint64_t seed = 0; seed < CASES; seed++) {
		struct ft_fairshare_policy policy = {
			.model = FT_MODEL_EFFECTIVE + (int) (seed % 4),
			.damping = 1,
			.ties = FT_TIES_STRICT,
			.pbs_order = seed & 4 ? FT_PBS_ORDER_FACTOR
					      : FT_PBS_ORDER_PATH};
		bool level = ft_fairshare_level(policy.model);
		uint32_t count;
		struct ft_share_tree tree =
			random_tree(seed, level, false, &count);
		uint64_t more = seed;
		uint32_t user = below(&more, tree.count);
		double before;

		while (!tree.node[user].user && user + 1 < tree.count)
			user++;
		if (tree.node[user].user) {
			cr_assert_eq(ft_fairshare_compute(&tree, &policy), 0);
			before = tree.node[user].fs_factor;
			ft_share_tree_charge(&tree, user,
					     1 + below(&more, 300));
			cr_assert_eq(ft_fairshare_compute(&tree, &policy), 0);
			cr_assert_leq(tree.node[user].fs_factor,
				      before * (1 + 1e-12), "seed %d",
				      (int) seed);
			cr_assert(isfinite(tree.node[user].fs_factor));
		}
		ft_share_tree_fini(&tree);
	}
}
