/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_file.h.
 */
#include "sfair/replay/schedule_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/id_map.h"

enum { LINE = 1024, FIELDS = 5 };

/* The year 2242: figures are made of each window up to the last time. */
#define TIME_END (INT64_C(1) << 33)

#define NAME_KEY "# configuration "

struct input {
	const char *path;
	uint64_t line;
	const struct ft_workload *workload;
	struct ft_id_map index;
	struct ft_replay *replay;
	char *name;
	struct ft_err *err;
};

static int _bad_line(const struct input *input, const char *text)
{
	return ft_fail(input->err, -EINVAL, "%s: line %" PRIu64 ": %s",
		       input->path, input->line, text);
}

static bool _read_numbers(const char *text, int64_t number[FIELDS])
{
	for (int i = 0; i < FIELDS; i++) {
		char *end;

		errno = 0;
		number[i] = strtoll(text, &end, 10);
		if (errno || end == text)
			return false;
		text = end;
	}
	return !text[strspn(text, " \t\r\n")];
}

static int _take_job(struct input *input, const char *line)
{
	int64_t number[FIELDS];
	struct ft_replay_job *job;
	uint32_t index;

	if (!_read_numbers(line, number))
		return _bad_line(input, "give job, submission, start, end and "
					"promised start (-1: none)");
	if (!ft_id_map_get(&input->index, (uint32_t) number[0], &index))
		return _bad_line(input, "the log has no such job");
	job = &input->replay->job[index];
	if (job->end)
		return _bad_line(input, "this job stands here twice");
	for (int i = 1; i < FIELDS; i++)
		if (number[i] < -1 || number[i] > TIME_END)
			return _bad_line(input,
					 "times are seconds from 0 to 2^33");
	if (number[1] < 0 || number[2] < number[1] || number[3] <= number[2])
		return _bad_line(input,
				 "a job is submitted, then starts, and ends "
				 "a second later or more");
	*job = (struct ft_replay_job){
		.submit = number[1],
		.start = number[2],
		.end = number[3],
		.promise = number[4] < 0 ? FT_NEVER : number[4],
		.unheld = FT_NEVER,
		.committed = FT_NEVER,
	};
	return 0;
}

static void _take_name(struct input *input, char *line)
{
	size_t skip = strlen(NAME_KEY);

	if (strncmp(line, NAME_KEY, skip))
		return;
	line[strcspn(line, "\r\n")] = '\0';
	snprintf(input->name, SFAIR_SCHEDULE_NAME, "%.200s", line + skip);
}

static int _read_lines(struct input *input, FILE *file)
{
	char line[LINE];
	int rc = 0;

	while (!rc && fgets(line, LINE, file)) {
		input->line++;
		if (*line == '#')
			_take_name(input, line);
		else
			rc = _take_job(input, line);
	}
	if (!rc && ferror(file))
		rc = ft_fail(input->err, -EIO, "%s: %s", input->path,
			     strerror(errno));
	return rc;
}

static int _check_whole(const struct input *input)
{
	for (uint32_t i = 0; i < input->replay->job_count; i++)
		if (!input->replay->job[i].end)
			return ft_fail(input->err, -EINVAL,
				       "%s: job %" PRId64 " of the log is "
				       "missing: is it the schedule of this "
				       "log, and of as many jobs?",
				       input->path,
				       input->workload->job[i].number);
	return 0;
}

static int _make_room(struct input *input, uint32_t count)
{
	input->replay->job = calloc(count, sizeof(*input->replay->job));
	if (!input->replay->job)
		return ft_no_memory(input->err);
	input->replay->job_count = count;
	for (uint32_t i = 0; i < count; i++)
		if (ft_id_map_put(&input->index,
				  (uint32_t) input->workload->job[i].number, i))
			return ft_no_memory(input->err);
	return 0;
}

int sfair_schedule_read(const char *path, const struct ft_replay_setup *setup,
			struct ft_replay *ret_replay,
			char name[SFAIR_SCHEDULE_NAME], struct ft_err *err)
{
	struct input input = {.path = path,
			      .workload = setup->workload,
			      .replay = ret_replay,
			      .name = name,
			      .err = err};
	uint32_t count = setup->workload->count;
	FILE *file = fopen(path, "re");
	int rc;

	if (!file)
		return ft_fail(err, -errno, "%s: %s", path, strerror(errno));
	if (setup->jobs && setup->jobs < count)
		count = setup->jobs;
	*ret_replay = (struct ft_replay){0};
	snprintf(name, SFAIR_SCHEDULE_NAME, "%s", path);
	rc = _make_room(&input, count);
	if (!rc)
		rc = _read_lines(&input, file);
	if (!rc)
		rc = _check_whole(&input);
	fclose(file);
	ft_id_map_fini(&input.index);
	if (rc)
		ft_replay_free(ret_replay);
	return rc;
}
