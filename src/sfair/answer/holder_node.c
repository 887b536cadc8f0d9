/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: which runs and jobs keep a job from nodes, see holder.h.
 *
 * Looks at each node that is planned for the job on its own.  What the plan
 * does not tell of a request (marks of others, leaves, cores side by side) is
 * not looked at: where no stake explains a start the last to end are taken.
 */
#include "ft_config.h"

#include "sfair/answer/free_nodes.h"
#include "sfair/answer/holder.h"

#include <stdlib.h>

#include "core/base/array.h"

static void _add_row_holder(struct sfair_holders *holders,
			    const struct sfair_holder *holder)
{
	if (ft_array_grow((void **) &holders->holder, holders->count,
			  &holders->room, sizeof(*holders->holder)))
		holders->holder[holders->count++] = *holder;
}

void sfair_holders_find(const struct sfair_why *why,
			const struct ft_outlook_job *row,
			struct sfair_holders *holders)
{
	const struct ft_outlook *outlook = &why->outlook;

	*holders = (struct sfair_holders){
		.row = row, .start = row ? row->start : INT64_MAX};
	for (uint32_t i = 0; i < outlook->run_count; i++) {
		const struct ft_outlook_run *run = &outlook->run[i];

		_add_row_holder(holders,
				&(struct sfair_holder){
					.job_id = run->job_id,
					.kind = SFAIR_HOLDER_RUN,
					.end = run->end,
					.copy = UINT32_MAX,
					.share = run->share,
					.share_count = run->share_count});
	}
	for (uint32_t i = 0; row && i < outlook->job_count; i++) {
		const struct ft_outlook_job *job = &outlook->job[i];

		if (job == row || job->verdict != FT_PLACED)
			continue;
		_add_row_holder(holders,
				&(struct sfair_holder){
					.job_id = job->job_id,
					.kind = job < row ? SFAIR_HOLDER_AHEAD
							  : SFAIR_HOLDER_BEHIND,
					.start = job->start,
					.end = job->start + job->duration,
					.copy = job->copy,
					.share = job->share,
					.share_count = job->share_count});
	}
}

void sfair_holders_free(struct sfair_holders *holders)
{
	free(holders->holder);
	free(holders->on);
	for (uint32_t i = 0; i < holders->text_count; i++)
		free(holders->text[i]);
	free(holders->text);
	*holders = (struct sfair_holders){0};
}

int64_t sfair_holders_end(const struct sfair_holders *holders)
{
	int64_t end = 0;

	for (uint32_t i = 0; i < holders->count; i++)
		if (holders->holder[i].blamed && holders->holder[i].end > end)
			end = holders->holder[i].end;
	return end;
}

/* -- stakes ---------------------------------------------------------------- */

static int _compare_stakes(const void *x, const void *y)
{
	const struct sfair_node_stake *a = x, *b = y;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return (a->holder > b->holder) - (a->holder < b->holder);
}

static void _add_stake(struct sfair_holders *holders, uint32_t index,
		       const struct ft_share *share)
{
	const struct sfair_holder *holder = &holders->holder[index];

	if (ft_array_grow((void **) &holders->on, holders->on_count,
			  &holders->on_room, sizeof(*holders->on)))
		holders->on[holders->on_count++] = (struct sfair_node_stake){
			.node = share->node,
			.holder = index,
			.stake = {.start = holder->start,
				  .end = holder->end,
				  .amount = share->amount}};
}

/* Of those on the nodes that are planned for the job; behind: of those too. */
static void _find_stakes(const struct sfair_why *why,
			 struct sfair_holders *holders, bool behind)
{
	struct ft_node_set *set = ft_node_set_new(why->outlook.node_count);

	holders->on_count = 0;
	for (uint32_t i = 0; set && i < holders->row->share_count; i++)
		ft_node_set_add(set, holders->row->share[i].node);
	for (uint32_t i = 0; set && i < holders->count; i++) {
		const struct sfair_holder *holder = &holders->holder[i];

		if (holder->kind == SFAIR_HOLDER_BEHIND && !behind)
			continue;
		for (uint32_t s = 0; s < holder->share_count; s++)
			if (ft_node_set_has(set, holder->share[s].node))
				_add_stake(holders, i, &holder->share[s]);
	}
	ft_node_set_free(set);
	if (holders->on_count)
		qsort(holders->on, holders->on_count, sizeof(*holders->on),
		      _compare_stakes);
}

static const struct ft_share *_share_on(const struct ft_outlook_job *row,
					uint32_t node)
{
	for (uint32_t i = 0; i < row->share_count; i++)
		if (row->share[i].node == node)
			return &row->share[i];
	return &row->share[0];
}

static void _blame_stake(struct sfair_holders *holders,
			 struct sfair_node_stake *on)
{
	on->blamed = true;
	holders->holder[on->holder].blamed = true;
}

/* On one node: stakes from first to before last. */
static void _blame_on_node(const struct sfair_why *why,
			   struct sfair_holders *holders, uint32_t first,
			   uint32_t last)
{
	const struct ft_outlook *outlook = &why->outlook;
	uint32_t node = holders->on[first].node, count = last - first;
	const struct sfair_stake_place place = {
		.kinds = outlook->resource_count,
		.capacity = outlook->node[node].capacity,
		.need = sfair_wants_whole_nodes(why, holders->row)
				? NULL
				: _share_on(holders->row, node)->amount,
		.now = why->scene.now,
		.start = holders->start};
	struct sfair_stake *stake = calloc(count, sizeof(*stake));

	if (!stake)
		return;
	for (uint32_t i = 0; i < count; i++)
		stake[i] = holders->on[first + i].stake;
	sfair_stake_blame(&place, stake, count);
	for (uint32_t i = 0; i < count; i++)
		if (stake[i].blamed)
			_blame_stake(holders, &holders->on[first + i]);
	free(stake);
}

static void _blame_on_nodes(const struct sfair_why *why,
			    struct sfair_holders *holders)
{
	uint32_t next;

	for (uint32_t i = 0; i < holders->on_count; i = next) {
		for (next = i; next < holders->on_count &&
			       holders->on[next].node == holders->on[i].node;)
			next++;
		_blame_on_node(why, holders, i, next);
	}
}

/* All that end by its start, or the last of them. */
static void _blame_ended(struct sfair_holders *holders, bool all)
{
	int64_t last = 0;

	for (uint32_t i = 0; i < holders->on_count; i++)
		if (holders->on[i].stake.end <= holders->start &&
		    holders->on[i].stake.end > last)
			last = holders->on[i].stake.end;
	for (uint32_t i = 0; i < holders->on_count; i++)
		if (holders->on[i].stake.end <= holders->start &&
		    (all || holders->on[i].stake.end == last))
			_blame_stake(holders, &holders->on[i]);
}

void sfair_holders_nodes(const struct sfair_why *why,
			 struct sfair_holders *holders)
{
	const struct ft_outlook_job *row = holders->row;

	if (!row || !row->share_count)
		return;
	_find_stakes(why, holders, false);
	_blame_on_nodes(why, holders);
	if (!sfair_holders_end(holders) &&
	    (row->obstacle == FT_OBSTACLE_RESOURCES ||
	     row->obstacle == FT_OBSTACLE_PRIORITY))
		_blame_ended(holders, row->guessed);
}

void sfair_holders_kept(const struct sfair_why *why,
			struct sfair_holders *holders, int64_t after)
{
	if (!holders->row || !holders->row->share_count)
		return;
	_find_stakes(why, holders, true);
	for (uint32_t i = 0; i < holders->on_count; i++)
		holders->on[i].stake.stays =
			holders->holder[holders->on[i].holder].kind !=
				SFAIR_HOLDER_BEHIND ||
			holders->on[i].stake.end <= after;
	_blame_on_nodes(why, holders);
}

bool sfair_holders_leave_nodes(struct sfair_why *why, const job_info_t *job,
			       const struct sfair_holders *holders)
{
	const struct ft_outlook_job *row = holders->row;
	struct sfair_free_nodes nodes;
	bool leave;

	if (!row || !row->share_count)
		return true;
	if (!sfair_free_nodes_open(why, job, row, &nodes))
		return false;
	leave = sfair_free_nodes_count(&nodes) >= row->share_count;
	sfair_free_nodes_close(&nodes);
	return leave;
}
