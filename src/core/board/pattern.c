/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See pattern.h.
 */
#include "core/board/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/board/block.h"
#include "core/board/claim.h"
#include "core/board/leaf.h"
#include "core/board/line.h"
#include "core/board/memo.h"
#include "core/board/record.h"
#include "core/board/spread.h"
#include "core/snapshot/request.h"
#include "core/timeline/shape.h"

static int _by_number(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *) a, two = *(const uint32_t *) b;

	return (one > two) - (one < two);
}

/* Room for an access, behind it the request's closures by the board's number;
 * NULL if out of memory. */
static struct ft_access *_list_closures(const struct ft_board *board,
					const struct ft_request *request)
{
	size_t size = request->closure_count * sizeof(uint32_t);
	struct ft_access *access = malloc(sizeof(*access) + size);
	uint32_t *list;

	if (!access)
		return NULL;
	list = (uint32_t *) (access + 1);
	for (uint32_t i = 0; i < request->closure_count; i++)
		list[i] = board->shut_inside[request->closure[i]];
	qsort(list, request->closure_count, sizeof(*list), _by_number);
	access->closure = list;
	access->closure_count = request->closure_count;
	return access;
}

static bool _same_list(const struct ft_access *a, const struct ft_access *b)
{
	return (a->closure_count == b->closure_count) &&
	       !memcmp(a->closure, b->closure,
		       a->closure_count * sizeof(*a->closure));
}

/* The list is copied behind the access, which lives as long. */
static const struct ft_access *_find_access(struct ft_board *board,
					    const struct ft_request *request)
{
	struct ft_access *access = _list_closures(board, request);

	for (uint32_t i = 0; access && (i < board->access_count); i++)
		if (_same_list(board->access[i], access)) {
			free(access);
			return board->access[i];
		}
	if (!access ||
	    !ft_array_grow((void **) &board->access, board->access_count,
			   &board->access_room, sizeof(*board->access)) ||
	    ft_access_init(access, board->machine, access->closure,
			   access->closure_count, false)) {
		free(access);
		return NULL;
	}
	return board->access[board->access_count++] = access;
}

static int _by_licence(const void *a, const void *b)
{
	const struct ft_licence *one = a, *two = b;

	return (one->licence > two->licence) - (one->licence < two->licence);
}

extern uint32_t ft_pattern_merge(struct ft_licence *licence, uint32_t count)
{
	uint32_t kept = 0;

	qsort(licence, count, sizeof(*licence), _by_licence);
	for (uint32_t i = 0; i < count; i++) {
		if (licence[i].count <= 0)
			continue;
		if (kept && (licence[kept - 1].licence == licence[i].licence))
			licence[kept - 1].count += licence[i].count;
		else
			licence[kept++] = licence[i];
	}
	return kept;
}

static int _copy_licences(struct ft_pattern *pattern,
			  const struct ft_request *request)
{
	size_t size = request->licence_count * sizeof(*pattern->licence);

	pattern->licence = malloc(size + 1);
	if (!pattern->licence)
		return -1;
	if (size)
		memcpy(pattern->licence, request->licence, size);
	pattern->licence_count =
		ft_pattern_merge(pattern->licence, request->licence_count);
	return 0;
}

/* In the order that they are listed in.  Of a node of its own it asks nothing.
 */
static int _copy_marks(struct ft_pattern *pattern,
		       const struct ft_request *request)
{
	size_t size = request->mark_count * sizeof(*pattern->mark);

	if (pattern->whole || !size)
		return 0;
	pattern->mark = malloc(size);
	if (!pattern->mark)
		return -1;
	memcpy(pattern->mark, request->mark, size);
	pattern->mark_count = request->mark_count;
	return 0;
}

/* The units that nodes are ruled out by: those of the kind with least. */
static void _set_needs(const struct ft_board *board, struct ft_pattern *pattern)
{
	memset(pattern->need, UINT8_MAX, sizeof(pattern->need));
	memset(pattern->unit, UINT8_MAX, sizeof(pattern->unit));
	for (uint32_t k = 0; k < board->kind_count; k++)
		for (uint32_t i = 0; i < board->sieve_count; i++) {
			int64_t amount =
				pattern->amount[(size_t) k *
							board->resource_count +
						board->sieve[i]];
			uint8_t up = ft_block_up(amount, board->sieve_unit[i]);
			uint8_t down =
				ft_block_down(amount, board->sieve_unit[i]);

			if (up < pattern->need[i])
				pattern->need[i] = up;
			if (down < pattern->unit[i])
				pattern->unit[i] = down;
		}
}

static void _set_roster(const struct ft_board *board,
			struct ft_pattern *pattern,
			const struct ft_request *request)
{
	memset(pattern->roster, 0,
	       board->block_count * sizeof(*pattern->roster));
	pattern->roster_count = 0;
	for (uint32_t n = 0; n < board->node_count; n++) {
		size_t kind =
			(size_t) board->node[n].kind * board->resource_count;
		const int64_t *amount =
			(pattern->want ? pattern->want : pattern->amount) +
			kind;
		const int64_t *have = ft_board_capacity(board, n);
		bool fits = ft_node_set_has(request->eligible,
					    board->node[n].outside);

		for (uint32_t r = 0; fits && (r < board->resource_count); r++)
			fits = amount[r] <= have[r];
		if (!fits)
			continue;
		pattern->roster[n / FT_BLOCK] |= UINT64_C(1) << (n % FT_BLOCK);
		pattern->roster_count++;
	}
}

static void _free_pattern(struct ft_pattern *pattern)
{
	free(pattern->roster);
	free(pattern->amount);
	free(pattern->most);
	free(pattern->want);
	free(pattern->most_want);
	free(pattern->wish_room);
	free(pattern->licence);
	free(pattern->mark);
	free(pattern->claim);
	free(pattern->bound);
	free(pattern->fit);
	ft_line_fini(&pattern->waiting);
	ft_line_fini(&pattern->promised);
}

static void _cost_tasks(const struct ft_board *board,
			const struct ft_request *request, uint32_t tasks,
			int64_t *amount)
{
	uint32_t kinds = board->resource_count;

	for (uint32_t k = 0; k < board->kind_count; k++)
		ft_shape_cost(request, kinds, board->kind_threads[k], tasks,
			      amount + (size_t) k * kinds);
}

/* What low tasks want, and high ones where they may be spread; false if out of
 * memory. */
static bool _want_tasks(const struct ft_board *board,
			struct ft_pattern *pattern)
{
	uint32_t kinds = board->resource_count;
	size_t amounts = (size_t) board->kind_count * kinds;

	free(pattern->want);
	free(pattern->most_want);
	pattern->want = calloc(amounts, sizeof(*pattern->want));
	pattern->most_want = calloc(amounts, sizeof(*pattern->most_want));
	for (uint32_t k = 0;
	     pattern->want && pattern->most_want && (k < board->kind_count);
	     k++) {
		ft_shape_want(&pattern->wish, kinds, board->kind_threads[k],
			      pattern->low, pattern->want + (size_t) k * kinds);
		ft_shape_want(&pattern->wish, kinds, board->kind_threads[k],
			      pattern->high,
			      pattern->most_want + (size_t) k * kinds);
	}
	return pattern->want && pattern->most_want;
}

/* How its tasks may be spread, where no node can take more, and on what leaves;
 * false: it can't be met. */
static bool _find_bounds(struct ft_pattern *bounds,
			 const struct ft_request *request, uint64_t most)
{
	bool met = ft_spread_bounds(bounds, request, most);

	bounds->leaf = ft_leaf_wish(request);
	bounds->collective |= met && ft_leaf_binds(bounds);
	return met;
}

/* Takes over how its tasks may be spread. */
static void _set_bounds(struct ft_pattern *pattern,
			const struct ft_pattern *bounds)
{
	pattern->collective = bounds->collective;
	pattern->low = bounds->low;
	pattern->high = bounds->high;
	pattern->tasks = bounds->tasks;
	pattern->nodes = bounds->nodes;
	pattern->nodes_max = bounds->nodes_max;
	pattern->leaf = bounds->leaf;
}

/* Does it want more of some node than it takes there? */
static bool _pattern_wants(const struct ft_board *board,
			   const struct ft_request *request)
{
	uint32_t threads = 1;

	for (uint32_t k = 0; k < board->kind_count; k++)
		if (board->kind_threads[k] > threads)
			threads = board->kind_threads[k];
	return ft_request_wants(request, board->resource_count, threads);
}

/* What its bounds come to, and the nodes; false if out of memory. */
static bool _set_costs(const struct ft_board *board, struct ft_pattern *pattern,
		       const struct ft_pattern *bounds,
		       const struct ft_request *request, bool wants)
{
	_set_bounds(pattern, bounds);
	_cost_tasks(board, request, pattern->low, pattern->amount);
	if (pattern->most)
		_cost_tasks(board, request, pattern->high, pattern->most);
	if (wants && !_want_tasks(board, pattern))
		return false;
	_set_roster(board, pattern, request);
	return true;
}

/* Its nodes, and what tasks take of them; false if out of memory. */
static bool _set_tasks(const struct ft_board *board, struct ft_pattern *pattern,
		       const struct ft_request *request)
{
	size_t amounts = (size_t) board->kind_count * board->resource_count;
	bool wants = _pattern_wants(board, request);
	struct ft_pattern bounds;
	bool met = _find_bounds(&bounds, request, UINT64_MAX);

	if ((wants || (met && bounds.collective)) &&
	    !ft_spread_copy(pattern, request, board->resource_count))
		return false;
	if (!_set_costs(board, pattern, &bounds, request, wants))
		return false;
	if (met && pattern->collective) {
		pattern->most = calloc(amounts, sizeof(*pattern->most));
		met = _find_bounds(&bounds, request,
				   ft_spread_most(board, pattern));
		if (!pattern->most ||
		    !_set_costs(board, pattern, &bounds, request, wants))
			return false;
	}
	if (!met) {
		memset(pattern->roster, 0,
		       board->block_count * sizeof(*pattern->roster));
		pattern->roster_count = 0;
	}
	return true;
}

/* Of whole nodes only this is a matter of the request. */
static uint32_t _place_of(const struct ft_request *request)
{
	return request->exclusive && (request->place != FT_PLACE_BUSY)
		       ? FT_PLACE_FIT
		       : request->place;
}

/* All that follows from the request; false if out of memory. */
static bool _make_pattern(struct ft_board *board, struct ft_pattern *pattern,
			  const struct ft_request *request)
{
	size_t resources = board->resource_count;

	*pattern = (struct ft_pattern){
		.duration = request->duration,
		.whole = request->exclusive,
		.place = _place_of(request),
		.access = _find_access(board, request),
		.roster = calloc(board->block_count, sizeof(uint64_t)),
		.renewed = 1,
		.fit = calloc(board->block_count, sizeof(uint64_t)),
		.bound = calloc(FT_SLOTS, sizeof(int64_t)),
		.claim_count = request->claim_count,
		.claim = ft_claim_copy(board, request->claim,
				       request->claim_count),
		.falls = FT_NEVER,
		.eased = 1,
		.amount =
			calloc(board->kind_count * resources, sizeof(int64_t)),
	};
	if (!pattern->access || !pattern->roster || !pattern->fit ||
	    !pattern->bound || !pattern->amount || !pattern->claim ||
	    _copy_licences(pattern, request) || _copy_marks(pattern, request))
		return false;
	ft_memo_init(pattern);
	if (!_set_tasks(board, pattern, request))
		return false;
	_set_needs(board, pattern);
	return true;
}

static uint64_t _hash_pattern(const struct ft_board *board,
			      const struct ft_pattern *pattern)
{
	size_t amounts = (size_t) board->kind_count * board->resource_count;
	uint64_t hash = (uint64_t) pattern->duration;

	hash = ft_index_mix(hash, pattern->nodes);
	hash = ft_index_mix(hash, pattern->collective ? pattern->tasks : 0);
	hash = ft_index_mix(hash, pattern->leaf.leaves);
	hash = ft_index_mix(hash, pattern->leaf.bundle);
	hash = ft_index_mix(hash, pattern->whole);
	hash = ft_index_mix(hash, pattern->place);
	hash = ft_index_mix(hash, pattern->now_only);
	hash = ft_index_mix(hash, (uintptr_t) pattern->access);
	for (uint32_t b = 0; b < board->block_count; b++)
		hash = ft_index_mix(hash, pattern->roster[b]);
	for (size_t i = 0; i < amounts; i++)
		hash = ft_index_mix(hash, (uint64_t) pattern->amount[i]);
	for (size_t i = 0; pattern->want && (i < amounts); i++)
		hash = ft_index_mix(hash, (uint64_t) pattern->want[i]);
	for (uint32_t i = 0; i < pattern->mark_count; i++)
		hash = ft_index_mix(hash,
				    (uint64_t) pattern->mark[i].kind << 32 |
					    pattern->mark[i].tag);
	for (uint32_t i = 0; i < pattern->claim_count; i++) {
		hash = ft_index_mix(hash, pattern->claim[i].limit);
		hash = ft_index_mix(hash, (uint64_t) pattern->claim[i].count);
	}
	for (uint32_t i = 0; i < pattern->licence_count; i++) {
		hash = ft_index_mix(hash, pattern->licence[i].licence);
		hash = ft_index_mix(hash, (uint64_t) pattern->licence[i].count);
	}
	return hash;
}

static bool _same_claims(const struct ft_pattern *a, const struct ft_pattern *b)
{
	if (a->claim_count != b->claim_count)
		return false;
	for (uint32_t i = 0; i < a->claim_count; i++)
		if ((a->claim[i].limit != b->claim[i].limit) ||
		    (a->claim[i].count != b->claim[i].count))
			return false;
	return true;
}

static bool _same_marks(const struct ft_pattern *a, const struct ft_pattern *b)
{
	return (a->mark_count == b->mark_count) &&
	       (!a->mark_count ||
		!memcmp(a->mark, b->mark, a->mark_count * sizeof(*a->mark)));
}

static bool _same_bounds(const struct ft_board *board,
			 const struct ft_pattern *a, const struct ft_pattern *b)
{
	return (a->nodes == b->nodes) && ft_leaf_same(&a->leaf, &b->leaf) &&
	       ft_spread_same(a, b, board->resource_count);
}

static bool _same_pattern(const struct ft_board *board,
			  const struct ft_pattern *a,
			  const struct ft_pattern *b)
{
	size_t amounts = (size_t) board->kind_count * board->resource_count;

	return (a->duration == b->duration) && _same_bounds(board, a, b) &&
	       (a->whole == b->whole) && (a->place == b->place) &&
	       (a->now_only == b->now_only) && (a->access == b->access) &&
	       !memcmp(a->roster, b->roster,
		       board->block_count * sizeof(*a->roster)) &&
	       !memcmp(a->amount, b->amount, amounts * sizeof(*a->amount)) &&
	       (!a->want == !b->want) &&
	       (!a->want ||
		!memcmp(a->want, b->want, amounts * sizeof(*a->want))) &&
	       _same_marks(a, b) && _same_claims(a, b) &&
	       ft_licences_same(a->licence, a->licence_count, b->licence,
				b->licence_count);
}

/* In its place among by_duration. */
static void _rank_pattern(struct ft_board *board, uint32_t number)
{
	int64_t duration = board->pattern[number].duration;
	uint32_t at = number;

	while (at && (board->pattern[board->by_duration[at - 1]].duration >
		      duration)) {
		board->by_duration[at] = board->by_duration[at - 1];
		at--;
	}
	board->by_duration[at] = number;
}

static uint32_t _add_pattern(struct ft_board *board, uint64_t hash,
			     const struct ft_pattern *pattern)
{
	uint32_t room = board->pattern_room, number = board->pattern_count;
	uint32_t *grown;

	if (!ft_array_grow((void **) &board->pattern, number,
			   &board->pattern_room, sizeof(*pattern)))
		return FT_NO_INDEX;
	if (room != board->pattern_room) {
		grown = realloc(board->by_duration,
				board->pattern_room * sizeof(*grown));
		if (!grown)
			return FT_NO_INDEX;
		board->by_duration = grown;
	}
	if (ft_index_map_put(&board->patterns, hash, number))
		return FT_NO_INDEX;
	board->pattern[number] = *pattern;
	board->pattern_count++;
	_rank_pattern(board, number);
	/* Where it could start now is not known yet: anywhere. */
	memcpy(board->pattern[number].fit, pattern->roster,
	       board->block_count * sizeof(*pattern->fit));
	board->pattern[number].fit_count = pattern->roster_count;
	board->coreless |= !pattern->need[0];
	ft_claim_subscribe(board, number);
	ft_record_wear(board, pattern->mark, pattern->mark_count);
	return number;
}

/* It may have these nodes, and no others. */
static struct ft_request _among_required(const struct ft_request *request)
{
	struct ft_request among = *request;

	among.eligible = request->required;
	among.min_nodes = ft_node_set_count(request->required);
	return among;
}

extern uint32_t ft_pattern_of(struct ft_board *board,
			      const struct ft_request *request, bool now_only)
{
	struct ft_request among;
	struct ft_pattern fresh;
	size_t at = SIZE_MAX;
	uint32_t number = FT_NO_INDEX;
	uint64_t hash;

	if (ft_board_named(request) && !FT_PLANTED(49)) {
		among = _among_required(request);
		request = &among;
	}
	if (!_make_pattern(board, &fresh, request)) {
		_free_pattern(&fresh);
		return FT_NO_INDEX;
	}
	fresh.now_only = now_only;
	hash = _hash_pattern(board, &fresh);
	while ((number = ft_index_map_next(&board->patterns, hash, &at)) !=
	       UINT32_MAX)
		if (_same_pattern(board, &board->pattern[number], &fresh))
			break;
	if (number != UINT32_MAX) {
		_free_pattern(&fresh);
		return number;
	}
	number = _add_pattern(board, hash, &fresh);
	if (number == FT_NO_INDEX)
		_free_pattern(&fresh);
	return number;
}

extern void ft_pattern_fini_all(struct ft_board *board)
{
	for (uint32_t p = 0; p < board->pattern_count; p++)
		_free_pattern(&board->pattern[p]);
	free(board->pattern);
	free(board->by_duration);
	for (uint32_t i = 0; i < board->access_count; i++) {
		ft_access_fini(board->access[i]);
		free(board->access[i]);
	}
	free(board->access);
	ft_index_map_fini(&board->patterns);
}
