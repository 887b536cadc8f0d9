/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_state.h: what the board says, as a schedule.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/standing_state.h"

static int _by_share(const void *a, const void *b)
{
	const struct ft_share *one = a, *two = b;

	return (one->node > two->node) - (one->node < two->node);
}

/* Neighbours that take the same share the memory that says so. */
static int _set_amounts(struct ft_standing *standing, uint32_t number,
			const struct ft_snapshot *snapshot,
			const struct ft_request *request,
			struct ft_placement *placement)
{
	uint32_t kinds = snapshot->resource_count;
	size_t size = kinds * sizeof(int64_t);

	for (uint32_t i = 0; i < placement->share_count; i++) {
		struct ft_share *share = &placement->share[i];
		const int64_t *amount;
		int64_t *own;

		if (request->exclusive) {
			share->amount = standing->capacity +
					(size_t) share->node * kinds;
			continue;
		}
		amount = ft_board_amount(standing->board, number, share->node);
		if (i && !memcmp(share[-1].amount, amount, size)) {
			share->amount = share[-1].amount;
			continue;
		}
		own = ft_arena_alloc(standing->shares, size);
		if (!own)
			return -ENOMEM;
		memcpy(own, amount, size);
		share->amount = own;
	}
	return 0;
}

static int _set_place(struct ft_standing *standing, uint32_t number,
		      const struct ft_snapshot *snapshot,
		      const struct ft_job *job)
{
	struct ft_placement *placement = &standing->entry[number].placement;
	struct ft_board_placement placed =
		ft_board_placed(standing->board, number);

	*placement = (struct ft_placement){.verdict = FT_BEYOND};
	if (placed.start == FT_NEVER)
		return 0;
	placement->verdict = FT_PLACED;
	placement->request = placed.request;
	placement->start = placed.start;
	placement->late = placed.late;
	placement->duration = placed.end - placed.start;
	placement->share_count = placed.node_count;
	placement->share = ft_arena_alloc(
		standing->shares, placed.node_count * sizeof(struct ft_share));
	if (!placement->share)
		return -ENOMEM;
	for (uint32_t i = 0; i < placed.node_count; i++)
		placement->share[i] = (struct ft_share){
			.node = placed.node[i],
			.tasks = ft_board_tasks(standing->board, number,
						placed.node[i]),
		};
	qsort(placement->share, placement->share_count,
	      sizeof(*placement->share), _by_share);
	return _set_amounts(standing, number, snapshot,
			    &job->request[placed.request], placement);
}

extern int ft_standing_take_changes(struct ft_standing *standing,
				    const struct ft_snapshot *snapshot)
{
	const uint32_t *changed;
	uint32_t count = ft_board_changes(standing->board, &changed);
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < count); i++) {
		uint32_t number = changed[i];
		const struct ft_standing_entry *entry;

		if (number >= standing->entry_count)
			continue;
		entry = &standing->entry[number];
		if (entry->known && !entry->run && !entry->guest)
			rc = _set_place(standing, number, snapshot,
					&snapshot->job[entry->index]);
	}
	return rc;
}

/* As it was planned; what keeps it may be of another cycle. */
static int _write_guest(const struct ft_standing *standing,
			const struct ft_snapshot *snapshot, uint32_t j,
			struct ft_arena *arena, struct ft_placement *placement)
{
	const struct ft_standing_entry *guest =
		&standing->entry[standing->job_number[j]];
	bool placed, later;
	int rc;

	*placement = guest->placement;
	rc = ft_standing_write_victims(standing, guest, arena, placement);
	placed = placement->verdict == FT_PLACED;
	later = placed && (placement->start > snapshot->now);
	if (placed && !later)
		placement->obstacle = FT_OBSTACLE_NONE;
	placement->held = placed && (later || snapshot->job[j].promise_held);
	ft_schedule_commit(snapshot, j, placement);
	placement->committed &= !guest->lean_count;
	return rc;
}

static void _write_placing(struct ft_standing *standing,
			   const struct ft_snapshot *snapshot, uint32_t j,
			   struct ft_placement *placement)
{
	uint32_t number = standing->job_number[j];
	uint32_t possible = 0;
	bool placed, later;

	*placement = standing->entry[number].placement;
	placement->obstacle = FT_OBSTACLE_NONE;
	placed = placement->verdict == FT_PLACED;
	later = placed && (placement->start > snapshot->now);
	if (!placed)
		possible = ft_board_possible(standing->board, number);
	if (possible == FT_NO_INDEX) {
		placement->verdict = FT_IMPOSSIBLE;
		return;
	}
	if (!placed)
		placement->request = possible;
	if (!placed && !standing->may[j])
		placement->verdict = FT_UNRESERVED;
	if (later || !placed)
		placement->obstacle =
			ft_board_obstacle(standing->board, number);
	placement->held = placed && (later || snapshot->job[j].promise_held);
	ft_schedule_commit(snapshot, j, placement);
}

static struct ft_schedule *_schedule_of(const struct ft_standing *standing,
					uint32_t jobs)
{
	struct ft_schedule *schedule = calloc(1, sizeof(*schedule));

	if (!schedule)
		return NULL;
	schedule->job_count = jobs;
	schedule->shares = ft_arena_hold(standing->shares);
	schedule->table_size = ft_board_size(standing->board);
	schedule->arena = ft_arena_new();
	if (schedule->arena)
		schedule->placement = ft_arena_alloc(
			schedule->arena, jobs * sizeof(*schedule->placement));
	if (schedule->placement)
		return schedule;
	ft_schedule_free(schedule);
	return NULL;
}

extern int ft_standing_write(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot,
			     struct ft_schedule **ret_schedule)
{
	int rc = ft_standing_take_changes(standing, snapshot);

	if (rc)
		return rc;
	*ret_schedule = _schedule_of(standing, snapshot->job_count);
	if (!*ret_schedule)
		return -ENOMEM;
	(*ret_schedule)->unfinished = standing->unfinished;
	ft_board_judge(standing->board);
	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		struct ft_placement *placement = &(*ret_schedule)->placement[j];

		if (standing->guest[j])
			rc = _write_guest(standing, snapshot, j,
					  (*ret_schedule)->arena, placement);
		else
			_write_placing(standing, snapshot, j, placement);
	}
	if (rc)
		ft_schedule_free(*ret_schedule);
	return rc;
}
