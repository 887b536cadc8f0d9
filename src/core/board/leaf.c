/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See leaf.h.
 */
#include "core/board/leaf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/preference.h"
#include "core/board/spread.h"

static int _by_leaf_switch(const void *a, const void *b)
{
	const struct ft_heap_item *one = a, *two = b;

	return (one->key > two->key) - (one->key < two->key);
}

extern int ft_leaf_init(struct ft_board *board)
{
	uint32_t count = board->node_count, leaf = 0;
	struct ft_heap_item *order = calloc((size_t) count + 1, sizeof(*order));

	board->leaf = calloc((size_t) count + 1, sizeof(*board->leaf));
	board->leaf_found =
		calloc((size_t) count + 1, sizeof(*board->leaf_found));
	if (!order || !board->leaf || !board->leaf_found) {
		free(order);
		return -ENOMEM;
	}
	for (uint32_t n = 0; n < count; n++) {
		uint32_t outside = board->node[n].outside;

		order[n] = (struct ft_heap_item){
			board->machine->node[outside].leaf, n};
	}
	qsort(order, count, sizeof(*order), _by_leaf_switch);
	for (uint32_t i = 0; i < count; i++) {
		leaf += i && (order[i].key != order[i - 1].key);
		board->leaf[leaf] = (uint32_t) order[i].key;
		board->node[order[i].value].leaf = leaf;
	}
	board->leaf_count = count ? leaf + 1 : 0;
	free(order);
	return 0;
}

extern void ft_leaf_fini(struct ft_board *board)
{
	free(board->leaf);
	free(board->leaf_found);
}

extern struct ft_leaf_wish ft_leaf_wish(const struct ft_request *request)
{
	return (struct ft_leaf_wish){
		.leaves = FT_PLANTED(68) ? 0 : request->leaves,
		.level = request->leaves ? request->leaf_level : 0,
		.bundle = request->bundle,
		.bundle_level = request->bundle ? request->bundle_level : 0,
		.bundle_apart = request->bundle && request->bundle_apart,
	};
}

extern bool ft_leaf_same(const struct ft_leaf_wish *a,
			 const struct ft_leaf_wish *b)
{
	return (a->leaves == b->leaves) && (a->level == b->level) &&
	       (a->bundle == b->bundle) &&
	       (a->bundle_level == b->bundle_level) &&
	       (a->bundle_apart == b->bundle_apart);
}

/* Leaves that count as one: their places [first, end) among the board's. */
struct domain {
	uint32_t first, end;
};

/* What counts as the leaf on that level; 0: none. */
static uint32_t _domain_number(const struct ft_board *board, uint32_t level,
			       uint32_t place)
{
	return ft_leaf_number(board->leaf[place], level);
}

/* The next domain before the limit; false if there is none. */
static bool _next_domain(const struct ft_board *board, uint32_t level,
			 uint32_t limit, struct domain *domain)
{
	uint32_t end = domain->first = domain->end;

	while ((end < limit) && (_domain_number(board, level, end) ==
				 _domain_number(board, level, domain->first)))
		end++;
	domain->end = end;
	return end > domain->first;
}

static struct ft_tally _sum_domain(const struct ft_board *board,
				   struct domain domain)
{
	struct ft_tally sum = {0};

	for (uint32_t i = domain.first; i < domain.end; i++) {
		sum.nodes += board->leaf_found[i].sum.nodes;
		sum.tasks += board->leaf_found[i].sum.tasks;
	}
	return sum;
}

/* Wherever these nodes are. */
static uint32_t _lack_tasks(const struct ft_pattern *pattern,
			    struct ft_tally sum)
{
	uint64_t rest;

	if (sum.nodes < pattern->nodes)
		return pattern->nodes - sum.nodes;
	if (sum.tasks >= pattern->tasks)
		return 0;
	rest = pattern->tasks - sum.tasks;
	return (uint32_t) ((rest + pattern->high - 1) / pattern->high);
}

/* Of so many nodes on the leaf these are of use. */
static uint32_t _usable_nodes(const struct ft_leaf_wish *wish, uint32_t leaf,
			      uint32_t nodes)
{
	return ft_leaf_bundled(leaf, nodes + FT_PLANTED(67), wish->bundle,
			       wish->bundle_apart);
}

/* Each bundle that is missing lacks at least what the leaf does that is next to
 * one more. */
static uint32_t _lack_bundles(const struct ft_board *board,
			      const struct ft_pattern *pattern,
			      struct domain within)
{
	const struct ft_leaf_wish *wish = &pattern->leaf;
	struct domain domain = {.end = within.first};
	uint32_t usable = 0, rest = 0, missing;

	while (_next_domain(board, wish->bundle_level, within.end, &domain)) {
		uint32_t leaf =
			_domain_number(board, wish->bundle_level, domain.first);
		uint32_t nodes = _sum_domain(board, domain).nodes;
		uint32_t used = _usable_nodes(wish, leaf, nodes);

		usable += used;
		if (leaf && (!used || !wish->bundle_apart) &&
		    (nodes - used > rest))
			rest = nodes - used;
	}
	if (usable >= pattern->nodes)
		return 0;
	missing = (pattern->nodes - usable + wish->bundle - 1) / wish->bundle;
	return missing * (wish->bundle - rest);
}

/* The largest leaves together. */
static uint32_t _lack_several(const struct ft_board *board,
			      const struct ft_pattern *pattern)
{
	uint32_t most[FT_LEAVES_MAX] = {0}, sum = 0;
	struct domain domain = {0};

	while (_next_domain(board, pattern->leaf.level, board->leaf_count,
			    &domain)) {
		uint32_t nodes = _sum_domain(board, domain).nodes;

		for (uint32_t i = 0; i < pattern->leaf.leaves; i++)
			if (nodes > most[i]) {
				uint32_t less = most[i];

				most[i] = nodes;
				nodes = less;
			}
	}
	for (uint32_t i = 0; i < pattern->leaf.leaves; i++)
		sum += most[i];
	return sum < pattern->nodes ? pattern->nodes - sum : 0;
}

/*
 * Picks in the order of leaves, whose tasks at that start are to be counted one
 * by one where a domain has more nodes than the pattern may take; up to `at`
 * they are of domains that were looked at.
 */
struct sight {
	const struct ft_candidate *pick;
	uint32_t count, at;
	int64_t start;
};

/* Do the best nodes of the domain take all tasks?  Where nothing began then, it
 * was found before that they do not. */
static bool _best_suffice(struct ft_board *board,
			  const struct ft_pattern *pattern,
			  struct domain domain, struct sight *sight)
{
	uint32_t first = sight->at, end;
	bool grown = false;

	for (uint32_t i = domain.first; i < domain.end; i++)
		grown |= board->leaf_found[i].begun == sight->start;
	while ((first < sight->count) &&
	       (sight->pick[first].leaf < domain.first))
		first++;
	for (end = first;
	     (end < sight->count) && (sight->pick[end].leaf < domain.end);)
		end++;
	sight->at = end;
	return grown && (ft_spread_most_tasks(board, pattern,
					      sight->pick + first, end - first,
					      sight->start) >= pattern->tasks);
}

static uint32_t _lack_domain(struct ft_board *board,
			     const struct ft_pattern *pattern,
			     struct domain domain, struct sight *sight)
{
	struct ft_tally sum;
	uint32_t lack;

	if (pattern->leaf.bundle)
		return _lack_bundles(board, pattern, domain);
	sum = _sum_domain(board, domain);
	lack = _lack_tasks(pattern, sum);
	if (lack || !sight || (sum.nodes <= pattern->nodes_max))
		return lack;
	return !_best_suffice(board, pattern, domain, sight);
}

/* What is counted lacks; without sight of picks perhaps more than it says. */
static uint32_t _lack_leaves(struct ft_board *board,
			     const struct ft_pattern *pattern,
			     struct sight *sight)
{
	const struct ft_leaf_wish *wish = &pattern->leaf;
	struct domain domain = {0};
	uint32_t least = UINT32_MAX;

	board->steps += 1 + board->leaf_count / FT_STEP_NODE;
	if (!wish->leaves)
		return _lack_bundles(board, pattern,
				     (struct domain){.end = board->leaf_count});
	if (wish->leaves > 1)
		return _lack_several(board, pattern);
	while (least &&
	       _next_domain(board, wish->level, board->leaf_count, &domain)) {
		uint32_t lack = _lack_domain(board, pattern, domain, sight);

		least = lack < least ? lack : least;
	}
	return least;
}

extern void ft_leaf_clear(struct ft_board *board)
{
	memset(board->leaf_found, 0,
	       board->leaf_count * sizeof(*board->leaf_found));
}

static void _count_on_leaf(struct ft_board *board,
			   const struct ft_candidate *pick, int64_t begun)
{
	struct ft_leaf_count *leaf =
		&board->leaf_found[board->node[pick->node].leaf];

	ft_tally_add(&leaf->sum, pick->tasks);
	leaf->begun = begun;
}

/* The one that the place is of. */
static struct domain _domain_of(const struct ft_board *board, uint32_t level,
				uint32_t place)
{
	uint32_t number = _domain_number(board, level, place);
	struct domain domain = {place, place + 1};

	while (domain.first &&
	       (_domain_number(board, level, domain.first - 1) == number))
		domain.first--;
	while ((domain.end < board->leaf_count) &&
	       (_domain_number(board, level, domain.end) == number))
		domain.end++;
	return domain;
}

extern bool ft_leaf_add(struct ft_board *board,
			const struct ft_pattern *pattern,
			const struct ft_candidate *pick)
{
	const struct ft_leaf_wish *wish = &pattern->leaf;
	uint32_t place = board->node[pick->node].leaf;
	struct domain domain = {.end = board->leaf_count};
	struct ft_tally sum;

	_count_on_leaf(board, pick, 0);
	if (wish->leaves > 1)
		return false;
	if (wish->leaves)
		domain = _domain_of(board, wish->level, place);
	else if (board->leaf_found[place].sum.nodes % wish->bundle)
		return false;
	sum = _sum_domain(board, domain);
	if (sum.nodes < pattern->nodes)
		return false;
	if (wish->bundle)
		return !_lack_bundles(board, pattern, domain);
	return (sum.tasks >= pattern->tasks) &&
	       ((sum.nodes <= pattern->nodes_max) ||
		(pattern->low == pattern->high));
}

extern uint32_t ft_leaf_lack(struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t listed)
{
	ft_leaf_clear(board);
	for (uint32_t i = 0; i < listed; i++) {
		const struct ft_candidate pick = {.node = board->list[i],
						  .tasks = pattern->high};

		_count_on_leaf(board, &pick, 0);
	}
	return _lack_leaves(board, pattern, NULL);
}

/* By place of the leaf. */
static int _by_leaf_place(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;

	if (one->leaf != two->leaf)
		return one->leaf < two->leaf ? -1 : 1;
	return (one->node > two->node) - (one->node < two->node);
}

static void _sort_picks(struct ft_board *board, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		board->pick[i].leaf = board->node[board->pick[i].node].leaf;
	qsort(board->pick, count, sizeof(*board->pick), _by_leaf_place);
}

extern uint32_t ft_leaf_short(struct ft_board *board,
			      const struct ft_pattern *pattern)
{
	struct sight sight = {
		.pick = board->pick,
		.count = board->pick_count,
		.start = board->pick_count ? board->pick[0].first : 0,
	};
	bool varies = pattern->low < pattern->high;

	if (varies)
		_sort_picks(board, board->pick_count);
	ft_leaf_clear(board);
	for (uint32_t i = 0; i < board->pick_count; i++)
		_count_on_leaf(board, &board->pick[i], sight.start);
	return _lack_leaves(board, pattern, varies ? &sight : NULL);
}

extern uint32_t ft_leaf_most(const struct ft_pattern *pattern, uint32_t lack)
{
	int64_t most =
		ft_pattern_want(pattern) -
		ft_pattern_part(pattern) * ((int64_t) lack + FT_PLANTED(69));

	return most > 0 ? (uint32_t) most : 0;
}

/* Counts what the pick at the edge can take, or takes it off; true if on. */
static bool _pass_edge(struct ft_board *board, const struct ft_heap_item *edge,
		       struct ft_tally *all)
{
	const struct ft_candidate *pick = &board->pick[edge->value / 2];
	struct ft_tally *leaf =
		&board->leaf_found[board->node[pick->node].leaf].sum;

	if (edge->value & 1) {
		_count_on_leaf(board, pick, (int64_t) edge->key);
		ft_tally_add(all, pick->tasks);
		return true;
	}
	leaf->nodes--;
	leaf->tasks -= pick->tasks;
	all->nodes--;
	all->tasks -= pick->tasks;
	return false;
}

extern int64_t ft_leaf_start(struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t count,
			     uint32_t *most)
{
	const struct ft_heap_item *edge = board->edge;
	bool varies = pattern->low < pattern->high, grown = false;
	struct ft_tally all = {0};
	uint32_t least = UINT32_MAX;
	int64_t start = FT_NEVER;

	if (varies)
		_sort_picks(board, count);
	ft_spread_edges(board, count);
	ft_leaf_clear(board);
	for (uint32_t i = 0; (i < 2 * count) && least; i++) {
		struct sight sight = {.pick = board->pick,
				      .count = count,
				      .start = (int64_t) edge[i].key};
		uint32_t lack;

		grown |= _pass_edge(board, &edge[i], &all);
		/* Until all that is so at that time has been passed. */
		if (!grown ||
		    ((i + 1 < 2 * count) && (edge[i + 1].key == edge[i].key)))
			continue;
		grown = false;
		lack = _lack_tasks(pattern, all);
		if (!lack)
			lack = _lack_leaves(board, pattern,
					    varies ? &sight : NULL);
		least = lack < least ? lack : least;
		if (!lack)
			start = sight.start;
	}
	*most = ft_leaf_most(pattern, least);
	return start;
}

/* Picks of one domain: [first, end) of a list in the order of leaves. */
static bool _next_picks(const struct ft_board *board, uint32_t level,
			const struct ft_candidate *pick, uint32_t count,
			struct domain *picks)
{
	uint32_t end = picks->first = picks->end;

	while ((end < count) &&
	       (_domain_number(board, level, pick[end].leaf) ==
		_domain_number(board, level, pick[picks->first].leaf)))
		end++;
	picks->end = end;
	return end > picks->first;
}

static int _by_bundle(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;

	if (one->clashes != two->clashes)
		return one->clashes < two->clashes ? -1 : 1;
	if (one->last != two->last)
		return one->last < two->last ? -1 : 1;
	return (one->first > two->first) - (one->first < two->first);
}

/*
 * The picks of one leaf: those of use, the best of them, get ->clashes of all
 * of these, the others get no place.  ->last becomes what leaves go by, ->first
 * the leaf's place, then its picks by preference.
 */
static void _rank_picks(const struct ft_board *board,
			const struct ft_pattern *pattern,
			struct ft_candidate *pick, uint32_t count)
{
	uint32_t place = pick->leaf;
	uint32_t leaf =
		_domain_number(board, pattern->leaf.bundle_level, place);
	uint32_t usable = _usable_nodes(&pattern->leaf, leaf, count);
	uint32_t clashes = 0;
	uint64_t rank;

	qsort(pick, count, sizeof(*pick), ft_preference_of(pattern));
	/* The level of the lightest, then how many there are. */
	rank = (uint64_t) pick->first << 32 | count;
	for (uint32_t i = 0; (i < usable) && (i < count); i++)
		clashes += pick[i].clashes;
	for (uint32_t i = 0; i < count; i++) {
		pick[i].clashes = i < usable ? clashes : UINT32_MAX;
		pick[i].last = (int64_t) rank;
		pick[i].first = (int64_t) ((uint64_t) place << 32 | i);
	}
}

/* Of picks in the order of leaves; how many at the front then suffice. */
static uint32_t _first_bundles(const struct ft_board *board,
			       const struct ft_pattern *pattern,
			       struct ft_candidate *pick, uint32_t count)
{
	struct domain leaf = {0};
	uint32_t usable = 0;

	while (_next_picks(board, pattern->leaf.bundle_level, pick, count,
			   &leaf))
		_rank_picks(board, pattern, pick + leaf.first,
			    leaf.end - leaf.first);
	qsort(pick, count, sizeof(*pick), _by_bundle);
	while ((usable < count) && (pick[usable].clashes != UINT32_MAX))
		usable++;
	return usable < pattern->nodes ? 0 : pattern->nodes;
}

static uint64_t _sum_clashes(const struct ft_candidate *pick, uint32_t count)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < count; i++)
		sum += pick[i].clashes;
	return sum;
}

/* All on one leaf that suffices: the one with the fewest bookings in the way,
 * then with the fewest nodes. */
static uint32_t _first_leaf(struct ft_board *board,
			    const struct ft_pattern *pattern,
			    struct ft_candidate *pick, uint32_t count)
{
	struct domain leaf = {0}, best = {0};
	uint64_t least = UINT64_MAX;
	uint32_t used = 0;

	while (_next_picks(board, pattern->leaf.level, pick, count, &leaf)) {
		struct ft_candidate *first = pick + leaf.first;
		uint32_t nodes = leaf.end - leaf.first, enough;
		uint64_t clashes;

		enough = pattern->leaf.bundle
				 ? _first_bundles(board, pattern, first, nodes)
				 : ft_spread_first(pattern, first, nodes);
		clashes = _sum_clashes(first, enough);
		if (!enough || (clashes > least) ||
		    ((clashes == least) && (nodes >= best.end - best.first)))
			continue;
		least = clashes;
		used = enough;
		best = leaf;
	}
	memmove(pick, pick + best.first, used * sizeof(*pick));
	return used;
}

/* Leaves with more picks first. */
static int _by_leaf_size(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;

	if (one->last != two->last)
		return one->last > two->last ? -1 : 1;
	return _by_leaf_place(one, two);
}

/* On several leaves: those with the most nodes, then the best nodes of these.
 */
static uint32_t _first_leaves(const struct ft_board *board,
			      const struct ft_pattern *pattern,
			      struct ft_candidate *pick, uint32_t count)
{
	uint32_t level = pattern->leaf.level, leaves = 0;
	struct domain leaf = {0};

	qsort(pick, count, sizeof(*pick), _by_leaf_place);
	while (_next_picks(board, level, pick, count, &leaf))
		for (uint32_t i = leaf.first; i < leaf.end; i++)
			pick[i].last = leaf.end - leaf.first;
	qsort(pick, count, sizeof(*pick), _by_leaf_size);
	leaf = (struct domain){0};
	while ((leaf.end < pattern->nodes) && (leaves < pattern->leaf.leaves) &&
	       _next_picks(board, level, pick, count, &leaf))
		leaves++;
	if (leaf.end < pattern->nodes)
		return 0;
	qsort(pick, leaf.end, sizeof(*pick), ft_preference_of(pattern));
	return pattern->nodes;
}

static uint32_t _first_bound(struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t count)
{
	struct ft_candidate *pick = board->pick;
	uint32_t used;

	_sort_picks(board, count);
	if (!pattern->leaf.leaves)
		return _first_bundles(board, pattern, pick, count);
	used = _first_leaf(board, pattern, pick, count);
	if (used || (pattern->leaf.leaves == 1))
		return used;
	return _first_leaves(board, pattern, pick, count);
}

/* Looks at those without bookings in the way alone first. */
extern void ft_leaf_best(struct ft_board *board,
			 const struct ft_pattern *pattern)
{
	uint32_t free = 0, count;

	for (uint32_t i = 0; i < board->pick_count; i++) {
		struct ft_candidate pick = board->pick[i];

		if (pick.clashes)
			continue;
		board->pick[i] = board->pick[free];
		board->pick[free++] = pick;
	}
	count = _first_bound(board, pattern, free);
	if (!count && (free < board->pick_count)) {
		for (uint32_t i = 0; i < free; i++) {
			struct ft_candidate *pick = &board->pick[i];

			pick->clashes = 0;
			pick->first = (int64_t) board->node[pick->node].level;
		}
		count = _first_bound(board, pattern, board->pick_count);
	}
	ft_spread_settle(board, pattern, count);
}
