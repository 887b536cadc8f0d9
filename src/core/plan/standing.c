/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing.h.
 */
#include "core/plan/standing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/standing_state.h"

enum {
	SLOTS = 128, /* parts of the window, one of which is added */
	SLOT = 2048, /* and so many seconds */
	ROUNDS = 16, /* of asking guests */
	KINDS = 64,  /* of jobs that may take runs, at first */
};

/* Room for all keys that there may be, with steps between them. */
static const uint64_t keys = UINT64_C(1) << 62;

extern struct ft_standing *ft_standing_new(void)
{
	return calloc(1, sizeof(struct ft_standing));
}

extern void ft_standing_forget(struct ft_standing *standing)
{
	ft_board_free(standing->board);
	if (standing->table.arena)
		ft_class_table_fini(&standing->table);
	ft_index_map_fini(&standing->row);
	ft_index_map_fini(&standing->lack_index);
	ft_arena_free(standing->shares);
	free(standing->available_from);
	free(standing->entry);
	free(standing->job_number);
	free(standing->run_number);
	free(standing->run_started);
	free(standing->key);
	free(standing->risen);
	free(standing->may);
	free(standing->guest);
	*standing = (struct ft_standing){.board = NULL};
}

extern void ft_standing_free(struct ft_standing *standing)
{
	if (!standing)
		return;
	ft_standing_forget(standing);
	free(standing);
}

/* Has it a start for later in the schedule, which it may hold then? */
static bool _holds_later(const struct ft_snapshot *snapshot, uint32_t j,
			 const struct ft_schedule *schedule)
{
	const struct ft_placement *placement = &schedule->placement[j];

	return snapshot->job[j].reserve && (placement->verdict == FT_PLACED) &&
	       (placement->start > snapshot->now);
}

extern bool ft_standing_promised(const struct ft_snapshot *snapshot,
				 const struct ft_schedule *schedule,
				 struct ft_snapshot *ret_promised)
{
	size_t jobs = snapshot->job_count;
	bool *may;

	*ret_promised = *snapshot;
	ret_promised->overrule = UINT32_MAX;
	ret_promised->policy.array_depth = 0;
	ret_promised->job = calloc(jobs + 1, sizeof(*ret_promised->job));
	if (!ret_promised->job)
		return false;
	if (jobs)
		memcpy(ret_promised->job, snapshot->job,
		       jobs * sizeof(*ret_promised->job));
	for (uint32_t j = 0; j < jobs; j++) {
		ret_promised->job[j].tier = snapshot->job[jobs - 1].tier;
		ret_promised->job[j].preempts = false;
		ft_standing_promise(&ret_promised->job[j], j,
				    &schedule->placement[j]);
	}
	may = calloc(jobs + 1, sizeof(*may));
	if (!may) {
		ft_standing_promised_free(ret_promised);
		return false;
	}
	ft_standing_rights(snapshot, may);
	for (uint32_t j = 0; j < jobs; j++)
		ret_promised->job[j].reserve =
			may[j] || _holds_later(snapshot, j, schedule);
	free(may);
	return true;
}

extern void ft_standing_promised_free(struct ft_snapshot *promised)
{
	free(promised->job);
}

extern bool ft_standing_is_old(const struct ft_standing *standing, int64_t now)
{
	return now - standing->begun > FT_STANDING_AGE;
}

/* The board of the snapshot with the schedule's promises. */
static int _make_board(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot,
		       const struct ft_schedule *schedule, bool taken,
		       struct ft_err *err)
{
	uint64_t jobs = snapshot->job_count;
	int64_t window = ft_standing_window(snapshot);
	const struct ft_board_setup setup = {
		.window = window + window / SLOTS + SLOT,
		.key_step = keys / (jobs + 1),
		.wait = FT_LATE_MOST,
		.grace = FT_LATE_GRACE,
	};
	struct ft_snapshot promised;
	int rc;

	if (!ft_standing_promised(snapshot, schedule, &promised))
		return -ENOMEM;
	ft_standing_find_guests(standing, snapshot);
	for (uint32_t j = 0; j < jobs; j++) {
		standing->may[j] = promised.job[j].reserve;
		if (taken && standing->guest[j])
			promised.job[j].promise = FT_NEVER;
	}
	rc = ft_board_new(&promised, &setup, &standing->board, err);
	ft_standing_promised_free(&promised);
	if (!rc)
		ft_board_until(standing->board,
			       snapshot->now + ft_standing_window(snapshot));
	return rc;
}

/* Does its place stand on the board?  One that counts on what runs leave is
 * given up, as no job but the one for which they do may. */
static int _know_place(struct ft_standing *standing, uint32_t j,
		       const struct ft_placement *placement, bool taken,
		       struct ft_err *err)
{
	int64_t start =
		placement->verdict == FT_PLACED ? placement->start : FT_NEVER;

	if (ft_board_placed(standing->board, j).start == start) {
		if (start != FT_NEVER)
			standing->entry[j].placement = *placement;
		return 0;
	}
	return taken ? 0
		     : ft_fail(err, -ENOTSUP,
			       "a start of the plan does not stand");
}

/* The entries, and whether each promise stands. */
static int _know_all(struct ft_standing *standing,
		     const struct ft_snapshot *snapshot,
		     const struct ft_schedule *schedule, bool taken,
		     struct ft_err *err)
{
	const uint32_t *changed;
	int rc = 0;

	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++) {
		standing->run_number[r] = snapshot->job_count + r;
		rc = ft_standing_know_run(standing, &snapshot->run[r], r,
					  standing->run_number[r]);
		if (!rc)
			ft_standing_know_preemptible(
				&standing->entry[standing->run_number[r]],
				&snapshot->run[r]);
	}
	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		standing->job_number[j] = j;
		rc = ft_standing_know_job(standing, snapshot, j, j,
					  standing->key[j]);
		if (!rc)
			rc = ft_board_tier(standing->board, j,
					   snapshot->job[j].tier);
		if (!rc)
			rc = _know_place(standing, j, &schedule->placement[j],
					 taken, err);
	}
	(void) ft_board_changes(standing->board, &changed);
	return rc;
}

/* Guests that stand without any run leaving. */
static int _place_takers(struct ft_standing *standing,
			 const struct ft_snapshot *snapshot,
			 const struct ft_schedule *schedule, struct ft_err *err)
{
	int rc = ft_standing_check_work(standing->guest_count, err);

	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++)
		if (standing->guest[j])
			rc = ft_standing_readmit(standing, snapshot, j,
						 &schedule->placement[j], err);
	return rc;
}

/* What follows takes the place of the schedule. */
static int _go_on(struct ft_standing *standing,
		  const struct ft_snapshot *snapshot,
		  struct ft_schedule **schedule, struct ft_err *err)
{
	struct ft_schedule *other;
	int rc = ft_standing_rest(standing, snapshot, err);

	if (!rc)
		rc = ft_standing_write(standing, snapshot, &other);
	if (rc)
		return rc;
	ft_schedule_free(*schedule);
	*schedule = other;
	return 0;
}

static int _keep_base(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot,
		      const struct ft_schedule *schedule)
{
	size_t nodes = snapshot->node_count;
	size_t size = nodes * snapshot->resource_count * sizeof(int64_t);
	int64_t *capacity;

	standing->begun = standing->now = snapshot->now;
	standing->machine = ft_standing_base(snapshot);
	standing->closures = ft_standing_closures(snapshot);
	standing->node_count = snapshot->node_count;
	standing->shares = ft_arena_hold(schedule->arena);
	standing->available_from =
		calloc(nodes + 1, sizeof(*standing->available_from));
	capacity = ft_arena_alloc(standing->shares, size);
	if (!standing->available_from || !capacity)
		return -ENOMEM;
	if (size)
		memcpy(capacity, snapshot->capacity, size);
	standing->capacity = capacity;
	for (size_t n = 0; n < nodes; n++)
		standing->available_from[n] = snapshot->node[n].available_from;
	return 0;
}

static int _work_to_rest(const struct ft_standing *standing, struct ft_err *err)
{
	int rc = 0;

	while (!ft_board_work(standing->board, FT_STANDING_SLICE, &rc) && !rc)
		rc = ft_standing_time_check(standing, err);
	return rc;
}

/* Guests in their order, each after all that is ahead of it; then the rest,
 * which may have some of them lose a place again. */
extern int ft_standing_rest(struct ft_standing *standing,
			    const struct ft_snapshot *snapshot,
			    struct ft_err *err)
{
	int rc;

	for (int round = 0; round < ROUNDS; round++) {
		rc = ft_standing_ask_guests(standing, snapshot, err);
		if (!rc)
			rc = _work_to_rest(standing, err);
		if (!rc && ft_standing_guests_ask(standing, snapshot))
			continue;
		if (rc || standing->reached)
			return rc;
		rc = ft_standing_reach(standing, snapshot);
		if (rc || !standing->reached)
			return rc;
	}
	return ft_fail(err, -EAGAIN, "guests do not come to rest");
}

static int _begin(struct ft_standing *standing,
		  const struct ft_snapshot *snapshot,
		  struct ft_schedule **schedule, struct ft_err *err)
{
	uint64_t step = keys / ((uint64_t) snapshot->job_count + 1);
	bool taken = ft_schedule_takes(*schedule);
	int rc = ft_class_table_init(&standing->table);

	standing->reached = 0;
	if (!rc)
		rc = ft_index_map_init(&standing->lack_index, KINDS);
	if (!rc)
		rc = ft_class_table_begin(&standing->table, snapshot);
	if (!rc)
		rc = ft_index_map_init(&standing->row, snapshot->job_count);
	if (!rc)
		rc = ft_standing_tables(standing, snapshot);
	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++)
		standing->key[j] = (j + 1) * step;
	if (!rc)
		rc = _keep_base(standing, snapshot, *schedule);
	if (!rc)
		rc = _make_board(standing, snapshot, *schedule, taken, err);
	if (!rc)
		rc = _know_all(standing, snapshot, *schedule, taken, err);
	if (!rc && taken)
		rc = _place_takers(standing, snapshot, *schedule, err);
	if (!rc && (taken || standing->preemptors->given))
		rc = _go_on(standing, snapshot, schedule, err);
	return rc;
}

extern int ft_standing_begin(struct ft_standing *standing,
			     struct ft_preemptors *preemptors,
			     const struct ft_halt *halt,
			     struct ft_schedule **schedule, struct ft_err *err)
{
	int rc;

	ft_standing_forget(standing);
	if ((*schedule)->unseen)
		return ft_fail(err, -ENOTSUP, "the plan ended early");
	ft_standing_time_begin(standing, halt);
	standing->preemptors = preemptors;
	rc = _begin(standing, &preemptors->snapshot, schedule, err);
	if (rc)
		ft_standing_forget(standing);
	return rc;
}

/* May it be told as events? */
static int _check_snapshot(const struct ft_standing *standing,
			   const struct ft_snapshot *snapshot,
			   struct ft_err *err)
{
	if (!standing->board)
		return ft_fail(err, -EAGAIN, "no plan is on a board");
	if (!ft_standing_takes(snapshot, err))
		return -EAGAIN;
	if (ft_snapshot_check(snapshot, err))
		return -EINVAL;
	if ((snapshot->now < standing->now) ||
	    (standing->machine != ft_standing_base(snapshot)))
		return ft_fail(err, -EAGAIN,
			       "nodes, policy or the clock changed");
	return 0;
}

extern int ft_standing_follow(struct ft_standing *standing,
			      struct ft_preemptors *preemptors,
			      const struct ft_halt *halt,
			      struct ft_schedule **ret_schedule,
			      struct ft_err *err)
{
	const struct ft_snapshot *snapshot = &preemptors->snapshot;
	int rc = _check_snapshot(standing, snapshot, err);

	ft_standing_time_begin(standing, halt);
	standing->preemptors = preemptors;
	standing->reached = 0;
	standing->unfinished = false;
	if (!rc)
		rc = ft_standing_tell_lists(standing, snapshot);
	if (!rc)
		rc = ft_standing_match(standing, snapshot, err);
	if (!rc)
		rc = ft_standing_order(standing, snapshot, err);
	if (!rc)
		rc = ft_standing_tell(standing, snapshot, err);
	if (!rc)
		rc = ft_standing_rest(standing, snapshot, err);
	if (!rc)
		rc = ft_standing_write(standing, snapshot, ret_schedule);
	if (rc)
		ft_standing_forget(standing);
	return rc == -ENOTSUP ? -EAGAIN : rc;
}
