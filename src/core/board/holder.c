/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See holder.h.
 */
#include "core/board/holder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/claim.h"
#include "core/board/pattern.h"
#include "core/board/record.h"
#include "core/board/stand.h"

/* Nodes in the board's order, each with its place among the shares. */
static struct ft_heap_item *_order_shares(const struct ft_board *board,
					  const struct ft_share *share,
					  uint32_t count)
{
	struct ft_heap_item *order = calloc((size_t) count + 1, sizeof(*order));

	for (uint32_t i = 0; order && (i < count); i++) {
		uint32_t at = i, node = board->inside[share[i].node];

		while (at && (order[at - 1].key > node)) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = (struct ft_heap_item){node, i};
	}
	return order;
}

static int _fill_shares(const struct ft_board *board, struct ft_record *record,
			const struct ft_share *share, uint32_t count)
{
	size_t kinds = board->resource_count;
	struct ft_heap_item *order = _order_shares(board, share, count);

	record->node = calloc((size_t) count + 1, sizeof(*record->node));
	record->whole = calloc((size_t) count + 1, sizeof(*record->whole));
	record->amount = calloc(count * kinds + 1, sizeof(*record->amount));
	if (!order || !record->node || !record->whole || !record->amount) {
		free(order);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < count; i++) {
		const struct ft_share *from = &share[order[i].value];

		record->node[i] = (uint32_t) order[i].key;
		record->whole[i] = !from->amount;
		memcpy(record->amount + i * kinds,
		       from->amount ? from->amount
				    : ft_board_capacity(board, record->node[i]),
		       kinds * sizeof(int64_t));
	}
	record->node_count = count;
	free(order);
	return 0;
}

static void _free_held(struct ft_record *record)
{
	free(record->node);
	free(record->whole);
	free(record->amount);
	free(record->licence);
	free(record->claim);
	record->node = NULL;
	record->whole = NULL;
	record->amount = NULL;
	record->licence = NULL;
	record->claim = NULL;
	record->node_count = record->licence_count = record->claim_count = 0;
}

extern int ft_holder_fill(struct ft_board *board, uint32_t number,
			  const struct ft_run *run, int64_t start)
{
	size_t size = run->licence_count * sizeof(*run->licence);
	struct ft_record *record = &board->record[number];

	_free_held(record);
	record->start = start;
	record->end = run->end;
	record->licence = malloc(size + 1);
	record->claim = ft_claim_copy(board, run->claim, run->claim_count);
	record->claim_count = run->claim_count;
	if (!record->licence || !record->claim ||
	    _fill_shares(board, record, run->share, run->share_count))
		return board->rc = -ENOMEM;
	if (size)
		memcpy(record->licence, run->licence, size);
	record->licence_count =
		ft_pattern_merge(record->licence, run->licence_count);
	return 0;
}

extern int ft_holder_new(struct ft_board *board, const struct ft_run *run,
			 int64_t start, uint32_t *ret_number)
{
	uint32_t number = ft_record_new(board);

	*ret_number = number;
	if (number == FT_NO_INDEX)
		return board->rc = -ENOMEM;
	board->record[number].id = run->job_id;
	board->record[number].state = FT_RECORD_RUNNING;
	return ft_holder_fill(board, number, run, start);
}

static bool _holds_share(const struct ft_board *board, uint32_t number,
			 uint32_t node, const struct ft_share *share)
{
	struct ft_use use = ft_stand_use(board, number, node);

	if (!share->amount)
		return use.users >= FT_USER_WHOLE;
	return (use.users < FT_USER_WHOLE) &&
	       !memcmp(use.amount, share->amount,
		       board->resource_count * sizeof(*share->amount));
}

/* What the run has of all licences, or of one. */
static int64_t _licence_sum(const struct ft_run *run, bool all,
			    uint32_t licence)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < run->licence_count; i++)
		if (all || (run->licence[i].licence == licence))
			sum += run->licence[i].count;
	return sum;
}

static bool _holds_licences(const struct ft_board *board, uint32_t number,
			    const struct ft_run *run)
{
	const struct ft_licence *own;
	uint32_t count;
	int64_t sum = 0;

	own = ft_stand_licences(board, number, &count);
	for (uint32_t i = 0; i < count; i++) {
		if (_licence_sum(run, false, own[i].licence) != own[i].count)
			return false;
		sum += own[i].count;
	}
	return sum == _licence_sum(run, true, 0);
}

extern bool ft_holder_is(struct ft_board *board, uint32_t number,
			 const struct ft_run *run)
{
	const struct ft_record *record = &board->record[number];

	if ((record->node_count != run->share_count) ||
	    !_holds_licences(board, number, run))
		return false;
	/* Where each node stands among the record's; what else is in the list
	 * is of earlier calls and is told by a look back. */
	for (uint32_t i = 0; i < record->node_count; i++)
		board->list[record->node[i]] = i;
	for (uint32_t s = 0; s < run->share_count; s++) {
		uint32_t node = board->inside[run->share[s].node];
		uint32_t at = board->list[node];

		if ((at >= record->node_count) || (record->node[at] != node) ||
		    !_holds_share(board, number, node, &run->share[s]))
			return false;
	}
	return true;
}
