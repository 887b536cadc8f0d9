/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See layout.h.
 */
#include "core/board/layout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/block.h"
#include "core/board/leaf.h"

enum { WINDOWS_MAX = 384, SHIFT_MIN = 10, SLIPS_OF_NODE = 160, STEP = 20 };

static int _copy_machine(struct ft_board *board, const struct ft_snapshot *from)
{
	size_t amounts = (size_t) from->node_count * from->resource_count;
	struct ft_snapshot *to = ft_snapshot_new(
		from->node_count, from->resource_count, from->licence_count);

	if (!to)
		return -ENOMEM;
	board->machine = to;
	to->now = from->now;
	memcpy(to->node, from->node, from->node_count * sizeof(*to->node));
	memcpy(to->capacity, from->capacity, amounts * sizeof(*to->capacity));
	if (from->licence_count)
		memcpy(to->licence_total, from->licence_total,
		       from->licence_count * sizeof(*to->licence_total));
	for (uint32_t n = 0; n < to->node_count; n++)
		to->node[n].available_from = 0;
	return 0;
}

static int _by_level(const void *a, const void *b)
{
	const struct ft_heap_item *one = a, *two = b;

	if (one->key != two->key)
		return one->key < two->key ? -1 : 1;
	return one->value < two->value ? -1 : 1;
}

static uint32_t _kind_of(struct ft_board *board, uint32_t threads)
{
	uint32_t k = 0;

	while ((k < board->kind_count) && (board->kind_threads[k] != threads))
		k++;
	if (k == board->kind_count)
		board->kind_threads[board->kind_count++] = threads;
	return k;
}

static int _number_nodes(struct ft_board *board,
			 const struct ft_snapshot *snapshot)
{
	uint32_t count = snapshot->node_count, level = 0;
	struct ft_heap_item *order = calloc((size_t) count + 1, sizeof(*order));

	board->node = calloc((size_t) count + 1, sizeof(*board->node));
	board->inside = calloc((size_t) count + 1, sizeof(*board->inside));
	board->kind_threads =
		calloc((size_t) count + 1, sizeof(*board->kind_threads));
	if (!order || !board->node || !board->inside || !board->kind_threads) {
		free(order);
		return -ENOMEM;
	}
	for (uint32_t n = 0; n < count; n++)
		order[n] = (struct ft_heap_item){snapshot->node[n].weight, n};
	qsort(order, count, sizeof(*order), _by_level);
	for (uint32_t n = 0; n < count; n++) {
		const struct ft_node *node = &snapshot->node[order[n].value];

		level += n && (order[n].key != order[n - 1].key);
		board->inside[order[n].value] = n;
		board->node[n] = (struct ft_place_node){
			.outside = order[n].value,
			.kind = _kind_of(board, node->threads),
			.level = level,
			.available_from = node->available_from,
		};
	}
	free(order);
	return 0;
}

static int _make_lanes(struct ft_board *board)
{
	uint32_t licences = board->machine->licence_count;
	int rc = 0;

	board->lane =
		calloc((size_t) board->node_count + 1, sizeof(*board->lane));
	board->licence = calloc((size_t) licences + 1, sizeof(*board->licence));
	if (!board->lane || !board->licence)
		return -ENOMEM;
	for (uint32_t n = 0; !rc && (n < board->node_count); n++)
		rc = ft_profile_init(&board->lane[n].profile,
				     board->resource_count, board->now,
				     ft_board_capacity(board, n));
	for (uint32_t i = 0; !rc && (i < licences); i++)
		rc = ft_profile_init(&board->licence[i].profile, 1, board->now,
				     &board->machine->licence_total[i]);
	return rc;
}

static int _make_memory(struct ft_board *board)
{
	size_t nodes = board->node_count, blocks = board->block_count;
	size_t state = FT_STATE_FREE + (size_t) board->resource_count;
	const int64_t none = 0;

	board->pick_room = 2 * board->node_count + 16;
	board->pick = calloc(board->pick_room, sizeof(*board->pick));
	board->edge =
		calloc(2 * (size_t) board->pick_room, sizeof(*board->edge));
	board->mask = calloc(blocks * FT_SLOTS, sizeof(*board->mask));
	board->sum = calloc((size_t) FT_SLOTS * FT_BLOCK, sizeof(*board->sum));
	board->list = calloc(nodes + 1, sizeof(*board->list));
	board->touched = calloc(nodes + 1, sizeof(*board->touched));
	board->mark = calloc(nodes + 1, sizeof(*board->mark));
	board->least = calloc(state, sizeof(*board->least));
	board->least_own = calloc(state, sizeof(*board->least_own));
	board->running = calloc(nodes * state + 1, sizeof(*board->running));
	board->cost = calloc(state, sizeof(*board->cost));
	board->held = calloc(state, sizeof(*board->held));
	board->worn = calloc(state, sizeof(*board->worn));
	if (!board->pick || !board->edge || !board->mask || !board->sum ||
	    !board->list || !board->touched || !board->mark || !board->least ||
	    !board->least_own || !board->running || !board->cost ||
	    !board->held || !board->worn ||
	    ft_profile_init(&board->scratch_licence, 1, board->now, &none))
		return -ENOMEM;
	return ft_profile_init(&board->scratch, board->resource_count,
			       board->now, board->machine->capacity);
}

/* As many slots as the window has, each as short as that allows. */
static void _cut_slots(struct ft_board *board,
		       const struct ft_board_setup *setup)
{
	board->window = setup->window;
	board->wait = setup->wait;
	board->grace = setup->grace;
	board->shift = setup->shift ? setup->shift : SHIFT_MIN;
	while ((board->window >> board->shift) >= WINDOWS_MAX)
		board->shift++;
	board->windows = (uint32_t) (board->window >> board->shift) + 1;
}

extern int ft_layout_init(struct ft_board *board,
			  const struct ft_snapshot *snapshot,
			  const struct ft_board_setup *setup)
{
	board->now = board->origin = snapshot->now;
	board->commit = snapshot->policy.commit;
	board->patience = snapshot->policy.patience;
	board->resource_count = snapshot->resource_count;
	board->node_count = snapshot->node_count;
	board->block_count = (snapshot->node_count + FT_BLOCK - 1) / FT_BLOCK;
	board->slip_max = setup->slip_max ? setup->slip_max
					  : (uint64_t) SLIPS_OF_NODE *
						    snapshot->node_count;
	board->key_step =
		setup->key_step ? setup->key_step : UINT64_C(1) << STEP;
	_cut_slots(board, setup);
	if (_copy_machine(board, snapshot) || _number_nodes(board, snapshot) ||
	    ft_leaf_init(board) || _make_lanes(board) || _make_memory(board) ||
	    ft_index_map_init(&board->patterns, FT_SLOTS) ||
	    ft_index_map_init(&board->caps, FT_SLOTS))
		return -ENOMEM;
	return ft_block_init(board);
}

extern void ft_layout_fini(struct ft_board *board)
{
	for (uint32_t n = 0; board->lane && (n < board->node_count); n++)
		ft_lane_fini(&board->lane[n]);
	for (uint32_t i = 0;
	     board->licence && (i < board->machine->licence_count); i++)
		ft_lane_fini(&board->licence[i]);
	free(board->lane);
	free(board->licence);
	free(board->node);
	free(board->inside);
	free(board->kind_threads);
	free(board->pick);
	free(board->edge);
	free(board->mask);
	free(board->sum);
	free(board->list);
	free(board->touched);
	free(board->mark);
	free(board->least);
	free(board->least_own);
	free(board->running);
	free(board->cost);
	free(board->held);
	free(board->worn);
	ft_profile_fini(&board->scratch);
	ft_profile_fini(&board->scratch_licence);
	ft_block_fini(board);
	ft_leaf_fini(board);
	ft_snapshot_free(board->machine);
}

extern size_t ft_layout_size(const struct ft_board *board)
{
	size_t state = (2 + (size_t) board->resource_count) * sizeof(int64_t);
	size_t words = (size_t) board->block_count * FT_SLOTS * 8;
	/* Words of idle, ever and mask; bytes of low, high and wide. */
	size_t size =
		words * 3 + words * (16 + 8 / FT_WIDE) * board->sieve_count;

	for (uint32_t n = 0; n < board->node_count; n++)
		size += board->lane[n].room * sizeof(struct ft_slip) +
			board->lane[n].profile.size * state;
	size += board->pattern_room * sizeof(*board->pattern);
	size += board->pattern_count *
		(FT_SLOTS * sizeof(int64_t) + 16 * (size_t) board->block_count);
	for (uint32_t p = 0; p < board->pattern_count; p++)
		size += ((size_t) board->pattern[p].waiting.room +
			 board->pattern[p].promised.room) *
			sizeof(struct ft_heap_item);
	for (uint32_t c = 0; c < board->cap_count; c++)
		size += board->cap[c].lane.room * sizeof(struct ft_slip) +
			((size_t) board->cap[c].gauge.size +
			 board->cap[c].scratch.size) *
				sizeof(struct ft_gauge_step) +
			sizeof(*board->cap);
	size += board->record_room * sizeof(*board->record);
	for (uint32_t i = 0; i < board->record_count; i++)
		size += board->record[i].node_count * sizeof(uint32_t);
	return size +
	       (size_t) board->agenda.room * sizeof(struct ft_heap_item) +
	       board->pick_room * (sizeof(*board->pick) + 32);
}
