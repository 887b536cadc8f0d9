/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_state.h: which of the board's numbers the jobs and runs of a
 * snapshot are.  Tasks of an array may have one job id; they are told apart by
 * their promises, and by nothing where they have none.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/plan/standing_state.h"

/* Entries of one hash stand in a row, in the order of their numbers: tasks of
 * an array, say.  The map knows the first of each. */
static uint32_t _find_row(const struct ft_standing *standing, uint64_t hash)
{
	size_t at = SIZE_MAX;

	return ft_index_map_next(&standing->row, hash, &at);
}

static int _append_entry(struct ft_standing *standing, uint64_t hash,
			 uint32_t n)
{
	struct ft_standing_entry *entry = standing->entry;
	uint32_t first = _find_row(standing, hash);

	entry[n].front = entry[n].last = n;
	entry[n].next = FT_NO_INDEX;
	if (first == UINT32_MAX)
		return ft_index_map_put(&standing->row, hash, n);
	entry[entry[first].last].next = n;
	entry[first].last = n;
	return 0;
}

/* The first of the row that has no index yet; those before it are not met
 * again. */
static uint32_t _row_front(struct ft_standing *standing, uint64_t hash)
{
	struct ft_standing_entry *entry = standing->entry;
	uint32_t first = _find_row(standing, hash), n;

	if (first == UINT32_MAX)
		return FT_NO_INDEX;
	n = entry[first].front;
	while ((n != FT_NO_INDEX) && (entry[n].index != FT_NO_INDEX))
		n = entry[n].next;
	entry[first].front = n;
	return n;
}

static uint64_t _hash_run(uint32_t id)
{
	return ft_index_mix(id, 1);
}

/* Promises of equal jobs differ in their time or in their nodes. */
static uint64_t _hash_waiting(uint32_t id, bool may, int64_t promise,
			      uint32_t share_count,
			      const struct ft_share *share)
{
	uint64_t hash = ft_index_mix(id, may ? 2 : 3);

	hash = ft_index_mix(hash, (uint64_t) promise);
	return ft_index_mix(hash, share_count ? share[0].node : FT_NO_INDEX);
}

static uint64_t _hash_job(const struct ft_job *job, bool may)
{
	bool promised = job->promise != FT_NEVER;

	return _hash_waiting(job->job_id, may, job->promise,
			     promised ? job->promise_share_count : 0,
			     job->promise_share);
}

static uint64_t _hash_entry(const struct ft_standing_entry *entry)
{
	const struct ft_placement *placement = &entry->placement;
	bool promised = placement->verdict == FT_PLACED;

	if (entry->run)
		return _hash_run(entry->job_id);
	return _hash_waiting(
		entry->job_id, entry->reserve,
		promised ? ft_placement_promise(placement) : FT_NEVER,
		promised ? placement->share_count : 0, placement->share);
}

static int _index_entries(struct ft_standing *standing)
{
	int rc = 0;

	ft_index_map_clear(&standing->row);
	for (uint32_t n = 0; !rc && (n < standing->entry_count); n++) {
		struct ft_standing_entry *entry = &standing->entry[n];

		entry->index = FT_NO_INDEX;
		if (entry->known)
			rc = _append_entry(standing, _hash_entry(entry), n);
	}
	return rc;
}

/* Is the job's promise what was shown of the entry? */
static bool _same_place(const struct ft_placement *placement,
			const struct ft_job *job)
{
	if (placement->verdict != FT_PLACED)
		return job->promise == FT_NEVER;
	if ((job->promise != ft_placement_promise(placement)) ||
	    (job->promise_request != placement->request) ||
	    (job->promise_share_count != placement->share_count))
		return false;
	if (job->promise_share == placement->share)
		return true;
	for (uint32_t i = 0; i < placement->share_count; i++)
		if (job->promise_share[i].node != placement->share[i].node)
			return false;
	return true;
}

/* One that may hold a start, or may not. */
static uint32_t _find_entry(struct ft_standing *standing,
			    const struct ft_job *job, bool may)
{
	uint32_t n = _row_front(standing, _hash_job(job, may));

	for (; n != FT_NO_INDEX; n = standing->entry[n].next) {
		const struct ft_standing_entry *entry = &standing->entry[n];

		if (!entry->run && (entry->job_id == job->job_id) &&
		    (entry->index == FT_NO_INDEX) && (entry->reserve == may) &&
		    _same_place(&entry->placement, job))
			break;
	}
	return n;
}

/* Tasks of an array keep what they may as far as can be. */
static uint32_t _find_waiting(struct ft_standing *standing,
			      const struct ft_job *job, bool may)
{
	uint32_t number = _find_entry(standing, job, may);

	return number != FT_NO_INDEX ? number
				     : _find_entry(standing, job, !may);
}

/* Of a job's requests; 0: there are none, for want of memory. */
static uint64_t _class_number(const uint32_t *class, uint32_t count)
{
	uint64_t hash = count;

	for (uint32_t r = 0; class && (r < count); r++)
		hash = ft_index_mix(hash, class[r]);
	/* Of up to two they are all that there is to say. */
	if (class && (count <= 2))
		hash = (uint64_t) class[0] << 32 |
		       (count == 2 ? class[1] + 1 : 0);
	return class ? hash + 1 : 0;
}

extern uint64_t ft_standing_class(struct ft_standing *standing,
				  const struct ft_job *job)
{
	return _class_number(ft_class_table_find(&standing->table, job),
			     job->request_count);
}

/* It is of that class, and of another once its times have come.  0 or -ENOMEM.
 */
static int _note_class(struct ft_standing *standing,
		       struct ft_standing_entry *entry,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       uint64_t class)
{
	const struct ft_job *job = &snapshot->job[j];

	entry->class = class;
	entry->later = 0;
	entry->from = 0;
	for (uint32_t r = 0; r < job->request_count; r++)
		if (job->request[r].not_before > entry->from)
			entry->from = job->request[r].not_before;
	if (entry->from <= snapshot->now)
		return 0;
	entry->later =
		_class_number(ft_class_table_later(&standing->table, job),
			      job->request_count);
	return entry->later ? 0 : -ENOMEM;
}

/* That its times have come changes nothing else of what it asks for. */
static void _pass_times(struct ft_standing_entry *entry, uint64_t class,
			int64_t now)
{
	if (!entry->later || (entry->later != class) || (entry->from > now))
		return;
	entry->class = class;
	entry->later = 0;
	entry->eased = UINT64_MAX;
}

/* Does it claim in each way what the board knows? */
static bool _same_way_claims(const struct ft_standing *standing,
			     uint32_t number, const struct ft_job *job)
{
	for (uint32_t r = 0; r < job->request_count; r++)
		if (!ft_board_would_claim(standing->board, number, r,
					  job->request[r].claim,
					  job->request[r].claim_count))
			return false;
	return true;
}

/* Closures are counted by their order, which may be another now. */
static bool _other_closures(const struct ft_standing *standing,
			    const struct ft_job *job)
{
	bool enters = false;

	for (uint32_t r = 0; r < job->request_count; r++)
		enters |= job->request[r].closure_count > 0;
	return standing->reopened && enters;
}

/* Does a job that the board follows want what it wanted? */
static bool _same_wishes(const struct ft_standing *standing, uint32_t number,
			 const struct ft_job *job, uint64_t class)
{
	const struct ft_standing_entry *entry = &standing->entry[number];

	return (((class == entry->class) && !_other_closures(standing, job)) ||
		ft_board_wants(standing->board, number, job->request,
			       job->request_count, !entry->reserve)) &&
	       _same_way_claims(standing, number, job);
}

/* Does it count against a limit, in one of its ways? */
static bool _claims_any(const struct ft_job *job)
{
	for (uint32_t r = 0; r < job->request_count; r++)
		if (job->request[r].claim_count)
			return true;
	return false;
}

/* What is not told as something freed may let it start, or take its place. */
static void _doubt_guest(struct ft_standing *standing, uint32_t number,
			 const struct ft_job *job)
{
	struct ft_standing_entry *entry = &standing->entry[number];
	const struct ft_placement *placement = &entry->placement;
	const struct ft_request *request = &job->request[placement->request];

	entry->doubt = standing->reopened;
	if (placement->verdict != FT_PLACED) {
		entry->eased = UINT64_MAX;
		return;
	}
	if (_claims_any(job))
		entry->eased = UINT64_MAX;
	entry->doubt |= !ft_board_claims(standing->board, number,
					 request->claim, request->claim_count);
}

/* The same of a job that was a guest, or is to be one.  Whether there are runs
 * that it may take changes with them, and so does whether it is planned as one
 * that takes any: it stays where it is.  One for which runs leave stays a guest
 * until they have left. */
static bool _same_guest(struct ft_standing *standing, uint32_t number,
			uint32_t j, const struct ft_job *job, uint64_t class)
{
	struct ft_standing_entry *entry = &standing->entry[number];

	if (class != entry->class)
		return false;
	if (entry->guest && entry->lean_count && !standing->guest[j]) {
		if (ft_preemptors_calm(standing->preemptors, j))
			ft_preemptors_admit(standing->preemptors, j);
		standing->guest[j] = true;
		standing->guest_count++;
	}
	entry->turns = entry->guest != standing->guest[j];
	standing->turn_count += entry->turns;
	if (entry->turns && !entry->guest)
		return _same_wishes(standing, number, job, class);
	return !_other_closures(standing, job);
}

/* Does the job ask for what the board knows of it?  One without a promise
 * that does not is gone, and another has come; so is one that may hold a start
 * from now on, or may hold it no longer. */
static int _check_wish(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       uint32_t *number, struct ft_err *err)
{
	struct ft_standing_entry *entry = &standing->entry[*number];
	const struct ft_job *job = &snapshot->job[j];
	uint64_t class = ft_standing_class(standing, job);
	bool same, may = standing->may[j];

	if (!class)
		return -ENOMEM;
	entry->turns = false;
	_pass_times(entry, class, snapshot->now);
	if (entry->guest || standing->guest[j])
		same = _same_guest(standing, *number, j, job, class);
	else
		same = _same_wishes(standing, *number, job, class);
	same = same && (entry->queued == job->queued) &&
	       (entry->tentative == job->tentative) && (entry->reserve == may);
	if (same && entry->guest)
		_doubt_guest(standing, *number, job);
	if (same)
		return class == entry->class ? 0
					     : _note_class(standing, entry,
							   snapshot, j, class);
	if ((job->promise != FT_NEVER) && (entry->reserve == may))
		return ft_fail(err, -EAGAIN, "a job with a promise changed");
	*number = FT_NO_INDEX;
	return 0;
}

static int _match_jobs(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, struct ft_err *err)
{
	int rc = 0;

	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		const struct ft_job *job = &snapshot->job[j];
		uint32_t number =
			_find_waiting(standing, job, standing->may[j]);

		if (number != FT_NO_INDEX)
			rc = _check_wish(standing, snapshot, j, &number, err);
		else if (job->promise != FT_NEVER)
			rc = ft_fail(err, -EAGAIN,
				     "a promise is not the board's");
		standing->job_number[j] = number;
		if (number != FT_NO_INDEX)
			standing->entry[number].index = j;
	}
	return rc;
}

static uint32_t _find_running(struct ft_standing *standing,
			      const struct ft_run *run)
{
	uint32_t n = _row_front(standing, _hash_run(run->job_id));

	for (; n != FT_NO_INDEX; n = standing->entry[n].next) {
		const struct ft_standing_entry *entry = &standing->entry[n];

		if (entry->run && (entry->job_id == run->job_id) &&
		    (entry->index == FT_NO_INDEX) &&
		    ft_board_holds(standing->board, n, run))
			break;
	}
	return n;
}

/* In whatever order they are. */
static uint64_t _hash_nodes(const struct ft_share *share, uint32_t count)
{
	uint64_t hash = 0;

	for (uint32_t i = 0; i < count; i++)
		hash += ft_index_mix(share[i].node, 4);
	return hash;
}

/* Jobs that were to start by then and are waiting no more stand in rows of
 * equal nodes. */
static int _index_due(struct ft_standing *standing)
{
	int rc = 0;

	ft_index_map_clear(&standing->row);
	for (uint32_t n = 0; !rc && (n < standing->entry_count); n++) {
		const struct ft_standing_entry *entry = &standing->entry[n];
		const struct ft_placement *placement = &entry->placement;

		if (entry->known && !entry->run && !entry->guest &&
		    (entry->index == FT_NO_INDEX) &&
		    (placement->verdict == FT_PLACED) &&
		    (placement->start == standing->now))
			rc = _append_entry(standing,
					   _hash_nodes(placement->share,
						       placement->share_count),
					   n);
	}
	return rc;
}

/* The one of them that the run is, by number first: tasks of an array get
 * another when they start. */
static uint32_t _find_due(struct ft_standing *standing,
			  const struct ft_run *run)
{
	uint32_t found = FT_NO_INDEX;
	uint32_t n =
		_row_front(standing, _hash_nodes(run->share, run->share_count));

	for (; n != FT_NO_INDEX; n = standing->entry[n].next) {
		const struct ft_standing_entry *entry = &standing->entry[n];

		if ((entry->index != FT_NO_INDEX) ||
		    !ft_board_holds(standing->board, n, run))
			continue;
		if (entry->job_id == run->job_id)
			return n;
		if (found == FT_NO_INDEX)
			found = n;
	}
	return found;
}

static int _match_running(struct ft_standing *standing,
			  const struct ft_snapshot *snapshot)
{
	int rc;

	for (uint32_t r = 0; r < snapshot->run_count; r++) {
		uint32_t number = _find_running(standing, &snapshot->run[r]);

		standing->run_number[r] = number;
		standing->run_started[r] = false;
		if (number != FT_NO_INDEX)
			standing->entry[number].index = r;
	}
	rc = _index_due(standing);
	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++) {
		uint32_t number;

		if (standing->run_number[r] != FT_NO_INDEX)
			continue;
		number = _find_due(standing, &snapshot->run[r]);
		if (number == FT_NO_INDEX)
			continue;
		standing->run_number[r] = number;
		standing->run_started[r] = true;
		standing->entry[number].index = r;
	}
	return rc;
}

extern int ft_standing_tables(struct ft_standing *standing,
			      const struct ft_snapshot *snapshot)
{
	size_t jobs = (size_t) snapshot->job_count + 1;
	size_t runs = (size_t) snapshot->run_count + 1;

	free(standing->job_number);
	free(standing->run_number);
	free(standing->run_started);
	free(standing->key);
	free(standing->risen);
	free(standing->may);
	free(standing->guest);
	standing->job_number = calloc(jobs, sizeof(*standing->job_number));
	standing->run_number = calloc(runs, sizeof(*standing->run_number));
	standing->run_started = calloc(runs, sizeof(*standing->run_started));
	standing->key = calloc(jobs, sizeof(*standing->key));
	standing->risen = calloc(jobs, sizeof(*standing->risen));
	standing->may = calloc(jobs, sizeof(*standing->may));
	standing->guest = calloc(jobs, sizeof(*standing->guest));
	return standing->job_number && standing->run_number &&
			       standing->run_started && standing->key &&
			       standing->risen && standing->may &&
			       standing->guest
		       ? 0
		       : -ENOMEM;
}

extern int ft_standing_match(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot,
			     struct ft_err *err)
{
	int rc = ft_standing_tables(standing, snapshot);

	standing->turn_count = 0;
	if (!rc) {
		ft_standing_rights(snapshot, standing->may);
		ft_standing_find_guests(standing, snapshot);
	}
	if (!rc)
		rc = _index_entries(standing);
	if (!rc)
		rc = ft_class_table_begin(&standing->table, snapshot);
	if (!rc)
		rc = _match_jobs(standing, snapshot, err);
	if (!rc)
		rc = _match_running(standing, snapshot);
	return rc;
}

extern struct ft_standing_entry *ft_standing_know(struct ft_standing *standing,
						  uint32_t number)
{
	while (standing->entry_count <= number) {
		if (!ft_array_grow((void **) &standing->entry,
				   standing->entry_count, &standing->entry_room,
				   sizeof(*standing->entry)))
			return NULL;
		standing->entry[standing->entry_count++] =
			(struct ft_standing_entry){.known = false};
	}
	standing->entry[number] =
		(struct ft_standing_entry){.known = true, .index = FT_NO_INDEX};
	return &standing->entry[number];
}

extern int ft_standing_know_job(struct ft_standing *standing,
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
	entry->key = key;
	entry->tier = job->tier;
	entry->queued = job->queued;
	entry->tentative = job->tentative;
	entry->reserve = standing->may[j];
	entry->guest = standing->guest[j];
	entry->placement.verdict = FT_BEYOND;
	return _note_class(standing, entry, snapshot, j, class);
}

extern int ft_standing_know_run(struct ft_standing *standing,
				const struct ft_run *run, uint32_t r,
				uint32_t number)
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
