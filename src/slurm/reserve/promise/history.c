/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See history.h.
 */
#include "slurm/common/compat.h"

#include <stdlib.h>
#include <string.h>

#include "core/plan/history.h"
#include "slurm/reserve/promise/history.h"
#include "slurm/reserve/promise/publish_writer.h"

_Static_assert((int) FTS_DELAY_COUNT == (int) FT_HISTORY_CAUSES,
	       "each delay has its words");

enum {
	CYCLE_MOST = 20000,  /* lines of one cycle */
	TEXT_MOST = 8 << 20, /* bytes that wait for a disk */
	MINUTE = 60,	     /* less is not worth a line */
};

struct note {
	struct fts_history *history;
	const struct fts_promise_book *book;
	const struct fts_cycle *cycle;
	const bool *started;
	bool *seen;	/* of the book's promises: the job is there still */
	uint32_t hint;	/* see fts_promise_next */
	uint32_t lines; /* of this cycle */
};

static void _note_event(struct note *note, const struct ft_history_event *event)
{
	struct fts_history *history = note->history;

	if (note->lines >= CYCLE_MOST || history->text.size >= TEXT_MOST ||
	    history->text.failed) {
		history->lost++;
		return;
	}
	note->lines++;
	ft_history_put(&history->text, event);
}

/* Of a job that was shown a start before. */
static void _note_moved(struct note *note, uint32_t i,
			const struct ft_placement *before,
			struct ft_history_event *event)
{
	const struct ft_placement *now = &note->cycle->schedule->placement[i];
	uint32_t delay = note->book->delay ? note->book->delay[i] : 0;
	int64_t by = now->start - before->start;

	event->was = before->start;
	event->cause = delay ? delay - 1 : FTS_DELAY_OTHER;
	if (now->verdict != FT_PLACED) {
		event->kind = FT_HISTORY_WITHDRAWN;
		event->start = 0;
		_note_event(note, event);
		return;
	}
	if (by >= MINUTE || (by > 0 && event->cause != FTS_DELAY_OVERDUE)) {
		event->kind = FT_HISTORY_LATER;
		_note_event(note, event);
	} else if (by <= -MINUTE) {
		event->kind = FT_HISTORY_SOONER;
		event->cause = 0;
		_note_event(note, event);
	}
	if (now->committed && !before->committed) {
		event->kind = FT_HISTORY_COMMITTED;
		event->cause = 0;
		_note_event(note, event);
	}
}

static const struct ft_placement *
_shown_before(struct note *note, const struct fts_candidate *candidate)
{
	const struct fts_promise_book *book = note->book;
	const struct fts_promise *promise = fts_promise_next(
		book, candidate->job_id, candidate->copy, &note->hint);

	if (!promise || !book->last.schedule)
		return NULL;
	note->seen[promise - book->promise] = true;
	return &book->last.schedule->placement[promise->index];
}

static void _note_candidate(struct note *note, uint32_t i)
{
	const struct fts_candidate *candidate = &note->cycle->candidate[i];
	const struct ft_placement *now = &note->cycle->schedule->placement[i];
	const struct ft_placement *before = _shown_before(note, candidate);
	bool placed = now->verdict == FT_PLACED;
	struct ft_history_event event = {
		.at = note->cycle->snapshot->now,
		.job_id = candidate->job_id,
		.copy = candidate->copy,
		.partition = candidate->partition[placed ? now->request : 0],
		.start = placed ? now->start : 0,
		.committed = placed && now->committed,
	};

	if (note->started[i]) {
		event.kind = FT_HISTORY_BEGAN;
		event.start = event.at;
		event.was = before ? before->start : 0;
		event.committed = before && before->committed;
		_note_event(note, &event);
	} else if (before) {
		_note_moved(note, i, before, &event);
	} else if (placed) {
		event.kind = FT_HISTORY_MADE;
		_note_event(note, &event);
	}
}

/* Promises whose jobs wait no more, and were not started here. */
static void _note_gone(struct note *note)
{
	const struct fts_promise_book *book = note->book;

	for (uint32_t i = 0; i < book->count; i++) {
		const struct fts_promise *promise = &book->promise[i];
		const struct ft_history_event event = {
			.kind = FT_HISTORY_GONE,
			.at = note->cycle->snapshot->now,
			.job_id = promise->job_id,
			.copy = promise->copy,
			.was = book->last.schedule->placement[promise->index]
				       .start,
		};

		if (!note->seen[i])
			_note_event(note, &event);
	}
}

void fts_history_note(struct fts_history *history,
		      const struct ft_schedule_options *options,
		      const struct fts_promise_book *book,
		      const struct fts_cycle *cycle, const bool *started)
{
	struct note note = {
		.history = history,
		.book = book,
		.cycle = cycle,
		.started = started,
	};

	if (!strcmp(options->publish, "no"))
		return;
	note.seen = calloc((size_t) book->count + 1, sizeof(*note.seen));
	if (!note.seen) {
		history->lost++;
		return;
	}
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++)
		_note_candidate(&note, i);
	_note_gone(&note);
	free(note.seen);
	if (history->lost && history->text.size < TEXT_MOST) {
		const struct ft_history_event event = {
			.kind = FT_HISTORY_LOST,
			.at = cycle->snapshot->now,
			.job_id = history->lost,
		};

		ft_history_put(&history->text, &event);
		history->lost = 0;
	}
}

void fts_history_likely(struct fts_history *history,
			const struct fts_promise_book *book,
			const struct fts_promise *promise, int64_t start)
{
	const struct ft_placement *shown =
		&book->last.schedule->placement[promise->index];
	const struct fts_candidate *candidate =
		&book->last.candidate[promise->index];
	const struct ft_history_event event = {
		.kind = FT_HISTORY_LIKELY,
		.at = book->last.snapshot->now,
		.job_id = promise->job_id,
		.partition = candidate->partition[shown->request],
		.start = start,
		.was = shown->start,
	};

	/* without it the job has no likely start to be judged by */
	if (history->text.size < TEXT_MOST && !history->text.failed)
		ft_history_put(&history->text, &event);
}

void fts_history_unheld(struct fts_history *history,
			const struct ft_schedule_options *options,
			const struct fts_cycle *cycle, uint32_t i,
			int64_t start)
{
	const struct fts_candidate *candidate = &cycle->candidate[i];
	const struct ft_history_event event = {
		.kind = FT_HISTORY_UNHELD,
		.at = cycle->snapshot->now,
		.job_id = candidate->job_id,
		.partition = candidate->partition[0],
		.start = start,
	};

	if (strcmp(options->publish, "no") && history->text.size < TEXT_MOST &&
	    !history->text.failed)
		ft_history_put(&history->text, &event);
}

void fts_history_write(struct fts_history *history,
		       const struct ft_schedule_options *options,
		       const char *dir)
{
	size_t size = history->text.size;
	char *path, *text;

	if (!size || !strcmp(options->publish, "no") ||
	    !xstrncmp(dir, "/dev/null", strlen("/dev/null")))
		return;
	if (!history->writer)
		history->writer = fts_publish_writer_new();
	if (!history->writer || fts_publish_writer_is_busy(history->writer))
		return;
	text = ft_text_take(&history->text);
	history->text = (struct ft_text){0};
	if (!text)
		return;
	path = fts_publish_writer_path(options, dir);
	xstrcat(path, FT_HISTORY_SUFFIX);
	fts_publish_writer_append(history->writer, path,
				  fts_publish_writer_mode(options), text, size);
}

void fts_history_fini(struct fts_history *history,
		      const struct ft_schedule_options *options,
		      const char *dir)
{
	fts_history_write(history, options, dir);
	fts_publish_writer_free(history->writer);
	free(ft_text_take(&history->text));
	*history = (struct fts_history){0};
}
