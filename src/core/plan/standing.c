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
	EVENTS_MAX =
		256,	 /* of jobs; for more of them a fresh plan is quicker */
	SLICE = 1 << 20, /* steps between two looks at whether it must end */
	SLOTS = 128,	 /* parts of the window, one of which is added */
	SLOT = 2048,	 /* and so many seconds */
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
	ft_index_map_fini(&standing->by_id);
	ft_arena_free(standing->shares);
	free(standing->available_from);
	free(standing->entry);
	free(standing->job_number);
	free(standing->run_number);
	free(standing->run_started);
	free(standing->key);
	free(standing->risen);
	free(standing->may);
	*standing = (struct ft_standing){.board = NULL};
}

extern void ft_standing_free(struct ft_standing *standing)
{
	if (!standing)
		return;
	ft_standing_forget(standing);
	free(standing);
}

static void _promise_placed(struct ft_job *job, uint32_t rank,
			    const struct ft_placement *placement)
{
	job->promise_rank = rank;
	job->promise_request = placement->request;
	if (placement->verdict != FT_PLACED) {
		job->promise = FT_NEVER;
		return;
	}
	job->promise = ft_placement_promise(placement);
	job->promise_held = true;
	job->promise_duration = placement->duration + placement->late;
	job->promise_share_count = placement->share_count;
	job->promise_share = placement->share;
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
		_promise_placed(&ret_promised->job[j], j,
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
		       const struct ft_schedule *schedule, struct ft_err *err)
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
	standing->may = calloc(jobs + 1, sizeof(*standing->may));
	for (uint32_t j = 0; standing->may && (j < jobs); j++)
		standing->may[j] = promised.job[j].reserve;
	rc = ft_board_new(&promised, &setup, &standing->board, err);
	ft_standing_promised_free(&promised);
	if (!rc)
		ft_board_until(standing->board,
			       snapshot->now + ft_standing_window(snapshot));
	return rc || standing->may ? rc : -ENOMEM;
}

static int _know_job(struct ft_standing *standing,
		     const struct ft_snapshot *snapshot, uint32_t j,
		     uint32_t number, uint64_t key)
{
	const struct ft_job *job = &snapshot->job[j];
	uint64_t class = ft_standing_class(standing, job);
	struct ft_standing_entry *entry = ft_standing_know(standing, number);

	if (!class || !entry)
		return -ENOMEM;
	entry->job_id = job->job_id;
	entry->index = j;
	entry->class = class;
	entry->key = key;
	entry->tier = job->tier;
	entry->queued = job->queued;
	entry->tentative = job->tentative;
	entry->reserve = standing->may[j];
	entry->placement.verdict = FT_BEYOND;
	return 0;
}

static int _know_run(struct ft_standing *standing, const struct ft_run *run,
		     uint32_t r, uint32_t number)
{
	struct ft_standing_entry *entry = ft_standing_know(standing, number);

	if (!entry)
		return -ENOMEM;
	entry->run = true;
	entry->job_id = run->job_id;
	entry->index = r;
	entry->end = run->end;
	return 0;
}

/* The entries, and whether each promise stands. */
static int _know_all(struct ft_standing *standing,
		     const struct ft_snapshot *snapshot,
		     const struct ft_schedule *schedule, struct ft_err *err)
{
	const uint32_t *changed;
	uint64_t step = keys / ((uint64_t) snapshot->job_count + 1);
	int rc = 0;

	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		const struct ft_placement *placement = &schedule->placement[j];
		int64_t start = placement->verdict == FT_PLACED
					? placement->start
					: FT_NEVER;

		rc = _know_job(standing, snapshot, j, j, (j + 1) * step);
		if (!rc)
			rc = ft_board_tier(standing->board, j,
					   snapshot->job[j].tier);
		if (!rc && (start != FT_NEVER))
			standing->entry[j].placement = *placement;
		if (!rc && (ft_board_placed(standing->board, j).start != start))
			rc = ft_fail(err, -ENOTSUP,
				     "a start of the plan does not stand");
	}
	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++)
		rc = _know_run(standing, &snapshot->run[r], r,
			       snapshot->job_count + r);
	(void) ft_board_changes(standing->board, &changed);
	return rc;
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

extern int ft_standing_begin(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot,
			     const struct ft_schedule *schedule,
			     struct ft_err *err)
{
	int rc;

	ft_standing_forget(standing);
	if (schedule->unseen)
		return ft_fail(err, -ENOTSUP, "the plan ended early");
	rc = ft_class_table_init(&standing->table);
	if (!rc)
		rc = ft_class_table_begin(&standing->table, snapshot);
	if (!rc)
		rc = ft_index_map_init(&standing->by_id, snapshot->job_count);
	if (!rc)
		rc = _keep_base(standing, snapshot, schedule);
	if (!rc)
		rc = _make_board(standing, snapshot, schedule, err);
	if (!rc)
		rc = _know_all(standing, snapshot, schedule, err);
	if (rc)
		ft_standing_forget(standing);
	return rc;
}

/* Those that started as they were placed: while it is still then. */
static int _tell_starts(struct ft_standing *standing,
			const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++) {
		uint32_t number = standing->run_number[r];
		struct ft_standing_entry *entry;

		if (!standing->run_started[r])
			continue;
		entry = &standing->entry[number];
		rc = ft_board_started(standing->board, number);
		entry->run = true;
		entry->job_id = snapshot->run[r].job_id;
		entry->end = entry->placement.start + entry->placement.duration;
	}
	return rc;
}

/* Runs that ended, and jobs that wait no more. */
static int _tell_gone(struct ft_standing *standing)
{
	int rc = 0;

	for (uint32_t n = 0; !rc && (n < standing->entry_count); n++) {
		struct ft_standing_entry *entry = &standing->entry[n];

		if (!entry->known || (entry->index != FT_NO_INDEX))
			continue;
		rc = ft_board_gone(standing->board, n);
		entry->known = false;
	}
	return rc;
}

static int _tell_nodes(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t n = 0; !rc && (n < snapshot->node_count); n++) {
		int64_t from = snapshot->node[n].available_from;

		if ((from == standing->available_from[n]) ||
		    ((from <= snapshot->now) &&
		     (standing->available_from[n] <= snapshot->now)))
			continue;
		standing->available_from[n] = from;
		rc = ft_board_node(standing->board, n, from);
	}
	return rc;
}

static int _tell_runs(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++) {
		const struct ft_run *run = &snapshot->run[r];
		uint32_t number = standing->run_number[r];

		if (number == FT_NO_INDEX) {
			rc = ft_board_ran(standing->board, run, &number);
			if (!rc)
				rc = _know_run(standing, run, r, number);
		} else if (standing->entry[number].end != run->end) {
			standing->entry[number].end = run->end;
			rc = ft_board_run_ends(standing->board, number,
					       run->end);
		}
	}
	return rc;
}

/* What runs claim by now: jobs that started may claim something else. */
static int _tell_claims(struct ft_standing *standing,
			const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++) {
		const struct ft_run *run = &snapshot->run[r];
		uint32_t number = standing->run_number[r];

		if ((number != FT_NO_INDEX) &&
		    !ft_board_claims(standing->board, number, run->claim,
				     run->claim_count))
			rc = ft_board_run_claims(standing->board, number,
						 run->claim, run->claim_count);
	}
	return rc;
}

/* The key above which promises give way to the job. */
static uint64_t _over_key(const struct ft_standing *standing,
			  const struct ft_snapshot *snapshot, uint32_t j)
{
	uint32_t low = j, high = snapshot->job_count - 1;
	const struct ft_job *job = snapshot->job;
	int64_t least = (int64_t) job[j].priority - snapshot->overrule;

	if (!snapshot->overrule)
		return standing->key[j];
	/* The last one of its tier that it does not lead by more. */
	while (low < high) {
		uint32_t middle = high - (high - low) / 2;

		if ((job[middle].tier == job[j].tier) &&
		    ((int64_t) job[middle].priority >= least))
			low = middle;
		else
			high = middle - 1;
	}
	return standing->key[low];
}

/* All that is ahead of the job comes first; then it comes, or rises. */
static int _tell_job(struct ft_standing *standing,
		     const struct ft_snapshot *snapshot, uint32_t j)
{
	uint64_t key = standing->key[j];
	uint64_t over = _over_key(standing, snapshot, j);
	const struct ft_job *job = &snapshot->job[j];
	const struct ft_board_job came = {
		.id = job->job_id,
		.request = job->request,
		.request_count = job->request_count,
		.key = key,
		.over = over,
		.tier = job->tier,
		.queued = job->queued,
		.tentative = job->tentative,
		.now_only = !standing->may[j],
	};
	uint32_t number = standing->job_number[j];
	int rc = ft_board_before(standing->board, key);

	if (rc)
		return rc;
	if (number != FT_NO_INDEX)
		return ft_board_rose(standing->board, number, over);
	rc = ft_board_came(standing->board, &came, &number);
	standing->job_number[j] = number;
	return rc ? rc : _know_job(standing, snapshot, j, number, key);
}

/* Its place in the order of jobs that are known. */
static int _tell_rank(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot, uint32_t j)
{
	uint32_t number = standing->job_number[j];
	uint32_t tier = snapshot->job[j].tier;
	struct ft_standing_entry *entry = &standing->entry[number];
	int rc = 0;

	if (entry->tier != tier)
		rc = ft_board_tier(standing->board, number, tier);
	entry->tier = tier;
	if (!rc && (entry->key != standing->key[j]))
		rc = ft_board_key(standing->board, number, standing->key[j]);
	entry->key = standing->key[j];
	return rc;
}

static int _tell_jobs(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot, struct ft_err *err)
{
	uint32_t events = 0;
	int rc = 0;

	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		bool known = standing->job_number[j] != FT_NO_INDEX;

		events += !known || standing->risen[j];
		if (known)
			rc = _tell_rank(standing, snapshot, j);
	}
	if (events > EVENTS_MAX)
		return ft_fail(err, -EAGAIN, "too many jobs came or rose");
	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++)
		if ((standing->job_number[j] == FT_NO_INDEX) ||
		    standing->risen[j])
			rc = _tell_job(standing, snapshot, j);
	return rc;
}

static int _tell(struct ft_standing *standing,
		 const struct ft_snapshot *snapshot, struct ft_err *err)
{
	int rc = _tell_starts(standing, snapshot);

	if (!rc)
		rc = ft_board_time(standing->board, snapshot->now);
	standing->now = snapshot->now;
	ft_board_until(standing->board,
		       snapshot->now + ft_standing_window(snapshot));
	if (!rc)
		rc = _tell_gone(standing);
	if (!rc)
		rc = _tell_claims(standing, snapshot);
	if (!rc)
		rc = _tell_nodes(standing, snapshot);
	if (!rc)
		rc = _tell_runs(standing, snapshot);
	return rc ? rc : _tell_jobs(standing, snapshot, err);
}

/* By what claims and closures of the snapshot are known. */
static int _tell_lists(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot)
{
	uint64_t closures = ft_standing_closures(snapshot);
	int rc = ft_board_limits(standing->board, snapshot->limit,
				 snapshot->limit_count);

	standing->reopened = closures != standing->closures;
	standing->closures = closures;
	if (!rc && standing->reopened)
		rc = ft_board_closures(standing->board, snapshot->closure,
				       snapshot->closure_count);
	return rc;
}

static int _work_to_rest(struct ft_standing *standing,
			 const struct ft_halt *halt)
{
	int rc = 0;

	while (!ft_board_work(standing->board, SLICE, &rc) && !rc)
		if (halt && halt->wanted && halt->wanted(halt->context))
			return -ECANCELED;
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
			      const struct ft_snapshot *snapshot,
			      const struct ft_halt *halt,
			      struct ft_schedule **ret_schedule,
			      struct ft_err *err)
{
	int rc = _check_snapshot(standing, snapshot, err);

	if (!rc)
		rc = _tell_lists(standing, snapshot);
	if (!rc)
		rc = ft_standing_match(standing, snapshot, err);
	if (!rc)
		rc = ft_standing_order(standing, snapshot, err);
	if (!rc)
		rc = _tell(standing, snapshot, err);
	if (!rc)
		rc = _work_to_rest(standing, halt);
	if (!rc)
		rc = ft_standing_write(standing, snapshot, ret_schedule);
	if (rc)
		ft_standing_forget(standing);
	return rc == -ENOTSUP ? -EAGAIN : rc;
}
