/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See workload.h.
 */
#include "core/replay/workload.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/id_map.h"

/* The format's fields, from 0. */
enum {
	NUMBER,
	SUBMIT,
	RUN = 3,
	ALLOCATED,
	ASKED = 7,
	LIMIT,
	MEMORY, /* KB for each processor */
	USER = 11,
	GROUP,
	QUEUE = 14,
	PARTITION,
	AFTER,
	THINK,
	FIELDS
};

#define LARGEST (INT64_C(1) << 40)

static void _header(struct ft_workload *workload, const char *line)
{
	const char *at;

	if ((at = strstr(line, "MaxProcs:")))
		workload->processors = strtoll(at + 9, NULL, 10);
	else if ((at = strstr(line, "MaxNodes:")))
		workload->nodes = strtoll(at + 9, NULL, 10);
}

/* How many numbers the line begins with, up to FIELDS; what comes then. */
static int _job_fields(char *line, int64_t *field, const char **ret_rest)
{
	char *end;
	int count = 0;

	for (; count < FIELDS; count++, line = end) {
		double value = strtod(line, &end);

		if (end == line)
			break;
		/* Some logs subtract a start from an end that is not known. */
		if ((count == RUN) && (value < 0))
			value = -1;
		if (!(value >= -1) || (value > (double) LARGEST))
			return -1;
		field[count] = (int64_t) value;
	}
	*ret_rest = line;
	return count;
}

static int64_t _known_job(int64_t value)
{
	return value > 0 ? value : 0;
}

/* What a job lacks to be run; FT_DROP_KINDS: nothing. */
static enum ft_workload_drop _lacks_of(const struct ft_workload_job *job)
{
	if (job->processors <= 0)
		return FT_DROP_PROCESSORS;
	if (job->run <= 0)
		return FT_DROP_RUN;
	if (job->limit <= 0)
		return FT_DROP_LIMIT;
	return job->submit < 0 ? FT_DROP_SUBMIT : FT_DROP_KINDS;
}

static void _count_left_out(struct ft_workload *workload,
			    enum ft_workload_drop why)
{
	workload->dropped++;
	workload->dropped_for[why]++;
}

/* A job that asks for nodes says in bytes what memory it needs of each. */
static void _read_ask(const struct ft_fleet *fleet, const char *rest,
		      int64_t memory, struct ft_workload_job *job)
{
	job->ask = ft_fleet_read(fleet, rest);
	if (job->ask.nodes)
		job->memory = _known_job(memory) >> 20;
	else if (job->ask.ignored)
		job->memory = (_known_job(memory) >> 20) / job->processors;
}

static int _add_job(struct ft_workload *workload, const int64_t *field,
		    const char *rest)
{
	struct ft_workload_job job = {
		.number = field[NUMBER],
		.submit = field[SUBMIT],
		.run = field[RUN],
		.limit = field[LIMIT],
		.processors =
			field[ASKED] > 0 ? field[ASKED] : field[ALLOCATED],
		.memory = _known_job(field[MEMORY]) / 1024,
		.user = _known_job(field[USER]),
		.group = _known_job(field[GROUP]),
		.queue = field[QUEUE],
		.partition = field[PARTITION],
		.after = field[AFTER],
		.think = _known_job(field[THINK]),
	};
	enum ft_workload_drop lacks;

	lacks = _lacks_of(&job);
	if (lacks != FT_DROP_KINDS) {
		_count_left_out(workload, lacks);
		return 0;
	}
	if (workload->fleet)
		_read_ask(workload->fleet, rest, field[MEMORY], &job);
	workload->ignored += job.ask.ignored;
	if (job.run > job.limit) {
		job.run = job.limit;
		workload->cut++;
	}
	if (!FT_ARRAY_GROW(workload->job, workload->count, workload->size))
		return -ENOMEM;
	workload->job[workload->count++] = job;
	return 0;
}

extern int ft_workload_line(struct ft_workload *workload, char *line,
			    uint64_t number, struct ft_err *err)
{
	int64_t field[FIELDS];
	const char *rest;
	int count;

	line += strspn(line, " \t\r\n");
	if (*line == ';')
		_header(workload, line);
	if ((*line == ';') || !*line)
		return 0;
	count = _job_fields(line, field, &rest);
	if (count != FIELDS)
		return ft_fail(err, -EINVAL,
			       "line %" PRIu64
			       ": %s: a job is %d numbers, as the Standard "
			       "Workload Format has them",
			       number,
			       count < 0 ? "a number is out of range"
					 : "numbers are missing",
			       FIELDS);
	if (_add_job(workload, field, rest))
		return ft_no_memory(err);
	return 0;
}

static int _by_submit(const void *x, const void *y)
{
	const struct ft_workload_job *a = x, *b = y;

	if (a->submit != b->submit)
		return (a->submit > b->submit) - (a->submit < b->submit);
	return (a->number > b->number) - (a->number < b->number);
}

/* Numbers of jobs become indices; -1 for one that is not there. */
static int _link(struct ft_workload *workload)
{
	struct ft_id_map map = {0};
	int rc = 0;

	for (uint32_t i = 0; !rc && i < workload->count; i++)
		rc = ft_id_map_put(&map, (uint32_t) workload->job[i].number, i);
	for (uint32_t i = 0; !rc && i < workload->count; i++) {
		struct ft_workload_job *job = &workload->job[i];
		uint32_t index;

		if (job->after <= 0 ||
		    !ft_id_map_get(&map, (uint32_t) job->after, &index) ||
		    index >= i)
			job->after = -1;
		else
			job->after = index;
	}
	ft_id_map_fini(&map);
	return rc;
}

/* Could the job run on the machine if it were empty? */
static bool _fits_job(struct ft_workload_job *job, int64_t processors,
		      const struct ft_workload_machine *machine)
{
	int64_t each = machine->nodes ? processors / machine->nodes : 0;

	if (machine->fleet)
		return ft_fleet_fit(machine->fleet, &job->ask, job->processors,
				    job->memory);
	if (job->processors > processors)
		return false;
	if (!machine->memory || !job->memory)
		return true;
	if (each > machine->memory / job->memory)
		each = machine->memory / job->memory;
	return job->processors <= each * machine->nodes;
}

extern int ft_workload_finish(struct ft_workload *workload,
			      const struct ft_workload_machine *machine,
			      struct ft_err *err)
{
	uint32_t kept = 0;
	char drops[FT_ERR_TEXT / 2];

	if (!workload->processors)
		workload->processors = workload->nodes;
	if (machine->processors)
		workload->processors = machine->processors;
	if (machine->fleet)
		workload->processors = ft_fleet_processors(machine->fleet);
	if (workload->processors < 1)
		return ft_fail(err, -EINVAL,
			       "the log does not say how large its machine is "
			       "(\"; MaxProcs: N\"): give --processors");
	for (uint32_t i = 0; i < workload->count; i++)
		if (_fits_job(&workload->job[i], workload->processors, machine))
			workload->job[kept++] = workload->job[i];
		else
			_count_left_out(workload,
					workload->job[i].processors >
							workload->processors
						? FT_DROP_LARGE
						: FT_DROP_NOWHERE);
	workload->count = kept;
	ft_workload_drops(workload, drops, sizeof(drops));
	if (!kept)
		return ft_fail(err, -EINVAL, "the log has no job%s%s",
			       *drops ? " that can run: " : "", drops);
	qsort(workload->job, kept, sizeof(*workload->job), _by_submit);
	if (_link(workload))
		return ft_no_memory(err);
	return 0;
}

extern void ft_workload_drops(const struct ft_workload *workload, char *text,
			      size_t size)
{
	static const char *const reasons[FT_DROP_KINDS] = {
		[FT_DROP_PROCESSORS] = "without processors",
		[FT_DROP_RUN] = "without a run time",
		[FT_DROP_LIMIT] = "without a requested time",
		[FT_DROP_SUBMIT] = "without a time of submission",
		[FT_DROP_NOWHERE] = "for more than any nodes here have",
	};
	size_t used = 0;

	*text = '\0';
	for (int i = 0; i < FT_DROP_KINDS && used < size; i++) {
		uint32_t count = workload->dropped_for[i];
		const char *comma = used ? ", " : "";

		if (!count)
			continue;
		if (i == FT_DROP_LARGE)
			used += (size_t) snprintf(
				text + used, size - used,
				"%s%" PRIu32 " for more than %" PRId64
				" processors",
				comma, count, workload->processors);
		else
			used += (size_t) snprintf(text + used, size - used,
						  "%s%" PRIu32 " %s", comma,
						  count, reasons[i]);
	}
}

extern void ft_workload_free(struct ft_workload *workload)
{
	free(workload->job);
	*workload = (struct ft_workload){0};
}
