/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See publish.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/checksum.h"
#include "core/plan/outlook.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/likely.h"
#include "slurm/reserve/promise/publish.h"
#include "slurm/reserve/promise/publish_writer.h"

enum {
	SECOND = 1000000,
	REST_FACTOR = 50,      /* of the time that the text took */
	RETRY = 10 * SECOND,   /* what could not be written is given again */
	REFRESH = 60 * SECOND, /* an equal plan is written again after that, so
				* that a reader knows that it is not old */
};

/* -- the job of a row --------------------------------------------------- */

struct names {
	const char **name;
	uint32_t count;
};

/* False: out of memory. */
static bool _partition_index(struct names *names, const char *name,
			     uint32_t *ret_index)
{
	const char **added;

	/* the last one first: few partitions have most of the jobs */
	for (uint32_t i = names->count; i > 0; i--)
		if (!xstrcmp(names->name[i - 1], name)) {
			*ret_index = i - 1;
			return true;
		}
	added = FT_ARRAY_APPEND(names->name, names->count);
	if (!added)
		return false;
	*added = name;
	*ret_index = names->count - 1;
	return true;
}

/* Those without a promise that are planned were started. */
static void _mark_started(const struct fts_promise_book *book,
			  struct ft_outlook *outlook)
{
	for (uint32_t i = 0; i < outlook->job_count; i++)
		outlook->job[i].running = outlook->job[i].verdict == FT_PLACED;
	for (uint32_t i = 0; i < book->count; i++)
		outlook->job[book->promise[i].index].running = false;
}

/* By a plan of some seconds ago: never before now, and not behind the promise
 * of today. */
static void _set_likely(const struct fts_likely *likely,
			struct ft_outlook *outlook)
{
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		struct ft_outlook_job *job = &outlook->job[i];
		int64_t start = job->running || job->copy
					? 0
					: fts_likely_start(likely, job->job_id);

		if (!start)
			continue;
		if (job->verdict == FT_PLACED && start > job->start)
			start = job->start;
		job->likely = MAX(start, outlook->made);
	}
}

/* Of those that hold none; never before now either. */
static void _set_unheld(const struct fts_likely *likely,
			struct ft_outlook *outlook)
{
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		struct ft_outlook_job *job = &outlook->job[i];
		int64_t start =
			job->verdict == FT_PLACED || job->copy
				? 0
				: fts_likely_unheld(likely, job->job_id);

		if (start)
			job->unheld = MAX(start, outlook->made);
	}
}

static bool _name_jobs(const struct fts_cycle *cycle, struct names *partitions,
		       struct ft_outlook *outlook)
{
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct fts_candidate *candidate = &cycle->candidate[i];
		struct ft_outlook_job *job = &outlook->job[i];
		uint32_t request =
			job->verdict == FT_PLACED
				? cycle->schedule->placement[i].request
				: 0;

		job->job_id = candidate->job_id;
		job->array_job_id = candidate->array_job_id;
		if (candidate->array_job_id &&
		    candidate->array_task_id != NO_VAL)
			job->array_task_id = candidate->array_task_id;
		job->copy = candidate->copy;
		if (!_partition_index(partitions, candidate->partition[request],
				      &job->partition))
			return false;
	}
	return true;
}

static bool _name_resources(const struct fts_cycle *cycle,
			    struct names *resources)
{
	resources->name = calloc(FT_FIRST_GRES + (size_t) cycle->kind_count,
				 sizeof(*resources->name));
	if (!resources->name)
		return false;
	resources->count = FT_FIRST_GRES + cycle->kind_count;
	for (uint32_t i = 0; i < resources->count; i++)
		resources->name[i] = fts_cycle_resource(cycle, i);
	return true;
}

/* NULL if out of memory. */
static char *_file_text(const struct fts_promise_book *book,
			const struct fts_likely *likely, size_t *ret_size,
			size_t *ret_body)
{
	const struct fts_cycle *cycle = &book->last;
	struct names partitions = {0}, resources = {0};
	struct ft_outlook outlook = {0};
	char *text = NULL;

	if (_name_resources(cycle, &resources) &&
	    !ft_outlook_fill(&outlook, cycle->snapshot, cycle->schedule,
			     resources.count) &&
	    _name_jobs(cycle, &partitions, &outlook)) {
		for (uint32_t i = 0; i < outlook.node_count; i++)
			outlook.node[i].name = cycle->node_name[i];
		_mark_started(book, &outlook);
		_set_likely(likely, &outlook);
		_set_unheld(likely, &outlook);
		outlook.blocks = cycle->blocks;
		outlook.resource = resources.name;
		outlook.partition = partitions.name;
		outlook.partition_count = partitions.count;
		text = ft_outlook_text(&outlook, ret_size, ret_body);
	}
	ft_outlook_free(&outlook);
	free(partitions.name);
	free(resources.name);
	return text;
}

/* -- when ------------------------------------------------------ */

static bool _is_publish_due(const struct fts_publish *publish,
			    const struct fts_promise_book *book)
{
	if (!publish->changed || !book->last.schedule || book->restored)
		return false;
	return !publish->size ||
	       fts_lock_clock() - publish->ended_us >= publish->rest_us;
}

/* What could not be written is made again, also where no cycle comes: the
 * folder may have been made since.  The writer must not be busy. */
static void _renew_failed(struct fts_publish *publish)
{
	if (!fts_publish_writer_has_failed(publish->writer) ||
	    fts_lock_clock() - publish->written_us < RETRY)
		return;
	publish->changed = true;
	publish->written_us = fts_lock_clock() - REFRESH;
}

/* Takes over the text, if it says something new. */
static void _give_text(struct fts_publish *publish,
		       const struct ft_schedule_options *options,
		       const char *dir, char *text, size_t size, size_t body)
{
	uint32_t sum = ft_checksum_crc32(text + body, size - body);
	int64_t now_us = fts_lock_clock();

	if (sum == publish->sum && size == publish->size &&
	    now_us - publish->written_us < REFRESH) {
		free(text);
		return;
	}
	publish->sum = sum;
	publish->size = size;
	publish->written_us = now_us;
	fts_publish_writer_give(publish->writer,
				fts_publish_writer_path(options, dir),
				fts_publish_writer_mode(options), text, size);
}

void fts_publish(struct fts_publish *publish,
		 const struct ft_schedule_options *options, const char *dir,
		 const struct fts_promise_book *book,
		 const struct fts_likely *likely)
{
	int64_t from_us = fts_lock_clock();
	size_t size = 0, body = 0;
	char *text;

	if (!strcmp(options->publish, "no") ||
	    !xstrncmp(dir, "/dev/null", strlen("/dev/null")))
		return;
	/* one that hangs is left alone: no text is made for it */
	if (publish->writer && fts_publish_writer_is_busy(publish->writer))
		return;
	if (publish->writer)
		_renew_failed(publish);
	if (!_is_publish_due(publish, book))
		return;
	if (!publish->writer)
		publish->writer = fts_publish_writer_new();
	if (!publish->writer)
		return;
	text = _file_text(book, likely, &size, &body);
	if (text)
		_give_text(publish, options, dir, text, size, body);
	publish->changed = !text;
	publish->ended_us = fts_lock_clock();
	publish->rest_us = MAX(options->publish_period * SECOND,
			       REST_FACTOR * (publish->ended_us - from_us));
}

void fts_publish_fini(struct fts_publish *publish)
{
	fts_publish_writer_free(publish->writer);
	*publish = (struct fts_publish){0};
}
