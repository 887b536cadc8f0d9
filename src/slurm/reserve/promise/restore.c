/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise/restore.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/checksum.h"
#include "core/snapshot/promise_state.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/restore.h"
#include "slurm/reserve/snapshot/snapshot.h"
#include "slurm/common/state_file.h"
#include "slurm/common/state_writer.h"

enum {
	SAVE_PERIOD = 5, /* seconds; slurmctld saves its jobs as often */
	REST_FACTOR = 20 /* of the time that it took to save */
};

/* -- from the book to its text ----------------------------------------- */

struct names {
	char **name;
	uint32_t count;
	bool failed;
};

static uint32_t _name_index(struct names *names, char *name)
{
	char **added;

	/* the last one first: few partitions have most of the jobs */
	for (uint32_t i = names->count; i > 0; i--)
		if (!xstrcmp(names->name[i - 1], name))
			return i - 1;
	added = FT_ARRAY_APPEND(names->name, names->count);
	if (!added) {
		names->failed = true;
		return 0;
	}
	*added = name;
	return names->count - 1;
}

static void _set_restored(const struct fts_cycle *last, uint32_t i,
			  struct names *partitions,
			  struct ft_promise_record *record)
{
	const struct fts_candidate *candidate = &last->candidate[i];
	const struct ft_placement *placement = &last->schedule->placement[i];

	*record = (struct ft_promise_record){
		.job_id = candidate->job_id,
		.restart_count = candidate->restart_count,
		.submitted = candidate->submitted,
		.partition = _name_index(
			partitions, candidate->partition[placement->request]),
		.start = ft_placement_promise(placement),
		.duration = placement->duration + placement->late,
		.held = placement->held,
		.share_count = placement->share_count,
		.share = placement->share,
		.part_count = placement->part_count,
		.part_end = placement->part_end,
	};
}

/*
 * Those that wait, and those that were started just now: slurmctld may be
 * killed before it has saved that they run.  Not tasks of an array, which are
 * known by how many are before them.
 */
static bool _is_promise(const struct fts_cycle *last, const bool *waits,
			uint32_t i)
{
	return last->schedule->placement[i].verdict == FT_PLACED &&
	       (waits[i] || !last->candidate[i].array_job_id);
}

static void _add_late(const struct fts_promise_book *book, uint32_t job_id,
		      struct ft_promise_state *state)
{
	uint32_t value;

	if (ft_id_map_get(&book->late.map, job_id, &value))
		state->late[state->late_count++] =
			(struct ft_promise_late){job_id, value};
}

static void _fill_state(const struct fts_promise_book *book, bool *waits,
			struct names *partitions,
			struct ft_promise_state *state)
{
	const struct fts_cycle *last = &book->last;

	for (uint32_t i = 0; i < book->count; i++)
		waits[book->promise[i].index] = true;
	for (uint32_t i = 0; i < last->snapshot->job_count; i++) {
		if (_is_promise(last, waits, i))
			_set_restored(last, i, partitions,
				      &state->record[state->count++]);
		if (!waits[i])
			_add_late(book, last->candidate[i].job_id, state);
	}
	for (uint32_t i = 0; i < last->snapshot->run_count; i++)
		_add_late(book, last->snapshot->run[i].job_id, state);
	state->node = last->node_name;
	state->node_count = last->snapshot->node_count;
	state->partition = partitions->name;
	state->partition_count = partitions->count;
}

/* NULL if out of memory. */
static char *_promise_text(const struct fts_promise_book *book,
			   size_t *ret_size)
{
	size_t jobs = book->last.snapshot->job_count;
	size_t runs = book->last.snapshot->run_count;
	struct names partitions = {0};
	struct ft_promise_state state = {
		.record = calloc(jobs + 1, sizeof(*state.record)),
		.late = calloc(jobs + runs + 1, sizeof(*state.late)),
	};
	bool *waits = calloc(jobs + 1, sizeof(*waits));
	char *text = NULL;

	if (waits && state.record && state.late)
		_fill_state(book, waits, &partitions, &state);
	else
		partitions.failed = true;
	if (!partitions.failed)
		text = ft_promise_state_text(&state, ret_size);
	free(partitions.name);
	free(state.record);
	free(state.late);
	free(waits);
	return text;
}

static void _note_unwritten(struct fts_restore *restore, int rc)
{
	if (rc && !restore->failing)
		error("sched/reserve: %s cannot be written: %s; it is tried "
		      "again every %d seconds",
		      restore->path, strerror(-rc), SAVE_PERIOD);
	restore->failing = rc;
}

static void _note_saved_promise(struct fts_restore *restore, int rc)
{
	_note_unwritten(restore, rc);
	if (!rc)
		return;
	restore->changed = true;
	restore->size = 0;
}

/* A disk may be slow, and jobs do not wait for it but at the end. */
static void _save_promise(struct fts_restore *restore,
			  const struct fts_promise_book *book, bool at_once)
{
	size_t size = 0;
	char *text = _promise_text(book, &size);
	uint32_t sum = text ? ft_checksum_crc32(text, size) : 0;
	bool same = sum == restore->sum && size == restore->size;

	restore->changed = false;
	restore->sum = sum;
	restore->size = size;
	if (!text) {
		_note_saved_promise(restore, -ENOMEM);
		return;
	}
	if (!same && !at_once &&
	    fts_state_writer_give(&restore->writer, restore->path, text, size))
		return;
	_note_saved_promise(
		restore,
		same ? 0 : fts_state_file_write(restore->path, text, size));
	free(text);
}

/* What it has written, or not, is not asked for: it is written again. */
static void _end_restore_writer(struct fts_restore *restore)
{
	if (!restore->writer)
		return;
	fts_state_writer_free(restore->writer);
	restore->writer = NULL;
	restore->changed = true;
	restore->size = 0;
}

void fts_restore_save(struct fts_restore *restore,
		      const struct fts_promise_book *book, bool at_once)
{
	int64_t from_us = fts_lock_clock();
	int rc;

	if (at_once)
		_end_restore_writer(restore);
	if (fts_state_writer_is_busy(restore->writer))
		return;
	if (fts_state_writer_is_done(restore->writer, &rc))
		_note_saved_promise(restore, rc);
	if (!restore->path || !restore->changed || !book->last.schedule ||
	    !xstrncmp(restore->path, "/dev/null", strlen("/dev/null")))
		return;
	if (!at_once && from_us - restore->ended_us < restore->rest_us)
		return;
	_save_promise(restore, book, at_once);
	restore->ended_us = fts_lock_clock();
	restore->rest_us = MAX((int64_t) SAVE_PERIOD * 1000000,
			       REST_FACTOR * (restore->ended_us - from_us));
}

/* -- from the text to the book ----------------------------------------- */

static bool _set_candidate(struct fts_cycle *last,
			   const struct ft_promise_state *state, uint32_t i)
{
	const struct ft_promise_record *record = &state->record[i];
	struct fts_candidate *candidate = &last->candidate[i];
	const char *name = state->partition[record->partition];

	candidate->job_id = record->job_id;
	candidate->restart_count = record->restart_count;
	candidate->submitted = record->submitted;
	candidate->copy = i; /* in this order; keeping them counts anew */
	candidate->request_count = 1;
	candidate->partition = ft_snapshot_alloc(last->snapshot,
						 sizeof(*candidate->partition));
	if (!candidate->partition)
		return false;
	candidate->partition[0] = (char *) name;
	last->schedule->placement[i] = (struct ft_placement){
		.verdict = FT_PLACED,
		.start = record->start,
		.duration = record->duration,
		.held = record->held,
		.share_count = record->share_count,
		.share = (struct ft_share *) record->share,
		.part_count = record->part_count,
		.part_end = record->part_end,
	};
	return true;
}

/* The cycle that made these promises, as far as the next one looks at it. */
static int _make_cycle(struct ft_promise_state *state, struct fts_cycle *last)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(state->node_count, 0, 0);
	struct ft_schedule *schedule = calloc(1, sizeof(*schedule));

	last->snapshot = snapshot;
	last->schedule = schedule;
	if (!snapshot || !schedule)
		return -ENOMEM;
	/* names and shares live as long as the cycle does */
	schedule->arena = ft_arena_hold(state->arena);
	schedule->job_count = snapshot->job_count = state->count;
	last->node_name = state->node;
	schedule->placement = ft_snapshot_alloc(
		snapshot, state->count * sizeof(*schedule->placement));
	last->candidate = ft_snapshot_alloc(
		snapshot, state->count * sizeof(*last->candidate));
	if (!schedule->placement || !last->candidate)
		return -ENOMEM;
	for (uint32_t i = 0; i < state->count; i++)
		if (!_set_candidate(last, state, i))
			return -ENOMEM;
	return 0;
}

static int _adopt_promise(struct fts_promise_book *book,
			  struct ft_promise_state *state, struct ft_err *err)
{
	struct fts_cycle last = {0};
	bool *started = calloc((size_t) state->count + 1, sizeof(*started));
	int rc = started ? _make_cycle(state, &last) : -ENOMEM;

	if (rc) {
		fts_cycle_free(&last);
		rc = ft_fail(err, rc, "out of memory for promises");
	} else {
		rc = fts_promise_keep(book, &last, started, err);
		book->restored = !rc;
	}
	for (uint32_t i = 0; !rc && i < state->late_count; i++)
		/* without memory for it a promise moves by seconds: no harm */
		(void) ft_id_map_put(&book->late.map, state->late[i].job_id,
				     state->late[i].value);
	free(started);
	return rc;
}

static void _read_restored(const char *path, struct fts_promise_book *book)
{
	static const char loss[] = "all starts are planned anew";
	struct ft_promise_state state = {0};
	struct ft_err err;
	char *text;
	size_t size;
	int rc;

	if (!fts_state_file_load(path, loss, &text, &size))
		return;
	rc = ft_promise_state_read(text, size, path, &state, &err);
	free(text);
	if (rc == -EINVAL) {
		fts_state_file_reject(path, err.text, loss);
		return;
	}
	if (!rc)
		rc = _adopt_promise(book, &state, &err);
	if (rc)
		error("sched/reserve: %s; %s", err.text, loss);
	else
		info("sched/reserve: %u starts were promised before",
		     state.count);
	ft_promise_state_free(&state);
}

void fts_restore_read(struct fts_restore *restore, const char *dir,
		      struct fts_promise_book *book)
{
	if (restore->path)
		return;
	restore->path = xstrdup_printf("%s/" FT_PROMISE_STATE_NAME, dir);
	_read_restored(restore->path, book);
}

void fts_restore_free(struct fts_restore *restore)
{
	_end_restore_writer(restore);
	xfree(restore->path);
	*restore = (struct fts_restore){0};
}
